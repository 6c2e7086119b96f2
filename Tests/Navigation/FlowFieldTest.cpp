// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "FlowField/FlowField.h"
#include "FlowField/FieldScratch.h"

#include "FlowField/StringPull.h"
#include "TestGraph.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace CrowdAvoidance::Testing::FlowFieldTest
{
namespace
{
using Goals = std::vector<FlowField::Goal>;

FlowField Make(const NavGraph& Graph, const Goals& Where, float Radius = 0.0f, const std::vector<float>& Crowding = {},
	int Budget = 1000000)
{
	FieldScratch Scratch;
	FlowField Field;
	Field.Begin(Graph, Where, Radius, Crowding, Scratch);
	while (!Field.Advance(Graph, Budget))
	{}
	return Field;
}

FlowField::Goal At(const NavGraph& Graph, Vec2 Point)
{
	return {Point, Graph.Find(Point)};
}

int Count(const NavGraph& Graph)
{
	return static_cast<int>(Graph.Polygons.size());
}
Vec2 CenterOf(const NavGraph& Graph, int32_t Polygon)
{
	return Graph.Polygons[static_cast<size_t>(Polygon)].Center;
}

/// Where ExitOf leads to from a polygon on, polygon by polygon; None when it does not come to an end.
int32_t EndOfExits(const NavGraph& Graph, const FlowField& Field, int32_t Polygon)
{
	for (int Step = 0; Step <= Count(Graph); ++Step)
	{
		const FlowField::Exit Next = Field.ExitOf(Polygon);
		if (Next.Edge == NavGraph::None && Next.Link == NavGraph::None)
		{
			return Polygon;
		}
		if (Next.Edge != NavGraph::None)
		{
			const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Polygon)];
			EXPECT_TRUE(Next.Edge >= Owner.FirstEdge && Next.Edge < Owner.FirstEdge + Owner.EdgeCount);
			Polygon = Graph.Edges[static_cast<size_t>(Next.Edge)].Neighbor;
		}
		else
		{
			Polygon = Graph.Links[static_cast<size_t>(Next.Link)].Target;
		}
	}
	return NavGraph::None;
}

/// Where the trail from a polygon leads to, and for which goal; None when it does not come to an end.
int32_t EndOfTrail(const NavGraph& Graph, const FlowField& Field, int32_t Polygon)
{
	FlowField::Trail Where;
	Field.Follow(Graph, Polygon, Where);
	const int32_t Goal = Where.GoalIndex;
	for (size_t Step = 0; Step <= Graph.Edges.size(); ++Step)
	{
		const FlowField::Exit Next = Where.Next;
		if (Next.Edge == NavGraph::None && Next.Link == NavGraph::None)
		{
			return Where.Polygon;
		}
		const int32_t Into = Next.Edge != NavGraph::None ? Graph.Edges[static_cast<size_t>(Next.Edge)].Neighbor
														 : Graph.Links[static_cast<size_t>(Next.Link)].Target;
		Field.Follow(Graph, Into, Where);
		EXPECT_EQ(Where.Polygon, Into);
		EXPECT_EQ(Where.GoalIndex, Goal) << "off the trail";
	}
	return NavGraph::None;
}

bool IsExit(const FlowField::Exit& Path)
{
	return Path.Edge != NavGraph::None || Path.Link != NavGraph::None;
}

/// Length of the string along the path from a polygon, corner by corner and jump by jump.
double PulledLength(const NavGraph& Graph, const FlowField& Field, const Goals& Where, int32_t Polygon, Vec2 From)
{
	double Length = 0.0;
	const Vec2 End = Where[static_cast<size_t>(Field.GoalOf(Polygon))].Point;
	FlowField::Exit First = Field.ExitOf(Polygon);
	for (int Corner = 0; Corner <= 2 * Count(Graph); ++Corner)
	{
		FlowField::Exit Path = First, Taken;
		const Heading Next = PullString(Graph, Polygon, From, 0.0f, End, 100000,
			[&](int32_t, int32_t& OutEdge, int32_t& OutLink)
			{
				OutEdge = Path.Edge;
				OutLink = Path.Link;
				Taken = Path;
				Path = Field.ExitAfter(Path);
				return IsExit(Taken);
			});
		Length += Apart(From, Next.Target);
		if (Next.bGoal)
		{
			return Length;
		}
		From = Next.Target;
		if (Next.bLink)
		{
			const NavGraph::Link& Jump = Graph.Links[static_cast<size_t>(Taken.Link)];
			Length += Apart(Jump.From, Jump.To);
			From = Jump.To;
			Polygon = Jump.Target;
			First = Field.ExitAfter(Taken);
			continue;
		}
		Polygon = Graph.Edges[static_cast<size_t>(Next.Edge)].Neighbor;
		First = Field.ExitAfter({Next.Edge, NavGraph::None});
	}
	return INFINITY;
}

/// How much longer than they need be the paths of a field are.
struct Excess
{
	double Sum = 0.0, Worst = 0.0;
	int Paths = 0, Bad = 0;

	void Measure(const NavGraph& Graph, Vec2 Goal, int Stride)
	{
		const Goals Where = {At(Graph, Goal)};
		const FlowField Field = Make(Graph, Where);
		const VisibilityGraph Truth(Graph, Goal);
		for (int32_t Polygon = 0; Polygon < Count(Graph); Polygon += Stride)
		{
			const double True = Truth.LengthFrom(CenterOf(Graph, Polygon));
			const double Found = static_cast<double>(Field.Distance(Polygon));
			ASSERT_EQ(True < INFINITY, Found < INFINITY) << Polygon;
			if (True == INFINITY || True < 0.3)
			{
				continue;
			}
			ASSERT_EQ(EndOfTrail(Graph, Field, Polygon), Where[0].Polygon);
			ASSERT_NEAR(
				PulledLength(Graph, Field, Where, Polygon, CenterOf(Graph, Polygon)), Found, 1e-3 + 1e-4 * Found);
			ASSERT_GE(Found, True * 0.9999 - 1e-3) << "shorter than the shortest";
			const double Share = Found / True - 1.0;
			Sum += Share;
			Worst = std::max(Worst, Share);
			Bad += Share > 0.05;
			++Paths;
		}
	}
	double Mean() const { return Sum / Paths; }
};

template <typename MakeFunction>
Excess MeasureMany(MakeFunction&& MakeGraphOf)
{
	Excess All;
	for (uint64_t Seed = 1; Seed <= 10; ++Seed)
	{
		const NavGraph Graph = MakeGraphOf(Seed, RandomLattice(Seed, 30, 24, 30, 1.3f));
		TestRandom Random(Seed + 99);
		const Vec2 Goal = PointIn(Random, Graph, Random.Index(Count(Graph)));
		All.Measure(Graph, Goal, std::max(1, Count(Graph) / 150));
	}
	return All;
}

bool AreSame(const NavGraph& Graph, const FlowField& A, const FlowField& B)
{
	for (int32_t Polygon = 0; Polygon < Count(Graph); ++Polygon)
	{
		const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Polygon)];
		for (int32_t Edge = Owner.FirstEdge; Edge < Owner.FirstEdge + Owner.EdgeCount; ++Edge)
		{
			const FlowField::Exit Taken{Edge, NavGraph::None};
			if (A.ExitAfter(Taken).Edge != B.ExitAfter(Taken).Edge)
			{
				return false;
			}
		}
		if (A.ExitOf(Polygon).Edge != B.ExitOf(Polygon).Edge || A.ExitOf(Polygon).Link != B.ExitOf(Polygon).Link ||
			A.Distance(Polygon) != B.Distance(Polygon) || A.GoalOf(Polygon) != B.GoalOf(Polygon))
		{
			return false;
		}
	}
	return true;
}

std::vector<float> RandomCrowding(TestRandom& Random, const NavGraph& Graph)
{
	std::vector<float> Crowding;
	for (int Polygon = 0; Polygon < Count(Graph); ++Polygon)
	{
		Crowding.push_back(Random.Chance(0.3f) ? Random.Range(1.0f, 20.0f) : 1.0f);
	}
	return Crowding;
}
}

TEST(FlowField, PathsOverTrianglesAreNearlyTheShortest)
{
	const Excess Found =
		MeasureMany([](uint64_t Seed, const Lattice& Ground) { return MakeTriangles(Seed, Ground, 0.2f); });
	EXPECT_GT(Found.Paths, 1000);
	EXPECT_LT(Found.Mean(), 0.005);
	EXPECT_LT(Found.Worst, 0.05);
}

TEST(FlowField, PathsOverSquaresAreNearlyTheShortest)
{
	const Excess Found = MeasureMany([](uint64_t, const Lattice& Ground) { return MakeCells(Ground); });
	EXPECT_GT(Found.Paths, 1000);
	EXPECT_LT(Found.Mean(), 0.005);
	EXPECT_LT(Found.Worst, 0.05);
}

TEST(FlowField, PathsOverUnevenRectanglesAreNearlyTheShortest)
{
	const Excess Found = MeasureMany([](uint64_t, const Lattice& Ground) { return MakeRectangles(Ground, 5); });
	EXPECT_GT(Found.Paths, 500);
	EXPECT_LT(Found.Mean(), 0.005);
	EXPECT_LT(Found.Worst, 0.10);
	EXPECT_LE(Found.Bad, Found.Paths / 100);
}

// Edges of thirty metres and more, each with one way on: what is best from its middle is not from its ends.
TEST(FlowField, PathsOverHugeRectanglesAreShortOnAverage)
{
	const Excess Found = MeasureMany([](uint64_t, const Lattice& Ground) { return MakeRectangles(Ground); });
	EXPECT_GT(Found.Paths, 300);
	EXPECT_LT(Found.Mean(), 0.01);
	EXPECT_LE(Found.Bad, Found.Paths / 20);
}

TEST(FlowField, PathsNeverLoopCrowdedOrNot)
{
	TestRandom Random(31);
	for (uint64_t Seed = 1; Seed <= 6; ++Seed)
	{
		const Lattice Ground = RandomLattice(Seed, 30, 24, 40, 1.3f);
		for (const NavGraph& Graph : {MakeCells(Ground), MakeRectangles(Ground), MakeTriangles(Seed, Ground, 0.2f)})
		{
			Goals Where;
			for (int Goal = 0; Goal < 3; ++Goal)
			{
				const int32_t Polygon = Random.Index(Count(Graph));
				Where.push_back({PointIn(Random, Graph, Polygon), Polygon});
			}
			const FlowField Field = Make(Graph, Where, 0.4f, RandomCrowding(Random, Graph));
			for (int32_t Polygon = 0; Polygon < Count(Graph); ++Polygon)
			{
				const int32_t End = EndOfTrail(Graph, Field, Polygon);
				const int32_t EndToo = EndOfExits(Graph, Field, Polygon);
				ASSERT_NE(End, NavGraph::None);
				ASSERT_NE(EndToo, NavGraph::None);
				const int32_t Goal = Field.GoalOf(Polygon);
				if (Goal == NavGraph::None)
				{
					ASSERT_EQ(Field.Distance(Polygon), INFINITY);
					ASSERT_EQ(End, Polygon);
					ASSERT_EQ(EndToo, Polygon);
					continue;
				}
				ASSERT_TRUE(std::any_of(
					Where.begin(), Where.end(), [&](const FlowField::Goal& Each) { return Each.Polygon == EndToo; }));
				ASSERT_EQ(End, Where[static_cast<size_t>(Goal)].Polygon);
				const double Pulled = PulledLength(Graph, Field, Where, Polygon, CenterOf(Graph, Polygon));
				ASSERT_NEAR(static_cast<double>(Field.Distance(Polygon)), Pulled, 1e-3 + 1e-4 * Pulled)
					<< "without crowding";
			}
		}
	}
}

TEST(FlowField, BudgetsChangeNothing)
{
	TestRandom Random(32);
	const NavGraph Graph = MakeTriangles(3, RandomLattice(3, 30, 24, 30), 0.2f);
	const Goals Where = {At(Graph, CenterOf(Graph, 17)), At(Graph, CenterOf(Graph, 400))};
	const std::vector<float> Crowding = RandomCrowding(Random, Graph);
	const FlowField Whole = Make(Graph, Where, 0.3f, Crowding);
	for (const int Budget : {-5, 0, 1, 7, 100, 5000})
	{
		EXPECT_TRUE(AreSame(Graph, Whole, Make(Graph, Where, 0.3f, Crowding, Budget))) << Budget;
	}
}

TEST(FlowField, ABudgetIsKept)
{
	const NavGraph Graph = MakeTriangles(3, RandomLattice(3, 60, 48, 100), 0.2f);
	FieldScratch Scratch;
	FlowField Field;
	Field.Begin(Graph, Goals{At(Graph, CenterOf(Graph, 17))}, 0.3f, {}, Scratch);
	int Calls = 1;
	while (!Field.Advance(Graph, 1000))
	{
		++Calls;
	}
	// Strings look at the same edges again and again, some tens of times, but not endlessly.
	EXPECT_GT(Calls, static_cast<int>(Graph.Edges.size()) / 1000);
	EXPECT_LT(Calls, static_cast<int>(Graph.Edges.size()) * 60 / 1000);
}

TEST(FlowField, TheOldFieldServesUntilTheNewOneIsWhole)
{
	const NavGraph Graph = MakeCells(Lattice(12, 12));
	FieldScratch Scratch;
	FlowField Field;
	EXPECT_FALSE(Field.IsReady());
	EXPECT_FALSE(Field.IsMaking());
	EXPECT_EQ(Field.Distance(0), INFINITY);
	Field.Begin(Graph, Goals{At(Graph, {0.5f, 0.5f})}, 0.3f, {}, Scratch);
	EXPECT_TRUE(Field.IsMaking());
	EXPECT_FALSE(Field.Advance(Graph, 50));
	EXPECT_FALSE(Field.IsReady());
	while (!Field.Advance(Graph, 50))
	{}
	EXPECT_TRUE(Field.IsReady());
	EXPECT_FALSE(Field.IsMaking());
	const float Before = Field.Distance(Graph.Find({11.5f, 0.5f}));
	EXPECT_FLOAT_EQ(Before, 11.0f);
	const size_t Bytes = Field.Bytes();
	EXPECT_LE(Bytes, Graph.Polygons.size() * 12u + Graph.Edges.size() * 12u + 320u);

	Field.Begin(Graph, Goals{At(Graph, {11.5f, 0.5f})}, 0.3f, {}, Scratch);
	EXPECT_FALSE(Field.Advance(Graph, 50));
	EXPECT_TRUE(Field.IsReady());
	EXPECT_TRUE(Field.IsMaking());
	EXPECT_GT(Field.Bytes(), Bytes);
	EXPECT_EQ(Field.Distance(Graph.Find({11.5f, 0.5f})), Before);
	while (!Field.Advance(Graph, 50))
	{}
	EXPECT_EQ(Field.Distance(Graph.Find({11.5f, 0.5f})), 0.0f);
	EXPECT_EQ(Field.Bytes(), Bytes) << "what was needed to make it is gone";
	EXPECT_TRUE(Field.Advance(Graph, 50)) << "nothing left to do";
}

TEST(FlowField, TheNearestGoalAndThoseThatCannotBeReached)
{
	Lattice Ground(20, 3);
	Ground.Fill(15, 0, 1, 3);
	const NavGraph Graph = MakeCells(Ground);
	const float Nan = std::numeric_limits<float>::quiet_NaN();
	const Goals Where = {At(Graph, {18.5f, 1.5f}), {{3.0f, 3.0f}, NavGraph::None}, At(Graph, {0.5f, 1.5f}),
		At(Graph, {10.25f, 1.5f}), At(Graph, {10.75f, 1.5f}), {{Nan, 0.0f}, 5}, {{5.5f, 1.5f}, 123456}};
	const FlowField Field = Make(Graph, Where);
	EXPECT_EQ(Field.GoalOf(Graph.Find({16.5f, 0.5f})), 0);
	EXPECT_EQ(Field.GoalOf(Graph.Find({3.5f, 1.5f})), 2);
	EXPECT_EQ(Field.GoalOf(Graph.Find({7.5f, 1.5f})), 3);
	EXPECT_FLOAT_EQ(Field.Distance(Graph.Find({3.5f, 1.5f})), 3.0f);
	EXPECT_FLOAT_EQ(Field.Distance(Graph.Find({7.5f, 1.5f})), 2.75f);
	EXPECT_FLOAT_EQ(Field.Distance(Graph.Find({10.5f, 1.5f})), 0.25f);
}

TEST(FlowField, CrowdingMovesThePathButNotItsLength)
{
	// Two ways round a block, the left one a little shorter.
	Lattice Ground(9, 9);
	Ground.Fill(3, 2, 4, 5);
	const NavGraph Graph = MakeCells(Ground);
	const Goals Where = {At(Graph, {4.5f, 8.5f})};
	const int32_t Start = Graph.Find({4.5f, 0.5f});
	const FlowField Free = Make(Graph, Where);
	std::vector<float> Crowding(Graph.Polygons.size(), 1.0f);
	for (int Row = 0; Row < 9; ++Row)
	{
		for (int Column = 0; Column < 3; ++Column)
		{
			Crowding[static_cast<size_t>(
				Graph.Find({static_cast<float>(Column) + 0.5f, static_cast<float>(Row) + 0.5f}))] = 3.0f;
		}
	}
	const FlowField Crowded = Make(Graph, Where, 0.0f, Crowding);
	const double Left = 2.0 * std::hypot(1.5, 1.5) + 5.0, Right = 2.0 * std::hypot(2.5, 1.5) + 5.0;
	EXPECT_NEAR(static_cast<double>(Free.Distance(Start)), Left, 0.1);
	EXPECT_NEAR(static_cast<double>(Crowded.Distance(Start)), Right, 0.1);
	// The other way being crowded just as much, it is as before; nonsense counts as no crowding.
	EXPECT_TRUE(AreSame(Graph, Free, Make(Graph, Where, 0.0f, std::vector<float>(Graph.Polygons.size(), 0.0f))));
	EXPECT_TRUE(AreSame(Graph, Free,
		Make(Graph, Where, 0.0f, std::vector<float>(Graph.Polygons.size(), std::numeric_limits<float>::quiet_NaN()))));
	const FlowField Endless = Make(Graph, Where, 0.0f, std::vector<float>(Graph.Polygons.size(), INFINITY));
	EXPECT_NEAR(static_cast<double>(Endless.Distance(Start)), Left, 0.1);
}

TEST(FlowField, LinksAreTakenWhereTheyAreShorter)
{
	// A comb: to get from the first row to the third one goes all the way round, or jumps.
	Lattice Ground(12, 3);
	Ground.Fill(0, 1, 11, 1);
	NavGraph Graph = MakeCells(Ground);
	const Goals Where = {At(Graph, {0.5f, 2.5f})};
	const int32_t Start = Graph.Find({3.5f, 0.5f});
	const float Around = Make(Graph, Where).Distance(Start);
	EXPECT_GT(Around, 15.0f);
	AddLink(Graph, Graph.Find({2.5f, 0.5f}), {2.5f, 0.75f}, {2.5f, 2.25f}, Graph.Find({2.5f, 2.5f}));
	AddLink(Graph, Graph.Find({8.5f, 0.5f}), {8.5f, 0.75f}, {8.5f, 2.25f}, Graph.Find({8.5f, 2.5f}));
	const FlowField Field = Make(Graph, Where);
	const double Jump = std::hypot(1.0, 0.25) + 1.5 + std::hypot(2.0, 0.25);
	EXPECT_NEAR(static_cast<double>(Field.Distance(Start)), Jump, 1e-4);
	const int32_t Before = Graph.Find({2.5f, 0.5f});
	EXPECT_EQ(Field.ExitOf(Before).Edge, NavGraph::None);
	ASSERT_NE(Field.ExitOf(Before).Link, NavGraph::None);
	EXPECT_EQ(Graph.Links[static_cast<size_t>(Field.ExitOf(Before).Link)].From, (Vec2{2.5f, 0.75f}));
	EXPECT_EQ(EndOfTrail(Graph, Field, Start), Where[0].Polygon);
	EXPECT_EQ(EndOfExits(Graph, Field, Start), Where[0].Polygon);
	EXPECT_NEAR(PulledLength(Graph, Field, Where, Start, CenterOf(Graph, Start)), Jump, 1e-4);
	// Links lead one way only.
	EXPECT_FLOAT_EQ(Make(Graph, {At(Graph, {3.5f, 0.5f})}).Distance(Where[0].Polygon), Around);
}

TEST(FlowField, OnlyThroughGapsThatTheDiscFits)
{
	// A wall with a gap of one metre straight ahead and one of three metres further off.
	Lattice Ground(12, 7);
	Ground.Fill(0, 3, 12, 1);
	Ground.Fill(2, 3, 1, 1, false);
	Ground.Fill(8, 3, 3, 1, false);
	const NavGraph Graph = MakeRectangles(Ground);
	const Goals Where = {At(Graph, {2.5f, 6.5f})};
	const int32_t Start = Graph.Find({2.5f, 0.5f});
	const float Short = Make(Graph, Where, 0.5f).Distance(Start);
	const float Long = Make(Graph, Where, 0.51f).Distance(Start);
	EXPECT_LT(Short + 2.0f, Long);
	EXPECT_EQ(Make(Graph, Where, 1.5f).Distance(Start), Long);
	const FlowField Shut = Make(Graph, Where, 1.51f);
	EXPECT_EQ(Shut.Distance(Start), INFINITY);
	EXPECT_EQ(Shut.GoalOf(Start), NavGraph::None);
	EXPECT_EQ(Make(Graph, Where, INFINITY).Distance(Start), INFINITY);
	EXPECT_EQ(Make(Graph, Where, -1.0f).Distance(Start), Short);
}

TEST(FlowField, EdgesThatCanBeCrossedOneWayOnly)
{
	// Three cells in a row; the one in the middle is a doorway that is shut: whoever is in it may leave.
	NavGraph Graph = MakeCells(Lattice(3, 1));
	const int32_t Left = Graph.Find({0.5f, 0.5f}), Door = Graph.Find({1.5f, 0.5f}), Right = Graph.Find({2.5f, 0.5f});
	for (NavGraph::Edge& Side : Graph.Edges)
	{
		Side.Neighbor = Side.Neighbor == Door ? NavGraph::None : Side.Neighbor;
	}
	Graph.Finish();
	const FlowField ToDoor = Make(Graph, {At(Graph, {1.5f, 0.5f})});
	EXPECT_EQ(ToDoor.Distance(Door), 0.0f);
	EXPECT_EQ(ToDoor.Distance(Left), INFINITY);
	EXPECT_EQ(ToDoor.Distance(Right), INFINITY);
	const FlowField ToLeft = Make(Graph, {At(Graph, {0.5f, 0.5f})});
	EXPECT_EQ(ToLeft.Distance(Door), 1.0f);
	EXPECT_EQ(EndOfTrail(Graph, ToLeft, Door), Left);
	EXPECT_EQ(ToLeft.Distance(Right), INFINITY);
}

namespace
{
/// Doors and links of a graph that open and shut, like those of a mesh: a shut door lets out whoever is in it.
struct Doors
{
	NavGraph Graph;
	std::vector<char> bShut; ///< By polygon.
	std::vector<int32_t> Targets;

	explicit Doors(NavGraph&& InGraph) : Graph(std::move(InGraph)), bShut(Graph.Polygons.size(), 0)
	{
		for (const NavGraph::Link& Link : Graph.Links)
		{
			Targets.push_back(Link.Target);
		}
	}

	NavGraph::Change Apply(const std::vector<char>& bLinkShut)
	{
		const NavGraph Before = Graph;
		std::set<std::pair<float, float>> Solid;
		for (NavGraph::Edge& Side : Graph.Edges)
		{
			const int32_t Into =
				Side.Twin == NavGraph::None ? NavGraph::None : Graph.Edges[static_cast<size_t>(Side.Twin)].Owner;
			Side.Neighbor = Into == NavGraph::None || bShut[static_cast<size_t>(Into)] ? NavGraph::None : Into;
			if (Side.Neighbor == NavGraph::None)
			{
				Solid.insert({Side.From.X, Side.From.Y});
				Solid.insert({Side.To.X, Side.To.Y});
			}
		}
		for (NavGraph::Edge& Side : Graph.Edges)
		{
			Side.bFromSolid = Solid.contains({Side.From.X, Side.From.Y});
			Side.bToSolid = Solid.contains({Side.To.X, Side.To.Y});
		}
		NavGraph::Change What;
		for (size_t Edge = 0; Edge < Graph.Edges.size(); ++Edge)
		{
			const NavGraph::Edge &A = Before.Edges[Edge], &B = Graph.Edges[Edge];
			if (A.Neighbor != B.Neighbor || A.bFromSolid != B.bFromSolid || A.bToSolid != B.bToSolid)
			{
				What.Edges.push_back(static_cast<int32_t>(Edge));
			}
		}
		for (size_t Link = 0; Link < Graph.Links.size(); ++Link)
		{
			Graph.Links[Link].Target = bLinkShut[Link] ? NavGraph::None : Targets[Link];
			if (Graph.Links[Link].Target != Before.Links[Link].Target)
			{
				What.Links.push_back(static_cast<int32_t>(Link));
			}
		}
		Graph.FinishLinks();
		return What;
	}
};
}

TEST(FlowField, ARepairedFieldIsTheSameAsOneMadeAnew)
{
	FieldScratch Scratch;
	TestRandom Random(33);
	int64_t Repaired = 0, Made = 0;
	int Changes = 0;
	for (uint64_t Seed = 1; Seed <= 24; ++Seed)
	{
		const Lattice Ground = RandomLattice(Seed, 24, 20, 30, 1.3f);
		NavGraph Plain = Seed % 3 == 0 ? MakeCells(Ground)
			: Seed % 3 == 1            ? MakeTriangles(Seed, Ground, 0.2f)
									   : MakeRectangles(Ground, Random.Integer(3, 12));
		const int Polygons = Count(Plain);
		for (int Link = 0; Link < (Seed % 2 == 0 ? 10 : 0); ++Link)
		{
			const int32_t From = Random.Index(Polygons), To = Random.Index(Polygons);
			const Vec2 Begin = PointIn(Random, Plain, From), End = PointIn(Random, Plain, To);
			AddLink(Plain, From, Begin, End, To);
		}
		Doors Changing(std::move(Plain));
		const NavGraph& Graph = Changing.Graph;
		Goals Where;
		for (int Goal = Random.Integer(1, 3); Goal > 0; --Goal)
		{
			const int32_t Polygon = Random.Index(Polygons);
			Where.push_back({PointIn(Random, Graph, Polygon), Polygon});
		}
		const float Radius = Random.Chance(0.3f) ? 0.0f : Random.Range(0.2f, 0.8f);
		const std::vector<float> Crowding = Random.Chance(0.3f) ? RandomCrowding(Random, Graph) : std::vector<float>();
		std::vector<char> bLinkShut(Graph.Links.size(), 0);
		FlowField Field = Make(Graph, Where, Radius, Crowding);
		for (int Step = 0; Step < 40; ++Step)
		{
			// One door or a few, next to each other or not; sometimes those of a whole row, by which parts are cut off.
			const int Shut = Random.Index(20) == 0 ? 20 : Random.Integer(1, 3);
			int32_t Polygon = Random.Index(Polygons);
			const char bShut = Random.Chance(0.5f);
			for (int Index = 0; Index < Shut; ++Index, Polygon = (Polygon + 1) % Polygons)
			{
				Changing.bShut[static_cast<size_t>(Polygon)] = bShut;
			}
			if (!bLinkShut.empty() && Random.Chance(0.5f))
			{
				bLinkShut[static_cast<size_t>(Random.Index(static_cast<int>(bLinkShut.size())))] ^= 1;
			}
			const NavGraph::Change What = Changing.Apply(bLinkShut);
			int64_t Budget = INT32_MAX;
			ASSERT_TRUE(Field.Repair(Graph, What, Where, Budget, Scratch));
			const FlowField Anew = Make(Graph, Where, Radius, Crowding);
			ASSERT_TRUE(Field.IsSame(Anew)) << Seed << ", " << Step;
			ASSERT_TRUE(AreSame(Graph, Field, Anew));
			Changes += What.Edges.empty() ? 0 : 1;
			Repaired += INT32_MAX - Budget;
			Made += static_cast<int64_t>(Graph.Edges.size());
		}
	}
	EXPECT_GT(Changes, 500);
	EXPECT_LT(Repaired, 4 * Made) << "edges visited; to make a field anew takes tens for each edge";
}

TEST(FlowField, WhatCannotBeRepairedIsGone)
{
	Doors Changing(MakeCells(RandomLattice(5, 24, 20, 20)));
	const NavGraph& Graph = Changing.Graph;
	const Goals Where = {At(Graph, CenterOf(Graph, 0))};
	FieldScratch Scratch;
	int64_t Budget = INT32_MAX;
	FlowField Nothing;
	EXPECT_FALSE(Nothing.Repair(Graph, {}, Where, Budget, Scratch));
	FlowField Moved = Make(Graph, Where), Large = Make(Graph, Where), Kept = Make(Graph, Where);
	EXPECT_FALSE(Moved.Repair(Graph, {}, Goals{At(Graph, CenterOf(Graph, 1))}, Budget, Scratch));
	EXPECT_FALSE(Moved.IsReady());
	EXPECT_TRUE(Kept.Repair(Graph, {}, Where, Budget, Scratch));
	EXPECT_EQ(Budget, INT32_MAX - 1) << "nothing has changed";
	// All that lies behind it.
	Changing.bShut[static_cast<size_t>(Graph.Edges[static_cast<size_t>(Large.ExitOf(40).Edge)].Neighbor)] = 1;
	const NavGraph::Change What = Changing.Apply({});
	Budget = 20;
	EXPECT_FALSE(Large.Repair(Graph, What, Where, Budget, Scratch));
	EXPECT_FALSE(Large.IsReady());
	EXPECT_LE(Budget, 0);
}

TEST(FlowField, DegenerateGraphs)
{
	NavGraph Empty;
	Empty.Finish();
	const FlowField OfNothing = Make(Empty, {{{0.0f, 0.0f}, 0}});
	EXPECT_TRUE(OfNothing.IsReady());
	EXPECT_EQ(OfNothing.Distance(0), INFINITY);
	EXPECT_EQ(OfNothing.GoalOf(-1), NavGraph::None);
	EXPECT_EQ(OfNothing.ExitOf(7).Edge, NavGraph::None);

	const NavGraph One = MakeCells(Lattice(1, 1, 4.0f));
	const FlowField OfOne = Make(One, {At(One, {1.0f, 2.0f})});
	EXPECT_FLOAT_EQ(OfOne.Distance(0), 1.0f);
	EXPECT_EQ(OfOne.ExitOf(0).Edge, NavGraph::None);
	EXPECT_EQ(OfOne.GoalOf(0), 0);

	const NavGraph Many = MakeCells(Lattice(5, 5));
	const FlowField Nowhere = Make(Many, {});
	EXPECT_TRUE(Nowhere.IsReady());
	for (int32_t Polygon = 0; Polygon < Count(Many); ++Polygon)
	{
		EXPECT_EQ(Nowhere.Distance(Polygon), INFINITY);
		EXPECT_EQ(Nowhere.ExitOf(Polygon).Edge, NavGraph::None);
	}
}
}
