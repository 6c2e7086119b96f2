// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavMesh/CrowdNavMesh.h"

#include <DetourNavMesh.h>

#include <memory>

namespace CrowdAvoidance::Validation
{
enum class ERecastCells
{
	Triangles, ///< rcRasterizeTriangles: all outlines stand upright and take every cell that they touch.
	Centres, ///< rcMarkConvexPolyArea: polygons take the cells whose centre is in them. Walls of two vertices stand upright.
};

enum class ERecastRegions
{
	Watershed,
	Monotone,
	Layers,
};

struct RecastChoice
{
	ERecastCells Cells = ERecastCells::Triangles;
	ERecastRegions Regions = ERecastRegions::Watershed;
	float MaxError = 1.3f; ///< Of a simplified contour. [cells]
};

struct DetourMeshDeleter
{
	void operator()(dtNavMesh* Mesh) const { dtFreeNavMesh(Mesh); }
};
using DetourMeshPtr = std::unique_ptr<dtNavMesh, DetourMeshDeleter>;

/// What the stages took. CPU time. [s]
struct RecastTimes
{
	double Cells = 0.0, Regions = 0.0, Contours = 0.0, Polygons = 0.0;
};

/// The ground of a definition as Recast by itself makes a mesh of it: heightfield, compact heightfield, regions, contours,
/// polygons, tile by tile with a border, as its demo program does it, for agents without a radius. Links are left out.
/// Throws Scenarios::InputError where Recast or Detour gives up.
DetourMeshPtr BuildWithRecast(const NavMeshDef& Def, const RecastChoice& Choice, RecastTimes& OutTimes);
}
