// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The order in which agents are added has no say in what they do: ids break every tie.
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

namespace CrowdAvoidance::Testing::OrderTest
{
namespace
{
constexpr int Agents = 1000;

struct OrderScene
{
	const char* Name;
	const char* Model = "orca";
	float HalfSide = 20.0f;
	bool bLattice = false; ///< Equal distances everywhere.
	bool bOneSpot = false; ///< All of them, or nearly.
	bool bMixed = false;   ///< Radii, some large, responsibilities, accelerations, heights, profiles.
	bool bWalls = false;
	bool bShapes = false;
	bool bGoals = false;
	bool bRemovals = false; ///< Some leave on the way, and others come with ids of their own.

	friend std::ostream& operator<<(std::ostream& Stream, const OrderScene& Scene) { return Stream << Scene.Name; }
};

std::vector<AgentDef> MakeAgents(const OrderScene& Scene)
{
	TestRandom Random(41);
	std::vector<AgentDef> Defs;
	for (int Index = 0; Index < Agents; ++Index)
	{
		AgentDef Def = Walker(Random.InSquare(Scene.HalfSide), Random.InDisc(1.3f));
		if (Scene.bLattice)
		{
			Def.Position = {static_cast<float>(Index % 32), static_cast<float>(Index / 32)};
			Def.Velocity = Def.DesiredVelocity = {Index % 2 ? 1.0f : -1.0f, 0.0f};
		}
		if (Scene.bOneSpot)
		{
			Def.Position = {0.001f * static_cast<float>(Index % 3), 0.0f};
		}
		if (Scene.bMixed)
		{
			Def.Radius = Random.Chance(0.02f) ? Random.Range(1.1f, 3.0f) : Random.Range(0.1f, 0.6f);
			Def.MaxSpeed = Random.Range(1.0f, 3.0f);
			Def.Responsibility = Random.Chance(0.1f) ? 0.0f : Random.Range(0.5f, 2.0f);
			Def.MaxAcceleration = Random.Chance(0.5f) ? CrowdNoLimit : 3.0f;
			Def.Height = Random.Chance(0.3f) ? 3.0f : 0.0f;
			Def.Profile = {static_cast<uint32_t>(Random.Index(3))};
		}
		Def.Id = static_cast<uint64_t>(Index) * 7919 % 100003;
		Defs.push_back(Def);
	}
	return Defs;
}

/// The hash after every step; Shuffle: how the agents are added.
std::vector<uint64_t> HashesOf(const OrderScene& Scene, uint64_t Shuffle)
{
	World Crowd = MakeWorld({.Model = Scene.Model});
	AgentProfile Far;
	Far.NeighborDistance = 9.0f;
	Far.MaxNeighbors = 14;
	MustAddProfile(Crowd, Far);
	AgentProfile Choosy;
	Choosy.Avoids = 2;
	MustAddProfile(Crowd, Choosy);
	if (Scene.bWalls)
	{
		for (int Number = 0; Number < 12; ++Number)
		{
			const float Left = 4.0f * static_cast<float>(Number) - 20.0f;
			MustAddObstacle(Crowd, {{Left, -3.0f}, {Left + 2.0f, -3.0f}, {Left + 2.0f, 3.0f}, {Left, 3.0f}});
		}
	}
	const ShapeHandle Shape = Crowd.AddShape(std::vector<Vec2>{{0.4f, 0.0f}, {-0.4f, 0.2f}, {-0.4f, -0.2f}}).Value();

	std::vector<AgentDef> Defs = MakeAgents(Scene);
	TestRandom Random(Shuffle);
	for (size_t Last = Defs.size() - 1; Shuffle > 0 && Last > 0; --Last)
	{
		std::swap(Defs[Last], Defs[static_cast<size_t>(Random.Index(static_cast<int>(Last) + 1))]);
	}
	for (const AgentDef& Def : Defs)
	{
		const AgentHandle Handle = MustAdd(Crowd, Def);
		if (Scene.bGoals)
		{
			EXPECT_TRUE(Crowd.SetGoal(Handle, -1.0f * Def.Position));
		}
		if (Scene.bShapes && Def.Id % 5 == 0)
		{
			EXPECT_TRUE(Crowd.SetShape(Handle, Shape, static_cast<float>(Def.Id % 6)));
		}
	}

	std::vector<uint64_t> Hashes;
	for (int Step = 0; Step < 20; ++Step)
	{
		if (Scene.bRemovals)
		{
			for (int Change = 0; Change < 10; ++Change)
			{
				const uint64_t Gone = static_cast<uint64_t>(10 * Step + Change) * 7919 % 100003;
				EXPECT_TRUE(Crowd.RemoveAgent(Crowd.FindAgent(Gone).Value()));
				AgentDef Def = Walker({static_cast<float>(Change), static_cast<float>(Step)}, {});
				Def.Id = Gone + 1'000'000;
				MustAdd(Crowd, Def);
			}
		}
		MustStep(Crowd, 0.1f);
		Hashes.push_back(Crowd.StateHash());
	}
	return Hashes;
}
}

class OrderOfAdding : public testing::TestWithParam<OrderScene>
{};

TEST_P(OrderOfAdding, ChangesNoResult)
{
	const std::vector<uint64_t> InOrder = HashesOf(GetParam(), 0);
	for (const uint64_t Shuffle : {1u, 2u})
	{
		EXPECT_EQ(HashesOf(GetParam(), Shuffle), InOrder) << "shuffle " << Shuffle;
	}
	EXPECT_NE(InOrder.front(), InOrder.back()) << "nobody moved: the test shows nothing";
}

INSTANTIATE_TEST_SUITE_P(Scenes, OrderOfAdding,
	testing::Values(OrderScene{.Name = "Random"}, OrderScene{.Name = "Dense", .HalfSide = 7.0f},
		OrderScene{.Name = "Lattice", .bLattice = true}, OrderScene{.Name = "OneSpot", .bOneSpot = true},
		OrderScene{.Name = "Mixed", .bMixed = true}, OrderScene{.Name = "Walls", .bWalls = true, .bGoals = true},
		OrderScene{.Name = "Removals", .bLattice = true, .bRemovals = true},
		OrderScene{.Name = "PlainLattice", .Model = "orca-plain", .bLattice = true},
		OrderScene{.Name = "ClearPathLattice", .Model = "clearpath", .bLattice = true},
		OrderScene{.Name = "ClearPathMixed", .Model = "clearpath", .bMixed = true, .bWalls = true, .bShapes = true},
		OrderScene{.Name = "ClearPath1OneSpot", .Model = "clearpath-1", .bOneSpot = true},
		OrderScene{.Name = "Rcap", .Model = "rcap", .HalfSide = 100.0f, .bMixed = true, .bRemovals = true},
		OrderScene{.Name = "RcapWalls", .Model = "rcap", .bMixed = true, .bWalls = true, .bRemovals = true},
		OrderScene{.Name = "RcapPlainLattice", .Model = "rcap-plain", .bLattice = true, .bWalls = true}),
	[](const testing::TestParamInfo<OrderScene>& Info) { return std::string(Info.param.Name); });
}
