// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// ClearPath for a block of agents, a lane an agent: finite velocity obstacles of the neighbours, and the velocity outside all
// of them that is nearest to the desired one. ClearPathScalar.cpp is the same in readable C++, operation by
// operation, so that both give the same bits; Docs/Models/ClearPath.md has the derivation.
//
// Border lines are examined in the order of how near they come, each lane its own, until none can beat the best point so
// far: a few lines an agent instead of all of them.
#include "ClearPathShared.h"
#include "Kernels/GangLoads.isph"

// Velocities with X * VX + Y * VY > C, relative to the origin.
struct SidePlane
{
	float X, Y, C;
};

// What is forbidden: where all three hold.
struct ForbiddenRegion
{
	SidePlane Left, Right, Across;
};

// Border lines of a gang, entry k of a lane is [k * programCount + lane]: three for each region, then those of half-planes.
// Points C * normal + T * direction, First <= T <= Last. Where a line is inside regions: an interval for each.
struct GangLines
{
	uniform float* uniform X;
	uniform float* uniform Y;
	uniform float* uniform C;
	uniform float* uniform First;
	uniform float* uniform Last;
	uniform int* uniform Key;
	uniform float* uniform Entry;
	uniform float* uniform Exit;
	uniform int Regions;
	uniform int Count; // Of lines.
};

// A lane's agent, and the velocity that everything is relative to.
struct Subject
{
	int Agent;
	float X, Y, VelX, VelY;
	float Radius, MaxSpeed, MaxChange, Reach, Responsibility;
	float InvHorizon, InvObstacleHorizon;
	float OriginX, OriginY;
};

static inline uniform unsigned int64 StartClock(const uniform ClearPathScratch& Own)
{
	uniform unsigned int64 Now = 0;
	if (Own.StepCycles != NULL)
	{
		Now = (uniform unsigned int64)clock();
	}
	return Now;
}

static inline void EndStep(const uniform ClearPathScratch& Own, uniform int Step, uniform unsigned int64& Last)
{
	if (Own.StepCycles != NULL)
	{
		const uniform unsigned int64 Now = (uniform unsigned int64)clock();
		Own.StepCycles[Step] += Now - Last;
		Last = Now;
	}
}

// The inverse of a horizon that was halved some times, down to one step.
static inline float Shorten(const uniform StepView& View, const uniform ClearPathScratch& Own, float Inverse)
{
	const float Shorter = Inverse * Own.Doubling;
	const float Most = select(Inverse > View.InvDt, Inverse, View.InvDt);
	return select(Shorter < Most, Shorter, Most);
}

static inline void SetHorizons(const uniform StepView& View, const uniform ClearPathScratch& Own, Subject& Self)
{
	float InvHorizon, InvObstacleHorizon;
	if (View.CommonProfile >= 0)
	{
		InvHorizon = View.Profiles[View.CommonProfile].InvAgentHorizon;
		InvObstacleHorizon = View.Profiles[View.CommonProfile].InvObstacleHorizon;
	}
	else
	{
		const int Profile = (int)(View.Aim[Self.Agent].Flags & CROWD_FLAG_PROFILE);
		InvHorizon = View.Profiles[Profile].InvAgentHorizon;
		InvObstacleHorizon = View.Profiles[Profile].InvObstacleHorizon;
	}
	Self.InvHorizon = Shorten(View, Own, InvHorizon);
	Self.InvObstacleHorizon = Shorten(View, Own, InvObstacleHorizon);
}

static inline void SetReach(const uniform StepView& View, Subject& Self)
{
	Self.MaxChange = View.Scalars[CROWD_ACCELERATION][Self.Agent] * View.Dt;
	const float Speed = sqrt(Self.VelX * Self.VelX + Self.VelY * Self.VelY);
	Self.Reach = select(Speed > Self.MaxSpeed, Speed, Self.MaxSpeed);
	if (View.bPlain)
	{
		Self.Reach = CROWD_FAR;
	}
}

// The velocity within the limits that is nearest, the speed first.
static inline void SetOrigin(const uniform StepView& View, Subject& Self, float VelocityX, float VelocityY)
{
	const float SpeedSq = VelocityX * VelocityX + VelocityY * VelocityY;
	const float Slower = select(SpeedSq > Self.MaxSpeed * Self.MaxSpeed, Self.MaxSpeed / sqrt(SpeedSq), 1.0f);
	Self.OriginX = VelocityX * Slower;
	Self.OriginY = VelocityY * Slower;
	if (View.bGiven[CROWD_ACCELERATION])
	{
		const float ChangeX = Self.OriginX - Self.VelX;
		const float ChangeY = Self.OriginY - Self.VelY;
		const float ChangeSq = ChangeX * ChangeX + ChangeY * ChangeY;
		const bool bTooMuch = ChangeSq > Self.MaxChange * Self.MaxChange;
		const float Share = Self.MaxChange / sqrt(ChangeSq);
		Self.OriginX = select(bTooMuch, Self.VelX + ChangeX * Share, Self.OriginX);
		Self.OriginY = select(bTooMuch, Self.VelY + ChangeY * Share, Self.OriginY);
	}
}

static inline SidePlane MakePlane(float X, float Y, float C)
{
	SidePlane Out;
	Out.X = X;
	Out.Y = Y;
	Out.C = C;
	return Out;
}

// Plane, or one that holds everywhere (C = -1) or nowhere (C = CROWD_FAR).
static inline SidePlane PlaneOr(bool bPlane, const SidePlane& Plane, uniform float Otherwise)
{
	return MakePlane(
		select(bPlane, Plane.X, 0.0f), select(bPlane, Plane.Y, 0.0f), select(bPlane, Plane.C, Otherwise));
}

// A neighbour as a lane sees it.
struct Neighbor
{
	int Agent;
	float RelX, RelY, VelX, VelY;
	float Radii, Sum;
};

// Lanes without a neighbour pass agent 0; the result is not used.
static inline Neighbor LoadNeighbor(const uniform StepView& View, const Subject& Self, int Other)
{
	uniform int Others[programCount];
	Others[programIndex] = Other;
	float X, Y, VelX, VelY;
	LoadMotion(View.Motion, Others, X, Y, VelX, VelY);
	Neighbor Out;
	Out.Agent = Other;
	Out.RelX = X - Self.X;
	Out.RelY = Y - Self.Y;
	Out.VelX = VelX;
	Out.VelY = VelY;
	Out.Radii = Self.Radius + Self.Radius;
	if (View.bMixedRadii)
	{
		Out.Radii = Self.Radius + View.Body[Other].Radius;
	}
	Out.Sum = Out.Radii * View.Clearance;
	return Out;
}

static inline bool Overlaps(const Neighbor& Other)
{
	return !(sqrt(Other.RelX * Other.RelX + Other.RelY * Other.RelY) - Other.Radii > 0.0f);
}

// What one neighbour forbids, relative to the origin.
struct NeighborLimits
{
	ForbiddenRegion Cone;
	SidePlane Closing; // With Own.bKeepGap.
	SidePlane Type2;   // With the guarantee.
};

// bCone: its finite velocity obstacle counts too.
static inline NeighborLimits LimitsOf(const uniform StepView& View, const uniform ClearPathScratch& Own, const Subject& Self,
	const Neighbor& Other, bool bNeighbor, bool bCone)
{
	NeighborLimits Out;
	const float RelVelX = Self.VelX - Other.VelX;
	const float RelVelY = Self.VelY - Other.VelY;
	const float DistanceSq = Other.RelX * Other.RelX + Other.RelY * Other.RelY;
	const float LegSq = DistanceSq - Other.Sum * Other.Sum;
	const float Distance = sqrt(DistanceSq);
	const float Inverse = 1.0f / Distance;
	float TowardsX = Other.RelX * Inverse;
	float TowardsY = Other.RelY * Inverse;
	const bool bSame = bNeighbor && !(DistanceSq > 0.0f);
	if (any(bSame))
	{
		if (bSame)
		{
			const unsigned int64 Id = IdOf(View, Self.Agent);
			const unsigned int64 OtherId = IdOf(View, Other.Agent);
			const int Axis = (int)((Id ^ OtherId) & 7);
			const float Sign = select(OtherId > Id, 1.0f, -1.0f);
			TowardsX = Sign * AxisX[Axis];
			TowardsY = Sign * AxisY[Axis];
		}
	}
	const float Gap = Distance - Other.Sum;
	const bool bOverlap = !(LegSq > 0.0f) || !(Gap > 0.0f);
	const float Sine = Other.Sum * Inverse;
	const float Cosine = sqrt(select(LegSq > 0.0f, LegSq, 0.0f)) * Inverse;

	float Share = 0.5f;
	bool bYields = bNeighbor;
	if (View.bResponsibility)
	{
		Share = Self.Responsibility / (Self.Responsibility + View.Scalars[CROWD_RESPONSIBILITY][Other.Agent]);
		bYields = bNeighbor && Self.Responsibility > 0.0f;
	}
	const float ApexX = Self.VelX - Share * RelVelX - Self.OriginX;
	const float ApexY = Self.VelY - Share * RelVelY - Self.OriginY;
	const float Along = TowardsX * ApexX + TowardsY * ApexY;

	const float OfOrigin = TowardsX * Self.OriginX + TowardsY * Self.OriginY;
	const float Approach = TowardsX * RelVelX + TowardsY * RelVelY;
	const float InvTime = select(bOverlap, View.InvDt, Self.InvHorizon);
	float Offset = Share * Gap * InvTime + Along;
	const float Retreat = -CROWD_PART_SPEED * Self.MaxSpeed - OfOrigin;
	Offset = select(bOverlap && Retreat > Offset, Retreat, Offset);
	if (View.bGiven[CROWD_ACCELERATION])
	{
		const float OfVelocity = TowardsX * Self.VelX + TowardsY * Self.VelY;
		const float Reachable = OfVelocity - CROWD_PART_CHANGE * Self.MaxChange - OfOrigin;
		Offset = select(bOverlap && Reachable > Offset, Reachable, Offset);
	}
	SidePlane Left = MakePlane(Sine * TowardsX + Cosine * TowardsY, Sine * TowardsY - Cosine * TowardsX, 0.0f);
	SidePlane Right = MakePlane(Sine * TowardsX - Cosine * TowardsY, Sine * TowardsY + Cosine * TowardsX, 0.0f);
	Left.C = Left.X * ApexX + Left.Y * ApexY;
	Right.C = Right.X * ApexX + Right.Y * ApexY;
	const bool bLegs = bYields && !bOverlap;
	Out.Cone.Left = PlaneOr(bLegs && bCone, Left, -1.0f);
	Out.Cone.Right = PlaneOr(bLegs && bCone, Right, -1.0f);
	Out.Cone.Across = PlaneOr(bYields && bCone, MakePlane(TowardsX, TowardsY, Offset), CROWD_FAR);
	if (Own.bKeepGap)
	{
		const float BareGap = Distance - Other.Radii;
		const float Free = BareGap - CROWD_GAP_MARGIN;
		float Bound = Share * select(Free > 0.0f, Free, 0.0f) * View.InvDt;
		if (View.bResponsibility)
		{
			const float Coming = TowardsX * Other.VelX + TowardsY * Other.VelY;
			const float Lacking = Share + Share - 1.0f;
			Bound = select(Lacking > 0.0f && Coming < 0.0f, Bound + Lacking * Coming, Bound);
		}
		const bool bBinds = bYields && Bound < Self.Reach;
		Out.Closing = PlaneOr(bBinds, MakePlane(TowardsX, TowardsY, Bound - CROWD_VIOLATION - OfOrigin), CROWD_FAR);
	}
	if (Own.bClearPath1)
	{
		const float Sign = select(TowardsX * RelVelY - TowardsY * RelVelX > 0.0f, 1.0f, -1.0f);
		const float SideX = Sign * TowardsY;
		const float SideY = -Sign * TowardsX;
		const bool bCourse = Left.X * RelVelX + Left.Y * RelVelY > 0.0f && Right.X * RelVelX + Right.Y * RelVelY > 0.0f &&
			Approach > Gap * InvTime;
		const bool bBinds = bLegs && (View.bPlain || bCourse);
		Out.Type2 = PlaneOr(bBinds, MakePlane(SideX, SideY, SideX * ApexX + SideY * ApexY), CROWD_FAR);
	}
	return Out;
}

static inline SidePlane LoadWallPlane(
	const uniform ClearPathScratch& Own, const Subject& Self, uniform int Plane, int InBlock, float Scale,
	uniform float Less)
{
	const uniform float* uniform Entry = Own.WallPlanes + Plane * 3 * CROWD_BLOCK;
	const float X = Entry[InBlock];
	const float Y = Entry[CROWD_BLOCK + InBlock];
	const float Offset = Entry[2 * CROWD_BLOCK + InBlock] * Scale - Less;
	return MakePlane(X, Y, Offset - (X * Self.OriginX + Y * Self.OriginY));
}

static inline ForbiddenRegion LoadWall(
	const uniform ClearPathScratch& Own, const Subject& Self, uniform int Slot, int InBlock)
{
	ForbiddenRegion Out;
	Out.Left = LoadWallPlane(Own, Self, 3 * Slot, InBlock, 1.0f, 0.0f);
	Out.Right = LoadWallPlane(Own, Self, 3 * Slot + 1, InBlock, 1.0f, 0.0f);
	Out.Across = LoadWallPlane(Own, Self, 3 * Slot + 2, InBlock, Self.InvObstacleHorizon, CROWD_VIOLATION);
	return Out;
}

static inline bool HoldsOrigin(const ForbiddenRegion& Region)
{
	return Region.Left.C < -CROWD_VIOLATION && Region.Right.C < -CROWD_VIOLATION && Region.Across.C < -CROWD_VIOLATION;
}

static inline bool HoldsOrigin(const SidePlane& Plane)
{
	return Plane.C < -CROWD_VIOLATION;
}

static inline void FilterGang(const uniform StepView& View, uniform BlockScratch& Scratch, uniform ClearPathScratch& Own, uniform int BlockBegin,
	uniform int Begin, uniform int End)
{
	const uniform int InBlock = Begin - BlockBegin;
	const bool bLane = Begin + programIndex < End;
	const int Count = bLane ? Scratch.NeighborCount[InBlock + programIndex] : 0;
	const uniform int Most = reduce_max(Count);

	Subject Self;
	Self.Agent = Begin + programIndex;
	aos_to_soa4((uniform float* uniform)&View.Motion[Begin], &Self.X, &Self.Y, &Self.VelX, &Self.VelY);
	float PreferredSpeed, ArrivalRadius;
	aos_to_soa4(
		(uniform float* uniform)&View.Body[Begin], &Self.Radius, &Self.MaxSpeed, &PreferredSpeed, &ArrivalRadius);
	SetReach(View, Self);
	Self.Responsibility = View.Scalars[CROWD_RESPONSIBILITY][Self.Agent];
	SetHorizons(View, Own, Self);

	float DesiredX = Scratch.DesiredX[InBlock + programIndex];
	float DesiredY = Scratch.DesiredY[InBlock + programIndex];
	bool bOverlapping = false;
	if (View.bPlain || Own.bClearPath1)
	{
		for (uniform int Rank = 0; Rank < Most; ++Rank)
		{
			const bool bNeighbor = Rank < Count;
			const int Other = bNeighbor ? Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock + programIndex] : 0;
			const Neighbor Seen = LoadNeighbor(View, Self, Other);
			bOverlapping = bOverlapping || (bNeighbor && Overlaps(Seen));
		}
		Own.Overlapping[InBlock + programIndex] = select(bOverlapping, 1, 0);
		if (View.bPlain)
		{
			DesiredX = select(bOverlapping, 0.0f, DesiredX);
			DesiredY = select(bOverlapping, 0.0f, DesiredY);
		}
	}
	SetOrigin(View, Self, DesiredX, DesiredY);
	Scratch.DesiredX[InBlock + programIndex] = Self.OriginX;
	Scratch.DesiredY[InBlock + programIndex] = Self.OriginY;

	const uniform bool bAlike = !View.bResponsibility && !Own.bClearPath1;
	const float HorizonSq = 1.0f / (Self.InvHorizon * Self.InvHorizon);
	// A little more than half a gap's worth, for the margin that agents leave.
	const float StepSq =
		4.1f * View.Dt * View.Dt * (Self.OriginX * Self.OriginX + Self.OriginY * Self.OriginY) + CROWD_GAP_MARGIN;
	// Counted, not or-ed: a mask that is carried over iterations would be packed and unpacked in each.
	int Blocks = select(bOverlapping && Own.bClearPath1 != 0, 1, 0);
	for (uniform int Slot = 0; Slot < Own.WallSlots; ++Slot)
	{
		const ForbiddenRegion Wall = LoadWall(Own, Self, Slot, InBlock + programIndex);
		Blocks += select(HoldsOrigin(Wall), 1, 0);
	}
	for (uniform int Rank = 0; Rank < Most; ++Rank)
	{
		const bool bNeighbor = Rank < Count;
		const int Other = bNeighbor ? Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock + programIndex] : 0;
		const Neighbor Seen = LoadNeighbor(View, Self, Other);
		if (bAlike)
		{
			// To hit within the horizon, or to use up half the gap in this step, takes an approach that the distance rules out
			// here: d > R + x for both, from d^2 > 2 R^2 + 2 x^2, without a root.
			const float AwayX = Self.OriginX - Self.VelX + 0.5f * (Self.VelX - Seen.VelX);
			const float AwayY = Self.OriginY - Self.VelY + 0.5f * (Self.VelY - Seen.VelY);
			const float ApproachSq = 4.0f * HorizonSq * (AwayX * AwayX + AwayY * AwayY);
			const float ReachSq = Seen.Sum * Seen.Sum + select(ApproachSq > StepSq, ApproachSq, StepSq);
			if (!any(bNeighbor && !(Seen.RelX * Seen.RelX + Seen.RelY * Seen.RelY > 2.0f * ReachSq)))
			{
				continue;
			}
		}
		const NeighborLimits Forbidden = LimitsOf(View, Own, Self, Seen, bNeighbor, bNeighbor);
		Blocks += select(HoldsOrigin(Forbidden.Cone), 1, 0);
		if (Own.bKeepGap)
		{
			Blocks += select(HoldsOrigin(Forbidden.Closing), 1, 0);
		}
		if (Own.bClearPath1)
		{
			Blocks += select(HoldsOrigin(Forbidden.Type2), 1, 0);
		}
	}
	if (bLane)
	{
		View.NewVelX[Self.Agent] = Self.OriginX;
		View.NewVelY[Self.Agent] = Self.OriginY;
		Own.Limit[InBlock + programIndex] = Count;
	}
	if (Blocks > 0 && bLane)
	{
		Own.ListCount += packed_store_active(&Own.List[Own.ListCount], InBlock + programIndex);
	}
}

/// Agents Begin .. End - 1 of the block that starts at BlockBegin.
export void FilterClearPathBlock(const uniform StepView* uniform View, uniform BlockScratch* uniform Scratch,
	uniform int BlockBegin, uniform int Begin, uniform int End)
{
	uniform ClearPathScratch& Own = *((uniform ClearPathScratch* uniform)Scratch->Model);
	uniform unsigned int64 Clock = StartClock(Own);
	for (uniform int First = Begin; First < End; First += programCount)
	{
		FilterGang(*View, *Scratch, Own, BlockBegin, First, End);
	}
	EndStep(Own, 0, Clock);
}

static inline SidePlane LoadPlane(const uniform GangLines& Lines, uniform int Line)
{
	const uniform int At = Line * programCount;
	return MakePlane(Lines.X[At + programIndex], Lines.Y[At + programIndex], Lines.C[At + programIndex]);
}

// What the search of a lane is bound by.
struct SearchLimits
{
	float MaxSpeed;
	bool bClip;         // Borders end where the maximum speed does ...
	bool bAcceleration; // ... and the acceleration.
};

// A line and the part of it that is a border.
struct Border
{
	SidePlane Plane;
	float First, Last;
};

// Two lines of the same region.
static inline void EndAtEachOther(Border& A, Border& B)
{
	const float Cosine = B.Plane.X * A.Plane.X + B.Plane.Y * A.Plane.Y;
	const float Sine = B.Plane.Y * A.Plane.X - B.Plane.X * A.Plane.Y;
	const float Inverse = 1.0f / Sine;
	const float OnA = (B.Plane.C - A.Plane.C * Cosine) * Inverse;
	const float OnB = (B.Plane.C * Cosine - A.Plane.C) * Inverse;
	const bool bFromA = Sine > CROWD_PARALLEL;
	const bool bToA = Sine < -CROWD_PARALLEL;
	A.First = select(bFromA && OnA > A.First, OnA, A.First);
	A.Last = select(bToA && OnA < A.Last, OnA, A.Last);
	B.First = select(bToA && OnB > B.First, OnB, B.First);
	B.Last = select(bFromA && OnB < B.Last, OnB, B.Last);
}

// Within a disc whose centre the origin is at (FromX, FromY) from.
static inline void ClipToDisc(Border& Line, bool bClip, float FromX, float FromY, float Radius)
{
	const float Off = Line.Plane.X * FromX + Line.Plane.Y * FromY + Line.Plane.C;
	const float Along = Line.Plane.X * FromY - Line.Plane.Y * FromX;
	const float RootSq = Radius * Radius - Off * Off;
	const float Root = sqrt(select(RootSq > 0.0f, RootSq, 0.0f));
	const float Begin = select(RootSq < 0.0f, CROWD_FAR, -Along - Root);
	const float End = -Along + Root;
	Line.First = select(bClip && Begin > Line.First, Begin, Line.First);
	Line.Last = select(bClip && End < Line.Last, End, Line.Last);
}

// Stores a line: the part that is a border within the limits.
static inline void StoreLine(
	const uniform GangLines& Lines, uniform int Index, Border Line, const Subject& Self, const SearchLimits& Bounds)
{
	ClipToDisc(Line, Bounds.bClip, Self.OriginX, Self.OriginY, Bounds.MaxSpeed);
	if (any(Bounds.bAcceleration))
	{
		ClipToDisc(
			Line, Bounds.bAcceleration, Self.OriginX - Self.VelX, Self.OriginY - Self.VelY, Self.MaxChange);
	}
	const uniform int At = Index * programCount;
	Lines.X[At + programIndex] = Line.Plane.X;
	Lines.Y[At + programIndex] = Line.Plane.Y;
	Lines.C[At + programIndex] = Line.Plane.C;
	Lines.First[At + programIndex] = Line.First;
	Lines.Last[At + programIndex] = Line.Last;
}

static inline Border WholeLine(const SidePlane& Plane)
{
	Border Out;
	Out.Plane = Plane;
	Out.First = -CROWD_FAR;
	Out.Last = CROWD_FAR;
	return Out;
}

static inline void StoreRegion(const uniform GangLines& Lines, uniform int Index, const ForbiddenRegion& Region,
	const Subject& Self, const SearchLimits& Bounds)
{
	Border Left = WholeLine(Region.Left);
	Border Right = WholeLine(Region.Right);
	Border Across = WholeLine(Region.Across);
	EndAtEachOther(Left, Right);
	EndAtEachOther(Left, Across);
	EndAtEachOther(Right, Across);
	StoreLine(Lines, 3 * Index, Left, Self, Bounds);
	StoreLine(Lines, 3 * Index + 1, Right, Self, Bounds);
	StoreLine(Lines, 3 * Index + 2, Across, Self, Bounds);
}

// Where a line is inside a plane: Enter < T < Leave.
static inline void Cross(
	const SidePlane& Plane, float FootX, float FootY, float DirX, float DirY, float& Enter, float& Leave)
{
	// Plus zero: minus zero would turn the sign of the infinity.
	const float Sine = Plane.X * DirX + Plane.Y * DirY + 0.0f;
	const float Rest = Plane.C + CROWD_VIOLATION - (Plane.X * FootX + Plane.Y * FootY);
	const float T = Rest / Sine;
	const float Entered = select(Sine < 0.0f, -CROWD_FAR, T);
	const float Left = select(Sine < 0.0f, T, CROWD_FAR);
	Enter = select(Entered > Enter, Entered, Enter);
	Leave = select(Left < Leave, Left, Leave);
}

// What a half-plane leaves of a line.
static inline void EndAtHalfPlane(
	const SidePlane& Plane, float FootX, float FootY, float DirX, float DirY, float& First, float& Last)
{
	const float Sine = Plane.X * DirX + Plane.Y * DirY + 0.0f;
	const float Rest = Plane.C + CROWD_VIOLATION - (Plane.X * FootX + Plane.Y * FootY);
	const float T = Rest / Sine;
	First = select(Sine < 0.0f && T > First, T, First);
	Last = select(!(Sine < 0.0f) && T < Last, T, Last);
}

// The region that a lane's origin is deepest in, if C is negative.
struct DeepestRegion
{
	ForbiddenRegion Region;
	float C;
	int First, Count; // Its lines.
};

static inline void NoteDepth(
	DeepestRegion& Deepest, const ForbiddenRegion& Region, uniform int FirstLine, uniform int Count)
{
	const float LeftOrRight = select(Region.Left.C > Region.Right.C, Region.Left.C, Region.Right.C);
	const float C = select(LeftOrRight > Region.Across.C, LeftOrRight, Region.Across.C);
	if (C < Deepest.C)
	{
		Deepest.C = C;
		Deepest.Region = Region;
		Deepest.First = FirstLine;
		Deepest.Count = Count;
	}
}

static inline void NoteDepth(DeepestRegion& Deepest, const SidePlane& Plane, uniform int Line)
{
	ForbiddenRegion Region;
	Region.Left = MakePlane(0.0f, 0.0f, -1.0f);
	Region.Right = MakePlane(0.0f, 0.0f, -1.0f);
	Region.Across = Plane;
	NoteDepth(Deepest, Region, Line, 1);
}

// Step 1. Keys of all lines: how near each comes at best outside the region that the origin is deepest in, and its number.
static inline void StoreKeys(const uniform GangLines& Lines, const DeepestRegion& Deepest)
{
	for (uniform int Index = 0; Index < Lines.Count; ++Index)
	{
		const SidePlane Plane = LoadPlane(Lines, Index);
		float First = Lines.First[Index * programCount + programIndex];
		float Last = Lines.Last[Index * programCount + programIndex];
		const float FootX = Plane.C * Plane.X;
		const float FootY = Plane.C * Plane.Y;
		for (uniform int Other = 3 * Lines.Regions; Other < Lines.Count; ++Other)
		{
			if (Other != Index)
			{
				EndAtHalfPlane(LoadPlane(Lines, Other), FootX, FootY, -Plane.Y, Plane.X, First, Last);
			}
		}
		Lines.First[Index * programCount + programIndex] = First;
		Lines.Last[Index * programCount + programIndex] = Last;
		float Enter = -CROWD_FAR;
		float Leave = CROWD_FAR;
		Cross(Deepest.Region.Left, FootX, FootY, -Plane.Y, Plane.X, Enter, Leave);
		Cross(Deepest.Region.Right, FootX, FootY, -Plane.Y, Plane.X, Enter, Leave);
		Cross(Deepest.Region.Across, FootX, FootY, -Plane.Y, Plane.X, Enter, Leave);
		const float Nearest = select(First > 0.0f, First, select(Last < 0.0f, Last, 0.0f));
		const bool bOwn = Index >= Deepest.First && Index < Deepest.First + Deepest.Count;
		const bool bInside = !bOwn && Nearest > Enter && Nearest < Leave;
		const float OffsetSq = Plane.C * Plane.C;
		const float UpSq = select(Leave <= Last, OffsetSq + Leave * Leave, CROWD_FAR);
		const float DownSq = select(Enter >= First, OffsetSq + Enter * Enter, CROWD_FAR);
		const float OutsideSq = select(UpSq < DownSq, UpSq, DownSq);
		const float DistanceSq = select(bInside, OutsideSq, OffsetSq + Nearest * Nearest);
		const bool bLine = (Plane.X != 0.0f || Plane.Y != 0.0f) && First <= Last && DistanceSq < CROWD_FAR;
		const int Rough = (int)intbits(DistanceSq) & ~CROWD_LINE_BITS;
		Lines.Key[Index * programCount + programIndex] = select(bLine, Rough | Index, CROWD_NO_LINE);
	}
}

// The point nearest to the origin that is outside all regions and half-planes, for lanes of bActive. Returns the lanes that
// have one.
static inline bool SolveLines(const uniform ClearPathScratch& Own, const uniform GangLines& Lines, bool bActive,
	uniform unsigned int64& Clock, float& ResultX, float& ResultY)
{
	ResultX = 0.0f;
	ResultY = 0.0f;
	float BestSq = select(bActive, CROWD_FAR, 0.0f);
	while (any(bActive))
	{
		// Step 4. The line that may come nearest.
		int Least = CROWD_NO_LINE;
		for (uniform int Line = 0; Line < Lines.Count; ++Line)
		{
			const int Key = Lines.Key[Line * programCount + programIndex];
			Least = select(Key < Least, Key, Least);
		}
		bActive = bActive && floatbits(Least & ~CROWD_LINE_BITS) < BestSq;
		EndStep(Own, 4, Clock);
		if (!any(bActive))
		{
			break;
		}
		const int Picked = select(bActive, Least & CROWD_LINE_BITS, 0);
		const int At = Picked * programCount + programIndex;
		if (bActive)
		{
			Lines.Key[At] = CROWD_NO_LINE;
		}
		const SidePlane Plane = MakePlane(Lines.X[At], Lines.Y[At], Lines.C[At]);
		const float First = Lines.First[At];
		const float Last = Lines.Last[At];
		const float DirX = -Plane.Y;
		const float DirY = Plane.X;
		const float FootX = Plane.C * Plane.X;
		const float FootY = Plane.C * Plane.Y;

		// Step 2: where the line is inside other regions.
		for (uniform int Region = 0; Region < Lines.Regions; ++Region)
		{
			float Enter = -CROWD_FAR;
			float Leave = CROWD_FAR;
			Cross(LoadPlane(Lines, 3 * Region), FootX, FootY, DirX, DirY, Enter, Leave);
			Cross(LoadPlane(Lines, 3 * Region + 1), FootX, FootY, DirX, DirY, Enter, Leave);
			Cross(LoadPlane(Lines, 3 * Region + 2), FootX, FootY, DirX, DirY, Enter, Leave);
			const bool bOwn = Picked >= 3 * Region && Picked < 3 * Region + 3;
			Lines.Entry[Region * programCount + programIndex] = select(bOwn, CROWD_FAR, Enter);
			Lines.Exit[Region * programCount + programIndex] = Leave;
		}
		EndStep(Own, 2, Clock);

		// Step 3: out of what covers the nearest point, both ways, as long as that may be of use.
		const float OffsetSq = Plane.C * Plane.C;
		float Up = select(First > 0.0f, First, select(Last < 0.0f, Last, 0.0f));
		float Down = Up;
		float UpSq, DownSq;
		bool bMoved = bActive;
		while (any(bMoved))
		{
			const float OldUp = Up;
			const float OldDown = Down;
			for (uniform int Interval = 0; Interval < Lines.Regions; ++Interval)
			{
				const float Enter = Lines.Entry[Interval * programCount + programIndex];
				const float Leave = Lines.Exit[Interval * programCount + programIndex];
				Up = select(Up > Enter && Up < Leave, Leave, Up);
				Down = select(Down > Enter && Down < Leave, Enter, Down);
			}
			UpSq = select(Up <= Last, OffsetSq + Up * Up, CROWD_FAR);
			DownSq = select(Down >= First, OffsetSq + Down * Down, CROWD_FAR);
			bMoved = bMoved && (Up != OldUp || Down != OldDown) && (UpSq < BestSq || DownSq < BestSq);
		}
		EndStep(Own, 3, Clock);

		// Step 5: the nearer of both.
		const float T = select(DownSq < UpSq, Down, Up);
		const float NearestSq = select(DownSq < UpSq, DownSq, UpSq);
		const bool bBetter = bActive && NearestSq < BestSq;
		BestSq = select(bBetter, NearestSq, BestSq);
		ResultX = select(bBetter, FootX + T * DirX, ResultX);
		ResultY = select(bBetter, FootY + T * DirY, ResultY);
		EndStep(Own, 5, Clock);
	}
	return BestSq < CROWD_FAR;
}

static inline void SolveGang(const uniform StepView& View, uniform BlockScratch& Scratch, uniform ClearPathScratch& Own, uniform int BlockBegin,
	uniform int Begin, uniform int End)
{
	uniform unsigned int64 Clock = StartClock(Own);
	const bool bLane = Begin + programIndex < End;
	// Lanes past the end go along with the first.
	const int InBlock = Own.List[bLane ? Begin + programIndex : Begin];
	const int Limit = Own.Limit[InBlock];
	const int Count = Scratch.NeighborCount[InBlock];

	Subject Self;
	Self.Agent = BlockBegin + InBlock;
	uniform int Agents[programCount];
	Agents[programIndex] = Self.Agent;
	LoadMotion(View.Motion, Agents, Self.X, Self.Y, Self.VelX, Self.VelY);
	Self.Radius = View.Body[Self.Agent].Radius;
	Self.MaxSpeed = View.Body[Self.Agent].MaxSpeed;
	SetReach(View, Self);
	Self.Responsibility = View.Scalars[CROWD_RESPONSIBILITY][Self.Agent];
	SetHorizons(View, Own, Self);
	const float DesiredX = Scratch.DesiredX[InBlock];
	const float DesiredY = Scratch.DesiredY[InBlock];
	const float AsideX = DesiredX + Own.SideBias * DesiredY;
	const float AsideY = DesiredY - Own.SideBias * DesiredX;
	SetOrigin(View, Self, AsideX + Own.Persistence * (Self.VelX - AsideX),
		AsideY + Own.Persistence * (Self.VelY - AsideY));

	SearchLimits Bounds;
	const float Speed = sqrt(Self.VelX * Self.VelX + Self.VelY * Self.VelY);
	const float Braked = View.bGiven[CROWD_ACCELERATION] ? Speed - CROWD_PART_CHANGE * Self.MaxChange : 0.0f;
	Bounds.MaxSpeed = select(Braked > Self.MaxSpeed, Braked, Self.MaxSpeed);
	const bool bAcceleration = View.bGiven[CROWD_ACCELERATION] && Limit >= 0;
	Bounds.bClip = !View.bPlain || Limit < 0;
	Bounds.bAcceleration = Bounds.bClip && bAcceleration;

	const uniform int MostCones = max(reduce_max(Limit), 0);
	const uniform int Most = reduce_max(Count);
	const uniform int Room = (Own.WallSlots + Most) * programCount;
	uniform GangLines Lines;
	Lines.X = Own.GangRegions;
	Lines.Y = Own.GangRegions + 5 * Room;
	Lines.C = Own.GangRegions + 10 * Room;
	Lines.First = Own.GangRegions + 15 * Room;
	Lines.Last = Own.GangRegions + 20 * Room;
	Lines.Key = (uniform int* uniform)(Own.GangRegions + 25 * Room);
	Lines.Entry = Own.GangRegions + 30 * Room;
	Lines.Exit = Own.GangRegions + 31 * Room;

	DeepestRegion Deepest;
	Deepest.C = 0.0f;
	for (uniform int Slot = 0; Slot < Own.WallSlots; ++Slot)
	{
		const ForbiddenRegion Wall = LoadWall(Own, Self, Slot, InBlock);
		NoteDepth(Deepest, Wall, 3 * Slot, 3);
		StoreRegion(Lines, Slot, Wall, Self, Bounds);
	}
	// Lines of half-planes come after those of all regions.
	Lines.Regions = Own.WallSlots + MostCones;
	Lines.Count = 3 * Lines.Regions;
	const uniform int MostSeen = Own.bKeepGap ? Most : MostCones;
	for (uniform int Rank = 0; Rank < MostSeen; ++Rank)
	{
		const bool bNeighbor = Rank < Count;
		const int Other = bNeighbor ? Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock] : 0;
		const Neighbor Seen = LoadNeighbor(View, Self, Other);
		const NeighborLimits Forbidden = LimitsOf(View, Own, Self, Seen, bNeighbor, Rank < Limit);
		if (Rank < MostCones)
		{
			NoteDepth(Deepest, Forbidden.Cone, 3 * (Own.WallSlots + Rank), 3);
			StoreRegion(Lines, Own.WallSlots + Rank, Forbidden.Cone, Self, Bounds);
		}
		if (Own.bKeepGap && any(Forbidden.Closing.C < CROWD_FAR))
		{
			NoteDepth(Deepest, Forbidden.Closing, Lines.Count);
			StoreLine(Lines, Lines.Count++, WholeLine(Forbidden.Closing), Self, Bounds);
		}
		if (Own.bGuarantee)
		{
			NoteDepth(Deepest, Forbidden.Type2, Lines.Count);
			StoreLine(Lines, Lines.Count++, WholeLine(Forbidden.Type2), Self, Bounds);
		}
	}
	EndStep(Own, 0, Clock);
	StoreKeys(Lines, Deepest);
	EndStep(Own, 1, Clock);

	float X, Y;
	bool bSolved = SolveLines(Own, Lines, bLane && Deepest.C < -CROWD_VIOLATION, Clock, X, Y);
	const float NewX = Self.OriginX + X;
	const float NewY = Self.OriginY + Y;
	if (View.bPlain)
	{
		const float MostSpeed = Bounds.MaxSpeed + CROWD_VIOLATION;
		const float MostChange = Self.MaxChange + CROWD_VIOLATION;
		const float ChangeX = NewX - Self.VelX;
		const float ChangeY = NewY - Self.VelY;
		const bool bTooFast = NewX * NewX + NewY * NewY > MostSpeed * MostSpeed;
		const bool bTooSudden = bAcceleration && ChangeX * ChangeX + ChangeY * ChangeY > MostChange * MostChange;
		bSolved = bSolved && (Bounds.bClip || (!bTooFast && !bTooSudden));
	}
	if (bLane && bSolved)
	{
		View.NewVelX[Self.Agent] = NewX;
		View.NewVelY[Self.Agent] = NewY;
	}
	if (bLane && !bSolved)
	{
		Own.InfeasibleCount += packed_store_active(&Own.Infeasible[Own.InfeasibleCount], InBlock);
	}
}

/// Entries Begin .. End - 1 of the list of agents of the block that starts at BlockBegin.
export void SolveClearPathBlock(const uniform StepView* uniform View, uniform BlockScratch* uniform Scratch,
	uniform int BlockBegin, uniform int Begin, uniform int End)
{
	uniform ClearPathScratch& Own = *((uniform ClearPathScratch* uniform)Scratch->Model);
	for (uniform int First = Begin; First < End; First += programCount)
	{
		SolveGang(*View, *Scratch, Own, BlockBegin, First, End);
	}
}

/// For the check that both languages lay it out alike.
export uniform int ClearPathScratchSize()
{
	return sizeof(uniform ClearPathScratch);
}
