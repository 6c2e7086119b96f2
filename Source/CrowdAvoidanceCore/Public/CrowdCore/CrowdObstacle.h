// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"

#include <span>

namespace CrowdAvoidance
{
/// The most wall segments one agent avoids at a time.
constexpr int CrowdMaxWalls = 24;

/// The most vertices of one obstacle.
constexpr int CrowdMaxObstacleVertices = 65536;

/// Something that stands still and is solid.
/// Two vertices make a wall, solid on both sides. Three or more make a closed polygon, solid inside; either winding is
/// accepted. Consecutive vertices closer than a millimetre are refused, as is a polygon without area.
struct ObstacleDef
{
	std::span<const Vec2> Vertices; ///< [m, 2 .. CrowdMaxObstacleVertices]
	uint32_t Groups = ~0u;          ///< Avoided by agents whose Avoids shares a bit. [bits]
	/// Of a wall: solid only for those who stand on its right, going from the first vertex to the second. For walls that nobody
	/// can be behind (borders of a navmesh), at half the cost.
	bool bOneSided = false;
};
}
