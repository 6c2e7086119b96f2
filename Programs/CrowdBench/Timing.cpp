// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/Timing.h"

#include "CrowdBench/Latency.h"
#include "CrowdBench/Machine.h"
#include "Scenarios/Simulation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>
#include <utility>

namespace CrowdAvoidance::Bench
{
namespace
{
/// OpenMP's threads spin for a while after their last loop and TBB's look around for work before they sleep. The next
/// contender waits them out.
constexpr std::chrono::milliseconds SettleTime{20};

/// Seconds of each timed step.
struct Samples
{
	std::vector<double> Step;
	std::vector<double> Avoidance; // Without planning.
};

struct Entrant
{
	std::unique_ptr<Contender> Simulator;
	CrowdFrame Start; // After warming up; every window begins here.
	int WindowsPerBlock = 1;
	double ResidentGrowth = 0.0;
	std::vector<Samples> Rounds;
	StageTimes Stages;       // Summed over all timed steps.
	double AgentSteps = 0.0; // Agents that were there, summed over all timed steps.
};

double SumOf(const std::vector<double>& Values)
{
	return std::accumulate(Values.begin(), Values.end(), 0.0);
}

double MeanOf(const std::vector<double>& Values)
{
	return SumOf(Values) / static_cast<double>(Values.size());
}

void TimeStep(Entrant& Each, Samples& Out)
{
	// Who leaves the scene does so after the step.
	Each.AgentSteps += Each.Simulator->PresentCount();
	Out.Step.push_back(Each.Simulator->Step());
	Out.Avoidance.push_back(Out.Step.back());
	if (const StageTimes* Stages = Each.Simulator->Stages())
	{
		Each.Stages.Sort += Stages->Sort;
		Each.Stages.Neighbors += Stages->Neighbors;
		Each.Stages.Solve += Stages->Solve;
		Each.Stages.Plan += Stages->Plan;
		Each.Stages.Integrate += Stages->Integrate;
		Out.Avoidance.back() -= Stages->Plan / Each.Simulator->Threads();
	}
}

void TimeWindow(Entrant& Each, const TimingPlan& Plan, Samples& Out)
{
	using Clock = std::chrono::steady_clock;
	Each.Simulator->Restore(Each.Start);
	for (int Step = 0; Step < Plan.SettleSteps; ++Step)
	{
		Each.Simulator->Step();
	}
	const auto Frame = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(Plan.FrameSeconds));
	Clock::time_point Next = Clock::now();
	for (int Step = 0; Step < Plan.WindowSteps; ++Step)
	{
		if (Plan.FrameSeconds > 0.0)
		{
			// A frame that was missed is not made up for.
			Next = std::max(Next + Frame, Clock::now());
			std::this_thread::sleep_until(Next);
		}
		TimeStep(Each, Out);
	}
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
	Samples First;
	TimeWindow(Made, Plan, First);
	Made.WindowsPerBlock = std::max(1, static_cast<int>(std::ceil(Plan.BlockSeconds / SumOf(First.Step))));
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

/// All that was timed, in one list.
std::vector<double> AllOf(const Entrant& Each, std::vector<double> Samples::*Part)
{
	std::vector<double> All;
	for (const Samples& Round : Each.Rounds)
	{
		All.insert(All.end(), (Round.*Part).begin(), (Round.*Part).end());
	}
	return All;
}

/// What Statistic makes of each round.
template <typename StatisticType>
std::vector<double> EachRound(const Entrant& Each, std::vector<double> Samples::*Part, StatisticType&& Statistic)
{
	std::vector<double> Values;
	for (const Samples& Round : Each.Rounds)
	{
		Values.push_back(Statistic(Round.*Part));
	}
	return Values;
}

/// How many times as fast as the peer's step, within rounds; not measured where there is no peer.
template <typename StatisticType>
double TimesPeer(
	const Entrant& Each, const Entrant* Peer, std::vector<double> Samples::*Part, StatisticType&& Statistic)
{
	if (!Peer)
	{
		return NotMeasured;
	}
	const std::vector<double> Ours = EachRound(Each, Part, Statistic);
	std::vector<double> Ratios = EachRound(*Peer, &Samples::Step, Statistic);
	for (size_t Round = 0; Round < Ratios.size(); ++Round)
	{
		Ratios[Round] /= Ours[Round];
	}
	return Median(Ratios);
}

double NinetyNinth(const std::vector<double>& Values)
{
	return Percentile(Values, 0.99);
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
	Line.Pace = Plan.FrameSeconds > 0.0 ? "game" : "back to back";
	const std::vector<double> Means = EachRound(Each, &Samples::Step, MeanOf);
	const std::vector<double> Steps = AllOf(Each, &Samples::Step);
	Line.MsMedian = 1e3 * Median(Means);
	Line.MsBest = 1e3 * *std::min_element(Means.begin(), Means.end());
	Line.AvoidanceMs = 1e3 * Median(EachRound(Each, &Samples::Avoidance, MeanOf));
	Line.AvoidanceMsP99 = 1e3 * NinetyNinth(AllOf(Each, &Samples::Avoidance));
	FillLatency(Steps, Plan.bHistogram, Line);
	Line.AgentsPresent = Each.AgentSteps / static_cast<double>(Steps.size());
	Line.NsPerAgent = 1e6 * Line.MsMedian / Line.AgentsPresent;
	const Entrant* const Rvo2 = FindEntrant(Entrants, "rvo2", Each.Simulator->Threads());
	Line.TimesRvo2 = TimesPeer(Each, Rvo2, &Samples::Step, MeanOf);
	Line.TimesRvo2P99 = TimesPeer(Each, Rvo2, &Samples::Step, NinetyNinth);
	Line.TimesRvo2Avoidance = TimesPeer(Each, Rvo2, &Samples::Avoidance, MeanOf);
	Line.TimesRvo2AvoidanceP99 = TimesPeer(Each, Rvo2, &Samples::Avoidance, NinetyNinth);
	Line.TimesDetour = TimesPeer(Each, FindEntrant(Entrants, "detour", 0), &Samples::Step, MeanOf);
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
			Samples& Out = Each.Rounds.emplace_back();
			for (int Window = 0; Window < Each.WindowsPerBlock; ++Window)
			{
				TimeWindow(Each, Plan, Out);
			}
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
