// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What comes before and after every avoidance model. World/MotionScalar.cpp is the same in C++.
#include "StepShared.h"

/// Desired velocities of agents Begin .. End - 1: as given, or towards the goal without overshooting it.
export void DesiredVelocityBlock(const uniform StepView* uniform View, uniform BlockScratch* uniform Scratch,
	uniform int BlockBegin, uniform int Begin, uniform int End)
{
	foreach (Agent = Begin ... End)
	{
		const unsigned int Flags = View->Flags[Agent];
		const float TargetX = View->TargetX[Agent];
		const float TargetY = View->TargetY[Agent];
		const float ToX = TargetX - View->X[Agent];
		const float ToY = TargetY - View->Y[Agent];
		const float Distance = sqrt(ToX * ToX + ToY * ToY);
		const float Soon = Distance * View->InvDt;
		const float Preferred = View->PreferredSpeed[Agent];
		const float Speed = select(Soon < Preferred, Soon, Preferred);
		const bool bGoal = (Flags & CROWD_FLAG_GOAL) != 0;
		const bool bStand = (Flags & CROWD_FLAG_ARRIVED) != 0 || !(Distance > 0.0f);
		const float Scale = select(bStand, 0.0f, Speed / Distance);
		float DesiredX = select(bGoal, select(bStand, 0.0f, ToX * Scale), TargetX);
		float DesiredY = select(bGoal, select(bStand, 0.0f, ToY * Scale), TargetY);
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

/// New velocities become current, positions follow, goals are reached.
export void IntegrateBlock(const uniform StepView* uniform View, uniform float* uniform X, uniform float* uniform Y,
	uniform float* uniform VelX, uniform float* uniform VelY, uniform unsigned int* uniform Flags, uniform int Begin,
	uniform int End)
{
	foreach (Agent = Begin ... End)
	{
		const float NewVelX = View->NewVelX[Agent];
		const float NewVelY = View->NewVelY[Agent];
		const float NewX = X[Agent] + NewVelX * View->Dt;
		const float NewY = Y[Agent] + NewVelY * View->Dt;
		VelX[Agent] = NewVelX;
		VelY[Agent] = NewVelY;
		X[Agent] = NewX;
		Y[Agent] = NewY;
		const unsigned int Was = Flags[Agent];
		const float ToX = View->TargetX[Agent] - NewX;
		const float ToY = View->TargetY[Agent] - NewY;
		const float Near = View->ArrivalRadius[Agent];
		const bool bThere = (Was & CROWD_FLAG_GOAL) != 0 && ToX * ToX + ToY * ToY <= Near * Near;
		Flags[Agent] = bThere ? (Was | CROWD_FLAG_ARRIVED) : Was;
	}
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
