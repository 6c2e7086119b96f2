// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Kernels/KernelTable.h"
#include "Neighbors/NeighborGrid.h"
#include "Obstacles/ObstacleStore.h"
#include "Perception/PairShared.h"
#include "Step/Backend.h"
#include "Tasks/StepTeam.h"

#include <chrono>
#include <vector>

namespace CrowdAvoidance
{
using StepClock = std::chrono::steady_clock;

inline double SecondsBetween(StepClock::time_point From, StepClock::time_point To)
{
	return std::chrono::duration<double>(To - From).count();
}

/// What a worker needs for one block of agents, kept from step to step.
struct WorkerScratch
{
	BlockScratch Block = {};
	StageTimes Times;
	int Infeasible = 0;
	uint32_t Status = 0;
	CROWD_CYCLES ModelCycles[CROWD_MODEL_STEPS] = {};

	/// Makes room for that many neighbours and walls of an agent, and for the model.
	void Prepare(const Model& Solver, const ModelRoom& Room);
	void Note(EStepStatus Bit) { Status |= static_cast<uint32_t>(Bit); }
	size_t Bytes() const { return Ints.Bytes() + Floats.Bytes() + ModelMemory.Bytes(); }

private:
	AlignedArray<int> Ints;
	AlignedArray<float> Floats;
	AlignedArray<std::byte> ModelMemory;
	ModelRoom Prepared;
};

/// Where a step puts the next state. Nothing here is read by a stage before Contact.
struct NextState
{
	AlignedArray<AgentMotion> Moved; ///< As Integrate leaves them.
	/// As Contact and Confine leave them, which becomes AgentStore::Now in Publish. Between steps: as Sort left them, for AgentMap.
	AlignedArray<AgentMotion> Motion;
	AlignedArray<uint32_t> Flags;
};

/// What the stages of one step share. View is the frozen state: whatever a stage does for an agent, it finds others as they were.
struct StepState
{
	AgentStore& Agents;
	const StepInputs& In;
	const KernelTable& Kernels;
	StepView View;
	NextState& Next;
	std::vector<WorkerScratch>& Workers;
	const PairView* Pairs; ///< Null: nobody remembers pairs.

	WorkerScratch& Worker(int Index) const { return Workers[static_cast<size_t>(Index)]; }
};

/// A block of agents [Begin, End), and the worker that works on it.
struct StepBlock
{
	int Begin = 0;
	int End = 0;
	int Worker = 0;

	int Count() const { return End - Begin; }
};

/// Stages stay functions of their own, so that profiles tell them apart.
#if defined(_MSC_VER)
#define CROWD_STAGE __declspec(noinline)
#else
#define CROWD_STAGE __attribute__((noinline))
#endif

/// @name Stages, in their order. Docs/Architecture.md has a picture of what each reads and writes.
/// Sort, for all agents at once, is NeighborGrid's.
/// @{

/// What kernels see of the sorted agents.
StepView ViewOf(AgentStore& Agents, const StepInputs& In, const NeighborGrid& Grid, float* NewVelX, float* NewVelY);

/// The nearest agents of each agent, into the worker's lists. Reads View.
CROWD_STAGE void SearchNeighbors(const StepState& Step, const StepBlock& Block);
/// Before it, for all agents, where pairs are remembered: what they are told apart by, their slots' places and, where they differ, their
/// manners. Reads View, writes Keys and Manners (null: they do not differ).
void PrepareSight(const StepState& Step, const StepBlock& Block, uint32_t* Keys, AgentManner* Manners);
/// What agents remember of those neighbours and, for models that perceive, which of them they have noticed: only these stay on the
/// lists. Reads and writes the lists and AgentStore::Pairs.
CROWD_STAGE void Perceive(const StepState& Step, const StepBlock& Block);
/// In place of both, where walls hide others: the nearest agents that each agent has noticed, of those in sight. Reads View, writes
/// the lists and AgentStore::Pairs.
CROWD_STAGE void PerceiveAmongWalls(const StepState& Step, const StepBlock& Block);
/// Desired velocities, into the worker's scratch: towards goals, or as given, then whatever the planner makes of them. Reads View.
CROWD_STAGE void PlanVelocities(const StepState& Step, const StepBlock& Block);
/// New velocities by the model. Reads View and the worker's scratch, writes View.NewVelX, NewVelY and what watched agents show.
CROWD_STAGE void SolveVelocities(const StepState& Step, const StepBlock& Block);
/// Velocities within limits, positions, arrivals. Reads View and new velocities, writes Next.Moved and Next.Flags. Returns whether
/// anybody has arrived.
bool Integrate(const StepState& Step, const StepBlock& Block);
/// What to do about bodies that overlap all the same: nothing yet. Reads Next.Moved, writes Next.Motion. Of ghosts too, which stay.
void ResolveContacts(const StepState& Step, const StepBlock& Block);
/// The planner may put agents back to where they may be, and notes arrivals. Reads and writes Next.Motion and Next.Flags.
CROWD_STAGE void Confine(const StepState& Step, const StepBlock& Block);
/// The next state becomes the present one: places of a block and, where somebody may have arrived, flags ...
void PublishBlock(const StepState& Step, const StepBlock& Block, bool bArrivals);
/// ... and, when all blocks are done, positions and velocities, and what watched agents show.
void Publish(const StepState& Step);
/// @}

/// What planners get to see of a block.
AgentBlock PlannerBlock(const StepState& Step, const StepBlock& Block);
}
