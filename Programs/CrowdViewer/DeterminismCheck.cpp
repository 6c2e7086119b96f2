// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdViewer/DeterminismCheck.h"

#include "CrowdCli/RunScene.h"
#include "CrowdCli/Summary.h"

#include <fmt/format.h>

namespace CrowdAvoidance::Viewer
{
namespace
{
std::string Describe(const Scenarios::Simulation& Run, const Scenarios::RunOptions& Options)
{
	const int Threads = Cli::CountThreads(Options.Threads);
	return fmt::format("{} on {} thread{}", IsaName(Run.GetWorld().ActiveIsa()), Threads, Threads == 1 ? "" : "s");
}
}

DeterminismCheck::~DeterminismCheck()
{
	Cancel();
}

void DeterminismCheck::Start(CheckedRun First, CheckedRun Second, uint64_t Steps)
{
	Cancel();
	WantedSteps = Steps;
	Now = ECheckState::Running;
	Worker = std::jthread([this, First = std::move(First), Second = std::move(Second)](const std::stop_token& Stop)
		{ Run(Stop, First, Second); });
}

void DeterminismCheck::Cancel()
{
	if (Worker.joinable())
	{
		Worker.request_stop();
		Worker.join();
	}
	DoneSteps = 0;
	Finish(ECheckState::Idle, {});
}

std::string DeterminismCheck::Verdict() const
{
	const std::lock_guard Guard(TextLock);
	return Text;
}

void DeterminismCheck::Run(const std::stop_token& Stop, const CheckedRun& First, const CheckedRun& Second)
{
	try
	{
		Compare(Stop, First, Second);
	}
	catch (const std::exception& Problem)
	{
		Finish(ECheckState::Failed, Problem.what());
	}
}

void DeterminismCheck::Compare(const std::stop_token& Stop, const CheckedRun& First, const CheckedRun& Second)
{
	Scenarios::Simulation A(First.Scene, First.Options);
	Scenarios::Simulation B(Second.Scene, Second.Options);
	const std::string Pair = fmt::format("{} and {}", Describe(A, First.Options), Describe(B, Second.Options));
	for (uint64_t Step = 0;; ++Step)
	{
		const uint64_t HashA = A.GetWorld().StateHash();
		const uint64_t HashB = B.GetWorld().StateHash();
		if (HashA != HashB)
		{
			Finish(ECheckState::Different,
				fmt::format("{} differ after step {}: state hash {} and {}", Pair, Step, Cli::HashText(HashA),
					Cli::HashText(HashB)));
			return;
		}
		DoneSteps = Step;
		if (Step == WantedSteps)
		{
			Finish(ECheckState::Same,
				fmt::format("{} agree in all {} steps: state hash {}", Pair, Step, Cli::HashText(HashA)));
			return;
		}
		if (Stop.stop_requested())
		{
			return;
		}
		A.Step();
		B.Step();
	}
}

void DeterminismCheck::Finish(ECheckState State, std::string NewText)
{
	{
		const std::lock_guard Guard(TextLock);
		Text = std::move(NewText);
	}
	Now = State;
}
}
