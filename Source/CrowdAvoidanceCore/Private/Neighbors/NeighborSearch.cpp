// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Neighbors/NeighborSearch.h"

namespace CrowdAvoidance
{
namespace
{
struct NumberTable
{
	alignas(64) int Numbers[CROWD_KEY_MASK + 1][CROWD_WIDEST_GANG];

	constexpr NumberTable() : Numbers()
	{
		for (int Number = 0; Number <= CROWD_KEY_MASK; ++Number)
		{
			for (int& OfLane : Numbers[Number])
			{
				OfLane = Number;
			}
		}
	}
};
constexpr NumberTable Table;
}

const int* LaneNumbers()
{
	return Table.Numbers[0];
}
}
