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
	std::vector<double> AllSteps;    // Seconds of each timed step.
	StageTimes Stages;               // Summed over all timed steps.
	double AgentSteps = 0.0;         // Agents that were there, summed over all timed steps.
};

double TimeWindow(Entrant& Each, const TimingPlan& Plan)
{
	Each.Simulator->Restore(Each.Start);
	for (int Step = 0; Step < Plan.SettleSteps; ++Step)
	{
		Each.Simulator->Step();
	}
	double Seconds = 0.0;
	for (int Step = 0; Step < Plan.WindowSteps; ++Step)
	{
		// Who leaves the scene does so after the step.
		Each.AgentSteps += Each.Simulator->PresentCount();
		Each.AllSteps.push_back(Each.Simulator->Step());
		Seconds += Each.AllSteps.back();
		if (const StageTimes* Stages = Each.Simulator->Stages())
		{
			Each.Stages.Sort += Stages->Sort;
			Each.Stages.Neighbors += Stages->Neighbors;
			Each.Stages.Solve += Stages->Solve;
			Each.Stages.Plan += Stages->Plan;
			Each.Stages.Integrate += Stages->Integrate;
		}
	}
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
	const double Window = TimeWindow(Made, Plan);
	Made.WindowsPerBlock = std::max(1, static_cast<int>(std::ceil(Plan.BlockSeconds / Window)));
	Made.AllSteps.clear();
	Made.Stages = {};
	Made.AgentSteps = 0.0;
	return Made;
}

/// The contender of that name; on so many threads, unless that is 0.
const Entrant* FindEntrant(const std::vector<Entrant>& Entrants, const char* Name, int Threads)
{
	const auto Found = std::find_if(Entrants.begin(), Entrants.end(),
		[Name, Threads](const Entrant& Each)
		{ return Each.Simulator->Name() == Name && (Threads == 0 || Each.Simulator->Threads() == Threads); });
	return Found == Entrants.end() ? nullptr : &*Found;
}

/// How many times as fast as the peer, within rounds; not measured where there is no peer.
double TimesPeer(const Entrant& Each, const Entrant* Peer)
{
	if (!Peer)
	{
		return NotMeasured;
	}
	std::vector<double> Ratios;
	for (size_t Round = 0; Round < Each.StepSeconds.size(); ++Round)
	{
		Ratios.push_back(Peer->StepSeconds[Round] / Each.StepSeconds[Round]);
	}
	return Median(Ratios);
}

/// Between those who are there.
Scenarios::OverlapCount CountOverlaps(const Scenarios::Scene& Scene, const CrowdFrame& Frame)
{
	std::vector<float> X;
	std::vector<float> Y;
	std::vector<float> Radii;
	for (size_t Agent = 0; Agent < Scene.Agents.size(); ++Agent)
	{
		if (!Frame.bGone[Agent])
		{
			X.push_back(Frame.X[Agent]);
			Y.push_back(Frame.Y[Agent]);
			Radii.push_back(Scene.Agents[Agent].Radius);
		}
	}
	return Scenarios::CountOverlaps(static_cast<int>(X.size()), X.data(), Y.data(), Radii.data());
}

Row MakeRow(
	const Scenarios::Scene& Scene, const Entrant& Each, const std::vector<Entrant>& Entrants, const TimingPlan& Plan)
{
	const double Agents = static_cast<double>(Scene.Agents.size());
	Row Line;
	Line.Scene = Scene.Name;
	Line.Agents = Agents;
	Line.Planner = Scene.Planner;
	Line.Contender = Each.Simulator->Name();
	Line.Isa = Each.Simulator->Isa();
	Line.Threads = Each.Simulator->Threads();
	Line.Rounds = Plan.Rounds;
	Line.StepsPerRound = Each.WindowsPerBlock * Plan.WindowSteps;
	Line.MsMedian = 1e3 * Median(Each.StepSeconds);
	Line.MsBest = 1e3 * *std::min_element(Each.StepSeconds.begin(), Each.StepSeconds.end());
	Line.MsP99 = 1e3 * Percentile(Each.AllSteps, 0.99);
	Line.AgentsPresent = Each.AgentSteps / static_cast<double>(Each.AllSteps.size());
	Line.NsPerAgent = 1e6 * Line.MsMedian / Line.AgentsPresent;
	Line.TimesRvo2 = TimesPeer(Each, FindEntrant(Entrants, "rvo2", Each.Simulator->Threads()));
	Line.TimesDetour = TimesPeer(Each, FindEntrant(Entrants, "detour", 0));
	if (Each.Simulator->Stages())
	{
		const double Scale = 1e9 / Each.AgentSteps;
		Line.SortNs = Scale * Each.Stages.Sort;
		Line.NeighborsNs = Scale * Each.Stages.Neighbors;
		Line.SolveNs = Scale * Each.Stages.Solve;
		Line.IntegrateNs = Scale * Each.Stages.Integrate;
		if (Scene.Planner != "goal")
		{
			Line.PlanNs = Scale * Each.Stages.Plan;
			Line.PlanShare =
				Line.PlanNs / (Line.SortNs + Line.NeighborsNs + Line.SolveNs + Line.IntegrateNs + Line.PlanNs);
		}
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

double Percentile(std::vector<double> Values, double Share)
{
	std::sort(Values.begin(), Values.end());
	const double Rank = std::ceil(Share * static_cast<double>(Values.size()));
	return Values[static_cast<size_t>(std::max(Rank, 1.0)) - 1];
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
				Seconds += TimeWindow(Each, Plan);
			}
			Each.StepSeconds.push_back(Seconds / (Each.WindowsPerBlock * Plan.WindowSteps));
		}
	}
	std::vector<Row> Rows;
	for (const Entrant& Each : Entrants)
	{
		Rows.push_back(MakeRow(Scene, Each, Entrants, Plan));
	}
	return Rows;
}

void MeasureQuality(const Scenarios::Scene& Scene, Contender& Filled, double Seconds, int FrameStride, Row& Out)
{
	const int Count = static_cast<int>(Scene.Agents.size());
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
			const Scenarios::OverlapCount Overlaps = CountOverlaps(Scene, Frame);
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
