// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdWorld.h"
#include "World/AgentStore.h"

namespace CrowdAvoidance
{
class ObstacleStore;
class ShapeStore;
class Watches;

/// What the profiles in use ask for, all together.
struct ProfileNeeds
{
	float Range = AgentProfile{}.NeighborDistance;
	float ObstacleHorizon = AgentProfile{}.ObstacleHorizon;
	int Neighbors = AgentProfile{}.MaxNeighbors;
	bool bGroups = false;       ///< Some profile does not avoid everybody.
	bool bLimitedView = false;  ///< Some profile's field of view has an end.
	int LongestObservation = 0; ///< Of any agent. [ms]
};

/// How agents of a profile react.
struct ProfileManner
{
	AgentManner Mean;
	AgentManner Spread;

	bool IsDrawn() const
	{
		return Spread.ObservationTime > 0.0f || Spread.PersonalSpace > 0.0f || Spread.Reaction > 0.0f ||
			Spread.Braking > 0.0f;
	}
};

/// What a step is made from, besides the agents.
struct StepInputs
{
	float Dt = 0.0f;
	uint64_t Number = 0;    ///< Of the step; the first is 1.
	uint64_t Clock = 0;     ///< Simulated time at its beginning, in whole milliseconds,
	uint64_t LastClock = 0; ///< and at that of the step before.
	const CrowdAvoidance::Model& Model;
	CrowdAvoidance::Planner* Planner; ///< Null: there is none.
	const ProfileKernelData* Profiles;
	const ProfileManner* Manners; ///< By profile.
	const ProfileNeeds& Needs;
	ObstacleStore& Obstacles;
	const ShapeStore& Shapes;
	Watches& Watched;
	TaskScheduler& Scheduler;
	bool bTimeModel = false;
};

/// Where the state of agents lives between steps, and what steps it: the CPU's memory and kernels, or a device. The world writes
/// into the store and notes in AgentStore::Changed what; a step takes that, and leaves the new state wherever the backend
/// keeps it, noting in AgentStore::Stale what is no longer true in the store; Fetch brings it back when somebody reads it.
class Backend
{
public:
	virtual ~Backend() = default;

	virtual EIsa Isa() const = 0;
	virtual void Reserve(size_t /*Agents*/) {}
	/// Advances all agents that are owned, brings the places of slots up to date, and leaves a grid in AgentStore::Map, if it has
	/// one. Takes what has changed and notes nothing as changed. The planner may be asked in blocks of any size, or about all agents
	/// at once; a model in blocks of at most CrowdMaxModelBlock.
	virtual StepReport Step(AgentStore& Agents, const StepInputs& Inputs) = 0;
	/// Brings these, all of which are stale, into the arrays of the store, which stay where they are in memory. Not during a step, but on
	/// any thread.
	virtual void Fetch(AgentStore& /*Agents*/, EColumns /*Columns*/) {}
	/// Without the store. [bytes]
	virtual size_t MemoryBytes() const = 0;
};

/// Isa must be available, and not EIsa::Auto.
std::unique_ptr<Backend> CreateCpuBackend(EIsa Isa);

/// A world whose agents live with this backend; World::Create gives them to the CPU's. The model's kernels are for its instruction set.
Result<World> CreateWorld(const WorldDef& Def, std::unique_ptr<Backend> Stepper);
/// The same for World::Load.
Result<World> LoadWorld(std::span<const std::byte> Bytes, const WorldHost& Host, std::unique_ptr<Backend> Stepper);
}
