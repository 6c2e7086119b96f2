// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Roadmap/SegmentGrid.h"

#include <numeric>
#include <utility>

namespace CrowdAvoidance
{
namespace
{
/// A straight path, as segments are compared with it.
struct StraightPath
{
	DoubleVec2 From, To;
	DoubleVec2 Direction{1.0, 0.0};
	double Extent = 0.0;

	StraightPath(DoubleVec2 InFrom, DoubleVec2 InTo) : From(InFrom), To(InTo), Extent(Length(InTo - InFrom))
	{
		if (Extent > 0.0)
		{
			Direction = (1.0 / Extent) * (To - From);
		}
	}
};

/// Whether the path comes too near to the segment, or crosses it.
bool Blocks(const RoadSegment& Segment, const StraightPath& Path, double Radius, double Tolerance)
{
	const double Clear = Radius - Tolerance;
	const DoubleVec2 ToFrom = Segment.From - Path.From;
	const DoubleVec2 ToTo = Segment.To - Path.From;
	const double FromSide = Cross(Path.Direction, ToFrom);
	const double ToSide = Cross(Path.Direction, ToTo);
	if (std::min(FromSide, ToSide) >= Clear || std::max(FromSide, ToSide) <= -Clear)
	{
		return false;
	}
	const double FromAhead = Dot(Path.Direction, ToFrom);
	const double ToAhead = Dot(Path.Direction, ToTo);
	if (std::max(FromAhead, ToAhead) <= -Clear || std::min(FromAhead, ToAhead) >= Path.Extent + Clear)
	{
		return false;
	}
	if ((FromSide > 0.0 && ToSide < 0.0) || (FromSide < 0.0 && ToSide > 0.0))
	{
		const double Crossing = FromAhead + (ToAhead - FromAhead) * (FromSide / (FromSide - ToSide));
		if (Crossing > 0.0 && Crossing < Path.Extent)
		{
			return true;
		}
	}
	const double AtEnds = std::min(
		SquaredDistance(Path.From, Segment.From, Segment.To), SquaredDistance(Path.To, Segment.From, Segment.To));
	const double Between =
		std::min(SquaredDistance(Segment.From, Path.From, Path.To), SquaredDistance(Segment.To, Path.From, Path.To));
	const double Least = std::min(AtEnds, Between);
	if (Least >= Clear * Clear)
	{
		return false;
	}
	// Whoever stands nearer already may still go away from the segment, or along it.
	const double Allowed = std::min(Radius, std::sqrt(AtEnds)) - Tolerance;
	return Allowed > 0.0 && Least < Allowed * Allowed;
}
}

SegmentGrid::SegmentGrid(std::vector<RoadSegment> InSegments, double InRadius, double InTolerance)
	: Segments(std::move(InSegments)),
	  Radius(InRadius),
	  Tolerance(InTolerance)
{
	if (Segments.empty())
	{
		return;
	}
	DoubleVec2 Min = Segments[0].From;
	DoubleVec2 Max = Min;
	for (const RoadSegment& Segment : Segments)
	{
		Min = {std::min({Min.X, Segment.From.X, Segment.To.X}), std::min({Min.Y, Segment.From.Y, Segment.To.Y})};
		Max = {std::max({Max.X, Segment.From.X, Segment.To.X}), std::max({Max.Y, Segment.From.Y, Segment.To.Y})};
	}
	// A little further than the disc, so that it does not matter on which side of a cell's border rounding puts a point.
	const double Reach = Radius * 1.001 + Tolerance;
	const DoubleVec2 Border{Reach, Reach};
	Grid.Fit(Min - Border, Max + Border, 2.0 * Radius, 4.0 * static_cast<double>(Segments.size()) + 64.0);

	ListStart.assign(Grid.CellCount() + 1, 0);
	for (const RoadSegment& Segment : Segments)
	{
		Grid.ForEachCell(Segment.From, Segment.To, Reach, [this](size_t Cell) { return ++ListStart[Cell + 1], true; });
	}
	std::partial_sum(ListStart.begin(), ListStart.end(), ListStart.begin());
	Listed.resize(ListStart.back());
	std::vector<uint32_t> Next(ListStart.begin(), ListStart.end() - 1);
	for (size_t Index = 0; Index < Segments.size(); ++Index)
	{
		Grid.ForEachCell(Segments[Index].From, Segments[Index].To, Reach,
			[&](size_t Cell) { return Listed[Next[Cell]++] = static_cast<int32_t>(Index), true; });
	}
}

bool SegmentGrid::IsClear(DoubleVec2 From, DoubleVec2 To, uint64_t* Work) const
{
	if (!IsFinite(From) || !IsFinite(To))
	{
		return false;
	}
	if (Segments.empty())
	{
		return true;
	}
	const StraightPath Path(From, To);
	const auto IsFree = [&](const RoadSegment& Segment) { return !Blocks(Segment, Path, Radius, Tolerance); };
	size_t Compared = 0;
	bool bClear = true;
	bool bTooMany = false;
	Grid.ForEachCell(From, To, 0.0,
		[&](size_t Cell)
		{
			const std::span<const int32_t> List = ListOf(Cell);
			Compared += List.size() + 1;
			bClear = std::all_of(
				List.begin(), List.end(), [&](int32_t Index) { return IsFree(Segments[static_cast<size_t>(Index)]); });
			bTooMany = Compared > Segments.size();
			return bClear && !bTooMany;
		});
	// Long paths meet long segments in many cells. Then it is less work to compare each of them once.
	if (bClear && bTooMany)
	{
		Compared += Segments.size();
		bClear = std::all_of(Segments.begin(), Segments.end(), IsFree);
	}
	if (Work)
	{
		*Work += Compared;
	}
	return bClear;
}

bool SegmentGrid::HasRoom(DoubleVec2 Point) const
{
	if (Segments.empty() || !Grid.Contains(Point))
	{
		return true;
	}
	const double Clear = Clearance();
	for (const int32_t Index : ListOf(Grid.IndexOf(Point)))
	{
		const RoadSegment& Segment = Segments[static_cast<size_t>(Index)];
		if (SquaredDistance(Point, Segment.From, Segment.To) < Clear * Clear)
		{
			return false;
		}
	}
	return true;
}
}
