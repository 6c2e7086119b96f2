// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdWorld.h"
#include "Debug/Watches.h"
#include "Obstacles/ObstacleStore.h"
#include "Step/Backend.h"
#include "Tasks/SerialScheduler.h"
#include "World/AgentStore.h"
#include "World/ShapeStore.h"

#include <mutex>
#include <vector>

namespace CrowdAvoidance
{
/// The most profiles of a world.
constexpr int CrowdMaxProfiles = 65535;
/// [m]
inline constexpr NumberRange CrowdArrivalRange{0.0, 1000.0, "m", true};

/// Whether kernels for it were built and the machine can run them.
Result<void> CheckIsa(EIsa Isa);

struct World::Impl
{
	WorldDef Def;
	SerialScheduler Serial;
	TaskScheduler* Scheduler = nullptr;
	std::unique_ptr<CrowdAvoidance::Model> Model;
	std::unique_ptr<Backend> Stepper;
	CrowdAvoidance::Planner* Planner = nullptr;

	std::vector<AgentProfile> Profiles;
	AlignedArray<ProfileKernelData> KernelProfiles;
	AlignedArray<ProfileManner> Manners;
	ProfileNeeds Needs;

	AgentStore Agents;
	ObstacleStore Obstacles;
	ShapeStore Shapes;
	Watches Watched;
	uint64_t Steps = 0;
	double Seconds = 0.0;   ///< Simulated so far.
	uint64_t LastClock = 0; ///< Whole milliseconds at the beginning of the last step.

	/// Instead of the present ones.
	void SetProfiles(std::vector<AgentProfile> Given);
	void NoteProfile(const AgentProfile& Profile);
	/// Columns to read: as they are now. Queries ask for them on several threads at once.
	const AgentArrays& Read(EColumns Columns)
	{
		if ((Agents.Stale.load(std::memory_order_acquire) & Columns) != EColumns::None)
		{
			Fetch(Columns);
		}
		return Agents.Now;
	}
	/// Columns to write, of which the backend will be told.
	AgentArrays& Edit(EColumns Columns)
	{
		Read(Columns);
		Agents.Changed = Agents.Changed | Columns;
		return Agents.Now;
	}
	/// Has the backend bring what is stale of these.
	void Fetch(EColumns Columns);
	std::mutex Fetching;
	/// The agent has changed in a way that traits depend on.
	void NoteTraits(size_t Place);
	/// Checks the handle, then the value, then calls Set(arrays, place).
	template <typename Setter>
	Result<void> Change(AgentHandle Handle, EColumns Columns, const Result<void>& Check, Setter&& Set);
	struct AgentQuery;
	AgentQuery Ask(const AgentFilter& Filter);
	/// Whom an agent has noticed of which nothing is kept: its nearest, as agents are now.
	std::vector<AgentHandle> NoticedNear(const World& Self, AgentHandle Handle, float ObservationTime);
	/// The agent has no goal any more: whoever leads it is told.
	void EndGoal(AgentHandle Handle);
	/// Of a new world: all of a snapshot but model and planner.
	void Load(SnapshotReader& From, CrowdAvoidance::Planner* HostsPlanner);
};
}
