// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Models/Orca/OrcaShared.h"
#include "Obstacles/ObstacleStore.h"

namespace CrowdAvoidance
{
/// The half-planes of the walls in reach of agents Begin .. End - 1, nearest wall first, into Own's first slots;
/// sets Own.WallSlots. Returns false when an agent had more walls in reach than CrowdMaxWalls.
bool AddWallHalfPlanes(
	const StepView& View, const ObstacleStore& Obstacles, OrcaScratch& Own, int BlockBegin, int Begin, int End);
}
