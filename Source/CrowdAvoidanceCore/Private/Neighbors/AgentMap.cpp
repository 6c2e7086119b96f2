// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Neighbors/AgentMap.h"

#include <cmath>

namespace CrowdAvoidance
{
void AgentMap::Clear()
{
	SortedCount = 0;
	Strays.Resize(0);
}

void AgentMap::Take(const NeighborGrid& Sorter, AgentMotion* Sorted, int Count, float SmallRadius)
{
	Grid = &Sorter;
	Before = Sorted;
	SortedCount = Count;
	SmallReach = SmallRadius;
	LargestMove.store(-1.0, std::memory_order_relaxed);
}

double AgentMap::Moved(const AgentMotion* Now, int Count) const
{
	double Known = LargestMove.load(std::memory_order_relaxed);
	if (Known < 0.0)
	{
		float Largest = 0.0f;
		for (int Place = 0; Place < std::min(SortedCount, Count); ++Place)
		{
			const float X = std::fabs(Now[Place].X - Before[Place].X);
			const float Y = std::fabs(Now[Place].Y - Before[Place].Y);
			const float Move = Before[Place].X < CROWD_FAR ? std::max(X, Y) : 0.0f;
			Largest = Move > Largest ? Move : Largest;
		}
		// Both axes together, and what rounding took.
		Known = 1.4143 * static_cast<double>(Largest);
		LargestMove.store(Known, std::memory_order_relaxed);
	}
	return Known;
}
}
