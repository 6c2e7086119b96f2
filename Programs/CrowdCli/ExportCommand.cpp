// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/Commands.h"
#include "CrowdCli/FlatScenario.h"
#include "CrowdCli/RunScene.h"
#include "CrowdCli/SetupFlags.h"
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
	SetupFlags Flags;
	std::optional<uint64_t> Check;
};

RunSetup MakeSetup(const ExportArguments& Arguments)
{
	RunSetup Setup = Arguments.Flags.MakeSetup(Arguments.Scenario);
	ParseModel("--model", Setup.Model);
	Setup.Steps = Arguments.Check;
	return Setup;
}

int Export(const ExportArguments& Arguments)
{
	const RunSetup Setup = MakeSetup(Arguments);
	const Scenarios::Scene Scene = Setup.MakeScene();
	CheckFlat(Scene);
	const Scenarios::RunOptions Options = Setup.MakeOptions(0, EIsa::Auto);
	Scenarios::OutputFile File(Arguments.File, "FILE");
	std::optional<FlatCheck> Check;
	if (Arguments.Check)
	{
		Check = {*Arguments.Check, RunScene(Setup, Options, {}).Metrics.StateHash};
	}
	File.Write(FlatScenarioText(Scene, Options.World, Check));
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
	AddSetupFlags(Verb, Arguments->Flags);
	AddIntegerOption(Verb, "--check", Arguments->Check, 0, MaxSteps,
		"run so many steps and write their state hash too, for whoever runs the file to compare");
	return [Arguments] { return Export(*Arguments); };
}
}
