// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdCore/CrowdTypes.h"
#include "Step/StepState.h"

#include <algorithm>

namespace CrowdAvoidance
{
static_assert(CROWD_MAX_COORDINATE == CrowdMaxCoordinate);

bool Integrate(const StepState& Step, const StepBlock& Block)
{
	const int End = std::min(Block.End, Step.View.OwnedCount);
	if (Block.Begin >= End)
	{
		return false;
	}
	const uint32_t Found =
		Step.Kernels.Integrate(&Step.View, Step.Next.Moved.Get(), Step.Next.Flags.Get(), Block.Begin, End);
	if (Found & CROWD_MOVED_REFUSED)
	{
		Step.Worker(Block.Worker).Note(EStepStatus::MoveRefused);
	}
	return (Found & CROWD_MOVED_ARRIVED) != 0;
}
}
