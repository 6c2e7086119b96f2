// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"
#include "Kernels/KernelSet.h"

#include <algorithm>

namespace CrowdAvoidance
{
/// Who reacts gently has to know early: how far ahead it looks [s], and how far it sees [m].
constexpr float CrowdGentleHorizon = 5.0f;
constexpr float CrowdSightRange = 15.0f;

/// After a model has chosen velocities: agents make no more of the change in one step than people would. Gently
/// (AgentProfile::ReactionAcceleration) where it leads away from their own wish; harder, up to BrakingAcceleration, where that would
/// not be done before they touch somebody. In plain worlds always gently, as published.
class ReactionLimit
{
public:
	explicit ReactionLimit(EIsa Isa);

	/// LeadsIntoWall(InBlock, velocity): with the walls as the model sees them. Whom the part of a change would lead there makes all of it.
	template <typename Walls>
	void Apply(
		const StepView& View, BlockScratch& Scratch, int Begin, int End, bool bWalls, Walls&& LeadsIntoWall) const
	{
		float ChosenX[CROWD_BLOCK];
		float ChosenY[CROWD_BLOCK];
		bWalls = bWalls && !View.bPlain;
		if (bWalls)
		{
			std::copy(View.NewVelX + Begin, View.NewVelX + End, ChosenX);
			std::copy(View.NewVelY + Begin, View.NewVelY + End, ChosenY);
		}
		Limit(&View, &Scratch, Begin, Begin, End);
		for (int Agent = Begin; Agent < End && bWalls; ++Agent)
		{
			if (LeadsIntoWall(Agent - Begin, Vec2{View.NewVelX[Agent], View.NewVelY[Agent]}))
			{
				View.NewVelX[Agent] = ChosenX[Agent - Begin];
				View.NewVelY[Agent] = ChosenY[Agent - Begin];
			}
		}
	}

private:
	BlockFunction Limit;
};

/// The readable twin of ReactionKernel.ispc.
void LimitReactionScalar(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End);
}
