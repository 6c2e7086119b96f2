// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/Commands.h"
#include "CrowdCli/Flags.h"
#include "CrowdCli/FlatScenario.h"
#include "CrowdCli/RunScene.h"
#include "Scenarios/OutputFile.h"

#include <fmt/format.h>

#include <memory>

namespace CrowdAvoidance::Cli
{
namespace
{
struct ExportArguments
{
	std::string Scenario;
	std::string File;
	std::string Model = "orca";
	std::optional<int> Agents;
	std::optional<float> Dt;
	std::optional<uint64_t> Seed;
	std::optional<uint64_t> Check;
	std::vector<std::string> Set;
};

RunSetup MakeSetup(const ExportArguments& Arguments)
{
	RunSetup Setup = RunSetup::FromScenario(Arguments.Scenario);
	Setup.Model = Arguments.Model;
	ParseModel("--model", Setup.Model);
	if (Setup.Model.ends_with("-plain"))
	{
		throw InputError(fmt::format(
			"--model is '{}', must be a model that is not plain: the Unreal plugin has none of those", Setup.Model));
	}
	if (Arguments.Agents)
	{
		Setup.Options.Agents = Arguments.Agents;
	}
	Setup.Options.Seed = Arguments.Seed;
	Setup.Options.Dt = Arguments.Dt;
	for (const std::string& Assignment : Arguments.Set)
	{
		Setup.TakeSet(Assignment);
	}
	Setup.Steps = Arguments.Check;
	return Setup;
}

int Export(const ExportArguments& Arguments)
{
	const RunSetup Setup = MakeSetup(Arguments);
	const Scenarios::Scene Scene = Setup.MakeScene();
	CheckFlat(Scene);
	const Scenarios::RunOptions Options = Setup.MakeOptions(0, EIsa::Auto);
	if (!Options.World.Options.empty())
	{
		throw InputError(fmt::format("--set changes the option '{}' of the model, which the flat file cannot hold",
			Options.World.Options[0].Name));
	}
	Scenarios::OutputFile File(Arguments.File, "FILE");
	std::optional<FlatCheck> Check;
	if (Arguments.Check)
	{
		Check = {*Arguments.Check, RunScene(Setup, Options, {}).Metrics.StateHash};
	}
	File.Write(FlatScenarioText(Scene, Setup.Model, Check));
	File.Commit();
	return ExitSuccess;
}
}

VerbFunction AddExportCommand(CLI::App& Verb)
{
	auto Arguments = std::make_shared<ExportArguments>();
	Verb.add_option("SCENARIO", Arguments->Scenario, "a scenario's name ('crowd list' shows them) or a .json file")
		->required();
	Verb.add_option("FILE", Arguments->File, "the file to write ('-': standard output)")->required();
	Verb.add_option("--model", Arguments->Model, "avoidance model that it is for (default: orca)");
	AddIntegerOption(Verb, "--agents", Arguments->Agents, 1, MaxAgents, "how many agents");
	AddNumberOption(Verb, "--dt", Arguments->Dt, CrowdStepRange, "time step in seconds");
	AddIntegerOption(Verb, "--seed", Arguments->Seed, 0, MaxSeed, "seed of the scenario's random numbers");
	Verb.add_option("--set", Arguments->Set,
			"key=value: of the scenario, agents, profiles, model ('crowd list --options'); may be repeated")
		->allow_extra_args(false);
	AddIntegerOption(Verb, "--check", Arguments->Check, 0, MaxSteps,
		"run so many steps and write their state hash too, for whoever runs the file to compare");
	return [Arguments] { return Export(*Arguments); };
}
}
