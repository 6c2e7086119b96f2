// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Roadmap/SegmentGrid.h"

#include <span>
#include <vector>

namespace CrowdAvoidance
{
/// A place where paths may turn.
struct RoadNode
{
	DoubleVec2 Position;
	/// The corner that it goes round, and the vertices before and after it. All the same: it belongs to no corner.
	DoubleVec2 Corner, Before, After;

	bool HasCorner() const { return !(Corner == Before); }
};

/// The solids as they are worked with.
struct RoadSolids
{
	/// Polygons counter-clockwise, or walls of two vertices.
	std::vector<std::vector<DoubleVec2>> Shapes;

	std::vector<RoadSegment> Segments() const;
	/// Whether the point lies in a polygon.
	bool Contains(DoubleVec2 Point) const;
	/// Call after filling Shapes.
	void Finish();

private:
	struct Box
	{
		DoubleVec2 Min, Max;
	};
	std::vector<Box> Boxes;
};

/// The nodes of all convex corners: as far out that lines along both edges of the corner keep Offset away from them. Corners
/// sharper than about a right angle get two nodes, which keeps them near. Nodes without room are left out.
std::vector<RoadNode> MakeCornerNodes(const RoadSolids& Solids, const SegmentGrid& Grid, double Offset);

/// Whether a shortest path that arrives at the node in that direction (unit vector) can go on from it: not where it runs into
/// the node's own corner, since then it would have turned earlier. Clearance: how near paths may come to segments. [m]
bool CanTurnAt(const RoadNode& Node, DoubleVec2 Direction, double Clearance);
}
