// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdNavMesh/CrowdNavMesh.h"
#include "CrowdNavigation/CrowdNavigator.h"
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numeric>

namespace CrowdAvoidance::Testing::NavigatorTest
{
namespace
{
constexpr float Dt = 0.1f;

/// A mesh, a navigator and a world, stepped together.
struct Crowded
{
	explicit Crowded(const NavMeshDef& Def, const NavigatorDef& NavDef = {}, const WorldDef& CrowdDef = {})
		: Mesh(NavMesh::Build(Def).Value()),
		  Nav(Navigator::Create(Mesh, NavDef).Value()),
		  Crowd(MakeWorld(CrowdDef))
	{
		EXPECT_TRUE(Nav->AddWalls(Crowd));
		Crowd.SetPlanner(Nav.get());
	}
	~Crowded() { Crowd.SetPlanner(nullptr); }

	AgentHandle Add(Vec2 Position, float Radius = 0.3f)
	{
		Agents.push_back(MustAdd(Crowd, Walker(Position, {}, Radius)));
		return Agents.back();
	}

	/// Steps until Done says so, for at most that long. Every step every agent that the navigator leads must be on the mesh.
	bool RunUntil(float Seconds, const std::function<bool()>& Done)
	{
		for (int Step = 0; static_cast<float>(Step) * Dt < Seconds; ++Step)
		{
			MustStep(Crowd, Dt);
			for (const AgentHandle Agent : Agents)
			{
				if (Nav->IsOnMesh(Agent) && !bJumps)
				{
					Vec2 Nearest;
					const Vec2 Position = MustGet(Crowd, Agent).Position;
					EXPECT_NE(Mesh.Graph().FindNearest(Position, 1e-4f, Nearest), NavGraph::None)
						<< Position.X << ", " << Position.Y << " is off the mesh";
				}
			}
			if (Done())
			{
				return true;
			}
		}
		return false;
	}

	ENavStatus StatusOf(AgentHandle Agent) const { return MustGet(Crowd, Agent).Status; }

	bool RunUntilArrived(float Seconds)
	{
		return RunUntil(Seconds,
			[this]
			{
				return std::all_of(Agents.begin(), Agents.end(),
					[this](AgentHandle Agent) { return StatusOf(Agent) == ENavStatus::Arrived; });
			});
	}

	NavMesh Mesh;
	std::unique_ptr<Navigator> Nav;
	World Crowd;
	std::vector<AgentHandle> Agents;
	bool bJumps = false;
};

std::vector<Vec2> Box(float MinX, float MinY, float MaxX, float MaxY)
{
	return {{MinX, MinY}, {MaxX, MinY}, {MaxX, MaxY}, {MinX, MaxY}};
}

NavMeshDef Ground(float Width, float Height)
{
	NavMeshDef Def;
	Def.Max = {Width, Height};
	Def.TileSize = 8.0f;
	return Def;
}

/// Two rooms side by side with a wall between them at x = 10 that has gaps.
NavMeshDef TwoRooms(std::vector<std::pair<float, float>> Gaps)
{
	NavMeshDef Def = Ground(20.0f, 20.0f);
	float From = 0.0f;
	Gaps.push_back({20.0f, 20.0f});
	for (const auto& [Low, High] : Gaps)
	{
		if (Low > From)
		{
			Def.Solids.push_back(Box(9.8f, From, 10.2f, Low));
		}
		From = High;
	}
	return Def;
}

/// What a watched agent shows of its path.
struct ShownPath
{
	std::vector<Vec2> Path;
	std::vector<std::vector<Vec2>> Corridor;

	explicit ShownPath(const DebugGeometry& Geometry)
	{
		for (const DebugItem& Item : Geometry.Items)
		{
			const std::span<const Vec2> Points = Geometry.PointsOf(Item);
			if (Item.Kind == EDebugKind::Path)
			{
				EXPECT_TRUE(Path.empty()) << "two paths";
				Path.assign(Points.begin(), Points.end());
			}
			else if (Item.Kind == EDebugKind::Corridor)
			{
				EXPECT_TRUE(Item.bClosed);
				Corridor.emplace_back(Points.begin(), Points.end());
			}
		}
	}

	bool IsInCorridor(Vec2 Point) const
	{
		return std::any_of(Corridor.begin(), Corridor.end(),
			[Point](const std::vector<Vec2>& Polygon)
			{
				for (size_t Index = 0; Index < Polygon.size(); ++Index)
				{
					const Vec2 From = Polygon[Index];
					const Vec2 To = Polygon[(Index + 1) % Polygon.size()];
					if ((To.X - From.X) * (Point.Y - From.Y) - (To.Y - From.Y) * (Point.X - From.X) < -0.001f)
					{
						return false;
					}
				}
				return true;
			});
	}
};

float LengthOf(const std::vector<Vec2>& Path)
{
	float Sum = 0.0f;
	for (size_t Leg = 1; Leg < Path.size(); ++Leg)
	{
		Sum += Distance(Path[Leg - 1], Path[Leg]);
	}
	return Sum;
}

/// Highest y that the agent gets to before it has arrived.
float HighestOnTheWay(Crowded& Scene, AgentHandle Agent, float Seconds)
{
	float Highest = -1.0f;
	EXPECT_TRUE(Scene.RunUntil(Seconds,
		[&]
		{
			Highest = std::max(Highest, MustGet(Scene.Crowd, Agent).Position.Y);
			return Scene.StatusOf(Agent) == ENavStatus::Arrived;
		}))
		<< "never arrived";
	return Highest;
}
}

TEST(Navigator, LeadsRoundAnObstacle)
{
	NavMeshDef Def = Ground(20.0f, 20.0f);
	Def.Solids = {Box(8.0f, 4.0f, 12.0f, 16.0f)};
	Crowded Scene(Def);
	const AgentHandle Agent = Scene.Add({3.0f, 10.0f});
	ASSERT_TRUE(Scene.Crowd.SetGoal(Agent, {17.0f, 10.5f}));
	EXPECT_EQ(Scene.StatusOf(Agent), ENavStatus::Pending);
	EXPECT_TRUE(Scene.RunUntil(3.0f, [&] { return Scene.StatusOf(Agent) == ENavStatus::Walking; }));
	EXPECT_EQ(Scene.Nav->WorkDone().PathsFound, 1);
	EXPECT_EQ(Scene.Nav->WorkDone().FieldsMade, 0);
	// Round the upper end: 7.07 + 4 + 7.5 and a little for the radius.
	ASSERT_TRUE(Scene.Crowd.Watch(Agent));
	Scene.RunUntil(Dt, [] { return true; });
	EXPECT_NEAR(LengthOf(ShownPath(*Scene.Crowd.DebugOf(Agent)).Path), 18.9f, 0.8f);
	EXPECT_GT(HighestOnTheWay(Scene, Agent, 30.0f), 16.0f);
	EXPECT_LE(Distance(MustGet(Scene.Crowd, Agent).Position, {17.0f, 10.5f}), 0.5f);
}

TEST(Navigator, TakesAFieldWhereManyShareAGoal)
{
	for (const int Count : {7, 8, 30})
	{
		Crowded Scene(TwoRooms({{9.0f, 11.0f}}));
		for (int Index = 0; Index < Count; ++Index)
		{
			const AgentHandle Agent =
				Scene.Add({1.0f + static_cast<float>(Index % 6), 1.0f + 1.5f * static_cast<float>(Index / 6)});
			ASSERT_TRUE(Scene.Crowd.SetGoal(Agent, {18.0f, 10.0f}, 2.5f));
		}
		Scene.RunUntil(1.0f, [] { return false; });
		EXPECT_EQ(Scene.Nav->WorkDone().FieldsMade, Count >= 8 ? 1 : 0) << Count;
		EXPECT_EQ(Scene.Nav->WorkDone().PathsFound, Count >= 8 ? 0 : Count) << Count;
		EXPECT_TRUE(Scene.RunUntilArrived(60.0f)) << Count;
	}
}

TEST(Navigator, GoesToTheNearestOfSeveralExits)
{
	Crowded Scene(TwoRooms({{2.0f, 4.0f}, {16.0f, 18.0f}}));
	const Vec2 Exits[] = {{12.0f, 3.0f}, {12.0f, 17.0f}, {500.0f, 500.0f}};
	const AgentHandle Low = Scene.Add({5.0f, 6.0f});
	const AgentHandle High = Scene.Add({5.0f, 14.0f});
	ASSERT_TRUE(Scene.Crowd.SetGoal(Low, Exits, 1.0f));
	ASSERT_TRUE(Scene.Crowd.SetGoal(High, Exits, 1.0f));
	EXPECT_TRUE(Scene.RunUntilArrived(30.0f));
	EXPECT_LT(MustGet(Scene.Crowd, Low).Position.Y, 5.0f);
	EXPECT_GT(MustGet(Scene.Crowd, High).Position.Y, 15.0f);
}

TEST(Navigator, SaysWhyAnAgentCannotGetThere)
{
	// A walled-off corner in the upper right.
	NavMeshDef Def = Ground(20.0f, 20.0f);
	Def.Solids = {Box(13.8f, 13.8f, 14.2f, 20.0f), Box(13.8f, 13.8f, 20.0f, 14.2f), Box(2.0f, 12.0f, 6.0f, 16.0f)};
	Crowded Scene(Def);
	const AgentHandle ToIsland = Scene.Add({3.0f, 3.0f});
	const AgentHandle IntoWall = Scene.Add({5.0f, 3.0f});
	const AgentHandle FromNowhere = Scene.Add({-30.0f, 3.0f});
	const AgentHandle Fine = Scene.Add({7.0f, 3.0f});
	ASSERT_TRUE(Scene.Crowd.SetGoal(ToIsland, {17.0f, 17.0f}));
	ASSERT_TRUE(Scene.Crowd.SetGoal(IntoWall, {4.0f, 14.0f}));
	ASSERT_TRUE(Scene.Crowd.SetGoal(FromNowhere, {10.0f, 10.0f}));
	ASSERT_TRUE(Scene.Crowd.SetGoal(Fine, {10.0f, 18.0f}));
	EXPECT_TRUE(Scene.RunUntil(5.0f, [&] { return Scene.StatusOf(ToIsland) == ENavStatus::Partial; }));
	EXPECT_EQ(Scene.StatusOf(IntoWall), ENavStatus::Unreachable);
	EXPECT_EQ(Scene.StatusOf(FromNowhere), ENavStatus::OffMesh);
	EXPECT_TRUE(Scene.RunUntil(40.0f,
		[&] {
			return Scene.StatusOf(ToIsland) == ENavStatus::Unreachable && Scene.StatusOf(Fine) == ENavStatus::Arrived;
		}));
	EXPECT_LT(Distance(MustGet(Scene.Crowd, ToIsland).Position, {17.0f, 17.0f}), 10.0f) << "went as near as it could";
	EXPECT_EQ(MustGet(Scene.Crowd, IntoWall).Position.Y, 3.0f);
	EXPECT_EQ(MustGet(Scene.Crowd, FromNowhere).Position, (Vec2{-30.0f, 3.0f}));
}

TEST(Navigator, SaysSoToManyThatShareAnUnreachableGoal)
{
	NavMeshDef Def = Ground(20.0f, 20.0f);
	Def.Solids = {Box(13.8f, 13.8f, 14.2f, 20.0f), Box(13.8f, 13.8f, 20.0f, 14.2f)};
	Crowded Scene(Def);
	for (int Index = 0; Index < 12; ++Index)
	{
		const AgentHandle Agent =
			Scene.Add({2.0f + static_cast<float>(Index % 6), 2.0f + static_cast<float>(Index / 6)});
		ASSERT_TRUE(Scene.Crowd.SetGoal(Agent, {17.0f, 17.0f}));
	}
	EXPECT_TRUE(Scene.RunUntil(5.0f, [&] { return Scene.StatusOf(Scene.Agents[11]) == ENavStatus::Partial; }));
}

TEST(Navigator, WaitsForADoorAndGoesOnWhenItOpens)
{
	NavMeshDef Def = TwoRooms({{9.0f, 11.0f}});
	Def.Doors = {{Box(9.8f, 9.0f, 10.2f, 11.0f), false}};
	Crowded Scene(Def);
	const AgentHandle Agent = Scene.Add({5.0f, 10.0f});
	ASSERT_TRUE(Scene.Crowd.SetGoal(Agent, {15.0f, 10.0f}));
	EXPECT_FALSE(Scene.RunUntilArrived(15.0f));
	EXPECT_LT(MustGet(Scene.Crowd, Agent).Position.X, 9.8f);
	ASSERT_TRUE(Scene.Mesh.SetDoor(0, true));
	EXPECT_TRUE(Scene.RunUntilArrived(15.0f));
}

TEST(Navigator, TakesTheOtherPathWhenADoorShuts)
{
	for (const int Count : {1, 10})
	{
		NavMeshDef Def = TwoRooms({{2.0f, 4.0f}, {16.0f, 18.0f}});
		Def.Doors = {{Box(9.8f, 2.0f, 10.2f, 4.0f), true}};
		Crowded Scene(Def);
		for (int Index = 0; Index < Count; ++Index)
		{
			ASSERT_TRUE(Scene.Crowd.SetGoal(
				Scene.Add({2.0f + static_cast<float>(Index % 5), 2.0f + static_cast<float>(Index / 5)}), {17.0f, 3.0f},
				2.0f));
		}
		Scene.RunUntil(1.0f, [] { return false; });
		ASSERT_TRUE(Scene.Mesh.SetDoor(0, false));
		EXPECT_GT(HighestOnTheWay(Scene, Scene.Agents[0], 60.0f), 15.0f) << Count;
		EXPECT_TRUE(Scene.RunUntilArrived(60.0f));
	}
}

TEST(Navigator, GoesRoundWhatIsPutInItsWay)
{
	Crowded Scene(TwoRooms({{2.0f, 4.0f}, {16.0f, 18.0f}}));
	const AgentHandle Agent = Scene.Add({2.0f, 3.0f});
	ASSERT_TRUE(Scene.Crowd.SetGoal(Agent, {17.0f, 3.0f}));
	Scene.RunUntil(1.0f, [] { return false; });
	const Result<NavBlockHandle> Block = Scene.Mesh.AddBlock(Box(9.0f, 1.5f, 11.0f, 4.5f));
	ASSERT_TRUE(Block) << Block.ErrorText();
	EXPECT_GT(HighestOnTheWay(Scene, Agent, 60.0f), 15.0f);

	// And straight through again once it is gone.
	ASSERT_TRUE(Scene.Mesh.RemoveBlock(Block.Value()));
	ASSERT_TRUE(Scene.Crowd.SetGoal(Agent, {2.0f, 3.0f}));
	Scene.RunUntil(1.0f, [] { return false; });
	EXPECT_LT(HighestOnTheWay(Scene, Agent, 30.0f), 6.0f);
}

TEST(Navigator, JumpsAlongALink)
{
	for (const int Count : {1, 10})
	{
		NavMeshDef Def = TwoRooms({});
		Def.Links = {{{8.5f, 10.0f}, {11.5f, 10.0f}, false}};
		Crowded Scene(Def);
		Scene.bJumps = true;
		for (int Index = 0; Index < Count; ++Index)
		{
			ASSERT_TRUE(Scene.Crowd.SetGoal(
				Scene.Add({2.0f + static_cast<float>(Index % 5), 9.0f + static_cast<float>(Index / 5)}), {16.0f, 10.0f},
				2.5f));
		}
		EXPECT_TRUE(Scene.RunUntilArrived(60.0f)) << Count;
		// One way only.
		ASSERT_TRUE(Scene.Crowd.SetGoal(Scene.Agents[0], {2.0f, 2.0f}));
		EXPECT_FALSE(Scene.RunUntilArrived(20.0f));
	}
}

/// One agent in the middle of its jump over the wall between two rooms, whose far side lies in a doorway of its own.
struct Jumper
{
	Jumper() : Scene(WithLink())
	{
		Scene.bJumps = true;
		Agent = Scene.Add({6.0f, 10.0f});
		EXPECT_TRUE(Scene.Crowd.SetGoal(Agent, {16.0f, 10.0f}));
		EXPECT_TRUE(Scene.RunUntil(30.0f, [&] { return PositionX() > 9.7f; }));
		EXPECT_LT(PositionX(), 10.3f);
	}

	static NavMeshDef WithLink()
	{
		NavMeshDef Def = TwoRooms({});
		// Links are numbered by where they begin: the first one goes with its door.
		Def.Doors = {{Box(1.0f, 1.0f, 2.0f, 2.0f)}};
		Def.Links = {{{3.0f, 1.5f}, {1.5f, 1.5f}, false}, {{8.5f, 10.0f}, {11.5f, 10.0f}, false}};
		return Def;
	}

	float PositionX() const { return MustGet(Scene.Crowd, Agent).Position.X; }

	Crowded Scene;
	AgentHandle Agent;
};

TEST(Navigator, AJumpEndsWhereItWasBoundWhateverElseChanges)
{
	Jumper Far;
	ASSERT_TRUE(Far.Scene.Mesh.SetDoor(0, false));
	EXPECT_TRUE(Far.Scene.RunUntilArrived(20.0f));
	EXPECT_NEAR(Far.PositionX(), 16.0f, 0.6f);

	Jumper SentElsewhere;
	ASSERT_TRUE(SentElsewhere.Scene.Crowd.SetGoal(SentElsewhere.Agent, {18.0f, 2.0f}));
	EXPECT_TRUE(SentElsewhere.Scene.RunUntilArrived(30.0f));
	EXPECT_NEAR(SentElsewhere.PositionX(), 18.0f, 0.6f);

	// Where there is no ground to come down to any more it has to do with what is near.
	Jumper Blocked;
	ASSERT_TRUE(Blocked.Scene.Mesh.AddBlock(Box(11.2f, 6.0f, 15.0f, 14.0f)));
	EXPECT_TRUE(Blocked.Scene.RunUntilArrived(60.0f));
	EXPECT_NEAR(Blocked.PositionX(), 16.0f, 0.6f);
}

TEST(Navigator, WhoeverABlockIsPutOnGoesOnOnceItIsGone)
{
	Crowded Scene(Ground(20.0f, 20.0f));
	const AgentHandle Agent = Scene.Add({4.0f, 10.0f});
	ASSERT_TRUE(Scene.Crowd.SetGoal(Agent, {16.0f, 10.0f}));
	ASSERT_TRUE(Scene.RunUntil(30.0f, [&] { return MustGet(Scene.Crowd, Agent).Position.X > 8.0f; }));
	const Result<NavBlockHandle> Block = Scene.Mesh.AddBlock(Box(4.0f, 6.0f, 12.0f, 14.0f));
	ASSERT_TRUE(Block);
	ASSERT_TRUE(Scene.RunUntil(5.0f, [&] { return !Scene.Mesh.NeedsUpdate(); }));
	EXPECT_EQ(Scene.StatusOf(Agent), ENavStatus::OffMesh);
	ASSERT_TRUE(Scene.Mesh.RemoveBlock(Block.Value()));
	EXPECT_TRUE(Scene.RunUntilArrived(30.0f));
}

TEST(Navigator, WhatWasSeenOnFormerPolygonsIsForgotten)
{
	// With many polygons first, and few afterwards; agents note where they are in every step.
	NavMeshDef Def = Ground(20.0f, 20.0f);
	Crowded Scene(Def, {.CornerEvery = 1, .CongestionPeriod = 0.2f});
	std::vector<NavBlockHandle> Blocks;
	for (int Row = 0; Row < 9; ++Row)
	{
		for (int Column = 0; Column < 9; ++Column)
		{
			const float X = 1.5f + 2.0f * static_cast<float>(Column), Y = 1.5f + 2.0f * static_cast<float>(Row);
			const Result<NavBlockHandle> Block = Scene.Mesh.AddBlock(Box(X, Y, X + 0.6f, Y + 0.6f));
			ASSERT_TRUE(Block);
			Blocks.push_back(Block.Value());
		}
	}
	while (Scene.Mesh.Update(1000) > 0)
	{}
	for (int Index = 0; Index < 20; ++Index)
	{
		const float Y = 1.0f + 0.9f * static_cast<float>(Index);
		ASSERT_TRUE(Scene.Crowd.SetGoal(Scene.Add({19.4f, Y}, 0.2f), {0.6f, Y}));
	}
	const size_t Before = Scene.Mesh.Graph().Polygons.size();
	Scene.RunUntil(3.0f, [] { return false; });
	for (const NavBlockHandle Block : Blocks)
	{
		ASSERT_TRUE(Scene.Mesh.RemoveBlock(Block));
	}
	while (Scene.Mesh.Update(1000) > 0)
	{}
	EXPECT_LT(4 * Scene.Mesh.Graph().Polygons.size(), Before);
	EXPECT_TRUE(Scene.RunUntilArrived(60.0f));
}

TEST(Navigator, WallsFollowChangesThatOthersMade)
{
	Crowded Scene(Ground(32.0f, 32.0f));
	const auto WallsNear = [&](Vec2 Where)
	{
		std::vector<WallHit> Hits;
		EXPECT_TRUE(Scene.Crowd.WallsInDisc(Where, 1.5f, Hits));
		return Hits.size();
	};
	MustStep(Scene.Crowd, Dt);
	EXPECT_EQ(WallsNear({4.0f, 4.0f}), 0u);
	// Two updates between two steps, in tiles that have nothing to do with each other.
	const Result<NavBlockHandle> First = Scene.Mesh.AddBlock(Box(3.5f, 3.5f, 4.5f, 4.5f));
	ASSERT_TRUE(First);
	while (Scene.Mesh.Update(1000) > 0)
	{}
	ASSERT_TRUE(Scene.Mesh.AddBlock(Box(27.5f, 27.5f, 28.5f, 28.5f)));
	while (Scene.Mesh.Update(1000) > 0)
	{}
	MustStep(Scene.Crowd, Dt);
	EXPECT_EQ(WallsNear({4.0f, 4.0f}), 4u);
	EXPECT_EQ(WallsNear({28.0f, 28.0f}), 4u);
	EXPECT_EQ(Scene.Nav->WorkDone().TilesChanged, 2);

	ASSERT_TRUE(Scene.Mesh.RemoveBlock(First.Value()));
	while (Scene.Mesh.Update(1000) > 0)
	{}
	// Prepare must not believe what it knew either.
	const AgentHandle Agent = Scene.Add({2.0f, 16.0f});
	ASSERT_TRUE(Scene.Crowd.SetGoal(Agent, {30.0f, 16.0f}));
	Scene.Nav->Prepare(Scene.Crowd);
	EXPECT_EQ(WallsNear({4.0f, 4.0f}), 0u);
	EXPECT_EQ(WallsNear({28.0f, 28.0f}), 4u);
	EXPECT_TRUE(Scene.RunUntilArrived(60.0f));
}

TEST(Navigator, LeadsLargeAgentsThroughWideGapsOnly)
{
	Crowded Scene(TwoRooms({{2.0f, 3.0f}, {15.0f, 19.0f}}));
	const AgentHandle Small = Scene.Add({3.0f, 1.0f}, 0.3f);
	const AgentHandle Large = Scene.Add({3.0f, 4.0f}, 1.2f);
	ASSERT_TRUE(Scene.Crowd.SetGoal(Small, {17.0f, 2.5f}));
	ASSERT_TRUE(Scene.Crowd.SetGoal(Large, {16.0f, 3.5f}));
	float HighestSmall = 0.0f;
	float HighestLarge = 0.0f;
	EXPECT_TRUE(Scene.RunUntil(60.0f,
		[&]
		{
			HighestSmall = std::max(HighestSmall, MustGet(Scene.Crowd, Small).Position.Y);
			HighestLarge = std::max(HighestLarge, MustGet(Scene.Crowd, Large).Position.Y);
			return Scene.StatusOf(Small) == ENavStatus::Arrived && Scene.StatusOf(Large) == ENavStatus::Arrived;
		}));
	EXPECT_LT(HighestSmall, 8.0f);
	EXPECT_GT(HighestLarge, 14.0f);
}

TEST(Navigator, GoesRoundAStandingCrowdThatBlocksTheWay)
{
	// Two corridors; the short one is full of people who stand.
	NavMeshDef Def = TwoRooms({{2.0f, 4.0f}, {12.0f, 14.0f}});
	Crowded Scene(Def);
	std::vector<AgentHandle> Standing;
	for (int Index = 0; Index < 9; ++Index)
	{
		AgentDef Stander =
			Walker({9.4f + 0.65f * static_cast<float>(Index / 3), 2.35f + 0.65f * static_cast<float>(Index % 3)}, {});
		Stander.Responsibility = 0.0f;
		Standing.push_back(MustAdd(Scene.Crowd, Stander));
	}
	for (int Index = 0; Index < 3; ++Index)
	{
		ASSERT_TRUE(Scene.Crowd.SetGoal(Scene.Add({3.0f + static_cast<float>(Index), 3.0f}), {17.0f, 3.0f}, 1.5f));
	}
	EXPECT_TRUE(Scene.RunUntilArrived(90.0f));
}

TEST(Navigator, PutsAgentsBackThatArePushedOffTheMesh)
{
	// Without walls in the world nothing but the mesh holds them.
	NavMeshDef Def = Ground(10.0f, 10.0f);
	NavMesh Mesh = NavMesh::Build(Def).Value();
	const std::unique_ptr<Navigator> Nav = Navigator::Create(Mesh).Value();
	World Crowd = MakeWorld();
	Crowd.SetPlanner(Nav.get());
	std::vector<AgentHandle> Agents;
	for (int Index = 0; Index < 60; ++Index)
	{
		// So many in a heap near the border that they push each other out.
		Agents.push_back(MustAdd(Crowd,
			Walker({0.4f + 0.2f * static_cast<float>(Index % 8), 0.4f + 0.2f * static_cast<float>(Index / 8)}, {})));
		ASSERT_TRUE(Crowd.SetGoal(Agents.back(), {0.5f, 0.5f}, 0.1f));
	}
	for (int Step = 0; Step < 100; ++Step)
	{
		MustStep(Crowd, Dt);
		for (const AgentHandle Agent : Agents)
		{
			const Vec2 Position = MustGet(Crowd, Agent).Position;
			ASSERT_TRUE(Position.X >= 0.0f && Position.Y >= 0.0f) << Position.X << ", " << Position.Y;
		}
	}
	EXPECT_GT(Nav->WorkDone().PushedBack, 0) << "nobody was pushed: the test shows nothing";
	Crowd.SetPlanner(nullptr);
}

TEST(Navigator, FollowsAgentsThatArePutElsewhere)
{
	Crowded Scene(TwoRooms({{9.0f, 11.0f}}));
	const AgentHandle Agent = Scene.Add({3.0f, 3.0f});
	ASSERT_TRUE(Scene.Crowd.SetGoal(Agent, {17.0f, 3.0f}));
	Scene.RunUntil(2.0f, [] { return false; });
	ASSERT_TRUE(Scene.Crowd.SetPosition(Agent, {-9.0f, 3.0f}));
	Scene.RunUntil(2.0f, [] { return false; });
	EXPECT_EQ(Scene.StatusOf(Agent), ENavStatus::OffMesh);
	EXPECT_LT(Distance(MustGet(Scene.Crowd, Agent).Position, {-9.0f, 3.0f}), 0.5f);
	// The cure that the status names.
	ASSERT_TRUE(Scene.Crowd.SetPosition(Agent, {15.0f, 17.0f}));
	EXPECT_TRUE(Scene.RunUntil(14.0f, [&] { return Scene.StatusOf(Agent) == ENavStatus::Arrived; }));
}

TEST(Navigator, ForgetsAgentsThatAreGone)
{
	Crowded Scene(Ground(20.0f, 20.0f));
	const AgentHandle Agent = Scene.Add({3.0f, 3.0f});
	ASSERT_TRUE(Scene.Crowd.SetGoal(Agent, {17.0f, 3.0f}));
	Scene.RunUntil(1.0f, [] { return false; });
	Scene.Agents.clear();
	ASSERT_TRUE(Scene.Crowd.RemoveAgent(Agent));
	const AgentHandle Next = Scene.Add({3.0f, 10.0f});
	ASSERT_EQ(Next.Index, Agent.Index) << "the test is about an index that is used again";
	EXPECT_EQ(Scene.StatusOf(Next), ENavStatus::None);
	Scene.RunUntil(2.0f, [] { return false; });
	EXPECT_EQ(MustGet(Scene.Crowd, Next).Position, (Vec2{3.0f, 10.0f}));

	ASSERT_TRUE(Scene.Crowd.SetGoal(Next, {17.0f, 3.0f}));
	Scene.RunUntil(2.0f, [] { return false; });
	ASSERT_TRUE(Scene.Crowd.SetDesiredVelocity(Next, {}));
	EXPECT_FALSE(Scene.Nav->IsOnMesh(Next)) << "is led no more";
	const Vec2 Before = MustGet(Scene.Crowd, Next).Position;
	Scene.RunUntil(2.0f, [] { return false; });
	EXPECT_LT(Distance(MustGet(Scene.Crowd, Next).Position, Before), 0.2f);
}

TEST(Navigator, TakesAHandleOfThePastForNobody)
{
	Crowded Scene(Ground(20.0f, 20.0f));
	Planner& Leader = *Scene.Nav;
	const AgentHandle Old = Scene.Add({3.0f, 3.0f});
	ASSERT_TRUE(Scene.Crowd.RemoveAgent(Old));
	Scene.Agents.clear();
	const AgentHandle Next = Scene.Add({3.0f, 10.0f});
	ASSERT_EQ(Next.Index, Old.Index) << "the test is about an index that is used again";
	EXPECT_FALSE(Scene.Crowd.SetGoal(Old, {17.0f, 3.0f}));
	ASSERT_TRUE(Scene.Crowd.SetGoal(Next, {17.0f, 10.0f}));
	Scene.RunUntil(1.0f, [] { return false; });

	EXPECT_EQ(Leader.Status(Old), ENavStatus::None);
	EXPECT_FALSE(Scene.Nav->IsOnMesh(Old));
	DebugGeometry Shown;
	Leader.Describe(Old, Shown);
	EXPECT_TRUE(Shown.Items.empty());
	Leader.Forget(Old);
	EXPECT_EQ(Leader.Status(Next), ENavStatus::Walking);
	EXPECT_TRUE(Scene.Nav->IsOnMesh(Next));
	EXPECT_TRUE(Scene.RunUntilArrived(20.0f));
}

TEST(Navigator, TakesNoAnswerForOneAboutAnotherGoal)
{
	// Boxes in rows: so much to look at that every search takes several steps.
	NavMeshDef Def = Ground(64.0f, 64.0f);
	for (int Index = 0; Index < 225; ++Index)
	{
		const float X = 3.0f + 4.0f * static_cast<float>(Index % 15);
		const float Y = 3.0f + 4.0f * static_cast<float>(Index / 15);
		Def.Solids.push_back(Box(X, Y, X + 2.0f, Y + 2.0f));
	}
	Crowded Scene(Def, {.SearchBudget = 100});
	const AgentHandle Turns = Scene.Add({1.0f, 1.0f});
	const AgentHandle Leaves = Scene.Add({1.0f, 2.5f});
	ASSERT_TRUE(Scene.Crowd.SetGoal(Turns, {62.0f, 62.0f}));
	ASSERT_TRUE(Scene.Crowd.SetGoal(Leaves, {62.0f, 58.0f}));
	Scene.RunUntil(Dt, [] { return true; });
	ASSERT_EQ(Scene.StatusOf(Turns), ENavStatus::Pending) << "the test is about searches that are under way";
	ASSERT_TRUE(Scene.Crowd.SetGoal(Turns, {1.0f, 6.0f}));
	ASSERT_TRUE(Scene.Crowd.RemoveAgent(Leaves));
	Scene.Agents.pop_back();
	const AgentHandle Comes = Scene.Add({2.5f, 1.0f});
	ASSERT_EQ(Comes.Index, Leaves.Index);
	ASSERT_TRUE(Scene.Crowd.SetGoal(Comes, {6.0f, 1.0f}));
	EXPECT_TRUE(Scene.RunUntil(15.0f,
		[&] { return Scene.StatusOf(Turns) == ENavStatus::Arrived && Scene.StatusOf(Comes) == ENavStatus::Arrived; }));
	EXPECT_LE(Distance(MustGet(Scene.Crowd, Turns).Position, {1.0f, 6.0f}), 0.6f);
	EXPECT_LE(Distance(MustGet(Scene.Crowd, Comes).Position, {6.0f, 1.0f}), 0.6f);
}

TEST(Navigator, LetsAnAgentRestThatIsSaidToHaveArrived)
{
	Crowded Scene(Ground(20.0f, 20.0f));
	const AgentHandle Agent = Scene.Add({3.0f, 3.0f});
	ASSERT_TRUE(Scene.Crowd.SetGoal(Agent, {17.0f, 3.0f}));
	Scene.RunUntil(1.0f, [] { return false; });
	ASSERT_TRUE(Scene.Crowd.SetArrived(Agent));
	Scene.RunUntil(0.2f, [] { return false; });
	const Vec2 Before = MustGet(Scene.Crowd, Agent).Position;
	Scene.RunUntil(2.0f, [] { return false; });
	EXPECT_LT(Distance(MustGet(Scene.Crowd, Agent).Position, Before), 0.1f);
	EXPECT_EQ(Scene.StatusOf(Agent), ENavStatus::Arrived);
}

TEST(Navigator, DoesTheSameInWhateverOrderAgentsAreAdded)
{
	const auto HashAfter = [](uint64_t Seed)
	{
		NavMeshDef Def = TwoRooms({{3.0f, 6.0f}, {14.0f, 17.0f}});
		Def.Doors = {{Box(9.8f, 3.0f, 10.2f, 6.0f), true}};
		// Searches and fields that take several steps, so that it matters who is first.
		Crowded Scene(Def, {.FieldFromAgents = 20, .SearchBudget = 100, .FieldBudget = 1000});
		std::vector<uint64_t> Ids(200);
		std::iota(Ids.begin(), Ids.end(), uint64_t{1000});
		TestRandom(Seed).Shuffle(Ids);
		for (const uint64_t Id : Ids)
		{
			// Of each, whoever comes when.
			TestRandom Own(Id);
			AgentDef Agent = Walker({Own.Range(0.5f, 9.0f), Own.Range(0.5f, 19.5f)}, {});
			Agent.Id = Id;
			Scene.Agents.push_back(MustAdd(Scene.Crowd, Agent));
			const Vec2 Goal = Id % 2 ? Vec2{17.5f, 18.0f} : Vec2{Own.Range(11.0f, 19.0f), Own.Range(0.5f, 19.5f)};
			EXPECT_TRUE(Scene.Crowd.SetGoal(Scene.Agents.back(), Goal, 2.5f));
		}
		for (int Step = 0; Step < 100; ++Step)
		{
			if (Step == 40)
			{
				EXPECT_TRUE(Scene.Mesh.SetDoor(0, false));
			}
			MustStep(Scene.Crowd, Dt);
		}
		return Scene.Crowd.StateHash();
	};
	const uint64_t Hash = HashAfter(1);
	for (const uint64_t Seed : {2, 3, 4})
	{
		EXPECT_EQ(HashAfter(Seed), Hash) << Seed;
	}
}

TEST(Navigator, DoesTheSameOnAnyNumberOfThreadsAndWithAnyBudgetAllArrive)
{
	const auto HashAfter = [](int Threads, int Budget)
	{
		const std::unique_ptr<TaskScheduler> Scheduler = Threads > 1 ? CreateTbbScheduler(Threads) : nullptr;
		NavMeshDef Def = TwoRooms({{3.0f, 6.0f}, {14.0f, 17.0f}});
		Crowded Scene(Def, {.FieldFromAgents = 20, .SearchBudget = Budget, .FieldBudget = std::max(Budget, 1000)},
			{.Scheduler = Scheduler.get()});
		for (int Index = 0; Index < 60; ++Index)
		{
			const AgentHandle Agent =
				Scene.Add({0.7f + 0.8f * static_cast<float>(Index % 10), 0.7f + 0.8f * static_cast<float>(Index / 10)});
			// Half of them share a place, too small for all; the others go where nobody stands in their way.
			const Vec2 Goal = Index % 2
				? Vec2{17.5f, 18.0f}
				: Vec2{12.0f + static_cast<float>(Index % 8), 2.0f + 0.14f * static_cast<float>(Index)};
			EXPECT_TRUE(Scene.Crowd.SetGoal(Agent, Goal, 2.5f));
		}
		EXPECT_TRUE(Scene.RunUntilArrived(120.0f)) << Budget;
		return Scene.Crowd.StateHash();
	};
	const uint64_t Hash = HashAfter(1, 4000);
	EXPECT_EQ(HashAfter(2, 4000), Hash);
	EXPECT_EQ(HashAfter(4, 4000), Hash);
	HashAfter(1, 100);
}

TEST(Navigator, ShowsThePathAndItsCorridor)
{
	// By paths of their own, and by a field. A crowd, whose members are pushed off their paths.
	for (const int FieldFrom : {1000, 1})
	{
		Crowded Scene(TwoRooms({{14.0f, 16.0f}}), {.FieldFromAgents = FieldFrom});
		for (int Index = 0; Index < 24; ++Index)
		{
			const float Column = static_cast<float>(Index % 6);
			const float Row = static_cast<float>(Index / 6);
			const AgentHandle Agent = Scene.Add({2.0f + Column, 3.0f + Row});
			ASSERT_TRUE(Scene.Crowd.SetGoal(Agent, {13.0f + Column, 3.0f + Row}));
			ASSERT_TRUE(Scene.Crowd.Watch(Agent));
		}
		ASSERT_TRUE(Scene.RunUntil(3.0f, [&] { return Scene.StatusOf(Scene.Agents[0]) == ENavStatus::Walking; }));
		EXPECT_EQ(Scene.Nav->WorkDone().FieldsMade > 0, FieldFrom == 1);
		const ShownPath First(*Scene.Crowd.DebugOf(Scene.Agents[0]));
		ASSERT_GE(First.Path.size(), 3u) << "it has to turn";
		EXPECT_EQ(First.Path.back(), (Vec2{13.0f, 3.0f}));

		int Shown = 0;
		for (int Step = 0; Step < 200; ++Step)
		{
			Scene.RunUntil(Dt, [] { return true; });
			for (const AgentHandle Agent : Scene.Agents)
			{
				const DebugGeometry& Geometry = *Scene.Crowd.DebugOf(Agent);
				ShownPath Route(Geometry);
				if (Route.Path.empty() || Scene.StatusOf(Agent) != ENavStatus::Walking)
				{
					continue;
				}
				++Shown;
				ASSERT_EQ(Route.Path.front(), Geometry.Position);
				// The corridor begins where the step has brought it.
				Route.Path.front() = MustGet(Scene.Crowd, Agent).Position;
				for (size_t Leg = 1; Leg < Route.Path.size(); ++Leg)
				{
					for (float T = 0.0f; T <= 1.0f; T += 0.05f)
					{
						const Vec2 Point = {std::lerp(Route.Path[Leg - 1].X, Route.Path[Leg].X, T),
							std::lerp(Route.Path[Leg - 1].Y, Route.Path[Leg].Y, T)};
						ASSERT_TRUE(Route.IsInCorridor(Point)) << "step " << Step << ", agent " << Agent.Index
															   << ", leg " << Leg << ": " << Point.X << ", " << Point.Y;
					}
				}
			}
		}
		EXPECT_GT(Shown, 2000);
	}
}

namespace
{
/// A squad that has had many goals before its last one, in the room across a door.
struct Squad
{
	Crowded Scene;

	explicit Squad(const NavigatorDef& Def) : Scene(WithDoors(), Def)
	{
		for (int Index = 0; Index < 12; ++Index)
		{
			Scene.Add({2.0f + static_cast<float>(Index % 4), 5.0f + 1.5f * static_cast<float>(Index / 4)});
		}
	}
	static NavMeshDef WithDoors()
	{
		NavMeshDef Def = TwoRooms({{4.0f, 6.0f}, {14.0f, 16.0f}});
		Def.Doors = {{Box(9.8f, 4.0f, 10.2f, 6.0f), true}, {Box(9.8f, 14.0f, 10.2f, 16.0f), true}};
		return Def;
	}
	void SendTo(Vec2 Goal)
	{
		for (const AgentHandle Agent : Scene.Agents)
		{
			ASSERT_TRUE(Scene.Crowd.SetGoal(Agent, Goal));
		}
		MustStep(Scene.Crowd, Dt);
	}
	/// Goals of their own, all over both rooms.
	void Wander(TestRandom& Random, int Goals)
	{
		for (int Index = 0; Index < Goals; ++Index)
		{
			SendTo({Random.Range(0.5f, 9.0f) + (Random.Chance(0.5f) ? 10.5f : 0.0f), Random.Range(0.5f, 19.5f)});
		}
	}
	int CountWalking()
	{
		int Count = 0;
		for (const AgentHandle Agent : Scene.Agents)
		{
			Count += Length(MustGet(Scene.Crowd, Agent).Velocity) > 0.3f ? 1 : 0;
		}
		return Count;
	}
	size_t Bytes() const { return Scene.Crowd.Save().Value().size(); }
};
}

// The fields of former goals used to be made anew first, one in each step.
TEST(Navigator, FormerGoalsKeepNobodyWaiting)
{
	for (const bool bBlock : {false, true})
	{
		Squad Sent({.FieldFromAgents = 2});
		TestRandom Random(5);
		Sent.Wander(Random, 1000);
		Sent.SendTo({18.0f, 10.0f});
		Sent.Scene.RunUntil(1.0f, [] { return false; });
		ASSERT_EQ(Sent.CountWalking(), 12);
		const Navigator::Work Before = Sent.Scene.Nav->WorkDone();
		if (bBlock)
		{
			ASSERT_TRUE(Sent.Scene.Mesh.AddBlock(Box(9.8f, 4.0f, 10.2f, 6.0f)));
		}
		else
		{
			ASSERT_TRUE(Sent.Scene.Mesh.SetDoor(0, false));
		}
		MustStep(Sent.Scene.Crowd, Dt);
		while (Sent.Scene.Mesh.NeedsUpdate())
		{
			MustStep(Sent.Scene.Crowd, Dt);
		}
		MustStep(Sent.Scene.Crowd, Dt);
		EXPECT_EQ(Sent.CountWalking(), 12);
		const Navigator::Work After = Sent.Scene.Nav->WorkDone();
		EXPECT_EQ(After.FieldsRepaired - Before.FieldsRepaired, bBlock ? 0 : 1);
		EXPECT_LE(After.FieldsMade - Before.FieldsMade, bBlock ? 2 : 0) << "of the one that is in use, once a tile";
		EXPECT_TRUE(Sent.Scene.RunUntil(60.0f,
			[&]
			{
				return std::all_of(Sent.Scene.Agents.begin(), Sent.Scene.Agents.end(),
					[&](AgentHandle Agent) { return MustGet(Sent.Scene.Crowd, Agent).Position.X > 11.0f; });
			}))
			<< "by the other door";
	}
}

TEST(Navigator, FormerGoalsLeaveNothingBehind)
{
	Squad Sent({.FieldFromAgents = 2});
	TestRandom Random(6);
	Sent.Wander(Random, 100);
	const size_t Before = Sent.Bytes();
	Sent.Wander(Random, 9900);
	EXPECT_GT(Sent.Scene.Nav->WorkDone().FieldsMade, 5000);
	EXPECT_LT(Sent.Bytes(), Before + Before / 10);
}

// Two squads lose their fields; the larger one, whose field is the later one, has its own again first.
TEST(Navigator, TheFieldOfMostAgentsIsMadeFirst)
{
	Crowded Scene(Squad::WithDoors(), {.FieldFromAgents = 2});
	for (int Index = 0; Index < 12; ++Index)
	{
		const AgentHandle Agent =
			Scene.Add({2.0f + static_cast<float>(Index % 4), 5.0f + 1.5f * static_cast<float>(Index / 4)});
		ASSERT_TRUE(Scene.Crowd.SetGoal(Agent, Index < 4 ? Vec2{18.0f, 3.0f} : Vec2{18.0f, 17.0f}));
		ASSERT_TRUE(Scene.Crowd.Watch(Agent));
	}
	Scene.Nav->Prepare(Scene.Crowd);
	Scene.RunUntil(1.0f, [] { return false; });
	ASSERT_TRUE(Scene.Mesh.AddBlock(Box(9.8f, 4.0f, 10.2f, 6.0f)));
	Scene.Mesh.Update(1000);
	const auto HasPath = [&](size_t Agent)
	{ return !ShownPath(*Scene.Crowd.DebugOf(Scene.Agents[Agent])).Corridor.empty(); };
	// One field is made in each step.
	MustStep(Scene.Crowd, Dt);
	EXPECT_TRUE(HasPath(8));
	EXPECT_FALSE(HasPath(1));
	MustStep(Scene.Crowd, Dt);
	EXPECT_TRUE(HasPath(1));
}

TEST(Navigator, RefusesBadSettings)
{
	NavMesh Mesh = NavMesh::Build(Ground(20.0f, 20.0f)).Value();
	const auto ErrorOf = [&](const NavigatorDef& Def) { return std::string(Navigator::Create(Mesh, Def).ErrorText()); };
	EXPECT_EQ(ErrorOf({}), "");
	EXPECT_NE(ErrorOf({.FieldFromAgents = 0}).find("FieldFromAgents is 0"), std::string::npos);
	EXPECT_NE(ErrorOf({.SearchBudget = 5}).find("SearchBudget is 5"), std::string::npos);
	EXPECT_NE(ErrorOf({.CornerEvery = 65}).find("CornerEvery is 65"), std::string::npos);
	EXPECT_NE(ErrorOf({.PatienceSeconds = NAN}).find("PatienceSeconds is nan"), std::string::npos);
}
}
