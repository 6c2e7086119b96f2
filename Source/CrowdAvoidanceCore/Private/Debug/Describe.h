// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdDebug.h"
#include "Kernels/StepShared.h"

namespace CrowdAvoidance
{
class ObstacleStore;
struct StepBlock;
struct StepState;

/// Empties Out and starts it with what holds for any model: the agent, what it wants, its limits, the walls it avoids.
void DescribeAgent(const StepView& View, const ObstacleStore& Obstacles, int Agent, Vec2 Desired, DebugGeometry& Out);

/// What it sees; neighbours as they were found; then those that it observes and the nearest others, and why they do not count.
/// Avoided: so many of the neighbours, the nearest, counted in the end.
void DescribeNeighbors(const StepState& Step, const StepBlock& Block, int Agent, int Avoided, DebugGeometry& Out);

/// What is known only after the step: where it went on to.
void DescribeChoice(Vec2 Chosen, DebugGeometry& Out);
}
