// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Neighbors/NeighborSearch.h"
#include "Step/StepState.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
void SearchNeighbors(const StepState& Step, const StepBlock& Block)
{
	const StepView& View = Step.View;
	WorkerScratch& Worker = Step.Worker(Block.Worker);
	BlockScratch& Scratch = Worker.Block;
	const int SmallEnd = std::clamp(View.SmallCount, Block.Begin, Block.End);
	const bool bOthers = View.SmallCount < View.AgentCount && !Step.Kernels.bScalar;
	Scratch.bTruncated = 0;
	Scratch.GivenUp = 0;
	Step.Kernels.SearchNeighbors(&View, &Scratch, Block.Begin, Block.Begin, SmallEnd);
	const bool bDone = SmallEnd == Block.End && Scratch.GivenUp == 0 && !bOthers;
	int* const Counts = Scratch.NeighborCount;
	for (int Agent = Block.Begin; Agent < Block.End && !bDone; ++Agent)
	{
		const int InBlock = Agent - Block.Begin;
		int& Found = Counts[InBlock];
		if (Agent < SmallEnd && Found >= 0 && !bOthers)
		{
			continue;
		}
		bool bTruncated = false;
		if (Agent >= SmallEnd || Found < 0)
		{
			const float BoundSq = Agent < SmallEnd ? Scratch.SearchBoundSq[InBlock] : INFINITY;
			Found = SearchNeighborsOf(View, Agent, BoundSq, Scratch.Neighbors + InBlock, CROWD_BLOCK, bTruncated);
			Scratch.bTruncated |= bTruncated;
		}
		else
		{
			Found = MergeOtherNeighbors(View, Agent, Scratch.Neighbors + InBlock, Found, CROWD_BLOCK);
		}
	}
	if (Scratch.bTruncated)
	{
		Worker.Note(EStepStatus::NeighborsTruncated);
	}
}
}
