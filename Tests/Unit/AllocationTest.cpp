// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Counts what goes through the global operator new of this whole executable.
#include "RandomScene.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace
{
std::atomic<long> Allocations{0};

void* Allocate(std::size_t Size)
{
	Allocations.fetch_add(1, std::memory_order_relaxed);
	if (void* Memory = std::malloc(Size > 0 ? Size : 1))
	{
		return Memory;
	}
	throw std::bad_alloc();
}

void* AllocateAligned(std::size_t Size, std::align_val_t Alignment)
{
	Allocations.fetch_add(1, std::memory_order_relaxed);
	const std::size_t Boundary = static_cast<std::size_t>(Alignment);
	if (void* Memory =
			std::aligned_alloc(Boundary, (Size + Boundary - 1) / Boundary * Boundary + (Size == 0 ? Boundary : 0)))
	{
		return Memory;
	}
	throw std::bad_alloc();
}

/// Inlined, its free meets an operator new that is not, which gcc takes for a mistake.
#if defined(__GNUC__)
[[gnu::noinline]]
#endif
void Release(void* Memory)
{
	std::free(Memory);
}
}

void* operator new(std::size_t Size)
{
	return Allocate(Size);
}
void* operator new[](std::size_t Size)
{
	return Allocate(Size);
}
void* operator new(std::size_t Size, std::align_val_t Alignment)
{
	return AllocateAligned(Size, Alignment);
}
void* operator new[](std::size_t Size, std::align_val_t Alignment)
{
	return AllocateAligned(Size, Alignment);
}
void operator delete(void* Memory) noexcept
{
	Release(Memory);
}
void operator delete[](void* Memory) noexcept
{
	Release(Memory);
}
void operator delete(void* Memory, std::size_t) noexcept
{
	Release(Memory);
}
void operator delete[](void* Memory, std::size_t) noexcept
{
	Release(Memory);
}
void operator delete(void* Memory, std::align_val_t) noexcept
{
	Release(Memory);
}
void operator delete[](void* Memory, std::align_val_t) noexcept
{
	Release(Memory);
}
void operator delete(void* Memory, std::size_t, std::align_val_t) noexcept
{
	Release(Memory);
}
void operator delete[](void* Memory, std::size_t, std::align_val_t) noexcept
{
	Release(Memory);
}

namespace CrowdAvoidance::Testing::AllocationTest
{
namespace
{
SceneOptions BusyScene()
{
	SceneOptions Options;
	Options.Agents = 3000;
	Options.Density = 1.0f;
	Options.bObstacles = true;
	Options.bMixedProfiles = true;
	Options.bMixedRadii = true;
	Options.bGoals = true;
	return Options;
}

/// Gives everyone a goal within the square and marks its corners, so that the crowd keeps its extent.
void KeepTogether(World& Crowd)
{
	TestRandom Random(32);
	constexpr float HalfSide = 28.0f;
	const AgentsView View = Crowd.Agents();
	std::vector<AgentHandle> Handles;
	for (int Agent = 0; Agent < View.Count; ++Agent)
	{
		Handles.push_back(Crowd.HandleOf(View.HandleIndex[Agent]));
	}
	for (const AgentHandle Handle : Handles)
	{
		(void)Crowd.SetGoal(Handle, Random.InSquare(HalfSide));
	}
	AgentProfile Blind;
	Blind.MaxNeighbors = 0;
	Blind.Groups = 0;
	AgentDef Corner;
	Corner.Profile = MustAddProfile(Crowd, Blind);
	for (const float X : {-40.0f, 40.0f})
	{
		for (const float Y : {-40.0f, 40.0f})
		{
			Corner.Position = {X, Y};
			MustAdd(Crowd, Corner);
		}
	}
}

long AllocationsOfTwentySteps(TaskScheduler* Scheduler, EIsa Isa, std::string Model, bool bObstacles = true)
{
	SceneOptions Options = BusyScene();
	Options.Model = Model;
	Options.bObstacles = bObstacles;
	RandomScene Scene(Options, Isa, Scheduler);
	World& Crowd = Scene.Get();
	KeepTogether(Crowd);
	for (int Step = 0; Step < 20; ++Step)
	{
		MustStep(Crowd, 0.1f);
	}
	const long Before = Allocations.load();
	for (int Step = 0; Step < 20; ++Step)
	{
		(void)Crowd.Step(0.1f);
	}
	return Allocations.load() - Before;
}

TEST(Allocation, IsCounted)
{
	const long Before = Allocations.load();
	// Volatile, since compilers may leave out what nobody sees.
	int* volatile Number = new int(3);
	delete Number;
	EXPECT_EQ(Allocations.load() - Before, 1);
}

TEST(Allocation, DoesNotHappenInASteadyStepOnTheCallingThread)
{
	for (const EIsa Isa : AvailableIsas())
	{
		for (const char* const Model : {"orca", "clearpath", "clearpath-1"})
		{
			EXPECT_EQ(AllocationsOfTwentySteps(nullptr, Isa, Model), 0) << IsaName(Isa) << ", " << Model;
		}
	}
}

TEST(Allocation, DoesNotHappenWherePeopleNoticeEachOther)
{
	for (const char* const Model : {"rcap", "rcap-plain"})
	{
		for (const bool bObstacles : {false, true})
		{
			EXPECT_EQ(AllocationsOfTwentySteps(nullptr, EIsa::Auto, Model, bObstacles), 0)
				<< Model << ", walls " << bObstacles;
		}
	}
}

TEST(Allocation, DoesNotHappenInASteadyStepOnTwoTbbThreads)
{
	const std::unique_ptr<TaskScheduler> Scheduler = CreateTbbScheduler(2);
	if (!Scheduler)
	{
		GTEST_SKIP() << "built without TBB";
	}
	EXPECT_EQ(AllocationsOfTwentySteps(Scheduler.get(), EIsa::Auto, "clearpath"), 0);
}

TEST(Allocation, IsRareWhileACrowdSpreads)
{
	// The grid follows the extent of the crowd; its room grows in leaps, not in every step.
	RandomScene Scene(BusyScene(), EIsa::Auto);
	World& Crowd = Scene.Get();
	MustStep(Crowd, 0.1f);
	const long Before = Allocations.load();
	for (int Step = 0; Step < 200; ++Step)
	{
		(void)Crowd.Step(0.1f);
	}
	EXPECT_LE(Allocations.load() - Before, 20);
}

TEST(Allocation, DoesNotHappenWhenReservedAgentsAreAdded)
{
	WorldDef Def;
	Def.ReserveAgents = 1000;
	World Crowd = MakeWorld(Def);
	TestRandom Random(31);
	const long Before = Allocations.load();
	for (int Agent = 0; Agent < 1000; ++Agent)
	{
		(void)Crowd.AddAgent(Walker(Random.InSquare(20.0f), Random.InDisc(1.0f)));
	}
	EXPECT_EQ(Allocations.load() - Before, 0);
	EXPECT_EQ(Crowd.AgentCount(), 1000);
}

TEST(Allocation, DoesNotHappenWhenAgentsAreReadAndSteered)
{
	RandomScene Scene(BusyScene(), EIsa::Auto);
	World& Crowd = Scene.Get();
	MustStep(Crowd, 0.1f);
	const long Before = Allocations.load();
	uint64_t Sum = 0;
	for (uint32_t Index = 0; Index < 1000; ++Index)
	{
		const AgentHandle Handle = Crowd.HandleOf(Index);
		(void)Crowd.GetAgent(Handle);
		(void)Crowd.SetDesiredVelocity(Handle, {0.5f, 0.5f});
		(void)Crowd.SetGoal(Handle, {0.5f, 0.5f});
		(void)Crowd.Set(Handle, &AgentDef::Radius, -1.0f); // errors do not allocate either
		Sum += static_cast<uint64_t>(Crowd.Agents().Count);
	}
	Sum += Crowd.StateHash();
	EXPECT_EQ(Allocations.load() - Before, 0) << Sum;
}

TEST(Memory, OfAQuarterMillionAgentsIsAtMostHalfAKilobyteEach)
{
	SceneOptions Options;
	Options.Agents = 250000;
	Options.Density = 0.7f;
	RandomScene Scene(Options, EIsa::Auto);
	Scene.Step();
	const double PerAgent = static_cast<double>(Scene.Get().MemoryBytes()) / 250000.0;
	RecordProperty("BytesPerAgent", std::to_string(PerAgent));
	EXPECT_LE(PerAgent, 512.0);
	EXPECT_GE(PerAgent, 40.0) << "less than the state itself: it does not count everything";
}

TEST(Memory, OfPerceptionIsAtMostEightyBytesAnAgent)
{
	size_t Bytes[2] = {};
	for (const bool bPerceives : {false, true})
	{
		SceneOptions Options;
		Options.Agents = 100000;
		Options.Density = 0.7f;
		Options.Model = bPerceives ? "rcap" : "orca";
		RandomScene Scene(Options, EIsa::Auto);
		Scene.Step();
		Scene.Step();
		Bytes[bPerceives ? 1 : 0] = Scene.Get().MemoryBytes();
	}
	const double PerAgent = (static_cast<double>(Bytes[1]) - static_cast<double>(Bytes[0])) / 100000.0;
	RecordProperty("BytesPerAgent", std::to_string(PerAgent));
	EXPECT_LE(PerAgent, 80.0);
	EXPECT_GE(PerAgent, 70.0) << "less than records are said to take: it does not count everything";
}

TEST(Memory, IsMadeAtOnceWhenReserved)
{
	WorldDef Def;
	const size_t Small = MakeWorld(Def).MemoryBytes();
	Def.ReserveAgents = 100000;
	const size_t Large = MakeWorld(Def).MemoryBytes();
	EXPECT_GT(Large, Small + 100000 * 40);
}
}
}
