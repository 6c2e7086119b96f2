// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Perception/Reaction.h"
#include "Perception/ReactionShared.h"

#include "CrowdCore/CrowdTypes.h"

#include <algorithm>
#include <cmath>

CROWD_DECLARE_KERNEL(
	LimitReactionBlock, void, const CrowdAvoidance::StepView*, CrowdAvoidance::BlockScratch*, int, int, int)

namespace CrowdAvoidance
{
namespace
{
/// How soon two bodies touch that go straight on.
float TimeToContact(Vec2 Rel, Vec2 RelVel, float Radii)
{
	const float Gap = Dot(Rel, Rel) - Radii * Radii;
	const float Closing = Dot(Rel, RelVel);
	const float SpeedSq = Dot(RelVel, RelVel);
	const float Discriminant = Closing * Closing - SpeedSq * Gap;
	if (Gap <= 0.0f)
	{
		return 0.0f;
	}
	return Closing > 0.0f && Discriminant > 0.0f ? (Closing - std::sqrt(Discriminant)) / SpeedSq : CROWD_FAR;
}

float FirstContact(const StepView& View, const BlockScratch& Scratch, int InBlock, int Agent)
{
	const AgentMotion& Own = View.Motion[Agent];
	float First = CROWD_FAR;
	for (int Rank = 0; Rank < Scratch.NeighborCount[InBlock]; ++Rank)
	{
		const int Other = Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock];
		const AgentMotion& Its = View.Motion[Other];
		First = std::min(First,
			TimeToContact({Its.X - Own.X, Its.Y - Own.Y}, {Own.VelX - Its.VelX, Own.VelY - Its.VelY},
				CROWD_CONTACT_MARGIN * (View.Body[Agent].Radius + View.Body[Other].Radius)));
	}
	return First;
}

/// A change of velocity, no longer than Limit.
Vec2 AtMost(Vec2 Change, float Limit)
{
	const float ChangeSq = Dot(Change, Change);
	return (ChangeSq > Limit * Limit ? Limit / std::sqrt(ChangeSq) : 1.0f) * Change;
}
}

ReactionLimit::ReactionLimit(EIsa Isa)
{
	static constexpr KernelSet<BlockFunction> Kernels = CROWD_KERNEL_SET(LimitReactionBlock, LimitReactionScalar);
	Limit = Kernels.For(Isa);
}

void LimitReactionScalar(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End)
{
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		const int InBlock = Agent - BlockBegin;
		const AgentManner& Manner = MannerOf(*View, Agent);
		const Vec2 Old = {View->Motion[Agent].VelX, View->Motion[Agent].VelY};
		const Vec2 Change = Vec2{View->NewVelX[Agent], View->NewVelY[Agent]} - Old;
		const float Gentle = Manner.Reaction * View->Dt;
		if (!(Dot(Change, Change) > Gentle * Gentle))
		{
			continue;
		}
		Vec2 Made = AtMost(Change, Gentle);
		if (!View->bPlain)
		{
			const float Contact = FirstContact(*View, *Scratch, InBlock, Agent);
			const float Hard = Manner.Braking * View->Dt;
			// Fast enough to be done in time.
			const float Needed = CROWD_HASTE * std::sqrt(Dot(Change, Change)) * View->Dt;
			const float InTime = Needed < Hard * Contact ? Needed / Contact : Hard;
			const float Near = (CROWD_EARLY_CONTACT - Contact) * (1.0f / (CROWD_EARLY_CONTACT - CROWD_LATE_CONTACT));
			const float Urgency = Near < 0.0f ? 0.0f : Near > 1.0f ? 1.0f : Near;
			const float Least = Hard > Gentle ? Gentle + Urgency * (Hard - Gentle) : Gentle;
			const float Limit = InTime > Least ? InTime : Least;
			// What leads towards its own wish it may do as fast as it can.
			const Vec2 Wish = Vec2{Scratch->DesiredX[InBlock], Scratch->DesiredY[InBlock]} - Old;
			const float Towards = Dot(Change, Wish);
			const Vec2 Own = (Towards > 0.0f ? Towards / Dot(Wish, Wish) : 0.0f) * Wish;
			// Bodies that touch push each other apart.
			Made = Contact > 0.0f ? AtMost(Own, Hard) + AtMost(Change - Own, Limit) : Change;
		}
		View->NewVelX[Agent] = Old.X + Made.X;
		View->NewVelY[Agent] = Old.Y + Made.Y;
	}
}
}
