// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCli/Flags.h"
#include "CrowdCli/RunSetup.h"

namespace CrowdAvoidance::Cli
{
/// What `crowd view` can be told; the command line checks the form and hands over, the viewer does what it says.
struct ViewArguments
{
	std::string Target; ///< A scenario's name, a .json file or a .crowdrec file. Empty: the viewer's default.
	std::string Model;
	std::string Planner;
	std::optional<int> Agents;
	std::optional<uint64_t> Seed;
	std::string Script; ///< Plays a user; for tests.

	/// Anything is said about how a scenario is set up.
	bool HasSetup() const;
	/// Throws InputError.
	RunSetup MakeSetup(const std::string& Scenario) const;
	/// As the viewer's command line.
	std::vector<std::string> ToWords() const;
};

void AddViewArguments(CLI::App& Verb, ViewArguments& Target);
}
