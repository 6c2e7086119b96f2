// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

namespace CrowdAvoidance::Testing::ProfileTest
{
namespace
{
TEST(Profile, NumberZeroAlwaysExistsWithTheDefaults)
{
	const World Crowd = MakeWorld();
	const Result<AgentProfile> Got = Crowd.GetProfile({});
	ASSERT_TRUE(Got.IsOk());
	const AgentProfile Defaults;
	EXPECT_EQ(Got.Value().NeighborDistance, Defaults.NeighborDistance);
	EXPECT_EQ(Got.Value().MaxNeighbors, Defaults.MaxNeighbors);
	EXPECT_EQ(Got.Value().AgentHorizon, Defaults.AgentHorizon);
	EXPECT_EQ(Got.Value().ObstacleHorizon, Defaults.ObstacleHorizon);
	EXPECT_EQ(Got.Value().Groups, Defaults.Groups);
	EXPECT_EQ(Got.Value().Avoids, Defaults.Avoids);
	EXPECT_EQ(Got.Value().FloorHeight, Defaults.FloorHeight);
}

TEST(Profile, ComesBackAsItWasAdded)
{
	World Crowd = MakeWorld();
	AgentProfile Profile;
	Profile.NeighborDistance = 12.5f;
	Profile.MaxNeighbors = 33;
	Profile.AgentHorizon = 3.25f;
	Profile.ObstacleHorizon = 0.75f;
	Profile.Groups = 0xF0F0u;
	Profile.Avoids = 0x0FF0u;
	Profile.FloorHeight = 2.75f;
	const ProfileHandle First = MustAddProfile(Crowd, Profile);
	const ProfileHandle Second = MustAddProfile(Crowd, {});
	EXPECT_FALSE(First == Second);
	EXPECT_FALSE(First == ProfileHandle{});
	const AgentProfile Got = Crowd.GetProfile(First).Value();
	EXPECT_EQ(Got.NeighborDistance, 12.5f);
	EXPECT_EQ(Got.MaxNeighbors, 33);
	EXPECT_EQ(Got.AgentHorizon, 3.25f);
	EXPECT_EQ(Got.ObstacleHorizon, 0.75f);
	EXPECT_EQ(Got.Groups, 0xF0F0u);
	EXPECT_EQ(Got.Avoids, 0x0FF0u);
	EXPECT_EQ(Got.FloorHeight, 2.75f);
	EXPECT_EQ(Crowd.GetProfile(Second).Value().MaxNeighbors, AgentProfile{}.MaxNeighbors);
}

TEST(Profile, AChangeReachesAllItsAgentsInTheNextStep)
{
	World Crowd = MakeWorld();
	AgentProfile Blind;
	Blind.MaxNeighbors = 0;
	const ProfileHandle Profile = MustAddProfile(Crowd, Blind);
	AgentDef Left = Walker({-1.0f, 0.1f}, {1.0f, 0.0f});
	AgentDef Right = Walker({1.0f, -0.1f}, {-1.0f, 0.0f});
	Left.Profile = Right.Profile = Profile;
	const AgentHandle A = MustAdd(Crowd, Left);
	const AgentHandle B = MustAdd(Crowd, Right);
	MustStep(Crowd, 0.05f);
	EXPECT_EQ(MustGet(Crowd, A).Velocity, (Vec2{1.0f, 0.0f})) << "no neighbours are avoided yet";
	EXPECT_EQ(MustGet(Crowd, B).Velocity, (Vec2{-1.0f, 0.0f}));
	ASSERT_TRUE(Crowd.SetProfile(Profile, {}).IsOk());
	MustStep(Crowd, 0.05f);
	EXPECT_GT(Distance(MustGet(Crowd, A).Velocity, {1.0f, 0.0f}), 0.01f);
	EXPECT_GT(Distance(MustGet(Crowd, B).Velocity, {-1.0f, 0.0f}), 0.01f);
}

TEST(Profile, TheDefaultOneCanBeChanged)
{
	World Crowd = MakeWorld();
	AgentProfile Blind;
	Blind.NeighborDistance = 0.0f;
	ASSERT_TRUE(Crowd.SetProfile({}, Blind).IsOk());
	const AgentHandle A = MustAdd(Crowd, Walker({-1.0f, 0.1f}, {1.0f, 0.0f}));
	MustAdd(Crowd, Walker({1.0f, -0.1f}, {-1.0f, 0.0f}));
	MustStep(Crowd, 0.05f);
	EXPECT_EQ(MustGet(Crowd, A).Velocity, (Vec2{1.0f, 0.0f}));
}

TEST(Profile, ThousandsCanExist)
{
	World Crowd = MakeWorld();
	TestRandom Random(5);
	for (int Number = 1; Number <= 3000; ++Number)
	{
		AgentProfile Profile;
		Profile.NeighborDistance = static_cast<float>(Number) * 0.01f;
		const ProfileHandle Handle = MustAddProfile(Crowd, Profile);
		AgentDef Def = Walker(Random.InSquare(40.0f), Random.InDisc(1.0f));
		Def.Profile = Handle;
		const AgentHandle Agent = MustAdd(Crowd, Def);
		ASSERT_EQ(Crowd.GetProfile(MustGet(Crowd, Agent).Profile).Value().NeighborDistance,
			static_cast<float>(Number) * 0.01f);
	}
	MustStep(Crowd, 0.1f);
	EXPECT_EQ(FindNonFinite(Crowd), "");
}

TEST(Profile, RangeEndsWhereItSays)
{
	for (const float Seen : {2.9f, 3.1f})
	{
		World Crowd = MakePlainWorld();
		AgentProfile Profile;
		Profile.NeighborDistance = Seen;
		Profile.AgentHorizon = 5.0f;
		AgentDef Left = Walker({-1.5f, 0.05f}, {1.0f, 0.0f});
		AgentDef Right = Walker({1.5f, -0.05f}, {-1.0f, 0.0f});
		Left.Profile = Right.Profile = MustAddProfile(Crowd, Profile);
		const AgentHandle A = MustAdd(Crowd, Left);
		MustAdd(Crowd, Right);
		MustStep(Crowd, 0.05f);
		const bool bYielded = Distance(MustGet(Crowd, A).Velocity, {1.0f, 0.0f}) > 1.0e-3f;
		EXPECT_EQ(bYielded, Seen > 3.0f) << Seen;
	}
}

TEST(Profile, OnlyTheNearestOfItsCountAreAvoided)
{
	// Ahead: one agent in the way, and behind it and a little nearer, one that is not.
	for (const int Count : {1, 2})
	{
		World Crowd = MakePlainWorld();
		AgentProfile Profile;
		Profile.MaxNeighbors = Count;
		Profile.AgentHorizon = 3.0f;
		AgentDef Self = Walker({0.0f, 0.0f}, {1.0f, 0.0f});
		Self.Profile = MustAddProfile(Crowd, Profile);
		const AgentHandle Handle = MustAdd(Crowd, Self);
		MustAdd(Crowd, Walker({-1.5f, 0.0f}, {-1.0f, 0.0f}));
		MustAdd(Crowd, Walker({2.0f, 0.1f}, {0.0f, 0.0f}));
		MustStep(Crowd, 0.05f);
		const bool bYielded = Distance(MustGet(Crowd, Handle).Velocity, {1.0f, 0.0f}) > 1.0e-3f;
		EXPECT_EQ(bYielded, Count == 2);
	}
}
}
}
