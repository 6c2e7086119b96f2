// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavigation/CrowdNavGraph.h"

#include <vector>

namespace CrowdAvoidance
{
/// How much longer than its length the way through a polygon takes, from how fast those walk who are in it and from those who
/// say that they could not get on.
class Crowding
{
public:
	/// As many polygons as the graph has, all free.
	void Resize(const NavGraph& Graph);

	void NoteBlocked(int32_t Polygon) { Blocked[static_cast<size_t>(Polygon)] += 1.0f; }
	void BeginMeasure();
	void Add(int32_t Polygon, float Speed)
	{
		++Count[static_cast<size_t>(Polygon)];
		SpeedSum[static_cast<size_t>(Polygon)] += Speed;
	}
	/// True: the factors have changed enough to plan anew. Until they have, Factors() stays as it is.
	bool EndMeasure();
	/// By polygon. [>= 1]
	std::span<const float> Factors() const { return InUse; }

private:
	std::vector<float> Area;
	std::vector<int> Count;
	std::vector<float> SpeedSum;
	std::vector<float> Blocked;
	std::vector<float> Smooth;
	std::vector<float> InUse;
};
}
