// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/ViewArguments.h"

#include <fmt/format.h>

namespace CrowdAvoidance::Cli
{
bool ViewArguments::HasSetup() const
{
	return !Model.empty() || !Planner.empty() || Agents || Seed;
}

RunSetup ViewArguments::MakeSetup(const std::string& Scenario) const
{
	RunSetup Setup = RunSetup::FromScenario(Scenario);
	if (!Model.empty())
	{
		Setup.Model = ParseModel("--model", Model).Name;
	}
	if (!Planner.empty())
	{
		Setup.Planner = Scenarios::FindPlanner("--planner", Planner).Name;
	}
	if (Agents)
	{
		Setup.Options.Agents = Agents;
	}
	Setup.Options.Seed = Seed;
	return Setup;
}

std::vector<std::string> ViewArguments::ToWords() const
{
	std::vector<std::string> Words;
	const auto Add = [&Words](const char* Flag, const std::string& Value)
	{
		if (!Value.empty())
		{
			Words.push_back(fmt::format("{}={}", Flag, Value));
		}
	};
	Add("--model", Model);
	Add("--planner", Planner);
	Add("--agents", Agents ? fmt::format("{}", *Agents) : "");
	Add("--seed", Seed ? fmt::format("{}", *Seed) : "");
	Add("--script", Script);
	if (!Target.empty())
	{
		Words.insert(Words.end(), {"--", Target});
	}
	return Words;
}

void AddViewArguments(CLI::App& Verb, ViewArguments& Target)
{
	Verb.add_option("SCENARIO", Target.Target, "a scenario's name, a .json file or a .crowdrec file");
	Verb.add_option("--model", Target.Model, "avoidance model (default: orca)");
	Verb.add_option(
		"--planner", Target.Planner, "where desired velocities come from (default: what the scenario asks for)");
	AddIntegerOption(Verb, "--agents", Target.Agents, 1, MaxAgents, "how many agents");
	AddIntegerOption(Verb, "--seed", Target.Seed, 0, MaxSeed, "seed of the scenario's random numbers");
	// An empty group hides it: it is for tests.
	Verb.add_option("--script", Target.Script)->group("");
}
}
