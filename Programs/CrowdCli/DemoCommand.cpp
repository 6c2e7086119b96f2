// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/Commands.h"
#include "CrowdCli/Flags.h"
#include "CrowdCli/RunScene.h"
#include "CrowdCli/Summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace CrowdAvoidance::Cli
{
namespace
{
constexpr const char* DemoScenario = "circle-1k";
constexpr const char* DemoRecording = "crowd-demo.crowdrec";
constexpr const char* DemoPage = "crowd-demo.html";
constexpr double DemoSeconds = 300.0;

int RunDemo(int Threads, EIsa Isa)
{
	RunSetup Setup = RunSetup::FromScenario(DemoScenario);
	const Scenarios::Scene Scene = Setup.MakeScene();
	Setup.Steps =
		static_cast<uint64_t>(std::lround(std::min(DemoSeconds, Scene.MaxSeconds) / static_cast<double>(Scene.Dt)));
	Setup.bStopEarly = true;
	fmt::print("{}: {}\n\n", Scene.Name, Scene.Description);
	std::fflush(stdout);

	// Once for what it writes, then again for the measurements: watching the agents of the page costs more than moving them.
	RunOutputs Outputs;
	Outputs.Record = DemoRecording;
	Outputs.Html = DemoPage;
	RunScene(Setup, Setup.MakeOptions(Threads, Isa), Outputs);
	const RunOutcome Outcome = RunScene(Setup, Setup.MakeOptions(Threads, Isa), {});
	fmt::print("{}\n", SummaryText(Setup, Outcome));
	const double StepMs = Outcome.Metrics.MsMean;
	fmt::print("speed      {:.2f} million agent steps a second\n",
		StepMs > 0.0 ? Outcome.Metrics.Agents / StepMs * 1e-3 : 0.0);
	fmt::print("replay     ./{}  (open it in a browser)\n", DemoPage);
	fmt::print("recording  ./{}  (check it with: crowd replay {})\n", DemoRecording, DemoRecording);
	return ExitSuccess;
}
}

VerbFunction AddDemoCommand(CLI::App& Verb)
{
	struct DemoArguments
	{
		int Threads = 0;
		EIsa Isa = EIsa::Auto;
	};
	auto Arguments = std::make_shared<DemoArguments>();
	AddThreadsOption(Verb, Arguments->Threads);
	AddIsaOption(Verb, Arguments->Isa);
	return [Arguments] { return RunDemo(Arguments->Threads, Arguments->Isa); };
}
}
