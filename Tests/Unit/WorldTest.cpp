// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "RandomScene.h"
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace CrowdAvoidance::Testing::WorldTest
{
namespace
{
TEST(World, WithoutAgentsSteps)
{
	for (const EIsa Isa : AvailableIsas())
	{
		WorldDef Def;
		Def.Isa = Isa;
		World Crowd = MakeWorld(Def);
		EXPECT_EQ(Crowd.StepCount(), 0u);
		const uint64_t Hash = Crowd.StateHash();
		for (int Step = 1; Step <= 5; ++Step)
		{
			const StepReport Report = MustStep(Crowd, 0.1f);
			EXPECT_EQ(Report.Status, EStepStatus::None);
			EXPECT_EQ(Report.InfeasibleAgents, 0);
			EXPECT_EQ(Crowd.StepCount(), static_cast<uint64_t>(Step));
		}
		EXPECT_EQ(Crowd.StateHash(), Hash);
		EXPECT_EQ(Crowd.Agents().Count, 0);
		EXPECT_EQ(Crowd.AgentCount(), 0);
		MustAddObstacle(Crowd, {{0.0f, 0.0f}, {1.0f, 0.0f}});
		MustStep(Crowd, 0.1f);
		EXPECT_EQ(Crowd.StateHash(), Hash);
	}
}

TEST(World, ThatWasEmptiedStepsAndFillsAgain)
{
	World Crowd = MakeWorld();
	const uint64_t EmptyHash = Crowd.StateHash();
	TestRandom Random(3);
	for (int Round = 0; Round < 3; ++Round)
	{
		std::vector<AgentHandle> Handles;
		for (int Agent = 0; Agent < 50; ++Agent)
		{
			Handles.push_back(MustAdd(Crowd, Walker(Random.InSquare(5.0f), Random.InDisc(1.0f))));
		}
		MustStep(Crowd, 0.1f);
		EXPECT_EQ(FindNonFinite(Crowd), "");
		for (const AgentHandle Handle : Handles)
		{
			ASSERT_TRUE(Crowd.RemoveAgent(Handle).IsOk());
		}
		MustStep(Crowd, 0.1f);
		EXPECT_EQ(Crowd.AgentCount(), 0);
		EXPECT_EQ(Crowd.StateHash(), EmptyHash);
	}
}

TEST(World, CanBeMovedAndGoesOn)
{
	World Reference = MakeWorld();
	World Original = MakeWorld();
	MustAdd(Reference, Walker({0.0f, 0.0f}, {1.0f, 0.0f}));
	const AgentHandle Handle = MustAdd(Original, Walker({0.0f, 0.0f}, {1.0f, 0.0f}));
	MustStep(Reference, 0.1f);
	MustStep(Original, 0.1f);
	World Moved(std::move(Original));
	World Assigned = MakeWorld();
	Assigned = std::move(Moved);
	EXPECT_TRUE(Assigned.IsValid(Handle));
	MustStep(Reference, 0.1f);
	MustStep(Assigned, 0.1f);
	EXPECT_EQ(Assigned.StateHash(), Reference.StateHash());
}

TEST(World, StateHashTellsPositionsAndVelocitiesApart)
{
	World Crowd = MakeWorld();
	const AgentHandle Handle = MustAdd(Crowd, Walker({1.0f, 2.0f}, {0.5f, 0.25f}));
	MustAdd(Crowd, Walker({4.0f, 2.0f}, {0.5f, 0.25f}));
	const uint64_t Original = Crowd.StateHash();
	EXPECT_EQ(Crowd.StateHash(), Original) << "reading it must not change it";
	std::vector<uint64_t> Seen{Original};
	const auto ExpectNew = [&]
	{
		const uint64_t Hash = Crowd.StateHash();
		for (const uint64_t Other : Seen)
		{
			EXPECT_NE(Hash, Other);
		}
		Seen.push_back(Hash);
	};
	ASSERT_TRUE(Crowd.SetPosition(Handle, {2.0f, 1.0f}).IsOk());
	ExpectNew();
	ASSERT_TRUE(Crowd.SetPosition(Handle, {1.0f, 2.0000002f}).IsOk());
	ExpectNew();
	ASSERT_TRUE(Crowd.SetPosition(Handle, {4.0f, 2.0f}).IsOk());
	ExpectNew();
	ASSERT_TRUE(Crowd.SetPosition(Handle, {1.0f, 2.0f}).IsOk());
	EXPECT_EQ(Crowd.StateHash(), Original);
	ASSERT_TRUE(Crowd.SetVelocity(Handle, {0.25f, 0.5f}).IsOk());
	ExpectNew();
	ASSERT_TRUE(Crowd.SetVelocity(Handle, {0.5f, 0.25000003f}).IsOk());
	ExpectNew();
}

TEST(World, RebuiltFromItsStateGoesOnTheSame)
{
	SceneOptions Options;
	Options.Agents = 150;
	Options.bPlain = true;
	Options.Density = 1.0f;
	RandomScene Scene(Options, EIsa::Auto);
	for (int Step = 0; Step < 15; ++Step)
	{
		Scene.Step();
	}
	World Rebuilt = MakePlainWorld();
	for (uint32_t Index = 0; Index < 150; ++Index)
	{
		const AgentState State = MustGet(Scene.Get(), Scene.Get().HandleOf(Index));
		AgentDef Def;
		Def.Position = State.Position;
		Def.Velocity = State.Velocity;
		Def.DesiredVelocity = State.DesiredVelocity;
		Def.Radius = State.Radius;
		Def.MaxSpeed = State.MaxSpeed;
		ASSERT_EQ(MustAdd(Rebuilt, Def).Index, Index);
	}
	ASSERT_EQ(Rebuilt.StateHash(), Scene.Get().StateHash());
	for (int Step = 0; Step < 15; ++Step)
	{
		Scene.Step();
		MustStep(Rebuilt, 0.1f);
		ASSERT_EQ(Rebuilt.StateHash(), Scene.Get().StateHash()) << "in step " << Step;
	}
}

TEST(World, ReportsAgentsWithoutACollisionFreeVelocity)
{
	World Crowd = MakePlainWorld();
	MustAdd(Crowd, Walker({0.0f, 0.0f}, {}));
	EXPECT_EQ(MustStep(Crowd, 0.1f).InfeasibleAgents, 0);
	// Squeezed from two sides so deeply that no walking speed gets it out of both within a step.
	MustAdd(Crowd, Walker({0.1f, 0.0f}, {}));
	MustAdd(Crowd, Walker({-0.1f, 0.0f}, {}));
	EXPECT_GT(MustStep(Crowd, 0.1f).InfeasibleAgents, 0);
}

TEST(World, StageTimesAreFilledIn)
{
	SceneOptions Options;
	Options.Agents = 500;
	RandomScene Scene(Options, EIsa::Auto);
	const StepReport Report = Scene.Step();
	EXPECT_GT(Report.Times.Wall, 0.0);
	EXPECT_GE(Report.Times.Sort, 0.0);
	EXPECT_GT(Report.Times.Neighbors + Report.Times.Solve + Report.Times.Integrate, 0.0);
}

TEST(World, OfEveryAllowedExtremeStaysFinite)
{
	TestRandom Random(77);
	for (int Round = 0; Round < 300; ++Round)
	{
		WorldDef Def;
		const bool bPlain = Round % 2 == 0;
		Def.Model = ModelName("orca", bPlain);
		World Crowd = MakeWorld(Def);
		const auto Pick = [&](std::initializer_list<float> Values)
		{ return Values.begin()[Random.Index(static_cast<int>(Values.size()))]; };
		for (int Agent = 0; Agent < 12; ++Agent)
		{
			AgentProfile Profile;
			Profile.NeighborDistance = Pick({0.0f, 1.0e-30f, 1.0f, 1000.0f});
			Profile.MaxNeighbors = Random.Integer(0, CrowdMaxNeighbors);
			Profile.AgentHorizon = Pick({1.0e-30f, 1.0e-3f, 1.0f, 1.0e6f, 1.0e30f});
			Profile.ObstacleHorizon = Pick({1.0e-30f, 1.0e-3f, 1.0f, 1.0e6f, 1.0e30f});
			Profile.FloorHeight = Pick({1.0e-30f, 2.0f, 1.0e30f});
			// An horizon that is refused is refused with an error; what is accepted must work.
			const Result<ProfileHandle> Added = Crowd.AddProfile(Profile);
			AgentDef Extreme;
			const float Corner = Pick({0.0f, 0.0f, 1.0e6f, -1.0e6f});
			Extreme.Position = {
				Corner + Pick({0.0f, 0.0f, 0.1f, 1.0e-30f}), Corner + Pick({0.0f, 0.0f, -0.1f, 1.0e-38f})};
			Extreme.Position.X = std::min(1.0e6f, std::max(-1.0e6f, Extreme.Position.X));
			Extreme.Position.Y = std::min(1.0e6f, std::max(-1.0e6f, Extreme.Position.Y));
			Extreme.Velocity = {Pick({0.0f, 1.0f, 1.0e6f, 1.0e-38f}), Pick({0.0f, -1.0f, -1.0e6f})};
			Extreme.DesiredVelocity = {Pick({0.0f, 1.0f, 1.0e6f, 1.0e-38f}), Pick({0.0f, -1.0f, -1.0e6f})};
			Extreme.Radius = Pick({1.0e-30f, 0.3f, 1000.0f});
			Extreme.MaxSpeed = Pick({1.0e-30f, 1.5f, 1000.0f});
			Extreme.PreferredSpeed = Pick({1.0e-30f, 1.5f, 1000.0f});
			Extreme.Responsibility = Pick({0.0f, 1.0e-38f, 1.0f, 1000.0f});
			Extreme.Height = Pick({0.0f, 1.0e6f, -1.0e6f});
			Extreme.Profile = Added.IsOk() ? Added.Value() : ProfileHandle{};
			const AgentHandle Handle = MustAdd(Crowd, Extreme);
			if (Random.Chance(0.4f))
			{
				ASSERT_TRUE(Crowd
								.SetGoal(Handle, {Pick({0.0f, 1.0e6f, 1.0e-38f}), Pick({0.0f, -1.0e6f})},
									Pick({1.0e-30f, 0.5f, 1000.0f}))
								.IsOk());
			}
		}
		MustAddObstacle(Crowd, {{0.0f, 0.0f}, {1.0f, 0.0f}});
		MustAddObstacle(Crowd, {{-1.0e6f, -1.0e6f}, {1.0e6f, -1.0e6f}, {0.0f, 1.0e6f}});
		for (const float Dt : {1.0e-4f, 0.1f, 10.0f})
		{
			MustStep(Crowd, Dt);
			ASSERT_EQ(FindNonFinite(Crowd), "") << "in round " << Round << " with Dt " << Dt;
			ASSERT_EQ(bPlain ? "" : FindTooFast(Crowd), "") << "in round " << Round << " with Dt " << Dt;
		}
	}
}
}
}
