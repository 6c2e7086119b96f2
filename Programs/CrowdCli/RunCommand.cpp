// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/Commands.h"
#include "CrowdCli/MeasureFlags.h"
#include "CrowdCli/PictureFlags.h"
#include "CrowdCli/RunScene.h"
#include "CrowdCli/RunSnapshot.h"
#include "CrowdCli/SetupFlags.h"
#include "CrowdCli/Summary.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>

namespace CrowdAvoidance::Cli
{
namespace
{
struct RunArguments
{
	std::string Scenario;
	SetupFlags Flags;
	std::optional<uint64_t> Steps;
	std::optional<double> Seconds;
	int Threads = 0;
	EIsa Isa = EIsa::Auto;
	RunOutputs Outputs;
	MeasureFlags Measures;
};

RunSetup MakeSetup(const RunArguments& Arguments)
{
	RunSetup Setup = IsSnapshotPath(Arguments.Scenario) ? ReadSnapshot(Arguments.Scenario)
														: Arguments.Flags.MakeSetup(Arguments.Scenario);
	Setup.Steps = Arguments.Steps;
	if (Arguments.Seconds)
	{
		// A hair less, because 1 s of steps of 0.1f is ten steps and not eleven.
		const double Steps = std::ceil(*Arguments.Seconds / static_cast<double>(Setup.MakeScene().Dt) - 1e-4);
		if (Steps > MaxSteps)
		{
			throw InputError(fmt::format("--seconds is {:g}, which makes {:.0f} steps, must be at most {}",
				*Arguments.Seconds, Steps, MaxSteps));
		}
		Setup.Steps = static_cast<uint64_t>(std::max(Steps, 0.0));
	}
	return Setup;
}

/// What a snapshot has fixed already, and what would not know that the run has begun earlier.
void CheckSnapshotFlags(const CLI::App& Verb, const std::string& Scenario)
{
	for (const char* const Flag : {"--model", "--planner", "--agents", "--dt", "--seed", "--set", "--record"})
	{
		if (IsSnapshotPath(Scenario) && Verb.get_option(Flag)->count() > 0)
		{
			throw InputError(fmt::format("{} cannot be given for a run that goes on from a snapshot", Flag));
		}
	}
}

int Run(const RunArguments& Arguments)
{
	const RunSetup Setup = MakeSetup(Arguments);
	const RunOutcome Outcome = RunScene(
		Setup, Setup.MakeOptions(Arguments.Threads, Arguments.Isa), Arguments.Outputs, Arguments.Measures.ToOptions());
	if (!Arguments.Outputs.UseStandardOutput())
	{
		fmt::print("{}", SummaryText(Setup, Outcome));
	}
	return ExitSuccess;
}
}

VerbFunction AddRunCommand(CLI::App& Verb)
{
	auto Arguments = std::make_shared<RunArguments>();
	Verb.add_option("SCENARIO", Arguments->Scenario,
			"a scenario's name ('crowd list' shows them), a .json file, or a .crowdsnap file to go on from")
		->required();
	AddSetupFlags(Verb, Arguments->Flags);
	AddPlannerFlag(Verb, Arguments->Flags);
	AddIntegerOption(
		Verb, "--steps", Arguments->Steps, 0, MaxSteps, "exactly so many steps, whatever the stop rule says");
	AddNumberOption(Verb, "--seconds", Arguments->Seconds, {0.0, 1e8, "s"}, "exactly so much simulated time");
	Verb.get_option("--steps")->excludes(Verb.get_option("--seconds"));
	AddThreadsOption(Verb, Arguments->Threads);
	AddIsaOption(Verb, Arguments->Isa);
	Verb.add_option("--record", Arguments->Outputs.Record, "write a recording for 'crowd replay'");
	Verb.add_option(
		"--snapshot", Arguments->Outputs.Snapshot, "write the state at the end, for 'crowd run' to go on from");
	AddPictureFlags(Verb, Arguments->Outputs);
	Verb.add_option("--trajectories", Arguments->Outputs.Trajectories, "write where everyone was, as PedPy reads it");
	Verb.add_option("--metrics", Arguments->Outputs.Metrics, "write the measurements as JSON ('-': standard output)");
	AddMeasureFlags(Verb, Arguments->Measures);
	return [Arguments, &Verb]
	{
		CheckPictureFlags(Verb);
		CheckMeasureFlags(Verb);
		CheckSnapshotFlags(Verb, Arguments->Scenario);
		return Run(*Arguments);
	};
}
}
