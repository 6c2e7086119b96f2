// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/WallCheck.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance::Scenarios
{
namespace
{
/// Twice the signed area of a triangle; exact enough for single precision coordinates in double precision.
double Side(Vec2 A, Vec2 B, Vec2 C)
{
	return (static_cast<double>(B.X) - A.X) * (static_cast<double>(C.Y) - A.Y) -
		(static_cast<double>(B.Y) - A.Y) * (static_cast<double>(C.X) - A.X);
}

double DistanceTo(Vec2 From, Vec2 To, Vec2 Point)
{
	const double SpanX = static_cast<double>(To.X) - From.X;
	const double SpanY = static_cast<double>(To.Y) - From.Y;
	const double X = static_cast<double>(Point.X) - From.X;
	const double Y = static_cast<double>(Point.Y) - From.Y;
	const double LengthSq = SpanX * SpanX + SpanY * SpanY;
	const double T = LengthSq > 0.0 ? std::clamp((X * SpanX + Y * SpanY) / LengthSq, 0.0, 1.0) : 0.0;
	return std::hypot(X - T * SpanX, Y - T * SpanY);
}
}

WallCheck::WallCheck(const std::vector<std::vector<Vec2>>& Obstacles)
{
	double MaxX = -1e30;
	double MaxY = -1e30;
	OriginX = OriginY = 1e30;
	for (const std::vector<Vec2>& Outline : Obstacles)
	{
		const size_t Edges = Outline.size() == 2 ? 1 : Outline.size();
		for (size_t Index = 0; Index < Edges; ++Index)
		{
			Segments.push_back({Outline[Index], Outline[(Index + 1) % Outline.size()]});
			OriginX = std::min<double>(OriginX, Outline[Index].X);
			OriginY = std::min<double>(OriginY, Outline[Index].Y);
		}
		for (const Vec2 Vertex : Outline)
		{
			OriginX = std::min<double>(OriginX, Vertex.X);
			OriginY = std::min<double>(OriginY, Vertex.Y);
			MaxX = std::max<double>(MaxX, Vertex.X);
			MaxY = std::max<double>(MaxY, Vertex.Y);
		}
	}
	if (Segments.empty())
	{
		return;
	}
	// About as large as what is looked for, but never so many cells that they outnumber everything else.
	CellSize = std::max(2.0, std::max(MaxX - OriginX, MaxY - OriginY) / 2000.0);
	Columns = static_cast<int>((MaxX - OriginX) / CellSize) + 1;
	Rows = static_cast<int>((MaxY - OriginY) / CellSize) + 1;
	std::vector<std::vector<uint32_t>> Lists(static_cast<size_t>(Columns) * static_cast<size_t>(Rows));
	for (uint32_t Index = 0; Index < Segments.size(); ++Index)
	{
		const auto [From, To] = Segments[Index];
		for (int Y = Row(std::min(From.Y, To.Y)); Y <= Row(std::max(From.Y, To.Y)); ++Y)
		{
			for (int X = Column(std::min(From.X, To.X)); X <= Column(std::max(From.X, To.X)); ++X)
			{
				const Vec2 Center = {static_cast<float>(OriginX + (X + 0.5) * CellSize),
					static_cast<float>(OriginY + (Y + 0.5) * CellSize)};
				if (DistanceTo(From, To, Center) <= 0.75 * CellSize)
				{
					Lists[static_cast<size_t>(Y) * static_cast<size_t>(Columns) + static_cast<size_t>(X)].push_back(
						Index);
				}
			}
		}
	}
	CellStart.push_back(0);
	for (const std::vector<uint32_t>& List : Lists)
	{
		CellSegments.insert(CellSegments.end(), List.begin(), List.end());
		CellStart.push_back(static_cast<uint32_t>(CellSegments.size()));
	}
}

int WallCheck::Column(double X) const
{
	return static_cast<int>(std::clamp(std::floor((X - OriginX) / CellSize), 0.0, Columns - 1.0));
}

int WallCheck::Row(double Y) const
{
	return static_cast<int>(std::clamp(std::floor((Y - OriginY) / CellSize), 0.0, Rows - 1.0));
}

template <typename Visitor>
void WallCheck::ForEachIn(double MinX, double MinY, double MaxX, double MaxY, Visitor&& Visit) const
{
	if (Segments.empty())
	{
		return;
	}
	for (int Y = Row(MinY); Y <= Row(MaxY); ++Y)
	{
		for (int X = Column(MinX); X <= Column(MaxX); ++X)
		{
			const size_t Cell = static_cast<size_t>(Y) * static_cast<size_t>(Columns) + static_cast<size_t>(X);
			for (uint32_t Index = CellStart[Cell]; Index < CellStart[Cell + 1]; ++Index)
			{
				Visit(Segments[CellSegments[Index]]);
			}
		}
	}
}

bool WallCheck::Crosses(Vec2 From, Vec2 To) const
{
	bool bCrosses = false;
	ForEachIn(std::min(From.X, To.X), std::min(From.Y, To.Y), std::max(From.X, To.X), std::max(From.Y, To.Y),
		[&](const Segment& Wall)
		{
			const double A = Side(Wall.From, Wall.To, From);
			const double B = Side(Wall.From, Wall.To, To);
			const double C = Side(From, To, Wall.From);
			const double D = Side(From, To, Wall.To);
			bCrosses = bCrosses || (A * B < 0.0 && C * D < 0.0);
		});
	return bCrosses;
}

double WallCheck::Depth(Vec2 Center, double Radius) const
{
	double Deepest = 0.0;
	ForEachIn(Center.X - Radius, Center.Y - Radius, Center.X + Radius, Center.Y + Radius,
		[&](const Segment& Wall) { Deepest = std::max(Deepest, Radius - DistanceTo(Wall.From, Wall.To, Center)); });
	return Deepest;
}
}
