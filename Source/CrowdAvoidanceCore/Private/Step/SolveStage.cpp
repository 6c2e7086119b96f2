// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Debug/Describe.h"
#include "Debug/Watches.h"
#include "Models/ModelBlockInternals.h"
#include "Step/StepState.h"

namespace CrowdAvoidance
{
namespace
{
/// Calls Visit(InBlock, Geometry) for every watched agent of the block.
template <typename Visitor>
void ForEachWatched(const StepState& Step, const StepBlock& Block, Visitor&& Visit)
{
	for (int InBlock = 0; !Step.In.Watched.IsEmpty() && InBlock < Block.Count(); ++InBlock)
	{
		if (DebugGeometry* const Out = Step.In.Watched.Find(Step.View.Aim[Block.Begin + InBlock].Slot))
		{
			Visit(InBlock, *Out);
		}
	}
}
}

void SolveVelocities(const StepState& Step, const StepBlock& Block)
{
	const StepView& View = Step.View;
	WorkerScratch& Worker = Step.Worker(Block.Worker);
	BlockScratch& Scratch = Worker.Block;
	ForEachWatched(Step, Block,
		[&](int InBlock, DebugGeometry& Out)
		{
			const Vec2 Desired = {Scratch.DesiredX[InBlock], Scratch.DesiredY[InBlock]};
			DescribeAgent(View, Step.In.Obstacles, Block.Begin + InBlock, Desired, Out);
		});

	ModelBlockInternals Internals = {View, Scratch, Step.In.Obstacles, Step.In.Shapes, Step.Agents, Block.Begin,
		Block.End, Step.In.bTimeModel ? Worker.ModelCycles : nullptr};
	ModelBlock Out;
	static_cast<AgentBlock&>(Out) = PlannerBlock(Step, Block);
	const AgentMotion* const Motion = View.Motion + Block.Begin;
	Out.PositionX = {&Motion->X, sizeof(AgentMotion)};
	Out.PositionY = {&Motion->Y, sizeof(AgentMotion)};
	Out.VelocityX = {&Motion->VelX, sizeof(AgentMotion)};
	Out.VelocityY = {&Motion->VelY, sizeof(AgentMotion)};
	Out.DesiredX = {Scratch.DesiredX, sizeof(float)};
	Out.DesiredY = {Scratch.DesiredY, sizeof(float)};
	Out.NewVelocityX = {View.NewVelX + Block.Begin, sizeof(float)};
	Out.NewVelocityY = {View.NewVelY + Block.Begin, sizeof(float)};
	Out.Internals = &Internals;
	static_assert(CROWD_BLOCK == CrowdMaxModelBlock);
	CROWD_ASSERT(Out.Count <= CrowdMaxModelBlock);
	Step.In.Model.Solve(Out);
	Worker.Infeasible += Out.Infeasible;
	Worker.Note(Out.Status);

	ForEachWatched(Step, Block,
		[&](int InBlock, DebugGeometry& Geometry)
		{
			if (Step.In.Model.Traits().bNeighbors)
			{
				const int Counted = Step.In.Model.Describe(Out, InBlock, Geometry);
				DescribeNeighbors(Step, Block, Block.Begin + InBlock, Counted, Geometry);
			}
		});
}
}
