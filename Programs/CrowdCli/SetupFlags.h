// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCli/Flags.h"
#include "CrowdCli/RunSetup.h"

namespace CrowdAvoidance::Cli
{
/// What the command line says of how a scenario is set up; the same flags for every verb that takes one.
struct SetupFlags
{
	std::string Model;   ///< Empty: the default.
	std::string Planner; ///< Empty: the one that the scenario asks for.
	std::optional<int> Agents;
	std::optional<float> Dt;
	std::optional<uint64_t> Seed;
	std::vector<std::string> Set; ///< key=value

	/// Throws InputError.
	RunSetup MakeSetup(const std::string& Scenario) const;
	/// As they were given, "--agents=20"; empty: nothing was.
	std::vector<std::string> ToWords() const;
};

/// All but --planner.
void AddSetupFlags(CLI::App& Verb, SetupFlags& Target);
void AddPlannerFlag(CLI::App& Verb, SetupFlags& Target);
}
