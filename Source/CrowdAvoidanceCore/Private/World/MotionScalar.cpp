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
		const float SpeedSq =
			View->NewVelX[Agent] * View->NewVelX[Agent] + View->NewVelY[Agent] * View->NewVelY[Agent];
		const bool bTooFast = SpeedSq > MaxSpeed * MaxSpeed && !View->bPlain;
		const float Limit = bTooFast ? MaxSpeed / std::sqrt(SpeedSq) : 1.0f;
		Own.VelX = View->NewVelX[Agent] * Limit;
		Own.VelY = View->NewVelY[Agent] * Limit;
		Own.X = Own.X + Own.VelX * View->Dt;
		Own.Y = Own.Y + Own.VelY * View->Dt;
		const float ToX = Aim[Agent].TargetX - Own.X;
		const float ToY = Aim[Agent].TargetY - Own.Y;
		const float Near = View->Body[Agent].ArrivalRadius;
		if ((Aim[Agent].Flags & CROWD_FLAG_GOAL) && ToX * ToX + ToY * ToY <= Near * Near)
		{
			Aim[Agent].Flags |= CROWD_FLAG_ARRIVED;
		}
	}
}
}
