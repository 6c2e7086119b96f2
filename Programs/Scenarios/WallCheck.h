// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/Scene.h"

namespace CrowdAvoidance::Scenarios
{
/// Tells whether agents have gone through the walls of a scene, whatever their world or a mesh makes of them: it has a world of its
/// own, which holds the edges and nobody.
class WallCheck
{
public:
	/// Polygons of either winding; two vertices: a wall.
	explicit WallCheck(const std::vector<std::vector<Vec2>>& Obstacles);

	/// Whether the straight line between two points crosses an edge. Touching one does not count.
	bool Crosses(Vec2 From, Vec2 To);
	/// How far a disc reaches over an edge; 0: not at all. [m]
	double Depth(Vec2 Center, float Radius);

private:
	World Edges;
	std::vector<WallHit> Hits;
};
}
