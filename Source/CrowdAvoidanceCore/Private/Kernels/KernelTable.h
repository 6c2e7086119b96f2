// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Kernels/KernelSet.h"

namespace CrowdAvoidance
{
/// The kernels of one instruction set that every world needs; a model has its own with it.
struct KernelTable
{
	using IntegrateFunction = uint32_t (*)(
		const StepView* View, AgentMotion* Motion, uint32_t* Flags, int Begin, int End);

	using MeasureBoxFunction = void (*)(const AgentMotion* Motion, int Begin, int End, GridBox* Box);
	using FindCellsFunction = void (*)(const GridLevel* Grid, const AgentMotion* Motion, int Begin, int End,
		int FirstRow, uint32_t* Rows, uint32_t* Columns);

	MeasureBoxFunction MeasureBox;
	FindCellsFunction FindCells;
	BlockFunction SearchNeighbors;
	BlockFunction DesiredVelocity;
	IntegrateFunction Integrate;
	/// What the kernels think of the layouts.
	SizeFunction StepViewSize;
	SizeFunction BlockScratchSize;
	bool bScalar;
};

/// Isa must be available.
KernelTable KernelsFor(EIsa Isa);
}
