// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Step/StepState.h"

#include <algorithm>

namespace CrowdAvoidance
{
bool Integrate(const StepState& Step, const StepBlock& Block)
{
	const int End = std::min(Block.End, Step.View.OwnedCount);
	return Block.Begin < End &&
		Step.Kernels.Integrate(&Step.View, Step.Next.Moved.Get(), Step.Next.Flags.Get(), Block.Begin, End);
}
}
