// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "RandomScene.h"
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>

namespace CrowdAvoidance::Testing::GhostTest
{
namespace
{
AgentDef Ghost(Vec2 Position, Vec2 Velocity, float Radius = 0.3f)
{
	AgentDef Def = Walker(Position, Velocity, Radius);
	Def.bGhost = true;
	return Def;
}
}

TEST(Ghosts, AreAvoidedAndNeitherMovedNorCounted)
{
	World Crowd = MakeWorld();
	const AgentHandle Seen = MustAdd(Crowd, Ghost({3.0f, 0.05f}, {-1.0f, 0.0f}));
	const AgentHandle Self = MustAdd(Crowd, Walker({0.0f, 0.0f}, {1.0f, 0.0f}));
	World Alone = MakeWorld();
	MustAdd(Alone, Walker({0.0f, 0.0f}, {1.0f, 0.0f}));
	EXPECT_EQ(Crowd.AgentCount(), 1);
	EXPECT_EQ(Crowd.Agents().GhostCount, 1);
	for (int Step = 0; Step < 5; ++Step)
	{
		MustStep(Crowd, 0.1f);
	}
	EXPECT_EQ(MustGet(Crowd, Seen).Position, (Vec2{3.0f, 0.05f}));
	EXPECT_EQ(MustGet(Crowd, Seen).Velocity, (Vec2{-1.0f, 0.0f}));
	EXPECT_TRUE(MustGet(Crowd, Seen).bGhost);
	EXPECT_LT(MustGet(Crowd, Self).Position.Y, -0.01f) << "it went round nothing";
	// Wherever ghosts are, the hash is of the others.
	const uint64_t Hash = Crowd.StateHash();
	ASSERT_TRUE(Crowd.SetPosition(Seen, {50.0f, 0.0f}));
	EXPECT_EQ(Crowd.StateHash(), Hash);
}

TEST(Ghosts, AreLedByTheirOwnerAlone)
{
	World Crowd = MakeWorld();
	const AgentHandle Seen = MustAdd(Crowd, Ghost({}, {}));
	EXPECT_TRUE(std::strstr(Crowd.SetGoal(Seen, {1.0f, 0.0f}).ErrorText(), "ghost"));
	EXPECT_TRUE(std::strstr(Crowd.SetDesiredVelocity(Seen, {1.0f, 0.0f}).ErrorText(), "ghost"));
	MustStep(Crowd, 0.1f);
	EXPECT_EQ(MustGet(Crowd, Seen).Position, Vec2{});
}

TEST(Ghosts, ComeAndGoAmongTheOthers)
{
	World Crowd = MakeWorld();
	TestRandom Random(9);
	std::map<uint64_t, AgentHandle> Present;
	uint64_t Next = 0;
	for (int Change = 0; Change < 3000; ++Change)
	{
		if (Present.size() < 20 || Random.Chance(0.5f))
		{
			AgentDef Def = Random.Chance(0.4f) ? Ghost(Random.InSquare(10.0f), {}) : Walker(Random.InSquare(10.0f), {});
			Def.Id = Next++;
			Present[Def.Id] = MustAdd(Crowd, Def);
		}
		else
		{
			const auto Gone = std::next(Present.begin(), Random.Index(static_cast<int>(Present.size())));
			ASSERT_TRUE(Crowd.RemoveAgent(Gone->second));
			Present.erase(Gone);
		}
		if (Change % 50 == 0)
		{
			MustStep(Crowd, 0.05f);
		}
		int Ghosts = 0;
		for (const auto& [Id, Handle] : Present)
		{
			const AgentState State = MustGet(Crowd, Handle);
			ASSERT_EQ(State.Id, Id);
			Ghosts += State.bGhost ? 1 : 0;
		}
		ASSERT_EQ(Crowd.Agents().GhostCount, Ghosts);
		ASSERT_EQ(Crowd.AgentCount() + Ghosts, static_cast<int>(Present.size()));
	}
}

namespace
{
struct CutScene
{
	std::string Model = "orca";
	float HalfSide = 10.0f;
	bool bWalls = false;
	int Steps = 15;
};

/// A world cut in two: each half has the others' agents as ghosts, copied over after every step. Together they do what one world does.
/// That holds for models with memory too, as long as nobody changes from one half to the other: ghosts are seen like anybody
/// else, but what they have seen themselves only their owner knows.
void ExpectHalvesToDoAsTheWhole(const CutScene& Scene, EIsa Isa)
{
	TestRandom Random(3);
	std::vector<AgentDef> Defs;
	for (int Index = 0; Index < 600; ++Index)
	{
		AgentDef Def = Walker(Random.InSquare(Scene.HalfSide), Random.InDisc(1.0f), Random.Range(0.15f, 0.4f));
		Def.Radius = Index % 60 == 0 ? 1.5f : Def.Radius;
		Def.Id = static_cast<uint64_t>(Index);
		Defs.push_back(Def);
	}
	const WorldDef Def = {.Model = Scene.Model, .Isa = Isa};
	World Whole = MakeWorld(Def);
	World Halves[2] = {MakeWorld(Def), MakeWorld(Def)};
	for (World* const Crowd : {&Whole, &Halves[0], &Halves[1]})
	{
		for (float Left = -20.0f; Left < 20.0f && Scene.bWalls; Left += 4.0f)
		{
			MustAddObstacle(*Crowd, {{Left, -3.0f}, {Left + 2.0f, 4.0f}});
		}
	}
	for (AgentDef Agent : Defs)
	{
		MustAdd(Whole, Agent);
		for (int Half = 0; Half < 2; ++Half)
		{
			Agent.bGhost = (Agent.Position.X < 0.0f) == (Half == 1);
			MustAdd(Halves[Half], Agent);
		}
	}
	for (int Step = 0; Step < Scene.Steps; ++Step)
	{
		MustStep(Whole, 0.1f);
		for (World& Half : Halves)
		{
			MustStep(Half, 0.1f);
		}
		for (const AgentDef& Agent : Defs)
		{
			const AgentState Expected = MustGet(Whole, Whole.FindAgent(Agent.Id).Value());
			const int Owner = Agent.Position.X < 0.0f ? 0 : 1;
			const AgentState Got = MustGet(Halves[Owner], Halves[Owner].FindAgent(Agent.Id).Value());
			ASSERT_EQ(Got.Position, Expected.Position)
				<< "agent " << Agent.Id << " in step " << Step << ", " << IsaName(Isa) << ", " << Scene.Model;
			const AgentHandle Copy = Halves[1 - Owner].FindAgent(Agent.Id).Value();
			ASSERT_TRUE(Halves[1 - Owner].SetPosition(Copy, Got.Position));
			ASSERT_TRUE(Halves[1 - Owner].SetVelocity(Copy, Got.Velocity));
		}
	}
}
}

TEST(Ghosts, MakeTwoWorldsDoWhatOneDoes)
{
	for (const EIsa Isa : AvailableIsas())
	{
		ASSERT_NO_FATAL_FAILURE(ExpectHalvesToDoAsTheWhole({}, Isa));
	}
}

TEST(Ghosts, MakeTwoWorldsDoWhatOneDoesWherePeopleNoticeEachOther)
{
	// Long enough for some to come into sight, be noticed and be lost.
	for (const EIsa Isa : {EIsa::Scalar, EIsa::Auto})
	{
		ASSERT_NO_FATAL_FAILURE(ExpectHalvesToDoAsTheWhole({"rcap", 80.0f, false, 25}, Isa));
		ASSERT_NO_FATAL_FAILURE(ExpectHalvesToDoAsTheWhole({"rcap", 15.0f, true, 25}, Isa));
		ASSERT_NO_FATAL_FAILURE(ExpectHalvesToDoAsTheWhole({"rcap-plain", 80.0f, false, 25}, Isa));
	}
}
}
