// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What ORCA keeps for a block of agents, read by C++ and by ISPC. OrcaModel checks that both find the same size.
#pragma once

#include "Kernels/StepShared.h"

#ifndef ISPC
namespace CrowdAvoidance
{
#endif

/// The most half-planes of one agent's neighbours (CrowdMaxNeighbors), and with its walls' (CrowdMaxWalls).
#define CROWD_MAX_PLANES 64
#define CROWD_MAX_LINES 88

/// Rounds that a program may take beyond the number of its half-planes, which only rounding can make it take.
#define CROWD_SPARE_ROUNDS 2

/// The most half-planes that a gang takes in: all of walls, and each lane's of agents, in both phases.
#define CROWD_MAX_ACTIVE 160

/// So many half-planes lie between those of a gang, those taken in and their projections: for gangs of 4, 8 and 16 the first
/// few of each then differ in the lowest twelve bits of their addresses. Processors that compare no more wait for a write to
/// one before they read another.
#define CROWD_GAP_PLANES 11
#define CROWD_GAP_ACTIVE 17

/// A half-plane is (X, Y, C): velocities with X * VX + Y * VY >= C are allowed, and (X, Y) is a unit vector. One that forbids
/// nothing is (0, 0, -CROWD_FAR).
struct OrcaScratch
{
	/// Half-planes of walls, entry [k * CROWD_BLOCK + i] for the k-th of agent i of the block.
	CROWD_OUT(float) WallX;
	CROWD_OUT(float) WallY;
	CROWD_OUT(float) WallC;
	/// Half-planes of the gang that is being solved for: of its neighbours, those taken in, and projections of these.
	CROWD_OUT(float) Gang;
	CROWD_OUT(int) Infeasible; ///< By agent of the block: 1 where the program had no solution, else 0.
	int InfeasibleCount;
	int WallSlots; ///< Half-planes of walls that each agent of the block has room for.
	float
		SideBias; ///< How far off to its right an agent aims that is kept from its desired velocity, as a share of it.
};

#ifndef ISPC
}
#endif
