// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Display/Colors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace CrowdAvoidance::Display::DisplayTest
{
namespace
{
using Scenarios::LoadScene;
using Scenarios::Simulation;

/// What one agent stands in, by looking at everybody.
int PeopleAround(const Snapshot& Frame, const SnapshotAgent& Agent)
{
	return static_cast<int>(std::count_if(Frame.Agents.begin(), Frame.Agents.end(),
		[&](const SnapshotAgent& Other) {
			return std::hypot(Other.Position.X - Agent.Position.X, Other.Position.Y - Agent.Position.Y) <=
				DensityRadius;
		}));
}

int Spread(Color A, Color B)
{
	return std::abs(A.R - B.R) + std::abs(A.G - B.G) + std::abs(A.B - B.B);
}
}

TEST(Snapshot, SaysWhoIsWhereAndHowCrowdedItIs)
{
	// Half way through the middle of the circle, where ORCA lets bodies overlap.
	const Scenarios::Scene Scene = LoadScene("circle-32");
	Simulation Run(Scene, {});
	for (int Step = 0; Step < 50; ++Step)
	{
		Run.Step();
	}
	Snapshot Frame;
	TakeSnapshot(Run, Frame);
	ASSERT_EQ(Frame.Agents.size(), 32u);
	EXPECT_EQ(Frame.Step, 50u);
	EXPECT_DOUBLE_EQ(Frame.Seconds, Run.SimulatedSeconds());

	int Pairs = 0;
	double DensitySum = 0.0;
	for (size_t Index = 0; Index < Frame.Agents.size(); ++Index)
	{
		const SnapshotAgent& Agent = Frame.Agents[Index];
		ASSERT_EQ(Agent.Number, Index) << "ascending";
		const AgentState State = Run.GetWorld().GetAgent(Run.GetWorld().HandleOf(Agent.Number)).Value();
		EXPECT_EQ(Agent.Position, State.Position);
		EXPECT_EQ(Agent.Velocity, State.Velocity);
		EXPECT_EQ(Agent.Radius, State.Radius);
		EXPECT_EQ(Agent.MaxSpeed, State.MaxSpeed);
		EXPECT_NEAR(Agent.Density, PeopleAround(Frame, Agent) / (M_PI * 2.25), 1e-5) << Index;
		DensitySum += Agent.Density;
		bool bOverlaps = false;
		for (const SnapshotAgent& Other : Frame.Agents)
		{
			const float Distance = std::hypot(Other.Position.X - Agent.Position.X, Other.Position.Y - Agent.Position.Y);
			if (Other.Number != Agent.Number && Distance < Agent.Radius + Other.Radius - 0.001f)
			{
				bOverlaps = true;
				++Pairs;
			}
		}
		EXPECT_EQ(Agent.bOverlaps, bOverlaps) << Index;
	}
	EXPECT_EQ(Frame.OverlappingPairs * 2, Pairs);
	EXPECT_GT(Pairs, 0) << "a frame in which nobody overlaps shows nothing";
	EXPECT_NEAR(Frame.MeanDensity, DensitySum / 32.0, 1e-6);
}

TEST(Snapshot, KnowsWhoHasArrivedAndWhoHasLeft)
{
	Simulation Run(LoadScene("evac-500"), {});
	Snapshot Frame;
	int Steps = 0;
	do
	{
		Run.Step();
		TakePositions(Run, Frame);
	} while (Frame.Agents.size() > 400 && ++Steps < 2000);
	ASSERT_LE(Frame.Agents.size(), 400u) << "nobody leaves";
	EXPECT_EQ(Frame.Arrived, Run.ArrivedCount());
	EXPECT_GE(Frame.Arrived, 500 - static_cast<int>(Frame.Agents.size()));
	EXPECT_TRUE(std::is_sorted(Frame.Agents.begin(), Frame.Agents.end(),
		[](const SnapshotAgent& A, const SnapshotAgent& B) { return A.Number < B.Number; }));
	for (const SnapshotAgent& Agent : Frame.Agents)
	{
		EXPECT_EQ(Agent.bArrived, Run.HasArrived(Agent.Number));
	}
}

TEST(Snapshot, TellsSpawnersApart)
{
	const Scenarios::Scene Scene = LoadScene("four-streams");
	Simulation Run(Scene, {});
	Snapshot Frame;
	TakePositions(Run, Frame);
	std::set<uint32_t> Groups;
	for (const SnapshotAgent& Agent : Frame.Agents)
	{
		EXPECT_EQ(Agent.Group, Scene.Agents[Agent.Number].Group);
		Groups.insert(Agent.Group);
	}
	EXPECT_EQ(Groups.size(), 4u);
}

TEST(Snapshot, BoundsHoldEverything)
{
	for (const Scenarios::ScenarioInfo& Info : Scenarios::ListScenarios())
	{
		Scenarios::SceneOptions Options;
		if (Info.Name == "city" || Info.Name == "stad")
		{
			Options.Agents = 1000;
		}
		const Scenarios::Scene Scene = LoadScene(Info.Name, Options);
		const Bounds All = BoundsOf(Scene);
		const auto IsInside = [&All](Vec2 Point)
		{ return Point.X >= All.Min.X && Point.X <= All.Max.X && Point.Y >= All.Min.Y && Point.Y <= All.Max.Y; };
		for (const Scenarios::SceneAgent& Agent : Scene.Agents)
		{
			ASSERT_TRUE(IsInside(Agent.Position)) << Info.Name;
			ASSERT_TRUE(std::all_of(Agent.Goals.begin(), Agent.Goals.end(), IsInside)) << Info.Name;
		}
		for (const std::vector<Vec2>& Obstacle : Scene.Obstacles)
		{
			ASSERT_TRUE(std::all_of(Obstacle.begin(), Obstacle.end(), IsInside)) << Info.Name;
		}
	}
	const Bounds Empty = BoundsOf({});
	EXPECT_LT(Empty.Min.X, Empty.Max.X);
}

TEST(Colors, SayWhatTheyShould)
{
	EXPECT_EQ(FromHsv(0.0, 1.0, 1.0), (Color{255, 0, 0}));
	EXPECT_EQ(FromHsv(1.0 / 3.0, 1.0, 1.0), (Color{0, 255, 0}));
	EXPECT_EQ(FromHsv(-1.0 / 3.0, 1.0, 1.0), (Color{0, 0, 255}));
	EXPECT_EQ(FromHsv(0.7, 0.0, 1.0), (Color{255, 255, 255}));

	SnapshotAgent Agent;
	Agent.MaxSpeed = 1.5f;
	EXPECT_EQ(ColorOf(Agent, EColorBy::Speed), Scale(0.0));
	Agent.Velocity = {0.0f, 1.5f};
	EXPECT_EQ(ColorOf(Agent, EColorBy::Speed), Scale(1.0));
	Agent.Density = 100.0f;
	EXPECT_EQ(ColorOf(Agent, EColorBy::Density), Scale(1.0));
	EXPECT_NE(ColorOf(Agent, EColorBy::Collision), Alarm);
	Agent.bOverlaps = true;
	EXPECT_EQ(ColorOf(Agent, EColorBy::Collision), Alarm);
	const Color Up = ColorOf(Agent, EColorBy::Heading);
	Agent.Velocity = {0.0f, -1.5f};
	EXPECT_GT(Spread(Up, ColorOf(Agent, EColorBy::Heading)), 150);

	// The scale gets brighter all the way, so that it can be read without telling hues apart.
	int Last = -1;
	for (int Step = 0; Step <= 20; ++Step)
	{
		const Color Now = Scale(Step / 20.0);
		const int Brightness = 299 * Now.R + 587 * Now.G + 114 * Now.B;
		EXPECT_GT(Brightness, Last) << Step;
		Last = Brightness;
	}
	// Eight groups can be told apart.
	for (uint32_t A = 0; A < 8; ++A)
	{
		for (uint32_t B = 0; B < A; ++B)
		{
			SnapshotAgent One, Other;
			One.Group = A;
			Other.Group = B;
			EXPECT_GT(Spread(ColorOf(One, EColorBy::Group), ColorOf(Other, EColorBy::Group)), 40) << A << " and " << B;
		}
	}
}
}
