// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Runs that are steered.

#include "Scenarios/Simulation.h"

#include <gtest/gtest.h>

namespace CrowdAvoidance::Scenarios::SteeredSceneTest
{
namespace
{
/// Back and forth with so many agents, for so many steps; the overlaps of all frames and the state at the end.
Metrics SteeredRun(std::string Model, int Agents, int Steps, int Threads = 1)
{
	SceneOptions Options;
	Options.Agents = Agents;
	Simulation Run(LoadScene("back-and-forth", Options),
		{.World = {.Model = Model}, .Planner = EPlanner::Steering, .Threads = Threads});
	Run.EnableMetrics();
	for (int Step = 0; Step < Steps; ++Step)
	{
		Run.Step();
	}
	return Run.ComputeMetrics();
}

TEST(SteeredScene, DoNotDependOnThreads)
{
	const Metrics One = SteeredRun("orca", 60, 300);
	EXPECT_EQ(SteeredRun("orca", 60, 300).StateHash, One.StateHash);
	EXPECT_EQ(SteeredRun("orca", 60, 300, 2).StateHash, One.StateHash);
}

TEST(SteeredScene, TrackArrivals)
{
	// There and back: the second goal is where the agents began.
	const Metrics Run = SteeredRun("orca", 20, 400);
	EXPECT_EQ(Run.Arrived, 20);
	EXPECT_GT(Run.Time50, 20.0);
	EXPECT_LT(Run.TimeAll, 40.0);
	EXPECT_LT(Run.PathLengthRatio, 1.2);
	EXPECT_EQ(Run.OverlapPairsPerFrame, 0.0);
}
}
}
