// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTask.h"
#include "CrowdNavigation/CrowdNavGround.h"

#include <memory>

class dtNavMesh;

namespace CrowdAvoidance
{
/// A connection between two places of the mesh that is no surface, for agents up to any radius. Both ends must lie within two cells of ground to walk on.
struct NavLinkDef
{
	Vec2 From, To;
	bool bBothWays = true;
};

/// A doorway: a convex polygon of ground that can be shut and opened at any time. Shutting it rebuilds nothing.
struct NavDoorDef
{
	std::vector<Vec2> Outline; ///< [3 .. 12 vertices, convex]
	bool bOpen = true;
};

/// Ground to walk on and what stands on it. Metres.
struct NavMeshDef
{
	Vec2 Min, Max; ///< The ground: a rectangle.
	std::vector<std::vector<Vec2>>
		Solids; ///< Nobody can walk there: simple polygons of either winding, or two vertices: a wall. [2 .. 4096 vertices]
	std::vector<NavLinkDef> Links;
	std::vector<NavDoorDef> Doors;
	/// Resolution: borders are off by up to half of this, those of walls of two vertices by all of it, corners by up to one and a
	/// half, so passages that are narrower than that may be lost; solids never are. Polygons whose corners lie on whole multiples from
	/// Min come out exact. [m, 0.02 .. 10]
	float CellSize = 0.1f;
	/// Side of a tile, which is what is rebuilt when a block is added or removed. [m, 8 .. 1000 cells]
	float TileSize = 32.0f;
};

/// Names a block of a mesh.
struct NavBlockHandle
{
	uint32_t Index = UINT32_MAX;
	uint32_t Generation = 0;
};

/// A navigation mesh: built with Recast, kept and searched with Detour. Docs/Planners/Detour.md
/// Agents of any radius share one: it reaches up to the walls, and whoever follows a path keeps a radius away from them.
class NavMesh final : public NavGround
{
public:
	NavMesh();
	~NavMesh() override;
	NavMesh(NavMesh&&) noexcept;
	NavMesh& operator=(NavMesh&&) noexcept;

	/// Tiles are built in parallel. An error where the definition is bad, or where no ground at all is left to walk on.
	static Result<NavMesh> Build(const NavMeshDef& Def, TaskScheduler* Scheduler = nullptr);

	/// @name The world changes
	/// Nothing changes before Update, which takes changes in one by one.
	Result<void> SetDoor(int Door, bool bOpen);
	/// As of the last Update.
	bool IsDoorOpen(int Door) const;
	/// A solid polygon or wall from now on. [2 .. 4096 vertices]
	Result<NavBlockHandle> AddBlock(std::span<const Vec2> Outline);
	Result<void> RemoveBlock(NavBlockHandle Handle);
	/// Rebuilds at most that many tiles and brings the graph up to date. Returns how many tiles are still waiting. A tile with so much
	/// in it that Detour cannot number its polygons stays as it was.
	int Update(int MostTiles = 1) override;
	bool NeedsUpdate() const override;
	/// Polygons of tiles that have not been rebuilt have the same Source in a newer graph.
	uint32_t Version() const override;
	const NavGraph::Change* LastChange() const override;

	const NavGraph& Graph() const override;
	/// By Detour's A* with its any-angle shortcuts.
	Result<std::unique_ptr<NavPathSearch>> MakePathSearch() const override;
	/// Doors, blocks, and which tiles have been rebuilt for them.
	Result<void> Save(SnapshotWriter& To) const override;
	/// Builds the tiles anew where any have been rebuilt, in either mesh.
	Result<void> Load(SnapshotReader& From) override;
	/// For Detour's queries. Polygons of open ground have flag 1; those of closed doorways have none.
	const dtNavMesh& Detour() const;
	/// Polygon of the graph by Detour's reference; None when it is of the past.
	int32_t PolygonOf(uint64_t Source) const;

private:
	struct Impl;
	std::unique_ptr<Impl> State;
};
}
