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
		float DesiredX = View->TargetX[Agent];
		float DesiredY = View->TargetY[Agent];
		const uint32_t Flags = View->Flags[Agent];
		if (Flags & CROWD_FLAG_GOAL)
		{
			const float ToX = View->TargetX[Agent] - View->X[Agent];
			const float ToY = View->TargetY[Agent] - View->Y[Agent];
			const float Distance = std::sqrt(ToX * ToX + ToY * ToY);
			DesiredX = 0.0f;
			DesiredY = 0.0f;
			if (!(Flags & CROWD_FLAG_ARRIVED) && Distance > 0.0f)
			{
				const float Soon = Distance * View->InvDt;
				const float Preferred = View->PreferredSpeed[Agent];
				const float Scale = (Soon < Preferred ? Soon : Preferred) / Distance;
				DesiredX = ToX * Scale;
				DesiredY = ToY * Scale;
			}
		}
		if (!View->bPlain)
		{
			const float AsideX = CROWD_SIDE_BIAS * DesiredY;
			const float AsideY = CROWD_SIDE_BIAS * DesiredX;
			DesiredX = DesiredX + AsideX;
			DesiredY = DesiredY - AsideY;
		}
		Scratch->DesiredX[Agent - BlockBegin] = DesiredX;
		Scratch->DesiredY[Agent - BlockBegin] = DesiredY;
	}
}

void IntegrateScalar(const StepView* View, float* X, float* Y, float* VelX, float* VelY, unsigned int* Flags, int Begin, int End)
{
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		VelX[Agent] = View->NewVelX[Agent];
		VelY[Agent] = View->NewVelY[Agent];
		X[Agent] = X[Agent] + VelX[Agent] * View->Dt;
		Y[Agent] = Y[Agent] + VelY[Agent] * View->Dt;
		const float ToX = View->TargetX[Agent] - X[Agent];
		const float ToY = View->TargetY[Agent] - Y[Agent];
		const float Near = View->ArrivalRadius[Agent];
		if ((Flags[Agent] & CROWD_FLAG_GOAL) && ToX * ToX + ToY * ToY <= Near * Near)
		{
			Flags[Agent] |= CROWD_FLAG_ARRIVED;
		}
	}
}
}
