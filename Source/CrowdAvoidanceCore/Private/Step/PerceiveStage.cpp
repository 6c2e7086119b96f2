// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Perception/Perceive.h"

namespace CrowdAvoidance
{
void PrepareSight(const StepState& Step, const StepBlock& Block, uint32_t* Keys, AgentManner* Manners)
{
	PairMemory& Memory = Step.Agents.Pairs;
	for (int Place = Block.Begin; Place < Block.End; ++Place)
	{
		Keys[Place] = KeyOfId(IdOf(Step.View, Place));
	}
	for (int Place = Block.Begin; Place < Block.End && Step.Pairs->bYoung; ++Place)
	{
		const int Age = Memory.PresenceOf(Step.View.Aim[Place].Slot, Step.In.Clock);
		Keys[Place] |= Age <= Step.In.Needs.LongestObservation ? CROWD_PAIR_YOUNG : 0;
	}
	for (int Place = Block.Begin; Place < Block.End && Step.Pairs->bTidy; ++Place)
	{
		Memory.TidyPresence(Step.View.Aim[Place].Slot, Step.In.Clock);
	}
	for (int Place = Block.Begin; Place < Block.End && Manners; ++Place)
	{
		const ProfileManner& Profile = Step.In.Manners[Step.View.Aim[Place].Flags & CROWD_FLAG_PROFILE];
		Manners[Place] = DrawManner(Profile.Mean, Profile.Spread, IdOf(Step.View, Place));
	}
}

void Perceive(const StepState& Step, const StepBlock& Block)
{
	BlockScratch& Scratch = Step.Worker(Block.Worker).Block;
	const auto PerceiveBlock = Step.Pairs->Room <= CROWD_PAIR_LANES ? Step.Kernels.Perceive : PerceiveScalar;
	PerceiveBlock(&Step.View, &Scratch, Step.Pairs, Block.Begin, Block.Begin, Block.End);
}
}
