// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdCore/CrowdSnapshot.h"
#include "ForgedSnapshot.h"
#include "KeepingBackend.h"
#include "RandomScene.h"
#include "TestModel.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

namespace CrowdAvoidance::Testing::SnapshotTest
{
namespace
{
using Bytes = std::vector<std::byte>;

/// All that a world can hold.
SceneOptions Everything(const char* Model, uint64_t Seed)
{
	return {.Name = "everything",
		.Seed = Seed,
		.Agents = 300,
		.Model = Model,
		.bObstacles = true,
		.bMixedProfiles = true,
		.bMixedRadii = true,
		.bMasks = true,
		.bFloors = true,
		.bMixedResponsibility = true,
		.bAccelerations = true,
		.bTurnRates = true,
		.bShapes = true,
		.bManners = true,
		.bGhosts = true,
		.bGoals = true,
		.bChurn = true};
}

/// Steps both and compares them.
void ExpectSameFuture(World& First, World& Second, int Steps)
{
	ASSERT_EQ(First.StateHash(), Second.StateHash());
	ASSERT_EQ(First.StepCount(), Second.StepCount());
	for (int Step = 0; Step < Steps; ++Step)
	{
		const StepReport One = MustStep(First, 0.1f);
		const StepReport Other = MustStep(Second, 0.1f);
		ASSERT_EQ(First.StateHash(), Second.StateHash()) << "after " << Step + 1 << " steps";
		ASSERT_EQ(One.Status, Other.Status);
		ASSERT_EQ(One.InfeasibleAgents, Other.InfeasibleAgents);
	}
	EXPECT_EQ(First.Save().Value(), Second.Save().Value());
}

/// Of a scene that a few steps have mixed up.
Bytes SavedScene(RandomScene& Scene, int Steps = 30)
{
	for (int Step = 0; Step < Steps; ++Step)
	{
		Scene.Step();
	}
	return Scene.Get().Save().Value();
}

std::string WhyRefused(const Bytes& Given, const WorldHost& Host = {})
{
	const Result<World> Loaded = World::Load(Given, Host);
	return Loaded ? "it was not" : Loaded.ErrorText();
}

/// Leads everybody round in turns and keeps a number that goes into its answers.
class Turner final : public Planner
{
public:
	Result<bool> SetGoal(AgentHandle, uint64_t, std::span<const Vec2>, float) override { return true; }
	void Forget(AgentHandle) override {}
	ENavStatus Status(AgentHandle) const override { return ENavStatus::Walking; }
	void BeginStep(World&, float) override { ++Turns; }
	void Plan(const PlanBlock& Block) override
	{
		for (size_t Index = 0; Index < static_cast<size_t>(Block.Count); ++Index)
		{
			Block.DesiredX[Index] += Turns % 3 == 0 ? 0.5f : -0.2f;
		}
	}
	Result<void> Save(SnapshotWriter& To) const override
	{
		To(Turns);
		return {};
	}
	Result<void> Load(SnapshotReader& From, const World&) override
	{
		int Found = 0;
		From(Found);
		if (const Result<void> Read = From.Finish(); !Read)
		{
			return Read;
		}
		Turns = Found;
		return {};
	}

	int Turns = 0;
};

class Snapshots : public testing::TestWithParam<const char*>
{};

INSTANTIATE_TEST_SUITE_P(
	Models, Snapshots, testing::Values("orca", "orca-plain", "clearpath", "clearpath-1", "none", "rcap", "rcap-plain"));
}

TEST_P(Snapshots, ARunGoesOnFromOne)
{
	for (const EIsa Isa : AvailableIsas())
	{
		RandomScene Scene(Everything(GetParam(), 3), Isa);
		const Bytes Saved = SavedScene(Scene);
		World Loaded = World::Load(Saved, {.Isa = Isa}).Value();
		EXPECT_EQ(Loaded.Save().Value(), Saved) << IsaName(Isa);
		EXPECT_EQ(Loaded.ActiveIsa(), Isa);
		ExpectSameFuture(Scene.Get(), Loaded, 40);
	}
}

TEST_P(Snapshots, AreTheSameForAnyThreadsAndInstructionSet)
{
	RandomScene First(Everything(GetParam(), 4), EIsa::Scalar);
	const Bytes Expected = SavedScene(First);
	for (const EIsa Isa : AvailableIsas())
	{
		const std::unique_ptr<TaskScheduler> Threads = CreateTbbScheduler(3);
		RandomScene Scene(Everything(GetParam(), 4), Isa, Threads.get());
		EXPECT_EQ(SavedScene(Scene), Expected) << IsaName(Isa);
		World Loaded = World::Load(Expected, {.Isa = Isa, .Scheduler = Threads.get()}).Value();
		World Alone = World::Load(Expected, {.Isa = EIsa::Scalar}).Value();
		ExpectSameFuture(Loaded, Alone, 20);
	}
}

TEST(Snapshots, GoFromOneBackendToAnother)
{
	RandomScene Scene(Everything("orca", 5), EIsa::Auto);
	const Bytes Saved = SavedScene(Scene);
	World Kept = LoadKeepingWorld(Saved, {}).Value();
	EXPECT_EQ(Kept.Save().Value(), Saved);
	ExpectSameFuture(Scene.Get(), Kept, 20);
	World Back = World::Load(Kept.Save().Value()).Value();
	ExpectSameFuture(Kept, Back, 20);
}

TEST(Snapshots, HandlesAndIdsMeanWhatTheyMeant)
{
	World Crowd = MakeWorld();
	std::vector<AgentHandle> Agents;
	for (int Index = 0; Index < 20; ++Index)
	{
		Agents.push_back(MustAdd(Crowd, Walker({static_cast<float>(Index), 0.0f}, {0.0f, 1.0f})));
	}
	const ObstacleHandle Gone = MustAddObstacle(Crowd, {{-5, 5}, {-4, 6}});
	const ObstacleHandle Wall = MustAddObstacle(Crowd, {{-5, -5}, {-4, -5}, {-4, -4}});
	for (const size_t Index : {3u, 11u, 7u})
	{
		Crowd.RemoveAgent(Agents[Index]).Value();
	}
	Crowd.RemoveObstacle(Gone).Value();
	World Loaded = World::Load(Crowd.Save().Value()).Value();
	for (const AgentHandle Agent : Agents)
	{
		ASSERT_EQ(Loaded.IsValid(Agent), Crowd.IsValid(Agent));
		EXPECT_TRUE(!Crowd.IsValid(Agent) || SameState(MustGet(Loaded, Agent), MustGet(Crowd, Agent)));
	}
	EXPECT_FALSE(Loaded.IsValid(Gone));
	EXPECT_TRUE(Loaded.IsValid(Wall));
	// And those that come next get the same names, four of them, one more than there are free slots.
	for (int Index = 0; Index < 4; ++Index)
	{
		const AgentDef Def = Walker({0.0f, 3.0f + static_cast<float>(Index)}, {});
		const AgentHandle Added = MustAdd(Loaded, Def);
		EXPECT_EQ(Added, MustAdd(Crowd, Def));
		EXPECT_EQ(MustGet(Loaded, Added).Id, MustGet(Crowd, Added).Id);
	}
	EXPECT_EQ(MustAddObstacle(Loaded, {{0, 50}, {1, 50}}), MustAddObstacle(Crowd, {{0, 50}, {1, 50}}));
	Crowd.MoveObstacle(Wall, {1.0f, 0.0f}).Value();
	Loaded.MoveObstacle(Wall, {1.0f, 0.0f}).Value();
	ExpectSameFuture(Crowd, Loaded, 20);
}

TEST(Snapshots, QueriesFindTheSame)
{
	RandomScene Scene(Everything("orca", 6), EIsa::Auto);
	World Loaded = World::Load(SavedScene(Scene)).Value();
	std::vector<AgentHit> Here;
	std::vector<AgentHit> There;
	Scene.Get().InDisc({}, 8.0f, Here).Value();
	Loaded.InDisc({}, 8.0f, There).Value();
	ASSERT_GT(Here.size(), 10u);
	ASSERT_EQ(Here.size(), There.size());
	for (size_t Index = 0; Index < Here.size(); ++Index)
	{
		EXPECT_EQ(Here[Index].Agent, There[Index].Agent);
	}
}

TEST(Snapshots, WhatAModelRemembersGoesOn)
{
	RegisterTestModel();
	World Crowd = MakeWorld({.Model = TestModelName, .Options = {{"patience", 1.5}}});
	TestRandom Random(8);
	std::vector<AgentHandle> Agents;
	for (int Index = 0; Index < 80; ++Index)
	{
		Agents.push_back(MustAdd(Crowd, Walker(Random.InSquare(6.0f), Random.InSquare(1.0f))));
	}
	for (int Step = 0; Step < 12; ++Step)
	{
		MustStep(Crowd, 0.1f);
	}
	Crowd.RemoveAgent(Agents[17]).Value();
	const Bytes Saved = Crowd.Save().Value();
	World Loaded = World::Load(Saved).Value();
	EXPECT_EQ(Loaded.Save().Value(), Saved);
	const uint64_t Before = Crowd.StateHash();
	ExpectSameFuture(Crowd, Loaded, 30);
	EXPECT_NE(Crowd.StateHash(), Before);
	EXPECT_EQ(TestModelFaults(), 0);
}

TEST(Snapshots, AHeapIsSearchedAsItWas)
{
	// More in a cell than a search examines: which ones depends on the cell's size, which depends on what the last step saw.
	World Crowd = MakeWorld();
	TestRandom Random(12);
	for (int Index = 0; Index < 3000; ++Index)
	{
		MustAdd(Crowd, Walker(Random.InSquare(Index < 2500 ? 0.05f : 20.0f), Random.InSquare(1.0f)));
	}
	EStepStatus Status = EStepStatus::None;
	for (int Step = 0; Step < 3; ++Step)
	{
		Status = MustStep(Crowd, 0.01f).Status;
	}
	ASSERT_TRUE(HasStatus(Status, EStepStatus::NeighborsTruncated));
	World Loaded = World::Load(Crowd.Save().Value()).Value();
	ExpectSameFuture(Crowd, Loaded, 5);
}

TEST(Snapshots, AHeapIsSearchedAsItWasAfterSomebodySmallHasGone)
{
	World Crowd = MakeWorld();
	TestRandom Random(13);
	for (int Index = 0; Index < 6000; ++Index)
	{
		MustAdd(Crowd, Walker(Random.InSquare(0.25f), Random.InSquare(1.0f)));
	}
	const AgentHandle Small = MustAdd(Crowd, Walker({30.0f, 30.0f}, {}, 0.01f));
	MustStep(Crowd, 0.01f);
	Crowd.RemoveAgent(Small).Value();
	MustStep(Crowd, 0.01f);
	World Loaded = World::Load(Crowd.Save().Value()).Value();
	ExpectSameFuture(Crowd, Loaded, 3);
}

TEST(Snapshots, RoomForNeighborsIsThatOfTheProfiles)
{
	World Crowd = MakeWorld();
	const AgentProfile Wide = {.NeighborDistance = 50.0f, .MaxNeighbors = 64, .ObstacleHorizon = 1.625f};
	AgentDef Def;
	Def.Profile = MustAddProfile(Crowd, Wide);
	MustAdd(Crowd, Def);
	struct Needs
	{
		float Range, ObstacleHorizon;
		int Neighbors;
	};
	const Bytes Saved = Crowd.Save().Value();
	EXPECT_TRUE(World::Load(Saved));
	for (const Needs& Forged : {Needs{50.0f, 1.625f, 0}, Needs{0.0f, 1.625f, 64}, Needs{50.0f, 1.0f, 64}})
	{
		Bytes Changed = Saved;
		ReplaceIn(Changed, Needs{50.0f, 1.625f, 64}, Forged);
		SignSnapshot(Changed);
		EXPECT_NE(WhyRefused(Changed).find("its profiles ask for more"), std::string::npos) << WhyRefused(Changed);
	}
}

TEST(Snapshots, TakeThePlannerAlong)
{
	Turner Leader;
	World Crowd = MakeWorld();
	Crowd.SetPlanner(&Leader);
	for (int Index = 0; Index < 30; ++Index)
	{
		const AgentHandle Agent = MustAdd(Crowd, Walker({static_cast<float>(Index), 0.0f}, {}));
		Crowd.SetGoal(Agent, {static_cast<float>(Index), 50.0f}).Value();
	}
	for (int Step = 0; Step < 7; ++Step)
	{
		MustStep(Crowd, 0.1f);
	}
	const Bytes Saved = Crowd.Save().Value();
	Turner Second;
	World Loaded = World::Load(Saved, {.Planner = &Second}).Value();
	EXPECT_EQ(Second.Turns, 7);
	ExpectSameFuture(Crowd, Loaded, 20);

	EXPECT_EQ(WhyRefused(Saved).find("snapshot, profiles"), 0u);
	EXPECT_NE(WhyRefused(Saved).find("had a planner, but Planner is null"), std::string::npos);
	Turner Third;
	EXPECT_NE(WhyRefused(MakeWorld().Save().Value(), {.Planner = &Third}).find("had no planner, but Planner is given"),
		std::string::npos);
}

TEST(Snapshots, APlannerThatCannotBeSavedSaysSo)
{
	class Silent final : public Planner
	{
		void Forget(AgentHandle) override {}
		void Plan(const PlanBlock&) override {}
	};
	Silent Leader;
	World Crowd = MakeWorld();
	Crowd.SetPlanner(&Leader);
	EXPECT_STREQ(Crowd.Save().ErrorText(), "the world's planner cannot be saved");
}

TEST(Snapshots, AreRefusedWhenCutOffOrDamaged)
{
	World Crowd = MakeWorld();
	MustAdd(Crowd, Walker({1, 2}, {0, 1}));
	MustAddObstacle(Crowd, {{5, 5}, {6, 5}});
	const Bytes Saved = Crowd.Save().Value();
	for (size_t Size = 0; Size < Saved.size(); ++Size)
	{
		EXPECT_FALSE(World::Load({Saved.data(), Size})) << Size;
	}
	for (size_t At = 0; At < Saved.size(); ++At)
	{
		Bytes Damaged = Saved;
		Damaged[At] ^= std::byte{0x10};
		EXPECT_FALSE(World::Load(Damaged)) << At;
	}
	Bytes Longer = Saved;
	Longer.push_back({});
	EXPECT_FALSE(World::Load(Longer));
	Bytes Newer = Saved;
	Newer[8] = std::byte{9};
	EXPECT_EQ(WhyRefused(Newer), "snapshot: its format is version 9, this library reads version 2");
	EXPECT_EQ(WhyRefused(Bytes(100)), "snapshot: these bytes are none (the first are not CROWDSNP)");
}

TEST(Snapshots, AForgedOneIsRefusedOrAWorldLikeAnyOther)
{
	RandomScene Scene(SmallMixedScene("clearpath", 12), EIsa::Auto);
	const Bytes Saved = SavedScene(Scene, 4);
	int Taken = 0;
	int Refused = 0;
	TestRandom Random(1);
	for (size_t At = ForgedHeaderSize; At < Saved.size(); ++At)
	{
		Bytes Forged = Saved;
		Forged[At] = static_cast<std::byte>(Random.Index(256));
		if (Random.Chance(0.2f))
		{
			Forged.resize(At);
		}
		SignSnapshot(Forged);
		Result<World> Loaded = World::Load(Forged);
		++(Loaded ? Taken : Refused);
		if (Loaded)
		{
			World Crowd = std::move(Loaded).Value();
			const Bytes Again = Crowd.Save().Value();
			EXPECT_EQ(World::Load(Again).Value().Save().Value(), Again) << At;
			MustStep(Crowd, 0.1f);
			EXPECT_EQ(FindNonFinite(Crowd), "") << At;
		}
		else
		{
			EXPECT_TRUE(std::strstr(Loaded.ErrorText(), "snapshot")) << Loaded.ErrorText();
		}
	}
	EXPECT_GT(Taken, 100);
	EXPECT_GT(Refused, 100);
}

TEST(Snapshots, ErrorsNameWhatIsWrong)
{
	World Crowd = MakeWorld({.Options = {{"sideBias", 0.25}}});
	AgentDef Def = Walker({1, 2}, {0, 1});
	Def.Radius = 0.4375f;
	Def.Id = 0x1234567890abcdefull;
	MustAdd(Crowd, Def);
	const Bytes Saved = Crowd.Save().Value();
	const auto Replaced = [&](const auto& What, const auto& By)
	{
		Bytes Forged = Saved;
		ReplaceIn(Forged, What, By);
		SignSnapshot(Forged);
		return WhyRefused(Forged);
	};
	EXPECT_NE(Replaced(0.4375, -1.0).find("agents, byte"), std::string::npos);
	EXPECT_NE(Replaced(0.4375, -1.0).find("Radius is -1; it must be above 0 and at most 1000 m"), std::string::npos);
	EXPECT_NE(Replaced(0.4375, std::numeric_limits<double>::quiet_NaN()).find("a number is nan"), std::string::npos);
	EXPECT_NE(Replaced(0.25, 7.0).find("SideBias is 7; it must be within"), std::string::npos);
	EXPECT_NE(Replaced(Def.Id, CrowdAutoId).find("Id is 18446744073709551615"), std::string::npos);
	EXPECT_NE(Replaced(std::string_view("sideBias"), std::string_view("sideBIAS")).find("sideBIAS"), std::string::npos);
	EXPECT_NE(Replaced(std::string_view("radius"), std::string_view("rodius")).find("'rodius'"), std::string::npos);
	EXPECT_NE(Replaced(std::string_view("orca"), std::string_view("arco")).find("Model is 'arco'"), std::string::npos);
	EXPECT_NE(Replaced(std::string_view("shapes"), std::string_view("sharps")).find("something else stands"),
		std::string::npos);
}

TEST(Snapshots, AnEmptyWorldIsOneToo)
{
	World Crowd = MakeWorld();
	World Loaded = World::Load(Crowd.Save().Value()).Value();
	EXPECT_EQ(Loaded.AgentCount(), 0);
	ExpectSameFuture(Crowd, Loaded, 3);
}
}
