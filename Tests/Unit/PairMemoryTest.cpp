// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What agents remember of others, record by record, and what walls hide.
#include "Perception/PairMemory.h"
#include "Obstacles/ObstacleStore.h"
#include "SightOracle.h"
#include "TestRandom.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace CrowdAvoidance::Testing::PairMemoryTest
{
namespace
{
/// The record of one agent with so many neighbours, and time that passes.
class OneRecord
{
public:
	explicit OneRecord(int Neighbors)
	{
		Memory.Keep(true, 4);
		Grow(Neighbors);
	}

	void Grow(int Neighbors) { Memory.MakeRoom(1, Neighbors); }

	/// Whom of these it has noticed.
	std::vector<bool> See(int Clock, std::vector<uint32_t> Keys, bool bTidy = false, bool bAtOnce = false)
	{
		PairView View = Memory.View();
		View.Clock = Clock & CROWD_CLOCK_MASK;
		View.bTidy = bTidy ? 1 : 0;
		bool Noticed[CrowdMaxNeighbors] = {};
		std::fill_n(Noticed, Keys.size(), bAtOnce);
		NotePairs(Memory.Of(0), Keys, Times, View, Noticed);
		return std::vector<bool>(Noticed, Noticed + Keys.size());
	}

	bool Has(uint32_t Key) { return Memory.Of(0).Find(Key) >= 0; }
	uint32_t& StateOf(uint32_t Key)
	{
		const PairRecord Record = Memory.Of(0);
		return *reinterpret_cast<uint32_t*>(Record.StateOf(Record.Find(Key)));
	}

	PairMemory Memory;
	PairTimes Times{0.5f, 2.0f};
};

using Bools = std::vector<bool>;
}

TEST(PairMemory, NoticesAfterTheObservationTimeAndForgetsAfterTheMemory)
{
	OneRecord Self(3);
	EXPECT_EQ(Self.See(1000, {7}), Bools{false});
	EXPECT_EQ(Self.See(1500, {7}), Bools{false}) << "not longer than the observation time";
	EXPECT_EQ(Self.See(1501, {7}), Bools{true});
	EXPECT_EQ(Self.See(2000, {}), Bools{});
	EXPECT_EQ(Self.See(4000, {7}), Bools{true}) << "remembered for as long as that";
	Self.See(4100, {});
	EXPECT_EQ(Self.See(6101, {7}), Bools{false});
	// Lost before it was noticed, it counts from its first sight.
	OneRecord Other(3);
	Other.See(0, {7});
	Other.See(100, {});
	EXPECT_EQ(Other.See(2501, {7}), Bools{true});
	OneRecord Third(3);
	Third.See(0, {7});
	Third.See(100, {});
	EXPECT_EQ(Third.See(2502, {7}), Bools{false});
}

TEST(PairMemory, StateOfAPairIsThereForAsLongAsItIsRemembered)
{
	OneRecord Self(3);
	Self.See(0, {7, 8});
	EXPECT_EQ(Self.StateOf(7), 0u);
	Self.StateOf(7) = 70;
	Self.StateOf(8) = 80;
	Self.See(600, {8, 7});
	Self.See(700, {8});
	Self.See(2000, {7, 8});
	EXPECT_EQ(Self.StateOf(7), 70u);
	Self.See(2100, {8});
	Self.See(5000, {7, 8});
	EXPECT_EQ(Self.StateOf(7), 0u) << "it is somebody new";
	EXPECT_EQ(Self.StateOf(8), 80u);
}

TEST(PairMemory, WhoeverHasBeenGoneForLongestGivesWay)
{
	// Room for three neighbours is room for five others.
	OneRecord Self(3);
	Self.See(0, {1, 2, 3}, false, true);
	Self.See(100, {2, 3, 4}, false, true);
	Self.See(200, {4, 5}, false, true);
	for (const uint32_t Key : {1u, 2u, 3u, 4u, 5u})
	{
		EXPECT_TRUE(Self.Has(Key)) << Key;
	}
	// 1 was lost at 100; 2 and 3 at 200, of which the lower id goes first.
	Self.See(300, {4, 5, 6});
	EXPECT_FALSE(Self.Has(1));
	EXPECT_TRUE(Self.Has(2));
	Self.See(400, {4, 5, 7});
	EXPECT_FALSE(Self.Has(2));
	EXPECT_TRUE(Self.Has(3));
	EXPECT_TRUE(Self.Has(6));
	Self.See(500, {4, 5, 8});
	EXPECT_FALSE(Self.Has(3));
	EXPECT_TRUE(Self.Has(6)) << "in sight since 300";
	// What is forgotten makes room before anybody who is remembered.
	Self.See(5000, {4, 5, 9});
	EXPECT_FALSE(Self.Has(6));
	EXPECT_FALSE(Self.Has(7));
	EXPECT_TRUE(Self.Has(4));
}

TEST(PairMemory, MakesRoomAndForgetsNobody)
{
	OneRecord Self(3);
	Self.See(0, {1, 2, 3});
	Self.StateOf(2) = 20;
	Self.See(400, {2, 3});
	for (const int Neighbors : {3, 10, 11, 20, 64})
	{
		Self.Grow(Neighbors);
		for (const uint32_t Key : {1u, 2u, 3u})
		{
			EXPECT_TRUE(Self.Has(Key)) << Key << " of " << Neighbors;
		}
		EXPECT_EQ(Self.StateOf(2), 20u);
	}
	EXPECT_EQ(Self.See(501, {1, 2, 3}), (Bools{true, true, true}));
	// It never shrinks.
	Self.Grow(1);
	EXPECT_EQ(Self.See(502, {1, 2, 3}), (Bools{true, true, true}));
}

TEST(PairMemory, StampsBeginAgainAndNobodyComesBackFromTheDead)
{
	// With a tidy record every sixteen seconds, as steps do it.
	OneRecord Self(3);
	Self.See(0, {1, 2}, false, true);
	Self.See(10, {2});
	for (int Clock = 100; Clock <= 200000; Clock += 100)
	{
		EXPECT_EQ(Self.See(Clock, {2}, Clock % 16000 == 0), Bools{true});
		ASSERT_EQ(Self.Has(1), Clock < 16000) << Clock;
	}
	Self.See(200050, {});
	EXPECT_EQ(Self.See(201000, {2}), Bools{true}) << "lost a second ago, however long it had been in sight";
}

TEST(PairMemory, TwoWithOneKeyShareAnEntry)
{
	OneRecord Self(3);
	EXPECT_EQ(Self.See(0, {5, 5, 6}), (Bools{false, false, false}));
	EXPECT_EQ(Self.See(501, {5, 6, 5}), (Bools{true, true, true}));
	const PairRecord Record = Self.Memory.Of(0);
	int Entries = 0;
	for (int Entry = 0; Entry < Record.Room; ++Entry)
	{
		Entries += Record.IsNobody(Entry) ? 0 : 1;
	}
	EXPECT_EQ(Entries, 2);
}

namespace
{
void ExpectHidingAsByBruteForce(TestRandom& Random, Vec2 Center, float HalfSide, int Walls, float Longest)
{
	ObstacleStore Store;
	std::vector<Sight::Wall> All;
	for (int Number = 0; Number < Walls; ++Number)
	{
		const Vec2 From = Center + Random.InSquare(HalfSide);
		const Vec2 Span = Random.InDisc(Random.Chance(0.2f) ? Longest : 2.0f);
		std::vector<Vec2> Vertices = {From, From + Span + Vec2{0.1f, 0.1f}};
		if (Random.Chance(0.3f))
		{
			Vertices.push_back(From + LeftOf(Span) + Vec2{-0.2f, 0.3f});
		}
		if (!Store.Add({.Vertices = Vertices, .bOneSided = Vertices.size() == 2 && Random.Chance(0.3f)}))
		{
			continue;
		}
		for (size_t Index = 0; Index < Vertices.size(); ++Index)
		{
			All.push_back({Vertices[Index], Vertices[(Index + 1) % Vertices.size()]});
		}
	}
	Store.SetReach(Random.Range(CrowdLeastReach, 4.0f));
	int Hidden = 0;
	int Free = 0;
	WallHiders Hiders;
	for (int Round = 0; Round < 3000; ++Round)
	{
		const Vec2 From = Center + Random.InSquare(HalfSide);
		const Vec2 To = Random.Chance(0.1f) ? From + Random.InDisc(0.5f) : Center + Random.InSquare(HalfSide);
		const bool bExpected = Sight::IsHidden(All, From, To);
		(bExpected ? Hidden : Free) += 1;
		// Whichever segments are tried first.
		Hiders.Count = Round % 30 == 0 ? 0 : Hiders.Count;
		ASSERT_EQ(Store.IsHidden(From, To, Hiders), bExpected)
			<< "round " << Round << ": " << From.X << ", " << From.Y << " to " << To.X << ", " << To.Y;
		ASSERT_TRUE(!bExpected || Hiders.Count > 0);
	}
	EXPECT_GT(Hidden, 300);
	EXPECT_GT(Free, 300);
}
}

TEST(LinesOfSight, AreHiddenByWallsAlone)
{
	TestRandom Random(31);
	ExpectHidingAsByBruteForce(Random, {}, 10.0f, 15, 6.0f);
	ExpectHidingAsByBruteForce(Random, {}, 40.0f, 40, 60.0f);
	ExpectHidingAsByBruteForce(Random, {}, 300.0f, 60, 400.0f);
	// Ten kilometres out a millimetre is all that single precision has.
	ExpectHidingAsByBruteForce(Random, {10000.0f, -10000.0f}, 20.0f, 20, 30.0f);
	ExpectHidingAsByBruteForce(Random, {-500.0f, 700.0f}, 60.0f, 40, 2000.0f);
}

TEST(LinesOfSight, AreFreeWhenTheWallIsGone)
{
	ObstacleStore Store;
	Store.SetReach(2.0f);
	const Vec2 Ends[] = {{-5.0f, 0.0f}, {5.0f, 0.0f}};
	const ObstacleHandle Wall = Store.Add({.Vertices = Ends}).Value();
	WallHiders Hiders;
	EXPECT_TRUE(Store.IsHidden({0.0f, -3.0f}, {1.0f, 4.0f}, Hiders));
	EXPECT_FALSE(Store.IsHidden({0.0f, -3.0f}, {1.0f, -0.5f}, Hiders));
	ASSERT_TRUE(Store.Move(Wall, {20.0f, 0.0f}));
	Hiders = {};
	EXPECT_FALSE(Store.IsHidden({0.0f, -3.0f}, {1.0f, 4.0f}, Hiders));
	EXPECT_TRUE(Store.IsHidden({20.0f, -3.0f}, {21.0f, 4.0f}, Hiders));
	ASSERT_TRUE(Store.Remove(Wall));
	Hiders = {};
	EXPECT_FALSE(Store.IsHidden({20.0f, -3.0f}, {21.0f, 4.0f}, Hiders));
}
}
