// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Kernels/KernelSet.h"

namespace CrowdAvoidance
{
/// Who reacts gently has to know early: how far ahead it looks [s], and how far it sees [m].
constexpr float CrowdGentleHorizon = 5.0f;
constexpr float CrowdSightRange = 15.0f;

/// After a model has chosen velocities: agents make no more of the change in one step than people would. Gently
/// (AgentProfile::ReactionAcceleration) where it leads away from their own wish; harder, up to BrakingAcceleration, where that would
/// not be done before they touch somebody. In plain worlds always gently, as published. Scratch.ContactTime must say how
/// near walls are.
BlockFunction LimitReactionFor(EIsa Isa);

/// The readable twin of ReactionKernel.ispc.
void LimitReactionScalar(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End);
}
