// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdCore/CrowdTypes.h"
#include "Obstacles/NearWalls.h"

#include <algorithm>
#include <bit>

namespace CrowdAvoidance
{
uint64_t FindNearWallsScalar(
	const uint32_t* Columns, int Stride, int Count, float X, float Y, float ReachSq, int bEndOn, float* DistanceSq)
{
	uint64_t Near = 0;
	for (int Entry = 0; Entry < Count; ++Entry)
	{
		const auto Column = [&](int Which) { return std::bit_cast<float>(Columns[Which * Stride + Entry]); };
		const Vec2 Span = {Column(CROWD_WALL_SPAN_X), Column(CROWD_WALL_SPAN_Y)};
		const float Length = Column(CROWD_WALL_LENGTH);
		const Vec2 From = Vec2{X, Y} - Vec2{Column(CROWD_WALL_FROM_X), Column(CROWD_WALL_FROM_Y)};
		const float Side = Cross(Span, From);
		const Vec2 Dir = (1.0f / Length) * Span;
		const Vec2 Away = From - std::clamp(Dot(From, Dir), 0.0f, Length) * Dir;
		DistanceSq[Entry] = Dot(Away, Away);
		const bool bOutside = Side < 0.0f || (Side == 0.0f && bEndOn != 0);
		Near |= uint64_t{bOutside && DistanceSq[Entry] < ReachSq} << Entry;
	}
	return Near;
}
}
