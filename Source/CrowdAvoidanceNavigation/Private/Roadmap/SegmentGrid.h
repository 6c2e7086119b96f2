// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Roadmap/RoadGrid.h"

#include <span>
#include <vector>

namespace CrowdAvoidance
{
/// The edges of all solids by cell, and the one test that decides what a disc can do: all else in a roadmap only saves
/// such tests.
class SegmentGrid
{
public:
	/// Radius: of the disc. Tolerance: how much nearer still counts as free. [m]
	SegmentGrid(std::vector<RoadSegment> InSegments, double InRadius, double InTolerance);

	/// Whether the disc can go straight from one point to the other: it stays clear of every segment all the way, or no nearer
	/// to it than it is at an end of the line already. Never compares more than twice as many segments as there are; adds
	/// how many it did to Work.
	bool IsClear(DoubleVec2 From, DoubleVec2 To, uint64_t* Work = nullptr) const;
	/// Whether the disc can stand there.
	bool HasRoom(DoubleVec2 Point) const;

	const std::vector<RoadSegment>& All() const { return Segments; }
	/// How near the disc may come to a segment. [m]
	double Clearance() const { return Radius - Tolerance; }

	/// Calls Visit(segment) for those within Reach of the point, some of them more than once, until it returns false.
	template <typename Visitor>
	void ForEachNear(DoubleVec2 Point, double Reach, Visitor&& Visit) const
	{
		if (Segments.empty())
		{
			return;
		}
		Grid.ForEachCell(Point, Point, Reach,
			[&](size_t Cell)
			{
				bool bGoOn = true;
				for (const int32_t Index : ListOf(Cell))
				{
					const RoadSegment& Segment = Segments[static_cast<size_t>(Index)];
					if (bGoOn && SquaredDistance(Point, Segment.From, Segment.To) <= Reach * Reach)
					{
						bGoOn = Visit(Segment);
					}
				}
				return bGoOn;
			});
	}

private:
	std::span<const int32_t> ListOf(size_t Cell) const
	{
		return {Listed.data() + ListStart[Cell], static_cast<size_t>(ListStart[Cell + 1] - ListStart[Cell])};
	}

	std::vector<RoadSegment> Segments;
	double Radius;
	double Tolerance;
	RoadGrid Grid;
	std::vector<uint32_t> ListStart; ///< Into Listed, by cell.
	std::vector<int32_t> Listed;     ///< Segments within reach of the disc anywhere in the cell.
};
}
