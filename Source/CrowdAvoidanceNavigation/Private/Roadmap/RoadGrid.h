// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Roadmap/RoadGeometry.h"

#include <cstddef>
#include <cstdint>

namespace CrowdAvoidance
{
/// Square cells over a rectangle.
struct RoadGrid
{
	DoubleVec2 Min, Max;
	double Cell = 1.0;
	int Columns = 0, Rows = 0;

	/// About Count cells, and never more than a few times that, none smaller than LeastCell.
	void Fit(DoubleVec2 InMin, DoubleVec2 InMax, double LeastCell, double Count)
	{
		Min = InMin;
		Max = InMax;
		const double Width = Max.X - Min.X;
		const double Height = Max.Y - Min.Y;
		Cell = std::max({LeastCell, std::sqrt(Width * Height / Count), std::max(Width, Height) / Count});
		Columns = static_cast<int>(Width / Cell) + 1;
		Rows = static_cast<int>(Height / Cell) + 1;
	}

	size_t CellCount() const { return static_cast<size_t>(Columns) * static_cast<size_t>(Rows); }
	bool Contains(DoubleVec2 Point) const
	{
		return Point.X >= Min.X && Point.X <= Max.X && Point.Y >= Min.Y && Point.Y <= Max.Y;
	}
	/// Of the cell nearest to it.
	int Column(double X) const { return static_cast<int>(std::clamp((X - Min.X) / Cell, 0.0, Columns - 1.0)); }
	int Row(double Y) const { return static_cast<int>(std::clamp((Y - Min.Y) / Cell, 0.0, Rows - 1.0)); }
	size_t Index(int InColumn, int InRow) const
	{
		return static_cast<size_t>(InRow) * static_cast<size_t>(Columns) + static_cast<size_t>(InColumn);
	}
	size_t IndexOf(DoubleVec2 Point) const { return Index(Column(Point.X), Row(Point.Y)); }

	/// Calls Visit(index) for the cells within Reach of the line, row by row, until it returns false.
	template <typename Visitor>
	void ForEachCell(DoubleVec2 From, DoubleVec2 To, double Reach, Visitor&& Visit) const
	{
		const double Low = std::min(From.Y, To.Y) - Reach;
		const double High = std::max(From.Y, To.Y) + Reach;
		if (High < Min.Y || Low > Max.Y)
		{
			return;
		}
		const DoubleVec2 Along = To - From;
		const int FirstRow = Row(Low);
		const int LastRow = Row(High);
		for (int InRow = FirstRow; InRow <= LastRow; ++InRow)
		{
			double Begin = 0.0;
			double End = 1.0;
			if (FirstRow != LastRow && Along.Y != 0.0)
			{
				const double Bottom = (Min.Y + InRow * Cell - Reach - From.Y) / Along.Y;
				const double Top = (Min.Y + (InRow + 1) * Cell + Reach - From.Y) / Along.Y;
				Begin = std::clamp(std::min(Bottom, Top), 0.0, 1.0);
				End = std::clamp(std::max(Bottom, Top), 0.0, 1.0);
			}
			const double BeginX = From.X + Begin * Along.X;
			const double EndX = From.X + End * Along.X;
			const double Left = std::min(BeginX, EndX) - Reach;
			const double Right = std::max(BeginX, EndX) + Reach;
			if (Right < Min.X || Left > Max.X)
			{
				continue;
			}
			const int LastColumn = Column(Right);
			for (int InColumn = Column(Left); InColumn <= LastColumn; ++InColumn)
			{
				if (!Visit(Index(InColumn, InRow)))
				{
					return;
				}
			}
		}
	}
};
}
