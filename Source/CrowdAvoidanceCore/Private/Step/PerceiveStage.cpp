// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Perception/Perceive.h"

namespace CrowdAvoidance
{
void PrepareSight(const StepState& Step, const StepBlock& Block, uint32_t* Keys, AgentManner* Manners)
{
	Step.Agents.NotePlaces(Block.Begin, Block.End);
	for (int Place = Block.Begin; Place < Block.End; ++Place)
	{
		const AgentAim& Aim = Step.View.Aim[Place];
		const uint64_t Id = Step.View.Ids[Aim.Slot];
		Keys[Place] = KeyOfId(Id);
		if (Manners)
		{
			const ProfileManner& Profile = Step.In.Manners[Aim.Flags & CROWD_FLAG_PROFILE];
			Manners[Place] = DrawManner(Profile.Mean, Profile.Spread, Id);
		}
	}
}

void Perceive(const StepState& Step, const StepBlock& Block)
{
	if (!Step.Pairs)
	{
		return;
	}
	BlockScratch& Scratch = Step.Worker(Block.Worker).Block;
	const PairView& Pairs = *Step.Pairs;
	const auto PerceiveBlock = Pairs.Room <= CROWD_PAIR_LANES ? Step.Kernels.Perceive : PerceiveScalar;
	PerceiveBlock(&Step.View, &Scratch, &Pairs, Block.Begin, Block.Begin, Block.End);
	for (int Agent = Block.Begin; Agent < Block.End && Pairs.bWalls; ++Agent)
	{
		if (Scratch.Unseen[Agent - Block.Begin] > 0)
		{
			PerceiveBehindWalls(Step, Scratch, Block.Begin, Agent);
		}
	}
}
}
