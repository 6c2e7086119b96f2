// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "TestGraph.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace CrowdAvoidance::Testing::NavGraphTest
{
namespace
{
constexpr float Nan = std::numeric_limits<float>::quiet_NaN();
constexpr float Infinite = std::numeric_limits<float>::infinity();

/// Exact for the coordinates of these tests: independent of the graph's own predicate in form and in precision.
bool HoldsExactly(const NavGraph& Graph, int32_t Polygon, Vec2 At)
{
	const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Polygon)];
	for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
	{
		const Vec2 A = Graph.Edges[static_cast<size_t>(Index)].From, B = Graph.Edges[static_cast<size_t>(Index)].To;
		const long double Cross = (static_cast<long double>(B.X) - static_cast<long double>(A.X)) *
				(static_cast<long double>(At.Y) - static_cast<long double>(A.Y)) -
			(static_cast<long double>(B.Y) - static_cast<long double>(A.Y)) *
				(static_cast<long double>(At.X) - static_cast<long double>(A.X));
		if (Cross < 0.0L)
		{
			return false;
		}
	}
	return true;
}

int32_t FindByBruteForce(const NavGraph& Graph, Vec2 At)
{
	for (size_t Polygon = 0; Polygon < Graph.Polygons.size(); ++Polygon)
	{
		if (HoldsExactly(Graph, static_cast<int32_t>(Polygon), At))
		{
			return static_cast<int32_t>(Polygon);
		}
	}
	return NavGraph::None;
}

double DistanceToPolygon(const NavGraph& Graph, int32_t Polygon, Vec2 At)
{
	if (HoldsExactly(Graph, Polygon, At))
	{
		return 0.0;
	}
	const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Polygon)];
	double Least = std::numeric_limits<double>::infinity();
	for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
	{
		Least = std::min(Least,
			ToSegment(At, Graph.Edges[static_cast<size_t>(Index)].From, Graph.Edges[static_cast<size_t>(Index)].To));
	}
	return Least;
}

std::vector<NavGraph> SomeGraphs()
{
	std::vector<NavGraph> Graphs;
	for (uint64_t Seed = 1; Seed <= 4; ++Seed)
	{
		const Lattice Ground = RandomLattice(Seed, 24, 20, 14, 1.3f);
		Graphs.push_back(MakeCells(Ground));
		Graphs.push_back(MakeRectangles(Ground));
		Graphs.push_back(MakeTriangles(Seed, Ground, 0.2f));
		Graphs.push_back(MakeTriangles(Seed, Ground, 0.2f, {-3017.3f, 812.7f}));
	}
	return Graphs;
}

void Bounds(const NavGraph& Graph, Vec2& Low, Vec2& High)
{
	Low = {Infinite, Infinite};
	High = {-Infinite, -Infinite};
	for (const NavGraph::Edge& Each : Graph.Edges)
	{
		Low = {std::min(Low.X, Each.From.X), std::min(Low.Y, Each.From.Y)};
		High = {std::max(High.X, Each.From.X), std::max(High.Y, Each.From.Y)};
	}
}
}

TEST(NavGraph, FindAgreesWithLookingEverywhere)
{
	TestRandom Random(7);
	for (const NavGraph& Graph : SomeGraphs())
	{
		Vec2 Low, High;
		Bounds(Graph, Low, High);
		for (int Try = 0; Try < 1000; ++Try)
		{
			const Vec2 At{Random.Range(Low.X - 2.0f, High.X + 2.0f), Random.Range(Low.Y - 2.0f, High.Y + 2.0f)};
			ASSERT_EQ(Graph.Find(At), FindByBruteForce(Graph, At)) << At.X << ", " << At.Y;
		}
		for (const NavGraph::Edge& Each : Graph.Edges)
		{
			ASSERT_EQ(Graph.Find(Each.From), FindByBruteForce(Graph, Each.From));
		}
	}
}

TEST(NavGraph, PointsOnSharedEdgesAreNeverLost)
{
	TestRandom Random(8);
	for (const NavGraph& Graph : SomeGraphs())
	{
		for (const NavGraph::Polygon& Owner : Graph.Polygons)
		{
			for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
			{
				const NavGraph::Edge& Each = Graph.Edges[static_cast<size_t>(Index)];
				if (Each.Neighbor == NavGraph::None)
				{
					continue;
				}
				const Vec2 End = Each.To;
				const float Share = Random.Range(0.1f, 0.9f);
				const Vec2 On{Each.From.X + (End.X - Each.From.X) * Share, Each.From.Y + (End.Y - Each.From.Y) * Share};
				ASSERT_NE(Graph.Find(On), NavGraph::None);
			}
		}
	}
}

TEST(NavGraph, FindNearestAgreesWithLookingEverywhere)
{
	TestRandom Random(9);
	for (const NavGraph& Graph : SomeGraphs())
	{
		Vec2 Low, High;
		Bounds(Graph, Low, High);
		for (int Try = 0; Try < 150; ++Try)
		{
			const Vec2 At{Random.Range(Low.X - 5.0f, High.X + 5.0f), Random.Range(Low.Y - 5.0f, High.Y + 5.0f)};
			const float Reach = Random.Range(0.0f, 4.0f);
			double Least = std::numeric_limits<double>::infinity();
			for (size_t Polygon = 0; Polygon < Graph.Polygons.size(); ++Polygon)
			{
				Least = std::min(Least, DistanceToPolygon(Graph, static_cast<int32_t>(Polygon), At));
			}
			Vec2 Nearest{Nan, Nan};
			const int32_t Found = Graph.FindNearest(At, Reach, Nearest);
			if (Least > double(Reach))
			{
				ASSERT_EQ(Found, NavGraph::None);
				continue;
			}
			ASSERT_NE(Found, NavGraph::None);
			ASSERT_TRUE(HoldsExactly(Graph, Found, Nearest));
			ASSERT_NEAR(DistanceToPolygon(Graph, Found, At), Least, 1e-9);
			ASSERT_NEAR(std::hypot(double(At.X) - double(Nearest.X), double(At.Y) - double(Nearest.Y)), Least, 4e-3);
		}
	}
}

TEST(NavGraph, FindNearestReachesFromFarAway)
{
	const NavGraph Graph = MakeCells(Lattice(4, 3));
	Vec2 Nearest;
	EXPECT_EQ(Graph.FindNearest({-1e6f, 1.5f}, Infinite, Nearest), 4);
	EXPECT_EQ(Nearest, (Vec2{0.0f, 1.5f}));
	EXPECT_EQ(Graph.FindNearest({-1e6f, 1.5f}, 100.0f, Nearest), NavGraph::None);
	EXPECT_EQ(Graph.FindNearest({2.5f, 7.0f}, 4.0f, Nearest), 10) << "exactly as far as it reaches";
}

TEST(NavGraph, NonsenseIsNowhere)
{
	const NavGraph Graph = MakeCells(Lattice(4, 3));
	Vec2 Nearest;
	for (const Vec2 Bad : {Vec2{Nan, 1.0f}, Vec2{1.0f, Nan}, Vec2{Infinite, 1.0f}, Vec2{1.0f, -Infinite}})
	{
		EXPECT_EQ(Graph.Find(Bad), NavGraph::None);
		EXPECT_EQ(Graph.FindNearest(Bad, 1e30f, Nearest), NavGraph::None);
		Vec2 End;
		EXPECT_EQ(Graph.Walk(0, {0.5f, 0.5f}, Bad, End), 0);
		EXPECT_EQ(End, (Vec2{0.5f, 0.5f}));
		EXPECT_TRUE(HoldsExactly(Graph, Graph.Walk(0, Bad, {3.5f, 0.5f}, End), End));
	}
	EXPECT_EQ(Graph.FindNearest({-1.0f, 0.0f}, Nan, Nearest), NavGraph::None);
	EXPECT_EQ(Graph.FindNearest({-1.0f, 0.0f}, -1.0f, Nearest), NavGraph::None);

	NavGraph Empty;
	Empty.Finish();
	EXPECT_EQ(Empty.Find({0.0f, 0.0f}), NavGraph::None);
	EXPECT_EQ(Empty.FindNearest({0.0f, 0.0f}, Infinite, Nearest), NavGraph::None);
	EXPECT_TRUE(Empty.Walls().empty());
}

TEST(NavGraph, WalkGoesStraightWhereNothingIsInTheWay)
{
	TestRandom Random(10);
	int Straight = 0;
	for (const NavGraph& Graph : SomeGraphs())
	{
		const std::vector<NavGraph::Wall> Walls = Graph.Walls();
		for (int Try = 0; Try < 1500; ++Try)
		{
			const int32_t Start = Random.Index(static_cast<int>(Graph.Polygons.size()));
			const int32_t Goal = Random.Index(static_cast<int>(Graph.Polygons.size()));
			const Vec2 From = PointIn(Random, Graph, Start), To = PointIn(Random, Graph, Goal);
			if (CrossesWall(Walls, From, To))
			{
				continue;
			}
			++Straight;
			Vec2 End;
			const int32_t Last = Graph.Walk(Start, From, To, End);
			ASSERT_EQ(End, To) << Try;
			ASSERT_TRUE(HoldsExactly(Graph, Last, To));
		}
	}
	EXPECT_GT(Straight, 2000);
}

TEST(NavGraph, WalkEndsInsideAndGoesNoFurtherThanAsked)
{
	TestRandom Random(11);
	for (const NavGraph& Graph : SomeGraphs())
	{
		for (int Try = 0; Try < 4000; ++Try)
		{
			const int32_t Start = Random.Index(static_cast<int>(Graph.Polygons.size()));
			const Vec2 From = PointIn(Random, Graph, Start);
			const float Far = Random.Chance(0.05f) ? 1e6f : Random.Chance(0.3f) ? 30.0f : 3.0f;
			const Vec2 Motion = Random.InSquare(Far);
			Vec2 End;
			const int32_t Last = Graph.Walk(Start, From, {From.X + Motion.X, From.Y + Motion.Y}, End);
			ASSERT_TRUE(HoldsExactly(Graph, Last, End)) << Try;
			ASSERT_LE(Distance(From, End), Length(Motion) * 1.0001f + 0.01f);
		}
	}
}

TEST(NavGraph, WalkThroughVerticesAndAlongEdges)
{
	const NavGraph Graph = MakeCells(Lattice(6, 6));
	Vec2 End;
	// Diagonally through vertices, on to the last corner of all.
	EXPECT_EQ(Graph.Walk(0, {0.5f, 0.5f}, {5.5f, 5.5f}, End), 35);
	EXPECT_EQ(End, (Vec2{5.5f, 5.5f}));
	EXPECT_EQ(Graph.Walk(0, {0.0f, 0.0f}, {6.0f, 6.0f}, End), 35);
	EXPECT_EQ(End, (Vec2{6.0f, 6.0f}));
	// Along an inner edge, in either of its polygons, and along the wall.
	for (const int32_t Start : {0, 6})
	{
		const int32_t Last = Graph.Walk(Start, {0.25f, 1.0f}, {5.75f, 1.0f}, End);
		EXPECT_TRUE(Last == 5 || Last == 11);
		EXPECT_EQ(End, (Vec2{5.75f, 1.0f}));
	}
	EXPECT_EQ(Graph.Walk(0, {0.25f, 0.0f}, {5.75f, 0.0f}, End), 5);
	EXPECT_EQ(End, (Vec2{5.75f, 0.0f}));
	// No motion, on an edge, on a vertex.
	EXPECT_EQ(Graph.Walk(0, {1.0f, 1.0f}, {1.0f, 1.0f}, End), 0);
	EXPECT_EQ(End, (Vec2{1.0f, 1.0f}));
}

TEST(NavGraph, WalkSlidesAlongWalls)
{
	const NavGraph Graph = MakeCells(Lattice(6, 2));
	Vec2 End;
	EXPECT_EQ(Graph.Walk(0, {0.5f, 0.5f}, {4.5f, -1.0f}, End), 4);
	EXPECT_FLOAT_EQ(End.X, 4.5f);
	EXPECT_NEAR(End.Y, 0.0f, 1e-5f);
	// Into a corner.
	EXPECT_EQ(Graph.Walk(0, {0.5f, 0.5f}, {40.0f, -9.0f}, End), 5);
	EXPECT_NEAR(End.X, 6.0f, 1e-4f);
	EXPECT_NEAR(End.Y, 0.0f, 1e-4f);
}

TEST(NavGraph, WalkFromAHairOutside)
{
	const NavGraph Graph = MakeCells(Lattice(3, 3));
	Vec2 End;
	EXPECT_EQ(Graph.Walk(0, {0.5f, -1e-4f}, {2.5f, -0.1f}, End), 2);
	EXPECT_NEAR(End.X, 2.5f, 1e-3f);
	EXPECT_TRUE(HoldsExactly(Graph, 2, End));
	// Over an inner edge already, polygon not yet changed.
	EXPECT_EQ(Graph.Walk(0, {1.0001f, 0.5f}, {2.5f, 0.5f}, End), 2);
	EXPECT_EQ(End, (Vec2{2.5f, 0.5f}));
	EXPECT_EQ(Graph.Walk(0, {1.0001f, 0.5f}, {1.0002f, 0.6f}, End), 1);
	EXPECT_EQ(End, (Vec2{1.0002f, 0.6f}));
}

TEST(NavGraph, WalkInAnAcuteCorner)
{
	// A needle of two degrees, cut into three pieces.
	const float High = 0.35f;
	const NavGraph Graph = MakeGraph({{{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, High * 0.1f}},
		{{1.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, High * 0.4f}, {1.0f, High * 0.1f}},
		{{4.0f, 0.0f}, {10.0f, 0.0f}, {10.0f, High}, {4.0f, High * 0.4f}}});
	TestRandom Random(12);
	for (int Try = 0; Try < 20000; ++Try)
	{
		const int32_t Start = Random.Index(3);
		const Vec2 From = PointIn(Random, Graph, Start);
		const Vec2 Motion = Random.InSquare(Random.Chance(0.5f) ? 12.0f : 0.3f);
		Vec2 End;
		const int32_t Last = Graph.Walk(Start, From, {From.X + Motion.X, From.Y + Motion.Y}, End);
		ASSERT_TRUE(HoldsExactly(Graph, Last, End)) << Try;
	}
	Vec2 End;
	EXPECT_EQ(Graph.Walk(2, {9.0f, 0.1f}, {-50.0f, 0.0f}, End), 0);
	EXPECT_LT(End.X, 0.01f);
}

TEST(NavGraph, LongRandomWalksNeverLeak)
{
	// Two rooms that nothing joins, walls between them of no thickness at all: whoever gets to the other side has leaked.
	TestRandom Random(13);
	for (const float Offset : {0.0f, 2000.0f})
	{
		Lattice Ground(16, 8, 0.7f);
		NavGraph Graph = MakeTriangles(5, Ground, 0.2f, {Offset, -Offset});
		const float Middle = Offset + 8.0f * 0.7f;
		for (NavGraph::Edge& Each : Graph.Edges)
		{
			if (Each.Neighbor != NavGraph::None)
			{
				const bool bHere =
					Graph.Polygons[static_cast<size_t>(Graph.Edges[static_cast<size_t>(Each.Twin)].Neighbor)].Center.X <
					Middle;
				const bool bThere = Graph.Polygons[static_cast<size_t>(Each.Neighbor)].Center.X < Middle;
				Each.bFromSolid = bHere != bThere;
			}
		}
		std::vector<char> Left;
		for (const NavGraph::Polygon& Each : Graph.Polygons)
		{
			Left.push_back(Each.Center.X < Middle);
		}
		for (NavGraph::Edge& Each : Graph.Edges)
		{
			if (Each.bFromSolid && Each.Neighbor != NavGraph::None)
			{
				Each.Neighbor = Each.Twin = NavGraph::None;
			}
		}
		Graph.Finish();
		for (int Walker = 0; Walker < 20; ++Walker)
		{
			int32_t Current = Random.Index(static_cast<int>(Graph.Polygons.size()));
			const bool bLeft = Left[static_cast<size_t>(Current)];
			Vec2 At = PointIn(Random, Graph, Current);
			Vec2 Drift;
			for (int Step = 0; Step < 50000; ++Step)
			{
				if (Step % 500 == 0)
				{
					// Pressed against some wall or other most of the time.
					Drift = Random.InSquare(0.1f);
				}
				const Vec2 Wobble = Random.InSquare(0.02f);
				Vec2 End;
				Current = Graph.Walk(Current, At, {At.X + Drift.X + Wobble.X, At.Y + Drift.Y + Wobble.Y}, End);
				At = End;
				ASSERT_EQ(static_cast<bool>(Left[static_cast<size_t>(Current)]), bLeft) << Step;
				ASSERT_TRUE(HoldsExactly(Graph, Current, At)) << Step;
			}
		}
	}
}

TEST(NavGraph, WalkSurvivesPolygonsTooThinForFloats)
{
	// At 3000 m floats are a quarter of a millimetre apart; the sliver is thinner than that.
	const Vec2 A{3000.0f, 3000.0f}, B{3010.0f, 3001.0f}, C{3005.0f, 3000.5f + 0.000244140625f};
	const NavGraph Graph = MakeGraph({{A, B, C}, {A, {3005.0f, 2995.0f}, B}});
	TestRandom Random(14);
	for (int Try = 0; Try < 5000; ++Try)
	{
		const int32_t Start = Random.Index(2);
		const Vec2 From = PointIn(Random, Graph, Start);
		const Vec2 Motion = Random.InSquare(6.0f);
		Vec2 End;
		const int32_t Last = Graph.Walk(Start, From, {From.X + Motion.X, From.Y + Motion.Y}, End);
		ASSERT_LT(DistanceToPolygon(Graph, Last, End), 5e-4);
	}
}

TEST(NavGraph, CanPass)
{
	// A gap of one metre between two solid cells, in a field of free ones.
	Lattice Ground(5, 5);
	Ground.Fill(1, 2, 1, 1);
	Ground.Fill(3, 2, 1, 1);
	const NavGraph Graph = MakeCells(Ground);
	const int32_t Below = Graph.Find({2.5f, 1.5f});
	const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Below)];
	const auto EdgeTo = [&](Vec2 Where)
	{
		for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
		{
			if (Graph.Edges[static_cast<size_t>(Index)].Neighbor == Graph.Find(Where))
			{
				return Index;
			}
		}
		return NavGraph::None;
	};
	const int32_t Gap = EdgeTo({2.5f, 2.5f});
	EXPECT_TRUE(NavGraph::CanPass(Graph.Edges[static_cast<size_t>(Gap)], 0.0f));
	EXPECT_TRUE(NavGraph::CanPass(Graph.Edges[static_cast<size_t>(Gap)], 0.5f));
	EXPECT_FALSE(NavGraph::CanPass(Graph.Edges[static_cast<size_t>(Gap)], 0.501f));
	EXPECT_TRUE(NavGraph::CanPass(Graph.Edges[static_cast<size_t>(EdgeTo({1.5f, 1.5f}))], 10.0f)) << "open at one end";
	const NavGraph::Polygon& Corner = Graph.Polygons[0];
	EXPECT_FALSE(NavGraph::CanPass(Graph.Edges[static_cast<size_t>(Corner.FirstEdge)], 0.1f)) << "a wall";
}

TEST(NavGraph, WallsHaveTheWalkableSideOnTheLeft)
{
	Lattice Ground(3, 3);
	Ground.Fill(1, 1, 1, 1);
	const NavGraph Graph = MakeCells(Ground);
	const std::vector<NavGraph::Wall> Walls = Graph.Walls();
	EXPECT_EQ(Walls.size(), 16u);
	for (const NavGraph::Wall& Each : Walls)
	{
		const Vec2 Left{(Each.From.X + Each.To.X) / 2.0f - (Each.To.Y - Each.From.Y) * 0.1f,
			(Each.From.Y + Each.To.Y) / 2.0f + (Each.To.X - Each.From.X) * 0.1f};
		EXPECT_NE(Graph.Find(Left), NavGraph::None);
	}
}
}
