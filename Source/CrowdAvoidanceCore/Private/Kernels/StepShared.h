// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What the kernels of one step see, read by C++ and by ISPC. World::Create checks that both find
// the same size.
#pragma once

#ifdef ISPC
#define CROWD_IN(Type) const uniform Type* uniform
#define CROWD_OUT(Type) uniform Type* uniform
#define CROWD_CYCLES unsigned int64
#else
#include <cstdint>
#define CROWD_IN(Type) const Type*
#define CROWD_OUT(Type) Type*
#define CROWD_CYCLES uint64_t
namespace CrowdAvoidance
{
#endif

/// The most agents solved together by one task: so few that the half-planes of a block stay in the second-level cache.
/// Results do not depend on it.
#define CROWD_BLOCK 256

/// Neighbours are ordered by squared distance with this many low bits of its float dropped, then by agent index. The gang
/// search keeps a candidate's number in those bits, which makes a key of the pair.
#define CROWD_KEY_BITS 9
#define CROWD_KEY_MASK 511

/// A gang's agents stand no more than this many columns apart; a search looks this many columns past them.
#define CROWD_GANG_COLUMNS 12
#define CROWD_MARGIN_COLUMNS 4
/// Further looks, worth their while for this many lanes, go two rows up and down and more, to this many at the most.
#define CROWD_MOST_REACH 4
#define CROWD_LANES_LOOK_FURTHER 2

/// The most half-planes of one agent: CrowdMaxWalls + CrowdMaxNeighbors.
#define CROWD_MAX_LINES 88

/// Rounds that a program may take beyond the number of its half-planes, which only rounding can make it take.
#define CROWD_SPARE_ROUNDS 2

/// The most half-planes that a gang takes in: all of walls, and each lane's of agents, in both phases.
#define CROWD_MAX_ACTIVE 160

/// A half-plane counts as violated from here on. [m/s]
#define CROWD_VIOLATION 0.00001f

/// Sine below which two half-planes count as parallel.
#define CROWD_PARALLEL 0.00001f

/// Further than any velocity: stands for infinity, so that nothing has to be compared with NaN.
#define CROWD_FAR 1.0e30f

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
/// The key of a line that is not to be looked at (any more): above that of any other, and far away as a number.
#define CROWD_NO_LINE 0x7f000000

/// Steps of ClearPath that are timed.
#define CROWD_CLEARPATH_STEPS 7

#define CROWD_FLAG_PROFILE 0xffffu
#define CROWD_FLAG_GOAL 0x10000u
#define CROWD_FLAG_ARRIVED 0x20000u
/// The planner leads the agent to its goal, and decides when it is there.
#define CROWD_FLAG_LED 0x40000u
#define CROWD_FLAGS_GOAL (CROWD_FLAG_GOAL | CROWD_FLAG_ARRIVED | CROWD_FLAG_LED)

/// What changes in every step and what neighbours look at: one 16-byte load. Every step reorders agents so that neighbours
/// in space are neighbours in memory; records of 16 bytes move with one load and one store.
struct AgentMotion
{
	float X, Y;
	float VelX, VelY;
};

struct AgentAim
{
	float TargetX, TargetY; ///< Desired velocity, or goal (CROWD_FLAG_GOAL).
	unsigned int Flags;     ///< Profile in the low half; CROWD_FLAG_…
	unsigned int Slot;      ///< AgentHandle::Index.
};

struct AgentBody
{
	float Radius;
	float MaxSpeed;
	float PreferredSpeed;
	float ArrivalRadius;
};

/// A profile as kernels want it.
struct ProfileKernelData
{
	float RangeSq;
	float InvAgentHorizon;
	float InvObstacleHorizon;
	float ObstacleHorizon;
	float FloorHeight;
	unsigned int Groups;
	unsigned int Avoids;
	int MaxNeighbors;
};

/// A uniform grid whose agents lie sorted by row, then column. Rows are as high as a search usually has to look; columns
/// are finer, because finer costs nothing along a row and cuts candidates.
struct GridLevel
{
	float OriginX;
	float OriginY;
	float CellWidth;
	float RowHeight;
	float InvCellWidth;
	float InvRowHeight;
	float Slack; ///< What rounding may have moved an agent past the border of its cell. [m]
	int Columns;
	int Rows;
	int bWrapped;            ///< The world is larger than the table: cell coordinates are taken modulo its size.
	CROWD_IN(int) CellStart; ///< Rows * Columns + 1 indices of agents.
};

#ifndef ISPC
class ShapeStore;
#endif

/// One step's frozen state, and where the next one goes.
struct StepView
{
	CROWD_IN(struct AgentMotion) Motion;
	CROWD_IN(struct AgentAim) Aim;
	CROWD_IN(struct AgentBody) Body;
	CROWD_IN(float) Responsibility;
	CROWD_IN(float) Acceleration;
	CROWD_IN(float) Height;
	CROWD_OUT(float) NewVelX;
	CROWD_OUT(float) NewVelY;
	CROWD_IN(struct ProfileKernelData) Profiles;

#ifdef ISPC
	CROWD_IN(float) Shapes; ///< For C++ alone.
#else
	const ShapeStore* Shapes; ///< Bodies of agents; null where all are discs.
#endif

	struct GridLevel Grid;      ///< Agents 0 .. SmallCount - 1.
	struct GridLevel LargeGrid; ///< The large ones, SmallCount .. AgentCount - 1.

	int AgentCount;
	int SmallCount;
	int MaxNeighbors;    ///< The most any profile asks for.
	int CommonProfile;   ///< The one that all agents use, or -1.
	int bFilters;        ///< Groups or floors may hide some agents from others.
	int bResponsibility; ///< Not all responsibilities are equal.
	int bAcceleration;   ///< Some accelerations are limited.
	int bLimitChange;    ///< Integration sees to that, as the model did not.
	int bLimitSpeed;     ///< Integration cuts what rounding leaves above the maximum speed.
	int bMixedRadii;     ///< Not all radii are equal.
	int bGuarantee;      ///< ClearPath-1.
	int bPlain;          ///< Infeasible programs are left to RelaxPlain.
	int bKeepGap;        ///< Agents use no more than their share of a gap in one step.
	float Persistence;   ///< How much of its velocity an agent keeps in its aim.
	float
		SideBias; ///< How far off to its right an agent aims that is kept from its desired velocity, as a share of it.
	float Clearance; ///< Radii of agents are taken as this many times what they are.
	float Dt;
	float InvDt;
	float LargestRadius; ///< Of the large agents.
};

/// What one task works on: a block of agents, entry [k * CROWD_BLOCK + i] for the k-th of agent i of the block.
struct BlockScratch
{
	CROWD_OUT(int) Neighbors;
	CROWD_OUT(int) NeighborCount;   ///< -1: the gang search gave up on this agent.
	CROWD_OUT(float) SearchBoundSq; ///< Where it gave up: no neighbour is further away than this.
	CROWD_OUT(float) DesiredX;
	CROWD_OUT(float) DesiredY;
	CROWD_OUT(float)
	PointX; ///< Half-planes: a point on the border, and its direction; the allowed side is to the left.
	CROWD_OUT(float) PointY; ///< Those of walls come first; a direction of zero forbids nothing.
	CROWD_OUT(float) DirX;
	CROWD_OUT(float) DirY;
	CROWD_OUT(int) Infeasible; ///< Agents of the block whose program had no solution.

	/// @name ClearPath (Models/ClearPath/ClearPath.h)
	CROWD_OUT(float) WallPlanes;  ///< [((slot * 3 + plane) * 3 + coefficient) * CROWD_BLOCK + i]
	CROWD_OUT(float) GangRegions; ///< Room for the regions of a gang.
	CROWD_OUT(int) List;          ///< Agents of the block to solve for.
	CROWD_OUT(int) Limit;         ///< How many neighbours each heeds; -1: none, nor the limit of its acceleration.
	CROWD_OUT(int) Overlapping;   ///< Whether it overlaps another; in plain worlds and with the guarantee only.
	CROWD_OUT(CROWD_CYCLES) StepCycles; ///< Of steps 0 .. CROWD_CLEARPATH_STEPS - 1; null: not asked for.
	int ListCount;
	int bGuarantee; ///< Type II and closing constraints too.
	float Doubling; ///< Horizons are divided by this, down to one step.
	/// @}

	CROWD_OUT(float) GangActive; ///< Room for twice the four numbers of CROWD_MAX_ACTIVE half-planes of a gang.
	int InfeasibleCount;
	int bTruncated; ///< A heap was only partly searched.
	int WallSlots;  ///< Half-planes of walls that each agent of the block has room for.
};

#ifndef ISPC
}
#endif
