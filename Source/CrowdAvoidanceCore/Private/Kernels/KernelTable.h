// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Kernels/KernelSet.h"
#include "Perception/PairShared.h"

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

	using PerceiveFunction = void (*)(
		const StepView* View, BlockScratch* Scratch, const PairView* Pairs, int BlockBegin, int Begin, int End);

	using SearchAgentFunction = int (*)(const StepView* View, int Agent, int Wanted, int* Out);

	MeasureBoxFunction MeasureBox;
	FindCellsFunction FindCells;
	BlockFunction SearchNeighbors;
	SearchAgentFunction SearchAgent;
	PerceiveFunction Perceive; ///< For records of at most CROWD_PAIR_LANES.
	BlockFunction DesiredVelocity;
	IntegrateFunction Integrate;
	/// What the kernels think of the layouts.
	SizeFunction StepViewSize;
	SizeFunction BlockScratchSize;
	SizeFunction PairViewSize;
	bool bScalar;
};

/// Isa must be available.
KernelTable KernelsFor(EIsa Isa);
}
