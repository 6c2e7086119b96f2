// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/JsonReader.h"

namespace CrowdAvoidance::Scenarios
{
constexpr size_t MaxExits = 1024;

/// The keys of the top level that ReadPlannerInput reads.
std::vector<std::string> PlannerInputKeys();

/// Reads what planners need to know of a scene: planner, navmesh, ground, exits, doors, blocks, links and roadmap nodes.
void ReadPlannerInput(const ObjectReader& Top, Scene& OutScene);

/// Reads an outline of Fewest to Most vertices.
std::vector<Vec2> ReadOutline(
	const FileContext& Context, const Json& Value, const std::string& Path, size_t Fewest, size_t Most);
}
