// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"
#include "Models/Orca/OrcaShared.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
/// Velocities to the left are allowed. A direction of zero forbids nothing.
struct DirectedLine
{
	Vec2 Point, Dir;
};

/// Velocities with X * VX + Y * VY >= C are allowed. (X, Y) is a unit vector, or zero where nothing is forbidden.
struct HalfPlane
{
	float X, Y, C;

	/// How far outside a velocity is; positive: forbidden.
	float Violation(float VX, float VY) const { return C - (X * VX + Y * VY); }
};

constexpr HalfPlane ForbidsNothing = {0.0f, 0.0f, -CROWD_FAR};

/// Whether a program seeks the point nearest to Opt, or furthest in the direction of Opt.
enum class EAim
{
	Point,
	Direction,
};

/// Agents on the same spot at the same velocity part along one of eight axes, chosen by both ids, with opposite signs.
Vec2 AwayOnSameSpot(const StepView& View, int Agent, int Other);

inline bool NeverYields(const StepView& View, int Agent)
{
	return View.bResponsibility && !(View.Scalars[CROWD_RESPONSIBILITY][Agent] > 0.0f);
}

/// What part of the change an agent that yields takes upon itself. Freedom (not bEvading) is shared evenly, except with one that
/// does not change its velocity anyway.
/// Yield: how far the other one can be relied on.
inline float ShareOf(const StepView& View, int Agent, int Other, bool bEvading, float Yield = 1.0f)
{
	if (!View.bResponsibility && Yield == 1.0f)
	{
		return 0.5f;
	}
	const float Responsibility = View.Scalars[CROWD_RESPONSIBILITY][Agent];
	const float Evading = Responsibility / (Responsibility + Yield * View.Scalars[CROWD_RESPONSIBILITY][Other]);
	return bEvading || Evading == 1.0f ? Evading : 0.5f;
}

/// How far personal space reaches in a direction: it is as wide as asked for, and less deep in the direction of movement.
inline float ReachOfSpace(const StepView& View, int Agent, float Space, float RelX, float RelY, float DistanceSq)
{
	const AgentMotion& Motion = View.Motion[Agent];
	const float SpeedSq = Motion.VelX * Motion.VelX + Motion.VelY * Motion.VelY;
	const float Aside = RelX * Motion.VelY - RelY * Motion.VelX;
	const float Product = DistanceSq * SpeedSq;
	const float SineSq = Product > CROWD_STANDING_SQ ? Aside * Aside / Product : 1.0f;
	const float DepthSq = View.SpaceDepth * View.SpaceDepth;
	return Space * std::sqrt(DepthSq + (1.0f - DepthSq) * SineSq);
}

/// The radius that an agent plans with against another one there.
inline float PlanningRadius(const StepView& View, int Agent, float RelX, float RelY, float DistanceSq)
{
	const float Radius = View.Body[Agent].Radius;
	if (!View.bPersonalSpace)
	{
		return Radius;
	}
	float Space = MannerOf(View, Agent).PersonalSpace;
	if (View.SpaceDepth < 1.0f)
	{
		Space = ReachOfSpace(View, Agent, Space, RelX, RelY, DistanceSq);
	}
	return std::max(Radius, Space);
}

/// How far apart two agents are to be.
inline float PlanningSum(const StepView& View, int Agent, int Other, float RelX, float RelY, float DistanceSq)
{
	return (PlanningRadius(View, Agent, RelX, RelY, DistanceSq) + PlanningRadius(View, Other, RelX, RelY, DistanceSq)) *
		View.Clearance;
}

/// How soon two agents that are too near are to be apart: bodies at once, whoever is in somebody's personal space less so.
inline float InvPartTime(const StepView& View, int Agent, int Other, float DistanceSq)
{
	const float Bodies = (View.Body[Agent].Radius + View.Body[Other].Radius) * View.Clearance;
	return View.bPersonalSpace && !(DistanceSq <= Bodies * Bodies) ? View.InvSpaceTime : View.InvDt;
}

/// What one agent may do about another one: the velocities at least its share of the smallest evasive change away.
HalfPlane HalfPlaneOf(const StepView& View, int Agent, int Other, float Yield);

/// All of an agent of a block, those of OrcaScratch::WallSlots walls first. Returns how many, CROWD_MAX_LINES at the most.
int HalfPlanesOf(const StepView& View, const BlockScratch& Scratch, int BlockBegin, int Agent, HalfPlane* Planes);
}
