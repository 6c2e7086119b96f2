// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What ClearPath keeps for a block of agents, read by C++ and by ISPC. ClearPathModel checks that both find the same size.
#pragma once

#include "Kernels/StepShared.h"

#ifndef ISPC
namespace CrowdAvoidance
{
#endif

/// How many sides are taken one after the other before a search gives up; only rounding makes it go that deep.
#define CROWD_MOST_BRANCHES 24
/// Numbers of a frame of the search and lane: of three sides plane, part of the border line, and how near that is to the aim.
#define CROWD_FRAME_FLOATS 18
/// Numbers that a search keeps for each lane: the path of sides taken and of sides passed over, frames, the furthest
/// neighbour's region (three planes, and a record each), and what is read after the last record ...
#define CROWD_SEARCH_FLOATS (CROWD_MOST_BRANCHES * (9 + CROWD_FRAME_FLOATS) + 21 + 4)
/// ... and for each neighbour or wall: a region, and two half-planes, which have a record of four numbers too.
#define CROWD_NEIGHBOR_FLOATS (21 + 14)

/// What came of a search; or there has been none yet.
#define CROWD_CLEARPATH_UNTRIED -1
#define CROWD_CLEARPATH_FAILS 0
#define CROWD_CLEARPATH_FITS 1
#define CROWD_CLEARPATH_FITS_WITHOUT 2 ///< Not with the furthest of those that count, but with all others.

/// Part of what it could do that an agent is asked to do to part from another that it overlaps: of its speed, of its
/// acceleration. All of it would leave it a single velocity.
#define CROWD_PART_SPEED 0.5f
#define CROWD_PART_CHANGE 0.9f

/// What agents leave of a gap for rounding. [m]
#define CROWD_GAP_MARGIN 0.0002f

/// Steps of ClearPath that are timed.
#define CROWD_CLEARPATH_STEPS 7

/// Entry [k * CROWD_BLOCK + i] for the k-th of agent i of the block.
struct ClearPathScratch
{
	CROWD_OUT(float) WallPlanes;        ///< [((slot * 3 + plane) * 3 + coefficient) * CROWD_BLOCK + i]
	CROWD_OUT(float) GangRegions;       ///< Room for the search of a gang.
	CROWD_OUT(int) List;                ///< Agents of the block to solve for.
	CROWD_OUT(int) Limit;               ///< How many neighbours count; -1: none, nor the limit of its acceleration.
	CROWD_OUT(int) Overlapping;         ///< Whether it overlaps another; in plain worlds and with the guarantee only.
	CROWD_OUT(int) Outcome;             ///< Of the last search: CROWD_CLEARPATH_…
	CROWD_OUT(CROWD_CYCLES) StepCycles; ///< Of steps 0 .. CROWD_CLEARPATH_STEPS - 1; null: not asked for.
	int ListCount;
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
