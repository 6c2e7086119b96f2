// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Perception/Manner.h"
#include "Perception/PairMemory.h"
#include "Step/StepState.h"

namespace CrowdAvoidance
{
/// For agents Begin .. End - 1 of the block that starts at BlockBegin, whose neighbours are in Scratch: brings records up to date and,
/// where that is asked for, leaves those neighbours that have been noticed. The readable twin of PerceiveKernel.ispc.
void PerceiveScalar(
	const StepView* View, BlockScratch* Scratch, const PairView* Pairs, int BlockBegin, int Begin, int End);

/// Whether Agent would have had Other in sight so many seconds ago, had both gone straight on since then, walls left aside. An agent
/// remembers no more than its neighbours: whoever comes onto a full list, because others have left it, has mostly been in
/// sight for some time. Where that is so, it has been noticed.
bool WasInSight(const StepView& View, int Agent, int Other, float Before);
/// Whether that may be asked: the agent's list is full, and the world is old enough.
bool MayHaveBeenInSight(const StepView& View, const PairView& Pairs, int Agent, int Count);

/// Squared distance within which an agent of which nothing is kept had noticed everybody in the step before; negative: there is none.
float HadNoticedSqOf(const StepView& View, const PairView& Pairs, int Agent);

/// What the agent's profile and manner make of times.
PairTimes TimesOf(const StepView& View, const PairView& Pairs, int Agent);
PairRecord RecordOf(const StepView& View, const PairView& Pairs, int Agent);
}
