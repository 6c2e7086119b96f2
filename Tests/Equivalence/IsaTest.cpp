// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Every instruction set gives the bits of the scalar reference, after every step.
#include "RandomScene.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace CrowdAvoidance::Testing::IsaTest
{
namespace
{
void ExpectAllIsasAgree(const SceneOptions& Options, int Steps)
{
	SCOPED_TRACE(testing::Message() << Options);
	std::vector<RandomScene> Scenes;
	const std::vector<EIsa> Isas = AvailableIsas();
	for (const EIsa Isa : Isas)
	{
		Scenes.emplace_back(Options, Isa);
		ASSERT_EQ(Scenes.back().Get().ActiveIsa(), Isa);
	}
	for (int Step = 0; Step < Steps; ++Step)
	{
		for (size_t Which = 0; Which < Isas.size(); ++Which)
		{
			const StepReport Report = Scenes[Which].Step();
			if (Which == 0)
			{
				ASSERT_EQ(FindNonFinite(Scenes[0].Get()), "") << "in step " << Step;
				continue;
			}
			if (Scenes[Which].Get().StateHash() == Scenes[0].Get().StateHash())
			{
				continue;
			}
			// Say where.
			const AgentsView View = Scenes[0].Get().Agents();
			for (int Agent = 0; Agent < View.Count; ++Agent)
			{
				const AgentHandle Handle = Scenes[0].Get().HandleOf(View.HandleIndex[Agent]);
				const AgentState A = MustGet(Scenes[0].Get(), Handle);
				const AgentState B = MustGet(Scenes[Which].Get(), Handle);
				ASSERT_TRUE(SameState(A, B))
					<< IsaName(Isas[Which]) << " differs from scalar in step " << Step << " for agent " << Handle.Index
					<< std::hexfloat << ": velocity " << B.Velocity.X << ", " << B.Velocity.Y << " instead of "
					<< A.Velocity.X << ", " << A.Velocity.Y << std::defaultfloat << " (" << A.Velocity.X << ", "
					<< A.Velocity.Y << ") at " << A.Position.X << ", " << A.Position.Y << ", status "
					<< static_cast<uint32_t>(Report.Status);
			}
			FAIL() << IsaName(Isas[Which]) << " has another hash than scalar in step " << Step
				   << ", though no agent differs";
		}
	}
}

SceneOptions Everything()
{
	SceneOptions Options;
	Options.bObstacles = true;
	Options.bMixedProfiles = true;
	Options.bMixedRadii = true;
	Options.bMasks = true;
	Options.bFloors = true;
	Options.bMixedResponsibility = true;
	Options.bAccelerations = true;
	Options.bTurnRates = true;
	Options.bShapes = true;
	// Whoever meets a polygon is solved for by code that all instruction sets share: that must not be nearly everybody.
	Options.ShapeShare = 0.03f;
	Options.bGoals = true;
	Options.bManners = true;
	Options.bGhosts = true;
	return Options;
}

struct Mode
{
	const char* Name;
	std::string Model;
	bool bPlain;

	void ApplyTo(SceneOptions& Options) const
	{
		Options.Model = Model;
		Options.bPlain = bPlain;
		if (Model == "rcap" && !bPlain && Options.Seed % 2 == 1)
		{
			Options.ModelOptions = {{"spaceDepth", 0.6}, {"estimate", 1.0}};
		}
		if (Model == "clearpath" && !bPlain && Options.Seed % 3 == 1)
		{
			Options.ModelOptions = {{"observe", 1.0}, {"gentle", 1.0}, {"personalSpace", 1.0}};
		}
	}
};

class Isa : public testing::TestWithParam<Mode>
{};

INSTANTIATE_TEST_SUITE_P(Modes, Isa,
	testing::Values(Mode{"Default", "orca", false}, Mode{"Plain", "orca", true}, Mode{"ClearPath", "clearpath", false},
		Mode{"ClearPathPlain", "clearpath", true}, Mode{"ClearPath1", "clearpath-1", false},
		Mode{"ClearPath1Plain", "clearpath-1", true}, Mode{"Rcap", "rcap", false}, Mode{"RcapPlain", "rcap", true}),
	[](const testing::TestParamInfo<Mode>& Info) { return std::string(Info.param.Name); });

TEST_P(Isa, AgreesForEveryNumberOfAgents)
{
	for (const int Agents : {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 100})
	{
		for (uint64_t Seed = 1; Seed <= 4; ++Seed)
		{
			SceneOptions Options = Seed % 2 == 0 ? Everything() : SceneOptions{};
			Options.Seed = Seed;
			Options.Agents = Agents;
			Options.Density = Seed < 3 ? 0.7f : 2.5f;
			GetParam().ApplyTo(Options);
			ASSERT_NO_FATAL_FAILURE(ExpectAllIsasAgree(Options, 30));
		}
	}
}

TEST_P(Isa, AgreesOnAThousandAgents)
{
	for (uint64_t Seed = 1; Seed <= 3; ++Seed)
	{
		SceneOptions Options = Everything();
		Options.Seed = 10 + Seed;
		Options.Agents = 1000;
		Options.ShapeShare = 0.003f;
		Options.Density = 0.4f * static_cast<float>(Seed);
		GetParam().ApplyTo(Options);
		ASSERT_NO_FATAL_FAILURE(ExpectAllIsasAgree(Options, 25));
	}
}

TEST_P(Isa, AgreesOnEveryFeatureByItself)
{
	bool SceneOptions::*const Features[] = {&SceneOptions::bObstacles, &SceneOptions::bMixedProfiles,
		&SceneOptions::bMixedRadii, &SceneOptions::bMasks, &SceneOptions::bFloors, &SceneOptions::bMixedResponsibility,
		&SceneOptions::bGoals, &SceneOptions::bLattice, &SceneOptions::bChurn, &SceneOptions::bAccelerations,
		&SceneOptions::bTurnRates, &SceneOptions::bShapes, &SceneOptions::bManners, &SceneOptions::bGhosts};
	for (bool SceneOptions::*const Feature : Features)
	{
		for (const float Density : {0.1f, 0.7f, 3.0f, 20.0f})
		{
			SceneOptions Options;
			Options.Seed = 30;
			Options.Agents = 120;
			Options.Density = Density;
			GetParam().ApplyTo(Options);
			Options.*Feature = true;
			ASSERT_NO_FATAL_FAILURE(ExpectAllIsasAgree(Options, 25));
		}
	}
}

TEST_P(Isa, AgreesWhileAgentsAndObstaclesComeAndGo)
{
	for (uint64_t Seed = 40; Seed < 48; ++Seed)
	{
		SceneOptions Options = Everything();
		Options.Seed = Seed;
		Options.Agents = 60;
		Options.Density = 1.0f;
		Options.bChurn = true;
		GetParam().ApplyTo(Options);
		ASSERT_NO_FATAL_FAILURE(ExpectAllIsasAgree(Options, 60));
	}
}

TEST_P(Isa, AgreesWhereTheCrowdIsThinAndWhereItIsFolded)
{
	// Agents that see few others, and clusters that are far apart.
	for (const bool bObstacles : {false, true})
	{
		for (const float Density : {0.02f, 1.0e-6f})
		{
			SceneOptions Options;
			Options.Seed = 90;
			Options.Agents = 300;
			Options.Density = Density;
			Options.bObstacles = bObstacles;
			Options.bManners = true;
			Options.bChurn = true;
			GetParam().ApplyTo(Options);
			ASSERT_NO_FATAL_FAILURE(ExpectAllIsasAgree(Options, 30));
		}
	}
}

TEST_P(Isa, AgreesInAHeap)
{
	SceneOptions Options;
	Options.Seed = 50;
	Options.Agents = 1500;
	Options.Density = 50000.0f;
	GetParam().ApplyTo(Options);
	ASSERT_NO_FATAL_FAILURE(ExpectAllIsasAgree(Options, 6));
}

TEST_P(Isa, AgreesInHeapsOfFastAgents)
{
	// They are deep in many velocity obstacles at once, and by depths that rounding makes equal: ties have to be broken alike.
	TestRandom Random(55);
	for (int Round = 0; Round < 400; ++Round)
	{
		std::vector<AgentDef> Heap;
		for (int Agent = Random.Integer(2, 24); Agent > 0; --Agent)
		{
			AgentDef Def;
			Def.Position = Random.InSquare(1.0f);
			Def.MaxSpeed = 20.0f;
			Def.Velocity = Random.InDisc(20.0f);
			Def.DesiredVelocity = Random.InDisc(20.0f);
			Heap.push_back(Def);
		}
		std::vector<uint64_t> Hashes;
		for (const EIsa Which : AvailableIsas())
		{
			WorldDef Def;
			Def.Model = ModelName(GetParam().Model, GetParam().bPlain);
			Def.Isa = Which;
			World Crowd = MakeWorld(Def);
			for (const AgentDef& Agent : Heap)
			{
				MustAdd(Crowd, Agent);
			}
			for (int Step = 0; Step < 3; ++Step)
			{
				MustStep(Crowd, 0.1f);
			}
			Hashes.push_back(Crowd.StateHash());
			ASSERT_EQ(Hashes.back(), Hashes.front()) << IsaName(Which) << " in round " << Round;
		}
	}
}

/// Velocities after one step of agents of which so many at a time are on the same spot at the same velocity.
std::vector<Vec2> PartFromEachOther(const Mode& Which, EIsa Isa, int Sharing, bool bMixed)
{
	WorldDef Def;
	Def.Model = ModelName(Which.Model, Which.bPlain);
	Def.Isa = Isa;
	World Crowd = MakeWorld(Def);
	std::vector<AgentHandle> Handles;
	// Whoever perceives others is to do so at once, and to change its velocity as fast as the others do.
	AgentProfile Quick;
	Quick.ObservationTime = 0.0f;
	Quick.ReactionAcceleration = Quick.BrakingAcceleration = 1000.0f;
	Crowd.SetProfile({}, Quick).Value();
	constexpr int Agents = 40; // Enough for gangs of whose lanes some see ten others and some do not.
	for (int Number = 0; Number < Agents; ++Number)
	{
		AgentDef Agent = Walker({1.5f * static_cast<float>(Number / Sharing), 0.0f}, {0.5f, 0.25f});
		Agent.Id = 1 + static_cast<uint64_t>(Number * 7 % Agents);
		Agent.Radius += bMixed ? 0.01f * static_cast<float>(Number % 4) : 0.0f;
		Agent.Responsibility = bMixed && Number % 5 == 0 ? 0.0f : 1.0f;
		Handles.push_back(MustAdd(Crowd, Agent));
	}
	MustStep(Crowd, 0.1f);
	std::vector<Vec2> Velocities;
	for (const AgentHandle Agent : Handles)
	{
		Velocities.push_back(MustGet(Crowd, Agent).Velocity);
	}
	return Velocities;
}

TEST_P(Isa, AgreesOnAgentsThatShareASpot)
{
	for (const int Sharing : {2, 3, 9, 20})
	{
		for (const bool bMixed : {false, true})
		{
			const std::vector<Vec2> Scalar = PartFromEachOther(GetParam(), EIsa::Scalar, Sharing, bMixed);
			for (const EIsa Tried : AvailableIsas())
			{
				EXPECT_EQ(PartFromEachOther(GetParam(), Tried, Sharing, bMixed), Scalar)
					<< IsaName(Tried) << ", " << Sharing << " on a spot, mixed " << bMixed;
			}
			for (size_t Agent = 0; Sharing == 2 && Agent < Scalar.size(); Agent += 2)
			{
				EXPECT_GT(Distance(Scalar[Agent], Scalar[Agent + 1]), 0.1f) << "agent " << Agent << " does not part";
			}
		}
	}
}

TEST_P(Isa, AgreesFarFromTheOrigin)
{
	for (const Vec2 Center : {Vec2{10000.0f, -10000.0f}, Vec2{-999000.0f, 999000.0f}})
	{
		SceneOptions Options = Everything();
		Options.Seed = 60;
		Options.Agents = 300;
		Options.Center = Center;
		GetParam().ApplyTo(Options);
		ASSERT_NO_FATAL_FAILURE(ExpectAllIsasAgree(Options, 25));
	}
}

TEST_P(Isa, AgreesOnManySmallRandomScenes)
{
	TestRandom Random(70);
	for (int Round = 0; Round < 150; ++Round)
	{
		SceneOptions Options;
		Options.Seed = Random.Bits();
		Options.Agents = Random.Integer(2, 60);
		Options.Density = Random.Range(0.05f, 8.0f);
		Options.bObstacles = Random.Chance(0.5f);
		Options.bMixedProfiles = Random.Chance(0.5f);
		Options.bMixedRadii = Random.Chance(0.5f);
		Options.bMasks = Random.Chance(0.3f);
		Options.bFloors = Random.Chance(0.3f);
		Options.bMixedResponsibility = Random.Chance(0.5f);
		Options.bGoals = Random.Chance(0.5f);
		Options.bChurn = Random.Chance(0.3f);
		Options.bAccelerations = Random.Chance(0.3f);
		Options.bTurnRates = Random.Chance(0.3f);
		Options.bShapes = Random.Chance(0.3f);
		Options.bManners = Random.Chance(0.5f);
		Options.bGhosts = Random.Chance(0.2f);
		GetParam().ApplyTo(Options);
		ASSERT_NO_FATAL_FAILURE(ExpectAllIsasAgree(Options, 15));
	}
}
}
}
