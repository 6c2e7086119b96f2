// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavMesh/CrowdNavMesh.h"

#include <span>

class dtNavMesh;

namespace CrowdAvoidance::Validation
{
/// How far the border of a mesh is off that of the ground that it was made of.
struct MeshDeviation
{
	/// Where the mesh ends before the ground does, and where it goes on into a solid or across a wall. Percentiles are over all of both
	/// borders. [m]
	double LostMax = 0.0, LostP99 = 0.0;
	double GainedMax = 0.0, GainedP99 = 0.0;
	/// The same as areas; and what more than one polygon covers. [m^2]
	double LostArea = 0.0, GainedArea = 0.0, DoubledArea = 0.0;
};

/// Along lines in both directions, at most Spacing apart and at most 4,000 in each: borders are compared where a line crosses them.
MeshDeviation CompareWithGround(const dtNavMesh& Mesh, const NavMeshDef& Ground, double Spacing);

/// What can be got to on a mesh, links apart.
struct MeshReach
{
	int OffMesh = 0; ///< Points that are on no polygon.
	int Islands = 0; ///< Between which there is no path: those that points lie on.
};
MeshReach ConnectPoints(const dtNavMesh& Mesh, std::span<const Vec2> Points);

struct MeshSize
{
	int Polygons = 0;
	size_t Bytes = 0; ///< Of Detour's tiles.
};
MeshSize SizeOf(const dtNavMesh& Mesh);
}
