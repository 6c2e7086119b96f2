// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What ClearPath keeps for a block of agents, read by C++ and by ISPC. ClearPathModel checks that both find the same size.
#pragma once

#include "Kernels/StepShared.h"

#ifndef ISPC
namespace CrowdAvoidance
{
#endif

/// Numbers that ClearPath keeps of each neighbour and lane: five lines (normal, offset, part, key), an interval.
#define CROWD_NEIGHBOR_FLOATS 32

/// Part of what it could do that an agent is asked to do to part from another that it overlaps: of its speed, of its
/// acceleration. All of it would leave it a single velocity.
#define CROWD_PART_SPEED 0.5f
#define CROWD_PART_CHANGE 0.9f

/// What agents leave of a gap for rounding. [m]
#define CROWD_GAP_MARGIN 0.0002f

/// Low bits of a line's key that hold its number.
#define CROWD_LINE_BITS 1023
/// The key of a line that is not to be examined (any more): above that of any other, and far away as a number.
#define CROWD_NO_LINE 0x7f000000

/// Steps of ClearPath that are timed.
#define CROWD_CLEARPATH_STEPS 7

/// Entry [k * CROWD_BLOCK + i] for the k-th of agent i of the block.
struct ClearPathScratch
{
	CROWD_OUT(float) WallPlanes;        ///< [((slot * 3 + plane) * 3 + coefficient) * CROWD_BLOCK + i]
	CROWD_OUT(float) GangRegions;       ///< Room for the regions of a gang.
	CROWD_OUT(int) List;                ///< Agents of the block to solve for.
	CROWD_OUT(int) Limit;               ///< How many neighbours count; -1: none, nor the limit of its acceleration.
	CROWD_OUT(int) Overlapping;         ///< Whether it overlaps another; in plain worlds and with the guarantee only.
	CROWD_OUT(int) Infeasible;          ///< Agents of the list that have no velocity.
	CROWD_OUT(CROWD_CYCLES) StepCycles; ///< Of steps 0 .. CROWD_CLEARPATH_STEPS - 1; null: not asked for.
	int ListCount;
	int InfeasibleCount;
	int WallSlots;   ///< Regions of walls that each agent of the block has room for.
	int bClearPath1; ///< The model is ClearPath-1.
	int bGuarantee;  ///< Its Type II and closing constraints count at present.
	int bKeepGap;    ///< Agents use no more than their share of a gap in one step.
	float Doubling;  ///< Horizons are divided by this, down to one step.
	float
		SideBias; ///< How far off to its right an agent aims that is kept from its desired velocity, as a share of it.
	float Persistence; ///< How much of its velocity an agent keeps in its aim.
};

#ifndef ISPC
}
#endif
