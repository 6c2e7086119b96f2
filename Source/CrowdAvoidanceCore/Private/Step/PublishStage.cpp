// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Debug/Describe.h"
#include "Debug/Watches.h"
#include "Step/StepState.h"

#include <algorithm>
#include <utility>

namespace CrowdAvoidance
{
void PublishBlock(const StepState& Step, const StepBlock& Block, bool bArrivals)
{
	const int OwnedEnd = std::clamp(Step.View.OwnedCount, Block.Begin, Block.End);
	AgentAim* const Aim = Step.Agents.Now.Aim.Get();
	const uint32_t* const Flags = Step.Next.Flags.Get();
	for (int Place = Block.Begin; bArrivals && Place < OwnedEnd; ++Place)
	{
		// Of the flags a step changes arrival alone, whatever a planner may have written.
		Aim[Place].Flags |= Flags[Place] & CROWD_FLAG_ARRIVED;
	}
	Step.Agents.NotePlaces(Block.Begin, Block.End);
}

void Publish(const StepState& Step)
{
	AgentStore& Agents = Step.Agents;
	std::swap(Agents.Now.Motion, Step.Next.Motion);
	for (DebugGeometry& Out : Step.In.Watched.All())
	{
		const size_t Place = Agents.PlaceOf(Out.Agent.Index);
		const AgentAim& Aim = Agents.Now.Aim[Place];
		const size_t Before = Out.Items.size();
		if (Step.In.Planner)
		{
			Step.In.Planner->Describe(Out.Agent, Out);
		}
		if (Out.Items.size() == Before && (Aim.Flags & CROWD_FLAG_GOAL))
		{
			Out.AddLine(EDebugKind::Path, Out.Position, {Aim.TargetX, Aim.TargetY});
		}
		DescribeChoice({Agents.Now.Motion[Place].VelX, Agents.Now.Motion[Place].VelY}, Out);
		Out.Step = Step.In.Number;
	}
}
}
