// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace CrowdAvoidance::Testing::NeighborTest
{
namespace
{
class Neighbors : public testing::TestWithParam<bool>
{
protected:
	World Make() const
	{
		WorldDef Def;
		Def.Model = ModelName("orca", GetParam());
		return MakeWorld(Def);
	}
};

INSTANTIATE_TEST_SUITE_P(Modes, Neighbors, testing::Bool(),
	[](const testing::TestParamInfo<bool>& Info) { return Info.param ? "Plain" : "Default"; });

TEST_P(Neighbors, AGiantAmongSmallOnesIsSeenInTimeAndNotEntered)
{
	World Crowd = Make();
	AgentProfile Watchful;
	Watchful.NeighborDistance = 20.0f;
	Watchful.MaxNeighbors = 32;
	Watchful.AgentHorizon = 4.0f;
	const ProfileHandle Profile = MustAddProfile(Crowd, Watchful);
	AgentDef Giant = Walker({0.0f, 0.0f}, {}, 8.0f);
	Giant.Responsibility = 0.0f;
	const AgentHandle GiantHandle = MustAdd(Crowd, Giant);
	std::vector<AgentHandle> Small;
	for (int Agent = 0; Agent < 12; ++Agent)
	{
		AgentDef Def =
			Walker({-18.0f - static_cast<float>(Agent % 3), -7.0f + 1.2f * static_cast<float>(Agent)}, {1.3f, 0.0f});
		Def.Profile = Profile;
		Small.push_back(MustAdd(Crowd, Def));
	}
	for (int Step = 0; Step < 400; ++Step)
	{
		MustStep(Crowd, 0.1f);
		const AgentState GiantState = MustGet(Crowd, GiantHandle);
		ASSERT_EQ(GiantState.Position, (Vec2{0.0f, 0.0f}));
		for (const AgentHandle Handle : Small)
		{
			ASSERT_LT(Overlap(GiantState, MustGet(Crowd, Handle)), 0.02f) << "in step " << Step;
		}
	}
}

TEST_P(Neighbors, AWalkingGiantIsNotEnteredAndDoesNotEnter)
{
	World Crowd = Make();
	AgentProfile Watchful;
	Watchful.NeighborDistance = 30.0f;
	Watchful.MaxNeighbors = 40;
	Watchful.AgentHorizon = 5.0f;
	ASSERT_TRUE(Crowd.SetProfile({}, Watchful).IsOk());
	AgentDef Giant = Walker({-25.0f, 0.0f}, {1.0f, 0.0f}, 8.0f);
	const AgentHandle GiantHandle = MustAdd(Crowd, Giant);
	for (int Agent = 0; Agent < 30; ++Agent)
	{
		MustAdd(Crowd, Walker({static_cast<float>(Agent % 5) * 3.0f, static_cast<float>(Agent / 5) * 3.0f - 7.4f}, {}));
	}
	for (int Step = 0; Step < 400; ++Step)
	{
		MustStep(Crowd, 0.1f);
		ASSERT_EQ(FindNonFinite(Crowd), "");
		ASSERT_LT(DeepestOverlap(Crowd), 0.1f) << "in step " << Step;
	}
	EXPECT_GT(MustGet(Crowd, GiantHandle).Position.X, -10.0f);
}

TEST(NeighborsOfAGiant, SeeItWithTheDefaultProfileAndInADenseCrowd)
{
	// Its centre is further away than the small ones see, and behind more of them than they avoid.
	World Crowd = MakeWorld();
	AgentDef Giant = Walker({0.0f, 0.0f}, {}, 8.0f);
	Giant.Responsibility = 0.0f;
	const AgentHandle GiantHandle = MustAdd(Crowd, Giant);
	std::vector<AgentHandle> Small;
	for (int Agent = 0; Agent < 150; ++Agent)
	{
		Small.push_back(MustAdd(Crowd,
			Walker({-12.0f - static_cast<float>(Agent / 10),
					   -4.5f + static_cast<float>(Agent % 10) + 0.01f * static_cast<float>(Agent)},
				{1.0f, 0.0f})));
	}
	for (int Step = 0; Step < 300; ++Step)
	{
		MustStep(Crowd, 0.1f);
		const AgentState GiantState = MustGet(Crowd, GiantHandle);
		for (const AgentHandle Handle : Small)
		{
			ASSERT_LT(Overlap(GiantState, MustGet(Crowd, Handle)), 0.1f) << "in step " << Step;
		}
	}
}

TEST_P(Neighbors, InClustersFarApartAvoidEachOther)
{
	World Crowd = Make();
	TestRandom Random(21);
	std::vector<std::pair<AgentHandle, AgentHandle>> Pairs;
	for (int Cluster = 0; Cluster < 8; ++Cluster)
	{
		const Vec2 Center = Random.InSquare(20000.0f);
		for (int Agent = 0; Agent < 60; ++Agent)
		{
			const Vec2 Offset = Random.InDisc(4.0f);
			MustAdd(Crowd, Walker({Center.X + Offset.X, Center.Y + Offset.Y}, Random.InDisc(1.3f)));
		}
	}
	for (int Step = 0; Step < 60; ++Step)
	{
		MustStep(Crowd, 0.1f);
		ASSERT_EQ(FindNonFinite(Crowd), "");
		ASSERT_TRUE(GetParam() || FindTooFast(Crowd).empty())
			<< FindTooFast(Crowd); // Plain worlds do not limit rounding.
	}
	EXPECT_LT(DeepestOverlap(Crowd), 0.05f) << "six seconds are enough for overlaps of the start to dissolve";
}

TEST_P(Neighbors, InAWorldOfAHundredKilometresMeetAndCostLittleMemory)
{
	World Crowd = Make();
	TestRandom Random(22);
	std::vector<std::pair<AgentHandle, AgentHandle>> Pairs;
	for (int Pair = 0; Pair < 300; ++Pair)
	{
		// Whole metres, so that the pair itself is exact even out there.
		const Vec2 Center{
			static_cast<float>(Random.Integer(-50000, 50000)), static_cast<float>(Random.Integer(-50000, 50000))};
		const AgentHandle A = MustAdd(Crowd, Walker({Center.X - 1.5f, Center.Y + 0.0625f}, {1.0f, 0.0f}));
		const AgentHandle B = MustAdd(Crowd, Walker({Center.X + 1.5f, Center.Y - 0.0625f}, {-1.0f, 0.0f}));
		Pairs.emplace_back(A, B);
	}
	float Deepest = -INFINITY;
	for (int Step = 0; Step < 60; ++Step)
	{
		MustStep(Crowd, 0.1f);
		ASSERT_EQ(FindNonFinite(Crowd), "");
		for (const auto& [A, B] : Pairs)
		{
			Deepest = std::max(Deepest, Overlap(MustGet(Crowd, A), MustGet(Crowd, B)));
		}
	}
	EXPECT_LT(Deepest, 0.05f);
	EXPECT_LT(Crowd.MemoryBytes(), size_t{16} << 20) << "the grid must not grow with the extent";
}

TEST(MemoryOfTheGrid, StaysSmallBesideTheAgentsHoweverFarApartTheyAre)
{
	// The thinner a crowd, the more cells for each agent: up to where the grid is folded.
	constexpr int Agents = 20000;
	for (const float HalfSide : {100.0f, 600.0f, 3000.0f, 50000.0f})
	{
		WorldDef Def;
		Def.ReserveAgents = Agents;
		World Crowd = MakeWorld(Def);
		TestRandom Random(26);
		for (int Agent = 0; Agent < Agents; ++Agent)
		{
			MustAdd(Crowd, Walker(Random.InSquare(HalfSide), {}));
		}
		MustStep(Crowd, 0.1f);
		EXPECT_LT(Crowd.MemoryBytes(), size_t{300} * Agents) << "in a square of " << 2.0f * HalfSide << " m";
	}
}

TEST_P(Neighbors, AHeapOfFiftyThousandInHalfAMetreIsReportedAndDoesNotHang)
{
	World Crowd = Make();
	TestRandom Random(23);
	for (int Agent = 0; Agent < 50000; ++Agent)
	{
		MustAdd(Crowd, Walker(Random.InSquare(0.25f), Random.InDisc(1.0f)));
	}
	for (int Step = 0; Step < 2; ++Step)
	{
		const StepReport Report = MustStep(Crowd, 0.1f);
		EXPECT_TRUE(HasStatus(Report.Status, EStepStatus::NeighborsTruncated)) << "in step " << Step;
		ASSERT_EQ(FindNonFinite(Crowd), "");
		ASSERT_TRUE(GetParam() || FindTooFast(Crowd).empty())
			<< FindTooFast(Crowd); // Plain worlds do not limit rounding.
	}
}

TEST_P(Neighbors, ThousandsAtExactlyOnePointStayFinite)
{
	World Crowd = Make();
	for (int Agent = 0; Agent < 3000; ++Agent)
	{
		MustAdd(Crowd, Walker({12.0f, -7.0f}, {}));
	}
	for (int Step = 0; Step < 5; ++Step)
	{
		MustStep(Crowd, 0.1f);
		ASSERT_EQ(FindNonFinite(Crowd), "");
		ASSERT_TRUE(GetParam() || FindTooFast(Crowd).empty())
			<< FindTooFast(Crowd); // Plain worlds do not limit rounding.
	}
}

TEST_P(Neighbors, AnOrdinaryCrowdIsNotReportedAsTruncated)
{
	World Crowd = Make();
	TestRandom Random(24);
	for (int Agent = 0; Agent < 2000; ++Agent)
	{
		MustAdd(Crowd, Walker(Random.InSquare(20.0f), Random.InDisc(1.0f)));
	}
	for (int Step = 0; Step < 5; ++Step)
	{
		EXPECT_EQ(MustStep(Crowd, 0.1f).Status, EStepStatus::None);
	}
}

TEST_P(Neighbors, OneFarAwayDoesNotChangeWhatTheOthersDo)
{
	World Crowd = Make();
	World WithHermit = Make();
	TestRandom Random(25);
	std::vector<std::pair<AgentHandle, AgentHandle>> Same;
	for (int Agent = 0; Agent < 200; ++Agent)
	{
		const AgentDef Def = Walker(Random.InSquare(8.0f), Random.InDisc(1.0f));
		const AgentHandle InFirst = MustAdd(Crowd, Def);
		Same.emplace_back(InFirst, MustAdd(WithHermit, Def));
	}
	MustAdd(WithHermit, Walker({90000.0f, -80000.0f}, {1.0f, 0.0f}, 5.0f));
	for (int Step = 0; Step < 20; ++Step)
	{
		MustStep(Crowd, 0.1f);
		MustStep(WithHermit, 0.1f);
		for (const auto& [A, B] : Same)
		{
			ASSERT_EQ(MustGet(Crowd, A).Position, MustGet(WithHermit, B).Position) << "in step " << Step;
		}
	}
}
}
}
