// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdModel.h"
#include "Models/ClearPath/ClearPathShared.h"

namespace CrowdAvoidance
{
/// ClearPath (Guy et al. 2009), the paper's ClearPath-2: truncated velocity obstacles, exact optimum. Docs/Models/ClearPath.md
ModelType ClearPathModelType();
/// The same with the constraints that guarantee a step without collisions (the paper's ClearPath-1).
ModelType ClearPath1ModelType();
/// Exactly as published.
ModelType ClearPathPlainModelType();
ModelType ClearPath1PlainModelType();

inline ClearPathScratch& ClearPathScratchOf(const BlockScratch& Scratch)
{
	return *reinterpret_cast<ClearPathScratch*>(Scratch.Model);
}

/// For agents Begin .. End - 1 of the block that starts at BlockBegin: brings desired velocities within the limits, takes them
/// as new velocities, and puts those agents on ClearPathScratch::List that cannot have theirs. Needs neighbours and the walls'
/// regions in Scratch. The readable twin of FilterClearPathBlock in ClearPathKernel.ispc, which solves at once for agents that
/// it has on the list anyway, with as many neighbours as Limit says; Outcome tells which.
void FilterClearPathScalar(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End);

/// Solves for entries Begin .. End - 1 of ClearPathScratch::List, and says in Outcome what came of it. The twin of
/// SolveClearPathBlock.
void SolveClearPathScalar(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End);

/// For a watched agent of a block that has been solved: the regions, and what was tried to come near to. Fitting: how many
/// neighbours, the nearest, left it a velocity when it last had to ask. Returns how many counted in the end.
int DescribeClearPath(
	const StepView& View, const BlockScratch& Scratch, int Fitting, int BlockBegin, int Agent, DebugGeometry& Out);
}
