// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The steering law on a few agents, and a run that is steered by it.

#include "Scenarios/Steering.h"
#include "Scenarios/Simulation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace CrowdAvoidance::Scenarios
{
namespace
{
constexpr float Dt = 0.1f;

SteeringAgent Walker(Vec2 Position, Vec2 Velocity, Vec2 Goal)
{
	return {.Position = Position, .Velocity = Velocity, .Goal = Goal, .bHasGoal = true};
}

std::vector<Vec2> Steered(const std::vector<SteeringAgent>& Agents, const SteeringParameters& Parameters = {})
{
	std::vector<Vec2> Velocities(Agents.size());
	Steering(Parameters).Compute(Agents, Dt, Velocities);
	return Velocities;
}

float Speed(Vec2 Velocity)
{
	return std::hypot(Velocity.X, Velocity.Y);
}

/// Back and forth with so many agents, for so many steps; the overlaps of all frames and the state at the end.
Metrics SteeredRun(std::string Model, int Agents, int Steps, int Threads = 1)
{
	SceneOptions Options;
	Options.Agents = Agents;
	Simulation Run(
		LoadScene("back-and-forth", Options), {.Model = Model, .Planner = EPlanner::Steering, .Threads = Threads});
	Run.EnableMetrics();
	for (int Step = 0; Step < Steps; ++Step)
	{
		Run.Step();
	}
	return Run.ComputeMetrics();
}

TEST(Steering, AloneAnAgentGoesStraight)
{
	std::vector<SteeringAgent> Agents = {Walker({-3.0f, 1.0f}, {}, {10.0f, 1.0f})};
	for (int Step = 0; Step < 30; ++Step)
	{
		const Vec2 Velocity = Steered(Agents)[0];
		EXPECT_EQ(Velocity.Y, 0.0f);
		EXPECT_GE(Velocity.X, Agents[0].Velocity.X);
		EXPECT_LE(Velocity.X - Agents[0].Velocity.X, SteeringParameters{}.MaxAcceleration * Dt * 1.001);
		Agents[0].Velocity = Velocity;
		Agents[0].Position.X += Dt * Velocity.X;
	}
	EXPECT_NEAR(Agents[0].Velocity.X, 1.3f, 0.01f);
}

TEST(Steering, AtTheGoalAnAgentComesToRest)
{
	std::vector<SteeringAgent> Agents = {Walker({0.0f, 0.0f}, {1.3f, 0.0f}, {5.0f, 0.0f})};
	for (int Step = 0; Step < 300; ++Step)
	{
		Agents[0].Velocity = Steered(Agents)[0];
		Agents[0].Position.X += Dt * Agents[0].Velocity.X;
		Agents[0].Position.Y += Dt * Agents[0].Velocity.Y;
	}
	EXPECT_NEAR(Agents[0].Position.X, 5.0f, 0.01f);
	EXPECT_LT(Speed(Agents[0].Velocity), 0.01f);
}

TEST(Steering, HeadOnPairsTurnApart)
{
	// The other passes a little to the left of each.
	const std::vector<Vec2> Offset = Steered(
		{Walker({-2.0f, 0.0f}, {1.3f, 0.0f}, {10.0f, 0.0f}), Walker({2.0f, 0.2f}, {-1.3f, 0.0f}, {-10.0f, 0.2f})});
	EXPECT_LT(Offset[0].Y, -0.05f);
	EXPECT_GT(Offset[1].Y, 0.05f);

	// Dead centre there is no nearer side: both turn right.
	const std::vector<Vec2> Centre = Steered(
		{Walker({-2.0f, 0.0f}, {1.3f, 0.0f}, {10.0f, 0.0f}), Walker({2.0f, 0.0f}, {-1.3f, 0.0f}, {-10.0f, 0.0f})});
	EXPECT_LT(Centre[0].Y, -0.05f);
	EXPECT_GT(Centre[1].Y, 0.05f);
}

TEST(Steering, WhoComesLaterToACrossingBrakes)
{
	const std::vector<Vec2> Velocities = Steered(
		{Walker({-2.0f, 0.0f}, {1.3f, 0.0f}, {10.0f, 0.0f}), Walker({0.0f, -2.3f}, {0.0f, 1.3f}, {0.0f, 10.0f})});
	EXPECT_GE(Velocities[0].X, 1.3f);
	EXPECT_LT(Velocities[1].Y, 1.29f);
}

TEST(Steering, OnlyThreatsMatter)
{
	const Vec2 Alone = Steered({Walker({0.0f, 0.0f}, {1.0f, 0.0f}, {10.0f, 0.0f})})[0];
	const auto Beside = [](const SteeringAgent& Other) {
		return Steered({Walker({0.0f, 0.0f}, {1.0f, 0.0f}, {10.0f, 0.0f}), Other})[0];
	};
	EXPECT_EQ(Beside(Walker({3.0f, 2.0f}, {-1.0f, 0.0f}, {-10.0f, 2.0f})), Alone) << "passes at a distance";
	EXPECT_EQ(Beside(Walker({5.5f, 0.0f}, {-1.0f, 0.0f}, {-10.0f, 0.0f})), Alone) << "is too far ahead in time";
	EXPECT_EQ(Beside(Walker({-1.0f, 0.0f}, {-1.0f, 0.0f}, {-10.0f, 0.0f})), Alone) << "is past already";
	EXPECT_EQ(Beside(Walker({0.0f, 0.8f}, {1.0f, 0.0f}, {10.0f, 0.8f})), Alone) << "walks alongside";
	EXPECT_NE(Beside(Walker({2.0f, 0.1f}, {-1.0f, 0.0f}, {-10.0f, 0.1f})), Alone);
}

TEST(Steering, OfTwoThreatsTheEarlierCounts)
{
	const SteeringAgent Self = Walker({0.0f, 0.0f}, {1.0f, 0.0f}, {10.0f, 0.0f});
	const SteeringAgent Left = Walker({2.0f, 0.2f}, {-1.0f, 0.0f}, {-10.0f, 0.2f});
	const SteeringAgent Right = Walker({2.5f, -0.2f}, {-1.0f, 0.0f}, {-10.0f, -0.2f});
	EXPECT_EQ(Steered({Self, Left, Right})[0], Steered({Self, Left})[0]);
}

TEST(Steering, SeparationPushesApartWhereItIsAskedFor)
{
	SteeringParameters Parameters;
	Parameters.SeparationMeters = 0.3;
	const std::vector<SteeringAgent> Pair = {
		Walker({0.0f, 0.0f}, {1.3f, 0.0f}, {10.0f, 0.0f}), Walker({0.0f, 0.7f}, {1.3f, 0.0f}, {10.0f, 0.7f})};
	EXPECT_EQ(Steered(Pair)[0].Y, 0.0f);
	EXPECT_LT(Steered(Pair, Parameters)[0].Y, -0.05f);
	EXPECT_GT(Steered(Pair, Parameters)[1].Y, 0.05f);
}

TEST(Steering, AgentsWithoutAGoalKeepTheirVelocity)
{
	const SteeringAgent Drifter = {.Position = {2.0f, 0.1f}, .Velocity = {-1.0f, 0.25f}};
	const std::vector<Vec2> Velocities = Steered({Walker({0.0f, 0.0f}, {1.0f, 0.0f}, {10.0f, 0.0f}), Drifter});
	EXPECT_EQ(Velocities[1], Drifter.Velocity);
	EXPECT_NE(Velocities[0].Y, 0.0f);
}

TEST(Steering, LimitsHoldAnywhere)
{
	// On the rim of the world, in a heap, with a goal underfoot, and fast.
	std::vector<SteeringAgent> Agents(40, Walker({1e6f, -1e6f}, {}, {1e6f, -1e6f}));
	Agents.push_back(Walker({1e6f, -1e6f}, {1000.0f, 0.0f}, {-1e6f, 1e6f}));
	for (const Vec2 Velocity : Steered(Agents))
	{
		EXPECT_LE(Speed(Velocity), 1.5f * 1.0001f);
	}
	EXPECT_TRUE(Steered({}).empty());
}

TEST(Steering, RunsDoNotDependOnThreads)
{
	const Metrics One = SteeredRun("orca", 60, 300);
	EXPECT_EQ(SteeredRun("orca", 60, 300).StateHash, One.StateHash);
	EXPECT_EQ(SteeredRun("orca", 60, 300, 2).StateHash, One.StateHash);
}

TEST(Steering, RunsTrackArrivals)
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
