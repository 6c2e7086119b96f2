// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Step/StepState.h"

#include <algorithm>
#include <utility>

namespace CrowdAvoidance
{
void WorkerScratch::Prepare(const Model& Solver, const ModelRoom& Room)
{
	if (Room == Prepared)
	{
		return;
	}
	Prepared = Room;
	constexpr size_t WidestGang = 16;
	const size_t PerList = static_cast<size_t>(Room.Agents);
	const size_t Neighbors = static_cast<size_t>(Room.Neighbors);
	Ints.Resize((Neighbors + 1) * PerList + WidestGang);
	Floats.Resize((Neighbors + 3) * PerList + WidestGang);
	// Kernels load list entries that nobody wrote in this step: they must be agents all the same.
	std::fill(Ints.Get(), Ints.Get() + Ints.Size(), 0);
	int* NextInts = Ints.Get();
	const auto TakeInts = [&](size_t Count) { return std::exchange(NextInts, NextInts + Count); };
	Block.Neighbors = TakeInts(Neighbors * PerList);
	Block.NeighborCount = TakeInts(PerList);
	float* NextFloats = Floats.Get();
	const auto TakeFloats = [&](size_t Count) { return std::exchange(NextFloats, NextFloats + Count); };
	Block.SearchBoundSq = TakeFloats(PerList);
	Block.DesiredX = TakeFloats(PerList);
	Block.DesiredY = TakeFloats(PerList);
	Block.Yields = TakeFloats(Neighbors * PerList);

	ModelMemory.Resize(Solver.ScratchBytes(Room));
	Block.Model = reinterpret_cast<uint8_t*>(ModelMemory.Get());
	Solver.PrepareScratch(Room, ModelMemory.Get());
}
}
