// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdBench/Contender.h"
#include "CrowdBench/Report.h"

#include <functional>
#include <memory>
#include <vector>

namespace CrowdAvoidance::Bench
{
struct TimingPlan
{
	int WarmupSteps = 20; ///< Until the crowd is in motion.
	/// Taken after each return to the start of the window and not timed: who has just been sent off looks around first.
	int SettleSteps = 0;
	int WindowSteps = 40;       ///< The steps that are timed, the same ones for everybody.
	double BlockSeconds = 0.05; ///< A contender repeats its window until its block in a round took this long.
	int Rounds = 5;
	double FrameSeconds =
		0.0; ///< A step begins every so often, with rest in between; 0: one begins when the last one ends.
	bool bHistogram = false; ///< Also note how many steps took how long.
};

double Median(std::vector<double> Values);
/// The smallest of the values that at least this share of them does not exceed.
double Percentile(std::vector<double> Values, double Share);

/// Makes one contender at a time, so that the growth of the process is that one's.
using ContenderFactory = std::function<std::unique_ptr<Contender>()>;

/// All contenders in one scene, in alternating rounds; ratios are taken within a round, so that what disturbs the machine
/// disturbs both sides. Fills the columns from Scene to ResidentBytesPerAgent and from Planner on.
std::vector<Row> TimeContenders(
	const Scenarios::Scene& Scene, const std::vector<ContenderFactory>& Factories, const TimingPlan& Plan);

/// Runs until the scene's stop rule, or Seconds at the latest, counts overlaps every FrameStride steps, and fills the
/// columns from QualitySeconds to ArrivedFraction.
void MeasureQuality(const Scenarios::Scene& Scene, Contender& Filled, double Seconds, int FrameStride, Row& Out);
}
