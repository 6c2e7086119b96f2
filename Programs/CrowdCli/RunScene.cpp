// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/RunScene.h"

#include "CrowdCli/Interrupts.h"
#include "CrowdCli/Options.h"
#include "CrowdCli/Progress.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace CrowdAvoidance::Cli
{
RunOutcome RunScene(const RunSetup& Setup, const Scenarios::RunOptions& Options, const RunOutputs& Outputs,
	const Scenarios::MeasureOptions& Measures)
{
	const Scenarios::Scene Scene = Setup.MakeScene();

	const InterruptGuard Interrupts;
	const std::vector<std::unique_ptr<RunOutput>> Open = OpenOutputs(Outputs, Setup, Scene);
	Scenarios::Simulation Simulation(Scene, Options);
	if (!Setup.State.empty())
	{
		SnapshotReader State(Setup.State);
		Simulation.Load(State);
	}
	Simulation.EnableMetrics(Measures);
	const auto AddFrame = [&]
	{
		for (const std::unique_ptr<RunOutput>& Output : Open)
		{
			Output->AddFrame(Simulation);
		}
	};

	const bool bExact = Setup.Steps.has_value() && !Setup.bStopEarly;
	const auto Start = std::chrono::steady_clock::now();
	const double SecondsLeft = std::max(Scene.MaxSeconds - Simulation.SimulatedSeconds(), 0.0);
	const uint64_t MostSteps =
		Setup.Steps.value_or(static_cast<uint64_t>(std::ceil(SecondsLeft / static_cast<double>(Scene.Dt))));
	{
		Progress Bar(Setup.Name, MostSteps);
		AddFrame();
		for (uint64_t Step = 0; Step < MostSteps; ++Step)
		{
			const bool bGoOn = Simulation.Step() || bExact;
			AddFrame();
			Bar.Update(Step + 1);
			if (WasInterrupted())
			{
				throw InputError("interrupted");
			}
			if (!bGoOn)
			{
				break;
			}
		}
	}

	RunOutcome Outcome;
	Outcome.Metrics = Simulation.ComputeMetrics();
	Outcome.SimulatedSeconds = Simulation.SimulatedSeconds();
	Outcome.Dt = Scene.Dt;
	Outcome.Isa = Simulation.GetWorld().ActiveIsa();
	Outcome.Threads = CountThreads(Options.Threads);
	for (const std::unique_ptr<RunOutput>& Output : Open)
	{
		Output->Commit(Outcome.Metrics);
	}
	Outcome.ClockSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
	return Outcome;
}

int CountThreads(int Threads)
{
	return Threads > 0 ? Threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}
}
