// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/Commands.h"
#include "CrowdCli/Flags.h"
#include "CrowdCli/Progress.h"
#include "CrowdCli/RunSetup.h"
#include "CrowdCli/Summary.h"
#include "CrowdCore/CrowdRecording.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace CrowdAvoidance::Cli
{
namespace
{
/// Where the two crowds part: the agent with the lowest number that is not where it was.
std::string FirstDifference(const RecordedFrame& Recorded, const World& World)
{
	const AgentsView View = World.Agents();
	if (View.Count != Recorded.AgentCount)
	{
		return fmt::format("{} agents, recorded {}", View.Count, Recorded.AgentCount);
	}
	std::vector<int> Order(static_cast<size_t>(View.Count));
	for (int Index = 0; Index < View.Count; ++Index)
	{
		Order[static_cast<size_t>(Index)] = Index;
	}
	std::sort(Order.begin(), Order.end(), [&](int A, int B) { return View.HandleIndex[A] < View.HandleIndex[B]; });
	for (size_t Agent = 0; Agent < Order.size(); ++Agent)
	{
		const int Index = Order[Agent];
		const RecordedAgent& Was = Recorded.Agents[Agent];
		const RecordedAgent Is = {View.HandleIndex[Index], {View.PositionX[Index], View.PositionY[Index]},
			{View.VelocityX[Index], View.VelocityY[Index]}};
		if (Is.HandleIndex != Was.HandleIndex || Is.Position != Was.Position || Is.Velocity != Was.Velocity)
		{
			return fmt::format("agent {} at ({:.9g}, {:.9g}) with velocity ({:.9g}, {:.9g}), recorded agent {} at "
							   "({:.9g}, {:.9g}) with ({:.9g}, {:.9g})",
				Is.HandleIndex, Is.Position.X, Is.Position.Y, Is.Velocity.X, Is.Velocity.Y, Was.HandleIndex,
				Was.Position.X, Was.Position.Y, Was.Velocity.X, Was.Velocity.Y);
		}
	}
	return "all agents are where they were, their goals differ";
}

int Replay(const std::string& Path, int Threads, EIsa Isa)
{
	RecordingReader Reader;
	if (const Result<void> Opened = Reader.Open(Path.c_str()); !Opened)
	{
		throw InputError(Opened.ErrorText());
	}
	const int Frames = Reader.FrameCount();
	if (Frames == 0)
	{
		throw InputError(fmt::format("'{}' has no frames, so there is nothing to compare", Path));
	}
	const RunSetup Setup = RunSetup::FromJson(std::string(Reader.SetupText()), Path);
	const Scenarios::Scene Scene = Setup.MakeScene();
	if (Scene.Dt != Reader.Dt())
	{
		throw InputError(fmt::format(
			"'{}': its set-up has a time step of {:.9g} s, its header one of {:.9g} s", Path, Scene.Dt, Reader.Dt()));
	}
	Scenarios::Simulation Simulation(Scene, Setup.MakeOptions(Threads, Isa));

	Progress Bar("replay", static_cast<uint64_t>(Frames));
	for (int Frame = 0; Frame < Frames; ++Frame)
	{
		if (Frame > 0)
		{
			Simulation.Step();
		}
		const Result<RecordedFrame> Recorded = Reader.ReadFrame(Frame);
		if (!Recorded)
		{
			throw InputError(Recorded.ErrorText());
		}
		const uint64_t Hash = Simulation.GetWorld().StateHash();
		if (Hash != Recorded.Value().StateHash)
		{
			fmt::print("frame {} of {} differs: state hash {}, recorded {}\n", Frame, Frames, HashText(Hash),
				HashText(Recorded.Value().StateHash));
			fmt::print("first difference: {}\n", FirstDifference(Recorded.Value(), Simulation.GetWorld()));
			return ExitCheckFailed;
		}
		Bar.Update(static_cast<uint64_t>(Frame));
	}
	fmt::print("{} frames match\n", Frames);
	return ExitSuccess;
}
}

VerbFunction AddReplayCommand(CLI::App& Verb)
{
	struct ReplayArguments
	{
		std::string Path;
		int Threads = 0;
		EIsa Isa = EIsa::Auto;
	};
	auto Arguments = std::make_shared<ReplayArguments>();
	Verb.add_option("RECORDING", Arguments->Path, "a .crowdrec file")->required();
	AddThreadsOption(Verb, Arguments->Threads);
	AddIsaOption(Verb, Arguments->Isa);
	return [Arguments] { return Replay(Arguments->Path, Arguments->Threads, Arguments->Isa); };
}
}
