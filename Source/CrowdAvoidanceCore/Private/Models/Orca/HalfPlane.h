// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"
#include "Models/Orca/OrcaShared.h"

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
inline float ShareOf(const StepView& View, int Agent, int Other, bool bEvading)
{
	if (!View.bResponsibility)
	{
		return 0.5f;
	}
	const float Responsibility = View.Scalars[CROWD_RESPONSIBILITY][Agent];
	const float Evading = Responsibility / (Responsibility + View.Scalars[CROWD_RESPONSIBILITY][Other]);
	return bEvading || Evading == 1.0f ? Evading : 0.5f;
}

/// The radius that an agent plans with.
inline float PlanningRadius(const StepView& View, int Agent)
{
	const float Radius = View.Body[Agent].Radius;
	return View.bPersonalSpace ? std::max(Radius, MannerOf(View, Agent).PersonalSpace) : Radius;
}

/// How soon two agents that are too near are to be apart: bodies at once, whoever is in somebody's personal space less so.
inline float InvPartTime(const StepView& View, int Agent, int Other, float DistanceSq)
{
	const float Bodies = (View.Body[Agent].Radius + View.Body[Other].Radius) * View.Clearance;
	return View.bPersonalSpace && !(DistanceSq <= Bodies * Bodies) ? View.InvSpaceTime : View.InvDt;
}

/// What one agent may do about another one: the velocities at least its share of the smallest evasive change away.
HalfPlane HalfPlaneOf(const StepView& View, int Agent, int Other);

/// All of an agent of a block, those of OrcaScratch::WallSlots walls first. Returns how many, CROWD_MAX_LINES at the most.
int HalfPlanesOf(const StepView& View, const BlockScratch& Scratch, int BlockBegin, int Agent, HalfPlane* Planes);
}
