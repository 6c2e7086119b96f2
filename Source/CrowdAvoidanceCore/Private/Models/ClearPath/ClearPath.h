// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// ClearPath (Guy et al. 2009). Docs/Models/ClearPath.md has the derivation.
#pragma once

#include "Kernels/KernelTable.h"

namespace CrowdAvoidance
{
class ObstacleStore;
class ShapeStore;
struct DebugGeometry;

/// For agents Begin .. End - 1 of the block that starts at BlockBegin: brings desired velocities within the limits, takes them
/// as new velocities, and puts those agents on Scratch->List that cannot have theirs. Needs neighbours and the walls'
/// regions in Scratch. The readable twin of FilterClearPathBlock in Kernels/ClearPathKernel.ispc.
void FilterClearPathScalar(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End);

/// Solves for entries Begin .. End - 1 of Scratch->List; those without a solution go to Scratch->Infeasible. The twin of
/// SolveClearPathBlock.
void SolveClearPathScalar(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End);

struct ClearPathOutcome
{
	int Relaxed = 0; ///< Agents that left neighbours out of account.
	bool bGuaranteeLost = false;
	bool bWallsTruncated = false;
};

/// Steps 0 to 6 for agents Begin .. End - 1, a block: what kernels do, then halved horizons and dropped neighbours.
/// Heeded: for each slot how many neighbours its agent could heed when it last had to ask, 255 all; only a guess for the next
/// time, which no result depends on.
ClearPathOutcome SolveClearPath(const KernelTable& Kernels, const StepView& View, const ObstacleStore& Obstacles,
	const ShapeStore& Shapes, BlockScratch& Scratch, uint8_t* Heeded, int Begin, int End);

/// For a watched agent of a block that has been solved: the regions, and what was tried to come near to. Heeded: of its slot,
/// after the step. Returns how many neighbours, the nearest, counted in the end.
int DescribeClearPath(
	const StepView& View, BlockScratch Scratch, int Heeded, int BlockBegin, int Agent, DebugGeometry& Out);
}
