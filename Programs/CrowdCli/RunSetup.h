// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/Simulation.h"

#include <map>
#include <optional>
#include <string>

namespace CrowdAvoidance::Cli
{
/// Everything that decides a run's results, and nothing else (no threads, no instruction set): what a recording keeps in its
/// set-up text, so that it can be run again although the scenario file has changed or is gone.
struct RunSetup
{
	std::string Scenario;     ///< Name or path of the scenario, as it was first given.
	std::string Name;         ///< The same as messages call it: with the file that it was found in.
	std::string ScenarioText; ///< The whole scenario file.
	Scenarios::SceneOptions Options;
	std::string Model = WorldDef().Model;
	std::string Planner;           ///< Empty: the one that the scenario asks for.
	std::optional<uint64_t> Steps; ///< Exactly so many. Empty: until the scenario's stop rule.
	bool bStopEarly = false;       ///< The stop rule may end the run before Steps are done. Not recorded.
	std::vector<std::byte>
		State; ///< Simulation::Save's, from which the run goes on; empty: from the scene. Not recorded.

	/// NameOrPath: a scenario's name or a path to a .json file. Throws InputError.
	static RunSetup FromScenario(const std::string& NameOrPath);
	/// Throws InputError; Origin is what messages call the text.
	static RunSetup FromJson(const std::string& JsonText, const std::string& Origin);
	std::string ToJson() const;

	/// What --set gives: "key=value". Throws InputError.
	void TakeSet(const std::string& Assignment);

	Scenarios::Scene MakeScene() const;
	/// With the model and planner of this set-up; threads and instruction set are the caller's.
	Scenarios::RunOptions MakeOptions(int Threads, EIsa Isa) const;
};
}
