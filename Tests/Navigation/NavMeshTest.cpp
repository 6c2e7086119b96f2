// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "NavMeshTestSupport.h"

#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>
#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshQuery.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace CrowdAvoidance::Testing::NavMeshTest
{
namespace
{
/// A polygon round a point, with a radius of its own in each direction: simple, and hardly ever convex.
std::vector<Vec2> RandomStar(TestRandom& Random, Vec2 Center, float Least, float Most)
{
	// The directions of the corners of a square ring, so that no trigonometry is needed.
	std::vector<Vec2> Corners;
	for (const Vec2 Route : {Vec2{1, 0}, Vec2{1, 0.6f}, Vec2{0.7f, 1}, Vec2{0, 1}, Vec2{-0.6f, 1}, Vec2{-1, 0.5f},
			 Vec2{-1, -0.3f}, Vec2{-0.8f, -1}, Vec2{0.1f, -1}, Vec2{1, -0.9f}})
	{
		const float Scale = Random.Range(Least, Most) / Length(Route);
		Corners.push_back({Center.X + Route.X * Scale, Center.Y + Route.Y * Scale});
	}
	if (Random.Chance(0.5f))
	{
		std::reverse(Corners.begin(), Corners.end());
	}
	return Corners;
}

/// Anywhere on the ground of RandomScene, and two times of three near an edge of a solid, where mistakes are.
Vec2 RandomPoint(TestRandom& Random, const NavMeshDef& Def)
{
	Vec2 Point{Random.Range(Def.Min.X + 0.01f, Def.Max.X - 0.01f), Random.Range(Def.Min.Y + 0.01f, Def.Max.Y - 0.01f)};
	if (Random.Chance(0.67f))
	{
		const std::vector<Vec2>& Solid =
			Def.Solids[static_cast<size_t>(Random.Index(static_cast<int>(Def.Solids.size())))];
		const size_t Edge = static_cast<size_t>(Random.Index(static_cast<int>(Solid.size())));
		const Vec2 From = Solid[Edge];
		const Vec2 To = Solid[(Edge + 1) % Solid.size()];
		const float Part = Random.Unit();
		const Vec2 Off = Random.InDisc(2.0f * Def.CellSize);
		Point = {From.X + Part * (To.X - From.X) + Off.X, From.Y + Part * (To.Y - From.Y) + Off.Y};
	}
	return {std::clamp(Point.X, Def.Min.X + 0.01f, Def.Max.X - 0.01f),
		std::clamp(Point.Y, Def.Min.Y + 0.01f, Def.Max.Y - 0.01f)};
}

/// How many polygons can be reached from one.
std::vector<uint8_t> Flood(const NavGraph& Graph, int32_t Start)
{
	std::vector<uint8_t> bReached(Graph.Polygons.size(), 0);
	std::vector<int32_t> Open{Start};
	bReached[static_cast<size_t>(Start)] = 1;
	while (!Open.empty())
	{
		const NavGraph::Polygon& Polygon = Graph.Polygons[static_cast<size_t>(Open.back())];
		Open.pop_back();
		for (int32_t Index = Polygon.FirstEdge; Index < Polygon.FirstEdge + Polygon.EdgeCount; ++Index)
		{
			const int32_t Neighbor = Graph.Edges[static_cast<size_t>(Index)].Neighbor;
			if (Neighbor != NavGraph::None && !bReached[static_cast<size_t>(Neighbor)])
			{
				bReached[static_cast<size_t>(Neighbor)] = 1;
				Open.push_back(Neighbor);
			}
		}
	}
	return bReached;
}

bool CanReach(const NavGraph& Graph, Vec2 From, Vec2 To)
{
	const int32_t Start = FindBrute(Graph, From);
	const int32_t Goal = FindBrute(Graph, To);
	EXPECT_NE(Start, NavGraph::None);
	EXPECT_NE(Goal, NavGraph::None);
	return Start != NavGraph::None && Goal != NavGraph::None && Flood(Graph, Start)[static_cast<size_t>(Goal)] != 0;
}

/// Detour's own path from one point to another: whether it gets there, and over how many links.
struct DetourRoute
{
	bool bArrives = false;
	int Links = 0;
};
DetourRoute FindDetourRoute(const NavMesh& Mesh, Vec2 From, Vec2 To)
{
	dtNavMeshQuery Query;
	EXPECT_FALSE(dtStatusFailed(Query.init(&Mesh.Detour(), 2048)));
	const dtQueryFilter Filter;
	const float Reach[3] = {0.1f, 1.0f, 0.1f};
	const float Start[3] = {From.X, 0.0f, From.Y};
	const float End[3] = {To.X, 0.0f, To.Y};
	float Nearest[3];
	dtPolyRef StartRef = 0, EndRef = 0;
	Query.findNearestPoly(Start, Reach, &Filter, &StartRef, Nearest);
	Query.findNearestPoly(End, Reach, &Filter, &EndRef, Nearest);
	DetourRoute Route;
	if (StartRef == 0 || EndRef == 0)
	{
		return Route;
	}
	dtPolyRef Path[1024];
	int Count = 0;
	Query.findPath(StartRef, EndRef, Start, End, &Filter, Path, &Count, 1024);
	Route.bArrives = Count > 0 && Path[Count - 1] == EndRef;
	for (int Index = 0; Index < Count; ++Index)
	{
		Route.Links += Mesh.Detour().getOffMeshConnectionByRef(Path[Index]) != nullptr ? 1 : 0;
	}
	return Route;
}

/// All links between ground polygons that Detour has.
size_t CountDetourLinks(const NavMesh& Mesh)
{
	size_t Count = 0;
	for (int Index = 0; Index < Mesh.Detour().getMaxTiles(); ++Index)
	{
		const dtMeshTile* const Tile = Mesh.Detour().getTile(Index);
		for (int Polygon = 0; Tile->header != nullptr && Polygon < Tile->header->offMeshBase; ++Polygon)
		{
			for (unsigned int Link = Tile->polys[Polygon].firstLink; Link != DT_NULL_LINK;
				 Link = Tile->links[Link].next)
			{
				Count += Mesh.PolygonOf(Tile->links[Link].ref) != NavGraph::None ? 1 : 0;
			}
		}
	}
	return Count;
}

size_t CountNeighbors(const NavGraph& Graph)
{
	return static_cast<size_t>(std::count_if(Graph.Edges.begin(), Graph.Edges.end(),
		[](const NavGraph::Edge& Edge) { return Edge.Neighbor != NavGraph::None; }));
}

NavMeshDef RandomScene(uint64_t Seed, float TileSize)
{
	TestRandom Random(Seed);
	NavMeshDef Def = Ground({-10.0f, -7.0f}, {14.0f, 11.0f}, 0.1f, TileSize);
	for (int Index = 0; Index < 14; ++Index)
	{
		const Vec2 Center{Random.Range(-11.0f, 15.0f), Random.Range(-8.0f, 12.0f)};
		Def.Solids.push_back(RandomStar(Random, Center, 0.1f, 2.2f));
	}
	for (int Index = 0; Index < 4; ++Index)
	{
		const Vec2 From{Random.Range(-9.0f, 13.0f), Random.Range(-6.0f, 10.0f)};
		const Vec2 Route = Random.InDisc(6.0f);
		Def.Solids.push_back({From, {From.X + Route.X, From.Y + Route.Y}});
	}
	return Def;
}
}

TEST(NavMesh, AnEmptyRectangleIsWalkableEverywhere)
{
	for (const float TileSize : {64.0f, 3.0f})
	{
		const NavMesh Mesh = MustBuild(Ground({-5.0f, 2.0f}, {15.0f, 12.0f}, 0.1f, TileSize));
		EXPECT_EQ(FindFault(Mesh), "");
		EXPECT_NEAR(AreaOf(Mesh.Graph()), 200.0, 1.0e-3);
		for (float X = -4.99f; X < 15.0f; X += 0.37f)
		{
			for (float Y = 2.01f; Y < 12.0f; Y += 0.31f)
			{
				const int32_t Polygon = Mesh.Graph().Find({X, Y});
				ASSERT_NE(Polygon, NavGraph::None) << X << ", " << Y;
				ASSERT_TRUE(IsInPolygon(Mesh.Graph(), Polygon, {X, Y}));
			}
		}
		EXPECT_EQ(Mesh.Graph().Find({-5.5f, 5.0f}), NavGraph::None);
	}
	EXPECT_EQ(MustBuild(Ground({0.0f, 0.0f}, {20.0f, 20.0f}, 0.1f, 64.0f)).Graph().Polygons.size(), 1u);
}

TEST(NavMesh, GroundThatIsNoWholeNumberOfCellsKeepsItsBorder)
{
	const NavMesh Mesh = MustBuild(Ground({0.03f, -0.71f}, {7.77f, 5.36f}, 0.25f, 3.0f));
	EXPECT_EQ(FindFault(Mesh), "");
	EXPECT_NEAR(AreaOf(Mesh.Graph()), (7.77 - 0.03) * (5.36 + 0.71), 1.0e-3);
}

TEST(NavMesh, AlignedSolidsComeOutExact)
{
	for (const float TileSize : {64.0f, 5.0f, 1.1f})
	{
		NavMeshDef Def = Ground({0.0f, 0.0f}, {20.0f, 12.0f}, 0.1f, TileSize);
		Def.Solids = {Box({3.0f, 2.0f}, {7.0f, 5.0f}), Box({4.5f, 3.0f}, {9.3f, 6.0f}), // These two overlap.
			{{12.0f, 2.0f}, {12.0f, 9.0f}, {17.0f, 9.0f}, {17.0f, 8.0f}, {13.0f, 8.0f}, {13.0f, 2.0f}},
			Box({15.0f, 3.0f}, {15.1f, 6.5f})};
		const double Solid = 4.0 * 3.0 + 4.8 * 3.0 - 2.5 * 2.0 + 7.0 + 4.0 + 0.1 * 3.5;
		const NavMesh Mesh = MustBuild(Def);
		EXPECT_EQ(FindFault(Mesh), "") << TileSize;
		EXPECT_NEAR(AreaOf(Mesh.Graph()), 240.0 - Solid, 1.0e-3) << TileSize;
	}
}

TEST(NavMesh, PointsAreOnTheMeshWhereTheyAreOutsideAllSolids)
{
	for (uint64_t Seed = 1; Seed <= 30; ++Seed)
	{
		const NavMeshDef Def = RandomScene(Seed, Seed % 3 == 0 ? 64.0f : Seed % 3 == 1 ? 4.0f : 1.7f);
		const NavMesh Mesh = MustBuild(Def);
		ASSERT_EQ(FindFault(Mesh), "") << "seed " << Seed;
		TestRandom Random(Seed + 1000);
		for (int Sample = 0; Sample < 800; ++Sample)
		{
			const Vec2 Point = RandomPoint(Random, Def);
			bool bSolid = false;
			bool bNearBorder = false;
			for (const std::vector<Vec2>& Solid : Def.Solids)
			{
				bSolid = bSolid || (Solid.size() > 2 && IsInOutline(Point, Solid));
				const float Allowed = Solid.size() > 2 ? 1.0f : 1.5f;
				bNearBorder = bNearBorder || DistanceToOutline(Point, Solid) <= Allowed * Def.CellSize;
			}
			if (!bNearBorder)
			{
				const int32_t Found = FindBrute(Mesh.Graph(), Point);
				ASSERT_EQ(Found == NavGraph::None, bSolid) << "seed " << Seed << " at " << Point.X << ", " << Point.Y;
			}
		}
	}
}

TEST(NavMesh, PolygonsDoNotOverlap)
{
	for (uint64_t Seed = 1; Seed <= 24; ++Seed)
	{
		const NavMeshDef Def = RandomScene(Seed, Seed % 2 == 0 ? 64.0f : 4.0f);
		const NavMesh Mesh = MustBuild(Def);
		TestRandom Random(Seed + 2000);
		for (int Sample = 0; Sample < 1000; ++Sample)
		{
			const Vec2 Point = RandomPoint(Random, Def);
			ASSERT_LE(CountStrictlyInside(Mesh.Graph(), Point), 1)
				<< "seed " << Seed << " at " << Point.X << ", " << Point.Y;
		}
	}
}

TEST(NavMesh, BothSidesOfASliverStayApart)
{
	// Solids one cell thick at most: what is straightened on one side must not reach what is on the other.
	for (uint64_t Seed = 1; Seed <= 20; ++Seed)
	{
		TestRandom Random(Seed + 5000);
		NavMeshDef Def = Ground({0.0f, 0.0f}, {12.0f, 12.0f}, 0.1f, Seed % 2 == 0 ? 64.0f : 3.0f);
		for (int Index = 0; Index < 14; ++Index)
		{
			const Vec2 Tip{Random.Range(1.0f, 11.0f), Random.Range(1.0f, 11.0f)};
			const Vec2 Route = Random.InDisc(3.0f);
			const Vec2 Side{-0.05f * Route.Y, 0.05f * Route.X};
			Def.Solids.push_back(
				{Tip, {Tip.X + Route.X, Tip.Y + Route.Y}, {Tip.X + Route.X + Side.X, Tip.Y + Route.Y + Side.Y}});
		}
		const NavMesh Mesh = MustBuild(Def);
		ASSERT_EQ(FindFault(Mesh), "");
		for (int Sample = 0; Sample < 1000; ++Sample)
		{
			const Vec2 Point = RandomPoint(Random, Def);
			ASSERT_LE(CountStrictlyInside(Mesh.Graph(), Point), 1)
				<< "seed " << Seed << " at " << Point.X << ", " << Point.Y;
		}
	}
}

TEST(NavMesh, ALargePolygonHasRoomForManyNeighbors)
{
	// Twenty openings lead into a tile that is one square. Detour by itself has room for twelve links there, and would drop the rest.
	NavMeshDef Def = Ground({0.0f, 0.0f}, {8.0f, 4.0f}, 0.1f, 4.0f);
	for (int Post = 0; Post < 20; ++Post)
	{
		const float Y = 0.1f + 0.2f * static_cast<float>(Post);
		Def.Solids.push_back(Box({3.5f, Y}, {4.0f, Y + 0.1f}));
	}
	const NavMesh Mesh = MustBuild(Def);
	EXPECT_EQ(FindFault(Mesh), "");
	const NavGraph& Graph = Mesh.Graph();
	const NavGraph::Polygon& Square = Graph.Polygons[static_cast<size_t>(FindBrute(Graph, {6.0f, 2.0f}))];
	EXPECT_EQ(
		std::count_if(Graph.Edges.begin() + Square.FirstEdge, Graph.Edges.begin() + Square.FirstEdge + Square.EdgeCount,
			[](const NavGraph::Edge& Edge) { return Edge.Neighbor != NavGraph::None; }),
		20);
	EXPECT_EQ(CountDetourLinks(Mesh), CountNeighbors(Graph));
}

TEST(NavMesh, TilesMakeNoDifferenceToWhatIsConnected)
{
	for (uint64_t Seed = 1; Seed <= 10; ++Seed)
	{
		const NavMesh Whole = MustBuild(RandomScene(Seed, 64.0f));
		const NavMesh Tiled = MustBuild(RandomScene(Seed, 2.0f));
		EXPECT_GT(Tiled.Graph().Polygons.size(), 100u);
		EXPECT_EQ(CountDetourLinks(Tiled), CountNeighbors(Tiled.Graph())) << "Detour lost links, seed " << Seed;
		const Vec2 Corner{-9.9f, -6.9f};
		const int32_t WholeStart = FindBrute(Whole.Graph(), Corner);
		const int32_t TiledStart = FindBrute(Tiled.Graph(), Corner);
		if (WholeStart == NavGraph::None || TiledStart == NavGraph::None)
		{
			continue;
		}
		const std::vector<uint8_t> FromWhole = Flood(Whole.Graph(), WholeStart);
		const std::vector<uint8_t> FromTiled = Flood(Tiled.Graph(), TiledStart);
		int Compared = 0;
		TestRandom Random(Seed + 3000);
		for (int Sample = 0; Sample < 500; ++Sample)
		{
			const Vec2 Point{Random.Range(-9.99f, 13.99f), Random.Range(-6.99f, 10.99f)};
			const int32_t InWhole = FindBrute(Whole.Graph(), Point);
			const int32_t InTiled = FindBrute(Tiled.Graph(), Point);
			if (InWhole != NavGraph::None && InTiled != NavGraph::None)
			{
				ASSERT_EQ(FromWhole[static_cast<size_t>(InWhole)], FromTiled[static_cast<size_t>(InTiled)])
					<< "seed " << Seed << " at " << Point.X << ", " << Point.Y;
				++Compared;
			}
		}
		EXPECT_GT(Compared, 100);
	}
}

TEST(NavMesh, NobodySlipsThroughARingOfThinWalls)
{
	for (int Turn = 0; Turn < 40; ++Turn)
	{
		// A square ring turned by all angles, its corners meeting exactly.
		const float Angle = static_cast<float>(Turn) * 0.0397f;
		const Vec2 Center{10.013f, 10.027f};
		std::vector<Vec2> Corners;
		for (int Corner = 0; Corner < 4; ++Corner)
		{
			const float At = Angle + static_cast<float>(Corner) * 1.5707964f;
			Corners.push_back({Center.X + 5.0f * std::cos(At), Center.Y + 5.0f * std::sin(At)});
		}
		NavMeshDef Def = Ground({0.0f, 0.0f}, {20.0f, 20.0f}, 0.2f, Turn % 2 == 0 ? 64.0f : 4.0f);
		for (size_t Corner = 0; Corner < 4; ++Corner)
		{
			Def.Solids.push_back({Corners[Corner], Corners[(Corner + 1) % 4]});
		}
		ASSERT_FALSE(CanReach(MustBuild(Def).Graph(), Center, {0.5f, 0.5f})) << "walls, turn " << Turn;

		// The same of polygons much thinner than a cell.
		for (std::vector<Vec2>& Solid : Def.Solids)
		{
			const Vec2 Along{Solid[1].X - Solid[0].X, Solid[1].Y - Solid[0].Y};
			const Vec2 Side{-0.002f * Along.Y, 0.002f * Along.X};
			Solid = {{Solid[0].X - 0.01f * Along.X, Solid[0].Y - 0.01f * Along.Y},
				{Solid[1].X + 0.01f * Along.X, Solid[1].Y + 0.01f * Along.Y},
				{Solid[1].X + Side.X, Solid[1].Y + Side.Y}, {Solid[0].X + Side.X, Solid[0].Y + Side.Y}};
		}
		ASSERT_FALSE(CanReach(MustBuild(Def).Graph(), Center, {0.5f, 0.5f})) << "thin polygons, turn " << Turn;

		// With a gap, everybody does.
		Def.Solids.pop_back();
		ASSERT_TRUE(CanReach(MustBuild(Def).Graph(), Center, {0.5f, 0.5f})) << "gap, turn " << Turn;
	}
}

TEST(NavMesh, AWallTakesTheCellsThatItTouches)
{
	// Cells of a quarter: along the middle of cells, along a border of cells (one side of it), to the corners of cells (none more).
	const auto TakenBy = [](Vec2 From, Vec2 To)
	{
		NavMeshDef Def = Ground({0.0f, 0.0f}, {10.0f, 10.0f}, 0.25f, 64.0f);
		Def.Solids = {{From, To}};
		return (100.0 - AreaOf(MustBuild(Def).Graph())) / (0.25 * 0.25);
	};
	EXPECT_NEAR(TakenBy({2.1f, 5.1f}, {7.9f, 5.1f}), 24.0, 1.0e-2);
	EXPECT_NEAR(TakenBy({5.1f, 2.1f}, {5.1f, 7.9f}), 24.0, 1.0e-2);
	EXPECT_NEAR(TakenBy({2.0f, 5.0f}, {8.0f, 5.0f}), 24.0, 1.0e-2);
	EXPECT_NEAR(TakenBy({5.0f, 8.0f}, {5.0f, 2.0f}), 24.0, 1.0e-2);
	EXPECT_NEAR(TakenBy({5.1f, 5.1f}, {5.1f, 5.1f}), 1.0, 1.0e-2);
	EXPECT_NEAR(TakenBy({5.0f, 5.0f}, {5.0f, 5.0f}), 1.0, 1.0e-2);
}

TEST(NavMesh, AWallBetweenTwoTilesIsInOneOfThem)
{
	// Right on the border, and off it by less than a coordinate can tell far from 0.
	for (const float Off : {0.0f, 1.2e-16f, -1.8e-16f, 4.4e-8f, -4.4e-8f, 1.0e-30f, -1.0e-30f})
	{
		for (const float CellSize : {0.1f, 0.25f})
		{
			NavMeshDef Def = Ground({-8.0f, -8.0f}, {8.0f, 8.0f}, CellSize, 8.0f);
			Def.Solids = {{{-9.0f, Off}, {9.0f, Off}}};
			ASSERT_FALSE(CanReach(MustBuild(Def).Graph(), {3.0f, 3.0f}, {3.0f, -3.0f})) << Off << ", " << CellSize;
			Def.Solids = {{{Off, -9.0f}, {Off, 9.0f}}};
			ASSERT_FALSE(CanReach(MustBuild(Def).Graph(), {3.0f, 3.0f}, {-3.0f, 3.0f})) << Off << ", " << CellSize;
		}
	}
}

TEST(NavMesh, TheSmallestSolidIsNotLost)
{
	NavMeshDef Def = Ground({0.0f, 0.0f}, {10.0f, 10.0f}, 0.5f, 64.0f);
	Def.Solids = {{{5.3f, 5.3f}, {5.31f, 5.3f}, {5.3f, 5.31f}}};
	EXPECT_NEAR(AreaOf(MustBuild(Def).Graph()), 100.0 - 0.25, 1.0e-3);
}

TEST(NavMesh, SlantingWallsTakeFewPolygons)
{
	// A square of 40 cells a side, turned: its stairs must become straight lines.
	NavMeshDef Def = Ground({0.0f, 0.0f}, {40.0f, 40.0f}, 0.25f, 64.0f);
	Def.Solids = {{{20.0f, 9.0f}, {31.0f, 20.0f}, {20.0f, 31.0f}, {9.0f, 20.0f}},
		{{33.0f, 30.0f}, {38.0f, 31.3f}, {36.7f, 36.3f}, {31.7f, 35.0f}}};
	EXPECT_LT(MustBuild(Def).Graph().Polygons.size(), 30u);
}

TEST(NavMesh, DoorsShutAndOpenWithoutRebuilding)
{
	for (const float TileSize : {64.0f, 2.1f})
	{
		NavMeshDef Def = Ground({0.0f, 0.0f}, {10.0f, 10.0f}, 0.1f, TileSize);
		Def.Solids = {Box({4.5f, 0.0f}, {5.5f, 4.0f}), Box({4.5f, 6.0f}, {5.5f, 10.0f})};
		Def.Doors = {{{{4.5f, 4.0f}, {5.5f, 4.0f}, {5.5f, 6.0f}, {4.5f, 6.0f}}, false}};
		NavMesh Mesh = MustBuild(Def);
		const Vec2 West{2.0f, 5.0f}, East{8.0f, 5.0f}, Inside{5.0f, 5.0f};
		ASSERT_EQ(FindFault(Mesh), "");
		EXPECT_NEAR(AreaOf(Mesh.Graph()), 100.0 - 8.0, 1.0e-3);
		EXPECT_FALSE(Mesh.IsDoorOpen(0));
		EXPECT_FALSE(CanReach(Mesh.Graph(), West, East));
		EXPECT_FALSE(CanReach(Mesh.Graph(), West, Inside));
		EXPECT_TRUE(CanReach(Mesh.Graph(), Inside, West)) << "whoever stands in a door may leave";
		EXPECT_FALSE(FindDetourRoute(Mesh, West, East).bArrives);
		const int32_t InDoor = FindBrute(Mesh.Graph(), Inside);
		EXPECT_EQ(Mesh.Graph().Polygons[static_cast<size_t>(InDoor)].Door, 0);
		const uint64_t Source = Mesh.Graph().Polygons[static_cast<size_t>(InDoor)].Source;

		ASSERT_TRUE(Mesh.SetDoor(0, true));
		EXPECT_FALSE(Mesh.IsDoorOpen(0)) << "nothing changes before Update";
		EXPECT_FALSE(CanReach(Mesh.Graph(), West, East));
		EXPECT_TRUE(Mesh.NeedsUpdate());
		EXPECT_EQ(Mesh.Update(), 0);
		EXPECT_FALSE(Mesh.NeedsUpdate());
		EXPECT_EQ(Mesh.Version(), 2u);
		EXPECT_TRUE(Mesh.IsDoorOpen(0));
		ASSERT_EQ(FindFault(Mesh), "");
		EXPECT_TRUE(CanReach(Mesh.Graph(), West, East));
		EXPECT_TRUE(FindDetourRoute(Mesh, West, East).bArrives);
		EXPECT_EQ(Mesh.PolygonOf(Source), FindBrute(Mesh.Graph(), Inside)) << "no tile was rebuilt";

		ASSERT_TRUE(Mesh.SetDoor(0, false));
		Mesh.Update();
		ASSERT_EQ(FindFault(Mesh), "");
		EXPECT_FALSE(CanReach(Mesh.Graph(), West, East));
		EXPECT_FALSE(FindDetourRoute(Mesh, West, East).bArrives);
		EXPECT_FALSE(Mesh.SetDoor(1, true));
		EXPECT_FALSE(Mesh.SetDoor(-1, true));
	}
}

TEST(NavMesh, ASlantingDoorIsTight)
{
	for (int Turn = 0; Turn < 12; ++Turn)
	{
		const float Angle = static_cast<float>(Turn) * 0.27f;
		const Vec2 Along{std::cos(Angle), std::sin(Angle)};
		const Vec2 Center{10.0f, 10.0f};
		const auto At = [Center, Along](float Far, float Side) {
			return Vec2{Center.X + Far * Along.X - Side * Along.Y, Center.Y + Far * Along.Y + Side * Along.X};
		};
		NavMeshDef Def = Ground({0.0f, 0.0f}, {20.0f, 20.0f}, 0.1f, Turn % 2 == 0 ? 64.0f : 3.0f);
		Def.Solids = {{At(-30.0f, 0.0f), At(-1.0f, 0.0f)}, {At(1.0f, 0.0f), At(30.0f, 0.0f)}};
		Def.Doors = {{{At(-1.1f, -0.2f), At(1.1f, -0.2f), At(1.1f, 0.2f), At(-1.1f, 0.2f)}, false}};
		NavMesh Mesh = MustBuild(Def);
		ASSERT_EQ(FindFault(Mesh), "") << Turn;
		ASSERT_FALSE(CanReach(Mesh.Graph(), At(0.0f, 3.0f), At(0.0f, -3.0f))) << Turn;
		ASSERT_TRUE(Mesh.SetDoor(0, true));
		Mesh.Update();
		ASSERT_EQ(FindFault(Mesh), "") << Turn;
		ASSERT_TRUE(CanReach(Mesh.Graph(), At(0.0f, 3.0f), At(0.0f, -3.0f))) << Turn;
	}
}

TEST(NavMesh, LinksLeadWhereNoGroundDoes)
{
	// In one tile; to the next one; to one far away, which Detour by itself does not connect.
	for (const float TileSize : {64.0f, 8.0f, 2.0f})
	{
		for (const bool bBothWays : {true, false})
		{
			NavMeshDef Def = Ground({0.0f, 0.0f}, {16.0f, 8.0f}, 0.1f, TileSize);
			Def.Solids = {Box({7.5f, -1.0f}, {8.5f, 9.0f})};
			Def.Links = {{{6.05f, 3.05f}, {12.35f, 5.15f}, bBothWays}};
			NavMesh Mesh = MustBuild(Def);
			const Vec2 West{1.0f, 1.0f}, East{15.0f, 7.0f};
			EXPECT_EQ(FindDetourRoute(Mesh, West, East).Links, 1) << TileSize;
			EXPECT_TRUE(FindDetourRoute(Mesh, West, East).bArrives) << TileSize;
			EXPECT_EQ(FindDetourRoute(Mesh, East, West).bArrives, bBothWays) << TileSize;

			const NavGraph& Graph = Mesh.Graph();
			ASSERT_EQ(Graph.Links.size(), bBothWays ? 2u : 1u);
			const NavGraph::Polygon& Start = Graph.Polygons[static_cast<size_t>(FindBrute(Graph, Def.Links[0].From))];
			ASSERT_EQ(Start.LinkCount, 1);
			const NavGraph::Link& Link = Graph.Links[static_cast<size_t>(Start.FirstLink)];
			EXPECT_EQ(Link.From, Def.Links[0].From);
			EXPECT_EQ(Link.To, Def.Links[0].To);
			EXPECT_TRUE(IsInPolygon(Graph, Link.Target, Def.Links[0].To));

			// A block on the end takes the link away; when it goes, the link is back.
			const NavBlockHandle Block = Mesh.AddBlock(Box({11.0f, 4.0f}, {13.5f, 6.0f})).Value();
			while (Mesh.Update() > 0)
			{}
			EXPECT_TRUE(Mesh.Graph().Links.empty());
			EXPECT_FALSE(FindDetourRoute(Mesh, West, East).bArrives);
			ASSERT_TRUE(Mesh.RemoveBlock(Block));
			while (Mesh.Update() > 0)
			{}
			EXPECT_EQ(Mesh.Graph().Links.size(), bBothWays ? 2u : 1u);
			EXPECT_TRUE(FindDetourRoute(Mesh, West, East).bArrives);
			EXPECT_EQ(FindDetourRoute(Mesh, East, West).bArrives, bBothWays);
			const NavBlockHandle OnStart = Mesh.AddBlock(Box({5.0f, 2.0f}, {7.0f, 4.0f})).Value();
			while (Mesh.Update() > 0)
			{}
			EXPECT_FALSE(FindDetourRoute(Mesh, East, West).bArrives);
			ASSERT_TRUE(Mesh.RemoveBlock(OnStart));
			while (Mesh.Update() > 0)
			{}
			EXPECT_EQ(FindDetourRoute(Mesh, East, West).bArrives, bBothWays);
		}
	}
}

TEST(NavMesh, BlocksComeAndGo)
{
	NavMeshDef Def = RandomScene(5, 3.0f);
	NavMesh Mesh = MustBuild(Def);
	const std::vector<unsigned char> Before = BytesOf(Mesh.Graph(), false);
	const double Area = AreaOf(Mesh.Graph());
	const std::vector<Vec2> Outline = Box({-2.0f, -3.0f}, {5.0f, 4.0f});
	const Result<NavBlockHandle> Block = Mesh.AddBlock(Outline);
	ASSERT_TRUE(Block);
	EXPECT_TRUE(Mesh.NeedsUpdate());
	EXPECT_EQ(AreaOf(Mesh.Graph()), Area) << "nothing changes before Update";
	int Waiting = Mesh.Update(2);
	EXPECT_GT(Waiting, 0);
	EXPECT_EQ(FindFault(Mesh), "") << "half way";
	for (int Rounds = 0; Waiting > 0 && Rounds < 100; ++Rounds)
	{
		const int Left = Mesh.Update(2);
		EXPECT_EQ(Left, std::max(0, Waiting - 2));
		Waiting = Left;
	}
	EXPECT_EQ(FindFault(Mesh), "");

	// The same as if it had been there from the beginning.
	NavMeshDef WithBlock = Def;
	WithBlock.Solids.push_back(Outline);
	EXPECT_EQ(BytesOf(Mesh.Graph(), false), BytesOf(MustBuild(WithBlock).Graph(), false));

	ASSERT_TRUE(Mesh.RemoveBlock(Block.Value()));
	EXPECT_FALSE(Mesh.RemoveBlock(Block.Value())) << "it is gone";
	EXPECT_EQ(Mesh.Update(1000), 0);
	EXPECT_EQ(BytesOf(Mesh.Graph(), false), Before);
	EXPECT_EQ(FindFault(Mesh), "");

	const uint32_t Version = Mesh.Version();
	EXPECT_EQ(Mesh.Update(), 0);
	EXPECT_EQ(Mesh.Version(), Version);
	EXPECT_FALSE(Mesh.AddBlock(std::vector<Vec2>{{1.0f, 1.0f}}));
	EXPECT_FALSE(Mesh.AddBlock(std::vector<Vec2>{{1.0f, 1.0f}, {NAN, 0.0f}, {2.0f, 2.0f}}));
	EXPECT_FALSE(Mesh.NeedsUpdate());
}

// Doors change a graph in place; tiles with blocks make it anew. Either way it is the one that would have been built with them.
TEST(NavMesh, AGraphThatHasChangedIsTheSameAsOneBuiltSo)
{
	int Changed = 0;
	for (uint64_t Seed = 1; Seed <= 6; ++Seed)
	{
		TestRandom Random(Seed + 7000);
		NavMeshDef Def = RandomScene(Seed, Seed % 2 == 0 ? 4.0f : 64.0f);
		// Next to each other and across the borders of tiles, some of them touching.
		for (int Door = 0; Door < 12; ++Door)
		{
			NavMeshDef With = Def;
			const Vec2 At{Random.Range(-8.0f, 10.0f), Random.Range(-5.0f, 8.0f)};
			With.Doors.push_back({Box(At, At + Vec2{Random.Range(0.3f, 2.0f), Random.Range(0.3f, 2.0f)}), true});
			if (NavMesh::Build(With))
			{
				Def = With;
			}
		}
		for (int Link = 0; Link < 6; ++Link)
		{
			NavMeshDef With = Def;
			With.Links.push_back({RandomPoint(Random, Def), RandomPoint(Random, Def), Random.Chance(0.5f)});
			if (NavMesh::Build(With))
			{
				Def = With;
			}
		}
		const int Doors = static_cast<int>(Def.Doors.size());
		ASSERT_GT(Doors, 4);
		NavMesh Mesh = MustBuild(Def);
		for (int Step = 0; Step < 25; ++Step)
		{
			const std::vector<NavGraph::Edge> Before = Mesh.Graph().Edges;
			for (int Count = Random.Integer(1, 3); Count > 0; --Count)
			{
				const int Door = Random.Index(Doors);
				Def.Doors[static_cast<size_t>(Door)].bOpen = Random.Chance(0.5f);
				ASSERT_TRUE(Mesh.SetDoor(Door, Def.Doors[static_cast<size_t>(Door)].bOpen));
			}
			if (!Mesh.NeedsUpdate())
			{
				continue;
			}
			Mesh.Update();
			ASSERT_EQ(BytesOf(Mesh.Graph(), false), BytesOf(MustBuild(Def).Graph(), false)) << Seed << ", " << Step;
			ASSERT_EQ(FindFault(Mesh), "");
			ASSERT_NE(Mesh.LastChange(), nullptr);
			const std::vector<int32_t>& Edges = Mesh.LastChange()->Edges;
			for (size_t Edge = 0; Edge < Before.size(); ++Edge)
			{
				const NavGraph::Edge& Now = Mesh.Graph().Edges[Edge];
				const bool bSame = Now.Neighbor == Before[Edge].Neighbor && Now.bFromSolid == Before[Edge].bFromSolid &&
					Now.bToSolid == Before[Edge].bToSolid;
				const bool bNamed = std::find(Edges.begin(), Edges.end(), static_cast<int32_t>(Edge)) != Edges.end();
				ASSERT_TRUE(bSame || bNamed) << Edge;
				Changed += bSame ? 0 : 1;
			}
		}
		ASSERT_TRUE(Mesh.AddBlock(Box({0.0f, 0.0f}, {0.5f, 0.5f})));
		Mesh.Update(1000);
		EXPECT_EQ(Mesh.LastChange(), nullptr) << "more has changed than it can say";
	}
	EXPECT_GT(Changed, 300);
}

TEST(NavMesh, PolygonsOfOtherTilesKeepTheirSource)
{
	NavMesh Mesh = MustBuild(Ground({0.0f, 0.0f}, {30.0f, 30.0f}, 0.1f, 10.0f));
	const uint64_t Elsewhere =
		Mesh.Graph().Polygons[static_cast<size_t>(FindBrute(Mesh.Graph(), {25.0f, 25.0f}))].Source;
	const uint64_t Here = Mesh.Graph().Polygons[static_cast<size_t>(FindBrute(Mesh.Graph(), {15.0f, 15.0f}))].Source;
	ASSERT_TRUE(Mesh.AddBlock(Box({15.0f, 12.0f}, {19.9f, 14.0f})));
	while (Mesh.Update() > 0)
	{}
	EXPECT_EQ(Mesh.PolygonOf(Elsewhere), FindBrute(Mesh.Graph(), {25.0f, 25.0f}));
	EXPECT_EQ(Mesh.PolygonOf(Here), NavGraph::None) << "of the past";
	EXPECT_EQ(Mesh.PolygonOf(0), NavGraph::None);
	EXPECT_EQ(Mesh.PolygonOf(~uint64_t{0}), NavGraph::None);
}

TEST(NavMesh, ThreadsMakeNoDifference)
{
	const NavMeshDef Def = RandomScene(9, 2.5f);
	const std::vector<unsigned char> Serial = BytesOf(MustBuild(Def).Graph(), true);
	for (const int Threads : {1, 2, 4})
	{
		const std::unique_ptr<TaskScheduler> Scheduler = CreateTbbScheduler(Threads);
		const Result<NavMesh> Mesh = NavMesh::Build(Def, Scheduler.get());
		ASSERT_TRUE(Mesh) << Mesh.ErrorText();
		EXPECT_EQ(BytesOf(Mesh.Value().Graph(), true), Serial) << Threads << " threads";
	}
}

TEST(NavMesh, ClutterIsMeshedInTime)
{
	// A comb of a thousand teeth and a field of posts: long contours, many regions, none of it may take forever.
	NavMeshDef Def = Ground({0.0f, 0.0f}, {50.0f, 50.0f}, 0.1f, 50.0f);
	std::vector<Vec2> Comb;
	for (int Tooth = 0; Tooth < 240; ++Tooth)
	{
		const float X = 0.5f + 0.2f * static_cast<float>(Tooth);
		const float Tip = Tooth % 3 == 0 ? 6.0f : 9.0f;
		Comb.insert(Comb.end(), {{X, 3.0f}, {X + 0.13f, Tip}});
	}
	Comb.insert(Comb.end(), {{49.0f, 2.0f}, {0.5f, 2.0f}});
	Def.Solids = {Comb};
	TestRandom Random(77);
	for (int Post = 0; Post < 600; ++Post)
	{
		const Vec2 At{Random.Range(1.0f, 49.0f), Random.Range(12.0f, 49.0f)};
		Def.Solids.push_back(RandomStar(Random, At, 0.05f, 0.4f));
	}
	EXPECT_EQ(FindFault(MustBuild(Def)), "");
}

TEST(NavMesh, BadDefinitionsAreRefusedByName)
{
	const NavMeshDef Good = Ground({0.0f, 0.0f}, {10.0f, 10.0f}, 0.1f, 5.0f);
	ASSERT_TRUE(NavMesh::Build(Good));
	struct Case
	{
		const char* Expected;
		void (*Spoil)(NavMeshDef&);
	};
	const Case Cases[] = {
		{"Min is (10, 0) and Max (10, 10)", [](NavMeshDef& Def) { Def.Min.X = 10.0f; }},
		{"Min is (nan", [](NavMeshDef& Def) { Def.Min.X = NAN; }},
		{"Max is (10, inf)", [](NavMeshDef& Def) { Def.Max.Y = INFINITY; }},
		{"CellSize is 0.01; it must be within 0.02 .. 10", [](NavMeshDef& Def) { Def.CellSize = 0.01f; }},
		{"CellSize is nan", [](NavMeshDef& Def) { Def.CellSize = NAN; }},
		{"CellSize is 0.1; with ground up to 500000 m", [](NavMeshDef& Def) { Def.Max.X = 5.0e5f; }},
		{"CellSize is 0.02, which makes",
			[](NavMeshDef& Def) {
				Def.CellSize = 0.02f, Def.Max = {900.0f, 900.0f};
			}},
		{"TileSize is 0.5; it must be within 0.8 .. 100", [](NavMeshDef& Def) { Def.TileSize = 0.5f; }},
		{"TileSize is nan", [](NavMeshDef& Def) { Def.TileSize = NAN; }},
		{"TileSize is 1, which makes 40000 tiles",
			[](NavMeshDef& Def) {
				Def.Max = {200.0f, 200.0f}, Def.TileSize = 1.0f;
			}},
		{"Solids[1] has 1 vertices",
			[](NavMeshDef& Def) {
				Def.Solids = {Box({1, 1}, {2, 2}), {{3, 3}}};
			}},
		{"Solids[0][2] is (nan, 2)",
			[](NavMeshDef& Def) {
				Def.Solids = {{{1, 1}, {2, 1}, {NAN, 2}}};
			}},
		{"Solids[0] has 5000 vertices", [](NavMeshDef& Def) { Def.Solids = {std::vector<Vec2>(5000)}; }},
		{"Solids has 1 entries that cover all the ground",
			[](NavMeshDef& Def) {
				Def.Solids = {Box({-1, -1}, {11, 11})};
			}},
		{"Doors[0].Outline is not convex",
			[](NavMeshDef& Def) {
				Def.Doors = {{{{1, 1}, {3, 1}, {1.5f, 1.5f}, {1, 3}}, true}};
			}},
		{"Doors[0].Outline is not convex",
			[](NavMeshDef& Def) {
				Def.Doors = {{{{1, 1}, {2, 1}, {3, 1}}, true}};
			}},
		{"Doors[0].Outline has 2 vertices",
			[](NavMeshDef& Def) {
				Def.Doors = {{{{1, 1}, {3, 1}}, true}};
			}},
		{"Doors[1].Outline, from (21, 1) on, covers no ground",
			[](NavMeshDef& Def) {
				Def.Doors = {{Box({1, 1}, {2, 2}), true}, {Box({21, 1}, {22, 2}), true}};
			}},
		{"Links[0].To is (30, 3), which is off the mesh",
			[](NavMeshDef& Def) {
				Def.Links = {{{3, 3}, {30, 3}, true}};
			}},
		{"Links[0].From is (5, 5), which is off the mesh",
			[](NavMeshDef& Def) {
				Def.Solids = {Box({4, 4}, {6, 6})}, Def.Links = {{{5, 5}, {3, 3}, true}};
			}},
		{"Links[0].From is (inf, 3)",
			[](NavMeshDef& Def) {
				Def.Links = {{{INFINITY, 3}, {3, 3}, true}};
			}},
	};
	for (const Case& Item : Cases)
	{
		NavMeshDef Def = Good;
		Item.Spoil(Def);
		const Result<NavMesh> Mesh = NavMesh::Build(Def);
		EXPECT_FALSE(Mesh) << Item.Expected;
		EXPECT_NE(std::strstr(Mesh.ErrorText(), Item.Expected), nullptr)
			<< Mesh.ErrorText() << "\nexpected: " << Item.Expected;
	}
}

TEST(NavMesh, AMeshThatIsNoneIsHarmless)
{
	NavMesh Mesh;
	EXPECT_EQ(Mesh.Update(), 0);
	EXPECT_FALSE(Mesh.NeedsUpdate());
	EXPECT_TRUE(Mesh.Graph().Polygons.empty());
	EXPECT_FALSE(Mesh.SetDoor(0, true));
	EXPECT_EQ(Mesh.PolygonOf(1), NavGraph::None);
}
}
