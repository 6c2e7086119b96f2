// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Kernels/StepShared.h"

namespace CrowdAvoidance
{
/// The nearest agents that Agent is to avoid, exactly, as its profile asks: within range, at most MaxNeighbors of them, taken in
/// the order of distance, then id. Out receives them ordered by truncated distance (CROWD_KEY_BITS), then id, with
/// the given stride. Returns how many. The readable search: the scalar backend uses it for every agent, the vector
/// backends for the agents their gang search gave up.
/// BoundSq: an upper bound of the squared distance of the last one, where one is known. Wanted: how many in place of MaxNeighbors
/// [.. CrowdMaxNeighbors], or 0.
int SearchNeighborsOf(
	const StepView& View, int Agent, float BoundSq, int* Out, int Stride, bool& bTruncated, int Wanted = 0);

/// StepView::LaneNumbers.
const int* LaneNumbers();

/// All agents of a block, one by one.
void SearchNeighborsScalar(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End);

/// Merges the large agents and the ghosts in reach of Agent into a list that has only small owned ones.
int MergeOtherNeighbors(const StepView& View, int Agent, int* InOut, int Count, int Stride);
}
