// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "FlowField/StringPull.h"
#include "TestGraph.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

namespace CrowdAvoidance::Testing::StringPullTest
{
namespace
{
/// A path as a list of edges.
using Corridor = std::vector<int32_t>;

int32_t OwnerOf(const NavGraph& Graph, int32_t Edge)
{
	return Graph.Edges[static_cast<size_t>(Graph.Edges[static_cast<size_t>(Edge)].Twin)].Neighbor;
}

Heading Pull(
	const NavGraph& Graph, int32_t Start, Vec2 From, float Radius, Vec2 Goal, const Corridor& Path, int Most = 1000)
{
	size_t Passed = 0;
	while (Passed < Path.size() && OwnerOf(Graph, Path[Passed]) != Start)
	{
		++Passed;
	}
	return PullString(Graph, Start, From, Radius, Goal, Most,
		[&](int32_t, int32_t& OutEdge, int32_t&)
		{
			if (Passed == Path.size())
			{
				return false;
			}
			OutEdge = Path[Passed++];
			return true;
		});
}

/// The edge from one polygon to another.
int32_t EdgeBetween(const NavGraph& Graph, int32_t From, int32_t To)
{
	const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(From)];
	for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
	{
		if (Graph.Edges[static_cast<size_t>(Index)].Neighbor == To)
		{
			return Index;
		}
	}
	return NavGraph::None;
}

/// Through the polygons that hold these points, each next to the one before.
Corridor Through(const NavGraph& Graph, const std::vector<Vec2>& Points)
{
	Corridor Path;
	for (size_t Each = 1; Each < Points.size(); ++Each)
	{
		Path.push_back(EdgeBetween(Graph, Graph.Find(Points[Each - 1]), Graph.Find(Points[Each])));
		EXPECT_NE(Path.back(), NavGraph::None) << Each;
	}
	return Path;
}

/// A random walk over polygons that comes to no polygon twice.
Corridor RandomCorridor(TestRandom& Random, const NavGraph& Graph, int32_t Start, int Longest)
{
	Corridor Path;
	std::set<int32_t> Seen = {Start};
	int32_t Current = Start;
	while (static_cast<int>(Path.size()) < Longest)
	{
		const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Current)];
		const int32_t Index = Owner.FirstEdge + Random.Index(Owner.EdgeCount);
		const int32_t Next = Graph.Edges[static_cast<size_t>(Index)].Neighbor;
		if (Next == NavGraph::None || !Seen.insert(Next).second)
		{
			break;
		}
		Path.push_back(Index);
		Current = Next;
	}
	return Path;
}

/// The whole string for a point, corner by corner.
double PulledLength(const NavGraph& Graph, int32_t Start, Vec2 From, Vec2 Goal, const Corridor& Path)
{
	double Length = 0.0;
	for (size_t Corner = 0; Corner <= 2 * Path.size() + 1; ++Corner)
	{
		const Heading Next = Pull(Graph, Start, From, 0.0f, Goal, Path);
		Length += Apart(From, Next.Target);
		if (Next.bGoal)
		{
			return Length;
		}
		From = Next.Target;
		Start = Graph.Edges[static_cast<size_t>(Next.Edge)].Neighbor;
	}
	return INFINITY;
}

/// The shortest path across points on the edges, by trying them all: never shorter than the string, and hardly longer.
double LengthByBruteForce(const NavGraph& Graph, Vec2 From, Vec2 Goal, const Corridor& Path)
{
	constexpr int Points = 150;
	std::vector<Vec2> Before = {From};
	std::vector<double> Lengths = {0.0};
	for (size_t Each = 0; Each <= Path.size(); ++Each)
	{
		std::vector<Vec2> Here;
		if (Each == Path.size())
		{
			Here = {Goal};
		}
		for (int Point = 0; Each < Path.size() && Point <= Points; ++Point)
		{
			const Vec2 A = Graph.Edges[static_cast<size_t>(Path[Each])].From;
			const Vec2 B = Graph.Edges[static_cast<size_t>(Path[Each])].To;
			const float Share = static_cast<float>(Point) / Points;
			Here.push_back({A.X + (B.X - A.X) * Share, A.Y + (B.Y - A.Y) * Share});
		}
		std::vector<double> Least(Here.size(), INFINITY);
		for (size_t To = 0; To < Here.size(); ++To)
		{
			for (size_t Start = 0; Start < Before.size(); ++Start)
			{
				Least[To] = std::min(Least[To], Lengths[Start] + Apart(Before[Start], Here[To]));
			}
		}
		Before = Here;
		Lengths = Least;
	}
	return Lengths[0];
}

/// Two corridors two metres wide that meet at a right angle; the inner corner is at (2, 2).
NavGraph MakeBend()
{
	Lattice Ground(5, 5, 2.0f);
	Ground.Fill(1, 1, 4, 4);
	return MakeCells(Ground);
}

const std::vector<Vec2> RoundTheBend = {
	{1.0f, 9.0f}, {1.0f, 7.0f}, {1.0f, 5.0f}, {1.0f, 3.0f}, {1.0f, 1.0f}, {3.0f, 1.0f}, {5.0f, 1.0f}, {7.0f, 1.0f}};
}

TEST(StringPull, StringIsTheShortestPathThroughItsEdges)
{
	TestRandom Random(21);
	int Tried = 0;
	for (uint64_t Seed = 1; Seed <= 3; ++Seed)
	{
		const Lattice Ground = RandomLattice(Seed, 16, 14, 8, 1.3f);
		for (const NavGraph& Graph : {MakeCells(Ground), MakeRectangles(Ground, 4), MakeTriangles(Seed, Ground, 0.2f)})
		{
			for (int Try = 0; Try < 100; ++Try)
			{
				const int32_t Start = Random.Index(static_cast<int>(Graph.Polygons.size()));
				const Corridor Path = RandomCorridor(Random, Graph, Start, 24);
				const int32_t Last = Path.empty() ? Start : Graph.Edges[static_cast<size_t>(Path.back())].Neighbor;
				const Vec2 From = PointIn(Random, Graph, Start), Goal = PointIn(Random, Graph, Last);
				const double Pulled = PulledLength(Graph, Start, From, Goal, Path);
				const double Brute = LengthByBruteForce(Graph, From, Goal, Path);
				ASSERT_LE(Pulled, Brute + 1e-4) << Try;
				ASSERT_GE(Pulled, Brute * 0.998 - 1e-4) << Try;
				Tried += Path.size() > 4;
			}
		}
	}
	EXPECT_GT(Tried, 80);
}

TEST(StringPull, NothingInTheOpenPushesItAside)
{
	const NavGraph Graph = MakeCells(Lattice(8, 8));
	// Right past vertices of the mesh, half a metre and less from them, with a disc of a metre.
	const Corridor Path = Through(Graph, {{2.5f, 2.5f}, {3.5f, 2.5f}, {3.5f, 3.5f}, {4.5f, 3.5f}, {4.5f, 4.5f}});
	const Heading Ahead = Pull(Graph, Graph.Find({2.5f, 2.5f}), {2.5f, 2.4f}, 1.0f, {4.6f, 4.5f}, Path);
	EXPECT_TRUE(Ahead.bGoal);
	EXPECT_EQ(Ahead.Target, (Vec2{4.6f, 4.5f}));
}

TEST(StringPull, KeepsARadiusAwayFromCorners)
{
	const NavGraph Graph = MakeBend();
	const Corridor Path = Through(Graph, RoundTheBend);
	const Vec2 Corner{2.0f, 2.0f}, From{1.0f, 8.5f};
	for (const float Radius : {0.0f, 0.2f, 0.5f, 0.8f})
	{
		const Heading Ahead = Pull(Graph, Graph.Find(From), From, Radius, {7.0f, 1.0f}, Path);
		EXPECT_FALSE(Ahead.bGoal);
		EXPECT_NEAR(Distance(Ahead.Target, Corner), Radius, 1e-4f);
		// It is the tangent that it heads along: nearest to the corner at its end.
		const float Along = (Corner.X - Ahead.Target.X) * (Ahead.Target.X - From.X) +
			(Corner.Y - Ahead.Target.Y) * (Ahead.Target.Y - From.Y);
		EXPECT_NEAR(Along, 0.0f, 1e-3f);
		EXPECT_LE(Ahead.Target.X, 2.0f);
	}
}

TEST(StringPull, WalkersRoundCornersWithoutTouchingOrSwingingOut)
{
	const NavGraph Graph = MakeBend();
	const Corridor Path = Through(Graph, RoundTheBend);
	const Vec2 Corner{2.0f, 2.0f}, Goal{7.0f, 1.0f};
	for (const float Radius : {0.2f, 0.5f, 0.9f})
	{
		Vec2 At{1.0f, 9.0f};
		int32_t Current = Graph.Find(At);
		float Nearest = INFINITY, Walked = 0.0f;
		int Steps = 0;
		for (; Distance(At, Goal) > 0.05f && Steps < 2000; ++Steps)
		{
			const Heading Ahead = Pull(Graph, Current, At, Radius, Goal, Path);
			const float Far = Distance(At, Ahead.Target);
			ASSERT_GT(Far, 0.0f);
			const float Scale = std::min(0.02f / Far, 1.0f);
			Vec2 End;
			Current = Graph.Walk(
				Current, At, {At.X + (Ahead.Target.X - At.X) * Scale, At.Y + (Ahead.Target.Y - At.Y) * Scale}, End);
			Walked += Distance(At, End);
			At = End;
			Nearest = std::min(Nearest, Distance(At, Corner));
		}
		EXPECT_LT(Steps, 2000);
		EXPECT_GT(Nearest, Radius * 0.99f);
		EXPECT_LT(Nearest, Radius * 1.01f + 0.02f);
		// Straight, round the circle, straight.
		const float Shortest = std::sqrt(50.0f - Radius * Radius) + std::sqrt(26.0f - Radius * Radius) +
			Radius *
				(1.5707963f - (std::asin(Radius / std::sqrt(50.0f)) - std::atan2(1.0f, 7.0f)) -
					(std::asin(Radius / std::sqrt(26.0f)) - std::atan2(1.0f, 5.0f)));
		EXPECT_LT(Walked, Shortest * 1.01f);
	}
}

TEST(StringPull, WithinTheCircleItLeadsOut)
{
	const NavGraph Graph = MakeBend();
	const Corridor Path = Through(Graph, RoundTheBend);
	const Vec2 From{1.8f, 2.1f};
	const Heading Ahead = Pull(Graph, Graph.Find(From), From, 0.5f, {7.0f, 1.0f}, Path);
	EXPECT_GT(Distance(Ahead.Target, {2.0f, 2.0f}), Distance(From, {2.0f, 2.0f}));
	EXPECT_LT(Ahead.Target.Y, From.Y);
}

TEST(StringPull, TooNarrowForItsRadiusItTakesTheMiddle)
{
	// A door of one metre, in the middle of a wall.
	Lattice Ground(5, 5);
	Ground.Fill(0, 2, 5, 1);
	Ground.Fill(2, 2, 1, 1, false);
	const NavGraph Graph = MakeCells(Ground);
	const Vec2 From{2.5f, 0.5f}, Goal{2.5f, 4.5f};
	const Corridor Path = Through(Graph, {From, {2.5f, 1.5f}, {2.5f, 2.5f}, {2.5f, 3.5f}, Goal});
	const Heading Ahead = Pull(Graph, Graph.Find(From), From, 3.0f, Goal, Path);
	EXPECT_NEAR(Ahead.Target.X, 2.5f, 0.01f);
	EXPECT_GT(Ahead.Target.Y, 1.5f);
	// From the side it heads for the door too.
	const Heading Aside = Pull(Graph, Graph.Find({2.9f, 0.2f}), {2.9f, 0.2f}, 3.0f, Goal, Path);
	EXPECT_GT(Aside.Target.X, 2.0f);
	EXPECT_LT(Aside.Target.X, 3.0f);
}

TEST(StringPull, FromOnAnEdgeAHairPastItOrOnAVertex)
{
	const NavGraph Graph = MakeBend();
	const Corridor Path = Through(Graph, RoundTheBend);
	for (const Vec2 From :
		{Vec2{1.0f, 8.0f}, Vec2{1.0f, 7.9999f}, Vec2{1.0f, 8.0001f}, Vec2{0.0f, 8.0f}, Vec2{0.0f, 10.0f}})
	{
		const Heading Ahead = Pull(Graph, Graph.Find({1.0f, 9.0f}), From, 0.0f, {7.0f, 1.0f}, Path);
		EXPECT_EQ(Ahead.Target, (Vec2{2.0f, 2.0f})) << From.X << ", " << From.Y;
	}
	// At the corner itself: on to the goal.
	EXPECT_TRUE(Pull(Graph, Graph.Find({1.0f, 3.0f}), {2.0f, 2.0f}, 0.0f, {7.0f, 1.0f}, Path).bGoal);
	// In line with an edge that lies further along: not through the wall.
	const Heading Along = Pull(Graph, Graph.Find({1.0f, 9.0f}), {2.0f, 9.0f}, 0.0f, {3.0f, 1.9f},
		Through(Graph, {{1.0f, 9.0f}, {1.0f, 7.0f}, {1.0f, 5.0f}, {1.0f, 3.0f}, {1.0f, 1.0f}, {3.0f, 1.0f}}));
	EXPECT_FALSE(Along.bGoal);
	EXPECT_EQ(Along.Target.X, 2.0f);
}

TEST(StringPull, EndsAtTheGoalAtALinkOrWhereItCannotSee)
{
	NavGraph Graph = MakeBend();
	const Vec2 From{1.0f, 9.0f};
	EXPECT_EQ(Pull(Graph, Graph.Find(From), From, 0.3f, {0.5f, 8.5f}, {}).Target, (Vec2{0.5f, 8.5f}));

	const Heading Blind = Pull(Graph, Graph.Find(From), From, 0.3f, {7.0f, 1.0f}, Through(Graph, RoundTheBend), 2);
	EXPECT_FALSE(Blind.bGoal);
	EXPECT_EQ(Blind.Target, (Vec2{1.0f, 4.0f}));

	const int32_t Last = Graph.Find({1.0f, 5.0f});
	AddLink(Graph, Last, {0.75f, 5.5f}, {7.0f, 1.0f}, Graph.Find({7.0f, 1.0f}));
	const Corridor Path = Through(Graph, {From, {1.0f, 7.0f}, {1.0f, 5.0f}});
	const Heading Jump = PullString(Graph, Graph.Find(From), From, 0.3f, {7.0f, 1.0f}, 16,
		[&](int32_t Polygon, int32_t& OutEdge, int32_t& OutLink)
		{
			OutLink = Polygon == Last ? 0 : NavGraph::None;
			OutEdge = Polygon == Last ? NavGraph::None : Path[Polygon == Graph.Find(From) ? 0 : 1];
			return true;
		});
	EXPECT_TRUE(Jump.bLink);
	EXPECT_FALSE(Jump.bGoal);
	EXPECT_EQ(Jump.Target, (Vec2{0.75f, 5.5f}));
	EXPECT_EQ(Jump.Polygon, Last);
}

TEST(StringPull, WhereItHeadsCanBeReachedStraight)
{
	TestRandom Random(22);
	int Corners = 0, Blocked = 0;
	for (uint64_t Seed = 1; Seed <= 3; ++Seed)
	{
		const NavGraph Graph = MakeTriangles(Seed, RandomLattice(Seed, 16, 14, 12, 2.0f), 0.15f);
		const std::vector<NavGraph::Wall> Walls = Graph.Walls();
		for (int Try = 0; Try < 2000; ++Try)
		{
			const int32_t Start = Random.Index(static_cast<int>(Graph.Polygons.size()));
			const Corridor Path = RandomCorridor(Random, Graph, Start, 24);
			const bool bPassable = std::all_of(Path.begin(), Path.end(),
				[&](int32_t Edge) { return NavGraph::CanPass(Graph.Edges[static_cast<size_t>(Edge)], 0.3f); });
			const int32_t Last = Path.empty() ? Start : Graph.Edges[static_cast<size_t>(Path.back())].Neighbor;
			const Vec2 From = PointIn(Random, Graph, Start), Goal = PointIn(Random, Graph, Last);
			// Both must be places where a disc can stand.
			const auto IsNear = [&](const NavGraph::Wall& Wall)
			{ return ToSegment(From, Wall.From, Wall.To) < 0.31 || ToSegment(Goal, Wall.From, Wall.To) < 0.31; };
			if (Path.empty() || !bPassable || std::any_of(Walls.begin(), Walls.end(), IsNear))
			{
				continue;
			}
			const Heading Ahead = Pull(Graph, Start, From, 0.3f, Goal, Path);
			Blocked += CrossesWall(Walls, From, Ahead.Target);
			Corners += !Ahead.bGoal;
			// A point gets there always; up to a hair before the target, which may be the end of a wall.
			const Vec2 Sharp = Pull(Graph, Start, From, 0.0f, Goal, Path).Target;
			ASSERT_FALSE(CrossesWall(
				Walls, From, {From.X + (Sharp.X - From.X) * 0.9999f, From.Y + (Sharp.Y - From.Y) * 0.9999f}))
				<< Try;
		}
	}
	EXPECT_GT(Corners, 300);
	// Random paths lead through places with no room for the disc, which the ends of the edges do not show. Hardly ever.
	EXPECT_LT(Blocked, Corners / 100);
}
}
