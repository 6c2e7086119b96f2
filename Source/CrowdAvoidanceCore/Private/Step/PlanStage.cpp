// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Step/StepState.h"
#include "World/Checks.h"

namespace CrowdAvoidance
{
AgentBlock PlannerBlock(const StepState& Step, const StepBlock& Block)
{
	const AgentBody* const Body = Step.View.Body + Block.Begin;
	AgentBlock Out;
	Out.Count = Block.Count();
	Out.Worker = Block.Worker;
	Out.Dt = Step.View.Dt;
	Out.HandleIndex = {&Step.View.Aim[Block.Begin].Slot, sizeof(AgentAim)};
	Out.Radius = {&Body->Radius, sizeof(AgentBody)};
	Out.MaxSpeed = {&Body->MaxSpeed, sizeof(AgentBody)};
	Out.PreferredSpeed = {&Body->PreferredSpeed, sizeof(AgentBody)};
	return Out;
}

void PlanVelocities(const StepState& Step, const StepBlock& Block)
{
	BlockScratch& Scratch = Step.Worker(Block.Worker).Block;
	Step.Kernels.DesiredVelocity(&Step.View, &Scratch, Block.Begin, Block.Begin, Block.End);
	if (Step.In.Planner)
	{
		const AgentMotion* const Motion = Step.View.Motion + Block.Begin;
		Step.In.Planner->Plan({PlannerBlock(Step, Block), {&Motion->X, sizeof(AgentMotion)},
			{&Motion->Y, sizeof(AgentMotion)}, {&Motion->VelX, sizeof(AgentMotion)},
			{&Motion->VelY, sizeof(AgentMotion)}, Scratch.DesiredX, Scratch.DesiredY});
		for (int Agent = 0; Agent < Block.Count(); ++Agent)
		{
			if (!IsBounded({Scratch.DesiredX[Agent], Scratch.DesiredY[Agent]}))
			{
				Scratch.DesiredX[Agent] = 0.0f;
				Scratch.DesiredY[Agent] = 0.0f;
				Step.Worker(Block.Worker).Note(EStepStatus::PlanRefused);
			}
		}
	}
}
}
