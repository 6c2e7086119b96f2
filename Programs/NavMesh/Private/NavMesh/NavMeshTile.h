// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "NavMesh/DetourHeaders.h"
#include "NavMesh/NavMeshContours.h"

#include <memory>

namespace CrowdAvoidance
{
/// Memory of Detour's, with a tile in it.
struct NavTileBytes
{
	struct Deleter
	{
		void operator()(unsigned char* Bytes) const { dtFree(Bytes); }
	};

	std::unique_ptr<unsigned char, Deleter> Data; ///< Null: nothing to walk on.
	int Size = 0;
};

/// Polygons that can be walked on have this flag, others none.
constexpr unsigned short NavWalkableFlag = 1;
/// Detour's areas.
constexpr unsigned char NavGroundArea = 0;
constexpr unsigned char NavDoorArea = 1;

/// Detour's slack in heights; everything lies at height 0. [m]
constexpr float NavClimb = 0.5f;

/// What Detour is told an agent's radius is. The mesh is not eroded; Detour only shortens paths by looking ahead 50 times as far. [m]
constexpr float NavSight = 1.0f;

/// Everything that a tile is built from. What does not overlap the tile does no harm.
struct NavTileInput
{
	struct Door
	{
		int Number = 0;
		std::span<const Vec2> Outline;
		bool bOpen = true;
	};
	struct Link
	{
		int Number = 0;
		NavLinkDef Def;
	};

	int TileX = 0, TileY = 0;
	std::vector<std::span<const Vec2>> Solids;
	std::vector<Door> Doors;  ///< Where two overlap, the one that comes first has the ground.
	std::vector<Link> Links;  ///< Those that begin in the tile.
	int LinksThatEndHere = 0; ///< And begin in another tile.
	int MostPolygons = 0;
	float LinkReach = 0.0f; ///< How far from the mesh a link may end. [m]
};

/// A tile, ready to be added to a dtNavMesh.
struct NavTileOutput
{
	NavTileBytes Bytes;
	std::vector<int16_t> Doors; ///< By polygon; NavGraph::None for open ground.
	bool bTooComplex = false;   ///< More corners or polygons than Recast or Detour can number. There is no tile then.
};

/// Builds tiles, one after the other; what it needs for that is kept from one to the next.
class NavTileBuilder
{
public:
	NavTileOutput Build(const NavLattice& Lattice, const NavTileInput& Input);

private:
	bool BuildPolygons(rcPolyMesh& Mesh, bool bExact);
	bool CreateData(const NavLattice& Lattice, const NavTileInput& Input, rcPolyMesh& Mesh, NavTileOutput& Out);

	NavCellPainter Painter;
	NavCells Cells;
	NavContourTracer Tracer;
	std::vector<NavContour> Contours;
};
}
