// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Step/StepState.h"
#include "World/Checks.h"

#include <algorithm>

namespace CrowdAvoidance
{
void Confine(const StepState& Step, const StepBlock& Block)
{
	const StepBlock OwnedBlock = {Block.Begin, std::min(Block.End, Step.View.OwnedCount), Block.Worker};
	if (OwnedBlock.Count() <= 0)
	{
		return;
	}
	AgentMotion* const Motion = Step.Next.Motion.Get() + Block.Begin;
	Step.In.Planner->Confine({PlannerBlock(Step, OwnedBlock), {&Motion->X, sizeof(AgentMotion)},
		{&Motion->Y, sizeof(AgentMotion)}, {&Motion->VelX, sizeof(AgentMotion)}, {&Motion->VelY, sizeof(AgentMotion)},
		{Step.Next.Flags.Get() + Block.Begin, sizeof(uint32_t)}});
	for (int Agent = 0; Agent < OwnedBlock.Count(); ++Agent)
	{
		AgentMotion& Item = Motion[Agent];
		if (!IsBounded({Item.X, Item.Y}) || !IsBounded({Item.VelX, Item.VelY}))
		{
			const AgentMotion& Before = Step.View.Motion[Block.Begin + Agent];
			Item = {Before.X, Before.Y, 0.0f, 0.0f};
			Step.Worker(Block.Worker).Note(EStepStatus::PlanRefused);
		}
	}
}
}
