// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// When agents notice others, and what that changes. Tests/Equivalence/SightOracleTest.cpp compares all of it with an oracle.
#include "ForgedSnapshot.h"
#include "Perception/Manner.h"
#include "RandomScene.h"
#include "TestWorld.h"
#include "World/AgentIds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace CrowdAvoidance::Testing::SightTest
{
namespace
{
constexpr float Frame = 1.0f / 60.0f;

std::vector<SeenAgent> SeenBy(const World& Crowd, AgentHandle Handle)
{
	std::vector<SeenAgent> Out;
	Crowd.Seen(Handle, Out).Value();
	return Out;
}

/// What one agent knows of another: nothing where it neither sees nor remembers it.
const SeenAgent* Find(const std::vector<SeenAgent>& List, AgentHandle Other)
{
	const auto Found =
		std::find_if(List.begin(), List.end(), [Other](const SeenAgent& Each) { return Each.Agent == Other; });
	return Found == List.end() ? nullptr : &*Found;
}

bool HasNoticed(const World& Crowd, AgentHandle Handle, AgentHandle Other)
{
	const std::vector<SeenAgent> List = SeenBy(Crowd, Handle);
	const SeenAgent* const Found = Find(List, Other);
	return Found && Found->bNoticed;
}

void StepFor(World& Crowd, float Seconds, float Dt = Frame)
{
	for (int Left = static_cast<int>(std::lround(Seconds / Dt)); Left > 0; --Left)
	{
		MustStep(Crowd, Dt);
	}
}

ProfileHandle Seeing(World& Crowd, int Neighbors)
{
	AgentProfile Profile;
	Profile.MaxNeighbors = Neighbors;
	return MustAddProfile(Crowd, Profile);
}

AgentDef Standing(Vec2 Position, ProfileHandle Profile = {})
{
	AgentDef Def = Walker(Position, {});
	Def.Profile = Profile;
	return Def;
}

/// Both, and that they stay alike.
void ExpectSameFuture(World& First, World& Second, int Steps, float Dt = 0.1f)
{
	ASSERT_EQ(First.StateHash(), Second.StateHash());
	for (int Step = 0; Step < Steps; ++Step)
	{
		MustStep(First, Dt);
		MustStep(Second, Dt);
		ASSERT_EQ(First.StateHash(), Second.StateHash()) << "after " << Step + 1 << " steps";
	}
	EXPECT_EQ(First.Save().Value(), Second.Save().Value());
}

class Onlookers : public testing::TestWithParam<const char*>
{};

INSTANTIATE_TEST_SUITE_P(Models, Onlookers, testing::Values("rcap", "rcap-plain"),
	[](const testing::TestParamInfo<const char*>& Info) { return std::string(Info.index == 0 ? "Default" : "Plain"); });

TEST_P(Onlookers, ChangesNoVelocityBeforeTheObservationTime)
{
	for (const bool bWalls : {false, true})
	{
		World Crowd = MakeWorld({.Model = GetParam()});
		if (bWalls)
		{
			MustAddObstacle(Crowd, {{-50.0f, 40.0f}, {50.0f, 40.0f}});
		}
		const AgentHandle A = MustAdd(Crowd, Walker({-6.0f, 0.1f}, {1.3f, 0.0f}));
		const AgentHandle B = MustAdd(Crowd, Walker({6.0f, -0.1f}, {-1.3f, 0.0f}));
		double Seconds = 0.0;
		int Late = 0;
		for (int Step = 0; Step < 70 && Late < 10; ++Step)
		{
			// Longer than 0.79 s, in whole milliseconds.
			const bool bNoticed = static_cast<int>(Seconds * 1000.0) > 790;
			MustStep(Crowd, Frame);
			Seconds += static_cast<double>(Frame);
			const bool bSame =
				MustGet(Crowd, A).Velocity == Vec2{1.3f, 0.0f} && MustGet(Crowd, B).Velocity == Vec2{-1.3f, 0.0f};
			ASSERT_EQ(bSame, !bNoticed) << "in step " << Step << ", at " << Seconds;
			Late += bNoticed ? 1 : 0;
		}
		EXPECT_EQ(Late, 10);
	}
}

TEST(Reaction, OfOrcaIsThereWithinTwoSteps)
{
	World Crowd = MakeWorld();
	AgentProfile Far;
	Far.NeighborDistance = 15.0f;
	Far.AgentHorizon = 5.0f;
	AgentDef A = Walker({-6.0f, 0.1f}, {1.3f, 0.0f});
	AgentDef B = Walker({6.0f, -0.1f}, {-1.3f, 0.0f});
	A.Profile = B.Profile = MustAddProfile(Crowd, Far);
	const AgentHandle Self = MustAdd(Crowd, A);
	MustAdd(Crowd, B);
	StepFor(Crowd, 2.0f * Frame);
	EXPECT_FALSE(MustGet(Crowd, Self).Velocity == (Vec2{1.3f, 0.0f}));
}

TEST(Reaction, OfPlainAgentsIsNeverHarderThanItsAcceleration)
{
	// Whatever the reason: bodies that overlap, walls, and a wish to stop.
	for (const bool bSpread : {false, true})
	{
		World Crowd = MakeWorld({.Model = "rcap-plain"});
		AgentProfile Profile;
		Profile.ObservationTime = 0.1f;
		Profile.ReactionAccelerationSpread = bSpread ? 0.05f : 0.0f;
		TestRandom Random(5);
		std::vector<AgentHandle> Agents;
		for (int Index = 0; Index < 150; ++Index)
		{
			AgentDef Def = Walker(Random.InSquare(8.0f), Random.InDisc(1.4f));
			Def.DesiredVelocity = Random.Chance(0.3f) ? Vec2{} : Random.InDisc(1.4f);
			Def.Profile = MustAddProfile(Crowd, Profile);
			Agents.push_back(MustAdd(Crowd, Def));
		}
		MustAddObstacle(Crowd, {{-3.0f, -3.0f}, {3.0f, -3.0f}, {0.0f, 3.0f}});
		float Hardest = 0.0f;
		for (int Step = 0; Step < 40; ++Step)
		{
			std::map<uint32_t, Vec2> Before;
			for (const AgentHandle Agent : Agents)
			{
				Before[Agent.Index] = MustGet(Crowd, Agent).Velocity;
			}
			MustStep(Crowd, 0.05f);
			for (const AgentHandle Agent : Agents)
			{
				const AgentState State = MustGet(Crowd, Agent);
				AgentManner Mean = {};
				AgentManner Spread = {};
				Mean.Reaction = Profile.ReactionAcceleration;
				Spread.Reaction = Profile.ReactionAccelerationSpread;
				const float Limit = DrawManner(Mean, Spread, State.Id).Reaction;
				const float Change = Distance(State.Velocity, Before[Agent.Index]);
				ASSERT_LE(Change, Limit * 0.05f + 4.0e-7f) << "agent " << State.Id << " in step " << Step;
				ASSERT_LE(Limit, 2.0f * Profile.ReactionAcceleration);
				Hardest = std::max(Hardest, Change / 0.05f);
			}
		}
		EXPECT_GT(Hardest, 0.08f);
		EXPECT_EQ(FindTooFast(Crowd), "");
	}
}

TEST(Reaction, KeepsSpeedsWithinTheirLimits)
{
	for (const bool bObstacles : {false, true})
	{
		SceneOptions Options;
		Options.Agents = 300;
		Options.Density = 1.5f;
		Options.Model = "rcap";
		Options.bMixedRadii = true;
		Options.bGoals = true;
		Options.bObstacles = bObstacles;
		RandomScene Scene(Options, EIsa::Auto);
		for (int Step = 0; Step < 40; ++Step)
		{
			Scene.Step();
			ASSERT_EQ(FindNonFinite(Scene.Get()), "");
			// Some begin faster than they can be.
			if (Step > 20)
			{
				ASSERT_EQ(FindTooFast(Scene.Get()), "");
			}
		}
	}
}

TEST_P(Onlookers, OfAStaleHandleIsAnErrorAndOfOtherModelsNobody)
{
	World Crowd = MakeWorld({.Model = GetParam()});
	const AgentHandle Gone = MustAdd(Crowd, Standing({}));
	Crowd.RemoveAgent(Gone).Value();
	std::vector<SeenAgent> Out(3);
	EXPECT_TRUE(std::strstr(Crowd.Seen(Gone, Out).ErrorText(), "stale"));
	EXPECT_TRUE(std::strstr(Crowd.Seen({}, Out).ErrorText(), "stale"));
	EXPECT_EQ(Out.size(), 3u) << "an error changes nothing";

	World Others = MakeWorld();
	const AgentHandle Self = MustAdd(Others, Standing({}));
	MustAdd(Others, Standing({2.0f, 0.0f}));
	StepFor(Others, 1.0f);
	EXPECT_TRUE(SeenBy(Others, Self).empty());
}

TEST_P(Onlookers, OfSomebodyNewIsOfNobody)
{
	// Nor of whoever had its place in memory before.
	World Crowd = MakeWorld({.Model = GetParam()});
	MustAdd(Crowd, Standing({1.0f, 0.0f}));
	const AgentHandle First = MustAdd(Crowd, Standing({}));
	EXPECT_TRUE(SeenBy(Crowd, First).empty());
	StepFor(Crowd, 2.0f);
	EXPECT_EQ(SeenBy(Crowd, First).size(), 1u);
	Crowd.RemoveAgent(First).Value();
	const AgentHandle Second = MustAdd(Crowd, Standing({}));
	EXPECT_TRUE(SeenBy(Crowd, Second).empty());
	AgentDef Ghost = Standing({0.0f, 1.0f});
	Ghost.bGhost = true;
	const AgentHandle Third = MustAdd(Crowd, Ghost);
	StepFor(Crowd, 2.0f);
	EXPECT_TRUE(SeenBy(Crowd, Third).empty()) << "ghosts are only seen";
	EXPECT_TRUE(HasNoticed(Crowd, Second, Third));
}

TEST_P(Onlookers, NewcomersAreNewThoughTheListIsFull)
{
	for (const bool bWalls : {false, true})
	{
		World Crowd = MakeWorld({.Model = GetParam()});
		if (bWalls)
		{
			MustAddObstacle(Crowd, {{-50.0f, 40.0f}, {50.0f, 40.0f}});
		}
		const ProfileHandle Two = Seeing(Crowd, 2);
		const AgentHandle Self = MustAdd(Crowd, Standing({}, Two));
		MustAdd(Crowd, Standing({5.0f, 0.0f}, Two));
		MustAdd(Crowd, Standing({0.0f, 5.0f}, Two));
		StepFor(Crowd, 3.0f);
		const AgentHandle Newcomer = MustAdd(Crowd, Standing({2.0f, 2.0f}, Two));
		StepFor(Crowd, 0.75f);
		EXPECT_FALSE(HasNoticed(Crowd, Self, Newcomer)) << bWalls;
		EXPECT_FALSE(HasNoticed(Crowd, Newcomer, Self)) << bWalls;
		StepFor(Crowd, 0.2f);
		EXPECT_TRUE(HasNoticed(Crowd, Self, Newcomer)) << bWalls;
		EXPECT_TRUE(HasNoticed(Crowd, Newcomer, Self)) << bWalls;
	}
}

TEST(Sightings, IsNotLostWhereTheRuleOfNearnessEnds)
{
	// Of neighbours that are near nothing is kept. Whoever is known stays known when that changes, whatever the reason.
	enum class EChange
	{
		GoesAway,
		FastAgent,
		Wall,
		LimitedView
	};
	for (const EChange Change : {EChange::GoesAway, EChange::FastAgent, EChange::Wall, EChange::LimitedView})
	{
		for (const EIsa Isa : AvailableIsas())
		{
			World Crowd = MakeWorld({.Model = "rcap", .Isa = Isa});
			const AgentHandle Self = MustAdd(Crowd, Standing({}));
			const AgentHandle Other =
				MustAdd(Crowd, Walker({11.0f, 0.0f}, {Change == EChange::GoesAway ? 1.2f : 0.0f, 0.0f}));
			StepFor(Crowd, 1.0f);
			ASSERT_TRUE(HasNoticed(Crowd, Self, Other));
			if (Change == EChange::FastAgent)
			{
				AgentDef Car = Standing({200.0f, 0.0f});
				Car.MaxSpeed = 30.0f;
				MustAdd(Crowd, Car);
			}
			else if (Change == EChange::Wall)
			{
				MustAddObstacle(Crowd, {{-50.0f, 40.0f}, {50.0f, 40.0f}});
			}
			else if (Change == EChange::LimitedView)
			{
				AgentProfile Narrow;
				Narrow.FieldOfView = 2.0f;
				MustAddProfile(Crowd, Narrow);
			}
			for (int Step = 0; Step < 100; ++Step)
			{
				MustStep(Crowd, Frame);
				ASSERT_TRUE(HasNoticed(Crowd, Self, Other))
					<< static_cast<int>(Change) << ", step " << Step << ", " << IsaName(Isa);
			}
		}
	}
}

TEST_P(Onlookers, IsKeptForWhoeverComesAndGoesAtTheEndOfTheList)
{
	// Two that take turns in being the nearest, beyond where nearness alone would do.
	World Crowd = MakeWorld({.Model = GetParam()});
	const ProfileHandle One = Seeing(Crowd, 1);
	const AgentHandle Self = MustAdd(Crowd, Standing({}, One));
	const AgentHandle A = MustAdd(Crowd, Standing({13.5f, 0.0f}, One));
	const AgentHandle B = MustAdd(Crowd, Standing({-13.6f, 0.0f}, One));
	for (int Step = 0; Step < 10; ++Step)
	{
		MustStep(Crowd, 0.1f);
		// At the beginning of that step.
		const int Clock = 100 * Step;
		const AgentHandle Nearest = Step % 2 == 0 ? A : B;
		const std::vector<SeenAgent> List = SeenBy(Crowd, Self);
		for (const AgentHandle Other : {A, B})
		{
			const SeenAgent* const Known = Find(List, Other);
			const int FirstSight = Other == A ? 0 : 100;
			ASSERT_EQ(Known != nullptr, Clock >= FirstSight);
			if (!Known)
			{
				continue;
			}
			EXPECT_EQ(Known->bInSight, Other == Nearest) << "step " << Step;
			if (!Known->bNoticed)
			{
				EXPECT_NEAR(Known->Since, 0.001f * static_cast<float>(Clock - FirstSight), 0.0015f) << "step " << Step;
			}
			if (Other == Nearest)
			{
				EXPECT_EQ(Known->bNoticed, Clock - FirstSight > 790) << "step " << Step;
			}
		}
		ASSERT_TRUE(Crowd.SetPosition(B, {Step % 2 == 0 ? -13.4f : -13.6f, 0.0f}));
	}
	EXPECT_TRUE(HasNoticed(Crowd, Self, B));
}

TEST_P(Onlookers, IsForgottenAfterItsTime)
{
	World Crowd = MakeWorld({.Model = GetParam()});
	const AgentHandle Self = MustAdd(Crowd, Standing({}));
	const AgentHandle Other = MustAdd(Crowd, Standing({14.0f, 0.0f}));
	StepFor(Crowd, 1.0f, 0.1f);
	ASSERT_TRUE(HasNoticed(Crowd, Self, Other));
	for (const float Away : {1.5f, 3.0f})
	{
		// Pushed out of sight, and back again: too little a way to count as a journey.
		ASSERT_TRUE(Crowd.SetPosition(Other, {14.8f, 0.0f}));
		ASSERT_TRUE(Crowd.SetPosition(Other, {15.6f, 0.0f}));
		StepFor(Crowd, Away, 0.1f);
		const std::vector<SeenAgent> List = SeenBy(Crowd, Self);
		EXPECT_EQ(List.size(), Away < 2.0f ? 1u : 0u);
		EXPECT_TRUE(List.empty() || (!List[0].bInSight && List[0].bNoticed && List[0].Since > Away - 0.2f));
		ASSERT_TRUE(Crowd.SetPosition(Other, {14.8f, 0.0f}));
		ASSERT_TRUE(Crowd.SetPosition(Other, {14.0f, 0.0f}));
		StepFor(Crowd, 0.1f, 0.1f);
		EXPECT_EQ(HasNoticed(Crowd, Self, Other), Away < 2.0f);
	}
}

TEST(Sightings, OfIdsThatLookAlikeIsOfOneAgent)
{
	// Large ids are told apart by thirty bits: two of seventy thousand have them in common.
	std::map<uint32_t, uint64_t> Keys;
	uint64_t First = 0;
	uint64_t Second = 0;
	for (uint64_t Id = 1ull << 40; Second == 0; ++Id)
	{
		const auto [Where, bNew] = Keys.emplace(KeyOfId(Id), Id);
		First = Where->second;
		Second = bNew ? 0 : Id;
	}
	for (const EIsa Isa : AvailableIsas())
	{
		for (const bool bWalls : {false, true})
		{
			World Crowd = MakeWorld({.Model = "rcap", .Isa = Isa});
			if (bWalls)
			{
				MustAddObstacle(Crowd, {{-50.0f, 40.0f}, {50.0f, 40.0f}});
			}
			const AgentHandle Self = MustAdd(Crowd, Walker({}, {0.5f, 0.0f}));
			AgentDef Def = Standing({14.0f, 1.0f});
			for (const uint64_t Id : {First, Second})
			{
				Def.Id = Id;
				Def.Position.Y = -Def.Position.Y;
				MustAdd(Crowd, Def);
			}
			for (int Step = 0; Step < 15; ++Step)
			{
				MustStep(Crowd, 0.1f);
				ASSERT_EQ(SeenBy(Crowd, Self).size(), 1u);
				World Loaded = World::Load(Crowd.Save().Value(), {.Isa = Isa}).Value();
				ASSERT_EQ(Loaded.StateHash(), Crowd.StateHash());
			}
		}
	}
}

TEST(Manners, AreSpreadAsTheProfileSays)
{
	const AgentManner Mean = {0.79f, 0.38f, 0.09f, 2.0f};
	const AgentManner Spread = {0.2f, 0.05f, 0.02f, 0.5f};
	constexpr int People = 100000;
	for (float AgentManner::*const Field :
		{&AgentManner::ObservationTime, &AgentManner::PersonalSpace, &AgentManner::Reaction, &AgentManner::Braking})
	{
		double Sum = 0.0;
		double Squares = 0.0;
		for (uint64_t Id = 0; Id < People; ++Id)
		{
			const double Value = static_cast<double>(DrawManner(Mean, Spread, Id).*Field);
			ASSERT_GE(Value, 0.0);
			ASSERT_LE(Value, 2.0 * static_cast<double>(Mean.*Field));
			Sum += Value;
			Squares += Value * Value;
		}
		const double Middle = Sum / People;
		const double Deviation = std::sqrt(Squares / People - Middle * Middle);
		EXPECT_NEAR(Middle / static_cast<double>(Mean.*Field), 1.0, 0.01);
		EXPECT_NEAR(Deviation / static_cast<double>(Spread.*Field), 1.0, 0.01);
	}
}

TEST(Manners, OfOneAgentHaveNothingToDoWithEachOther)
{
	const AgentManner Mean = {1.0f, 1.0f, 1.0f, 1.0f};
	const AgentManner Spread = {0.2f, 0.2f, 0.2f, 0.2f};
	constexpr int People = 20000;
	double Products[4][4] = {};
	double NextProducts = 0.0;
	float Last = 0.0f;
	for (uint64_t Id = 0; Id < People; ++Id)
	{
		const AgentManner Drawn = DrawManner(Mean, Spread, Id);
		const float Off[] = {
			Drawn.ObservationTime - 1.0f, Drawn.PersonalSpace - 1.0f, Drawn.Reaction - 1.0f, Drawn.Braking - 1.0f};
		for (int A = 0; A < 4; ++A)
		{
			for (int B = 0; B < 4; ++B)
			{
				Products[A][B] += static_cast<double>(Off[A] * Off[B]) / (0.04 * People);
			}
		}
		NextProducts += static_cast<double>(Off[0] * Last) / (0.04 * People);
		Last = Off[0];
	}
	for (int A = 0; A < 4; ++A)
	{
		for (int B = 0; B < 4; ++B)
		{
			EXPECT_NEAR(Products[A][B], A == B ? 1.0 : 0.0, 0.03) << A << ", " << B;
		}
	}
	EXPECT_NEAR(NextProducts, 0.0, 0.03) << "nor with those of the next agent";
}

TEST(Manners, AreTheSameInEveryRunAndWithinTheirBounds)
{
	// From wide spreads too, where a bell would reach below nothing.
	uint64_t Sum = 0;
	for (uint64_t Id = 0; Id < 1000; ++Id)
	{
		const AgentManner Drawn = DrawManner({1.0f, 1.0f, 1.0f, 1.0f}, {5.0f, 0.0f, 0.1f, 1.0f}, Id * 7919);
		EXPECT_GE(Drawn.ObservationTime, 0.0f);
		EXPECT_LE(Drawn.ObservationTime, 2.0f);
		EXPECT_EQ(Drawn.PersonalSpace, 1.0f);
		Sum = Sum * 31 + std::bit_cast<uint32_t>(Drawn.ObservationTime);
		Sum = Sum * 31 + std::bit_cast<uint32_t>(Drawn.Reaction);
	}
	EXPECT_EQ(Sum, 18057568726458777088ull);
}

TEST(Manners, OfHostileProfilesAreRefusedByName)
{
	World Crowd = MakeWorld({.Model = "rcap"});
	struct Case
	{
		float AgentProfile::*Field;
		const char* Name;
		float Most;
		bool bMayBeZero;
	};
	for (const Case& Each : {Case{&AgentProfile::FieldOfView, "FieldOfView", 6.2831855f, false},
			 Case{&AgentProfile::SightMemory, "SightMemory", 10.0f, true},
			 Case{&AgentProfile::ObservationTime, "ObservationTime", 10.0f, true},
			 Case{&AgentProfile::ObservationTimeSpread, "ObservationTimeSpread", 10.0f, true},
			 Case{&AgentProfile::PersonalSpace, "PersonalSpace", 10.0f, true},
			 Case{&AgentProfile::PersonalSpaceSpread, "PersonalSpaceSpread", 10.0f, true},
			 Case{&AgentProfile::ReactionAcceleration, "ReactionAcceleration", 1000.0f, false},
			 Case{&AgentProfile::ReactionAccelerationSpread, "ReactionAccelerationSpread", 1000.0f, true},
			 Case{&AgentProfile::BrakingAcceleration, "BrakingAcceleration", 1000.0f, false},
			 Case{&AgentProfile::BrakingAccelerationSpread, "BrakingAccelerationSpread", 1000.0f, true}})
	{
		constexpr float Infinity = std::numeric_limits<float>::infinity();
		for (const float Value : {std::numeric_limits<float>::quiet_NaN(), -Infinity, Infinity, -1.0e-6f, 3.0e38f,
				 std::nextafter(Each.Most, Infinity), Each.bMayBeZero ? -1.0f : 0.0f})
		{
			AgentProfile Profile;
			Profile.*Each.Field = Value;
			const Result<ProfileHandle> Added = Crowd.AddProfile(Profile);
			ASSERT_FALSE(Added) << Each.Name << " " << Value;
			EXPECT_EQ(std::string(Added.ErrorText()).find(std::string(Each.Name) + " is "), 0u) << Added.ErrorText();
			EXPECT_FALSE(Crowd.SetProfile({}, Profile));
		}
		AgentProfile Profile;
		Profile.*Each.Field = Each.Most;
		EXPECT_TRUE(Crowd.AddProfile(Profile)) << Each.Name;
		Profile.*Each.Field = Each.bMayBeZero ? 0.0f : 1.0e-6f;
		EXPECT_TRUE(Crowd.AddProfile(Profile)) << Each.Name;
	}
	EXPECT_EQ(Crowd.GetProfile({}).Value(), AgentProfile{});
	for (const char* const Option : {"horizon", "sightRange", "wallsHide", "sideBias"})
	{
		for (const double Value : {std::numeric_limits<double>::quiet_NaN(), -1.0, 1.0e9})
		{
			const Result<World> Made = World::Create({.Model = "rcap", .Options = {{Option, Value}}});
			ASSERT_FALSE(Made) << Option << " " << Value;
			EXPECT_TRUE(std::strstr(Made.ErrorText(), Option + 1)) << Made.ErrorText();
		}
	}
}

TEST(Manners, OfTheStrangestKindLeadNobodyAstray)
{
	// All bounds at once, in every combination of two.
	for (int Kind = 0; Kind < 32; ++Kind)
	{
		World Crowd = MakeWorld({.Model = "rcap"});
		AgentProfile Profile;
		Profile.PersonalSpace = Kind & 1 ? 10.0f : 0.0f;
		Profile.ReactionAcceleration = Kind & 2 ? 1000.0f : 1.0e-6f;
		Profile.BrakingAcceleration = Kind & 4 ? 1000.0f : 1.0e-6f;
		Profile.ObservationTime = Kind & 8 ? 10.0f : 0.0f;
		Profile.FieldOfView = Kind & 16 ? 1.0e-3f : CrowdAllRound;
		Profile.PersonalSpaceSpread = Profile.ObservationTimeSpread = 10.0f;
		Profile.ReactionAccelerationSpread = Profile.BrakingAccelerationSpread = 1000.0f;
		TestRandom Random(3);
		for (int Index = 0; Index < 60; ++Index)
		{
			AgentDef Def = Walker(Random.InSquare(3.0f), Random.InDisc(1.4f));
			Def.Profile = MustAddProfile(Crowd, Profile);
			MustAdd(Crowd, Def);
		}
		for (const float Dt : {0.0001f, 0.1f, 10.0f, 0.1f, 1.0f, 0.1f})
		{
			MustStep(Crowd, Dt);
			ASSERT_EQ(FindNonFinite(Crowd), "") << Kind;
			ASSERT_EQ(FindTooFast(Crowd), "") << Kind;
		}
	}
}

TEST(SightRecords, CountForTheStateHash)
{
	// One has seen somebody who has gone since, the other has not. That is all the difference.
	std::vector<World> Worlds;
	for (const float Where : {14.0f, 40.0f})
	{
		Worlds.push_back(MakeWorld({.Model = "rcap"}));
		World& Crowd = Worlds.back();
		MustAdd(Crowd, Walker({}, {0.5f, 0.0f}));
		const AgentHandle Visitor = MustAdd(Crowd, Standing({Where, 0.0f}));
		StepFor(Crowd, 0.3f, 0.1f);
		Crowd.RemoveAgent(Visitor).Value();
	}
	EXPECT_NE(Worlds[0].StateHash(), Worlds[1].StateHash());
	// Until it is forgotten and cleared away.
	for (World& Crowd : Worlds)
	{
		StepFor(Crowd, 20.0f, 0.1f);
	}
	EXPECT_EQ(Worlds[0].StateHash(), Worlds[1].StateHash());
}

TEST(SightRecords, GoOnFromASnapshotInTheMiddleOfAReaction)
{
	for (const bool bWalls : {false, true})
	{
		World Crowd = MakeWorld({.Model = "rcap"});
		TestRandom Random(8);
		std::vector<AgentHandle> Agents;
		for (int Index = 0; Index < 40; ++Index)
		{
			Agents.push_back(MustAdd(Crowd, Walker(Random.InSquare(14.0f), Random.InDisc(1.3f))));
		}
		for (int Index = 0; Index < 8 && bWalls; ++Index)
		{
			const Vec2 Center = Random.InSquare(12.0f);
			MustAddObstacle(Crowd, std::vector<Vec2>{Center, Center + Random.InDisc(5.0f) + Vec2{0.1f, 0.0f}});
		}
		for (int Step = 0; Step < 80; ++Step)
		{
			if (Step % 10 == 5)
			{
				Crowd.RemoveAgent(Agents.back()).Value();
				Agents.pop_back();
			}
			if (Step % 10 == 7)
			{
				const Result<std::vector<std::byte>> Saved = Crowd.Save();
				World Original = World::Load(Saved.Value()).Value();
				EXPECT_EQ(Original.Save().Value(), Saved.Value());
				World Goes = World::Load(Saved.Value(), {.Isa = EIsa::Scalar}).Value();
				ASSERT_NO_FATAL_FAILURE(ExpectSameFuture(Original, Goes, 3, 0.033f));
				for (int Ahead = 0; Ahead < 3; ++Ahead)
				{
					MustStep(Crowd, 0.033f);
				}
				ASSERT_EQ(Crowd.StateHash(), Goes.StateHash()) << "step " << Step << ", walls " << bWalls;
			}
			MustStep(Crowd, Frame);
		}
	}
}

TEST(SightRecords, GoOnFromASnapshotOfAWorldInWhichNobodyHadLooked)
{
	World Crowd = MakeWorld({.Model = "rcap"});
	StepFor(Crowd, 5.0f, 0.1f);
	MustAdd(Crowd, Walker({}, {1.0f, 0.0f}));
	MustAdd(Crowd, Walker({6.0f, 0.1f}, {-1.0f, 0.0f}));
	World Loaded = World::Load(Crowd.Save().Value()).Value();
	ExpectSameFuture(Crowd, Loaded, 20);
}

TEST(SightRecords, GoOnFromASnapshotWhateverProfilesAndAgentsThereHaveBeen)
{
	// What the past asked for goes on: how long somebody is new, and how fast somebody may have come near.
	for (const bool bFast : {false, true})
	{
		World Crowd = MakeWorld({.Model = "rcap"});
		AgentProfile Slow;
		Slow.ObservationTime = 5.0f;
		const ProfileHandle Profile = MustAddProfile(Crowd, Slow);
		ASSERT_TRUE(Crowd.SetProfile(Profile, {}));
		TestRandom Random(4);
		for (int Index = 0; Index < 20; ++Index)
		{
			MustAdd(Crowd, Walker(Random.InSquare(9.0f), Random.InDisc(1.0f)));
		}
		if (bFast)
		{
			AgentDef Car = Walker({30.0f, 30.0f}, {});
			Car.MaxSpeed = 6.0f;
			const AgentHandle Handle = MustAdd(Crowd, Car);
			StepFor(Crowd, 2.0f, 0.1f);
			Crowd.RemoveAgent(Handle).Value();
		}
		StepFor(Crowd, 2.0f, 0.1f);
		MustAdd(Crowd, Walker({0.5f, 0.0f}, {0.1f, 0.0f}));
		StepFor(Crowd, 2.0f, 0.1f);
		World Loaded = World::Load(Crowd.Save().Value()).Value();
		ExpectSameFuture(Crowd, Loaded, 60);
	}
}

TEST(SightRecords, ThatAreForgedAreRefusedOrHarmless)
{
	World Crowd = MakeWorld({.Model = "rcap"});
	TestRandom Random(2);
	for (int Index = 0; Index < 12; ++Index)
	{
		MustAdd(Crowd, Walker(Random.InSquare(14.0f), Random.InDisc(1.3f)));
	}
	MustAddObstacle(Crowd, {{-5.0f, 2.0f}, {5.0f, 3.0f}});
	StepFor(Crowd, 1.5f, 0.1f);
	const std::vector<std::byte> Saved = Crowd.Save().Value();
	const std::string_view Text(reinterpret_cast<const char*>(Saved.data()), Saved.size());
	const size_t Begin = Text.find("pairs");
	const size_t End = Text.find("shapes");
	ASSERT_TRUE(Begin < End && End < Saved.size());
	int Taken = 0;
	int Refused = 0;
	for (size_t At = Begin; At < End; ++At)
	{
		for (const int By : {0x01, 0x80, 0xff})
		{
			std::vector<std::byte> Forged = Saved;
			Forged[At] ^= static_cast<std::byte>(By);
			SignSnapshot(Forged);
			Result<World> Loaded = World::Load(Forged);
			++(Loaded ? Taken : Refused);
			if (!Loaded)
			{
				EXPECT_TRUE(std::strstr(Loaded.ErrorText(), "snapshot")) << Loaded.ErrorText();
				continue;
			}
			World Other = std::move(Loaded).Value();
			StepFor(Other, 0.2f, 0.05f);
			ASSERT_EQ(FindNonFinite(Other), "") << At;
			ASSERT_TRUE(World::Load(Other.Save().Value())) << At;
		}
	}
	EXPECT_GT(Taken, 50);
	EXPECT_GT(Refused, 50);
}

TEST(SightRecords, WithMoreInSightThanProfilesAskForAreRefused)
{
	// Lists have room for as many as profiles ask for. A record that has all of its others in sight has too many.
	World Crowd = MakeWorld({.Model = "rcap"});
	MustAddObstacle(Crowd, {{-50.0f, 40.0f}, {50.0f, 40.0f}});
	AgentProfile One;
	One.MaxNeighbors = 10;
	for (int Index = 0; Index < 14; ++Index)
	{
		MustAdd(Crowd, Standing({static_cast<float>(Index), 0.0f}, MustAddProfile(Crowd, One)));
	}
	// The furthest two come near, so that others have to be remembered.
	StepFor(Crowd, 1.0f, 0.1f);
	for (int Turn = 0; Turn < 5; ++Turn)
	{
		for (const AgentHandle Far : {Crowd.FindAgent(12).Value(), Crowd.FindAgent(13).Value()})
		{
			ASSERT_TRUE(Crowd.SetPosition(Far, MustGet(Crowd, Far).Position - Vec2{0.95f, 0.0f}));
		}
		StepFor(Crowd, 0.3f, 0.1f);
	}
	const std::vector<std::byte> Saved = Crowd.Save().Value();
	std::vector<std::byte> Forged = Saved;
	const std::string_view Text(reinterpret_cast<const char*>(Saved.data()), Saved.size());
	int Raised = 0;
	for (size_t At = Text.find("pairs"); At + 8 < Text.find("shapes"); ++At)
	{
		// Words of agents 0 .. 13 that have been noticed and are not in sight.
		uint32_t Word = 0;
		uint32_t Stamp = 0;
		std::memcpy(&Word, Saved.data() + At, sizeof(Word));
		std::memcpy(&Stamp, Saved.data() + At + 4, sizeof(Stamp));
		if ((Word & ~0xfu) == 0x40000000u && Stamp > 0 && Stamp < 3000)
		{
			Word |= 0x80000000u;
			std::memcpy(Forged.data() + At, &Word, sizeof(Word));
			++Raised;
		}
	}
	ASSERT_GT(Raised, 0);
	SignSnapshot(Forged);
	const Result<World> Loaded = World::Load(Forged);
	ASSERT_FALSE(Loaded);
	EXPECT_TRUE(std::strstr(Loaded.ErrorText(), "in sight")) << Loaded.ErrorText();
}
}
}
