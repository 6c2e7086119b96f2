// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What the kernels of one step see, read by C++ and by ISPC. World::Create checks that both find
// the same size.
#pragma once

#ifdef ISPC
#define CROWD_IN(Type) const uniform Type* uniform
#define CROWD_OUT(Type) uniform Type* uniform
#else
#define CROWD_IN(Type) const Type*
#define CROWD_OUT(Type) Type*
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

#define CROWD_FLAG_PROFILE 0xffffu
#define CROWD_FLAG_GOAL 0x10000u
#define CROWD_FLAG_ARRIVED 0x20000u

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
	int bWrapped;               ///< The world is larger than the table: cell coordinates are taken modulo its size.
	CROWD_IN(int) CellStart;    ///< Rows * Columns + 1 indices of agents.
};

/// One step's frozen state, and where the next one goes.
struct StepView
{
	CROWD_IN(struct AgentMotion) Motion;
	CROWD_IN(struct AgentAim) Aim;
	CROWD_IN(struct AgentBody) Body;
	CROWD_IN(float) Responsibility;
	CROWD_IN(float) Height;
	CROWD_OUT(float) NewVelX;
	CROWD_OUT(float) NewVelY;
	CROWD_IN(struct ProfileKernelData) Profiles;

	struct GridLevel Grid;      ///< Agents 0 .. SmallCount - 1.
	struct GridLevel LargeGrid; ///< The large ones, SmallCount .. AgentCount - 1.

	int AgentCount;
	int SmallCount;
	int MaxNeighbors;    ///< The most any profile asks for.
	int CommonProfile;   ///< The one that all agents use, or -1.
	int bFilters;        ///< Groups or floors may hide some agents from others.
	int bResponsibility; ///< Not all responsibilities are equal.
	int bMixedRadii;     ///< Not all radii are equal.
	int bPlain;          ///< Infeasible programs are left to RelaxPlain.
	float SideBias;      ///< How far off to its right an agent aims that is kept from its desired velocity, as a share of it.
	float Clearance;     ///< Radii of agents are taken as this many times what they are.
	float Dt;
	float InvDt;
	float LargestRadius; ///< Of the large agents.
};

/// What one task works on: a block of agents, entry [k * CROWD_BLOCK + i] for the k-th of agent i of the block.
struct BlockScratch
{
	CROWD_OUT(int) Neighbors;
	CROWD_OUT(int) NeighborCount; ///< -1: the gang search gave up on this agent.
	CROWD_OUT(float) SearchBoundSq; ///< Where it gave up: no neighbour is further away than this.
	CROWD_OUT(float) DesiredX;
	CROWD_OUT(float) DesiredY;
	CROWD_OUT(float) PointX; ///< Half-planes: a point on the border, and its direction; the allowed side is to the left.
	CROWD_OUT(float) PointY; ///< Those of walls come first; a direction of zero forbids nothing.
	CROWD_OUT(float) DirX;
	CROWD_OUT(float) DirY;
	CROWD_OUT(int) Infeasible;   ///< Agents of the block whose program had no solution.
	CROWD_OUT(float) GangActive; ///< Room for twice the four numbers of CROWD_MAX_ACTIVE half-planes of a gang.
	int InfeasibleCount;
	int bTruncated; ///< A heap was only partly searched.
	int WallSlots;  ///< Half-planes of walls that each agent of the block has room for.
};

#ifndef ISPC
}
#endif
