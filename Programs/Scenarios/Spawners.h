// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/Environments/Environment.h"
#include "Scenarios/Shapes.h"

namespace CrowdAvoidance::Scenarios
{
constexpr int MaxSceneAgents = 1'000'000;

constexpr Range CoordinateRange{-CrowdMaxCoordinate, CrowdMaxCoordinate, "m"};
constexpr Range SpeedVectorRange{-1000.0, 1000.0, "m/s"};
constexpr Range CountRange{1.0, MaxSceneAgents, "agents"};

/// What all agents of a spawner are before it places them.
struct AgentPrototype
{
	SceneAgent Agent;
	/// The speed at which each likes to walk is its PreferredSpeed and up to this much more, at random. [m/s]
	double SpeedSpread = 0.0;
};

/// What spawners know of the scene.
struct SpawnContext
{
	const std::vector<std::string>& ProfileNames;
	const Settings& Set; ///< What the caller says of agents, over what the file says.
	const Environment& Surroundings;
	const std::vector<Vec2>& Exits;
	ShapeCatalog& Shapes;
	uint64_t Seed = 0;
};

/// Over what the prototype is already.
void ReadAgentFields(const ObjectReader& Reader, const SpawnContext& Known, AgentPrototype& Prototype);
/// What the caller says of all agents, over what the file says. Only the radius of those with a shape follows from that.
void OverrideAgentFields(const FileContext& Context, const SpawnContext& Known, AgentPrototype& Prototype);
/// Their names, followed by More.
std::vector<std::string> AgentFieldKeys(const std::vector<std::string>& More);

/// How many agents the spawner says it makes; nothing when it leaves that to the parameter "agents".
std::optional<int> SpawnerCount(const ObjectReader& Spawner);

/// Appends Count agents. SpawnerIndex keeps the random numbers of spawners apart.
void Spawn(const ObjectReader& Spawner, int Count, AgentPrototype Prototype, const SpawnContext& Known,
	uint64_t SpawnerIndex, std::vector<SceneAgent>& Agents);
}
