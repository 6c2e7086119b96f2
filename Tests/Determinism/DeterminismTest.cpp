// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The same scene gives the same state hash after every step, whatever runs it.
#include "ExpectedHashes.h"
#include "RandomScene.h"
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace CrowdAvoidance::Testing::DeterminismTest
{
namespace
{
/// Allowed by the contract and as unlike a real scheduler as possible: pieces one at a time, in random order, each by a worker of
/// random number.
class PerverseScheduler : public TaskScheduler
{
public:
	PerverseScheduler(int InWorkers, uint64_t Seed) : Workers(InWorkers), Random(Seed) {}

	int WorkerCount() const override { return Workers; }

	void ParallelFor(int Count, RangeFunction Function, void* Context) override
	{
		std::vector<int> Order(static_cast<size_t>(Count));
		std::iota(Order.begin(), Order.end(), 0);
		for (int Last = Count - 1; Last > 0; --Last)
		{
			std::swap(Order[static_cast<size_t>(Last)], Order[static_cast<size_t>(Random.Index(Last + 1))]);
		}
		for (const int Piece : Order)
		{
			Function(Context, Piece, Piece + 1, Random.Index(Workers));
		}
	}

private:
	int Workers;
	TestRandom Random;
};

/// Ranges of random length, in random order, on threads that are new for every call and have shuffled numbers.
class RestlessScheduler : public TaskScheduler
{
public:
	RestlessScheduler(int InWorkers, uint64_t Seed) : Workers(InWorkers), Random(Seed) {}

	int WorkerCount() const override { return Workers; }

	void ParallelFor(int Count, RangeFunction Function, void* Context) override
	{
		std::vector<std::pair<int, int>> Ranges;
		for (int Begin = 0; Begin < Count;)
		{
			const int End = std::min(Count, Begin + Random.Integer(1, 1 + Count / 3));
			Ranges.emplace_back(Begin, End);
			Begin = End;
		}
		for (size_t Last = Ranges.size(); Last > 1; --Last)
		{
			std::swap(Ranges[Last - 1], Ranges[static_cast<size_t>(Random.Index(static_cast<int>(Last)))]);
		}
		const int Shift = Random.Index(Workers);
		std::atomic<size_t> Next{0};
		std::vector<std::thread> Threads;
		for (int Number = 0; Number < Workers; ++Number)
		{
			Threads.emplace_back(
				[&, Worker = (Number + Shift) % Workers]
				{
					for (size_t Range = Next.fetch_add(1); Range < Ranges.size(); Range = Next.fetch_add(1))
					{
						Function(Context, Ranges[Range].first, Ranges[Range].second, Worker);
					}
				});
		}
		for (std::thread& Thread : Threads)
		{
			Thread.join();
		}
	}

private:
	int Workers;
	TestRandom Random;
};

SceneOptions MakeScene(const char* Name, uint64_t Seed, int Agents, float Density)
{
	SceneOptions Options;
	Options.Name = Name;
	Options.Seed = Seed;
	Options.Agents = Agents;
	Options.Density = Density;
	return Options;
}

constexpr int SceneSteps = 40;

std::vector<SceneOptions> Scenes()
{
	std::vector<SceneOptions> List;
	List.push_back(MakeScene("Sparse", 1, 1500, 0.1f));
	List.push_back(MakeScene("Crowd", 2, 3000, 0.9f));
	List.push_back(MakeScene("Packed", 3, 1200, 4.0f));
	List.push_back(MakeScene("Plain", 4, 2000, 1.0f));
	List.back().bPlain = true;
	List.push_back(MakeScene("Walls", 5, 1500, 0.7f));
	List.back().bObstacles = true;
	List.back().bGoals = true;
	List.push_back(MakeScene("Mixed", 6, 1500, 0.8f));
	List.back().bMixedProfiles = true;
	List.back().bMixedRadii = true;
	List.back().bMasks = true;
	List.back().bFloors = true;
	List.back().bMixedResponsibility = true;
	List.push_back(MakeScene("Lattice", 7, 512, 1.0f));
	List.back().bLattice = true;
	List.push_back(MakeScene("Churn", 8, 800, 0.8f));
	List.back().bChurn = true;
	List.back().bObstacles = true;
	List.back().bGoals = true;
	List.push_back(MakeScene("Heap", 9, 3000, 20000.0f));
	List.push_back(MakeScene("ClearPath", 10, 1500, 0.8f));
	List.back().Model = "clearpath";
	List.back().bObstacles = true;
	List.back().bGoals = true;
	List.push_back(MakeScene("ClearPathMixed", 11, 800, 0.8f));
	List.back().Model = "clearpath";
	List.back().bMixedProfiles = true;
	List.back().bMixedRadii = true;
	List.back().bMixedResponsibility = true;
	List.back().bAccelerations = true;
	List.back().bShapes = true;
	List.push_back(MakeScene("ClearPath1", 12, 800, 0.6f));
	List.back().Model = "clearpath-1";
	List.back().bGoals = true;
	// So few that some come into sight and leave it.
	List.push_back(MakeScene("Rcap", 13, 800, 0.02f));
	List.back().Model = "rcap";
	List.back().bManners = true;
	List.push_back(MakeScene("RcapWalls", 14, 600, 0.4f));
	List.back().Model = "rcap";
	List.back().bObstacles = true;
	List.back().bGoals = true;
	List.back().bManners = true;
	List.back().bChurn = true;
	return List;
}

class Determinism : public testing::TestWithParam<SceneOptions>
{};

INSTANTIATE_TEST_SUITE_P(Scenes, Determinism, testing::ValuesIn(Scenes()),
	[](const testing::TestParamInfo<SceneOptions>& Info) { return std::string(Info.param.Name); });

/// One case a scene, so that what everything is compared with runs once.
TEST_P(Determinism, HoldsHoweverItIsRun)
{
	const SceneOptions& Options = GetParam();
	const std::vector<uint64_t> Expected = RunScene(Options, EIsa::Auto, nullptr, SceneSteps);
	std::vector<uint64_t> Sorted = Expected;
	std::sort(Sorted.begin(), Sorted.end());
	EXPECT_EQ(std::adjacent_find(Sorted.begin(), Sorted.end()), Sorted.end())
		<< "a hash that stands still proves nothing";

	// Among them the very same run again.
	const std::unique_ptr<TaskScheduler> OnThree = CreateTbbScheduler(3);
	for (const EIsa Isa : AvailableIsas())
	{
		EXPECT_EQ(RunScene(Options, Isa, nullptr, SceneSteps), Expected) << IsaName(Isa);
		if (OnThree)
		{
			EXPECT_EQ(RunScene(Options, Isa, OnThree.get(), SceneSteps), Expected)
				<< IsaName(Isa) << " on three threads";
		}
	}

	for (const int Threads : {1, 2, 8, 16})
	{
		for (const auto Create : {&CreateThreadPool, &CreateTbbScheduler})
		{
			if (const std::unique_ptr<TaskScheduler> Scheduler = Create(Threads))
			{
				ASSERT_EQ(Scheduler->WorkerCount(), Threads);
				EXPECT_EQ(RunScene(Options, EIsa::Auto, Scheduler.get(), SceneSteps), Expected)
					<< Threads << (Create == &CreateThreadPool ? " threads" : " threads of TBB");
			}
		}
	}

	for (const int Workers : {1, 7, 256})
	{
		PerverseScheduler Scheduler(Workers, static_cast<uint64_t>(Workers));
		EXPECT_EQ(RunScene(Options, EIsa::Auto, &Scheduler, SceneSteps), Expected)
			<< Workers << " workers, perverse scheduling";
	}
	PerverseScheduler OnFive(5, 99);
	EXPECT_EQ(RunScene(Options, EIsa::Scalar, &OnFive, SceneSteps), Expected) << "scalar, perverse scheduling";

	constexpr int FewSteps = 10;
	const std::vector<uint64_t> ExpectedOfFew(Expected.begin(), Expected.begin() + FewSteps + 1);
	for (const int Workers : {2, 5})
	{
		RestlessScheduler Scheduler(Workers, static_cast<uint64_t>(Workers));
		EXPECT_EQ(RunScene(Options, EIsa::Auto, &Scheduler, FewSteps), ExpectedOfFew)
			<< Workers << " threads that come and go";
	}

	// Worlds that take turns do not disturb each other.
	SceneOptions Other = Options;
	Other.Seed += 1000;
	Other.Agents = Other.Agents / 2 + 3;
	const std::unique_ptr<TaskScheduler> Shared = CreateThreadPool(2);
	RandomScene First(Options, EIsa::Auto, Shared.get());
	RandomScene Second(Other, EIsa::Auto, Shared.get());
	RandomScene Third(Options, EIsa::Scalar, Shared.get());
	for (int Step = 0; Step < SceneSteps; ++Step)
	{
		First.Step();
		Second.Step(0.05f);
		Third.Step();
		Second.Step(0.2f);
		ASSERT_EQ(First.Get().StateHash(), Expected[static_cast<size_t>(Step) + 1]) << "in step " << Step;
		ASSERT_EQ(Third.Get().StateHash(), Expected[static_cast<size_t>(Step) + 1]) << "in step " << Step;
	}
}

TEST(WorldDeterminism, TheOrderOfAddingDoesNotChangeWhereAgentsGo)
{
	// In the plain mode and without ties the numbers of the agents are only names.
	TestRandom Random(500);
	std::vector<AgentDef> Defs;
	for (int Agent = 0; Agent < 200; ++Agent)
	{
		Defs.push_back(Walker(Random.InSquare(9.0f), Random.InDisc(1.3f)));
	}
	std::vector<std::vector<Vec2>> Ends;
	for (int Round = 0; Round < 4; ++Round)
	{
		std::vector<int> Order(Defs.size());
		std::iota(Order.begin(), Order.end(), 0);
		for (size_t Last = Order.size(); Round > 0 && Last > 1; --Last)
		{
			std::swap(Order[Last - 1], Order[static_cast<size_t>(Random.Index(static_cast<int>(Last)))]);
		}
		World Crowd = MakePlainWorld();
		std::vector<AgentHandle> Handles(Defs.size());
		for (const int Agent : Order)
		{
			Handles[static_cast<size_t>(Agent)] = MustAdd(Crowd, Defs[static_cast<size_t>(Agent)]);
		}
		for (int Step = 0; Step < 20; ++Step)
		{
			MustStep(Crowd, 0.1f);
			ASSERT_EQ(FindNonFinite(Crowd), "");
		}
		Ends.emplace_back();
		for (const AgentHandle Handle : Handles)
		{
			Ends.back().push_back(MustGet(Crowd, Handle).Position);
		}
		EXPECT_TRUE(Ends.back() == Ends.front()) << "order " << Round;
	}
}

TEST(WorldDeterminism, ReservingRoomDoesNotChangeARun)
{
	std::vector<uint64_t> Hashes;
	for (const int Reserve : {0, 1, 150, 10000})
	{
		WorldDef Def;
		Def.ReserveAgents = Reserve;
		World Crowd = MakeWorld(Def);
		TestRandom Random(600);
		for (int Agent = 0; Agent < 150; ++Agent)
		{
			MustAdd(Crowd, Walker(Random.InSquare(6.0f), Random.InDisc(1.3f)));
		}
		for (int Step = 0; Step < 20; ++Step)
		{
			MustStep(Crowd, 0.1f);
		}
		Hashes.push_back(Crowd.StateHash());
		EXPECT_EQ(Hashes.back(), Hashes.front()) << "room for " << Reserve;
	}
}

TEST(WorldDeterminism, TwoThreadsWithAWorldEachDoNotDisturbEachOther)
{
	SceneOptions Options = MakeScene("Pair", 700, 400, 1.0f);
	const std::vector<uint64_t> Expected = RunScene(Options, EIsa::Auto, nullptr, 30);
	std::vector<uint64_t> Results[2];
	std::thread Threads[2];
	for (int Number = 0; Number < 2; ++Number)
	{
		Threads[Number] = std::thread([&, Number] { Results[Number] = RunScene(Options, EIsa::Auto, nullptr, 30); });
	}
	for (std::thread& Thread : Threads)
	{
		Thread.join();
	}
	EXPECT_EQ(Results[0], Expected);
	EXPECT_EQ(Results[1], Expected);
}

TEST_P(Determinism, MatchesTheGoldenHash)
{
	const SceneOptions& Options = GetParam();
	const uint64_t Got = RunScene(Options, EIsa::Auto, nullptr, SceneSteps).back();
	if (const char* Print = std::getenv("CROWD_PRINT_HASHES"); Print && std::strcmp(Print, "0") != 0)
	{
		std::printf("\t{\"%s\", 0x%016" PRIX64 "ull},\n", Options.Name, Got);
		return;
	}
	for (const ExpectedHash& Expected : ExpectedHashes)
	{
		if (std::strcmp(Expected.Scene, Options.Name) == 0)
		{
			EXPECT_EQ(Got, Expected.Hash)
				<< "the behaviour of " << Options.Name << " has changed; see ExpectedHashes.h";
			return;
		}
	}
	FAIL() << "no expected hash for " << Options.Name << " in ExpectedHashes.h";
}
}
}
