// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdBench/Contender.h"
#include "Scenarios/Simulation.h"

#include <functional>
#include <memory>
#include <vector>

namespace CrowdAvoidance::Validation
{
/// A simulator that is timed: does one step and says what it took, Wall at least.
using TimedStep = std::function<StageTimes()>;

/// Where a crowd is after so much time. Everyone who is timed starts from there.
Bench::CrowdFrame WarmUp(const Scenarios::Scene& Scene, const Scenarios::RunOptions& Options, double Seconds);

/// The scene must outlive what these give back.
TimedStep MakeSimulation(
	const Scenarios::Scene& Scene, const Scenarios::RunOptions& Options, const Bench::CrowdFrame& Start);
TimedStep MakePeer(
	const Scenarios::Scene& Scene, std::shared_ptr<Bench::Contender> Peer, const Bench::CrowdFrame& Start);

struct TimingPlan
{
	int Rounds = 5;
	int StepsPerRound = 20;
};

/// What the average step of each round took.
using RoundTimes = std::vector<StageTimes>;

/// In alternating rounds, so that what disturbs the machine disturbs everyone. In a round all do the same number of steps, and so go
/// through the same stretch of simulated time. OnRound is called after each round.
std::vector<RoundTimes> TimeSteps(
	const std::vector<TimedStep>& Runners, const TimingPlan& Plan, const std::function<void()>& OnRound);

/// @name Medians over the rounds; Part picks the time that is meant
/// @{
using TimePart = std::function<double(const StageTimes&)>;
inline double WallTime(const StageTimes& Times)
{
	return Times.Wall;
}
double MedianTime(const RoundTimes& Times, const TimePart& Part);
/// How many times as long as the other it took, within a round. Not a number where the other's time is too short to measure.
double MedianRatio(const RoundTimes& Times, const RoundTimes& Others, const TimePart& Part);
/// @}
}
