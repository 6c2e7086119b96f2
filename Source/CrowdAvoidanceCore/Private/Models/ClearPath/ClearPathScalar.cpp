// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// ClearPathKernel.ispc does the same with a lane for each agent. Every expression here has its twin there, in the same
// order of operations, because both must give the same bits. Agents that are not discs exist only here.
#include "Models/ClearPath/ClearPath.h"
#include "Models/ClearPath/ClearPathRegions.h"

#include "CrowdCore/CrowdAgent.h"
#include "CrowdCore/CrowdObstacle.h"
#include "Debug/VelocityRegion.h"
#include "World/ShapeStore.h"

#include <chrono>
#include <cmath>
#include <utility>

namespace CrowdAvoidance
{
namespace
{
/// Eight axes to part agents along that stand on the same spot.
constexpr float AxisX[8] = {
	1.0f, 0.92387953f, 0.70710678f, 0.38268343f, 0.0f, -0.38268343f, -0.70710678f, -0.92387953f};
constexpr float AxisY[8] = {0.0f, 0.38268343f, 0.70710678f, 0.92387953f, 1.0f, 0.92387953f, 0.70710678f, 0.38268343f};

uint64_t Cycles()
{
#if defined(__x86_64__) && defined(__GNUC__)
	return __builtin_ia32_rdtsc();
#else
	return static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

/// Adds up what the steps take, where that is asked for.
class StepClock
{
public:
	explicit StepClock(const ClearPathScratch& Own) : Sums(Own.StepCycles) { Start(); }
	void Start() { Last = Sums ? Cycles() : 0; }
	void End(int Step)
	{
		if (Sums)
		{
			const uint64_t Now = Cycles();
			Sums[Step] += Now - Last;
			Last = Now;
		}
	}

private:
	uint64_t* Sums;
	uint64_t Last = 0;
};

/// An agent, and the velocity that it would like best.
struct Subject
{
	int Agent;
	float X, Y, VelX, VelY;
	float Radius, MaxSpeed;
	float MaxChange; ///< Of velocity in this step. [m/s]
	float Reach;     ///< It is no faster than that in the next step.
	float InvHorizon, InvObstacleHorizon;
	float OriginX = 0.0f, OriginY = 0.0f;

	Subject(const StepView& View, const ClearPathScratch& Own, int InAgent) : Agent(InAgent)
	{
		const AgentMotion& Motion = View.Motion[Agent];
		X = Motion.X;
		Y = Motion.Y;
		VelX = Motion.VelX;
		VelY = Motion.VelY;
		Radius = PlanningRadius(View, Agent);
		MaxSpeed = View.Body[Agent].MaxSpeed;
		MaxChange = View.Scalars[CROWD_ACCELERATION][Agent] * View.Dt;
		const float Speed = std::sqrt(VelX * VelX + VelY * VelY);
		// As published, limits do not bind at first.
		Reach = View.bPlain ? CROWD_FAR : (Speed > MaxSpeed ? Speed : MaxSpeed);
		const ProfileKernelData& Profile = View.Profiles[View.Aim[Agent].Flags & CROWD_FLAG_PROFILE];
		InvHorizon = Shorten(View, Own, Profile.InvAgentHorizon);
		InvObstacleHorizon = Shorten(View, Own, Profile.InvObstacleHorizon);
	}

	/// The inverse of a horizon that was halved some times, down to one step.
	static float Shorten(const StepView& View, const ClearPathScratch& Own, float Inverse)
	{
		const float Shorter = Inverse * Own.Doubling;
		const float Most = Inverse > View.InvDt ? Inverse : View.InvDt;
		return Shorter < Most ? Shorter : Most;
	}

	/// The velocity within the limits that is nearest, the speed first.
	void SetOrigin(const StepView& View, float VelocityX, float VelocityY)
	{
		const float SpeedSq = VelocityX * VelocityX + VelocityY * VelocityY;
		const float Slower = SpeedSq > MaxSpeed * MaxSpeed ? MaxSpeed / std::sqrt(SpeedSq) : 1.0f;
		OriginX = VelocityX * Slower;
		OriginY = VelocityY * Slower;
		if (View.bGiven[CROWD_ACCELERATION])
		{
			const float ChangeX = OriginX - VelX;
			const float ChangeY = OriginY - VelY;
			const float ChangeSq = ChangeX * ChangeX + ChangeY * ChangeY;
			if (ChangeSq > MaxChange * MaxChange)
			{
				const float Share = MaxChange / std::sqrt(ChangeSq);
				OriginX = VelX + ChangeX * Share;
				OriginY = VelY + ChangeY * Share;
			}
		}
	}

	/// What an agent that cannot have its desired velocity tries to come near to.
	void SetAim(const StepView& View, const ClearPathScratch& Own, float DesiredX, float DesiredY)
	{
		const float AsideX = DesiredX + Own.SideBias * DesiredY;
		const float AsideY = DesiredY - Own.SideBias * DesiredX;
		SetOrigin(View, AsideX + Own.Persistence * (VelX - AsideX), AsideY + Own.Persistence * (VelY - AsideY));
	}
};

/// How a neighbour lies, seen from the agent.
struct NeighborCone
{
	Vec2 Towards;
	float Gap;     ///< Between the bodies, clearance taken off. Not positive: they overlap.
	float BareGap; ///< The same without clearance.
	bool bOverlap;
	SidePlane Left, Right; ///< Without offset.
};

/// From an agent to another on the same spot, by their ids.
Vec2 AxisBetween(const StepView& View, int Agent, int Other)
{
	const uint64_t Id = IdOf(View, Agent);
	const uint64_t OtherId = IdOf(View, Other);
	const size_t Axis = static_cast<size_t>((Id ^ OtherId) & 7);
	const float Sign = OtherId > Id ? 1.0f : -1.0f;
	return {Sign * AxisX[Axis], Sign * AxisY[Axis]};
}

NeighborCone ConeOfDisc(const StepView& View, const Subject& Self, int Other)
{
	const float RelX = View.Motion[Other].X - Self.X;
	const float RelY = View.Motion[Other].Y - Self.Y;
	const float Radii = Self.Radius + PlanningRadius(View, Other);
	const float Sum = Radii * View.Clearance;
	const float DistanceSq = RelX * RelX + RelY * RelY;
	const float LegSq = DistanceSq - Sum * Sum;
	const float Distance = std::sqrt(DistanceSq);
	const float Inverse = DistanceSq > 0.0f ? 1.0f / Distance : 0.0f;
	NeighborCone Out;
	Out.Towards = {RelX * Inverse, RelY * Inverse};
	if (!(DistanceSq > 0.0f))
	{
		Out.Towards = AxisBetween(View, Self.Agent, Other);
	}
	Out.Gap = Distance - Sum;
	Out.BareGap = Distance - Radii;
	Out.bOverlap = !(LegSq > 0.0f) || !(Out.Gap > 0.0f);
	const float Sine = Sum * Inverse;
	const float Cosine = std::sqrt(LegSq > 0.0f ? LegSq : 0.0f) * Inverse;
	Out.Left = {Sine * Out.Towards.X + Cosine * Out.Towards.Y, Sine * Out.Towards.Y - Cosine * Out.Towards.X, 0.0f};
	Out.Right = {Sine * Out.Towards.X - Cosine * Out.Towards.Y, Sine * Out.Towards.Y + Cosine * Out.Towards.X, 0.0f};
	return Out;
}

/// Where at least one of the two is a polygon.
NeighborCone ConeOfBodies(
	const StepView& View, const Subject& Self, int Other, std::span<const Vec2> Own, std::span<const Vec2> Theirs)
{
	const Vec2 Point[1] = {};
	const Vec2 Offset = {View.Motion[Other].X - Self.X, View.Motion[Other].Y - Self.Y};
	const float OtherRadius = PlanningRadius(View, Other);
	const float Clearance = (View.Clearance - 1.0f) * (Self.Radius + OtherRadius);
	const float Grown = (Own.empty() ? Self.Radius : 0.0f) + (Theirs.empty() ? OtherRadius : 0.0f) + Clearance;
	const BodyDifference Difference(Theirs.empty() ? Point : Theirs, Own.empty() ? Point : Own, Offset);
	const BodyCone Cone = ConeOf(Difference.Hull(), Grown, AxisBetween(View, Self.Agent, Other));
	return {Cone.Towards, Cone.Gap, Cone.Gap + Clearance, !(Cone.Gap > 0.0f), Cone.Left, Cone.Right};
}

NeighborCone ConeOfNeighbor(const StepView& View, const Subject& Self, int Other)
{
	if (View.Shapes)
	{
		const std::span<const Vec2> Own = View.Shapes->BodyOf(View.Aim[Self.Agent].Slot);
		const std::span<const Vec2> Theirs = View.Shapes->BodyOf(View.Aim[Other].Slot);
		if (!Own.empty() || !Theirs.empty())
		{
			return ConeOfBodies(View, Self, Other, Own, Theirs);
		}
	}
	return ConeOfDisc(View, Self, Other);
}

/// What one neighbour forbids.
struct NeighborLimits
{
	ForbiddenRegion Cone;
	SidePlane Closing; ///< With ClearPathScratch::bKeepGap.
	SidePlane Type2;   ///< With the guarantee.
};

NeighborLimits LimitsOf(const StepView& View, const ClearPathScratch& Own, const Subject& Self, int Other)
{
	const NeighborCone Cone = ConeOfNeighbor(View, Self, Other);
	const AgentMotion& Motion = View.Motion[Other];
	const float Responsibility = View.Scalars[CROWD_RESPONSIBILITY][Self.Agent];
	const float Share =
		View.bResponsibility ? Responsibility / (Responsibility + View.Scalars[CROWD_RESPONSIBILITY][Other]) : 0.5f;
	const bool bYields = !View.bResponsibility || Responsibility > 0.0f;
	const float RelVelX = Self.VelX - Motion.VelX;
	const float RelVelY = Self.VelY - Motion.VelY;
	const float ApexX = Self.VelX - Share * RelVelX;
	const float ApexY = Self.VelY - Share * RelVelY;
	const float Along = Cone.Towards.X * ApexX + Cone.Towards.Y * ApexY;

	const float InvTime = Cone.bOverlap ? View.InvDt : Self.InvHorizon;
	float Offset = Share * Cone.Gap * InvTime + Along;
	if (Cone.bOverlap)
	{
		const float Retreat = -CROWD_PART_SPEED * Self.MaxSpeed;
		Offset = Retreat > Offset ? Retreat : Offset;
		if (View.bGiven[CROWD_ACCELERATION])
		{
			const float OfVelocity = Cone.Towards.X * Self.VelX + Cone.Towards.Y * Self.VelY;
			const float Reachable = OfVelocity - CROWD_PART_CHANGE * Self.MaxChange;
			Offset = Reachable > Offset ? Reachable : Offset;
		}
	}
	SidePlane Left = Cone.Left;
	SidePlane Right = Cone.Right;
	Left.C = Left.X * ApexX + Left.Y * ApexY;
	Right.C = Right.X * ApexX + Right.Y * ApexY;
	const SidePlane Type1 = {Cone.Towards.X, Cone.Towards.Y, Offset};
	NeighborLimits Out;
	const bool bLegs = bYields && !Cone.bOverlap;
	Out.Cone = {bLegs ? Left : AlwaysInside, bLegs ? Right : AlwaysInside, bYields ? Type1 : NeverInside};
	if (Own.bKeepGap)
	{
		const float Free = Cone.BareGap - CROWD_GAP_MARGIN;
		float Bound = Share * (Free > 0.0f ? Free : 0.0f) * View.InvDt;
		if (View.bResponsibility)
		{
			// One that does not do its half is taken to come on as it does.
			const float Coming = Cone.Towards.X * Motion.VelX + Cone.Towards.Y * Motion.VelY;
			const float Lacking = Share + Share - 1.0f;
			Bound = Lacking > 0.0f && Coming < 0.0f ? Bound + Lacking * Coming : Bound;
		}
		const bool bBinds = bYields && Bound < Self.Reach;
		Out.Closing = bBinds ? SidePlane{Cone.Towards.X, Cone.Towards.Y, Bound - CROWD_VIOLATION} : NeverInside;
	}
	if (Own.bClearPath1)
	{
		const float Approach = Cone.Towards.X * RelVelX + Cone.Towards.Y * RelVelY;
		const float Sign = Cone.Towards.X * RelVelY - Cone.Towards.Y * RelVelX > 0.0f ? 1.0f : -1.0f;
		const float SideX = Sign * Cone.Towards.Y;
		const float SideY = -Sign * Cone.Towards.X;
		const bool bCourse = Left.X * RelVelX + Left.Y * RelVelY > 0.0f &&
			Right.X * RelVelX + Right.Y * RelVelY > 0.0f && Approach > Cone.Gap * InvTime;
		Out.Type2 =
			bLegs && (View.bPlain || bCourse) ? SidePlane{SideX, SideY, SideX * ApexX + SideY * ApexY} : NeverInside;
	}
	return Out;
}

ForbiddenRegion WallRegion(const ClearPathScratch& Own, const Subject& Self, int Slot, int InBlock)
{
	ForbiddenRegion Out;
	const float* Entry = Own.WallPlanes + static_cast<size_t>(Slot) * 9 * CROWD_BLOCK + InBlock;
	for (int Index = 0; Index < 3; ++Index)
	{
		SidePlane& Plane = Out.Planes[Index];
		Plane = {Entry[0], Entry[CROWD_BLOCK], Entry[2 * CROWD_BLOCK]};
		// Less what counts as outside all the same: an agent that leans on a wall must not creep into it.
		Plane.C = Index == 2 ? Plane.C * Self.InvObstacleHorizon - CROWD_VIOLATION : Plane.C;
		Entry += 3 * CROWD_BLOCK;
	}
	return Out;
}

/// How far inside a plane a velocity is.
float DepthIn(const SidePlane& Plane, float X, float Y)
{
	return Plane.X * X + Plane.Y * Y - Plane.C;
}

/// Whether a velocity is forbidden, by more than rounding.
bool Holds(const SidePlane& Plane, float X, float Y)
{
	return DepthIn(Plane, X, Y) > CROWD_VIOLATION;
}

bool Holds(const ForbiddenRegion& Region, float X, float Y)
{
	return Holds(Region.Planes[0], X, Y) && Holds(Region.Planes[1], X, Y) && Holds(Region.Planes[2], X, Y);
}

float Least(float A, float B)
{
	return A < B ? A : B;
}

float Most(float A, float B)
{
	return A > B ? A : B;
}

/// The point nearest to the origin that is outside all regions and half-planes.
class NearestOutside
{
public:
	NearestOutside(
		const StepView& View, const ClearPathScratch& Own, const Subject& InSelf, bool bClip, bool bInAcceleration)
		: Self(InSelf),
		  Clock(Own),
		  bAcceleration(bInAcceleration)
	{
		const float Speed = std::sqrt(Self.VelX * Self.VelX + Self.VelY * Self.VelY);
		const float Braked = View.bGiven[CROWD_ACCELERATION] ? Speed - CROWD_PART_CHANGE * Self.MaxChange : 0.0f;
		MaxSpeed = Braked > Self.MaxSpeed ? Braked : Self.MaxSpeed;
		SpeedSq = bClip ? MaxSpeed * MaxSpeed : CROWD_FAR;
		ChangeSq = Self.MaxChange * Self.MaxChange;
	}

	void Add(const ForbiddenRegion& Region) { Regions[RegionCount++] = Region; }
	void Add(const SidePlane& Plane) { Halves[HalfCount++] = Plane; }
	/// Examined only where nothing else is violated: so the best point without it is found on the way.
	void AddFurthest(const ForbiddenRegion& Region)
	{
		Furthest = Region;
		bFurthest = true;
	}

	/// As fast as the agent may be: its maximum, or what it can slow down to.
	float SpeedLimit() const { return MaxSpeed; }

	struct Solution
	{
		float DistanceSq = CROWD_FAR; ///< From the origin; CROWD_FAR: none.
		float X = 0.0f, Y = 0.0f;

		bool IsFound() const { return DistanceSq < CROWD_FAR; }
	};

	void Solve()
	{
		Clock.End(0);
		Search(0, 0, Self.OriginX, Self.OriginY);
	}

	const Solution& Best() const { return Within; }
	/// Where there is none: the best without the furthest.
	const Solution& BestWithout() const { return Without; }

private:
	/// A side of what is forbidden at a point, by which it can be left, and how far that is.
	struct Side
	{
		SidePlane Plane;
		float Depth = CROWD_FAR;
	};

	struct Deepest
	{
		float Depth = CROWD_VIOLATION; ///< By the side that is left soonest; CROWD_VIOLATION: in none.
		Side Sides[3];
	};

	/// A part of a line: points Foot + T * (-Normal.Y, Normal.X), First <= T <= Last. The foot is its point nearest to the origin.
	struct Border
	{
		SidePlane Plane;
		float Offset; ///< Of the line from the origin.
		float FootX, FootY;
		float First = -CROWD_FAR;
		float Last = CROWD_FAR;
	};

	static void Note(Deepest& Found, const ForbiddenRegion& Region, float X, float Y)
	{
		float Depths[3];
		for (int Index = 0; Index < 3; ++Index)
		{
			Depths[Index] = DepthIn(Region.Planes[Index], X, Y);
		}
		const float Depth = Least(Least(Depths[0], Depths[1]), Depths[2]);
		if (Depth > Found.Depth)
		{
			Found.Depth = Depth;
			for (int Index = 0; Index < 3; ++Index)
			{
				Found.Sides[Index] = {Region.Planes[Index], Depths[Index]};
			}
		}
	}

	static void Note(Deepest& Found, const SidePlane& Plane, float X, float Y)
	{
		const float Depth = DepthIn(Plane, X, Y);
		if (Depth > Found.Depth)
		{
			Found = {Depth, {{Plane, Depth}, {}, {}}};
		}
	}

	static void Note(Solution& Found, float DistanceSq, float X, float Y)
	{
		if (DistanceSq < Found.DistanceSq)
		{
			Found = {DistanceSq, X, Y};
		}
	}

	/// What is forbidden at a point has to be left by one of its sides: each is tried, the nearest first, as long as it may lead
	/// nearer than the best. Path holds the sides taken so far.
	void Search(int Depth, int PathEnd, float X, float Y)
	{
		Deepest Found;
		for (int Index = 0; Index < RegionCount; ++Index)
		{
			Note(Found, Regions[Index], X, Y);
		}
		for (int Index = 0; Index < HalfCount; ++Index)
		{
			Note(Found, Halves[Index], X, Y);
		}
		const float OffX = X - Self.OriginX;
		const float OffY = Y - Self.OriginY;
		const float DistanceSq = OffX * OffX + OffY * OffY;
		if (bFurthest && !(Found.Depth > CROWD_VIOLATION))
		{
			Note(Without, DistanceSq, X, Y);
			Note(Found, Furthest, X, Y);
		}
		Clock.End(3);
		if (!(Found.Depth > CROWD_VIOLATION))
		{
			Within = {DistanceSq, X, Y};
			return;
		}

		Border Lines[3];
		float NearestSq[3]; // CROWD_FAR: nothing is left of it, or it has been tried.
		for (int Index = 0; Index < 3; ++Index)
		{
			NearestSq[Index] = CROWD_FAR;
			if (Found.Sides[Index].Depth < CROWD_FAR)
			{
				Lines[Index] = BorderOf(Found.Sides[Index].Plane, PathEnd);
				NearestSq[Index] = DistanceSqOn(Lines[Index]);
			}
		}
		const int PathStart = PathEnd;
		for (;;)
		{
			int Nearest = 0;
			for (int Index = 1; Index < 3; ++Index)
			{
				Nearest = NearestSq[Index] < NearestSq[Nearest] ? Index : Nearest;
			}
			if (!(NearestSq[Nearest] < Within.DistanceSq))
			{
				Clock.End(2);
				return;
			}
			NearestSq[Nearest] = CROWD_FAR;
			Border& Line = Lines[Nearest];
			for (int Index = PathStart; Index < PathEnd; ++Index)
			{
				EndAtPlane(Line, Path[Index]);
			}
			const bool bOn = DistanceSqOn(Line) < Within.DistanceSq;
			Clock.End(2);
			if (bOn && Depth + 1 < CROWD_MOST_BRANCHES)
			{
				const SidePlane& Plane = Line.Plane;
				const float T = NearestOn(Line);
				// A little slack, or rounding would take what is on the border for inside.
				SidePlane& Taken = Path[PathEnd];
				Taken = {Plane.X, Plane.Y, Plane.C + 0.5f * CROWD_VIOLATION};
				Search(Depth + 1, PathEnd + 1, Line.FootX - T * Plane.Y, Line.FootY + T * Plane.X);
				// What is outside of it has been searched: the other sides are for what is inside.
				Taken = {-Taken.X, -Taken.Y, CROWD_VIOLATION - Taken.C};
				++PathEnd;
			}
		}
	}

	/// Where the point of a line is that is nearest to the origin ...
	static float NearestOn(const Border& Line)
	{
		return Line.First > 0.0f ? Line.First : (Line.Last < 0.0f ? Line.Last : 0.0f);
	}

	/// ... and how near; CROWD_FAR: nothing is left of it.
	static float DistanceSqOn(const Border& Line)
	{
		const float T = NearestOn(Line);
		return Line.First <= Line.Last ? Line.Offset * Line.Offset + T * T : CROWD_FAR;
	}

	/// What limits and path leave of a line.
	Border BorderOf(const SidePlane& Plane, int PathEnd) const
	{
		Border Out;
		Out.Plane = Plane;
		Out.Offset = Plane.C - (Plane.X * Self.OriginX + Plane.Y * Self.OriginY);
		Out.FootX = Self.OriginX + Out.Offset * Plane.X;
		Out.FootY = Self.OriginY + Out.Offset * Plane.Y;
		EndAtDisc(Out, Plane.C, Plane.X * Self.OriginY - Plane.Y * Self.OriginX, SpeedSq);
		if (bAcceleration)
		{
			const float Off = Plane.C - (Plane.X * Self.VelX + Plane.Y * Self.VelY);
			const float FromX = Self.OriginX - Self.VelX;
			const float FromY = Self.OriginY - Self.VelY;
			EndAtDisc(Out, Off, Plane.X * FromY - Plane.Y * FromX, ChangeSq);
		}
		for (int Index = 0; Index < PathEnd; ++Index)
		{
			EndAtPlane(Out, Path[Index]);
		}
		return Out;
	}

	static void EndAtDisc(Border& Line, float Off, float Along, float RadiusSq)
	{
		const float RootSq = RadiusSq - Off * Off;
		const float Root = std::sqrt(Most(RootSq, 0.0f));
		Line.First = Most(Line.First, RootSq < 0.0f ? CROWD_FAR : -Along - Root);
		Line.Last = Least(Line.Last, Root - Along);
	}

	/// Outside of a plane.
	static void EndAtPlane(Border& Line, const SidePlane& Plane)
	{
		// Plus zero: minus zero would turn the sign of the infinity. Parallel lines divide by zero on purpose: infinity is as good as
		// far, and NaN, of two lines that are the same, changes nothing.
		const float Sine = Plane.Y * Line.Plane.X - Plane.X * Line.Plane.Y + 0.0f;
		const float Rest = Plane.C - (Plane.X * Line.FootX + Plane.Y * Line.FootY);
		const float T = Rest / Sine;
		if (Sine < 0.0f)
		{
			Line.First = Most(T, Line.First);
		}
		else
		{
			Line.Last = Least(T, Line.Last);
		}
	}

	const Subject& Self;
	StepClock Clock;
	bool bAcceleration;
	bool bFurthest = false;
	float MaxSpeed, SpeedSq, ChangeSq;
	int RegionCount = 0;
	int HalfCount = 0;
	Solution Within, Without;
	ForbiddenRegion Furthest;
	ForbiddenRegion Regions[CrowdMaxWalls + CrowdMaxNeighbors];
	SidePlane Halves[2 * CrowdMaxNeighbors];
	SidePlane Path[3 * CROWD_MOST_BRANCHES];
};
}

void FilterClearPathScalar(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End)
{
	ClearPathScratch& Own = ClearPathScratchOf(*Scratch);
	StepClock Clock(Own);
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		const int InBlock = Agent - BlockBegin;
		Subject Self(*View, Own, Agent);
		const int Count = Scratch->NeighborCount[InBlock];
		float DesiredX = Scratch->DesiredX[InBlock];
		float DesiredY = Scratch->DesiredY[InBlock];
		bool bOverlapping = false;
		if (View->bPlain || Own.bClearPath1)
		{
			for (int Rank = 0; Rank < Count; ++Rank)
			{
				const int Other = Scratch->Neighbors[Rank * CROWD_BLOCK + InBlock];
				bOverlapping = bOverlapping || !(ConeOfNeighbor(*View, Self, Other).BareGap > 0.0f);
			}
			Own.Overlapping[InBlock] = bOverlapping;
			DesiredX = bOverlapping && View->bPlain ? 0.0f : DesiredX;
			DesiredY = bOverlapping && View->bPlain ? 0.0f : DesiredY;
		}
		Self.SetOrigin(*View, DesiredX, DesiredY);
		Scratch->DesiredX[InBlock] = Self.OriginX;
		Scratch->DesiredY[InBlock] = Self.OriginY;
		View->NewVelX[Agent] = Self.OriginX;
		View->NewVelY[Agent] = Self.OriginY;

		// With the guarantee, one that overlaps another needs the full solve in any case.
		bool bBlocked = bOverlapping && Own.bClearPath1;
		for (int Slot = 0; Slot < Own.WallSlots && !bBlocked; ++Slot)
		{
			bBlocked = Holds(WallRegion(Own, Self, Slot, InBlock), Self.OriginX, Self.OriginY);
		}
		for (int Rank = 0; Rank < Count && !bBlocked; ++Rank)
		{
			const NeighborLimits Limits = LimitsOf(*View, Own, Self, Scratch->Neighbors[Rank * CROWD_BLOCK + InBlock]);
			const auto HoldsOrigin = [&Self](const auto& Part) { return Holds(Part, Self.OriginX, Self.OriginY); };
			bBlocked = HoldsOrigin(Limits.Cone) || (Own.bKeepGap && HoldsOrigin(Limits.Closing)) ||
				(Own.bClearPath1 && HoldsOrigin(Limits.Type2));
		}
		if (bBlocked)
		{
			Own.Outcome[InBlock] = CROWD_CLEARPATH_UNTRIED;
			Own.List[Own.ListCount++] = InBlock;
		}
	}
	Clock.End(0);
}

void SolveClearPathScalar(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End)
{
	ClearPathScratch& Own = ClearPathScratchOf(*Scratch);
	for (int Entry = Begin; Entry < End; ++Entry)
	{
		const int InBlock = Own.List[Entry];
		const int Agent = BlockBegin + InBlock;
		const int Limit = Own.Limit[InBlock];
		Subject Self(*View, Own, Agent);
		Self.SetAim(*View, Own, Scratch->DesiredX[InBlock], Scratch->DesiredY[InBlock]);

		const bool bAcceleration = View->bGiven[CROWD_ACCELERATION] && Limit >= 0;
		const bool bClip = !View->bPlain || Limit < 0;
		NearestOutside Search(*View, Own, Self, bClip, bClip && bAcceleration);
		for (int Slot = 0; Slot < Own.WallSlots; ++Slot)
		{
			Search.Add(WallRegion(Own, Self, Slot, InBlock));
		}
		const int Count = Scratch->NeighborCount[InBlock];
		NeighborLimits Limits[CrowdMaxNeighbors];
		for (int Rank = 0; Rank < Count; ++Rank)
		{
			Limits[Rank] = LimitsOf(*View, Own, Self, Scratch->Neighbors[Rank * CROWD_BLOCK + InBlock]);
		}
		// Plain worlds drop one after the other, and the guarantee is for all neighbours.
		const bool bFurthest = !View->bPlain && !Own.bGuarantee && Limit > 0;
		for (int Rank = 0; Rank < Limit; ++Rank)
		{
			if (bFurthest && Rank == Limit - 1)
			{
				Search.AddFurthest(Limits[Rank].Cone);
			}
			else
			{
				Search.Add(Limits[Rank].Cone);
			}
		}
		for (int Rank = 0; Rank < Count; ++Rank)
		{
			if (Own.bKeepGap && Limits[Rank].Closing.C < CROWD_FAR)
			{
				Search.Add(Limits[Rank].Closing);
			}
			if (Own.bGuarantee)
			{
				Search.Add(Limits[Rank].Type2);
			}
		}

		Search.Solve();
		NearestOutside::Solution Best = Search.Best();
		bool bSolved = Best.IsFound();
		if (!bClip)
		{
			// The published way: what breaks the limits is no solution. Rounding alone breaks nothing.
			const float MostSpeed = Search.SpeedLimit() + CROWD_VIOLATION;
			const float MostChange = Self.MaxChange + CROWD_VIOLATION;
			const float ChangeX = Best.X - Self.VelX;
			const float ChangeY = Best.Y - Self.VelY;
			const bool bTooFast = Best.X * Best.X + Best.Y * Best.Y > MostSpeed * MostSpeed;
			const bool bTooSudden = bAcceleration && ChangeX * ChangeX + ChangeY * ChangeY > MostChange * MostChange;
			bSolved = bSolved && !bTooFast && !bTooSudden;
		}
		const bool bWithout = !bSolved && Search.BestWithout().IsFound();
		Own.Outcome[InBlock] =
			bSolved ? CROWD_CLEARPATH_FITS : (bWithout ? CROWD_CLEARPATH_FITS_WITHOUT : CROWD_CLEARPATH_FAILS);
		if (bSolved || bWithout)
		{
			Best = bSolved ? Best : Search.BestWithout();
			View->NewVelX[Agent] = Best.X;
			View->NewVelY[Agent] = Best.Y;
		}
	}
}

int DescribeClearPath(
	const StepView& View, const BlockScratch& Scratch, int Fitting, int BlockBegin, int Agent, DebugGeometry& Out)
{
	ClearPathScratch Own = ClearPathScratchOf(Scratch);
	const int InBlock = Agent - BlockBegin;
	const int Count = Scratch.NeighborCount[InBlock];
	const Vec2 New = {View.NewVelX[Agent], View.NewVelY[Agent]};
	Out.bKept = New.X != Scratch.DesiredX[InBlock] || New.Y != Scratch.DesiredY[InBlock];
	// Only who is kept from its desired velocity has asked how many leave it one.
	const int Counted = Out.bKept && Fitting < Count ? Fitting : Count;
	Out.bRelaxed = Counted < Count;

	// With the guarantee horizons may have been shortened: until the new velocity was allowed.
	Own.bGuarantee = Own.bClearPath1 && !Out.bRelaxed;
	Own.Doubling = 1.0f;
	const float MostDoubling = View.InvDt / View.Profiles[View.Aim[Agent].Flags & CROWD_FLAG_PROFILE].InvAgentHorizon;
	const auto IsRefused = [&]
	{
		const Subject Now(View, Own, Agent);
		bool bRefused = false;
		for (int Rank = 0; Rank < Count && !bRefused; ++Rank)
		{
			const NeighborLimits Limits = LimitsOf(View, Own, Now, Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock]);
			bRefused = Holds(Limits.Cone, New.X, New.Y) || Holds(Limits.Type2, New.X, New.Y);
		}
		return bRefused;
	};
	while (Own.bGuarantee && Own.Doubling < MostDoubling && IsRefused())
	{
		Own.Doubling *= 2.0f;
	}

	Subject Self(View, Own, Agent);
	const auto AddRegion = [&Out](const ForbiddenRegion& Region, EDebugKind Kind, EDebugReason Reason, uint32_t Other)
	{
		VelocityRegion Forbidden(Out.Window);
		for (const SidePlane& Plane : Region.Planes)
		{
			Forbidden.Keep(Plane.X, Plane.Y, Plane.C);
		}
		if (DebugItem* const Item = Forbidden.AddTo(Out, Kind))
		{
			Item->Reason = Reason;
			Item->Other = Other;
		}
	};
	for (int Slot = 0; Slot < Own.WallSlots; ++Slot)
	{
		AddRegion(WallRegion(Own, Self, Slot, InBlock), EDebugKind::ForbiddenRegion, EDebugReason::Avoided, UINT32_MAX);
	}
	for (int Rank = 0; Rank < Count; ++Rank)
	{
		const int Other = Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock];
		const uint32_t OtherSlot = View.Aim[Other].Slot;
		const NeighborLimits Limits = LimitsOf(View, Own, Self, Other);
		AddRegion(Limits.Cone, EDebugKind::ForbiddenRegion,
			Rank < Counted ? EDebugReason::Avoided : EDebugReason::LeftOut, OtherSlot);
		const auto AddHalfPlane = [&](const SidePlane& Plane) {
			AddRegion(
				{AlwaysInside, AlwaysInside, Plane}, EDebugKind::ForbiddenHalfPlane, EDebugReason::Avoided, OtherSlot);
		};
		if (Own.bKeepGap)
		{
			AddHalfPlane(Limits.Closing);
		}
		if (Own.bGuarantee)
		{
			AddHalfPlane(Limits.Type2);
		}
	}

	if (Out.bKept)
	{
		Self.SetAim(View, Own, Scratch.DesiredX[InBlock], Scratch.DesiredY[InBlock]);
		Out.AddLine(EDebugKind::CandidateVelocity, {}, {Self.OriginX, Self.OriginY});
	}
	return Counted;
}
}
