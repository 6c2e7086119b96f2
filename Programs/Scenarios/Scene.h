// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdWorld.h"
#include "Scenarios/Settings.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace CrowdAvoidance::Scenarios
{
/// An agent as it is at the start. Its Id is its place in Scene::Agents; Profile is given to it by whoever adds it to a world.
struct SceneAgent : AgentDef
{
	std::vector<Vec2>
		Goals; ///< Visited in turn. Empty: keeps its desired velocity, which is its velocity at the start.
	uint32_t ProfileIndex = 0; ///< Into Scene::Profiles.
	/// Its body, into Scene::Shapes; nothing: it is a disc. Radius is then that of the smallest disc around its position that
	/// holds the body.
	std::optional<uint32_t> Shape;
	float Heading = 0.0f; ///< How far its shape is turned counter-clockwise, from start to end. [rad]
	uint32_t Group = 0;   ///< Number of the spawner that it comes from, for telling crowds apart by colour.
	/// Its last goal is an exit: it takes whichever exit is best (a planner that cannot choose goes for that goal) and leaves
	/// the scene there.
	bool bLeaves = false;
};

/// A doorway that opens and shuts.
struct SceneDoor
{
	std::vector<Vec2> Outline;                     ///< Convex.
	bool bOpen = true;                             ///< At the start.
	std::vector<std::pair<double, bool>> Schedule; ///< From this simulated second on: open? Ascending. [s]

	bool IsOpen(double Seconds) const
	{
		bool bNow = bOpen;
		for (const auto& [From, bThen] : Schedule)
		{
			bNow = Seconds >= From ? bThen : bNow;
		}
		return bNow;
	}
};

/// Something solid that stands there between two moments.
struct SceneBlock
{
	std::vector<Vec2> Outline;
	double From = 0.0;  ///< [s]
	double Until = 1e9; ///< [s]

	bool Stands(double Seconds) const { return Seconds >= From && Seconds < Until; }
};

/// A connection that is no ground: a jump, a ladder, a lift.
struct SceneLink
{
	Vec2 From;
	Vec2 To;
	bool bBothWays = true;
};

/// A scenario made concrete: plain data that every simulator, ours and the peers', can be filled from.
struct Scene
{
	std::string Name;
	std::string Description;
	uint64_t Seed = 1;
	float Dt = 0.1f;            ///< [s]
	double MaxSeconds = 60.0;   ///< Stop rule: simulated time at the latest ...
	double StopFraction = 1.0;  ///< ... or when this fraction of agents has arrived (above 1: never).
	float ArrivalRadius = 0.5f; ///< [m]
	bool bCycleGoals = false;   ///< After its last goal an agent starts over with its first (back and forth).
	std::vector<AgentProfile> Profiles;
	std::vector<SceneAgent> Agents;
	std::vector<std::vector<Vec2>> Shapes; ///< As ShapeOutline gives them, each once.
	std::vector<std::vector<Vec2>> Obstacles;

	/// @name For planners
	std::string Planner =
		"goal"; ///< One of PlannerNames(), which the file asks for; the command line can say otherwise.
	std::vector<Vec2> Exits;
	std::vector<SceneDoor> Doors;
	std::vector<SceneBlock> Blocks;
	std::vector<SceneLink> Links;
	/// The walkable ground, where the file says so (otherwise planners take the bounds of everything plus a margin).
	Vec2 GroundMin;
	Vec2 GroundMax;
	bool bHasGround = false;
	float CellSize = 0.1f;          ///< Of the navmesh. [m]
	float TileSize = 32.0f;         ///< Of the navmesh. [m]
	std::vector<Vec2> RoadmapNodes; ///< Nodes besides the corners.
};

/// What a caller may change of a scenario.
struct SceneOptions
{
	std::optional<int> Agents;
	std::optional<uint64_t> Seed;
	std::optional<float> Dt;
	/// --set key=value: the scenario's own parameters, and "agent.radius" or "profile.agentHorizon" for all agents and profiles.
	/// Unknown keys are refused with the nearest one named.
	Settings Set;
};

struct ScenarioInfo
{
	std::string Name;
	std::string Description;
	std::filesystem::path File;
};

/// Content/Scenarios/*.json, by name.
std::vector<ScenarioInfo> ListScenarios();
/// The file of a scenario by name or by path to a .json file. A name may end in a number of agents, "city-250k" or "evac-500":
/// where no file has the whole name, that is the scenario of the name before it, and Options.Agents becomes the number.
/// Throws InputError, with the nearest name suggested.
std::filesystem::path ResolveScenario(const std::string& NameOrPath, SceneOptions& Options);
/// The scene of ResolveScenario's file. Throws InputError.
Scene LoadScene(const std::string& NameOrPath, const SceneOptions& Options = {});
/// From JSON text; Origin is what messages call it. Throws InputError.
Scene ParseScene(const std::string& JsonText, const std::string& Origin, const SceneOptions& Options = {});
}
