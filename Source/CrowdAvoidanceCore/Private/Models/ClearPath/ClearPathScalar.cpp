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

#include <bit>
#include <chrono>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
/// Eight axes to part agents along that stand on the same spot.
constexpr float AxisX[8] = {
	1.0f, 0.92387953f, 0.70710678f, 0.38268343f, 0.0f, -0.38268343f, -0.70710678f, -0.92387953f};
constexpr float AxisY[8] = {0.0f, 0.38268343f, 0.70710678f, 0.92387953f, 1.0f, 0.92387953f, 0.70710678f, 0.38268343f};

constexpr int MostLines = 3 * (CrowdMaxWalls + CrowdMaxNeighbors) + 2 * CrowdMaxNeighbors;
static_assert(MostLines <= CROWD_LINE_BITS);

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

/// An agent, and the velocity that everything is relative to.
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
		Radius = View.Body[Agent].Radius;
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
	const float Radii = Self.Radius + View.Body[Other].Radius;
	const float Sum = Radii * View.Clearance;
	const float DistanceSq = RelX * RelX + RelY * RelY;
	const float LegSq = DistanceSq - Sum * Sum;
	const float Distance = std::sqrt(DistanceSq);
	const float Inverse = 1.0f / Distance;
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
	const float OtherRadius = View.Body[Other].Radius;
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

/// What one neighbour forbids, relative to the origin.
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
	const float ApexX = Self.VelX - Share * RelVelX - Self.OriginX;
	const float ApexY = Self.VelY - Share * RelVelY - Self.OriginY;
	const float Along = Cone.Towards.X * ApexX + Cone.Towards.Y * ApexY;

	const float OfOrigin = Cone.Towards.X * Self.OriginX + Cone.Towards.Y * Self.OriginY;
	const float Approach = Cone.Towards.X * RelVelX + Cone.Towards.Y * RelVelY;
	const float InvTime = Cone.bOverlap ? View.InvDt : Self.InvHorizon;
	float Offset = Share * Cone.Gap * InvTime + Along;
	if (Cone.bOverlap)
	{
		const float Retreat = -CROWD_PART_SPEED * Self.MaxSpeed - OfOrigin;
		Offset = Retreat > Offset ? Retreat : Offset;
		if (View.bGiven[CROWD_ACCELERATION])
		{
			const float OfVelocity = Cone.Towards.X * Self.VelX + Cone.Towards.Y * Self.VelY;
			const float Reachable = OfVelocity - CROWD_PART_CHANGE * Self.MaxChange - OfOrigin;
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
		Out.Closing =
			bBinds ? SidePlane{Cone.Towards.X, Cone.Towards.Y, Bound - CROWD_VIOLATION - OfOrigin} : NeverInside;
	}
	if (Own.bClearPath1)
	{
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
		const float Offset = Index == 2 ? Plane.C * Self.InvObstacleHorizon - CROWD_VIOLATION : Plane.C;
		Plane.C = Offset - (Plane.X * Self.OriginX + Plane.Y * Self.OriginY);
		Entry += 3 * CROWD_BLOCK;
	}
	return Out;
}

/// Whether the origin is forbidden, by more than rounding.
bool HoldsOrigin(const ForbiddenRegion& Region)
{
	return Region.Planes[0].C < -CROWD_VIOLATION && Region.Planes[1].C < -CROWD_VIOLATION &&
		Region.Planes[2].C < -CROWD_VIOLATION;
}

bool HoldsOrigin(const SidePlane& Plane)
{
	return Plane.C < -CROWD_VIOLATION;
}

/// The point nearest to the origin that is outside all regions and half-planes.
class NearestOutside
{
public:
	NearestOutside(
		const StepView& View, const ClearPathScratch& Own, const Subject& InSelf, bool bInClip, bool bInAcceleration)
		: Self(InSelf),
		  Clock(Own),
		  bClip(bInClip),
		  bAcceleration(bInAcceleration)
	{
		const float Speed = std::sqrt(Self.VelX * Self.VelX + Self.VelY * Self.VelY);
		const float Braked = View.bGiven[CROWD_ACCELERATION] ? Speed - CROWD_PART_CHANGE * Self.MaxChange : 0.0f;
		MaxSpeed = Braked > Self.MaxSpeed ? Braked : Self.MaxSpeed;
	}

	/// All regions before the first half-plane.
	void Add(const ForbiddenRegion& Region)
	{
		NoteDepth(Region, LineCount, 3);
		for (const SidePlane& Plane : Region.Planes)
		{
			Lines[LineCount++] = {Plane, -CROWD_FAR, CROWD_FAR};
		}
		++Regions;
	}
	void Add(const SidePlane& Plane)
	{
		NoteDepth({AlwaysInside, AlwaysInside, Plane}, LineCount, 1);
		Lines[LineCount++] = {Plane, -CROWD_FAR, CROWD_FAR};
	}

	/// As fast as the agent may be: its maximum, or what it can slow down to.
	float SpeedLimit() const { return MaxSpeed; }

	/// False: nothing is left.
	bool Solve(float& ResultX, float& ResultY)
	{
		ResultX = 0.0f;
		ResultY = 0.0f;
		Clock.End(0);
		if (!(DeepestC < -CROWD_VIOLATION))
		{
			return true;
		}
		Prepare();
		Clock.End(1);
		BestSq = CROWD_FAR;
		for (;;)
		{
			const int Key = TakeNearest();
			Clock.End(4);
			if (!(std::bit_cast<float>(Key & ~CROWD_LINE_BITS) < BestSq))
			{
				break;
			}
			Search(Key & CROWD_LINE_BITS);
		}
		ResultX = BestX;
		ResultY = BestY;
		return BestSq < CROWD_FAR;
	}

private:
	/// The border of what a plane forbids: points C * normal + T * direction, First <= T <= Last.
	struct Border
	{
		SidePlane Plane;
		float First, Last;
	};

	/// Keeps the region that the origin is deepest in.
	void NoteDepth(const ForbiddenRegion& Region, int FirstLine, int Count)
	{
		const float LeftOrRight = Region.Planes[0].C > Region.Planes[1].C ? Region.Planes[0].C : Region.Planes[1].C;
		const float C = LeftOrRight > Region.Planes[2].C ? LeftOrRight : Region.Planes[2].C;
		if (C < DeepestC)
		{
			DeepestC = C;
			Deepest = Region;
			DeepestFirst = FirstLine;
			DeepestCount = Count;
		}
	}

	/// Step 1. The part of each line that is a border, within the limits, and a key: how near it comes at best outside the region
	/// that the origin is deepest in, and its number.
	void Prepare()
	{
		for (int Region = 0; Region < Regions; ++Region)
		{
			Border* Own = Lines + 3 * Region;
			EndAtEachOther(Own[0], Own[1]);
			EndAtEachOther(Own[0], Own[2]);
			EndAtEachOther(Own[1], Own[2]);
		}
		for (int Index = 0; Index < LineCount; ++Index)
		{
			Border& Line = Lines[Index];
			if (bClip)
			{
				ClipToDisc(Line, Self.OriginX, Self.OriginY, MaxSpeed);
			}
			if (bAcceleration)
			{
				ClipToDisc(Line, Self.OriginX - Self.VelX, Self.OriginY - Self.VelY, Self.MaxChange);
			}
			for (int Other = 3 * Regions; Other < LineCount; ++Other)
			{
				if (Other != Index)
				{
					EndAtHalfPlane(Line, Lines[Other].Plane);
				}
			}
			float Enter = -CROWD_FAR;
			float Leave = CROWD_FAR;
			for (const SidePlane& Plane : Deepest.Planes)
			{
				Cross(Plane, Line.Plane.C * Line.Plane.X, Line.Plane.C * Line.Plane.Y, -Line.Plane.Y, Line.Plane.X,
					Enter, Leave);
			}
			const float Nearest = Line.First > 0.0f ? Line.First : (Line.Last < 0.0f ? Line.Last : 0.0f);
			const bool bOwn = Index >= DeepestFirst && Index < DeepestFirst + DeepestCount;
			const bool bInside = !bOwn && Nearest > Enter && Nearest < Leave;
			const float OffsetSq = Line.Plane.C * Line.Plane.C;
			const float UpSq = Leave <= Line.Last ? OffsetSq + Leave * Leave : CROWD_FAR;
			const float DownSq = Enter >= Line.First ? OffsetSq + Enter * Enter : CROWD_FAR;
			const float OutsideSq = UpSq < DownSq ? UpSq : DownSq;
			const float DistanceSq = bInside ? OutsideSq : OffsetSq + Nearest * Nearest;
			const bool bLine =
				(Line.Plane.X != 0.0f || Line.Plane.Y != 0.0f) && Line.First <= Line.Last && DistanceSq < CROWD_FAR;
			const int Rough = std::bit_cast<int>(DistanceSq) & ~CROWD_LINE_BITS;
			Keys[Index] = bLine ? Rough | Index : CROWD_NO_LINE;
		}
	}

	/// What a half-plane leaves of a line.
	static void EndAtHalfPlane(Border& Line, const SidePlane& Plane)
	{
		const float Sine = Plane.X * -Line.Plane.Y + Plane.Y * Line.Plane.X + 0.0f;
		const float FootX = Line.Plane.C * Line.Plane.X;
		const float FootY = Line.Plane.C * Line.Plane.Y;
		const float Rest = Plane.C + CROWD_VIOLATION - (Plane.X * FootX + Plane.Y * FootY);
		const float T = Rest / Sine;
		Line.First = Sine < 0.0f && T > Line.First ? T : Line.First;
		Line.Last = !(Sine < 0.0f) && T < Line.Last ? T : Line.Last;
	}

	/// Two lines of the same region.
	static void EndAtEachOther(Border& A, Border& B)
	{
		const float Cosine = B.Plane.X * A.Plane.X + B.Plane.Y * A.Plane.Y;
		const float Sine = B.Plane.Y * A.Plane.X - B.Plane.X * A.Plane.Y;
		const float Inverse = 1.0f / Sine;
		const float OnA = (B.Plane.C - A.Plane.C * Cosine) * Inverse;
		const float OnB = (B.Plane.C * Cosine - A.Plane.C) * Inverse;
		const bool bFromA = Sine > CROWD_PARALLEL;
		const bool bToA = Sine < -CROWD_PARALLEL;
		A.First = bFromA && OnA > A.First ? OnA : A.First;
		A.Last = bToA && OnA < A.Last ? OnA : A.Last;
		B.First = bToA && OnB > B.First ? OnB : B.First;
		B.Last = bFromA && OnB < B.Last ? OnB : B.Last;
	}

	/// Within a disc whose centre the origin is at (FromX, FromY) from.
	static void ClipToDisc(Border& Line, float FromX, float FromY, float Radius)
	{
		const float Off = Line.Plane.X * FromX + Line.Plane.Y * FromY + Line.Plane.C;
		const float Along = Line.Plane.X * FromY - Line.Plane.Y * FromX;
		const float RootSq = Radius * Radius - Off * Off;
		const float Root = std::sqrt(RootSq > 0.0f ? RootSq : 0.0f);
		const float Begin = RootSq < 0.0f ? CROWD_FAR : -Along - Root;
		const float End = -Along + Root;
		Line.First = Begin > Line.First ? Begin : Line.First;
		Line.Last = End < Line.Last ? End : Line.Last;
	}

	/// Step 4. The key of the line that may come nearest, which is taken off.
	int TakeNearest()
	{
		int Least = CROWD_NO_LINE;
		for (int Index = 0; Index < LineCount; ++Index)
		{
			Least = Keys[Index] < Least ? Keys[Index] : Least;
		}
		if (Least < CROWD_NO_LINE)
		{
			Keys[Least & CROWD_LINE_BITS] = CROWD_NO_LINE;
		}
		return Least;
	}

	/// Where a line is inside a plane: Enter < T < Leave.
	static void Cross(
		const SidePlane& Plane, float FootX, float FootY, float DirX, float DirY, float& Enter, float& Leave)
	{
		const float Sine = Plane.X * DirX + Plane.Y * DirY + 0.0f;
		// What is inside by no more than rounding is outside. Parallel lines divide by zero on purpose: infinity is as good
		// as far, and NaN changes nothing.
		const float Rest = Plane.C + CROWD_VIOLATION - (Plane.X * FootX + Plane.Y * FootY);
		const float T = Rest / Sine;
		const float Entered = Sine < 0.0f ? -CROWD_FAR : T;
		const float Left = Sine < 0.0f ? T : CROWD_FAR;
		Enter = Entered > Enter ? Entered : Enter;
		Leave = Left < Leave ? Left : Leave;
	}

	/// Steps 2, 3 and 5 on one line.
	void Search(int Index)
	{
		const Border& Line = Lines[Index];
		const float DirX = -Line.Plane.Y;
		const float DirY = Line.Plane.X;
		const float FootX = Line.Plane.C * Line.Plane.X;
		const float FootY = Line.Plane.C * Line.Plane.Y;

		// Step 2: where the line is inside other regions.
		for (int Region = 0; Region < Regions; ++Region)
		{
			float Enter = -CROWD_FAR;
			float Leave = CROWD_FAR;
			for (int Side = 0; Side < 3; ++Side)
			{
				Cross(Lines[3 * Region + Side].Plane, FootX, FootY, DirX, DirY, Enter, Leave);
			}
			Entry[Region] = Index >= 3 * Region && Index < 3 * Region + 3 ? CROWD_FAR : Enter;
			Exit[Region] = Leave;
		}
		Clock.End(2);

		// Step 3: out of what covers the nearest point, both ways, as long as that may be of use.
		const float OffsetSq = Line.Plane.C * Line.Plane.C;
		float Up = Line.First > 0.0f ? Line.First : (Line.Last < 0.0f ? Line.Last : 0.0f);
		float Down = Up;
		float UpSq = OffsetSq + Up * Up;
		float DownSq = UpSq;
		bool bMoved = true;
		while (bMoved)
		{
			bMoved = false;
			for (int Place = 0; Place < Regions; ++Place)
			{
				const bool bUp = Up > Entry[Place] && Up < Exit[Place];
				const bool bDown = Down > Entry[Place] && Down < Exit[Place];
				Up = bUp ? Exit[Place] : Up;
				Down = bDown ? Entry[Place] : Down;
				bMoved = bMoved || bUp || bDown;
			}
			UpSq = Up <= Line.Last ? OffsetSq + Up * Up : CROWD_FAR;
			DownSq = Down >= Line.First ? OffsetSq + Down * Down : CROWD_FAR;
			bMoved = bMoved && (UpSq < BestSq || DownSq < BestSq);
		}
		Clock.End(3);

		// Step 5: the nearer of both.
		const float T = DownSq < UpSq ? Down : Up;
		const float NearestSq = DownSq < UpSq ? DownSq : UpSq;
		if (NearestSq < BestSq)
		{
			BestSq = NearestSq;
			BestX = FootX + T * DirX;
			BestY = FootY + T * DirY;
		}
		Clock.End(5);
	}

	const Subject& Self;
	StepClock Clock;
	bool bClip, bAcceleration;
	ForbiddenRegion Deepest;
	float DeepestC = 0.0f;
	int DeepestFirst = 0;
	int DeepestCount = 0;
	float MaxSpeed;
	int Regions = 0;
	int LineCount = 0;
	float BestSq = 0.0f, BestX = 0.0f, BestY = 0.0f;
	Border Lines[MostLines];
	int Keys[MostLines];
	float Entry[MostLines], Exit[MostLines];
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
			bBlocked = HoldsOrigin(WallRegion(Own, Self, Slot, InBlock));
		}
		for (int Rank = 0; Rank < Count && !bBlocked; ++Rank)
		{
			const NeighborLimits Limits = LimitsOf(*View, Own, Self, Scratch->Neighbors[Rank * CROWD_BLOCK + InBlock]);
			bBlocked = HoldsOrigin(Limits.Cone) || (Own.bKeepGap && HoldsOrigin(Limits.Closing)) ||
				(Own.bClearPath1 && HoldsOrigin(Limits.Type2));
		}
		Own.Limit[InBlock] = Count;
		if (bBlocked)
		{
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
		for (int Rank = 0; Rank < Limit; ++Rank)
		{
			Search.Add(Limits[Rank].Cone);
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

		float X, Y;
		bool bSolved = Search.Solve(X, Y);
		const float NewX = Self.OriginX + X;
		const float NewY = Self.OriginY + Y;
		if (!bClip)
		{
			// The published way: what breaks the limits is no solution. Rounding alone breaks nothing.
			const float MostSpeed = Search.SpeedLimit() + CROWD_VIOLATION;
			const float MostChange = Self.MaxChange + CROWD_VIOLATION;
			const float ChangeX = NewX - Self.VelX;
			const float ChangeY = NewY - Self.VelY;
			const bool bTooFast = NewX * NewX + NewY * NewY > MostSpeed * MostSpeed;
			const bool bTooSudden = bAcceleration && ChangeX * ChangeX + ChangeY * ChangeY > MostChange * MostChange;
			bSolved = bSolved && !bTooFast && !bTooSudden;
		}
		if (bSolved)
		{
			View->NewVelX[Agent] = NewX;
			View->NewVelY[Agent] = NewY;
		}
		else
		{
			Own.Infeasible[Own.InfeasibleCount++] = InBlock;
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
		Subject There(View, Own, Agent);
		There.OriginX = New.X;
		There.OriginY = New.Y;
		bool bRefused = false;
		for (int Rank = 0; Rank < Count && !bRefused; ++Rank)
		{
			const NeighborLimits Limits = LimitsOf(View, Own, There, Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock]);
			bRefused = HoldsOrigin(Limits.Cone) || HoldsOrigin(Limits.Type2);
		}
		return bRefused;
	};
	while (Own.bGuarantee && Own.Doubling < MostDoubling && IsRefused())
	{
		Own.Doubling *= 2.0f;
	}

	Subject Self(View, Own, Agent); // Its origin is at zero: regions are as they are in velocity space.
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
