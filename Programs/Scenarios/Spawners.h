// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/JsonReader.h"

namespace CrowdAvoidance::Scenarios
{
constexpr int MaxSceneAgents = 1'000'000;

constexpr Range CoordinateRange{-CrowdMaxCoordinate, CrowdMaxCoordinate, "m"};
constexpr Range SpeedVectorRange{-1000.0, 1000.0, "m/s"};
constexpr Range CountRange{1.0, MaxSceneAgents, "agents"};

/// What every agent field is read into before a spawner places it.
void ReadAgentFields(
	const ObjectReader& Reader, const std::vector<std::string>& ProfileNames, SceneAgent& Agent);
/// Their names, followed by More.
std::vector<std::string> AgentFieldKeys(const std::vector<std::string>& More);

/// How many agents the spawner says it makes; nothing when it leaves that to the parameter "agents".
std::optional<int> SpawnerCount(const ObjectReader& Spawner);

/// Appends Count agents. SpawnerIndex keeps the random numbers of spawners apart.
void Spawn(const ObjectReader& Spawner, int Count, SceneAgent Prototype, const std::vector<std::string>& ProfileNames,
	uint64_t Seed, uint64_t SpawnerIndex, std::vector<SceneAgent>& Agents);
}
