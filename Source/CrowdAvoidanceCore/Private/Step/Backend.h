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
	bool bGroups = false; ///< Some profile does not avoid everybody.
};

/// What a step is made from, besides the agents.
struct StepInputs
{
	float Dt = 0.0f;
	uint64_t Number = 0; ///< Of the step; the first is 1.
	const CrowdAvoidance::Model& Model;
	CrowdAvoidance::Planner* Planner; ///< Null: there is none.
	const ProfileKernelData* Profiles;
	const ProfileNeeds& Needs;
	ObstacleStore& Obstacles;
	const ShapeStore& Shapes;
	Watches& Watched;
	TaskScheduler& Scheduler;
	bool bTimeModel = false;
};

/// Where the state of agents lives between steps, and what steps it: the CPU's memory and kernels, or a device. The world writes
/// AgentStore::Now and notes which columns it has changed; a step takes those, and leaves the new state wherever the backend
/// keeps it, noting as stale what is no longer true in the store; Fetch brings that back when somebody wants to see it.
class Backend
{
public:
	virtual ~Backend() = default;

	virtual EIsa Isa() const = 0;
	virtual void Reserve(size_t /*Agents*/) {}
	/// Advances all agents that are owned, and leaves a grid in AgentStore::Map, if it has one. The planner and the model are asked in blocks of whatever size suits the backend.
	virtual StepReport Step(AgentStore& Agents, const StepInputs& Inputs) = 0;
	/// Brings these columns of the store up to date, as far as they are stale.
	virtual void Fetch(AgentStore& /*Agents*/, EColumns /*Columns*/) {}
	/// Without the store. [bytes]
	virtual size_t MemoryBytes() const = 0;
};
}
