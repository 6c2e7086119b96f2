// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace CrowdAvoidance::Testing::HandleTest
{
namespace
{
/// Every call that takes an agent handle; each must refuse a handle that names no agent.
void ExpectRefusedEverywhere(World& Crowd, AgentHandle Handle)
{
	const Snapshot Before(Crowd);
	EXPECT_FALSE(Crowd.IsValid(Handle));
	EXPECT_FALSE(Crowd.GetAgent(Handle).IsOk());
	EXPECT_FALSE(Crowd.RemoveAgent(Handle).IsOk());
	EXPECT_FALSE(Crowd.SetPosition(Handle, {1.0f, 2.0f}).IsOk());
	EXPECT_FALSE(Crowd.SetVelocity(Handle, {1.0f, 0.0f}).IsOk());
	EXPECT_FALSE(Crowd.Set(Handle, &AgentDef::Height, 1.0f).IsOk());
	EXPECT_FALSE(Crowd.Set(Handle, &AgentDef::Radius, 0.5f).IsOk());
	EXPECT_FALSE(Crowd.Set(Handle, &AgentDef::MaxSpeed, 2.0f).IsOk());
	EXPECT_FALSE(Crowd.Set(Handle, &AgentDef::Responsibility, 0.5f).IsOk());
	EXPECT_FALSE(Crowd.SetAgentProfile(Handle, {}).IsOk());
	EXPECT_FALSE(Crowd.SetDesiredVelocity(Handle, {1.0f, 0.0f}).IsOk());
	EXPECT_FALSE(Crowd.SetGoal(Handle, {1.0f, 0.0f}).IsOk());
	const Vec2 Wish{1.0f, 0.0f};
	const Result<void> Many = Crowd.SetDesiredVelocities({&Handle, 1}, {&Wish, 1});
	EXPECT_FALSE(Many.IsOk());
	EXPECT_STRNE(Many.ErrorText(), "");
	EXPECT_TRUE(Before == Snapshot(Crowd));
}

TEST(Handle, ADefaultOneNamesNothing)
{
	World Crowd = MakeWorld();
	ExpectRefusedEverywhere(Crowd, {});
	MustAdd(Crowd, {});
	ExpectRefusedEverywhere(Crowd, {});
	EXPECT_FALSE(Crowd.IsValid(ObstacleHandle{}));
}

TEST(Handle, OneThatWasNeverGivenOutIsRefused)
{
	World Crowd = MakeWorld();
	const AgentHandle Real = MustAdd(Crowd, {});
	ExpectRefusedEverywhere(Crowd, {Real.Index + 1, Real.Generation});
	ExpectRefusedEverywhere(Crowd, {Real.Index, Real.Generation + 1});
	ExpectRefusedEverywhere(Crowd, {Real.Index, Real.Generation - 1});
	ExpectRefusedEverywhere(Crowd, {UINT32_MAX, Real.Generation});
	ExpectRefusedEverywhere(Crowd, {0x7FFFFFFFu, Real.Generation});
	EXPECT_TRUE(Crowd.IsValid(Real));
}

TEST(Handle, AStaleOneIsRefusedEvenAfterItsSlotIsReused)
{
	World Crowd = MakeWorld();
	std::vector<AgentHandle> Stale;
	AgentHandle Current = MustAdd(Crowd, Walker({0.0f, 0.0f}, {}));
	for (int Round = 0; Round < 50; ++Round)
	{
		ASSERT_TRUE(Crowd.RemoveAgent(Current).IsOk());
		Stale.push_back(Current);
		Current = MustAdd(Crowd, Walker({static_cast<float>(Round), 0.0f}, {}));
		for (const AgentHandle& Old : Stale)
		{
			ASSERT_FALSE(Old == Current);
			ASSERT_FALSE(Crowd.IsValid(Old));
		}
	}
	ExpectRefusedEverywhere(Crowd, Stale.front());
	ExpectRefusedEverywhere(Crowd, Stale.back());
}

TEST(Handle, SlotsOfRemovedAgentsAreReused)
{
	World Crowd = MakeWorld();
	uint32_t Highest = 0;
	for (int Round = 0; Round < 1000; ++Round)
	{
		const AgentHandle Handle = MustAdd(Crowd, {});
		Highest = std::max(Highest, Handle.Index);
		ASSERT_TRUE(Crowd.RemoveAgent(Handle).IsOk());
	}
	EXPECT_LT(Highest, 64u) << "a world that never holds more than one agent must not grow";
	EXPECT_EQ(Crowd.AgentCount(), 0);
}

TEST(Handle, AStaleObstacleIsRefusedEvenAfterItsSlotIsReused)
{
	World Crowd = MakeWorld();
	const ObstacleHandle Old = MustAddObstacle(Crowd, {{0.0f, 0.0f}, {1.0f, 0.0f}});
	ASSERT_TRUE(Crowd.IsValid(Old));
	ASSERT_TRUE(Crowd.RemoveObstacle(Old).IsOk());
	const ObstacleHandle New = MustAddObstacle(Crowd, {{0.0f, 0.0f}, {1.0f, 0.0f}});
	EXPECT_FALSE(Old == New);
	EXPECT_FALSE(Crowd.IsValid(Old));
	EXPECT_FALSE(Crowd.RemoveObstacle(Old).IsOk());
	EXPECT_FALSE(Crowd.MoveObstacle(Old, {1.0f, 0.0f}).IsOk());
	EXPECT_FALSE(Crowd.RemoveObstacle({}).IsOk());
	EXPECT_FALSE(Crowd.RemoveObstacle({New.Index + 1, New.Generation}).IsOk());
	EXPECT_TRUE(Crowd.IsValid(New));
	EXPECT_EQ(Crowd.ObstacleCount(), 1);
}

TEST(Handle, OfAnAgentStaysTheSameWhileStepsReorderTheArrays)
{
	World Crowd = MakeWorld();
	TestRandom Random(11);
	std::vector<AgentHandle> Handles;
	for (int Agent = 0; Agent < 200; ++Agent)
	{
		AgentDef Def = Walker(Random.InSquare(20.0f), Random.InDisc(1.0f));
		Def.MaxSpeed = 2.0f + static_cast<float>(Agent);
		Handles.push_back(MustAdd(Crowd, Def));
	}
	for (int Step = 0; Step < 20; ++Step)
	{
		MustStep(Crowd, 0.1f);
		for (int Agent = 0; Agent < 200; ++Agent)
		{
			ASSERT_EQ(MustGet(Crowd, Handles[Agent]).MaxSpeed, 2.0f + static_cast<float>(Agent));
		}
	}
}

TEST(AgentsView, ListsEveryAgentOnceWithItsState)
{
	World Crowd = MakeWorld();
	TestRandom Random(12);
	std::set<uint32_t> Expected;
	for (int Agent = 0; Agent < 100; ++Agent)
	{
		const AgentHandle Handle =
			MustAdd(Crowd, Walker(Random.InSquare(10.0f), Random.InDisc(1.0f), Random.Range(0.1f, 0.5f)));
		Expected.insert(Handle.Index);
		if (Agent % 3 == 0)
		{
			ASSERT_TRUE(Crowd.SetGoal(Handle, Random.InSquare(10.0f)).IsOk());
		}
	}
	for (int Step = 0; Step < 5; ++Step)
	{
		const AgentsView View = Crowd.Agents();
		ASSERT_EQ(View.Count, 100);
		std::set<uint32_t> Listed;
		for (int Agent = 0; Agent < View.Count; ++Agent)
		{
			Listed.insert(View.HandleIndex[Agent]);
			const AgentHandle Handle = Crowd.HandleOf(View.HandleIndex[Agent]);
			ASSERT_TRUE(Crowd.IsValid(Handle));
			const AgentState State = MustGet(Crowd, Handle);
			EXPECT_EQ(State.Position, (Vec2{View.PositionX[Agent], View.PositionY[Agent]}));
			EXPECT_EQ(State.Velocity, (Vec2{View.VelocityX[Agent], View.VelocityY[Agent]}));
			EXPECT_EQ(State.Radius, View.Radius[Agent]);
			EXPECT_EQ(State.bHasGoal, (View.Flags[Agent] & AgentsView::AgentFlagGoal) != 0);
			EXPECT_EQ(State.bArrived, (View.Flags[Agent] & AgentsView::AgentFlagArrived) != 0);
		}
		EXPECT_EQ(Listed, Expected);
		MustStep(Crowd, 0.1f);
	}
}

TEST(Setters, ChangeWhatTheyNameAndNothingElse)
{
	World Crowd = MakeWorld();
	const ProfileHandle Other = MustAddProfile(Crowd, {});
	const AgentHandle Handle = MustAdd(Crowd, Walker({1.0f, 2.0f}, {0.5f, 0.25f}));
	const AgentHandle Bystander = MustAdd(Crowd, Walker({30.0f, 2.0f}, {0.5f, 0.25f}));
	const AgentState Untouched = MustGet(Crowd, Bystander);
	AgentState Expected = MustGet(Crowd, Handle);
	const auto Check = [&](const char* What)
	{
		EXPECT_TRUE(SameState(MustGet(Crowd, Handle), Expected)) << What;
		EXPECT_TRUE(SameState(MustGet(Crowd, Bystander), Untouched)) << What;
	};
	ASSERT_TRUE(Crowd.SetPosition(Handle, {-3.0f, 4.0f}).IsOk());
	Expected.Position = {-3.0f, 4.0f};
	Check("SetPosition");
	ASSERT_TRUE(Crowd.SetVelocity(Handle, {0.75f, -0.5f}).IsOk());
	Expected.Velocity = {0.75f, -0.5f};
	Check("SetVelocity");
	ASSERT_TRUE(Crowd.SetDesiredVelocity(Handle, {-0.75f, 0.5f}).IsOk());
	Expected.DesiredVelocity = {-0.75f, 0.5f};
	Check("SetDesiredVelocity");
	ASSERT_TRUE(Crowd.Set(Handle, &AgentDef::Height, 7.0f).IsOk());
	Expected.Height = 7.0f;
	Check("SetHeight");
	ASSERT_TRUE(Crowd.Set(Handle, &AgentDef::Radius, 0.45f).IsOk());
	Expected.Radius = 0.45f;
	Check("SetRadius");
	ASSERT_TRUE(Crowd.Set(Handle, &AgentDef::MaxSpeed, 2.5f).IsOk());
	ASSERT_TRUE(Crowd.Set(Handle, &AgentDef::PreferredSpeed, 0.9f).IsOk());
	Expected.MaxSpeed = 2.5f;
	Expected.PreferredSpeed = 0.9f;
	Check("Set a speed");
	ASSERT_TRUE(Crowd.Set(Handle, &AgentDef::Responsibility, 0.125f).IsOk());
	Expected.Responsibility = 0.125f;
	Check("SetResponsibility");
	ASSERT_TRUE(Crowd.SetAgentProfile(Handle, Other).IsOk());
	Expected.Profile = Other;
	Check("SetAgentProfile");
}

TEST(Setters, ManyDesiredVelocitiesAreAllSetOrNoneIs)
{
	World Crowd = MakeWorld();
	std::vector<AgentHandle> Handles;
	std::vector<Vec2> Wishes;
	for (int Agent = 0; Agent < 10; ++Agent)
	{
		Handles.push_back(MustAdd(Crowd, Walker({static_cast<float>(3 * Agent), 0.0f}, {})));
		Wishes.push_back({0.1f * static_cast<float>(Agent), 0.5f});
	}
	ASSERT_TRUE(Crowd.SetDesiredVelocities(Handles, Wishes).IsOk());
	for (int Agent = 0; Agent < 10; ++Agent)
	{
		EXPECT_EQ(MustGet(Crowd, Handles[Agent]).DesiredVelocity, Wishes[Agent]);
	}
	EXPECT_TRUE(Crowd.SetDesiredVelocities({}, {}).IsOk());

	const Snapshot Before(Crowd);
	std::vector<Vec2> Bad(10, Vec2{1.0f, 1.0f});
	Bad[7].Y = std::numeric_limits<float>::quiet_NaN();
	EXPECT_FALSE(Crowd.SetDesiredVelocities(Handles, Bad).IsOk());
	EXPECT_TRUE(Before == Snapshot(Crowd)) << "a bad velocity";
	Bad[7].Y = 1.0f;
	EXPECT_FALSE(Crowd.SetDesiredVelocities(Handles, std::span(Bad).first(9)).IsOk());
	EXPECT_FALSE(Crowd.SetDesiredVelocities(std::span(Handles).first(9), Bad).IsOk());
	EXPECT_TRUE(Before == Snapshot(Crowd)) << "lists of different lengths";
	std::vector<AgentHandle> Stale = Handles;
	Stale[8].Generation += 1;
	EXPECT_FALSE(Crowd.SetDesiredVelocities(Stale, Bad).IsOk());
	EXPECT_TRUE(Before == Snapshot(Crowd)) << "a stale handle";
}

/// The plainest possible crowd, to be compared with the real one.
struct Model
{
	struct Entry
	{
		AgentHandle Handle;
		AgentState State;
	};
	std::vector<Entry> Living;
	std::vector<AgentHandle> Dead;
};

void ExpectModelHolds(const World& Crowd, const Model& Expected)
{
	ASSERT_EQ(Crowd.AgentCount(), static_cast<int>(Expected.Living.size()));
	std::set<uint32_t> Indices;
	for (const Model::Entry& Entry : Expected.Living)
	{
		ASSERT_TRUE(Indices.insert(Entry.Handle.Index).second)
			<< "two living agents share index " << Entry.Handle.Index;
		ASSERT_TRUE(Crowd.IsValid(Entry.Handle));
		ASSERT_TRUE(Crowd.HandleOf(Entry.Handle.Index) == Entry.Handle);
		ASSERT_TRUE(SameState(MustGet(Crowd, Entry.Handle), Entry.State)) << "agent " << Entry.Handle.Index;
	}
	for (const AgentHandle& Handle : Expected.Dead)
	{
		ASSERT_FALSE(Crowd.IsValid(Handle));
	}
	const AgentsView View = Crowd.Agents();
	ASSERT_EQ(View.Count, static_cast<int>(Expected.Living.size()));
	std::set<uint32_t> Listed;
	for (int Agent = 0; Agent < View.Count; ++Agent)
	{
		Listed.insert(View.HandleIndex[Agent]);
	}
	ASSERT_EQ(Listed, Indices);
}

class RandomOperations : public testing::TestWithParam<uint64_t>
{};

TEST_P(RandomOperations, LeaveTheWorldAsASimpleModelSays)
{
	World Crowd = MakeWorld();
	TestRandom Random(GetParam());
	Model Expected;
	const ProfileHandle Profiles[] = {{}, MustAddProfile(Crowd, {}), MustAddProfile(Crowd, {})};
	for (int Operation = 0; Operation < 6000; ++Operation)
	{
		const int Kind = Random.Index(16);
		const bool bGrow = (Operation / 1000) % 2 == 0;
		if (Expected.Living.empty() || Kind < (bGrow ? 5 : 2))
		{
			AgentDef Def = Walker(Random.InSquare(15.0f), Random.InDisc(1.5f), Random.Range(0.1f, 0.5f));
			Def.Height = Random.Range(-5.0f, 5.0f);
			Def.Responsibility = Random.Range(0.0f, 2.0f);
			Def.Profile = Profiles[Random.Index(3)];
			const AgentHandle Handle = MustAdd(Crowd, Def);
			AgentState State;
			State.Position = Def.Position;
			State.Velocity = Def.Velocity;
			State.DesiredVelocity = Def.DesiredVelocity;
			State.Height = Def.Height;
			State.Radius = Def.Radius;
			State.MaxSpeed = Def.MaxSpeed;
			State.PreferredSpeed = Def.PreferredSpeed;
			State.Responsibility = Def.Responsibility;
			State.Profile = Def.Profile;
			Expected.Living.push_back({Handle, State});
			continue;
		}
		const int Chosen = Random.Index(static_cast<int>(Expected.Living.size()));
		Model::Entry& Entry = Expected.Living[Chosen];
		switch (Kind)
		{
		case 5:
			Entry.State.Position = Random.InSquare(15.0f);
			ASSERT_TRUE(Crowd.SetPosition(Entry.Handle, Entry.State.Position).IsOk());
			break;
		case 6:
			Entry.State.Velocity = Random.InDisc(1.5f);
			ASSERT_TRUE(Crowd.SetVelocity(Entry.Handle, Entry.State.Velocity).IsOk());
			break;
		case 7:
			Entry.State.DesiredVelocity = Random.InDisc(1.5f);
			Entry.State.bHasGoal = false;
			Entry.State.bArrived = false;
			ASSERT_TRUE(Crowd.SetDesiredVelocity(Entry.Handle, Entry.State.DesiredVelocity).IsOk());
			break;
		case 8:
			Entry.State.Radius = Random.Range(0.1f, 0.5f);
			ASSERT_TRUE(Crowd.Set(Entry.Handle, &AgentDef::Radius, Entry.State.Radius).IsOk());
			break;
		case 9:
			Entry.State.Profile = Profiles[Random.Index(3)];
			ASSERT_TRUE(Crowd.SetAgentProfile(Entry.Handle, Entry.State.Profile).IsOk());
			break;
		case 10:
			Entry.State.Responsibility = Random.Range(0.0f, 3.0f);
			ASSERT_TRUE(Crowd.Set(Entry.Handle, &AgentDef::Responsibility, Entry.State.Responsibility).IsOk());
			break;
		case 11:
			if (Random.Chance(0.2f))
			{
				MustStep(Crowd, 0.1f);
				for (Model::Entry& Moved : Expected.Living)
				{
					const AgentState Now = MustGet(Crowd, Moved.Handle);
					Moved.State.Position = Now.Position;
					Moved.State.Velocity = Now.Velocity;
				}
				break;
			}
			[[fallthrough]];
		default:
			ASSERT_TRUE(Crowd.RemoveAgent(Entry.Handle).IsOk());
			Expected.Dead.push_back(Entry.Handle);
			Expected.Living[Chosen] = Expected.Living.back();
			Expected.Living.pop_back();
			break;
		}
		if (!Expected.Dead.empty())
		{
			const AgentHandle Dead = Expected.Dead[Random.Index(static_cast<int>(Expected.Dead.size()))];
			ASSERT_FALSE(Crowd.Set(Dead, &AgentDef::Radius, 0.2f).IsOk());
			ASSERT_FALSE(Crowd.RemoveAgent(Dead).IsOk());
		}
		if (Operation % 97 == 0)
		{
			ASSERT_NO_FATAL_FAILURE(ExpectModelHolds(Crowd, Expected)) << "after operation " << Operation;
		}
	}
	ASSERT_NO_FATAL_FAILURE(ExpectModelHolds(Crowd, Expected));
	EXPECT_EQ(FindNonFinite(Crowd), "");
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomOperations, testing::Values(1, 2, 3, 4, 5));
}
}
