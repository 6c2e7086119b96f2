// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavigation/CrowdNavGraph.h"

namespace CrowdAvoidance
{
/// Where an agent has to head for next, and how far its way goes from there.
struct Heading
{
	Vec2 Target;
	bool bGoal = false; ///< Target is the end of the way, not a corner or a link.
	bool bLink = false; ///< Target is where a link begins.
};

/// Pulls a string through the edges that lie ahead (funnel), kept Radius away from the walls at their ends, and returns its
/// first corner. NextEdge(Polygon, OutEdge, OutLink) says how to leave each polygon, from the agent's own on, and returns false where
/// the way ends; Goal is where it ends. Looks at most Most edges ahead: what is further away cannot be seen past yet, and the string
/// ends in the middle of that edge.
template <typename NextEdgeFunction>
Heading PullString(const NavGraph& Graph, int32_t Polygon, Vec2 From, float Radius, Vec2 Goal, int Most, NextEdgeFunction&& NextEdge);
}
