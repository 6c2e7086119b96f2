// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "RoadmapTestSupport.h"
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace CrowdAvoidance::Testing::RoadmapPlannerTest
{
namespace
{
using Shape = std::vector<Vec2>;

/// A box of 20 m x 10 m with walls across it that leave 1.5 m free at the top and at the bottom in turn.
std::vector<Shape> MazeWalls()
{
	return {{{0.0f, 0.0f}, {20.0f, 0.0f}}, {{20.0f, 0.0f}, {20.0f, 10.0f}}, {{20.0f, 10.0f}, {0.0f, 10.0f}},
		{{0.0f, 10.0f}, {0.0f, 0.0f}}, {{4.0f, 0.0f}, {4.0f, 8.5f}}, {{8.0f, 10.0f}, {8.0f, 1.5f}},
		{{12.0f, 0.0f}, {12.0f, 8.5f}}, {{15.8f, 10.0f}, {16.2f, 10.0f}, {16.2f, 1.5f}, {15.8f, 1.5f}}};
}

Roadmap MustBuildMap(const std::vector<Shape>& Solids, float Radius = 0.3f, float Margin = 0.05f)
{
	RoadmapDef Def;
	Def.Margin = Margin;
	Def.Solids = Solids;
	Def.Radius = Radius;
	Result<Roadmap> Map = Roadmap::Build(Def);
	EXPECT_TRUE(Map) << Map.ErrorText();
	return Map ? std::move(Map.Value()) : Roadmap();
}

double Side(Vec2 A, Vec2 B, Vec2 C)
{
	return (static_cast<double>(B.X) - A.X) * (static_cast<double>(C.Y) - A.Y) -
		(static_cast<double>(B.Y) - A.Y) * (static_cast<double>(C.X) - A.X);
}

bool Crosses(Vec2 A, Vec2 B, const Shape& Solid)
{
	for (size_t Index = 0; Index < Solid.size(); ++Index)
	{
		const Vec2 C = Solid[Index];
		const Vec2 D = Solid[(Index + 1) % Solid.size()];
		if (Side(A, B, C) * Side(A, B, D) < 0.0 && Side(C, D, A) * Side(C, D, B) < 0.0)
		{
			return true;
		}
	}
	return false;
}

float DistanceToSolid(Vec2 Point, const Shape& Solid)
{
	float Least = INFINITY;
	for (size_t Index = 0; Index < Solid.size(); ++Index)
	{
		const Vec2 A = Solid[Index];
		const Vec2 B = Solid[(Index + 1) % Solid.size()];
		const Vec2 Along{B.X - A.X, B.Y - A.Y};
		const float Where = std::clamp(
			((Point.X - A.X) * Along.X + (Point.Y - A.Y) * Along.Y) / (Along.X * Along.X + Along.Y * Along.Y), 0.0f,
			1.0f);
		Least = std::min(Least, Distance(Point, {A.X + Where * Along.X, A.Y + Where * Along.Y}));
	}
	return Least;
}

constexpr Vec2 MazeGoal = {18.0f, 8.0f};

/// Length of the shortest path from a point to the goal of the maze.
float MazePathFrom(Roadmap& Map, Vec2 From)
{
	const int Goal = Map.AddGoal({&MazeGoal, 1}).Value();
	const float Length = PathLength(Map, Goal, From);
	Map.RemoveGoal(Goal);
	return Length;
}

/// Some agents in the first lane of the maze on their way to its last.
struct MazeRun
{
	std::vector<Shape> Walls = MazeWalls();
	Roadmap Map = MustBuildMap(Walls);
	RoadmapPlanner Leader{Map};
	World Crowd;
	std::vector<AgentHandle> Agents;

	MazeRun(std::string Model, int Count, TaskScheduler* Scheduler = nullptr)
		: Crowd(MakeWorld({.Model = Model, .Scheduler = Scheduler}))
	{
		for (const Shape& Wall : Walls)
		{
			MustAddObstacle(Crowd, Wall);
		}
		Crowd.SetPlanner(&Leader);
		for (int Index = 0; Index < Count; ++Index)
		{
			AgentDef Agent;
			Agent.Position = {0.7f + 0.8f * static_cast<float>(Index % 4), 0.7f + 0.8f * static_cast<float>(Index / 4)};
			Agents.push_back(MustAdd(Crowd, Agent));
			EXPECT_TRUE(Crowd.SetGoal(Agents.back(), MazeGoal, 2.0f));
		}
	}

	int Arrived() const
	{
		return static_cast<int>(std::count_if(
			Agents.begin(), Agents.end(), [this](AgentHandle Agent) { return MustGet(Crowd, Agent).bArrived; }));
	}
};
}

TEST(RoadmapPlanner, AloneTheyTakeTheShortestPathAndKeepClearOfWalls)
{
	MazeRun Run("none", 12);
	std::vector<float> Walked(Run.Agents.size(), 0.0f);
	Roadmap OfPoints = MustBuildMap(Run.Walls, 0.001f, 0.0f);
	std::vector<float> Route, LeastRoute;
	for (const AgentHandle Agent : Run.Agents)
	{
		Route.push_back(MazePathFrom(Run.Map, MustGet(Run.Crowd, Agent).Position));
		LeastRoute.push_back(MazePathFrom(OfPoints, MustGet(Run.Crowd, Agent).Position));
	}
	for (int Step = 0; Step < 800; ++Step)
	{
		std::vector<Vec2> Before;
		for (const AgentHandle Agent : Run.Agents)
		{
			Before.push_back(MustGet(Run.Crowd, Agent).Position);
		}
		MustStep(Run.Crowd, 0.1f);
		for (size_t Index = 0; Index < Run.Agents.size(); ++Index)
		{
			const Vec2 Now = MustGet(Run.Crowd, Run.Agents[Index]).Position;
			Walked[Index] += Distance(Before[Index], Now);
			for (const Shape& Wall : Run.Walls)
			{
				ASSERT_FALSE(Crosses(Before[Index], Now, Wall)) << "step " << Step;
				ASSERT_GE(DistanceToSolid(Now, Wall), 0.299f) << "step " << Step;
			}
		}
	}
	EXPECT_EQ(Run.Arrived(), 12);
	for (size_t Index = 0; Index < Run.Agents.size(); ++Index)
	{
		// They stop in the step that takes them within 2 m. On the way they may cut corners by the map's margin.
		EXPECT_LE(Walked[Index], Route[Index] - 2.0f + 0.13f);
		EXPECT_GE(Walked[Index], LeastRoute[Index] - 2.0f);
		EXPECT_EQ(Length(MustGet(Run.Crowd, Run.Agents[Index]).Velocity), 0.0f);
		EXPECT_EQ(MustGet(Run.Crowd, Run.Agents[Index]).Status, ENavStatus::Arrived);
	}
}

TEST(RoadmapPlanner, ShowsTheShortestPath)
{
	MazeRun Run("none", 1);
	const AgentHandle Agent = Run.Agents[0];
	ASSERT_TRUE(Run.Crowd.Watch(Agent));
	for (int Step = 0; Step < 300; ++Step)
	{
		MustStep(Run.Crowd, 0.1f);
		const DebugGeometry& Geometry = *Run.Crowd.DebugOf(Agent);
		float Route = -1.0f;
		for (const DebugItem& Item : Geometry.Items)
		{
			if (Item.Kind != EDebugKind::Path)
			{
				continue;
			}
			EXPECT_EQ(Route, -1.0f) << "two paths";
			const std::span<const Vec2> Points = Geometry.PointsOf(Item);
			EXPECT_EQ(Points.front(), Geometry.Position);
			EXPECT_EQ(Points.back(), MazeGoal);
			Route = 0.0f;
			for (size_t Leg = 1; Leg < Points.size(); ++Leg)
			{
				Route += Distance(Points[Leg - 1], Points[Leg]);
				for (const Shape& Wall : Run.Walls)
				{
					EXPECT_FALSE(Crosses(Points[Leg - 1], Points[Leg], Wall)) << "step " << Step;
				}
			}
		}
		ASSERT_NE(Route, -1.0f) << "step " << Step;
		// It looks round once in eight steps: until then it heads for the corner before.
		EXPECT_NEAR(Route, MazePathFrom(Run.Map, Geometry.Position), 0.1f) << "step " << Step;
	}
}

TEST(RoadmapPlanner, ACrowdGetsThroughTheMazeAndThroughNoWall)
{
	MazeRun Run("orca", 24);
	int Steps = 0;
	for (; Steps < 2000 && Run.Arrived() < 24; ++Steps)
	{
		std::vector<Vec2> Before;
		for (const AgentHandle Agent : Run.Agents)
		{
			Before.push_back(MustGet(Run.Crowd, Agent).Position);
		}
		MustStep(Run.Crowd, 0.1f);
		for (size_t Index = 0; Index < Run.Agents.size(); ++Index)
		{
			for (const Shape& Wall : Run.Walls)
			{
				ASSERT_FALSE(Crosses(Before[Index], MustGet(Run.Crowd, Run.Agents[Index]).Position, Wall))
					<< "step " << Steps;
			}
		}
	}
	EXPECT_EQ(Run.Arrived(), 24) << "after " << Steps << " steps";
	EXPECT_LT(Steps, 1200);
}

TEST(RoadmapPlanner, SameForAnyNumberOfThreads)
{
	std::vector<uint64_t> Hashes;
	for (const int Threads : {0, 1, 2, 4})
	{
		const std::unique_ptr<TaskScheduler> Scheduler = Threads > 0 ? CreateTbbScheduler(Threads) : nullptr;
		MazeRun Run("orca", 40, Scheduler.get());
		for (int Step = 0; Step < 200; ++Step)
		{
			MustStep(Run.Crowd, 0.1f);
		}
		Hashes.push_back(Run.Crowd.StateHash());
	}
	for (const uint64_t Hash : Hashes)
	{
		EXPECT_EQ(Hash, Hashes[0]);
	}
}

TEST(RoadmapPlanner, PushedAwayItFindsAnotherPath)
{
	MazeRun Run("none", 1);
	for (int Step = 0; Step < 60; ++Step)
	{
		MustStep(Run.Crowd, 0.1f);
	}
	// Into another lane, out of sight of where it was heading.
	ASSERT_TRUE(Run.Crowd.SetPosition(Run.Agents[0], {10.0f, 5.0f}));
	for (int Step = 0; Step < 400; ++Step)
	{
		MustStep(Run.Crowd, 0.1f);
	}
	EXPECT_EQ(Run.Arrived(), 1);
}

TEST(RoadmapPlanner, LostWhereNoPathLeads)
{
	// A closed box, the agent inside, the goal outside.
	const std::vector<Shape> Walls = {{{-3.0f, -3.0f}, {3.0f, -3.0f}}, {{3.0f, -3.0f}, {3.0f, 3.0f}},
		{{3.0f, 3.0f}, {-3.0f, 3.0f}}, {{-3.0f, 3.0f}, {-3.0f, -3.0f}}};
	Roadmap Map = MustBuildMap(Walls);
	RoadmapPlanner Leader(Map);
	World Crowd = MakeWorld();
	for (const Shape& Wall : Walls)
	{
		MustAddObstacle(Crowd, Wall);
	}
	Crowd.SetPlanner(&Leader);
	const AgentHandle Agent = MustAdd(Crowd, {});
	ASSERT_TRUE(Crowd.SetGoal(Agent, {10.0f, 0.0f}));
	EXPECT_EQ(MustGet(Crowd, Agent).Status, ENavStatus::Walking);
	for (int Step = 0; Step < 100; ++Step)
	{
		MustStep(Crowd, 0.1f);
	}
	EXPECT_EQ(MustGet(Crowd, Agent).Status, ENavStatus::Lost);
	// Straight for the goal, up to the wall.
	EXPECT_NEAR(MustGet(Crowd, Agent).Position.X, 2.7f, 0.1f);
	// Let out, it finds its way.
	ASSERT_TRUE(Crowd.SetPosition(Agent, {-6.0f, 0.0f}));
	for (int Step = 0; Step < 300; ++Step)
	{
		MustStep(Crowd, 0.1f);
	}
	EXPECT_EQ(MustGet(Crowd, Agent).Status, ENavStatus::Arrived);
}

TEST(RoadmapPlanner, DoesNotOvershootItsGoal)
{
	Roadmap Map = MustBuildMap({});
	RoadmapPlanner Leader(Map);
	WorldDef Def;
	Def.Model = "none";
	World Crowd = MakeWorld(Def);
	Crowd.SetPlanner(&Leader);
	const AgentHandle Agent = MustAdd(Crowd, {});
	const Vec2 Goals[] = {{0.0f, 50.0f}, {1.0f, 0.0f}};
	ASSERT_TRUE(Crowd.SetGoal(Agent, Goals, 0.01f));
	MustStep(Crowd, 5.0f);
	EXPECT_NEAR(MustGet(Crowd, Agent).Position.X, 1.0f, 1.0e-5f);
	EXPECT_TRUE(MustGet(Crowd, Agent).bArrived);
	MustStep(Crowd, 5.0f);
	EXPECT_NEAR(MustGet(Crowd, Agent).Position.X, 1.0f, 1.0e-5f);
}

TEST(RoadmapPlanner, HandlesThatAreUsedAgainStartAfresh)
{
	MazeRun Run("none", 2);
	for (int Step = 0; Step < 800; ++Step)
	{
		MustStep(Run.Crowd, 0.1f);
	}
	const AgentHandle Old = Run.Agents[0];
	Planner& Leader = Run.Leader;
	ASSERT_TRUE(MustGet(Run.Crowd, Old).bArrived);
	ASSERT_TRUE(Run.Crowd.RemoveAgent(Old));
	AgentDef Def;
	Def.Position = {2.0f, 2.0f};
	Def.DesiredVelocity = {0.0f, 0.5f};
	const AgentHandle New = MustAdd(Run.Crowd, Def);
	ASSERT_EQ(New.Index, Old.Index);
	EXPECT_EQ(Leader.Status(Old), ENavStatus::None);
	EXPECT_EQ(Leader.Status(New), ENavStatus::None);
	// It was given no goal, so it does what the world wants.
	MustStep(Run.Crowd, 0.1f);
	EXPECT_NEAR(MustGet(Run.Crowd, New).Position.Y, 2.05f, 1.0e-5f);
	EXPECT_FALSE(Run.Crowd.SetGoal(Old, MazeGoal));
	ASSERT_TRUE(Run.Crowd.SetGoal(New, MazeGoal));
	// A stale handle is nobody's.
	Leader.Forget(Old);
	EXPECT_EQ(Leader.Status(Old), ENavStatus::None);
	DebugGeometry Shown;
	Leader.Describe(Old, Shown);
	EXPECT_TRUE(Shown.Items.empty());
	MustStep(Run.Crowd, 0.1f);
	EXPECT_EQ(Leader.Status(New), ENavStatus::Walking);
	EXPECT_NEAR(Length(MustGet(Run.Crowd, New).Velocity), 1.3f, 1.0e-4f);
	ASSERT_TRUE(Run.Crowd.SetDesiredVelocity(New, Def.DesiredVelocity));
	MustStep(Run.Crowd, 0.1f);
	EXPECT_EQ(MustGet(Run.Crowd, New).Velocity, Def.DesiredVelocity);
}

TEST(RoadmapPlanner, GoalsInSolidsAreLeftOutOrUnreachable)
{
	Roadmap Map = MustBuildMap({{{4.0f, -2.0f}, {8.0f, -2.0f}, {8.0f, 2.0f}, {4.0f, 2.0f}}});
	RoadmapPlanner Leader(Map);
	World Crowd = MakeWorld();
	Crowd.SetPlanner(&Leader);
	const AgentHandle Stuck = MustAdd(Crowd, Walker({0.0f, 0.0f}, {0.5f, 0.0f}));
	const AgentHandle Fine = MustAdd(Crowd, Walker({0.0f, 5.0f}, {}));
	const Vec2 Points[] = {{6.0f, 0.0f}, {12.0f, 0.0f}};
	ASSERT_TRUE(Crowd.SetGoal(Stuck, Points[0]));
	ASSERT_TRUE(Crowd.SetGoal(Fine, Points));
	for (int Step = 0; Step < 200; ++Step)
	{
		MustStep(Crowd, 0.1f);
	}
	EXPECT_EQ(MustGet(Crowd, Stuck).Status, ENavStatus::Unreachable);
	EXPECT_EQ(MustGet(Crowd, Stuck).Position, (Vec2{0.0f, 0.0f}));
	EXPECT_EQ(MustGet(Crowd, Fine).Status, ENavStatus::Arrived);
	EXPECT_GT(MustGet(Crowd, Fine).Position.X, 11.0f);
}

TEST(RoadmapPlanner, LetsAnAgentRestThatIsSaidToHaveArrived)
{
	MazeRun Run("none", 1);
	for (int Step = 0; Step < 20; ++Step)
	{
		MustStep(Run.Crowd, 0.1f);
	}
	ASSERT_TRUE(Run.Crowd.SetArrived(Run.Agents[0]));
	MustStep(Run.Crowd, 0.1f);
	const Vec2 Before = MustGet(Run.Crowd, Run.Agents[0]).Position;
	for (int Step = 0; Step < 20; ++Step)
	{
		MustStep(Run.Crowd, 0.1f);
	}
	EXPECT_EQ(MustGet(Run.Crowd, Run.Agents[0]).Position, Before);
}

TEST(RoadmapPlanner, AnAgentCanBeSentElsewhereAnyNumberOfTimes)
{
	// More often than the map can have goals.
	Roadmap Map = MustBuildMap({});
	RoadmapPlanner Leader(Map);
	World Crowd = MakeWorld();
	Crowd.SetPlanner(&Leader);
	const AgentHandle Agent = MustAdd(Crowd, {});
	for (int Goal = 0; Goal < 70000; ++Goal)
	{
		const Result<void> Sent = Crowd.SetGoal(Agent, {static_cast<float>(Goal), 1.0f});
		ASSERT_TRUE(Sent) << Sent.ErrorText();
	}
}

TEST(RoadmapPlanner, DoesTheSameInWhateverOrderAgentsAreAdded)
{
	const auto HashAfter = [](uint64_t Seed)
	{
		MazeRun Run("orca", 0);
		std::vector<uint64_t> Ids(100);
		std::iota(Ids.begin(), Ids.end(), uint64_t{1000});
		TestRandom(Seed).Shuffle(Ids);
		for (const uint64_t Id : Ids)
		{
			// Of each, whoever comes when.
			TestRandom Own(Id);
			AgentDef Agent;
			Agent.Position = {Own.Range(0.5f, 3.5f), Own.Range(0.5f, 9.5f)};
			Agent.Id = Id;
			Run.Agents.push_back(MustAdd(Run.Crowd, Agent));
			const Vec2 Goal = Id % 2 ? MazeGoal : Vec2{Own.Range(8.5f, 11.5f), Own.Range(0.5f, 9.5f)};
			EXPECT_TRUE(Run.Crowd.SetGoal(Run.Agents.back(), Goal, 1.0f));
		}
		for (int Step = 0; Step < 100; ++Step)
		{
			MustStep(Run.Crowd, 0.1f);
		}
		return Run.Crowd.StateHash();
	};
	const uint64_t Hash = HashAfter(1);
	for (const uint64_t Seed : {2, 3, 4})
	{
		EXPECT_EQ(HashAfter(Seed), Hash) << Seed;
	}
}
}
