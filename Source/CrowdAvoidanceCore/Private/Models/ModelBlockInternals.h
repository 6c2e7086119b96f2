// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdModel.h"
#include "Kernels/StepShared.h"

namespace CrowdAvoidance
{
class AgentStore;
class ObstacleStore;
class ShapeStore;

/// A ModelBlock as Core's own models and kernels see it: agents are numbered as in View.
struct ModelBlockInternals
{
	const StepView& View;
	BlockScratch& Scratch;
	const ObstacleStore& Obstacles;
	const ShapeStore& Shapes;
	AgentStore& Agents;
	int Begin = 0;
	int End = 0;
	CROWD_CYCLES* StepCycles = nullptr; ///< CROWD_MODEL_STEPS of them, where the model is to time its steps.
};
}
