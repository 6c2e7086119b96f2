// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/RunScene.h"

#include "CrowdCli/Interrupts.h"
#include "CrowdCli/Options.h"
#include "CrowdCli/OutputFile.h"
#include "CrowdCli/Progress.h"
#include "CrowdCli/Summary.h"
#include "CrowdCore/CrowdRecording.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <thread>

namespace CrowdAvoidance::Cli
{
namespace
{
/// The text format of PedPy and JuPedSim: one line for each agent and frame.
class TrajectoryWriter
{
public:
	TrajectoryWriter(const std::string& Path, const Scenarios::Scene& Scene)
		: File(Path, "--trajectories"),
		  Heights(Scene.Agents.size()),
		  Order(Scene.Agents.size(), -1)
	{
		for (size_t Agent = 0; Agent < Heights.size(); ++Agent)
		{
			Heights[Agent] = Scene.Agents[Agent].Height;
		}
		File.Write(fmt::format("# framerate: {:.6g}\n# id frame x/m y/m z/m\n", 1.0 / static_cast<double>(Scene.Dt)));
	}

	void AddFrame(const World& World)
	{
		// Handles are numbered in the order of the scene. Those who have left it have no line any more.
		const AgentsView View = World.Agents();
		std::fill(Order.begin(), Order.end(), -1);
		for (int Index = 0; Index < View.Count; ++Index)
		{
			Order.at(View.HandleIndex[Index]) = Index;
		}
		Lines.clear();
		for (size_t Agent = 0; Agent < Order.size(); ++Agent)
		{
			const int Index = Order[Agent];
			if (Index < 0)
			{
				continue;
			}
			fmt::format_to(std::back_inserter(Lines), "{} {} {:.4f} {:.4f} {:.4f}\n", Agent, Frame,
				View.PositionX[Index], View.PositionY[Index], Heights[Agent]);
		}
		File.Write({Lines.data(), Lines.size()});
		++Frame;
	}

	void Commit() { File.Commit(); }

private:
	OutputFile File;
	std::vector<float> Heights;
	std::vector<int> Order; ///< Where in the view each agent is.
	fmt::memory_buffer Lines;
	int Frame = 0;
};

void Require(const Result<void>& Outcome)
{
	if (!Outcome)
	{
		throw InputError(fmt::format("--record: {}", Outcome.ErrorText()));
	}
}

void RefuseSharedPaths(const RunOutputs& Outputs)
{
	std::set<std::string> Paths;
	for (const std::string& Path : {Outputs.Record, Outputs.Trajectories, Outputs.Metrics})
	{
		if (!Path.empty() && !Paths.insert(Path).second)
		{
			throw InputError(fmt::format("two outputs of this run are to go to the same place, '{}'", Path));
		}
	}
	if (Outputs.Record == "-")
	{
		throw InputError("--record is '-', must be a file: a recording is not written to standard output");
	}
}
}

RunOutcome RunScene(const RunSetup& Setup, const Scenarios::RunOptions& Options, const RunOutputs& Outputs)
{
	RefuseSharedPaths(Outputs);
	const Scenarios::Scene Scene = Setup.MakeScene();

	const InterruptGuard Interrupts;
	std::optional<OutputFile> MetricsFile;
	std::optional<TrajectoryWriter> Trajectories;
	std::optional<RecordingWriter> Recording;
	if (!Outputs.Metrics.empty())
	{
		MetricsFile.emplace(Outputs.Metrics, "--metrics");
	}
	if (!Outputs.Trajectories.empty())
	{
		Trajectories.emplace(Outputs.Trajectories, Scene);
	}
	if (!Outputs.Record.empty())
	{
		Recording.emplace();
		Require(Recording->Open(Outputs.Record.c_str(), Setup.ToJson(), Scene.Dt));
	}

	Scenarios::Simulation Simulation(Scene, Options);
	Simulation.EnableMetrics();
	const auto AddFrame = [&]
	{
		if (Trajectories)
		{
			Trajectories->AddFrame(Simulation.GetWorld());
		}
		if (Recording)
		{
			Require(Recording->AddFrame(Simulation.GetWorld()));
		}
	};

	const bool bExact = Setup.Steps.has_value() && !Setup.bStopEarly;
	const auto Start = std::chrono::steady_clock::now();
	const uint64_t MostSteps =
		Setup.Steps.value_or(static_cast<uint64_t>(std::ceil(Scene.MaxSeconds / static_cast<double>(Scene.Dt))));
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
	if (Recording)
	{
		Require(Recording->Close());
	}
	if (Trajectories)
	{
		Trajectories->Commit();
	}
	if (MetricsFile)
	{
		MetricsFile->Write(MetricsJson(Outcome.Metrics));
		MetricsFile->Commit();
	}
	Outcome.ClockSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
	return Outcome;
}

int CountThreads(int Threads)
{
	return Threads > 0 ? Threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}
}
