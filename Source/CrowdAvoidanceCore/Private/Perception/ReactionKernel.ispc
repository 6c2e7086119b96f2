// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// How fast agents change their velocities: gently to avoid others, harder where contact is near. ReactionScalar.cpp is the same in
// C++.
#include "Kernels/GangLoads.isph"
#include "Perception/ReactionShared.h"

// How soon two bodies touch that go straight on.
static inline float TimeToContact(float RelX, float RelY, float RelVelX, float RelVelY, float Radii)
{
	const float Gap = RelX * RelX + RelY * RelY - Radii * Radii;
	const float Closing = RelX * RelVelX + RelY * RelVelY;
	const float SpeedSq = RelVelX * RelVelX + RelVelY * RelVelY;
	const float Discriminant = Closing * Closing - SpeedSq * Gap;
	const bool bMeet = Closing > 0.0f & Discriminant > 0.0f;
	const float Time = (Closing - sqrt(select(bMeet, Discriminant, 0.0f))) / SpeedSq;
	return select(Gap <= 0.0f, 0.0f, select(bMeet, Time, CROWD_FAR));
}

static inline float FirstContact(const uniform StepView& View, const uniform BlockScratch& Scratch, uniform int InBlock,
	bool bLane, float X, float Y, float VelX, float VelY, float Radius)
{
	const int Count = bLane ? Scratch.NeighborCount[InBlock + programIndex] : 0;
	const uniform int Most = reduce_max(Count);
	float First = CROWD_FAR;
	for (uniform int Rank = 0; Rank < Most; ++Rank)
	{
		const uniform int* uniform Others = &Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock];
		float OtherX, OtherY, OtherVelX, OtherVelY;
		LoadMotion(View.Motion, Others, OtherX, OtherY, OtherVelX, OtherVelY);
		float OtherRadius = Radius;
		if (View.bMixedRadii)
		{
			OtherRadius = View.Body[Others[programIndex]].Radius;
		}
		const float Radii = CROWD_CONTACT_MARGIN * (Radius + OtherRadius);
		const float Here = TimeToContact(OtherX - X, OtherY - Y, VelX - OtherVelX, VelY - OtherVelY, Radii);
		First = select(Rank < Count & Here < First, Here, First);
	}
	return First;
}

/// For agents Begin .. End - 1 of the block that starts at BlockBegin, whose velocities the model has chosen: what of the change
/// they make in this step. Reads the frozen state, neighbours and desired velocities.
export void LimitReactionBlock(const uniform StepView* uniform View, uniform BlockScratch* uniform Scratch,
	uniform int BlockBegin, uniform int Begin, uniform int End)
{
	for (uniform int First = Begin; First < End; First += programCount)
	{
		const uniform int InBlock = First - BlockBegin;
		const int Agent = First + programIndex;
		const bool bLane = Agent < End;
		float X, Y, VelX, VelY;
		aos_to_soa4((uniform float* uniform)&View->Motion[First], &X, &Y, &VelX, &VelY);
		float Reaction = View->Manner.Reaction;
		float Braking = View->Manner.Braking;
		if (View->Manners != NULL)
		{
			float Observation, Space;
			aos_to_soa4((uniform float* uniform)&View->Manners[First], &Observation, &Space, &Reaction, &Braking);
		}
		const float ChangeX = View->NewVelX[Agent] - VelX;
		const float ChangeY = View->NewVelY[Agent] - VelY;
		const float ChangeSq = ChangeX * ChangeX + ChangeY * ChangeY;
		const float Gentle = Reaction * View->Dt;
		const bool bTooMuch = ChangeSq > Gentle * Gentle & bLane;
		if (none(bTooMuch))
		{
			continue;
		}
		float MadeX, MadeY;
		if (View->bPlain)
		{
			const float Share = Gentle / sqrt(ChangeSq);
			MadeX = ChangeX * Share;
			MadeY = ChangeY * Share;
		}
		else
		{
			float Radius, MaxSpeed, Preferred, ArrivalRadius;
			aos_to_soa4((uniform float* uniform)&View->Body[First], &Radius, &MaxSpeed, &Preferred, &ArrivalRadius);
			const float Contact = FirstContact(*View, *Scratch, InBlock, bLane, X, Y, VelX, VelY, Radius);
			const float Hard = Braking * View->Dt;
			// Fast enough to be done in time.
			const float Needed = CROWD_HASTE * sqrt(ChangeSq) * View->Dt;
			const float InTime = select(Needed < Hard * Contact, Needed / Contact, Hard);
			const float Near = (CROWD_EARLY_CONTACT - Contact) * (1.0f / (CROWD_EARLY_CONTACT - CROWD_LATE_CONTACT));
			const float Urgency = select(Near < 0.0f, 0.0f, select(Near > 1.0f, 1.0f, Near));
			const float Least = select(Hard > Gentle, Gentle + Urgency * (Hard - Gentle), Gentle);
			const float Limit = select(InTime > Least, InTime, Least);
			// What leads towards its own wish it may do as fast as it can.
			const float WishX = Scratch->DesiredX[InBlock + programIndex] - VelX;
			const float WishY = Scratch->DesiredY[InBlock + programIndex] - VelY;
			const float WishSq = WishX * WishX + WishY * WishY;
			const float Towards = ChangeX * WishX + ChangeY * WishY;
			const bool bTowards = Towards > 0.0f;
			const float Along = select(bTowards, Towards / WishSq, 0.0f);
			const float OwnX = WishX * Along;
			const float OwnY = WishY * Along;
			const float AsideX = ChangeX - OwnX;
			const float AsideY = ChangeY - OwnY;
			const float OwnSq = OwnX * OwnX + OwnY * OwnY;
			const float AsideSq = AsideX * AsideX + AsideY * AsideY;
			const float OwnShare = select(OwnSq > Hard * Hard, Hard / sqrt(OwnSq), 1.0f);
			const float AsideShare = select(AsideSq > Limit * Limit, Limit / sqrt(AsideSq), 1.0f);
			// Bodies that touch push each other apart.
			const bool bTouch = Contact <= 0.0f;
			MadeX = select(bTouch, ChangeX, OwnX * OwnShare + AsideX * AsideShare);
			MadeY = select(bTouch, ChangeY, OwnY * OwnShare + AsideY * AsideShare);
		}
		if (bTooMuch)
		{
			View->NewVelX[Agent] = VelX + MadeX;
			View->NewVelY[Agent] = VelY + MadeY;
		}
	}
}
