// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Step/StepState.h"

namespace CrowdAvoidance
{
void Perceive(const StepState& Step, const StepBlock& Block)
{
	PairMemory& Pairs = Step.Agents.Pairs;
	if (!Pairs.IsKept())
	{
		return;
	}
	// Touched here, in every step in which they are neighbours, whether the model asks for them or not.
	const BlockScratch& Scratch = Step.Worker(Block.Worker).Block;
	for (int InBlock = 0; InBlock < Block.Count(); ++InBlock)
	{
		const uint32_t Slot = Step.View.Aim[Block.Begin + InBlock].Slot;
		for (int Rank = 0; Rank < Scratch.NeighborCount[InBlock]; ++Rank)
		{
			Pairs.Touch(Slot, IdOf(Step.View, Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock]), Step.In.Number);
		}
	}
}
}
