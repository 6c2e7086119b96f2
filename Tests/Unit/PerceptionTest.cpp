// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance::Testing::PerceptionTest
{
namespace
{
struct Encounter
{
	float DeepestOverlap = -INFINITY;
	float DetourOfA = 0.0f; ///< How far from its straight line it ever was. [m]
	float DetourOfB = 0.0f;
};

/// Two agents that walk at each other, a little off the exact axis, until they are past.
Encounter Meet(World& Crowd, AgentDef A, AgentDef B)
{
	A.Position = {-4.0f, 0.05f};
	B.Position = {4.0f, -0.05f};
	A.Velocity = A.DesiredVelocity = {1.2f, 0.0f};
	B.Velocity = B.DesiredVelocity = {-1.2f, 0.0f};
	const AgentHandle First = MustAdd(Crowd, A);
	const AgentHandle Second = MustAdd(Crowd, B);
	Encounter Seen;
	for (int Step = 0; Step < 140; ++Step)
	{
		MustStep(Crowd, 0.05f);
		const AgentState StateA = MustGet(Crowd, First);
		const AgentState StateB = MustGet(Crowd, Second);
		Seen.DeepestOverlap = std::max(Seen.DeepestOverlap, Overlap(StateA, StateB));
		Seen.DetourOfA = std::max(Seen.DetourOfA, std::abs(StateA.Position.Y - 0.05f));
		Seen.DetourOfB = std::max(Seen.DetourOfB, std::abs(StateB.Position.Y + 0.05f));
	}
	return Seen;
}

class InBothModes : public testing::TestWithParam<bool>
{
protected:
	World Make() const
	{
		WorldDef Def;
		Def.Model = ModelName("orca", GetParam());
		return MakeWorld(Def);
	}
};

INSTANTIATE_TEST_SUITE_P(Modes, InBothModes, testing::Bool(),
	[](const testing::TestParamInfo<bool>& Info) { return Info.param ? "Plain" : "Default"; });

using Alone = InBothModes;

TEST_P(Alone, AnAgentDoesExactlyWhatItDesires)
{
	World Crowd = Make();
	const AgentHandle Handle = MustAdd(Crowd, Walker({1.0f, 2.0f}, {0.5f, -0.25f}));
	for (int Step = 1; Step <= 8; ++Step)
	{
		MustStep(Crowd, 0.125f);
		const AgentState State = MustGet(Crowd, Handle);
		EXPECT_EQ(State.Velocity, (Vec2{0.5f, -0.25f}));
		EXPECT_NEAR(State.Position.X, 1.0f + 0.0625f * static_cast<float>(Step), 1.0e-6f);
		EXPECT_NEAR(State.Position.Y, 2.0f - 0.03125f * static_cast<float>(Step), 1.0e-6f);
	}
	EXPECT_EQ(Crowd.StepCount(), 8u);
}

TEST_P(Alone, ADesiredVelocityBeyondTheSpeedLimitIsFollowedAtTheLimit)
{
	World Crowd = Make();
	AgentDef Def = Walker({}, {});
	Def.DesiredVelocity = {30.0f, 40.0f};
	Def.MaxSpeed = 1.5f;
	const AgentHandle Handle = MustAdd(Crowd, Def);
	MustStep(Crowd, 0.1f);
	const AgentState State = MustGet(Crowd, Handle);
	EXPECT_NEAR(State.Velocity.X, 0.9f, 1.0e-5f);
	EXPECT_NEAR(State.Velocity.Y, 1.2f, 1.0e-5f);
	EXPECT_EQ(State.DesiredVelocity, (Vec2{30.0f, 40.0f})) << "what was given must not be changed";
}

INSTANTIATE_TEST_SUITE_P(Modes, Alone, testing::Bool(),
	[](const testing::TestParamInfo<bool>& Info) { return Info.param ? "Plain" : "Default"; });

TEST_P(InBothModes, TwoThatMeetGetPastEachOtherWithoutTouching)
{
	World Crowd = Make();
	const Encounter Seen = Meet(Crowd, {}, {});
	EXPECT_LT(Seen.DeepestOverlap, 0.005f);
	EXPECT_GT(Seen.DetourOfA, 0.1f);
	EXPECT_GT(Seen.DetourOfB, 0.1f);
}

TEST_P(InBothModes, AgentsOnDifferentFloorsIgnoreEachOther)
{
	World Crowd = Make();
	AgentDef Upstairs;
	Upstairs.Height = 3.0f;
	const Encounter Seen = Meet(Crowd, {}, Upstairs);
	EXPECT_EQ(Seen.DetourOfA, 0.0f);
	EXPECT_EQ(Seen.DetourOfB, 0.0f);
}

TEST_P(InBothModes, AgentsOnTheSameFloorAvoidEachOtherThoughOneStandsHigher)
{
	World Crowd = Make();
	AgentDef OnAStep;
	OnAStep.Height = 1.0f;
	const Encounter Seen = Meet(Crowd, {}, OnAStep);
	EXPECT_LT(Seen.DeepestOverlap, 0.005f);
	EXPECT_GT(Seen.DetourOfA, 0.1f);
	EXPECT_GT(Seen.DetourOfB, 0.1f);
}

TEST_P(InBothModes, AnAgentThatChangesFloorsIsAvoidedFromThenOn)
{
	World Crowd = Make();
	const AgentHandle A = MustAdd(Crowd, Walker({-1.0f, 0.05f}, {1.0f, 0.0f}));
	AgentDef Above = Walker({1.0f, -0.05f}, {-1.0f, 0.0f});
	Above.Height = -2.5f;
	const AgentHandle B = MustAdd(Crowd, Above);
	MustStep(Crowd, 0.05f);
	EXPECT_EQ(MustGet(Crowd, A).Velocity, (Vec2{1.0f, 0.0f}));
	ASSERT_TRUE(Crowd.Set(B, &AgentDef::Height, -1.5f).IsOk());
	MustStep(Crowd, 0.05f);
	EXPECT_GT(Distance(MustGet(Crowd, A).Velocity, {1.0f, 0.0f}), 0.01f);
}

TEST_P(InBothModes, GroupsThatAnAgentDoesNotAvoidDoNotExistForIt)
{
	World Crowd = Make();
	AgentProfile Staff;
	Staff.Groups = 0x2u;
	AgentProfile Rude;
	Rude.Groups = 0x4u;
	Rude.Avoids = ~0x2u;
	AgentDef A;
	AgentDef B;
	A.Profile = MustAddProfile(Crowd, Rude);
	B.Profile = MustAddProfile(Crowd, Staff);
	const Encounter Seen = Meet(Crowd, A, B);
	EXPECT_EQ(Seen.DetourOfA, 0.0f);
	EXPECT_GT(Seen.DetourOfB, 0.1f);
}

TEST_P(InBothModes, AnyCommonBitOfGroupsAndAvoidsIsEnough)
{
	World Crowd = Make();
	AgentProfile Profile;
	Profile.Groups = 0x80000001u;
	Profile.Avoids = 0x80000000u;
	AgentDef A;
	A.Profile = MustAddProfile(Crowd, Profile);
	const Encounter Seen = Meet(Crowd, A, A);
	EXPECT_LT(Seen.DeepestOverlap, 0.005f);
	EXPECT_GT(Seen.DetourOfA, 0.1f);
}

TEST_P(InBothModes, OneInNoGroupIsAvoidedByNobody)
{
	World Crowd = Make();
	AgentProfile Ghost;
	Ghost.Groups = 0;
	AgentDef B;
	B.Profile = MustAddProfile(Crowd, Ghost);
	const Encounter Seen = Meet(Crowd, {}, B);
	EXPECT_EQ(Seen.DetourOfA, 0.0f);
	EXPECT_GT(Seen.DetourOfB, 0.1f) << "it avoids others all the same";
}

using Responsibility = InBothModes;

TEST_P(Responsibility, OfZeroNeverYieldsAndTheOtherDoesAllOfIt)
{
	World Crowd = Make();
	AgentDef Car;
	Car.Responsibility = 0.0f;
	const Encounter Seen = Meet(Crowd, Car, {});
	EXPECT_EQ(Seen.DetourOfA, 0.0f);
	EXPECT_LT(Seen.DeepestOverlap, 0.005f);
	EXPECT_GT(Seen.DetourOfB, 0.4f);
}

TEST_P(Responsibility, OfZeroStartsFromRestAsIfNobodyWereThere)
{
	// One that stands close ahead, and one that comes: neither may keep a car from doing as it wants.
	for (const Vec2 Other : {Vec2{0.0f, 0.0f}, Vec2{-1.0f, 0.1f}})
	{
		World Crowd = Make();
		AgentDef Car = Walker({0.0f, 0.0f}, {});
		Car.DesiredVelocity = {1.2f, 0.0f};
		Car.Responsibility = 0.0f;
		const AgentHandle Handle = MustAdd(Crowd, Car);
		MustAdd(Crowd, Walker({1.5f, 0.1f}, Other));
		for (int Step = 0; Step < 10; ++Step)
		{
			MustStep(Crowd, 0.1f);
			ASSERT_EQ(MustGet(Crowd, Handle).Velocity, (Vec2{1.2f, 0.0f})) << "in step " << Step;
		}
	}
}

TEST_P(Responsibility, OfALittleLeavesMoreFreedomThanOfMuch)
{
	// From rest towards one that stands: the one that has to yield less must be at least as free to start.
	float SpeedOf[2] = {};
	for (const bool bMuch : {false, true})
	{
		World Crowd = Make();
		AgentDef Self = Walker({0.0f, 0.0f}, {});
		Self.DesiredVelocity = {1.2f, 0.0f};
		Self.Responsibility = bMuch ? 10.0f : 0.1f;
		const AgentHandle Handle = MustAdd(Crowd, Self);
		MustAdd(Crowd, Walker({2.0f, 0.0f}, {}));
		MustStep(Crowd, 0.1f);
		SpeedOf[bMuch] = MustGet(Crowd, Handle).Velocity.X;
	}
	EXPECT_GE(SpeedOf[0], SpeedOf[1] - 1.0e-4f);
}

TEST_P(Responsibility, OfZeroOnBothSidesMeansThatNobodyYields)
{
	World Crowd = Make();
	AgentDef Car;
	Car.Responsibility = 0.0f;
	const Encounter Seen = Meet(Crowd, Car, Car);
	EXPECT_EQ(Seen.DetourOfA, 0.0f);
	EXPECT_EQ(Seen.DetourOfB, 0.0f);
}

TEST_P(Responsibility, OfEqualsIsHalfEach)
{
	for (const float Share : {1.0f, 0.001f, 1000.0f})
	{
		World Crowd = Make();
		AgentDef A = Walker({-1.5f, 0.125f}, {1.0f, 0.0f});
		AgentDef B = Walker({1.5f, -0.125f}, {-1.0f, 0.0f});
		A.Responsibility = B.Responsibility = Share;
		const AgentHandle First = MustAdd(Crowd, A);
		const AgentHandle Second = MustAdd(Crowd, B);
		for (int Step = 0; Step < 60; ++Step)
		{
			MustStep(Crowd, 0.05f);
			const AgentState StateA = MustGet(Crowd, First);
			const AgentState StateB = MustGet(Crowd, Second);
			ASSERT_NEAR(StateA.Velocity.X, -StateB.Velocity.X, 1.0e-4f) << "in step " << Step;
			ASSERT_NEAR(StateA.Velocity.Y, -StateB.Velocity.Y, 1.0e-4f) << "in step " << Step;
			ASSERT_LT(Overlap(StateA, StateB), 0.005f) << "in step " << Step;
		}
	}
}

TEST_P(Responsibility, DividesTheAvoidingInItsProportion)
{
	World Crowd = Make();
	AgentDef A = Walker({-1.5f, 0.125f}, {1.0f, 0.0f});
	AgentDef B = Walker({1.5f, -0.125f}, {-1.0f, 0.0f});
	A.MaxSpeed = B.MaxSpeed = 10.0f;
	A.Responsibility = 1.0f;
	B.Responsibility = 3.0f;
	const AgentHandle First = MustAdd(Crowd, A);
	const AgentHandle Second = MustAdd(Crowd, B);
	MustStep(Crowd, 0.05f);
	const float DoneByA = Distance(MustGet(Crowd, First).Velocity, {1.0f, 0.0f});
	const float DoneByB = Distance(MustGet(Crowd, Second).Velocity, {-1.0f, 0.0f});
	ASSERT_GT(DoneByA, 0.02f);
	// What breaks a symmetry in the default mode may add its own little.
	EXPECT_NEAR(DoneByB / DoneByA, 3.0f, GetParam() ? 0.01f : 0.5f);
}

INSTANTIATE_TEST_SUITE_P(Modes, Responsibility, testing::Bool(),
	[](const testing::TestParamInfo<bool>& Info) { return Info.param ? "Plain" : "Default"; });
}
}
