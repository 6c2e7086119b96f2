// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "NavMesh/NavMeshTile.h"

namespace CrowdAvoidance
{
struct NavTileCheckInput
{
	const unsigned char* Data = nullptr;
	size_t Size = 0;
	int Tile = 0; ///< Which tile it ought to be.
	int MostPolygons = 0;
	size_t LinkCount = 0; ///< Of the mesh.
};

/// Looks whether a tile that comes from outside may be given to Detour, which checks next to nothing itself: sizes, every number
/// of a vertex or polygon, that polygons are convex and neighbours agree. Null where it may; otherwise what is wrong.
const char* FindTileFault(const NavLattice& Lattice, const NavTileCheckInput& Input);
}
