// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What the kernels of one step see, read by C++ and by ISPC. C++ checks the layout against ISPC in Tests/Unit.
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

/// Agents solved together by one task. Fixed, so that results cannot depend on the number of threads; small enough that
/// the constraints of a block stay in the second-level cache.
#define CROWD_BLOCK 256

/// Neighbours are ordered by squared distance with this many low bits of its float dropped, then by agent index. The gang
/// search keeps a candidate's number in those bits, which makes a key of the pair.
#define CROWD_KEY_BITS 9
#define CROWD_KEY_MASK 511

/// A gang's agents stand within this many columns; a search looks this many columns past them.
#define CROWD_GANG_COLUMNS 12
#define CROWD_MARGIN_COLUMNS 4

/// The most half-planes of one agent: CrowdMaxWalls + CrowdMaxNeighbors.
#define CROWD_MAX_LINES 88

/// Sine below which two half-planes count as parallel.
#define CROWD_PARALLEL 0.00001f

/// How far off to its right a default (not plain) agent aims, as a share of its speed: enough to end a perfect symmetry.
#define CROWD_SIDE_BIAS 0.01f

#define CROWD_FLAG_PROFILE 0xffffu
#define CROWD_FLAG_GOAL 0x10000u
#define CROWD_FLAG_ARRIVED 0x20000u

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
	CROWD_IN(float) X;
	CROWD_IN(float) Y;
	CROWD_IN(float) VelX;
	CROWD_IN(float) VelY;
	CROWD_IN(float) TargetX; ///< Desired velocity, or goal where the flag says so.
	CROWD_IN(float) TargetY;
	CROWD_IN(float) Radius;
	CROWD_IN(float) MaxSpeed;
	CROWD_IN(float) PreferredSpeed;
	CROWD_IN(float) ArrivalRadius;
	CROWD_IN(float) Responsibility;
	CROWD_IN(float) Height;
	CROWD_IN(unsigned int) Flags;
	CROWD_IN(unsigned int) Slot;
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
	int bPlain;
	float Dt;
	float InvDt;
	float LargestRadius; ///< Of the large agents.
};

/// What one task works on: a block of agents, entry [k * CROWD_BLOCK + i] for the k-th of agent i of the block.
struct BlockScratch
{
	CROWD_OUT(int) Neighbors;
	CROWD_OUT(int) NeighborCount; ///< -1: the gang search gave up on this agent.
	CROWD_OUT(float) DesiredX;
	CROWD_OUT(float) DesiredY;
	CROWD_OUT(float) PointX; ///< Half-planes: a point on the border, and its direction; the allowed side is to the left.
	CROWD_OUT(float) PointY; ///< Those of walls come first; a direction of zero forbids nothing.
	CROWD_OUT(float) DirX;
	CROWD_OUT(float) DirY;
	CROWD_OUT(int) FailedLine; ///< The first half-plane that made the program infeasible.
	CROWD_OUT(int) Infeasible; ///< Agents of the block that had one, packed.
	CROWD_OUT(float) Gang;     ///< Room for eight sets of half-plane numbers of a gang.
	int InfeasibleCount;
	int bTruncated; ///< A heap was only partly searched.
	int WallSlots;  ///< Half-planes of walls that each agent of the block has room for.
};

#ifndef ISPC
}
#endif
