// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

namespace CrowdAvoidance
{
/// In which an agent that has arrived would go the rest of the distance. [s]
constexpr float SecondsToSettle = 0.5f;

/// Whether an agent that has arrived at a goal of its own, this far from the very point, is to go there. It does at first, so that it is
/// not in the way of those behind it, and then only when it has been pushed away by half of the arrival radius: somebody who wants to
/// get past is let past. (Among many with one goal, all would push.) bToPlace is kept from call to call, true at first.
inline bool TakesPlace(float Distance, float ArrivalRadius, bool& bToPlace)
{
	constexpr float Close = 0.05f;
	bToPlace = Distance > (bToPlace ? Close : 0.5f * ArrivalRadius);
	return bToPlace;
}
}
