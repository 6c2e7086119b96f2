// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Pictures/Clipping.h"

#include <algorithm>

namespace CrowdAvoidance::Pictures
{
namespace
{
/// How far inside each of a box's four edges a point is; negative: outside.
double Inside(const Box& Of, int Edge, Point Place)
{
	switch (Edge)
	{
	case 0:
		return Place.X - Of.Left;
	case 1:
		return Of.Right - Place.X;
	case 2:
		return Place.Y - Of.Top;
	default:
		return Of.Bottom - Place.Y;
	}
}

Point Between(Point From, Point To, double Share)
{
	return {From.X + Share * (To.X - From.X), From.Y + Share * (To.Y - From.Y)};
}
}

std::vector<Point> ClipPolygon(std::span<const Point> Polygon, const Box& To)
{
	// Sutherland and Hodgman: by one edge of the box after the other.
	std::vector<Point> Kept(Polygon.begin(), Polygon.end());
	std::vector<Point> Next;
	for (int Edge = 0; Edge < 4; ++Edge)
	{
		Next.clear();
		for (size_t Corner = 0; Corner < Kept.size(); ++Corner)
		{
			const Point From = Kept[Corner];
			const Point Until = Kept[(Corner + 1) % Kept.size()];
			const double FromInside = Inside(To, Edge, From);
			const double UntilInside = Inside(To, Edge, Until);
			if (FromInside >= 0.0)
			{
				Next.push_back(From);
			}
			if ((FromInside >= 0.0) != (UntilInside >= 0.0))
			{
				Next.push_back(Between(From, Until, FromInside / (FromInside - UntilInside)));
			}
		}
		Kept.swap(Next);
	}
	return Kept;
}

std::optional<std::pair<Point, Point>> ClipLine(Point From, Point To, const Box& InsideOf)
{
	// Liang and Barsky: shares of the line at which it enters and leaves.
	double Enter = 0.0;
	double Leave = 1.0;
	for (int Edge = 0; Edge < 4; ++Edge)
	{
		const double AtStart = Inside(InsideOf, Edge, From);
		const double AtEnd = Inside(InsideOf, Edge, To);
		if (AtStart < 0.0 && AtEnd < 0.0)
		{
			return std::nullopt;
		}
		if (AtStart < 0.0)
		{
			Enter = std::max(Enter, AtStart / (AtStart - AtEnd));
		}
		else if (AtEnd < 0.0)
		{
			Leave = std::min(Leave, AtStart / (AtStart - AtEnd));
		}
	}
	if (Enter > Leave)
	{
		return std::nullopt;
	}
	return std::pair(Between(From, To, Enter), Between(From, To, Leave));
}
}
