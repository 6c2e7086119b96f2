// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What comes before and after every avoidance model. World/MotionScalar.cpp is the same in C++.
#include "Kernels/StepShared.h"

/// Desired velocities of agents Begin .. End - 1: as given, or towards the goal without overshooting it.
export void DesiredVelocityBlock(const uniform StepView* uniform View, uniform BlockScratch* uniform Scratch,
	uniform int BlockBegin, uniform int Begin, uniform int End)
{
	for (uniform int First = Begin; First < End; First += programCount)
	{
		float X, Y, VelX, VelY;
		aos_to_soa4((uniform float* uniform)&View->Motion[First], &X, &Y, &VelX, &VelY);
		float TargetX, TargetY, FlagBits, SlotBits;
		aos_to_soa4((uniform float* uniform)&View->Aim[First], &TargetX, &TargetY, &FlagBits, &SlotBits);
		float Radius, MaxSpeed, Preferred, ArrivalRadius;
		aos_to_soa4((uniform float* uniform)&View->Body[First], &Radius, &MaxSpeed, &Preferred, &ArrivalRadius);
		const unsigned int Flags = intbits(FlagBits);
		const float ToX = TargetX - X;
		const float ToY = TargetY - Y;
		const float Distance = sqrt(ToX * ToX + ToY * ToY);
		const float Soon = Distance * View->InvDt;
		const float Speed = select(Soon < Preferred, Soon, Preferred);
		const bool bGoal = (Flags & CROWD_FLAG_GOAL) != 0;
		const bool bStand = (Flags & CROWD_FLAG_ARRIVED) != 0 || !(Distance > 0.0f);
		const float Scale = select(bStand, 0.0f, Speed / Distance);
		const float DesiredX = select(bGoal, select(bStand, 0.0f, ToX * Scale), TargetX);
		const float DesiredY = select(bGoal, select(bStand, 0.0f, ToY * Scale), TargetY);
		// Lanes past the end write too: a block's scratch has room for whole gangs.
		Scratch->DesiredX[First - BlockBegin + programIndex] = DesiredX;
		Scratch->DesiredY[First - BlockBegin + programIndex] = DesiredY;
	}
}

/// The nearest velocity to the new one whose direction is within Angle of the old one's.
static void LimitTurn(float OldX, float OldY, float Angle, float& NewX, float& NewY)
{
	const float Half = 0.5f * Angle;
	const float Sq = Half * Half;
	const float Series = -1.0f / 5040.0f + Sq * (1.0f / 362880.0f + Sq * (-1.0f / 39916800.0f));
	const float HalfSine = Half * (1.0f + Sq * (-1.0f / 6.0f + Sq * (1.0f / 120.0f + Sq * Series)));
	const float CosineSq = 1.0f - HalfSine * HalfSine;
	const float Cosine = 1.0f - 2.0f * HalfSine * HalfSine;
	const float Sine = 2.0f * HalfSine * sqrt(select(CosineSq > 0.0f, CosineSq, 0.0f));

	const float OldSq = OldX * OldX + OldY * OldY;
	const float Product = OldX * NewX + OldY * NewY;
	const float Lengths = sqrt(OldSq * (NewX * NewX + NewY * NewY));
	const bool bTooFar = Angle < CROWD_PI && OldSq > CROWD_STANDING_SQ && Product < Cosine * Lengths;
	const float Turn = select(OldX * NewY - OldY * NewX > 0.0f, Sine, -Sine);
	const float OldSpeed = sqrt(OldSq);
	const float DirectionX = (OldX * Cosine - OldY * Turn) / OldSpeed;
	const float DirectionY = (OldX * Turn + OldY * Cosine) / OldSpeed;
	const float Along = NewX * DirectionX + NewY * DirectionY;
	const float Least = select(OldSpeed < CROWD_TURNING_SPEED, OldSpeed, CROWD_TURNING_SPEED);
	const float Speed = select(Along > Least, Along, Least);
	NewX = select(bTooFar, DirectionX * Speed, NewX);
	NewY = select(bTooFar, DirectionY * Speed, NewY);
}

/// New velocities become current (within the maximum speed, which rounding may have left; plain worlds keep
/// that), positions follow, goals are reached; whoever would leave the world, or come to no place at all, stands. From View's
/// frozen state into Motion and Flags. Returns CROWD_MOVED_ARRIVED and CROWD_MOVED_REFUSED where that holds of anybody.
export uniform unsigned int IntegrateBlock(const uniform StepView* uniform View, uniform AgentMotion* uniform Motion,
	uniform unsigned int* uniform Flags, uniform int Begin, uniform int End)
{
	uniform unsigned int Found = 0;
	for (uniform int First = Begin; First < End; First += programCount)
	{
		const int Agent = First + programIndex;
		float X, Y, OldVelX, OldVelY;
		aos_to_soa4((uniform float* uniform)&View->Motion[First], &X, &Y, &OldVelX, &OldVelY);
		float TargetX, TargetY, FlagBits, SlotBits;
		aos_to_soa4((uniform float* uniform)&View->Aim[First], &TargetX, &TargetY, &FlagBits, &SlotBits);
		float Radius, MaxSpeed, Preferred, ArrivalRadius;
		aos_to_soa4((uniform float* uniform)&View->Body[First], &Radius, &MaxSpeed, &Preferred, &ArrivalRadius);
		float VelX = View->NewVelX[Agent];
		float VelY = View->NewVelY[Agent];
		if (View->bLimitChange)
		{
			const float ChangeX = VelX - OldVelX;
			const float ChangeY = VelY - OldVelY;
			const float ChangeSq = ChangeX * ChangeX + ChangeY * ChangeY;
			const float Most = View->Scalars[CROWD_ACCELERATION][Agent] * View->Dt;
			const bool bTooMuch = ChangeSq > Most * Most;
			const float Share = Most / sqrt(ChangeSq);
			VelX = select(bTooMuch, OldVelX + ChangeX * Share, VelX);
			VelY = select(bTooMuch, OldVelY + ChangeY * Share, VelY);
		}
		if (View->bGiven[CROWD_TURN_RATE])
		{
			LimitTurn(OldVelX, OldVelY, View->Scalars[CROWD_TURN_RATE][Agent] * View->Dt, VelX, VelY);
		}
		const float SpeedSq = VelX * VelX + VelY * VelY;
		const bool bTooFast = SpeedSq > MaxSpeed * MaxSpeed && View->bLimitSpeed != 0;
		const float Limit = select(bTooFast, MaxSpeed / sqrt(SpeedSq), 1.0f);
		VelX = VelX * Limit;
		VelY = VelY * Limit;
		const float NewX = X + VelX * View->Dt;
		const float NewY = Y + VelY * View->Dt;
		// Not a number is not within either.
		const bool bWithin = abs(NewX) <= CROWD_MAX_COORDINATE & abs(NewY) <= CROWD_MAX_COORDINATE;
		X = select(bWithin, NewX, X);
		Y = select(bWithin, NewY, Y);
		VelX = select(bWithin, VelX, 0.0f);
		VelY = select(bWithin, VelY, 0.0f);
		const float ToX = TargetX - X;
		const float ToY = TargetY - Y;
		const unsigned int OldFlags = intbits(FlagBits);
		const bool bThere = (OldFlags & CROWD_FLAGS_GOAL) == CROWD_FLAG_GOAL &&
			ToX * ToX + ToY * ToY <= ArrivalRadius * ArrivalRadius;
		const unsigned int NewFlags = OldFlags | (bThere ? CROWD_FLAG_ARRIVED : 0);
		if (First + programCount <= End)
		{
			soa_to_aos4(X, Y, VelX, VelY, (uniform float* uniform)&Motion[First]);
			Flags[Agent] = NewFlags;
		}
		else if (Agent < End)
		{
			Motion[Agent].X = X;
			Motion[Agent].Y = Y;
			Motion[Agent].VelX = VelX;
			Motion[Agent].VelY = VelY;
			Flags[Agent] = NewFlags;
		}
		Found |= any(bThere && Agent < End) ? CROWD_MOVED_ARRIVED : 0;
		Found |= any(!bWithin && Agent < End) ? CROWD_MOVED_REFUSED : 0;
	}
	return Found;
}

/// For the test that both languages lay out the shared structures alike.
export uniform int StepViewSize()
{
	return sizeof(uniform StepView);
}

export uniform int BlockScratchSize()
{
	return sizeof(uniform BlockScratch);
}
