// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What ORCA keeps for a block of agents, read by C++ and by ISPC. OrcaModel checks that both find the same size.
#pragma once

#include "Kernels/StepShared.h"

#ifndef ISPC
namespace CrowdAvoidance
{
#endif

/// The most half-planes of one agent: CrowdMaxWalls + CrowdMaxNeighbors.
#define CROWD_MAX_LINES 88

/// Rounds that a program may take beyond the number of its half-planes, which only rounding can make it take.
#define CROWD_SPARE_ROUNDS 2

/// The most half-planes that a gang takes in: all of walls, and each lane's of agents, in both phases.
#define CROWD_MAX_ACTIVE 160

/// Entry [k * CROWD_BLOCK + i] for the k-th of agent i of the block.
struct OrcaScratch
{
	/// Half-planes: a point on the border, and its direction; the allowed side is to the left. Those of walls come first; a
	/// direction of zero forbids nothing.
	CROWD_OUT(float) PointX;
	CROWD_OUT(float) PointY;
	CROWD_OUT(float) DirX;
	CROWD_OUT(float) DirY;
	CROWD_OUT(float) GangActive; ///< Room for twice the four numbers of CROWD_MAX_ACTIVE half-planes of a gang.
	CROWD_OUT(int) Infeasible;   ///< Agents of the block whose program had no solution.
	int InfeasibleCount;
	int WallSlots; ///< Half-planes of walls that each agent of the block has room for.
	float
		SideBias; ///< How far off to its right an agent aims that is kept from its desired velocity, as a share of it.
};

#ifndef ISPC
}
#endif
