// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

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
	Roadmap,  ///< Corners of obstacles and the shortest ways between them. Docs/Planners/Roadmap.md
	Detour,   ///< Paths and flow fields on a navigation mesh. Docs/Planners/Detour.md
};

struct NamedPlanner
{
	const char* Name;
	EPlanner Planner;
	const char* Description;
};

const std::vector<NamedPlanner>& Planners();
/// Throws InputError, with the nearest name suggested; What is the flag or field that the message names.
const NamedPlanner& FindPlanner(const std::string& What, const std::string& Name);

/// Leads the agents of a scene to their goals, and puts the walls that they have to heed into the world: those of the scene, or
/// the borders of a mesh. Agents are added to the world in the order of the scene, so the index of an agent's handle is its number.
class Guide
{
public:
	virtual ~Guide() = default;

	/// Sends an agent to a goal. bExit: any of the scene's exits will do.
	virtual void Send(AgentHandle Agent, Vec2 Goal, bool bExit) = 0;
	/// After everybody has been sent off for the first time.
	virtual void GetReady() {}
	/// Before each step; Seconds have been simulated. Returns how long planning took. [s]
	virtual double BeginStep(double Seconds) = 0;
	/// Whether the agent at this place of the world's view has arrived where it was sent.
	virtual bool HasArrived(const AgentsView& View, size_t Place) const = 0;
	/// It is off the mesh that it was to stay on.
	virtual bool IsAstray(AgentHandle) const { return false; }
	/// Why an agent does not get to its goal; empty where the guide does not know.
	virtual const char* Trouble(AgentHandle) const { return ""; }
};

/// Guides the agents of Crowd, which has none yet. Scene and world must outlive the guide. Throws InputError.
std::unique_ptr<Guide> MakeGuide(EPlanner Planner, const Scene& InScene, World& Crowd, TaskScheduler* Scheduler);
}
