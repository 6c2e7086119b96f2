// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdWorld.h"
#include "Debug/Watches.h"
#include "Kernels/KernelTable.h"
#include "Neighbors/NeighborGrid.h"
#include "Obstacles/ObstacleStore.h"
#include "Tasks/SerialScheduler.h"
#include "Tasks/StepTeam.h"
#include "World/AgentArrays.h"
#include "World/AgentIds.h"
#include "World/ShapeStore.h"

#include <vector>

namespace CrowdAvoidance
{
/// What a handle's index leads to.
struct AgentSlot
{
	uint32_t Place = 0; ///< In the arrays.
	uint32_t Generation : 31 = 0;
	uint32_t bAlive : 1 = 0;
};

/// What a worker needs for one block of agents, kept from step to step.
struct WorkerScratch
{
	BlockScratch Block = {};
	AlignedArray<int> Ints;
	AlignedArray<float> Floats;
	int PreparedNeighbors = 0;
	StageTimes Times;
	int Infeasible = 0;
	uint32_t Status = 0;
	CROWD_CYCLES ClearPathCycles[CROWD_CLEARPATH_STEPS] = {};

	/// Room for that many neighbours and walls an agent.
	void Prepare(EModel Model, int Neighbors, int Walls);
	void Note(EStepStatus Bit) { Status |= static_cast<uint32_t>(Bit); }
	size_t Bytes() const { return Ints.Bytes() + Floats.Bytes(); }
};

/// What holds for all agents, or is taken not to hold: kernels that need not ask are faster, and those that ask in vain give
/// the same results.
struct AgentTraits
{
	bool bAny = false;
	AgentBody Body = {}; ///< This and what follows: of some agent.
	float Responsibility = 0.0f;
	float Acceleration = 0.0f;
	float Height = 0.0f;
	int Profile = -1;
	float SmallestRadius = 0.0f;
	float LargestRadius = 0.0f;
	float FastestSpeed = 0.0f;
	bool bMixedBodies = false;
	bool bMixedProfiles = false;
	bool bMixedResponsibility = false;
	bool bMixedAcceleration = false;
	bool bMixedHeights = false;
	bool bRecheck = false; ///< Something became mixed by a change, and may be alike again after more of them.
};

struct World::Impl
{
	WorldDef Def;
	EIsa Isa = EIsa::Scalar;
	const KernelTable* Kernels = nullptr;
	SerialScheduler Serial;
	TaskScheduler* Scheduler = nullptr;
	Planner* Source = nullptr;

	std::vector<AgentProfile> Profiles;
	AlignedArray<ProfileKernelData> KernelProfiles;
	float LargestRange = AgentProfile{}.NeighborDistance;
	float LargestObstacleHorizon = AgentProfile{}.ObstacleHorizon;
	int MostNeighbors = AgentProfile{}.MaxNeighbors;
	bool bGroups = false; ///< Some profile does not heed everybody.

	AgentArrays Current, Next;
	AlignedArray<float> NewVelX, NewVelY;
	AlignedArray<AgentSlot> Slots;
	AlignedArray<uint32_t> FreeSlots;
	AgentIds Ids;
	AlignedArray<uint8_t> Heeded; ///< By slot, for ClearPath.
	AgentTraits Traits;
	int Count = 0;
	uint64_t Steps = 0;

	NeighborGrid Grid;
	ObstacleStore Obstacles;
	ShapeStore Shapes;
	std::vector<WorkerScratch> Workers;
	Watches Watched;

	/// The agent has no goal any more: whoever leads it is told.
	void EndGoal(AgentHandle Handle);
	void NoteProfile(const AgentProfile& Profile);
	/// Widens Traits by an agent that is new or has changed.
	void NoteTraits(size_t Place);
	template <typename Setter>
	Result<void> Change(const World& Owner, AgentHandle Handle, const Result<void>& Check, Setter&& Set);
	/// @name For a block of agents
	void SolveBlock(const StepView& View, int Begin, int End, int WorkerIndex);
	AgentBlock BlockOf(const StepView& View, int Begin, int End, int WorkerIndex) const;
	void Plan(const StepView& View, int Begin, int End, int WorkerIndex);
	void Confine(const StepView& View, int Begin, int End, int WorkerIndex);
	void FindNeighbors(const StepView& View, int Begin, int End, WorkerScratch& Worker);
	void SolveOrca(const StepView& View, int Begin, int End, WorkerScratch& Worker);
	void SolveClearPath(const StepView& View, int Begin, int End, WorkerScratch& Worker);
	void DescribeWanted(const StepView& View, int Begin, int End, const BlockScratch& Scratch);
	void DescribeSolved(const StepView& View, int Begin, int End, const BlockScratch& Scratch);
	/// @}
	void DescribeMoved();
	StepReport Step(float Dt, StepTeam& Team, int Leader);
};
}
