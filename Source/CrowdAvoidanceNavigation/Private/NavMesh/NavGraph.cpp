// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdNavigation/CrowdNavGraph.h"

namespace CrowdAvoidance
{
std::vector<NavGraph::Wall> NavGraph::Walls() const
{
	std::vector<Wall> Found;
	for (const Polygon& Owner : Polygons)
	{
		for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
		{
			if (Edges[static_cast<size_t>(Index)].Neighbor == None)
			{
				Found.push_back({Edges[static_cast<size_t>(Index)].From, EdgeEnd(Owner, Index), Owner.Tile});
			}
		}
	}
	return Found;
}
}
