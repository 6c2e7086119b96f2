// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Roadmap/VisibilitySweep.h"
#include "RoadmapTestSupport.h"
#include "TestRandom.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace CrowdAvoidance::Testing::RoadmapTest
{
namespace
{
using Shape = std::vector<Vec2>;

Shape Box(float CentreX, float CentreY, float HalfWidth, float HalfHeight)
{
	return {{CentreX - HalfWidth, CentreY - HalfHeight}, {CentreX + HalfWidth, CentreY - HalfHeight},
		{CentreX + HalfWidth, CentreY + HalfHeight}, {CentreX - HalfWidth, CentreY + HalfHeight}};
}

Roadmap MustBuild(const RoadmapDef& Def, TaskScheduler* Scheduler = nullptr)
{
	Result<Roadmap> Map = Roadmap::Build(Def, Scheduler);
	EXPECT_TRUE(Map) << Map.ErrorText();
	return Map ? std::move(Map.Value()) : Roadmap();
}

int MustAddGoal(Roadmap& Map, const Shape& Points)
{
	const Result<int> Goal = Map.AddGoal(Points);
	EXPECT_TRUE(Goal) << Goal.ErrorText();
	return Goal ? Goal.Value() : 0;
}

/// @name Brute force, in double precision and with nothing taken from the code under test.
struct Edge
{
	double AX, AY, BX, BY;
};

std::vector<Edge> EdgesOf(const std::vector<Shape>& Solids)
{
	std::vector<Edge> Found;
	for (const Shape& Solid : Solids)
	{
		for (size_t Index = 0; Index < (Solid.size() == 2 ? 1 : Solid.size()); ++Index)
		{
			const Vec2 A = Solid[Index];
			const Vec2 B = Solid[(Index + 1) % Solid.size()];
			Found.push_back({A.X, A.Y, B.X, B.Y});
		}
	}
	return Found;
}

double PointToEdge(double X, double Y, const Edge& Wall)
{
	const double DX = Wall.BX - Wall.AX;
	const double DY = Wall.BY - Wall.AY;
	const double Square = DX * DX + DY * DY;
	double Where = Square == 0.0 ? 0.0 : ((X - Wall.AX) * DX + (Y - Wall.AY) * DY) / Square;
	Where = Where < 0.0 ? 0.0 : Where > 1.0 ? 1.0 : Where;
	return std::hypot(Wall.AX + Where * DX - X, Wall.AY + Where * DY - Y);
}

double Orientation(double AX, double AY, double BX, double BY, double CX, double CY)
{
	return (BX - AX) * (CY - AY) - (BY - AY) * (CX - AX);
}

bool Cross(const Edge& P, const Edge& Q)
{
	const double A = Orientation(P.AX, P.AY, P.BX, P.BY, Q.AX, Q.AY);
	const double B = Orientation(P.AX, P.AY, P.BX, P.BY, Q.BX, Q.BY);
	const double C = Orientation(Q.AX, Q.AY, Q.BX, Q.BY, P.AX, P.AY);
	const double D = Orientation(Q.AX, Q.AY, Q.BX, Q.BY, P.BX, P.BY);
	return A * B < 0.0 && C * D < 0.0;
}

double EdgeToEdge(const Edge& P, const Edge& Q)
{
	if (Cross(P, Q))
	{
		return 0.0;
	}
	return std::min({PointToEdge(P.AX, P.AY, Q), PointToEdge(P.BX, P.BY, Q), PointToEdge(Q.AX, Q.AY, P),
		PointToEdge(Q.BX, Q.BY, P)});
}

/// How far the line stays away from all edges. [m]
double ClearanceOf(Vec2 From, Vec2 To, const std::vector<Edge>& Walls)
{
	const Edge Line{From.X, From.Y, To.X, To.Y};
	double Least = std::numeric_limits<double>::infinity();
	for (const Edge& Wall : Walls)
	{
		Least = std::min(Least, EdgeToEdge(Line, Wall));
	}
	return Least;
}

bool IsInside(Vec2 Point, const std::vector<Shape>& Solids)
{
	for (const Shape& Solid : Solids)
	{
		double Turns = 0.0;
		for (size_t Index = 0; Index < Solid.size() && Solid.size() > 2; ++Index)
		{
			const Vec2 A = Solid[Index];
			const Vec2 B = Solid[(Index + 1) % Solid.size()];
			const double AX = static_cast<double>(A.X) - Point.X, AY = static_cast<double>(A.Y) - Point.Y;
			const double BX = static_cast<double>(B.X) - Point.X, BY = static_cast<double>(B.Y) - Point.Y;
			Turns += std::atan2(AX * BY - AY * BX, AX * BX + AY * BY);
		}
		if (std::fabs(Turns) > 3.0)
		{
			return true;
		}
	}
	return false;
}

double Apart(Vec2 A, Vec2 B)
{
	return std::hypot(static_cast<double>(A.X) - B.X, static_cast<double>(A.Y) - B.Y);
}

/// shortest paths from everywhere to one point over the whole visibility graph: all nodes, all lines between them that are clear.
std::vector<double> FullGraphDistances(
	const Roadmap& Map, const std::vector<Edge>& Walls, double Clear, const Shape& Goals)
{
	const size_t Count = static_cast<size_t>(Map.NodeCount());
	std::vector<double> Best(Count, std::numeric_limits<double>::infinity());
	std::vector<bool> Done(Count, false);
	for (size_t Node = 0; Node < Count; ++Node)
	{
		for (const Vec2 Goal : Goals)
		{
			const Vec2 Place = Map.Node(static_cast<int>(Node));
			if (ClearanceOf(Place, Goal, Walls) >= Clear)
			{
				Best[Node] = std::min(Best[Node], Apart(Place, Goal));
			}
		}
	}
	for (size_t Round = 0; Round < Count; ++Round)
	{
		size_t Next = Count;
		for (size_t Node = 0; Node < Count; ++Node)
		{
			if (!Done[Node] && (Next == Count || Best[Node] < Best[Next]))
			{
				Next = Node;
			}
		}
		Done[Next] = true;
		for (size_t Node = 0; Node < Count; ++Node)
		{
			const Vec2 A = Map.Node(static_cast<int>(Next));
			const Vec2 B = Map.Node(static_cast<int>(Node));
			const double Path = Best[Next] + Apart(A, B);
			if (!Done[Node] && Path < Best[Node] && ClearanceOf(A, B, Walls) >= Clear)
			{
				Best[Node] = Path;
			}
		}
	}
	return Best;
}

Shape RandomSolid(TestRandom& Random, Vec2 Place, float Size)
{
	const float Turn = Random.Range(0.0f, 6.28f);
	const int Corners = Random.Integer(2, 6);
	Shape Solid;
	for (int Corner = 0; Corner < Corners; ++Corner)
	{
		// Star-shaped: corners in order of angle, some convex and some not.
		const float Angle = Turn + 6.2831853f * static_cast<float>(Corner) / static_cast<float>(Corners);
		const float Reach = Size * Random.Range(0.35f, 1.0f);
		Solid.push_back({Place.X + Reach * std::cos(Angle), Place.Y + Reach * std::sin(Angle)});
	}
	if (Random.Chance(0.5f))
	{
		std::reverse(Solid.begin(), Solid.end());
	}
	return Solid;
}

/// Solids on a jittered lattice, well apart from each other.
std::vector<Shape> ScatteredSolids(TestRandom& Random, int Side)
{
	std::vector<Shape> Solids;
	for (int Column = 0; Column < Side; ++Column)
	{
		for (int Row = 0; Row < Side; ++Row)
		{
			const Vec2 Place{6.0f * static_cast<float>(Column) + Random.Range(-0.7f, 0.7f),
				6.0f * static_cast<float>(Row) + Random.Range(-0.7f, 0.7f)};
			Solids.push_back(RandomSolid(Random, Place, 1.7f));
		}
	}
	return Solids;
}

/// Solids anywhere, also across each other.
std::vector<Shape> HeapedSolids(TestRandom& Random, int Count, float HalfSide)
{
	std::vector<Shape> Solids;
	for (int Index = 0; Index < Count; ++Index)
	{
		// Not both among the arguments, which each compiler evaluates in its own order.
		const float Size = Random.Range(0.5f, 4.0f);
		Solids.push_back(RandomSolid(Random, Random.InSquare(HalfSide), Size));
	}
	return Solids;
}

/// Long walls across each other.
std::vector<Shape> CrossedWalls(TestRandom& Random, int Count, float HalfSide)
{
	std::vector<Shape> Solids;
	for (int Index = 0; Index < Count; ++Index)
	{
		const Vec2 From = Random.InSquare(HalfSide);
		const Vec2 To = Random.InSquare(HalfSide);
		Solids.push_back({From, To});
	}
	return Solids;
}

void ExpectSameAsFullGraph(const RoadmapDef& Def, const Shape& Goals, const char* What)
{
	Roadmap Map = MustBuild(Def);
	const int Goal = MustAddGoal(Map, Goals);
	const std::vector<Edge> Walls = EdgesOf(Def.Solids);
	const std::vector<double> Expected = FullGraphDistances(Map, Walls, Def.Radius * 0.999 - 1.0e-5, Goals);
	for (int Node = 0; Node < Map.NodeCount(); ++Node)
	{
		const double Right = Expected[static_cast<size_t>(Node)];
		const double Got = Map.Distance(Goal, Node);
		if (std::isinf(Right) || std::isinf(Got))
		{
			EXPECT_EQ(Right, Got) << What << ", node " << Node;
		}
		else
		{
			EXPECT_NEAR(Right, Got, 1.0e-4) << What << ", node " << Node;
		}
	}
}
}

TEST(VisibilitySweep, SeesExactlyWhatNoSegmentHides)
{
	int Seen = 0;
	int Hidden = 0;
	for (uint64_t Seed = 1; Seed <= 60; ++Seed)
	{
		TestRandom Random(Seed);
		const std::vector<Shape> Solids = Seed % 3 == 0 ? ScatteredSolids(Random, 4)
			: Seed % 3 == 1                             ? HeapedSolids(Random, Random.Integer(1, 40), 12.0f)
														: CrossedWalls(Random, Random.Integer(2, 12), 12.0f);
		std::vector<RoadSegment> Segments;
		for (const Shape& Solid : Solids)
		{
			double Area = 0.0;
			for (size_t Index = 0; Index < Solid.size(); ++Index)
			{
				const Vec2 A = Solid[Index];
				const Vec2 B = Solid[(Index + 1) % Solid.size()];
				Area += static_cast<double>(A.X) * B.Y - static_cast<double>(A.Y) * B.X;
			}
			for (size_t Index = 0; Index < (Solid.size() == 2 ? 1 : Solid.size()); ++Index)
			{
				const DoubleVec2 A(Solid[Index]);
				const DoubleVec2 B(Solid[(Index + 1) % Solid.size()]);
				Segments.push_back(
					Area > 0.0 ? RoadSegment{A, B, Solid.size() == 2} : RoadSegment{B, A, Solid.size() == 2});
			}
		}
		const VisibilitySweep Sweep(Segments);
		const std::vector<Edge> Walls = EdgesOf(Solids);

		std::vector<VisibilitySweep::Target> Targets;
		while (Targets.size() < 60)
		{
			const Vec2 Place =
				Seed % 3 == 0 ? Vec2{Random.Range(-3.0f, 21.0f), Random.Range(-3.0f, 21.0f)} : Random.InSquare(14.0f);
			if (!IsInside(Place, Solids))
			{
				Targets.push_back({DoubleVec2(Place), static_cast<int32_t>(Targets.size())});
			}
		}
		VisibilitySweep::Scratch Work;
		std::vector<int32_t> Found;
		for (const VisibilitySweep::Target& Viewer : Targets)
		{
			Sweep.Find(Viewer.Position, Targets, Work, Found);
			for (const VisibilitySweep::Target& Target : Targets)
			{
				const Edge Line{Viewer.Position.X, Viewer.Position.Y, Target.Position.X, Target.Position.Y};
				const bool bHidden =
					std::any_of(Walls.begin(), Walls.end(), [&](const Edge& Wall) { return Cross(Line, Wall); });
				const bool bFound = std::find(Found.begin(), Found.end(), Target.Name) != Found.end();
				ASSERT_EQ(bFound, !bHidden) << "seed " << Seed << ", from " << Viewer.Name << " to " << Target.Name;
				(bHidden ? Hidden : Seen) += 1;
			}
		}
	}
	EXPECT_GT(Seen, 10000);
	EXPECT_GT(Hidden, 10000);
}

TEST(Roadmap, VisibilityIsThatOfBruteForce)
{
	int Free = 0;
	int Blocked = 0;
	for (uint64_t Seed = 1; Seed <= 20; ++Seed)
	{
		TestRandom Random(Seed);
		RoadmapDef Def;
		Def.Radius = Random.Range(0.1f, 0.6f);
		Def.Solids = Seed % 2 == 0 ? ScatteredSolids(Random, 4) : HeapedSolids(Random, 12, 12.0f);
		const Roadmap Map = MustBuild(Def);
		const std::vector<Edge> Walls = EdgesOf(Def.Solids);
		const double Doubtful = Def.Radius * 0.001 + 1.0e-5;
		for (int Node = 0; Node < Map.NodeCount(); ++Node)
		{
			EXPECT_GE(ClearanceOf(Map.Node(Node), Map.Node(Node), Walls), Def.Radius - Doubtful);
			EXPECT_FALSE(IsInside(Map.Node(Node), Def.Solids));
			for (int Other = 0; Other < Map.NodeCount(); ++Other)
			{
				const double Clear = ClearanceOf(Map.Node(Node), Map.Node(Other), Walls);
				const bool bVisible = Map.IsVisible(Map.Node(Node), Map.Node(Other));
				if (std::fabs(Clear - Def.Radius) > Doubtful)
				{
					ASSERT_EQ(bVisible, Clear > Def.Radius) << "seed " << Seed << ", " << Node << " to " << Other;
				}
				(bVisible ? Free : Blocked) += 1;
			}
			for (const int32_t Other : Map.NeighborsOf(Node))
			{
				EXPECT_TRUE(Map.IsVisible(Map.Node(Node), Map.Node(Other)));
				const std::span<const int32_t> Back = Map.NeighborsOf(Other);
				EXPECT_TRUE(std::find(Back.begin(), Back.end(), Node) != Back.end());
			}
		}
	}
	EXPECT_GT(Free, 10000);
	EXPECT_GT(Blocked, 10000);
}

TEST(Roadmap, ReducedGraphKeepsShortestPaths)
{
	for (uint64_t Seed = 1; Seed <= 12; ++Seed)
	{
		TestRandom Random(Seed);
		RoadmapDef Def;
		Def.Radius = Random.Range(0.1f, 0.4f);
		Def.Margin = Seed % 3 == 0 ? 0.0f : 0.05f;
		Def.Solids = ScatteredSolids(Random, 4);
		ExpectSameAsFullGraph(Def, {{-3.0f, -3.0f}, {9.0f, 21.0f}}, ("seed " + std::to_string(Seed)).c_str());
	}
}

TEST(Roadmap, ReducedGraphKeepsShortestPathsThroughHeaps)
{
	for (uint64_t Seed = 1; Seed <= 120; ++Seed)
	{
		TestRandom Random(Seed);
		RoadmapDef Def;
		Def.Radius = Random.Range(0.1f, 0.4f);
		Def.Margin = Seed % 3 == 0 ? 0.0f : 0.05f;
		Def.Solids = HeapedSolids(Random, 12, 12.0f);
		ExpectSameAsFullGraph(Def, {{-17.0f, -17.0f}}, ("seed " + std::to_string(Seed)).c_str());
	}
}

TEST(Roadmap, RoundOneBoxByFormula)
{
	RoadmapDef Def;
	Def.Solids = {Box(0.0f, 0.0f, 5.0f, 2.0f)};
	Def.Radius = 0.4f;
	Def.Margin = 0.1f;
	Roadmap Map = MustBuild(Def);
	ASSERT_EQ(Map.NodeCount(), 4);
	EXPECT_EQ(Map.EdgeCount(), 4);
	for (int Node = 0; Node < 4; ++Node)
	{
		EXPECT_NEAR(std::fabs(Map.Node(Node).X), 5.5f, 1.0e-5f);
		EXPECT_NEAR(std::fabs(Map.Node(Node).Y), 2.5f, 1.0e-5f);
	}
	// From below the box to above it: to a lower corner, up the side, and from there to the goal.
	const int Goal = MustAddGoal(Map, {{1.0f, 6.0f}});
	const double Expected = std::hypot(4.5, 3.5) + 5.0 + std::hypot(4.5, 3.5);
	EXPECT_NEAR(PathLength(Map, Goal, {1.0f, -6.0f}), Expected, 1.0e-4);
	Vec2 Target;
	EXPECT_GE(Map.NextNode(Goal, {1.0f, -6.0f}, Roadmap::NoNode, Target), 0);
	EXPECT_NEAR(Target.X, 5.5f, 1.0e-5f);
	EXPECT_NEAR(Target.Y, -2.5f, 1.0e-5f);
	EXPECT_EQ(Map.NextNode(Goal, {6.0f, 6.0f}, Roadmap::NoNode, Target), Roadmap::GoalNode);
	EXPECT_EQ(Target, (Vec2{1.0f, 6.0f}));
}

TEST(Roadmap, RoundTheEndOfAWallByFormula)
{
	RoadmapDef Def;
	Def.Solids = {{{0.0f, 0.0f}, {0.0f, 10.0f}}};
	Def.Radius = 0.4f;
	Def.Margin = 0.1f;
	Roadmap Map = MustBuild(Def);
	ASSERT_EQ(Map.NodeCount(), 4);
	const int Goal = MustAddGoal(Map, {{-3.0f, 8.0f}});
	const double Expected = 2.0 * std::hypot(2.5, 2.5) + 1.0;
	EXPECT_NEAR(PathLength(Map, Goal, {3.0f, 8.0f}), Expected, 1.0e-4);
}

TEST(Roadmap, NodesOfSharpCornersStayNear)
{
	RoadmapDef Def;
	Def.Solids = {{{0.0f, 0.0f}, {20.0f, 0.0f}, {20.0f, 0.2f}}};
	Def.Radius = 0.5f;
	Def.Margin = 0.0f;
	const Roadmap Map = MustBuild(Def);
	// Two at the needle's point and at each of the others no more than that.
	EXPECT_EQ(Map.NodeCount(), 4);
	const std::vector<Edge> Walls = EdgesOf(Def.Solids);
	for (int Node = 0; Node < Map.NodeCount(); ++Node)
	{
		EXPECT_LE(ClearanceOf(Map.Node(Node), Map.Node(Node), Walls), 0.5 * 1.6);
	}
}

TEST(Roadmap, OutOfARingThroughItsGap)
{
	// Walls round the origin, one missing at the right.
	RoadmapDef Def;
	const float Corner = 4.0f;
	Def.Solids = {{{-Corner, -Corner}, {Corner, -Corner}}, {{-Corner, Corner}, {Corner, Corner}},
		{{-Corner, -Corner}, {-Corner, Corner}}, {{Corner, -Corner}, {Corner, -0.5f}},
		{{Corner, 0.5f}, {Corner, Corner}}};
	Def.Radius = 0.3f;
	Roadmap Map = MustBuild(Def);
	const int Goal = MustAddGoal(Map, {{-8.0f, 0.0f}});
	const float Path = PathLength(Map, Goal, {0.0f, 0.0f});
	// To the gap, half round the ring, and to the goal: at least as far as a point would have to go, and not much further.
	const double OfAPoint = std::hypot(4.0, 0.5) + 3.5 + 8.0 + std::hypot(4.0, 4.0);
	EXPECT_GT(Path, OfAPoint);
	EXPECT_LT(Path, OfAPoint + 2.0);

	// Too wide to get out.
	Def.Radius = 0.6f;
	Roadmap Wide = MustBuild(Def);
	const int Unreachable = MustAddGoal(Wide, {{-8.0f, 0.0f}});
	EXPECT_EQ(PathLength(Wide, Unreachable, {0.0f, 0.0f}), INFINITY);
	Vec2 Target;
	EXPECT_EQ(Wide.NextNode(Unreachable, {0.0f, 0.0f}, Roadmap::NoNode, Target), Roadmap::NoNode);
	EXPECT_LT(PathLength(Wide, Unreachable, {8.0f, 0.0f}), INFINITY);
}

TEST(Roadmap, TouchingAndOverlappingSolidsLeaveNoHole)
{
	// A long barrier of boxes that share sides, share corners or overlap. The only way is round its ends.
	RoadmapDef Def;
	Def.Solids = {Box(-8.0f, 0.0f, 2.0f, 1.0f), Box(-4.0f, 0.0f, 2.0f, 1.0f), Box(-0.5f, 0.5f, 2.0f, 1.0f),
		Box(3.0f, 0.0f, 2.0f, 1.0f), {{5.0f, 1.0f}, {8.0f, 1.0f}, {8.0f, 3.0f}, {5.0f, 3.0f}}};
	Roadmap Map = MustBuild(Def);
	const int Goal = MustAddGoal(Map, {{0.0f, 6.0f}});
	const float Path = PathLength(Map, Goal, {0.0f, -6.0f});
	EXPECT_GT(Path, std::hypot(8.0f, 7.0f) + std::hypot(8.0f, 3.0f));
	EXPECT_LT(Path, std::hypot(8.5f, 7.5f) + 3.0f + std::hypot(8.5f, 3.5f));
	for (int Node = 0; Node < Map.NodeCount(); ++Node)
	{
		EXPECT_FALSE(IsInside(Map.Node(Node), Def.Solids));
	}
	ExpectSameAsFullGraph(Def, {{0.0f, 6.0f}}, "barrier");
}

TEST(Roadmap, CornersInLine)
{
	// Equal boxes in rows: nodes of many corners lie on the same lines, which just graze all boxes of a row.
	RoadmapDef Def;
	Def.Margin = 0.0f;
	for (int Column = 0; Column < 5; ++Column)
	{
		for (int Row = 0; Row < 3; ++Row)
		{
			// With a vertex in the middle of a side, which is no corner.
			Shape Solid = Box(4.0f * static_cast<float>(Column), 4.0f * static_cast<float>(Row), 1.0f, 1.0f);
			Solid.insert(Solid.begin() + 1, {Solid[0].X + 1.0f, Solid[0].Y});
			Def.Solids.push_back(Solid);
		}
	}
	const Roadmap Map = MustBuild(Def);
	EXPECT_EQ(Map.NodeCount(), 5 * 3 * 4);
	EXPECT_TRUE(Map.IsVisible({-1.3f, 1.3f}, {17.3f, 1.3f}));
	EXPECT_FALSE(Map.IsVisible({-1.3f, 1.29f}, {17.3f, 1.29f}));
	ExpectSameAsFullGraph(Def, {{-3.0f, -1.3f}}, "on a line");
	ExpectSameAsFullGraph(Def, {{-3.0f, -2.0f}}, "off a line");
}

TEST(Roadmap, SolidsTwiceAreTheSameAsOnce)
{
	TestRandom Random(5);
	RoadmapDef Once;
	Once.Solids = ScatteredSolids(Random, 4);
	RoadmapDef Twice = Once;
	Twice.Solids.insert(Twice.Solids.end(), Once.Solids.begin(), Once.Solids.end());
	for (size_t Index = Once.Solids.size(); Index < Twice.Solids.size(); Index += 2)
	{
		std::reverse(Twice.Solids[Index].begin(), Twice.Solids[Index].end());
	}
	const Roadmap A = MustBuild(Once);
	const Roadmap B = MustBuild(Twice);
	ASSERT_EQ(A.NodeCount(), B.NodeCount());
	EXPECT_EQ(A.EdgeCount(), B.EdgeCount());
	for (int Node = 0; Node < A.NodeCount(); ++Node)
	{
		EXPECT_EQ(A.Node(Node), B.Node(Node));
		EXPECT_TRUE(std::ranges::equal(A.NeighborsOf(Node), B.NeighborsOf(Node)));
	}
}

TEST(Roadmap, SameForAnyNumberOfThreads)
{
	TestRandom Random(9);
	RoadmapDef Def;
	Def.Solids = HeapedSolids(Random, 80, 40.0f);
	const Roadmap Serial = MustBuild(Def);
	for (const int Threads : {1, 2, 5})
	{
		const std::unique_ptr<TaskScheduler> Scheduler = CreateTbbScheduler(Threads);
		if (!Scheduler)
		{
			GTEST_SKIP() << "built without TBB";
		}
		const Roadmap Parallel = MustBuild(Def, Scheduler.get());
		ASSERT_EQ(Serial.NodeCount(), Parallel.NodeCount());
		for (int Node = 0; Node < Serial.NodeCount(); ++Node)
		{
			EXPECT_EQ(Serial.Node(Node), Parallel.Node(Node));
			EXPECT_TRUE(std::ranges::equal(Serial.NeighborsOf(Node), Parallel.NeighborsOf(Node)));
		}
	}
}

TEST(Roadmap, NearestOfSeveralGoals)
{
	RoadmapDef Def;
	Def.Solids = {Box(0.0f, 0.0f, 10.0f, 1.0f)};
	Roadmap Map = MustBuild(Def);
	const Shape Both{{0.0f, 3.0f}, {0.0f, -9.0f}};
	const int Goal = MustAddGoal(Map, Both);
	const int First = MustAddGoal(Map, {Both[0]});
	const int Second = MustAddGoal(Map, {Both[1]});
	EXPECT_EQ(Map.GoalPoints(Goal).size(), 2u);
	for (int Node = 0; Node < Map.NodeCount(); ++Node)
	{
		EXPECT_EQ(Map.Distance(Goal, Node), std::min(Map.Distance(First, Node), Map.Distance(Second, Node)));
	}
	// Just below the box the upper goal is nearer as the crow flies, but the lower one can be walked to.
	Vec2 Target;
	EXPECT_EQ(PathLength(Map, Goal, {0.0f, -2.0f}), 7.0f);
	ASSERT_NE(Map.NextNode(Goal, {0.0f, -2.0f}, Roadmap::NoNode, Target), Roadmap::NoNode);
	EXPECT_EQ(Target, Both[1]);
}

TEST(Roadmap, WhoeverStandsTooNearMayLeave)
{
	RoadmapDef Def;
	Def.Solids = {{{0.0f, -5.0f}, {0.0f, 5.0f}}};
	Def.Radius = 0.5f;
	const Roadmap Map = MustBuild(Def);
	EXPECT_TRUE(Map.IsVisible({0.2f, 0.0f}, {4.0f, 0.0f})) << "away from the wall";
	EXPECT_TRUE(Map.IsVisible({0.2f, 0.0f}, {0.2f, 3.0f})) << "along the wall";
	EXPECT_TRUE(Map.IsVisible({0.0f, 0.0f}, {4.0f, 0.0f})) << "from the wall itself";
	EXPECT_FALSE(Map.IsVisible({0.2f, 0.0f}, {-4.0f, 0.0f})) << "through the wall";
	EXPECT_FALSE(Map.IsVisible({0.2f, -4.9f}, {-0.4f, -5.2f})) << "nearer to the wall's end";
	EXPECT_FALSE(Map.IsVisible({NAN, 0.0f}, {4.0f, 0.0f}));
	EXPECT_FALSE(Map.IsVisible({4.0f, 0.0f}, {INFINITY, 0.0f}));
}

TEST(Roadmap, FollowingNextNodeTakesTheShortestPath)
{
	for (uint64_t Seed = 1; Seed <= 10; ++Seed)
	{
		TestRandom Random(Seed);
		RoadmapDef Def;
		Def.Solids = ScatteredSolids(Random, 6);
		Roadmap Map = MustBuild(Def);
		const int Goal = MustAddGoal(Map, {{34.0f, 34.0f}});
		Vec2 Place{-3.0f, Random.Range(-3.0f, 30.0f)};
		const double Expected = PathLength(Map, Goal, Place);
		double Path = 0.0;
		int Node = Roadmap::NoNode;
		for (int Leg = 0; Leg < 50 && Node != Roadmap::GoalNode; ++Leg)
		{
			Vec2 Target;
			Node = Map.NextNode(Goal, Place, Node, Target);
			ASSERT_NE(Node, Roadmap::NoNode);
			ASSERT_TRUE(Map.IsVisible(Place, Target));
			Path += Apart(Place, Target);
			Place = Target;
		}
		EXPECT_EQ(Node, Roadmap::GoalNode);
		EXPECT_GE(Path, Expected - 1.0e-3);
		// The nodes looked at are the nearest ones, so another side of a solid may be chosen than the best.
		EXPECT_LE(Path, 1.05 * Expected) << "seed " << Seed;
	}
}

TEST(Roadmap, ExtraNodesAreNodesLikeOthers)
{
	RoadmapDef Def;
	Def.ExtraNodes = {{1.0f, 1.0f}, {5.0f, 1.0f}};
	Roadmap Map = MustBuild(Def);
	ASSERT_EQ(Map.NodeCount(), 2);
	EXPECT_EQ(Map.EdgeCount(), 1);
	EXPECT_EQ(Map.Node(1), Def.ExtraNodes[1]);
	EXPECT_EQ(Map.Distance(MustAddGoal(Map, {{5.0f, 4.0f}}), 0), 5.0f);
	Def.Solids = {Box(1.0f, 1.0f, 1.0f, 1.0f)};
	EXPECT_NE(std::string(Roadmap::Build(Def).ErrorText()).find("ExtraNodes[0]"), std::string::npos);
}

TEST(Roadmap, FarFromTheOrigin)
{
	RoadmapDef Def;
	Def.Solids = {Box(900000.0f, -900000.0f, 20.0f, 10.0f)};
	Def.Radius = 2.0f;
	Def.Margin = 0.5f;
	Roadmap Map = MustBuild(Def);
	ASSERT_EQ(Map.NodeCount(), 4);
	const int Goal = MustAddGoal(Map, {{900000.0f, -899980.0f}});
	const double Expected = 2.0 * std::hypot(22.5, 7.5) + 25.0;
	EXPECT_NEAR(PathLength(Map, Goal, {900000.0f, -900020.0f}), Expected, 0.3);
}

TEST(Roadmap, BadDefinitionsAreRefused)
{
	const auto Complaint = [](const RoadmapDef& Def)
	{
		const Result<Roadmap> Map = Roadmap::Build(Def);
		EXPECT_FALSE(Map);
		return std::string(Map.ErrorText());
	};
	const RoadmapDef Good{.Solids = {Box(0.0f, 0.0f, 1.0f, 1.0f)}, .ExtraNodes = {}};
	for (const float Radius : {0.0f, -1.0f, 1001.0f, NAN, INFINITY})
	{
		RoadmapDef Bad = Good;
		Bad.Radius = Radius;
		EXPECT_NE(Complaint(Bad).find("Radius"), std::string::npos);
	}
	for (const float Margin : {-0.1f, 1001.0f, NAN})
	{
		RoadmapDef Bad = Good;
		Bad.Margin = Margin;
		EXPECT_NE(Complaint(Bad).find("Margin"), std::string::npos);
	}
	const std::vector<Shape> BadSolids = {{}, {{1.0f, 1.0f}}, {{0.0f, 0.0f}, {NAN, 1.0f}},
		{{0.0f, 0.0f}, {2.0e6f, 1.0f}}, {{0.0f, 0.0f}, {0.0f, 0.0f}}, {{0.0f, 0.0f}, {1.0f, 1.0f}, {2.0f, 2.0f}},
		Shape(40000, Vec2{})};
	for (const Shape& Solid : BadSolids)
	{
		RoadmapDef Bad = Good;
		Bad.Solids.push_back(Solid);
		EXPECT_NE(Complaint(Bad).find("Solids[1]"), std::string::npos);
	}
	RoadmapDef TooMany;
	TooMany.Solids.assign(20000, {{0.0f, 0.0f}, {1.0f, 0.0f}});
	EXPECT_NE(Complaint(TooMany).find("40000"), std::string::npos);
	RoadmapDef BadNode = Good;
	BadNode.ExtraNodes = {{INFINITY, 0.0f}};
	EXPECT_NE(Complaint(BadNode).find("ExtraNodes[0]"), std::string::npos);
}

TEST(Roadmap, BadGoalsAreRefused)
{
	RoadmapDef Def;
	Def.Solids = {Box(0.0f, 0.0f, 1.0f, 1.0f)};
	Roadmap Map = MustBuild(Def);
	const std::vector<Shape> Bad = {{}, {{5.0f, 5.0f}, {0.5f, 0.5f}}, {{NAN, 0.0f}}, {{0.0f, -INFINITY}},
		{{0.0f, 1.1e6f}}, Shape(1025, Vec2{5.0f, 5.0f})};
	for (const Shape& Points : Bad)
	{
		const Result<int> Goal = Map.AddGoal(Points);
		EXPECT_FALSE(Goal);
		EXPECT_NE(std::string(Goal.ErrorText()).find("AnyOf"), std::string::npos);
	}
	// What was refused takes no number; what was removed gives it back.
	EXPECT_EQ(MustAddGoal(Map, Shape(1024, Vec2{5.0f, 5.0f})), 0);
	EXPECT_EQ(MustAddGoal(Map, {{6.0f, 5.0f}}), 1);
	Map.RemoveGoal(0);
	EXPECT_EQ(MustAddGoal(Map, {{5.0f, 5.0f}}), 0);
	Vec2 Target;
	EXPECT_EQ(Map.NextNode(0, {NAN, 1.0f}, Roadmap::NoNode, Target), Roadmap::NoNode);
}

TEST(Roadmap, WithoutSolidsEverythingIsVisible)
{
	Roadmap Map = MustBuild({});
	EXPECT_EQ(Map.NodeCount(), 0);
	EXPECT_TRUE(Map.IsVisible({-1.0e6f, 3.0f}, {1.0e6f, -7.0f}));
	const int Goal = MustAddGoal(Map, {{3.0f, 4.0f}});
	EXPECT_EQ(PathLength(Map, Goal, {}), 5.0f);
	Vec2 Target;
	EXPECT_EQ(Map.NextNode(Goal, {}, Roadmap::NoNode, Target), Roadmap::GoalNode);
}
}
