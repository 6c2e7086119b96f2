// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Validation/StepTiming.h"

#include "CrowdBench/Timing.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <iterator>
#include <limits>
#include <thread>

namespace CrowdAvoidance::Validation
{
namespace
{
/// Threads of the one before may still look around for work.
constexpr std::chrono::milliseconds SettleTime{10};

void Require(const Result<void>& Outcome, const Scenarios::Scene& Scene)
{
	if (!Outcome)
	{
		throw Scenarios::InputError(fmt::format("{}: {}", Scene.Name, Outcome.ErrorText()));
	}
}

void Add(StageTimes& Sum, const StageTimes& Times, double Scale)
{
	Sum.Sort += Scale * Times.Sort;
	Sum.Neighbors += Scale * Times.Neighbors;
	Sum.Perceive += Scale * Times.Perceive;
	Sum.Solve += Scale * Times.Solve;
	Sum.Integrate += Scale * Times.Integrate;
	Sum.Wall += Scale * Times.Wall;
	for (size_t Step = 0; Step < std::size(Sum.Model); ++Step)
	{
		Sum.Model[Step] += Scale * Times.Model[Step];
	}
}
}

Bench::CrowdFrame WarmUp(const Scenarios::Scene& Scene, const Scenarios::RunOptions& Options, double Seconds)
{
	Scenarios::Simulation Crowd(Scene, Options);
	const int Steps = static_cast<int>(std::lround(Seconds / Scene.Dt));
	for (int Step = 0; Step < Steps; ++Step)
	{
		Crowd.Step();
	}
	// Handles are numbered in the order of the scene, and a scene's agents are never removed.
	const AgentsView View = Crowd.GetWorld().Agents();
	Bench::CrowdFrame Frame;
	Frame.Resize(Scene.Agents.size());
	for (int Index = 0; Index < View.Count; ++Index)
	{
		const uint32_t Agent = View.HandleIndex[Index];
		Frame.X[Agent] = View.PositionX[Index];
		Frame.Y[Agent] = View.PositionY[Index];
		Frame.VelocityX[Agent] = View.VelocityX[Index];
		Frame.VelocityY[Agent] = View.VelocityY[Index];
	}
	return Frame;
}

TimedStep MakeSimulation(
	const Scenarios::Scene& Scene, const Scenarios::RunOptions& Options, const Bench::CrowdFrame& Start)
{
	auto Crowd = std::make_shared<Scenarios::Simulation>(Scene, Options);
	World& World = Crowd->GetWorld();
	for (uint32_t Agent = 0; Agent < Scene.Agents.size(); ++Agent)
	{
		const AgentHandle Handle = World.HandleOf(Agent);
		Require(World.SetPosition(Handle, {Start.X[Agent], Start.Y[Agent]}), Scene);
		Require(World.SetVelocity(Handle, {Start.VelocityX[Agent], Start.VelocityY[Agent]}), Scene);
	}
	return [Crowd]
	{
		Crowd->Step();
		return Crowd->LastReport().Times;
	};
}

TimedStep MakePeer(
	const Scenarios::Scene& Scene, std::shared_ptr<Bench::Contender> Peer, const Bench::CrowdFrame& Start)
{
	Peer->Fill(Scene);
	Peer->Restore(Start);
	return [Peer]
	{
		StageTimes Times;
		Times.Wall = Peer->Step();
		return Times;
	};
}

std::vector<RoundTimes> TimeSteps(
	const std::vector<TimedStep>& Runners, const TimingPlan& Plan, const std::function<void()>& OnRound)
{
	// The first step makes room, and touches everything for the first time.
	for (const TimedStep& Step : Runners)
	{
		Step();
	}
	std::vector<RoundTimes> Times(Runners.size());
	for (int Round = 0; Round < Plan.Rounds; ++Round)
	{
		for (size_t Runner = 0; Runner < Runners.size(); ++Runner)
		{
			std::this_thread::sleep_for(SettleTime);
			StageTimes Mean;
			for (int Step = 0; Step < Plan.StepsPerRound; ++Step)
			{
				Add(Mean, Runners[Runner](), 1.0 / Plan.StepsPerRound);
			}
			Times[Runner].push_back(Mean);
		}
		OnRound();
	}
	return Times;
}

double MedianTime(const RoundTimes& Times, const TimePart& Part)
{
	std::vector<double> Values;
	for (const StageTimes& Round : Times)
	{
		Values.push_back(Part(Round));
	}
	return Bench::Median(Values);
}

double MedianRatio(const RoundTimes& Times, const RoundTimes& Others, const TimePart& Part)
{
	std::vector<double> Ratios;
	for (size_t Round = 0; Round < Times.size(); ++Round)
	{
		if (Part(Others[Round]) > 0.0)
		{
			Ratios.push_back(Part(Times[Round]) / Part(Others[Round]));
		}
	}
	return Ratios.empty() ? std::numeric_limits<double>::quiet_NaN() : Bench::Median(Ratios);
}
}
