// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Models/Orca/HalfPlane.h"
#include "Obstacles/NearWalls.h"

namespace CrowdAvoidance
{
/// What walls forbid an agent, in their order. Returns how many lines, CrowdMaxWalls at the most.
int WallLinesOf(const StepView& View, const NearWalls& Near, int Agent, DirectedLine* Lines);

/// The half-planes of the walls in reach of agents Begin .. End - 1, nearest wall first, into Own's first slots;
/// sets Own.WallSlots. Returns false when an agent had more walls in reach than CrowdMaxWalls.
bool AddWallHalfPlanes(const StepView& View, const ObstacleStore& Obstacles, FindNearWallsFunction FindNear,
	OrcaScratch& Own, int BlockBegin, int Begin, int End);
}
