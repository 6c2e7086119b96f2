// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What the kernels of one step see, read by C++ and by ISPC. World::Create checks that both find
// the same size.
#pragma once

#ifdef ISPC
#define CROWD_IN(Type) const uniform Type* uniform
#define CROWD_OUT(Type) uniform Type* uniform
#define CROWD_CYCLES unsigned int64
#define uint64_t unsigned int64
#define uint8_t unsigned int8
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

/// Neighbours are ordered by squared distance with this many low bits of its float dropped, then by id. The gang search keeps a
/// candidate's number in those bits, which makes a key of the pair.
#define CROWD_KEY_BITS 9
#define CROWD_KEY_MASK 511

/// A gang's agents stand no more than this many columns apart; a search examines this many columns past them.
#define CROWD_GANG_COLUMNS 12
#define CROWD_MARGIN_COLUMNS 4
/// Rows that a gang searches, its own in the middle.
#define CROWD_WINDOW_ROWS 3
/// Lanes of the widest gang there is.
#define CROWD_WIDEST_GANG 16

/// A half-plane counts as violated from here on. [m/s]
#define CROWD_VIOLATION 0.00001f

/// Sine below which two half-planes count as parallel.
#define CROWD_PARALLEL 0.00001f

/// Further than any velocity: stands for infinity, so that nothing has to be compared with NaN.
#define CROWD_FAR 1.0e30f

/// Single numbers of agents that have a column each (StepView::Scalars), because most crowds share them.
#define CROWD_RESPONSIBILITY 0
#define CROWD_ACCELERATION 1
#define CROWD_HEIGHT 2
#define CROWD_TURN_RATE 3
#define CROWD_SCALARS 4
#define CROWD_SCALAR_FIELDS \
	&AgentDef::Responsibility, &AgentDef::MaxAcceleration, &AgentDef::Height, &AgentDef::MaxTurnRate

/// An agent that has to turn further than a right angle goes on at this speed, so that it still has a direction. [m/s]
#define CROWD_TURNING_SPEED 0.001f
/// Slower ones stand: they have no direction to turn from. Squared. [(m/s)^2]
#define CROWD_STANDING_SQ 1.0e-12f
#define CROWD_PI 3.14159265f

/// What Integrate reports of its agents, or-ed together: somebody has arrived; somebody would have left the world.
#define CROWD_MOVED_ARRIVED 1u
#define CROWD_MOVED_REFUSED 2u
/// CrowdMaxCoordinate.
#define CROWD_MAX_COORDINATE 1.0e6f

/// Below any cosine.
#define CROWD_ALL_ROUND -2.0f

/// Who has come into somebody's personal space is kept from coming nearer than this soon; bodies that overlap part at once. [s]
#define CROWD_SPACE_TIME 0.5f

#define CROWD_FLAG_PROFILE 0xffffu
#define CROWD_FLAG_GOAL 0x10000u
#define CROWD_FLAG_ARRIVED 0x20000u
/// The planner leads the agent to its goal, and decides when it is there.
#define CROWD_FLAG_LED 0x40000u
#define CROWD_FLAGS_GOAL (CROWD_FLAG_GOAL | CROWD_FLAG_ARRIVED | CROWD_FLAG_LED)

/// What changes in every step and what is read of neighbours: one 16-byte load. Every step reorders agents so that neighbours
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
	float Range;
	float RangeSq;
	float InvAgentHorizon;
	float InvObstacleHorizon;
	float ObstacleHorizon;
	float FloorHeight;
	unsigned int Groups;
	unsigned int Avoids;
	int MaxNeighbors;
	float SightMemory;
	float SightCosine; ///< Of half the field of view; CROWD_ALL_ROUND where it has no end.
};

/// How an agent reacts to others (AgentProfile, drawn for the agent where there is a spread).
struct AgentManner
{
	float ObservationTime;
	float PersonalSpace;
	float Reaction; ///< Acceleration.
	float Braking;  ///< Acceleration.
};

/// A box around agents.
struct GridBox
{
	float MinX, MinY, MaxX, MaxY;
};

/// A uniform grid whose agents lie sorted by row, then column. Rows are as high as a search usually has to reach; columns
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
	float MaxRadius;         ///< Of its agents, where they are large ones; 0 otherwise.
};

/// Grids of agents that are not in StepView::Grid, in the order in which the agents lie in memory.
#define CROWD_GRID_LARGE 0
#define CROWD_GRID_GHOSTS 1
#define CROWD_GRID_LARGE_GHOSTS 2
#define CROWD_OTHER_GRIDS 3

#ifndef ISPC
class ShapeStore;
#endif

/// The most steps of a model that are timed (StageTimes::Model).
#define CROWD_MODEL_STEPS 8

/// One step's frozen state, and where new velocities go.
struct StepView
{
	CROWD_IN(struct AgentMotion) Motion;
	CROWD_IN(struct AgentAim) Aim;
	CROWD_IN(struct AgentBody) Body;
	CROWD_IN(float) Scalars[CROWD_SCALARS];
	CROWD_IN(uint64_t) Ids; ///< By slot.
	CROWD_OUT(float) NewVelX;
	CROWD_OUT(float) NewVelY;
	CROWD_IN(struct ProfileKernelData) Profiles;
	CROWD_IN(struct AgentManner) Manners; ///< Null: all agents have the one below.

#ifdef ISPC
	CROWD_IN(float) Shapes; ///< For C++ alone.
#else
	const ShapeStore* Shapes; ///< Bodies of agents; null where all are discs.
#endif

	/// 0, 1, 2 ... up to CROWD_KEY_MASK, each as often as the widest gang has lanes.
	CROWD_IN(int) LaneNumbers;

	struct GridLevel Grid; ///< Agents 0 .. SmallCount - 1.
	struct GridLevel OtherGrids[CROWD_OTHER_GRIDS];

	int AgentCount; ///< Ghosts included.
	int OwnedCount; ///< Without ghosts, which come last.
	int SmallCount; ///< Of the owned ones, those that are not large, which come first.
	int SmallGhostEnd;
	int MaxNeighbors;          ///< The most any profile asks for.
	int CommonProfile;         ///< The one that all agents use, or -1.
	int bFilters;              ///< Groups, floors or fields of view may hide some agents from others.
	int bLimitedView;          ///< Fields of view may.
	int bGiven[CROWD_SCALARS]; ///< Of some agents it is not the default.
	int bResponsibility;       ///< Not all responsibilities are equal.
	int bLimitChange;          ///< Integration sees to accelerations, as the model did not.
	int bLimitSpeed;           ///< Integration cuts what rounding leaves above the maximum speed.
	int bMixedRadii;           ///< Not all radii are equal, or not those that agents plan with.
	int bPersonalSpace;        ///< Agents plan with their personal space.
	float SpaceDepth;          ///< ModelTraits::SpaceDepth.
	int bPlain;                ///< Exactly what the model's paper says.
	float Clearance;           ///< Radii of agents are taken as this many times what they are.
	float InvSpaceTime;        ///< Within which agents leave each other's personal space. [1/s]
	float Dt;
	float InvDt;
	struct AgentManner Manner; ///< What agents have in common, where they have.
};

/// What one task works on: a block of agents, entry [k * CROWD_BLOCK + i] for the k-th of agent i of the block.
struct BlockScratch
{
	CROWD_OUT(int) Neighbors;
	CROWD_OUT(int) NeighborCount;   ///< -1: the gang search gave up on this agent.
	CROWD_OUT(float) SearchBoundSq; ///< Where it gave up: no neighbour is further away than this.
	CROWD_OUT(float) DesiredX;
	CROWD_OUT(float) DesiredY;
	/// How far each neighbour can be relied on: 0 not at all .. 1 as its responsibility says; and whether the model says so.
	CROWD_OUT(float) Yields;
	int bYields;
	CROWD_OUT(uint8_t) Model; ///< What the model asked for, as it laid it out.
	int GivenUp;              ///< How many agents the gang search gave up on.
	int bTruncated;           ///< A heap was only partly searched.
};

#ifndef ISPC
/// AgentDef::Id of an agent.
inline uint64_t IdOf(const StepView& View, int Agent)
{
	return View.Ids[View.Aim[Agent].Slot];
}

/// How an agent reacts.
inline const AgentManner& MannerOf(const StepView& View, int Agent)
{
	return View.Manners ? View.Manners[Agent] : View.Manner;
}

/// The radius that an agent plans with, where personal space is round.
inline float PlanningRadius(const StepView& View, int Agent)
{
	const float Radius = View.Body[Agent].Radius;
	const float Space = View.bPersonalSpace ? MannerOf(View, Agent).PersonalSpace : 0.0f;
	return Radius < Space ? Space : Radius;
}

/// Whether others see it by its rim.
inline bool IsLarge(const StepView& View, int Agent)
{
	return Agent < View.OwnedCount ? Agent >= View.SmallCount : Agent >= View.SmallGhostEnd;
}
}
#else
/// AgentDef::Id of each lane's agent.
static inline unsigned int64 IdOf(const uniform StepView& View, int Agent)
{
	return View.Ids[View.Aim[Agent].Slot];
}
#endif
