// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdBench/Bench.h"
#include "CrowdBench/Timing.h"
#include "Scenarios/Scene.h"

#include <optional>
#include <string>
#include <vector>

/// Which scenes are measured, and over which steps.
namespace CrowdAvoidance::Bench
{
/// A frame of a game, which is then the time step, too.
constexpr float FrameSeconds = 1.0f / 60.0f;

struct SceneChoice
{
	std::string Name;
	std::optional<int> Agents = std::nullopt;
	/// Also run on every instruction set below the best.
	bool bAllIsas = false;
};

/// Those that are asked for, otherwise the set that belongs to what is measured. Throws InputError.
std::vector<SceneChoice> ChooseScenes(const BenchOptions& Options);

/// All before the first is measured: a mistyped name is to be found at once. Throws InputError.
std::vector<Scenarios::Scene> LoadScenes(const std::vector<SceneChoice>& Choices, std::optional<float> Dt);

bool HasPlanner(const Scenarios::Scene& Scene);

TimingPlan MakePlan(const BenchOptions& Options, const Scenarios::Scene& Scene);

/// The same at the pace of a game: a step at the beginning of each frame, then rest until the next one.
TimingPlan MakeGamePlan(const BenchOptions& Options, const Scenarios::Scene& Scene);
}
