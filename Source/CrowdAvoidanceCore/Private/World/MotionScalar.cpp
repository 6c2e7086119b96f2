// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The readable twin of Kernels/MotionKernel.ispc.
#include "World/Motion.h"

#include <cmath>

namespace CrowdAvoidance
{
void DesiredVelocityScalar(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End)
{
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		const AgentAim& Aim = View->Aim[Agent];
		float DesiredX = Aim.TargetX;
		float DesiredY = Aim.TargetY;
		if (Aim.Flags & CROWD_FLAG_GOAL)
		{
			const float ToX = Aim.TargetX - View->Motion[Agent].X;
			const float ToY = Aim.TargetY - View->Motion[Agent].Y;
			const float Distance = std::sqrt(ToX * ToX + ToY * ToY);
			DesiredX = 0.0f;
			DesiredY = 0.0f;
			if (!(Aim.Flags & CROWD_FLAG_ARRIVED) && Distance > 0.0f)
			{
				const float Soon = Distance * View->InvDt;
				const float Preferred = View->Body[Agent].PreferredSpeed;
				const float Scale = (Soon < Preferred ? Soon : Preferred) / Distance;
				DesiredX = ToX * Scale;
				DesiredY = ToY * Scale;
			}
		}
		Scratch->DesiredX[Agent - BlockBegin] = DesiredX;
		Scratch->DesiredY[Agent - BlockBegin] = DesiredY;
	}
}

/// The nearest velocity to the new one whose direction is within Angle of the old one's.
static void LimitTurn(float OldX, float OldY, float Angle, float& NewX, float& NewY)
{
	// The same series on every machine. Both are exact enough up to half a turn, which is no limit.
	const float Half = 0.5f * Angle;
	const float Sq = Half * Half;
	const float Series = -1.0f / 5040.0f + Sq * (1.0f / 362880.0f + Sq * (-1.0f / 39916800.0f));
	const float HalfSine = Half * (1.0f + Sq * (-1.0f / 6.0f + Sq * (1.0f / 120.0f + Sq * Series)));
	const float CosineSq = 1.0f - HalfSine * HalfSine;
	const float Cosine = 1.0f - 2.0f * HalfSine * HalfSine;
	const float Sine = 2.0f * HalfSine * std::sqrt(CosineSq > 0.0f ? CosineSq : 0.0f);

	const float OldSq = OldX * OldX + OldY * OldY;
	const float Product = OldX * NewX + OldY * NewY;
	const float Lengths = std::sqrt(OldSq * (NewX * NewX + NewY * NewY));
	if (Angle < CROWD_PI && OldSq > CROWD_STANDING_SQ && Product < Cosine * Lengths)
	{
		// Straight back: to the right.
		const float Turn = OldX * NewY - OldY * NewX > 0.0f ? Sine : -Sine;
		const float OldSpeed = std::sqrt(OldSq);
		const float DirectionX = (OldX * Cosine - OldY * Turn) / OldSpeed;
		const float DirectionY = (OldX * Turn + OldY * Cosine) / OldSpeed;
		const float Along = NewX * DirectionX + NewY * DirectionY;
		const float Least = OldSpeed < CROWD_TURNING_SPEED ? OldSpeed : CROWD_TURNING_SPEED;
		const float Speed = Along > Least ? Along : Least;
		NewX = DirectionX * Speed;
		NewY = DirectionY * Speed;
	}
}

uint32_t IntegrateScalar(const StepView* View, AgentMotion* Motion, uint32_t* Flags, int Begin, int End)
{
	uint32_t Found = 0;
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		const AgentMotion& Own = View->Motion[Agent];
		const AgentAim& Aim = View->Aim[Agent];
		const float MaxSpeed = View->Body[Agent].MaxSpeed;
		float NewX = View->NewVelX[Agent];
		float NewY = View->NewVelY[Agent];
		if (View->bLimitChange)
		{
			const float ChangeX = NewX - Own.VelX;
			const float ChangeY = NewY - Own.VelY;
			const float ChangeSq = ChangeX * ChangeX + ChangeY * ChangeY;
			const float Most = View->Scalars[CROWD_ACCELERATION][Agent] * View->Dt;
			if (ChangeSq > Most * Most)
			{
				const float Share = Most / std::sqrt(ChangeSq);
				NewX = Own.VelX + ChangeX * Share;
				NewY = Own.VelY + ChangeY * Share;
			}
		}
		if (View->bGiven[CROWD_TURN_RATE])
		{
			LimitTurn(Own.VelX, Own.VelY, View->Scalars[CROWD_TURN_RATE][Agent] * View->Dt, NewX, NewY);
		}
		const float SpeedSq = NewX * NewX + NewY * NewY;
		const bool bTooFast = SpeedSq > MaxSpeed * MaxSpeed && View->bLimitSpeed;
		const float Limit = bTooFast ? MaxSpeed / std::sqrt(SpeedSq) : 1.0f;
		const float VelX = NewX * Limit;
		const float VelY = NewY * Limit;
		float X = Own.X + VelX * View->Dt;
		float Y = Own.Y + VelY * View->Dt;
		// Not a number is not within either.
		const bool bWithin = std::fabs(X) <= CROWD_MAX_COORDINATE && std::fabs(Y) <= CROWD_MAX_COORDINATE;
		X = bWithin ? X : Own.X;
		Y = bWithin ? Y : Own.Y;
		Motion[Agent] = {X, Y, bWithin ? VelX : 0.0f, bWithin ? VelY : 0.0f};

		const float ToX = Aim.TargetX - X;
		const float ToY = Aim.TargetY - Y;
		const float Near = View->Body[Agent].ArrivalRadius;
		const bool bThere = (Aim.Flags & CROWD_FLAGS_GOAL) == CROWD_FLAG_GOAL && ToX * ToX + ToY * ToY <= Near * Near;
		Flags[Agent] = Aim.Flags | (bThere ? CROWD_FLAG_ARRIVED : 0u);
		Found |= (bThere ? CROWD_MOVED_ARRIVED : 0u) | (bWithin ? 0u : CROWD_MOVED_REFUSED);
	}
	return Found;
}
}
