// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "TestWorld.h"

#include <gtest/gtest.h>

#include <cmath>

namespace CrowdAvoidance::Testing::EdgeCaseTest
{
TEST(EdgeCase, AWallMetExactlyEndOnIsNotWalkedThrough)
{
	World Crowd = MakeWorld({});
	const Vec2 Ends[] = {{0.0f, 0.0f}, {10.0f, 0.0f}};
	ASSERT_TRUE(Crowd.AddObstacle({Ends}).IsOk());
	AgentDef Def;
	Def.Position = {-3.0f, 0.0f};
	Def.DesiredVelocity = {1.3f, 0.0f};
	const AgentHandle Agent = MustAdd(Crowd, Def);
	for (int Step = 0; Step < 100; ++Step)
	{
		MustStep(Crowd, 0.1f);
		const Vec2 At = MustGet(Crowd, Agent).Position;
		const float Beside = std::fmax(std::fmax(-At.X, At.X - 10.0f), 0.0f);
		ASSERT_GE(std::hypot(Beside, At.Y), Def.Radius - 0.01f) << "in step " << Step;
	}
}

void AddAt(World& Crowd, Vec2 Position, float Radius, int Count = 1)
{
	for (int Agent = 0; Agent < Count; ++Agent)
	{
		AgentDef Def;
		Def.Position = Position;
		Def.Radius = Radius;
		MustAdd(Crowd, Def);
	}
}

TEST(EdgeCase, TinyAgentsInAHeapAndOthersVeryFarAwayStepOn)
{
	World Crowd = MakeWorld({});
	AddAt(Crowd, {0.0f, 0.0f}, 0.001f, 3000);
	AddAt(Crowd, {-1.0e6f, -1.0e6f}, AgentDef{}.Radius);
	AddAt(Crowd, {1.0e6f, 1.0e6f}, AgentDef{}.Radius);
	for (int Step = 0; Step < 3; ++Step)
	{
		MustStep(Crowd, 0.1f);
		ASSERT_EQ(FindNonFinite(Crowd), "");
	}
}

TEST(EdgeCase, AgentsOfNoSizeInOnePlaceStepOn)
{
	// Cells as small as they are would have numbers beyond those of integers.
	for (const EIsa Isa : AvailableIsas())
	{
		for (const float Radius : {1.0e-44f, 1.0e-12f})
		{
			World Crowd = MakeWorld({.Isa = Isa});
			AddAt(Crowd, {500.0f, -500.0f}, Radius, 300);
			AddAt(Crowd, {1.0e6f, 1.0e6f}, 10.0f);
			for (int Step = 0; Step < 20; ++Step)
			{
				MustStep(Crowd, 0.1f);
				ASSERT_EQ(FindNonFinite(Crowd), "");
			}
		}
	}
}

TEST(EdgeCase, NobodyLeavesTheWorld)
{
	for (const EIsa Isa : AvailableIsas())
	{
		World Crowd = MakeWorld({.Isa = Isa});
		std::vector<AgentHandle> Agents;
		for (int Number = 0; Number < 20; ++Number)
		{
			// All four sides, and some from within.
			const float Side = Number % 2 ? CrowdMaxCoordinate - 0.5f : 0.5f - CrowdMaxCoordinate;
			const float Aside = 1000.0f * static_cast<float>(Number);
			const Vec2 Outwards = {Number % 4 < 2 ? Side * 1.0e-6f : 0.0f, Number % 4 < 2 ? 0.0f : Side * 1.0e-6f};
			const Vec2 Start = Number % 4 < 2 ? Vec2{Side, Aside} : Vec2{Aside, Side};
			Agents.push_back(MustAdd(Crowd, Walker(Number < 16 ? Start : Vec2{Aside, Aside}, Outwards)));
		}
		EStepStatus Status = EStepStatus::None;
		for (int Step = 0; Step < 20; ++Step)
		{
			Status = Status | MustStep(Crowd, 0.1f).Status;
		}
		EXPECT_TRUE(HasStatus(Status, EStepStatus::MoveRefused));
		for (int Number = 0; Number < 20; ++Number)
		{
			const AgentState State = MustGet(Crowd, Agents[static_cast<size_t>(Number)]);
			EXPECT_LE(std::fabs(State.Position.X), CrowdMaxCoordinate);
			EXPECT_LE(std::fabs(State.Position.Y), CrowdMaxCoordinate);
			EXPECT_EQ(Length(State.Velocity) > 0.5f, Number >= 16) << Number;
		}
		EXPECT_TRUE(World::Load(Crowd.Save().Value())) << "its own snapshot";
		std::vector<AgentHit> Hits;
		EXPECT_TRUE(Crowd.InDisc(MustGet(Crowd, Agents[0]).Position, 1.0f, Hits));
	}
}

TEST(EdgeCase, ATallThinWorldTakesNoMoreMemoryThanAnyOther)
{
	World Crowd = MakeWorld({});
	constexpr int Count = 60000;
	for (int Agent = 0; Agent < Count; ++Agent)
	{
		AgentDef Def;
		// Half of them in a heap, which makes rows low; the others up a column of 1,800 km.
		Def.Position = Agent % 2 ? Vec2{0.0f, 0.00003f * static_cast<float>(Agent)}
								 : Vec2{1.0f, static_cast<float>(Agent) * 30.0f - 9.0e5f};
		MustAdd(Crowd, Def);
	}
	MustStep(Crowd, 0.1f);
	EXPECT_LE(Crowd.MemoryBytes() / Count, 300u);
}

TEST(EdgeCase, ALargeAgentSeesWhatStandsBeforeItsRim)
{
	World Crowd = MakeWorld({});
	AgentDef Bus;
	Bus.Radius = 6.0f;
	Bus.DesiredVelocity = {1.3f, 0.0f};
	const AgentHandle Driver = MustAdd(Crowd, Bus);
	// A pedestrian that neither moves nor yields.
	AgentDef Standing;
	Standing.Position = {8.5f, 0.0f};
	Standing.Responsibility = 0.0f;
	MustAdd(Crowd, Standing);
	for (int Step = 0; Step < 50; ++Step)
	{
		MustStep(Crowd, 0.1f);
		const Vec2 At = MustGet(Crowd, Driver).Position;
		ASSERT_GE(std::hypot(At.X - 8.5f, At.Y), 6.3f - 0.01f) << "in step " << Step;
	}
}
}
