// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "DoubleVec2.h"

#include <algorithm>

namespace CrowdAvoidance
{
/// One edge of a solid.
struct RoadSegment
{
	DoubleVec2 From, To;
	bool bWall = false; ///< Can be seen from both sides; otherwise the solid is to the left.
};

inline double SquaredDistance(DoubleVec2 Point, DoubleVec2 From, DoubleVec2 To)
{
	const DoubleVec2 Along = To - From;
	const double Square = Dot(Along, Along);
	const double Where = Square > 0.0 ? std::clamp(Dot(Point - From, Along) / Square, 0.0, 1.0) : 0.0;
	const DoubleVec2 Away = Point - (From + Where * Along);
	return Dot(Away, Away);
}
}
