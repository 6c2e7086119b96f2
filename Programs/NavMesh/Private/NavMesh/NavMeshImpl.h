// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "NavMesh/NavMeshTile.h"

#include <utility>

namespace CrowdAvoidance
{
/// Vertices of one solid, wall or block. More would make a tile too slow to build.
constexpr size_t NavMaxOutlineVertices = 4096;
constexpr size_t NavMaxSolids = 1000000;
constexpr size_t NavMaxDoors = 10000;
constexpr size_t NavMaxDoorVertices = 12;
constexpr size_t NavMaxLinks = 65536;
constexpr size_t NavMaxBlocks = 1u << 20;
constexpr double NavMaxCells = 4.0e8;
constexpr int NavMaxTiles = 16384;

/// 2 .. NavMaxOutlineVertices finite vertices. Name: the field that it is, for the error.
Result<void> CheckNavOutline(const char* Name, std::span<const Vec2> Outline);
/// Checks everything that can be checked before building, and lays out cells and tiles.
Result<NavLattice> CheckNavMeshDef(const NavMeshDef& Def);

/// Which outlines overlap which tile.
class NavOutlineIndex
{
public:
	void Build(const NavLattice& Lattice, const std::vector<std::span<const Vec2>>& Outlines);
	/// Calls Visit(number of the outline) for those that may overlap the tile, always in the same order.
	template <typename Visitor>
	void ForEachIn(int Tile, Visitor&& Visit) const
	{
		for (size_t At = Start[static_cast<size_t>(Tile)]; At < Start[static_cast<size_t>(Tile) + 1]; ++At)
		{
			Visit(Listed[At]);
		}
		for (const uint32_t Outline : Large)
		{
			Visit(Outline);
		}
	}

private:
	std::vector<size_t> Start;
	std::vector<uint32_t> Listed;
	std::vector<uint32_t> Large; ///< Those in so many tiles that they are tested in all.
};

/// Tiles whose cells an outline may change.
struct NavTileRange
{
	int FirstX = 0, FirstY = 0, LastX = -1, LastY = -1;

	NavTileRange(const NavLattice& Lattice, std::span<const Vec2> Outline);
	bool Contains(int TileX, int TileY) const
	{
		return TileX >= FirstX && TileX <= LastX && TileY >= FirstY && TileY <= LastY;
	}
	int64_t Count() const;
};

/// Detour's names for the sides of a tile.
constexpr int NavEastSide = 0, NavNorthSide = 2, NavWestSide = 4, NavSouthSide = 6;

/// An edge along a side of its tile, Low < High.
struct NavSideEdge
{
	float Low, High;
	int32_t Polygon; ///< Number in the tile.
	int32_t Edge;    ///< Number in Detour's polygon.
};

struct NavMesh::Impl
{
	struct TilePlace
	{
		dtTileRef Ref = 0;                     ///< 0: nothing to walk on.
		std::vector<int16_t> Doors;            ///< By polygon.
		int32_t FirstPolygon = 0;              ///< In the graph.
		uint32_t Rebuilt = 0;                  ///< A later tile has a higher number; 0: never since Build.
		std::vector<std::vector<Vec2>> Blocks; ///< That stood there then.
	};
	struct Block
	{
		std::vector<Vec2> Outline; ///< Empty: the place is free.
		uint32_t Generation = 0;

		template <typename Self, typename Stream>
		static void Exchange(Self& Item, Stream& Bytes)
		{
			Bytes(Item.Outline, Item.Generation);
		}
	};
	class GraphMaker;
	struct MeshDeleter
	{
		void operator()(dtNavMesh* Freed) const { dtFreeNavMesh(Freed); }
	};

	NavMeshDef Def; ///< Doors as the last Update left them.
	NavLattice Lattice;
	NavOutlineIndex SolidsByTile, DoorsByTile;
	std::vector<std::pair<int32_t, int32_t>> LinksFromTile, LinksToTile; ///< Tile, link; sorted.
	int MostPolygons = 0;                                                ///< In a tile.
	std::unique_ptr<dtNavMesh, MeshDeleter> Mesh;
	std::vector<TilePlace> Tiles;
	std::vector<Block> Blocks;
	std::vector<uint8_t> WantedOpen; ///< By door.
	std::vector<int32_t> DirtyTiles; ///< In the order in which they are to be rebuilt.
	std::vector<uint8_t> IsDirty;    ///< By tile.
	uint32_t Rebuilds = 0;           ///< Of tiles, since Build.
	NavTileBuilder Builder;
	std::vector<NavSideEdge> HereEdges, ThereEdges; ///< For CompleteSideLinks.
	NavGraph Graph;
	std::vector<int32_t> LinkTargets; ///< By link of the graph: where it leads to while its door is open.
	NavGraph::Change Change;          ///< From the version before to this one.
	bool bChangeKnown = false;
	uint32_t Version = 0;

	/// Everything that follows from the definition: cells, tiles, a mesh without any tile in it.
	Result<void> Prepare(NavMeshDef&& InDef);
	/// Those of the tile, in the order of their numbers.
	static std::span<const std::pair<int32_t, int32_t>> LinksOf(
		const std::vector<std::pair<int32_t, int32_t>>& ByTile, int TileNumber);
	std::vector<std::vector<Vec2>> BlocksIn(int TileNumber) const;
	NavTileInput InputOf(int TileNumber, std::span<const std::vector<Vec2>> BlocksThere) const;
	/// With the blocks that each was last built with, and added in that order, by which Detour's links depend on it.
	Result<void> BuildAllTiles(TaskScheduler* Scheduler);
	/// Those that have been rebuilt, in the order in which they were.
	std::vector<int32_t> RebuiltTiles() const;
	/// Puts a tile in place of the one that was there.
	bool ReplaceTile(int TileNumber, NavTileOutput&& New);
	Result<void> CheckDoorsAndLinks() const;
	void MarkDirty(std::span<const Vec2> Outline);
	/// Returns the polygons in them, of the graph as it was.
	std::vector<int32_t> ApplyDoors();
	/// How far off the mesh a link may begin or end. [m]
	float LinkReach() const { return static_cast<float>(2.0 * Lattice.Cell); }

	/// The polygon of the tile nearest to the point, within LinkReach, or None. [number in the tile]
	int32_t NearestInTile(int TileNumber, Vec2 Point, Vec2& OutNearest) const;
	const dtMeshTile* TileOf(int TileNumber) const;
	dtPolyRef RefOf(int TileNumber, int32_t Polygon) const;

	/// Edges of the tile along one of its sides, in order.
	void FindSideEdges(int TileNumber, int Side, std::vector<NavSideEdge>& Out) const;
	/// Calls Visit(other tile, side of this tile, side of the other) for the tiles around.
	template <typename Visitor>
	void ForEachNeighbor(int TileNumber, Visitor&& Visit) const
	{
		const int Column = TileNumber % Lattice.TileColumns;
		if (Column + 1 < Lattice.TileColumns)
		{
			Visit(TileNumber + 1, NavEastSide, NavWestSide);
		}
		if (TileNumber + Lattice.TileColumns < Lattice.TileCount())
		{
			Visit(TileNumber + Lattice.TileColumns, NavNorthSide, NavSouthSide);
		}
		if (Column > 0)
		{
			Visit(TileNumber - 1, NavWestSide, NavEastSide);
		}
		if (TileNumber >= Lattice.TileColumns)
		{
			Visit(TileNumber - Lattice.TileColumns, NavSouthSide, NavNorthSide);
		}
	}
	/// Detour connects an edge to four polygons of the next tile at most; this adds those that it left out.
	void CompleteSideLinks(int FromTile, int FromSide, int ToTile, int ToSide);

	/// @name Links to tiles that are not neighbours
	/// Detour connects links within a tile and to the tiles around it only; these make and cut the others.
	bool IsFar(const NavLinkDef& Link) const;
	/// Calls Visit(link, tile where it begins, tile where it ends) for the far links that begin or end in the tile.
	template <typename Visitor>
	void ForEachFarLink(int TileNumber, Visitor&& Visit) const
	{
		for (const auto* const ByTile : {&LinksFromTile, &LinksToTile})
		{
			for (const auto& [Ignored, Number] : LinksOf(*ByTile, TileNumber))
			{
				const NavLinkDef& Link = Def.Links[static_cast<size_t>(Number)];
				if (IsFar(Link))
				{
					Visit(Number, Lattice.TileAt(Link.From), Lattice.TileAt(Link.To));
				}
			}
		}
	}
	void ConnectFarLinks(int TileNumber);
	void CutFarLinks(int TileNumber);

	/// Makes the graph anew from Detour's tiles.
	void RefreshGraph();
	/// Brings the graph up to date with the doors that these polygons lie in, as if it had been made anew.
	void OpenAndShut(std::span<const int32_t> Doorways);
	/// A shut door lets out whoever is in it, and nobody in.
	bool MayEnter(int32_t From, int32_t To) const
	{
		const int16_t Door = Graph.Polygons[static_cast<size_t>(To)].Door;
		return Door == NavGraph::None || Def.Doors[static_cast<size_t>(Door)].bOpen ||
			Graph.Polygons[static_cast<size_t>(From)].Door == Door;
	}
};
}
