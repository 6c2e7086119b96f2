// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What a wall forbids: the velocity obstacle of a segment is the set of velocities that bring the agent's disc onto it
// within the horizon. Its border is made of a left leg, a right leg and a rounded cut-off between them:
//
//            left leg \                        / right leg
//                      \                      /
//                       (____________________)      the segment, scaled by 1 / horizon, grown by radius / horizon
//
// The half-plane is tangent to that border at the point nearest to the current velocity. Walls do not avoid back, so
// the agent takes the whole change upon itself (van den Berg et al. 2011, section 5.4).
#include "Models/Orca/OrcaWalls.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
/// One, or a fixed direction for a vector without any.
Vec2 Unit(Vec2 A)
{
	const float Length = std::sqrt(Dot(A, A));
	return Length > 0.0f ? (1.0f / Length) * A : Vec2{1.0f, 0.0f};
}

/// An end of a segment as the agent sees it.
struct Corner
{
	Vec2 Offset; ///< From the agent.
	bool bConvex;
	Vec2 In, Out; ///< Directions of the edges before and after it.

	/// Tangents from the agent to the disc of its radius around the corner.
	Vec2 LeftTangent(float Radius) const { return Tangent(Radius); }
	Vec2 RightTangent(float Radius) const { return Tangent(-Radius); }

private:
	Vec2 Tangent(float Side) const
	{
		const float DistanceSq = Dot(Offset, Offset);
		const float Leg = std::sqrt(std::max(DistanceSq - Side * Side, 0.0f));
		return (1.0f / DistanceSq) * (Leg * Offset + Side * LeftOf(Offset));
	}
};

/// An agent's view of walls.
struct Observer
{
	Vec2 Position, Velocity;
	float Radius;
	float InvHorizon;

	/// Whether a known half-plane keeps the agent off the whole segment already, of whose ends in velocity space it is told.
	bool IsCovered(Vec2 LeftEnd, Vec2 RightEnd, const DirectedLine& Known) const
	{
		const float Grown = InvHorizon * Radius;
		return Cross(LeftEnd - Known.Point, Known.Dir) - Grown >= -CROWD_PARALLEL &&
			Cross(RightEnd - Known.Point, Known.Dir) - Grown >= -CROWD_PARALLEL;
	}

	/// False: the segment adds nothing (its neighbours see to it).
	bool HalfPlaneOf(Corner Left, Corner Right, Vec2 WallDir, DirectedLine& Out) const
	{
		const float RadiusSq = Radius * Radius;
		const Vec2 Span = Right.Offset - Left.Offset;
		const float T = -Dot(Left.Offset, Span) / Dot(Span, Span);
		const Vec2 FromLine = Left.Offset + T * Span;
		const bool bLineTouches = Dot(FromLine, FromLine) <= RadiusSq;

		// Touching already: whatever leads deeper is forbidden.
		if (T < 0.0f && Dot(Left.Offset, Left.Offset) <= RadiusSq)
		{
			Out = {{}, Unit(LeftOf(Left.Offset))};
			return Left.bConvex;
		}
		if (T > 1.0f && Dot(Right.Offset, Right.Offset) <= RadiusSq)
		{
			Out = {{}, Unit(LeftOf(Right.Offset))};
			return Right.bConvex && Cross(Right.Offset, Right.Out) >= 0.0f;
		}
		if (T >= 0.0f && T <= 1.0f && bLineTouches)
		{
			Out = {{}, -WallDir};
			return true;
		}

		// The legs. A segment seen end on is as good as its nearer corner; a concave corner has no leg of its own.
		const bool bOneCorner = bLineTouches && (T < 0.0f || T > 1.0f);
		if (bOneCorner)
		{
			const Corner Nearer = T < 0.0f ? Left : Right;
			if (!Nearer.bConvex)
			{
				return false;
			}
			Left = Nearer;
			Right = Nearer;
		}
		Vec2 LeftLeg = Left.bConvex ? Left.LeftTangent(Radius) : -WallDir;
		Vec2 RightLeg = Right.bConvex ? Right.RightTangent(Radius) : WallDir;
		// A leg that would run into the neighbouring edge is replaced by that edge, and is the neighbour's to report.
		const bool bLeftForeign = Left.bConvex && Cross(LeftLeg, -Left.In) >= 0.0f;
		const bool bRightForeign = Right.bConvex && Cross(RightLeg, Right.Out) <= 0.0f;
		LeftLeg = bLeftForeign ? -Left.In : LeftLeg;
		RightLeg = bRightForeign ? Right.Out : RightLeg;

		const Vec2 LeftEnd = InvHorizon * Left.Offset;
		const Vec2 RightEnd = InvHorizon * Right.Offset;
		const Vec2 CutOff = RightEnd - LeftEnd;
		const Vec2 FromLeft = Velocity - LeftEnd;
		const Vec2 FromRight = Velocity - RightEnd;
		const float Grown = Radius * InvHorizon;
		const float AlongCutOff = bOneCorner ? 0.5f : Dot(FromLeft, CutOff) / Dot(CutOff, CutOff);
		const float AlongLeft = Dot(FromLeft, LeftLeg);
		const float AlongRight = Dot(FromRight, RightLeg);

		if ((AlongCutOff < 0.0f && AlongLeft < 0.0f) || (bOneCorner && AlongLeft < 0.0f && AlongRight < 0.0f))
		{
			const Vec2 W = Unit(FromLeft);
			Out = {LeftEnd + Grown * W, -LeftOf(W)};
			return true;
		}
		if (AlongCutOff > 1.0f && AlongRight < 0.0f)
		{
			const Vec2 W = Unit(FromRight);
			Out = {RightEnd + Grown * W, -LeftOf(W)};
			return true;
		}

		const auto DistanceSq = [](Vec2 A) { return Dot(A, A); };
		const float ToCutOff = AlongCutOff < 0.0f || AlongCutOff > 1.0f || bOneCorner
			? INFINITY
			: DistanceSq(FromLeft - AlongCutOff * CutOff);
		const float ToLeft = AlongLeft < 0.0f ? INFINITY : DistanceSq(FromLeft - AlongLeft * LeftLeg);
		const float ToRight = AlongRight < 0.0f ? INFINITY : DistanceSq(FromRight - AlongRight * RightLeg);
		if (ToCutOff <= ToLeft && ToCutOff <= ToRight)
		{
			Out = {LeftEnd + Grown * LeftOf(-WallDir), -WallDir};
			return true;
		}
		if (ToLeft <= ToRight)
		{
			Out = {LeftEnd + Grown * LeftOf(LeftLeg), LeftLeg};
			return !bLeftForeign;
		}
		Out = {RightEnd + Grown * LeftOf(-RightLeg), -RightLeg};
		return !bRightForeign;
	}
};

/// Of all agents of the block: those with fewer walls get half-planes that forbid nothing.
void ClearSlot(OrcaScratch& Own, int Slot, int Begin, int End)
{
	const int First = Slot * CROWD_BLOCK + Begin;
	std::fill_n(Own.WallX + First, End - Begin, ForbidsNothing.X);
	std::fill_n(Own.WallY + First, End - Begin, ForbidsNothing.Y);
	std::fill_n(Own.WallC + First, End - Begin, ForbidsNothing.C);
}
}

int WallLinesOf(const StepView& View, const NearWalls& Near, int Agent, DirectedLine* Lines)
{
	const ProfileKernelData& Profile = View.Profiles[View.Aim[Agent].Flags & CROWD_FLAG_PROFILE];
	const AgentMotion& Motion = View.Motion[Agent];
	const Observer Self = {
		{Motion.X, Motion.Y}, {Motion.VelX, Motion.VelY}, View.Body[Agent].Radius, Profile.InvObstacleHorizon};
	int Count = 0;
	for (int Rank = 0; Rank < Near.Count; ++Rank)
	{
		const WallSegment& Wall = *Near.Walls[Rank];
		const Corner Left = {Wall.From - Self.Position, Wall.bFromConvex, Wall.PreviousDir, Wall.Dir};
		const Corner Right = {Wall.To - Self.Position, Wall.bToConvex, Wall.Dir, Wall.NextDir};
		const Vec2 LeftEnd = Self.InvHorizon * Left.Offset;
		const Vec2 RightEnd = Self.InvHorizon * Right.Offset;
		const bool bCovered = std::any_of(
			Lines, Lines + Count, [&](const DirectedLine& Known) { return Self.IsCovered(LeftEnd, RightEnd, Known); });
		if (!bCovered && Self.HalfPlaneOf(Left, Right, Wall.Dir, Lines[Count]))
		{
			++Count;
		}
	}
	return Count;
}

bool AddWallHalfPlanes(const StepView& View, const ObstacleStore& Obstacles, FindNearWallsFunction FindNear,
	OrcaScratch& Own, int BlockBegin, int Begin, int End)
{
	bool bComplete = true;
	DirectedLine Lines[CrowdMaxWalls]; // Not for each agent: it begins with zeros.
	Own.WallSlots = 0;
	ForEachNearWalls(View, Obstacles, FindNear, Begin, End,
		[&](int Agent, const NearWalls& Near)
		{
			const int Count = WallLinesOf(View, Near, Agent, Lines);
			bComplete = bComplete && !Near.bTruncated;
			for (; Own.WallSlots < Count; ++Own.WallSlots)
			{
				ClearSlot(Own, Own.WallSlots, Begin - BlockBegin, End - BlockBegin);
			}
			for (int Slot = 0; Slot < Count; ++Slot)
			{
				const int At = Slot * CROWD_BLOCK + Agent - BlockBegin;
				const Vec2 Normal = LeftOf(Lines[Slot].Dir);
				Own.WallX[At] = Normal.X;
				Own.WallY[At] = Normal.Y;
				Own.WallC[At] = Dot(Normal, Lines[Slot].Point);
			}
		});
	return bComplete;
}
}
