// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Kernels/StepShared.h"

#include <cstdint>

namespace CrowdAvoidance
{
/// Desired velocities of agents Begin .. End - 1: as given, or towards the goal without overshooting it.
void DesiredVelocityScalar(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End);

/// New velocities become current (within the maximum speed, which rounding may have left; plain worlds keep
/// that), positions follow, goals are reached; whoever would leave the world, or come to no place at all, stands. From View's
/// frozen state into Motion and Flags. Returns CROWD_MOVED_ARRIVED and CROWD_MOVED_REFUSED where that holds of anybody.
uint32_t IntegrateScalar(const StepView* View, AgentMotion* Motion, uint32_t* Flags, int Begin, int End);
}
