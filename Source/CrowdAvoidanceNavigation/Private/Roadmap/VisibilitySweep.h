// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Roadmap/RoadGeometry.h"

#include <cstdint>
#include <span>
#include <vector>

namespace CrowdAvoidance
{
/// Finds what can be seen from a point, along lines without width, in O(n log n): a ray turns once round the point, and the
/// segments that it meets are kept in order of distance. It never leaves out what is visible; where rounding leaves a doubt, it
/// shows more. The caller then asks SegmentGrid, which knows about the width of agents.
class VisibilitySweep
{
public:
	struct Target
	{
		DoubleVec2 Position;
		int32_t Name = 0;
	};

	/// What a sweep needs while it works; reused from sweep to sweep, one for each worker.
	struct Scratch
	{
		/// The part of a segment's life that matters to a sweep. Relative to the viewer, counter-clockwise.
		struct Span
		{
			DoubleVec2 Along;               ///< From its first end to its last.
			DoubleVec2 FirstDir, LastDir;   ///< Directions of its ends.
			double First = 0.0, Last = 0.0; ///< Angles of its ends.
			double Depth = 0.0;             ///< Cross product of its ends: cross(point, Along) on its line.
			double Nearest = 0.0;           ///< No point of it is nearer.
		};
		struct Event
		{
			double Angle = 0.0;
			int32_t Kind = 0;
			int32_t Item = 0;
		};
		std::vector<Span> Spans;
		std::vector<Event> Events;
		std::vector<int32_t> Active; ///< Spans under the ray, nearest first.
		std::vector<double> Depths;  ///< By sector: everything further away is hidden.
		uint64_t Work = 0;           ///< What the last sweep had to do. [small steps]
	};

	/// Cuts the segments where they cross each other, since the order along a ray must not change in the middle of one.
	explicit VisibilitySweep(const std::vector<RoadSegment>& Segments);

	/// Puts the names of the targets that no segment hides into OutSeen, in order of angle.
	void Find(DoubleVec2 Viewer, std::span<const Target> Targets, Scratch& Work, std::vector<int32_t>& OutSeen) const;

private:
	std::vector<RoadSegment> Pieces;
};
}
