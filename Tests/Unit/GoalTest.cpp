// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace CrowdAvoidance::Testing::GoalTest
{
namespace
{
TEST(Goal, IsWalkedToStraightAtThePreferredSpeed)
{
	World Crowd = MakeWorld();
	AgentDef Def = Walker({1.0f, 1.0f}, {});
	Def.PreferredSpeed = 1.25f;
	const AgentHandle Handle = MustAdd(Crowd, Def);
	ASSERT_TRUE(Crowd.SetGoal(Handle, {7.0f, 9.0f}).IsOk());
	AgentState State = MustGet(Crowd, Handle);
	EXPECT_TRUE(State.bHasGoal);
	EXPECT_FALSE(State.bArrived);
	EXPECT_EQ(State.Goal, (Vec2{7.0f, 9.0f}));
	for (int Step = 0; Step < 10; ++Step)
	{
		MustStep(Crowd, 0.1f);
	}
	State = MustGet(Crowd, Handle);
	EXPECT_NEAR(Length(State.Velocity), 1.25f, 1.0e-4f);
	EXPECT_NEAR(State.Velocity.X, 0.75f, 1.0e-4f);
	EXPECT_NEAR(State.Velocity.Y, 1.0f, 1.0e-4f);
	EXPECT_NEAR(State.DesiredVelocity.X, 0.75f, 1.0e-4f);
	EXPECT_NEAR(State.DesiredVelocity.Y, 1.0f, 1.0e-4f);
	EXPECT_NEAR(Distance(State.Position, {1.75f, 2.0f}), 0.0f, 0.01f);
}

TEST(Goal, IsReachedAndTheAgentStandsThere)
{
	for (const float Dt : {0.02f, 0.1f, 0.5f, 1.0f})
	{
		World Crowd = MakeWorld();
		const AgentHandle Handle = MustAdd(Crowd, Walker({-3.0f, 2.0f}, {}));
		ASSERT_TRUE(Crowd.SetGoal(Handle, {2.0f, 2.0f}, 0.5f).IsOk());
		float Time = 0.0f;
		while (!MustGet(Crowd, Handle).bArrived && Time < 20.0f)
		{
			MustStep(Crowd, Dt);
			Time += Dt;
		}
		AgentState State = MustGet(Crowd, Handle);
		ASSERT_TRUE(State.bArrived) << "with steps of " << Dt;
		EXPECT_LE(Distance(State.Position, {2.0f, 2.0f}), 0.501f);
		EXPECT_GT(Time, (5.0f - 0.5f) / 1.3f - 1.5f * Dt) << "faster than it can walk";
		EXPECT_LT(Time, 5.0f / 1.3f + 2.0f * Dt) << "with steps of " << Dt;
		for (int Step = 0; Step < 100; ++Step)
		{
			MustStep(Crowd, Dt);
			State = MustGet(Crowd, Handle);
			ASSERT_TRUE(State.bArrived);
			ASSERT_LE(Distance(State.Position, {2.0f, 2.0f}), 0.501f) << "with steps of " << Dt;
		}
		EXPECT_LT(Length(State.Velocity), 0.01f);
	}
}

TEST(Goal, SetAnewIsNotYetReached)
{
	World Crowd = MakeWorld();
	const AgentHandle Handle = MustAdd(Crowd, Walker({0.0f, 0.0f}, {}));
	ASSERT_TRUE(Crowd.SetGoal(Handle, {0.1f, 0.0f}).IsOk());
	MustStep(Crowd, 0.1f);
	ASSERT_TRUE(MustGet(Crowd, Handle).bArrived);
	ASSERT_TRUE(Crowd.SetGoal(Handle, {5.0f, 0.0f}).IsOk());
	EXPECT_FALSE(MustGet(Crowd, Handle).bArrived);
	MustStep(Crowd, 0.1f);
	EXPECT_FALSE(MustGet(Crowd, Handle).bArrived);
	EXPECT_GT(MustGet(Crowd, Handle).Velocity.X, 0.5f);
}

TEST(Goal, CanBeSaidToBeReached)
{
	World Crowd = MakeWorld();
	const AgentHandle Handle = MustAdd(Crowd, Walker({0.0f, 0.0f}, {}));
	ASSERT_TRUE(Crowd.SetArrived(Handle).IsOk());
	EXPECT_FALSE(MustGet(Crowd, Handle).bArrived) << "there is no goal";
	ASSERT_TRUE(Crowd.SetGoal(Handle, {5.0f, 0.0f}).IsOk());
	ASSERT_TRUE(Crowd.SetArrived(Handle).IsOk());
	MustStep(Crowd, 0.1f);
	EXPECT_TRUE(MustGet(Crowd, Handle).bArrived);
	EXPECT_EQ(MustGet(Crowd, Handle).Position.X, 0.0f);
	ASSERT_TRUE(Crowd.SetGoal(Handle, {5.0f, 0.0f}).IsOk());
	MustStep(Crowd, 0.1f);
	EXPECT_GT(MustGet(Crowd, Handle).Position.X, 0.0f);
	EXPECT_FALSE(Crowd.SetArrived({}).IsOk());
}

TEST(Goal, EndsWithADesiredVelocity)
{
	World Crowd = MakeWorld();
	const AgentHandle Handle = MustAdd(Crowd, Walker({0.0f, 0.0f}, {}));
	ASSERT_TRUE(Crowd.SetGoal(Handle, {50.0f, 0.0f}).IsOk());
	MustStep(Crowd, 0.1f);
	ASSERT_TRUE(Crowd.SetDesiredVelocity(Handle, {0.0f, -1.0f}).IsOk());
	EXPECT_FALSE(MustGet(Crowd, Handle).bHasGoal);
	MustStep(Crowd, 0.1f);
	MustStep(Crowd, 0.1f);
	EXPECT_NEAR(MustGet(Crowd, Handle).Velocity.Y, -1.0f, 1.0e-4f);
	EXPECT_NEAR(MustGet(Crowd, Handle).Velocity.X, 0.0f, 1.0e-4f);
}

TEST(Goal, ExactlyUnderTheAgentIsReachedAtOnce)
{
	World Crowd = MakeWorld();
	const AgentHandle Handle = MustAdd(Crowd, Walker({4.0f, -4.0f}, {}));
	ASSERT_TRUE(Crowd.SetGoal(Handle, {4.0f, -4.0f}, 1.0e-6f).IsOk());
	MustStep(Crowd, 0.1f);
	EXPECT_EQ(FindNonFinite(Crowd), "");
	EXPECT_TRUE(MustGet(Crowd, Handle).bArrived);
	EXPECT_NEAR(Distance(MustGet(Crowd, Handle).Position, {4.0f, -4.0f}), 0.0f, 1.0e-4f);
}

TEST(Goal, WithATinyArrivalRadiusIsStillReachedWithLongSteps)
{
	World Crowd = MakeWorld();
	const AgentHandle Handle = MustAdd(Crowd, Walker({0.0f, 0.0f}, {}));
	ASSERT_TRUE(Crowd.SetGoal(Handle, {3.14159f, 2.71828f}, 0.01f).IsOk());
	for (int Step = 0; Step < 20; ++Step)
	{
		MustStep(Crowd, 0.5f);
	}
	EXPECT_TRUE(MustGet(Crowd, Handle).bArrived) << "the agent must not hop over its goal for ever";
}

TEST(Goal, OfAnAgentThatIsSlowerThanItPrefersIsWalkedToAtTheLimit)
{
	World Crowd = MakeWorld();
	AgentDef Def = Walker({}, {});
	Def.MaxSpeed = 0.5f;
	Def.PreferredSpeed = 3.0f;
	const AgentHandle Handle = MustAdd(Crowd, Def);
	ASSERT_TRUE(Crowd.SetGoal(Handle, {10.0f, 0.0f}).IsOk());
	MustStep(Crowd, 0.1f);
	MustStep(Crowd, 0.1f);
	EXPECT_NEAR(Length(MustGet(Crowd, Handle).Velocity), 0.5f, 1.0e-4f);
}

TEST(Goal, IsPartOfTheStateHash)
{
	World A = MakeWorld();
	World B = MakeWorld();
	const AgentHandle InA = MustAdd(A, Walker({}, {}));
	const AgentHandle InB = MustAdd(B, Walker({}, {}));
	EXPECT_EQ(A.StateHash(), B.StateHash());
	ASSERT_TRUE(A.SetGoal(InA, {5.0f, 0.0f}).IsOk());
	EXPECT_NE(A.StateHash(), B.StateHash());
	ASSERT_TRUE(B.SetGoal(InB, {5.0f, 0.0f}).IsOk());
	EXPECT_EQ(A.StateHash(), B.StateHash());
}

/// So many agents on an exactly regular circle, each bound for the opposite point: the case in which perfect symmetry lets
/// plain avoidance stall.
class ExactSymmetry : public testing::TestWithParam<int>
{};

TEST_P(ExactSymmetry, DoesNotKeepAgentsFromGettingPastEachOther)
{
	const int Count = GetParam();
	for (const float Radius : {0.2f, 0.3f, 0.5f})
	{
		World Crowd = MakeWorld();
		std::vector<AgentHandle> Handles;
		for (int Agent = 0; Agent < Count; ++Agent)
		{
			// Corners whose coordinates are exactly each other's negatives.
			constexpr Vec2 Corners[] = {{5.0f, 0.0f}, {-5.0f, 0.0f}, {0.0f, 5.0f}, {0.0f, -5.0f}, {3.5f, 3.5f},
				{-3.5f, -3.5f}, {3.5f, -3.5f}, {-3.5f, 3.5f}};
			const Vec2 Corner = Corners[Agent];
			Handles.push_back(MustAdd(Crowd, Walker(Corner, {}, Radius)));
			ASSERT_TRUE(Crowd.SetGoal(Handles.back(), {-Corner.X, -Corner.Y}).IsOk());
		}
		float Deepest = -INFINITY;
		for (int Step = 0; Step < 600; ++Step)
		{
			MustStep(Crowd, 0.1f);
			Deepest = std::max(Deepest, DeepestOverlap(Crowd));
		}
		for (const AgentHandle Handle : Handles)
		{
			const AgentState State = MustGet(Crowd, Handle);
			EXPECT_TRUE(State.bArrived) << Count << " agents of radius " << Radius << ": one is at " << State.Position.X
										<< ", " << State.Position.Y << " and wants to " << State.Goal.X << ", "
										<< State.Goal.Y;
		}
		EXPECT_LT(Deepest, 0.02f) << Count << " agents of radius " << Radius;
	}
}

INSTANTIATE_TEST_SUITE_P(Circles, ExactSymmetry, testing::Values(2, 4, 8));

TEST(HeadOn, DoesNotKeepAgentsWithDesiredVelocitiesFromGettingPastEachOther)
{
	for (const float Speed : {0.5f, 1.0f, 1.5f})
	{
		World Crowd = MakeWorld();
		const AgentHandle A = MustAdd(Crowd, Walker({-5.0f, 0.0f}, {Speed, 0.0f}));
		const AgentHandle B = MustAdd(Crowd, Walker({5.0f, 0.0f}, {-Speed, 0.0f}));
		float Deepest = -INFINITY;
		for (int Step = 0; Step < 600; ++Step)
		{
			MustStep(Crowd, 0.1f);
			Deepest = std::max(Deepest, DeepestOverlap(Crowd));
		}
		EXPECT_GT(MustGet(Crowd, A).Position.X, 5.0f) << "at speed " << Speed;
		EXPECT_LT(MustGet(Crowd, B).Position.X, -5.0f) << "at speed " << Speed;
		EXPECT_LT(Deepest, 0.02f) << "at speed " << Speed;
	}
}
}
}
