// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Step/StepState.h"

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
}
}
