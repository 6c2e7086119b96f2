// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/Timing.h"

#include "CrowdBench/Machine.h"
#include "Scenarios/Simulation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

namespace CrowdAvoidance::Bench
{
namespace
{
/// OpenMP's threads spin for a while after their last loop and TBB's look around for work before they sleep. The next
/// contender waits them out.
constexpr std::chrono::milliseconds SettleTime{20};

struct Entrant
{
	std::unique_ptr<Contender> Simulator;
	CrowdFrame Start; // After warming up; every window begins here.
	int WindowsPerBlock = 1;
	double ResidentGrowth = 0.0;
	std::vector<double> StepSeconds; // One a round.
	StageTimes Stages;               // Summed over all timed steps.
	int64_t TimedSteps = 0;
};

double TimeWindow(Entrant& Each, int Steps)
{
	Each.Simulator->Restore(Each.Start);
	double Seconds = 0.0;
	for (int Step = 0; Step < Steps; ++Step)
	{
		Seconds += Each.Simulator->Step();
		if (const StageTimes* Stages = Each.Simulator->Stages())
		{
			Each.Stages.Sort += Stages->Sort;
			Each.Stages.Neighbors += Stages->Neighbors;
			Each.Stages.Solve += Stages->Solve;
			Each.Stages.Integrate += Stages->Integrate;
		}
	}
	Each.TimedSteps += Steps;
	return Seconds;
}

Entrant Prepare(const Scenarios::Scene& Scene, const ContenderFactory& Factory, const TimingPlan& Plan)
{
	Entrant Made;
	const size_t Before = ResidentBytes();
	Made.Simulator = Factory();
	Made.Simulator->Fill(Scene);
	for (int Step = 0; Step < Plan.WarmupSteps; ++Step)
	{
		Made.Simulator->Step();
	}
	Made.ResidentGrowth = static_cast<double>(ResidentBytes()) - static_cast<double>(Before);
	Made.Simulator->Read(Made.Start);
	const double Window = TimeWindow(Made, Plan.WindowSteps);
	Made.WindowsPerBlock = std::max(1, static_cast<int>(std::ceil(Plan.BlockSeconds / Window)));
	Made.Stages = {};
	Made.TimedSteps = 0;
	return Made;
}

const Entrant* FindRvo2(const std::vector<Entrant>& Entrants, int Threads)
{
	const auto Found = std::find_if(Entrants.begin(), Entrants.end(),
		[Threads](const Entrant& Each)
		{ return Each.Simulator->Name() == "rvo2" && Each.Simulator->Threads() == Threads; });
	return Found == Entrants.end() ? nullptr : &*Found;
}

Row MakeRow(const Scenarios::Scene& Scene, const Entrant& Each, const Entrant* Rvo2, const TimingPlan& Plan)
{
	const double Agents = static_cast<double>(Scene.Agents.size());
	Row Line;
	Line.Scene = Scene.Name;
	Line.Agents = Agents;
	Line.Contender = Each.Simulator->Name();
	Line.Isa = Each.Simulator->Isa();
	Line.Threads = Each.Simulator->Threads();
	Line.Rounds = Plan.Rounds;
	Line.StepsPerRound = Each.WindowsPerBlock * Plan.WindowSteps;
	Line.MsMedian = 1e3 * Median(Each.StepSeconds);
	Line.MsBest = 1e3 * *std::min_element(Each.StepSeconds.begin(), Each.StepSeconds.end());
	Line.NsPerAgent = 1e6 * Line.MsMedian / Agents;
	if (Rvo2)
	{
		std::vector<double> Ratios;
		for (size_t Round = 0; Round < Each.StepSeconds.size(); ++Round)
		{
			Ratios.push_back(Rvo2->StepSeconds[Round] / Each.StepSeconds[Round]);
		}
		Line.TimesRvo2 = Median(Ratios);
	}
	if (Each.Simulator->Stages())
	{
		const double Scale = 1e9 / (Agents * static_cast<double>(Each.TimedSteps));
		Line.SortNs = Scale * Each.Stages.Sort;
		Line.NeighborsNs = Scale * Each.Stages.Neighbors;
		Line.SolveNs = Scale * Each.Stages.Solve;
		Line.IntegrateNs = Scale * Each.Stages.Integrate;
	}
	if (Each.Simulator->MemoryBytes() > 0)
	{
		Line.BytesPerAgent = static_cast<double>(Each.Simulator->MemoryBytes()) / Agents;
	}
	Line.ResidentBytesPerAgent = std::max(0.0, Each.ResidentGrowth) / Agents;
	return Line;
}
}

double Median(std::vector<double> Values)
{
	std::sort(Values.begin(), Values.end());
	const size_t Middle = Values.size() / 2;
	return Values.size() % 2 == 1 ? Values[Middle] : 0.5 * (Values[Middle - 1] + Values[Middle]);
}

std::vector<Row> TimeContenders(
	const Scenarios::Scene& Scene, const std::vector<ContenderFactory>& Factories, const TimingPlan& Plan)
{
	std::vector<Entrant> Entrants;
	for (const ContenderFactory& Factory : Factories)
	{
		Entrants.push_back(Prepare(Scene, Factory, Plan));
	}
	for (int Round = 0; Round < Plan.Rounds; ++Round)
	{
		for (Entrant& Each : Entrants)
		{
			std::this_thread::sleep_for(SettleTime);
			double Seconds = 0.0;
			for (int Window = 0; Window < Each.WindowsPerBlock; ++Window)
			{
				Seconds += TimeWindow(Each, Plan.WindowSteps);
			}
			Each.StepSeconds.push_back(Seconds / (Each.WindowsPerBlock * Plan.WindowSteps));
		}
	}
	std::vector<Row> Rows;
	for (const Entrant& Each : Entrants)
	{
		Rows.push_back(MakeRow(Scene, Each, FindRvo2(Entrants, Each.Simulator->Threads()), Plan));
	}
	return Rows;
}

void MeasureQuality(const Scenarios::Scene& Scene, Contender& Filled, double Seconds, int FrameStride, Row& Out)
{
	std::vector<float> Radii;
	for (const Scenarios::SceneAgent& Agent : Scene.Agents)
	{
		Radii.push_back(Agent.Radius);
	}
	const int Count = static_cast<int>(Radii.size());
	const int MaxSteps = static_cast<int>(std::lround(std::min(Seconds, Scene.MaxSeconds) / Scene.Dt));
	CrowdFrame Frame;
	Scenarios::OverlapCount Deepest;
	int64_t Pairs = 0;
	int64_t DeepPairs = 0;
	int Frames = 0;
	int Step = 0;
	while (Step < MaxSteps && Filled.ArrivedCount() < Scene.StopFraction * Count)
	{
		Filled.Step();
		++Step;
		if (Step % FrameStride == 0)
		{
			Filled.Read(Frame);
			const Scenarios::OverlapCount Overlaps =
				Scenarios::CountOverlaps(Count, Frame.X.data(), Frame.Y.data(), Radii.data());
			Pairs += Overlaps.Pairs;
			DeepPairs += Overlaps.DeepPairs;
			Deepest.DeepestMeters = std::max(Deepest.DeepestMeters, Overlaps.DeepestMeters);
			Deepest.DeepestFraction = std::max(Deepest.DeepestFraction, Overlaps.DeepestFraction);
			++Frames;
		}
	}
	if (Frames == 0)
	{
		return;
	}
	Out.QualitySeconds = Step * static_cast<double>(Scene.Dt);
	Out.OverlapsPerFrame = static_cast<double>(Pairs) / Frames;
	Out.DeepPerFrame = static_cast<double>(DeepPairs) / Frames;
	Out.DeepestMeters = Deepest.DeepestMeters;
	Out.DeepestFraction = Deepest.DeepestFraction;
	Out.ArrivedFraction = static_cast<double>(Filled.ArrivedCount()) / Count;
}
}
