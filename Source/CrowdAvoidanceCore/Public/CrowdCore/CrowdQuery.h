// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdAgent.h"

namespace CrowdAvoidance
{
/// Further than any two points of a world are apart. [m]
constexpr float CrowdMaxRange = 4.0f * CrowdMaxCoordinate;

/// Which agents a query of a world is about.
struct AgentFilter
{
	uint32_t Groups = ~0u; ///< Those of any of these groups; ~0: everybody. [bits]
	float MinHeight =
		-CrowdMaxCoordinate; ///< Those whose feet are within MinHeight .. MaxHeight. [m, both within +-1e6]
	float MaxHeight = CrowdMaxCoordinate;
	AgentHandle Except = {}; ///< Not this one.
	bool bGhosts = true;     ///< Ghosts too.
	bool bBodies = false;    ///< Distances to rims instead of to centres: 0 from inside a body.
};

/// An agent that a query found.
struct AgentHit
{
	AgentHandle Agent;
	/// Nearest, InDisc: from the point to the agent. AlongSegment: how far the disc has gone when it touches the agent. [m]
	float Distance = 0.0f;
};

/// An edge of an obstacle that a query found.
struct WallHit
{
	ObstacleHandle Obstacle;
	Vec2 From, To;         ///< Solid to the left. A wall of two vertices has two edges, back to back.
	float Distance = 0.0f; ///< As of AgentHit.
};
}
