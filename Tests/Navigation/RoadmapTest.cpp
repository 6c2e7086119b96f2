// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdNavigation/CrowdRoadmap.h"
#include "Roadmap/VisibilitySweep.h"
#include "TestRandom.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace CrowdAvoidance::Testing
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

/// Shortest ways from everywhere to one point over the whole visibility graph: all nodes, all lines between them that are clear.
std::vector<double> FullGraphDistances(const Roadmap& Map, const std::vector<Edge>& Walls, double Clear, const Shape& Goals)
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
			const double Way = Best[Next] + Apart(A, B);
			if (!Done[Node] && Way < Best[Node] && ClearanceOf(A, B, Walls) >= Clear)
			{
				Best[Node] = Way;
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
		Solids.push_back(RandomSolid(Random, Random.InSquare(HalfSide), Random.Range(0.5f, 4.0f)));
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
		const std::vector<Shape> Solids =
			Seed % 2 == 0 ? ScatteredSolids(Random, 4) : HeapedSolids(Random, Random.Integer(1, 40), 12.0f);
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
				const RoadPoint A(Solid[Index]);
				const RoadPoint B(Solid[(Index + 1) % Solid.size()]);
				Segments.push_back(Area > 0.0 ? RoadSegment{A, B, Solid.size() == 2} : RoadSegment{B, A, Solid.size() == 2});
			}
		}
		const SegmentGrid Grid(Segments, 0.3, 1.0e-4);
		const VisibilitySweep Sweep(Grid);
		const std::vector<Edge> Walls = EdgesOf(Solids);

		std::vector<VisibilitySweep::Target> Targets;
		while (Targets.size() < 60)
		{
			const Vec2 Place = Seed % 2 == 0 ? Vec2{Random.Range(-3.0f, 21.0f), Random.Range(-3.0f, 21.0f)} : Random.InSquare(14.0f);
			if (!IsInside(Place, Solids))
			{
				Targets.push_back({RoadPoint(Place), static_cast<int32_t>(Targets.size())});
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

TEST(Roadmap, ReducedGraphKeepsShortestWays)
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
TEST(Roadmap, ReducedGraphKeepsShortestWaysHeaped)
{
	for (uint64_t Seed = 1; Seed <= 30; ++Seed)
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
	EXPECT_EQ(Map.SegmentCount(), 4);
	for (int Node = 0; Node < 4; ++Node)
	{
		EXPECT_NEAR(std::fabs(Map.Node(Node).X), 5.5f, 1.0e-5f);
		EXPECT_NEAR(std::fabs(Map.Node(Node).Y), 2.5f, 1.0e-5f);
	}
	// From below the box to above it: to a lower corner, up the side, and from there to the goal.
	const int Goal = MustAddGoal(Map, {{1.0f, 6.0f}});
	const double Expected = std::hypot(4.5, 3.5) + 5.0 + std::hypot(4.5, 3.5);
	EXPECT_NEAR(Map.DistanceFrom(Goal, {1.0f, -6.0f}), Expected, 1.0e-4);
	Vec2 Target;
	EXPECT_GE(Map.NextNode(Goal, {1.0f, -6.0f}, Roadmap::NoNode, Target), 0);
	EXPECT_NEAR(Target.X, 5.5f, 1.0e-5f);
	EXPECT_NEAR(Target.Y, -2.5f, 1.0e-5f);
	EXPECT_EQ(Map.NextNode(Goal, {6.0f, 6.0f}, Roadmap::NoNode, Target), Roadmap::GoalNode);
	EXPECT_EQ(Target, (Vec2{1.0f, 6.0f}));
}
}
