// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Step/StepState.h"

#include <limits>

namespace CrowdAvoidance
{
/// Steps agents where the store has them, so nothing is ever stale. Neighbours, Perceive, Plan and Solve are done a block at a time,
/// so that its lists and constraints stay in the cache; then, when all velocities are known, Integrate to Publish in larger ones.
class CpuBackend final : public Backend
{
public:
	explicit CpuBackend(EIsa InIsa);

	EIsa Isa() const override { return InstructionSet; }
	void Reserve(size_t Agents) override;
	StepReport Step(AgentStore& Agents, const StepInputs& In) override;
	size_t MemoryBytes() const override;

private:
	StepReport Step(AgentStore& Agents, const StepInputs& In, StepTeam& Team, int Leader);
	void PrepareWorkers(const StepInputs& In);

	EIsa InstructionSet;
	const KernelTable Kernels;
	NeighborGrid Grid;
	AgentArrays Sorting; ///< The other half of what Sort needs: of bodies and scalars only where agents differ.
	AlignedArray<float> NewVelX, NewVelY;
	NextState Next;
	AlignedArray<uint32_t> PairKeys;   ///< Of agents by place, where pairs are remembered.
	AlignedArray<AgentManner> Manners; ///< Likewise, where agents differ.
	std::vector<WorkerScratch> Workers;
	double LastWork = std::numeric_limits<double>::infinity(); ///< Processor time that the last step took. [s]
};
}
