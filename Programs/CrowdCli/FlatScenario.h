// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdWorld.h"
#include "Scenarios/Scene.h"

#include <optional>
#include <string>

namespace CrowdAvoidance::Cli
{
/// What a run of the file must come to.
struct FlatCheck
{
	uint64_t Steps = 0;
	uint64_t StateHash = 0;
};

/// Whether the flat file can hold the scene so that it runs the same. Throws InputError that names what it cannot hold.
void CheckFlat(const Scenarios::Scene& Scene);

/// A scenario with nothing left to decide: the model's options, every agent and every wall, in metres and seconds, every number such that it reads back
/// as the same float. World: the model, and what of its options differs from the default. What UCrowdScenarioAsset::LoadFromJson reads. Docs/CommandLine.md has the fields.
std::string FlatScenarioText(
	const Scenarios::Scene& Scene, const WorldDef& World, const std::optional<FlatCheck>& Check);
}
