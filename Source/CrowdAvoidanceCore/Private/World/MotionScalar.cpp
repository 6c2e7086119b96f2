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

void IntegrateScalar(const StepView* View, AgentMotion* Motion, AgentAim* Aim, int Begin, int End)
{
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		AgentMotion& Own = Motion[Agent];
		const float MaxSpeed = View->Body[Agent].MaxSpeed;
		float NewX = View->NewVelX[Agent];
		float NewY = View->NewVelY[Agent];
		if (View->bLimitChange)
		{
			const float ChangeX = NewX - Own.VelX;
			const float ChangeY = NewY - Own.VelY;
			const float ChangeSq = ChangeX * ChangeX + ChangeY * ChangeY;
			const float Most = View->Acceleration[Agent] * View->Dt;
			if (ChangeSq > Most * Most)
			{
				const float Share = Most / std::sqrt(ChangeSq);
				NewX = Own.VelX + ChangeX * Share;
				NewY = Own.VelY + ChangeY * Share;
			}
		}
		const float SpeedSq = NewX * NewX + NewY * NewY;
		const bool bTooFast = SpeedSq > MaxSpeed * MaxSpeed && View->bLimitSpeed;
		const float Limit = bTooFast ? MaxSpeed / std::sqrt(SpeedSq) : 1.0f;
		Own.VelX = NewX * Limit;
		Own.VelY = NewY * Limit;
		Own.X = Own.X + Own.VelX * View->Dt;
		Own.Y = Own.Y + Own.VelY * View->Dt;
		const float ToX = Aim[Agent].TargetX - Own.X;
		const float ToY = Aim[Agent].TargetY - Own.Y;
		const float Near = View->Body[Agent].ArrivalRadius;
		if ((Aim[Agent].Flags & CROWD_FLAGS_GOAL) == CROWD_FLAG_GOAL && ToX * ToX + ToY * ToY <= Near * Near)
		{
			Aim[Agent].Flags |= CROWD_FLAG_ARRIVED;
		}
	}
}
}
