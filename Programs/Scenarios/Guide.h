// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavigation/CrowdNavigator.h"
#include "Scenarios/Scene.h"

#include <memory>
#include <string>
#include <vector>

namespace CrowdAvoidance::Scenarios
{
/// Where desired velocities come from.
enum class EPlanner : uint8_t
{
	Goal,     ///< Straight to the goal.
	Steering, ///< Steering towards the goal and away from others. Docs/Planners/Steering.md
	Roadmap,  ///< Corners of obstacles and the shortest paths between them. Docs/Planners/Roadmap.md
	Detour,   ///< Paths and flow fields on a navigation mesh. Docs/Planners/Detour.md
};

struct NamedPlanner
{
	const char* Name;
	EPlanner Planner;
	const char* Description;
};

const std::vector<NamedPlanner>& Planners();
std::vector<std::string> PlannerNames();
/// Throws InputError, with the nearest name suggested; What is the flag or field that the message names.
const NamedPlanner& FindPlanner(const std::string& What, const std::string& Name);

/// What a world needs besides the agents of a scene: the planner that leads them, and the scene's walls, doors and blocks, as
/// obstacles or as parts of the planner's mesh, whose borders are walls then.
class Guide
{
public:
	/// Crowd has no agents yet. Scene and world must outlive the guide. Throws InputError.
	Guide(EPlanner Planner, const Scene& InScene, World& Crowd, TaskScheduler* Scheduler);
	~Guide();

	/// Finds all paths that are asked for, at once.
	void Prepare();
	/// Doors and blocks as they are after so many simulated seconds.
	void Update(double Seconds);
	/// Whether the planner can tell which of several exits is best; otherwise agents go for the one that the scene names.
	bool ChoosesExits() const;
	/// Of an agent that has a goal: whether it is off the mesh that it is to stay on.
	bool IsAstray(AgentHandle Agent) const;
	/// For World::Load. Leads nobody once the world has given it up. Null: the world goes straight.
	Planner* GetPlanner() const;
	/// What a snapshot of the world does not know.
	void Save(SnapshotWriter& To) const;
	void Load(SnapshotReader& From);
	/// What the planner has done so far; null where it is not led over a mesh.
	const Navigator::Work* WorkDone() const;

private:
	struct Impl;
	std::unique_ptr<Impl> State;
};
}
