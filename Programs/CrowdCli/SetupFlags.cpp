// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/SetupFlags.h"

#include <fmt/format.h>

namespace CrowdAvoidance::Cli
{
RunSetup SetupFlags::MakeSetup(const std::string& Scenario) const
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
	Setup.Options.Dt = Dt;
	for (const std::string& Assignment : Set)
	{
		Setup.TakeSet(Assignment);
	}
	return Setup;
}

std::vector<std::string> SetupFlags::ToWords() const
{
	std::vector<std::string> Words;
	const auto Add = [&Words](const char* Flag, const auto& Value)
	{ Words.push_back(fmt::format("{}={}", Flag, Value)); };
	if (!Model.empty())
	{
		Add("--model", Model);
	}
	if (!Planner.empty())
	{
		Add("--planner", Planner);
	}
	if (Agents)
	{
		Add("--agents", *Agents);
	}
	if (Dt)
	{
		// The shortest number that reads back as the same float.
		Add("--dt", *Dt);
	}
	if (Seed)
	{
		Add("--seed", *Seed);
	}
	for (const std::string& Assignment : Set)
	{
		Add("--set", Assignment);
	}
	return Words;
}

void AddSetupFlags(CLI::App& Verb, SetupFlags& Target)
{
	Verb.add_option("--model", Target.Model, fmt::format("avoidance model (default: {})", WorldDef().Model));
	AddIntegerOption(Verb, "--agents", Target.Agents, 1, MaxAgents, "how many agents");
	AddNumberOption(Verb, "--dt", Target.Dt, CrowdStepRange, "time step in seconds");
	AddIntegerOption(Verb, "--seed", Target.Seed, 0, MaxSeed, "seed of the scenario's random numbers");
	Verb.add_option("--set", Target.Set,
			"key=value: of the scenario, agents, profiles, model ('crowd list --options'); may be repeated")
		->allow_extra_args(false);
}

void AddPlannerFlag(CLI::App& Verb, SetupFlags& Target)
{
	Verb.add_option(
		"--planner", Target.Planner, "where desired velocities come from (default: what the scenario asks for)");
}
}
