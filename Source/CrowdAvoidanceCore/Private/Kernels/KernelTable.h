// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"
#include "Kernels/StepShared.h"

namespace CrowdAvoidance
{
/// The kernels of one instruction set.
struct KernelTable
{
	using BlockFunction = void (*)(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End);
	using IntegrateFunction = void (*)(const StepView* View, AgentMotion* Motion, AgentAim* Aim, int Begin, int End);

	BlockFunction SearchNeighbors;
	BlockFunction DesiredVelocity;
	BlockFunction SolveOrca;
	BlockFunction FilterClearPath;
	BlockFunction SolveClearPath;
	IntegrateFunction Integrate;
	/// What the kernels think of the layouts.
	int (*StepViewSize)();
	int (*BlockScratchSize)();
};

/// Isa must be available.
const KernelTable& KernelsFor(EIsa Isa);
}
