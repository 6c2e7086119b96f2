// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Kernels/StepShared.h"
#include "Obstacles/ObstacleStore.h"

namespace CrowdAvoidance
{
/// The half-planes of the walls in reach of agents Begin .. End - 1, nearest wall first, into Scratch's first slots;
/// sets Scratch->WallSlots. Returns false when an agent had more walls in reach than CrowdMaxWalls.
bool AddWallHalfPlanes(
	const StepView& View, const ObstacleStore& Obstacles, BlockScratch& Scratch, int BlockBegin, int Begin, int End);
}
