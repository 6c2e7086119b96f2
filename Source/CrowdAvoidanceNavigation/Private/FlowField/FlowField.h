// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavigation/CrowdNavGraph.h"

namespace CrowdAvoidance
{
/// The shortest ways from everywhere on a mesh to the nearest of some points, for all agents of about one radius: for each
/// polygon the edge (or link) by which to leave it. It is made a piece at a time; until the new one is whole the old one serves.
class FlowField
{
public:
	struct Goal
	{
		Vec2 Point;
		int32_t Polygon = NavGraph::None;
	};

	/// How to go on from a polygon.
	struct Exit
	{
		int32_t Edge = NavGraph::None; ///< Leave by this edge ...
		int32_t Link = NavGraph::None; ///< ... or by this link. Neither: the goal is in this polygon, or cannot be reached from it.
	};

	/// Starts to make the field anew. Crowding: by polygon, how many times longer its ways are taken to be [>= 1]; empty: 1. Edges
	/// that a disc of Radius cannot pass are walls. The graph must stay as it is until Advance has returned true.
	void Begin(const NavGraph& Graph, std::span<const Goal> Goals, float Radius, std::span<const float> Crowding);
	/// Looks at about Budget edges. True: done, what follows is about the new field.
	bool Advance(const NavGraph& Graph, int Budget);
	bool IsReady() const { return bReady; }   ///< There is a field, if perhaps an old one.
	bool IsMaking() const { return bMaking; } ///< A new one is being made.

	Exit ExitOf(int32_t Polygon) const;
	/// From its centre, without crowding; infinity where the goal cannot be reached. [m]
	float Distance(int32_t Polygon) const;
	/// Number of the goal that the ways of this polygon lead to.
	int32_t GoalOf(int32_t Polygon) const;

	size_t Bytes() const;
};
}
