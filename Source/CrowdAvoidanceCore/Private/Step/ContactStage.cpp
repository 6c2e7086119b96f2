// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Step/StepState.h"

#include <algorithm>

namespace CrowdAvoidance
{
void ResolveContacts(const StepState& Step, const StepBlock& Block)
{
	const int OwnedEnd = std::clamp(Step.View.OwnedCount, Block.Begin, Block.End);
	AgentMotion* const Out = Step.Next.Motion.Get();
	// A little at a time: large copies go through the microcode, which takes longer to start than these take.
	constexpr int Few = 64;
	const auto Copy = [Out](const AgentMotion* From, int Begin, int End)
	{
		for (; Begin < End; Begin += Few)
		{
			std::copy(From + Begin, From + std::min(End, Begin + Few), Out + Begin);
		}
	};
	Copy(Step.Next.Moved.Get(), Block.Begin, OwnedEnd);
	Copy(Step.View.Motion, OwnedEnd, Block.End);
}
}
