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

TEST(EdgeCase, TinyAgentsInAHeapAndOthersVeryFarAwayStepOn)
{
	World Crowd = MakeWorld({});
	for (int Agent = 0; Agent < 3000; ++Agent)
	{
		AgentDef Def;
		Def.Position = {0.0f, 0.0f};
		Def.Radius = 0.001f;
		MustAdd(Crowd, Def);
	}
	for (const float Far : {-1.0e6f, 1.0e6f})
	{
		AgentDef Def;
		Def.Position = {Far, Far};
		MustAdd(Crowd, Def);
	}
	for (int Step = 0; Step < 3; ++Step)
	{
		MustStep(Crowd, 0.1f);
		ASSERT_EQ(FindNonFinite(Crowd), "");
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
