// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// ClearPath for a block of agents, a lane an agent: finite velocity obstacles of the neighbours, and the velocity outside all
// of them that is nearest to the desired one. ClearPathScalar.cpp is the same in readable C++, operation by
// operation, so that both give the same bits; Docs/Models/ClearPath.md has the derivation.
//
// Which side of a region to pass is tried out, the nearer first, as long as it may lead nearer than the best point so far.
// Lanes do so in step: at the same depth, each with sides of its own.
#include "ClearPathShared.h"
#include "Kernels/GangLoads.isph"

// Velocities with X * VX + Y * VY > C.
struct SidePlane
{
	float X, Y, C;
};

// What is forbidden: where all three hold.
struct ForbiddenRegion
{
	SidePlane Left, Right, Across;
};

// A lane's agent, and the velocity that it would like best.
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

// Whether nothing is asked for that costs a question in each loop: then the answers are known when the kernel is compiled.
static inline uniform bool IsUsual(const uniform StepView& View, const uniform ClearPathScratch& Own)
{
	return !View.bPlain && !View.bResponsibility && !View.bGiven[CROWD_ACCELERATION] && !View.bPersonalSpace &&
		Own.bKeepGap && !Own.bClearPath1 && Own.StepCycles == NULL;
}

static inline void EndStep(
	const uniform bool bUsual, const uniform ClearPathScratch& Own, uniform int Step, uniform unsigned int64& Last)
{
	if (!bUsual && Own.StepCycles != NULL)
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

// What a lane tries to come near to that cannot have its desired velocity.
static inline void SetAim(
	const uniform StepView& View, const uniform ClearPathScratch& Own, Subject& Self, float DesiredX, float DesiredY)
{
	const float AsideX = DesiredX + Own.SideBias * DesiredY;
	const float AsideY = DesiredY - Own.SideBias * DesiredX;
	SetOrigin(View, Self, AsideX + Own.Persistence * (Self.VelX - AsideX),
		AsideY + Own.Persistence * (Self.VelY - AsideY));
}

static inline SidePlane MakePlane(float X, float Y, float C)
{
	SidePlane Out;
	Out.X = X;
	Out.Y = Y;
	Out.C = C;
	return Out;
}

// Plane, or one that holds everywhere (C = -CROWD_FAR) or nowhere (C = CROWD_FAR).
static inline SidePlane PlaneOr(bool bPlane, const SidePlane& Plane, uniform float Otherwise)
{
	return MakePlane(Plane.X, Plane.Y, select(bPlane, Plane.C, Otherwise));
}

// A neighbour as a lane sees it.
struct Neighbor
{
	int Agent;
	float RelX, RelY, VelX, VelY;
	float Radii, Sum;
};

// The radius that an agent plans with.
static inline float PlanningRadius(const uniform StepView& View, int Agent)
{
	float Radius = View.Body[Agent].Radius;
	if (View.bPersonalSpace)
	{
		float Space = View.Manner.PersonalSpace;
		if (View.Manners != NULL)
		{
			Space = View.Manners[Agent].PersonalSpace;
		}
		Radius = max(Radius, Space);
	}
	return Radius;
}

// Lanes without a neighbour pass agent 0; the result is not used.
static inline Neighbor LoadNeighbor(const uniform bool bUsual, const uniform StepView& View, const Subject& Self, int Other)
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
		Out.Radii = Self.Radius + (bUsual ? View.Body[Other].Radius : PlanningRadius(View, Other));
	}
	Out.Sum = Out.Radii * View.Clearance;
	return Out;
}

static inline bool Overlaps(const Neighbor& Other)
{
	return !(sqrt(Other.RelX * Other.RelX + Other.RelY * Other.RelY) - Other.Radii > 0.0f);
}

// What one neighbour forbids.
struct NeighborLimits
{
	ForbiddenRegion Cone;
	SidePlane Closing; // With Own.bKeepGap.
	SidePlane Type2;   // With the guarantee.
};

static inline NeighborLimits LimitsOf(const uniform bool bUsual, const uniform StepView& View,
	const uniform ClearPathScratch& Own, const Subject& Self, const Neighbor& Other, bool bNeighbor)
{
	NeighborLimits Out;
	const float RelVelX = Self.VelX - Other.VelX;
	const float RelVelY = Self.VelY - Other.VelY;
	const float DistanceSq = Other.RelX * Other.RelX + Other.RelY * Other.RelY;
	const float LegSq = DistanceSq - Other.Sum * Other.Sum;
	const float Distance = sqrt(DistanceSq);
	// Zero where it cannot be divided: no NaN comes into planes that do not count.
	const float Inverse = select(DistanceSq > 0.0f, 1.0f / Distance, 0.0f);
	float TowardsX = Other.RelX * Inverse;
	float TowardsY = Other.RelY * Inverse;
	const bool bSame = bNeighbor & !(DistanceSq > 0.0f);
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
	const bool bOverlap = !(LegSq > 0.0f) | !(Gap > 0.0f);
	const float Sine = Other.Sum * Inverse;
	const float Cosine = sqrt(select(LegSq > 0.0f, LegSq, 0.0f)) * Inverse;

	float Share = 0.5f;
	bool bYields = bNeighbor;
	if (!bUsual && View.bResponsibility)
	{
		Share = Self.Responsibility / (Self.Responsibility + View.Scalars[CROWD_RESPONSIBILITY][Other.Agent]);
		bYields = bNeighbor && Self.Responsibility > 0.0f;
	}
	const float ApexX = Self.VelX - Share * RelVelX;
	const float ApexY = Self.VelY - Share * RelVelY;
	const float Along = TowardsX * ApexX + TowardsY * ApexY;

	const float InvTime = select(bOverlap, View.InvDt, Self.InvHorizon);
	float Offset = Share * Gap * InvTime + Along;
	const float Retreat = -CROWD_PART_SPEED * Self.MaxSpeed;
	Offset = select(bOverlap & (Retreat > Offset), Retreat, Offset);
	if (!bUsual && View.bGiven[CROWD_ACCELERATION])
	{
		const float OfVelocity = TowardsX * Self.VelX + TowardsY * Self.VelY;
		const float Reachable = OfVelocity - CROWD_PART_CHANGE * Self.MaxChange;
		Offset = select(bOverlap & (Reachable > Offset), Reachable, Offset);
	}
	SidePlane Left = MakePlane(Sine * TowardsX + Cosine * TowardsY, Sine * TowardsY - Cosine * TowardsX, 0.0f);
	SidePlane Right = MakePlane(Sine * TowardsX - Cosine * TowardsY, Sine * TowardsY + Cosine * TowardsX, 0.0f);
	Left.C = Left.X * ApexX + Left.Y * ApexY;
	Right.C = Right.X * ApexX + Right.Y * ApexY;
	Out.Cone.Left = PlaneOr(!bOverlap, Left, -CROWD_FAR);
	Out.Cone.Right = PlaneOr(!bOverlap, Right, -CROWD_FAR);
	Out.Cone.Across = PlaneOr(bYields, MakePlane(TowardsX, TowardsY, Offset), CROWD_FAR);
	if (bUsual || Own.bKeepGap)
	{
		const float BareGap = Distance - Other.Radii;
		const float Free = BareGap - CROWD_GAP_MARGIN;
		float Bound = Share * select(Free > 0.0f, Free, 0.0f) * View.InvDt;
		if (!bUsual && View.bResponsibility)
		{
			const float Coming = TowardsX * Other.VelX + TowardsY * Other.VelY;
			const float Lacking = Share + Share - 1.0f;
			Bound = select((Lacking > 0.0f) & (Coming < 0.0f), Bound + Lacking * Coming, Bound);
		}
		const bool bBinds = bYields & (Bound < Self.Reach);
		Out.Closing = PlaneOr(bBinds, MakePlane(TowardsX, TowardsY, Bound - CROWD_VIOLATION), CROWD_FAR);
	}
	if (!bUsual && Own.bClearPath1)
	{
		const float Approach = TowardsX * RelVelX + TowardsY * RelVelY;
		const float Sign = select(TowardsX * RelVelY - TowardsY * RelVelX > 0.0f, 1.0f, -1.0f);
		const float SideX = Sign * TowardsY;
		const float SideY = -Sign * TowardsX;
		const bool bCourse = Left.X * RelVelX + Left.Y * RelVelY > 0.0f && Right.X * RelVelX + Right.Y * RelVelY > 0.0f &&
			Approach > Gap * InvTime;
		const bool bBinds = bYields && !bOverlap && (View.bPlain || bCourse);
		Out.Type2 = PlaneOr(bBinds, MakePlane(SideX, SideY, SideX * ApexX + SideY * ApexY), CROWD_FAR);
	}
	return Out;
}

static inline SidePlane LoadWallPlane(
	const uniform ClearPathScratch& Own, uniform int Plane, int InBlock, float Scale, uniform float Less)
{
	const uniform float* uniform Entry = Own.WallPlanes + Plane * 3 * CROWD_BLOCK;
	return MakePlane(
		Entry[InBlock], Entry[CROWD_BLOCK + InBlock], Entry[2 * CROWD_BLOCK + InBlock] * Scale - Less);
}

static inline ForbiddenRegion LoadWall(
	const uniform ClearPathScratch& Own, const Subject& Self, uniform int Slot, int InBlock)
{
	ForbiddenRegion Out;
	Out.Left = LoadWallPlane(Own, 3 * Slot, InBlock, 1.0f, 0.0f);
	Out.Right = LoadWallPlane(Own, 3 * Slot + 1, InBlock, 1.0f, 0.0f);
	Out.Across = LoadWallPlane(Own, 3 * Slot + 2, InBlock, Self.InvObstacleHorizon, CROWD_VIOLATION);
	return Out;
}

// How far inside a plane a velocity is.
static inline float DepthIn(const SidePlane& Plane, float X, float Y)
{
	return Plane.X * X + Plane.Y * Y - Plane.C;
}

// Whether the origin is forbidden, by more than rounding.
static inline bool HoldsOrigin(const Subject& Self, const SidePlane& Plane)
{
	return DepthIn(Plane, Self.OriginX, Self.OriginY) > CROWD_VIOLATION;
}

static inline bool HoldsOrigin(const Subject& Self, const ForbiddenRegion& Region)
{
	return HoldsOrigin(Self, Region.Left) & HoldsOrigin(Self, Region.Right) & HoldsOrigin(Self, Region.Across);
}

#define REGION_FLOATS (9 * programCount)
#define PLANE_FLOATS (3 * programCount)
#define RECORD_FLOATS (4 * programCount)
#define FRAME_FLOATS (CROWD_FRAME_FLOATS * programCount)
#define SIDE_FLOATS (FRAME_FLOATS / 3)

// What the velocity of each lane is searched in. Planes lie in memory as three vectors each, and once more as a record for each
// lane, from which every lane can load another one.
struct GangProblem
{
	uniform float* uniform Regions;
	uniform float* uniform RegionsEnd;
	uniform float* uniform Halves;
	uniform float* uniform HalvesEnd;
	uniform float* uniform Furthest; // The region of the furthest neighbour that counts ...
	uniform int FurthestCode;        // ... and where the record of its first plane is.
	uniform bool bFurthest;          // Not in plain worlds, nor while the guarantee counts: there it is one of the others.
	uniform float* uniform Records;
	uniform float* uniform Path;
	uniform float* uniform Frames;
	uniform int MostCones;
	uniform int RegionCode, HalfCode; // Where the records of the next ones go, in floats.
	float SpeedSq;  // Of the disc of the maximum speed.
	float ChangeSq; // Of the disc around the present velocity.
	uniform bool bAcceleration;
};

// The best points so far, and how far from the origin they are: outside everything, and outside everything but the region of
// the furthest neighbour.
struct SearchState
{
	float BestSq, BestX, BestY;
	float WithoutSq, WithoutX, WithoutY;
};

static inline SidePlane LoadPlane(const uniform float* uniform At)
{
	return MakePlane(At[programIndex], At[programCount + programIndex], At[2 * programCount + programIndex]);
}

static inline void StorePlane(uniform float* uniform At, const SidePlane& Plane)
{
	At[programIndex] = Plane.X;
	At[programCount + programIndex] = Plane.Y;
	At[2 * programCount + programIndex] = Plane.C;
}

static inline ForbiddenRegion LoadRegion(const uniform float* uniform At)
{
	ForbiddenRegion Out;
	Out.Left = LoadPlane(At);
	Out.Right = LoadPlane(At + PLANE_FLOATS);
	Out.Across = LoadPlane(At + 2 * PLANE_FLOATS);
	return Out;
}

static inline SidePlane PlaneIf(bool bTest, const SidePlane& A, const SidePlane& B)
{
	return MakePlane(select(bTest, A.X, B.X), select(bTest, A.Y, B.Y), select(bTest, A.C, B.C));
}

static inline void StoreRecord(const GangProblem& In, uniform int Code, const SidePlane& Plane)
{
	float A, B, C, D;
	TransposeFours(Plane.X, Plane.Y, Plane.C, Plane.C, A, B, C, D);
	uniform float* uniform At = In.Records + Code;
	At[programIndex] = A;
	At[programCount + programIndex] = B;
	At[2 * programCount + programIndex] = C;
	At[3 * programCount + programIndex] = D;
}

// The records of lanes Row, Row + 4, ..., one for each four lanes: loaded to where they belong, with some of their
// neighbours, and put together. A way over memory would have to wait until several stores can be read as one.
static inline float LoadParts(
	const GangProblem& In, const uniform int* uniform Codes, uniform int Offset, uniform int Row)
{
	float Out = 0.0f;
	for (uniform int Part = 0; Part < programCount; Part += 4)
	{
		const uniform int Lane = Part + Row;
		const uniform float* uniform At = In.Records + Codes[Lane] + Offset - Part;
		const float Loaded = At[programIndex];
		Out = select((programIndex & ~3) == Part, Loaded, Out);
	}
	return Out;
}

// For each lane the plane that is Side planes after the one whose code it has in Codes.
static inline SidePlane LoadRecord(const GangProblem& In, const uniform int* uniform Codes, uniform int Side)
{
	const uniform int Offset = Side * RECORD_FLOATS;
	SidePlane Out;
	float Unused;
	TransposeFours(LoadParts(In, Codes, Offset, 0), LoadParts(In, Codes, Offset, 1), LoadParts(In, Codes, Offset, 2),
		LoadParts(In, Codes, Offset, 3), Out.X, Out.Y, Out.C, Unused);
	return Out;
}

static inline void StoreRegion(uniform float* uniform At, const ForbiddenRegion& Region)
{
	StorePlane(At, Region.Left);
	StorePlane(At + PLANE_FLOATS, Region.Right);
	StorePlane(At + 2 * PLANE_FLOATS, Region.Across);
}

static inline void StoreRecords(const GangProblem& In, uniform int Code, const ForbiddenRegion& Region)
{
	StoreRecord(In, Code, Region.Left);
	StoreRecord(In, Code + RECORD_FLOATS, Region.Right);
	StoreRecord(In, Code + 2 * RECORD_FLOATS, Region.Across);
}

static inline float Least(float A, float B)
{
	return select(A < B, A, B);
}

static inline float Most(float A, float B)
{
	return select(A > B, A, B);
}

// The region or half-plane that a point is deepest in: code of its first side, and depths. A lane's code of a plane is where
// its record begins, in floats.
struct Deepest
{
	float Depth; // By the side that is left soonest; CROWD_VIOLATION: in none.
	int Code;
	float Depth0, Depth1, Depth2;
};

static inline void NoteRegion(
	Deepest& Found, bool bCounts, const uniform float* uniform At, int Code, float X, float Y)
{
	const ForbiddenRegion Region = LoadRegion(At);
	const float Left = DepthIn(Region.Left, X, Y);
	const float Right = DepthIn(Region.Right, X, Y);
	const float Across = DepthIn(Region.Across, X, Y);
	const float Depth = select(bCounts, Least(Least(Left, Right), Across), -CROWD_FAR);
	const bool bDeeper = Depth > Found.Depth;
	Found.Depth = Most(Depth, Found.Depth);
	Found.Code = select(bDeeper, Code, Found.Code);
	Found.Depth0 = select(bDeeper, Left, Found.Depth0);
	Found.Depth1 = select(bDeeper, Right, Found.Depth1);
	Found.Depth2 = select(bDeeper, Across, Found.Depth2);
}

// A part of a line: points Foot + T * (-Normal.Y, Normal.X), First <= T <= Last. The foot is its point nearest to the origin.
struct Border
{
	SidePlane Plane;
	float Offset; // Of the line from the origin.
	float FootX, FootY;
	float First, Last;
};

static inline void EndAtDisc(Border& Line, float Off, float Along, float RadiusSq)
{
	const float RootSq = RadiusSq - Off * Off;
	const float Root = sqrt(Most(RootSq, 0.0f));
	Line.First = Most(Line.First, select(RootSq < 0.0f, CROWD_FAR, -Along - Root));
	Line.Last = Least(Line.Last, Root - Along);
}

// Outside of a plane.
static inline void EndAtPlane(Border& Line, const SidePlane& Plane)
{
	// Plus zero: minus zero would turn the sign of the infinity. NaN, of two lines that are the same, changes nothing.
	const float Sine = Plane.Y * Line.Plane.X - Plane.X * Line.Plane.Y + 0.0f;
	const float Rest = Plane.C - (Plane.X * Line.FootX + Plane.Y * Line.FootY);
	const float T = Rest / Sine;
	const bool bDown = Sine < 0.0f;
	Line.First = Most(select(bDown, T, -CROWD_FAR), Line.First);
	Line.Last = Least(select(bDown, CROWD_FAR, T), Line.Last);
}

static inline Border LineOf(const Subject& Self, const SidePlane& Plane, float First, float Last)
{
	Border Out;
	Out.Plane = Plane;
	Out.Offset = Plane.C - (Plane.X * Self.OriginX + Plane.Y * Self.OriginY);
	Out.FootX = Self.OriginX + Out.Offset * Plane.X;
	Out.FootY = Self.OriginY + Out.Offset * Plane.Y;
	Out.First = First;
	Out.Last = Last;
	return Out;
}

// What limits leave of a line.
static inline Border BorderOf(const GangProblem& In, const Subject& Self, const SidePlane& Plane)
{
	Border Out = LineOf(Self, Plane, -CROWD_FAR, CROWD_FAR);
	EndAtDisc(Out, Plane.C, Plane.X * Self.OriginY - Plane.Y * Self.OriginX, In.SpeedSq);
	if (In.bAcceleration)
	{
		const float Off = Plane.C - (Plane.X * Self.VelX + Plane.Y * Self.VelY);
		const float FromX = Self.OriginX - Self.VelX;
		const float FromY = Self.OriginY - Self.VelY;
		EndAtDisc(Out, Off, Plane.X * FromY - Plane.Y * FromX, In.ChangeSq);
	}
	return Out;
}

// Where the point of a line is that is nearest to the origin ...
static inline float NearestOn(const Border& Line)
{
	return select(Line.First > 0.0f, Line.First, select(Line.Last < 0.0f, Line.Last, 0.0f));
}

// ... and how near; CROWD_FAR: nothing is left of it.
static inline float DistanceSqOn(const Border& Line)
{
	const float T = NearestOn(Line);
	return select(Line.First <= Line.Last, Line.Offset * Line.Offset + T * T, CROWD_FAR);
}

// A side in a frame, six vectors: its plane, which part of its border is left, and how near to the origin that comes; CROWD_FAR:
// nothing is left, or it has been tried.
static inline void StoreSide(uniform float* uniform At, const Border& Line, bool bSide)
{
	StorePlane(At, Line.Plane);
	At[3 * programCount + programIndex] = Line.First;
	At[4 * programCount + programIndex] = Line.Last;
	At[5 * programCount + programIndex] = select(bSide, DistanceSqOn(Line), CROWD_FAR);
}

// What is forbidden at the points that lanes of bOn have come to: its sides go to the frame. Where nothing is, the point is a
// solution. False: it is so for all of them.
static inline uniform bool Branch(const uniform bool bUsual, const uniform ClearPathScratch& Own, const GangProblem& In,
	const Subject& Self, const uniform float* uniform PathEnd, uniform float* uniform Frame, float X, float Y, bool bOn,
	SearchState& State, uniform unsigned int64& Clock)
{
	Deepest Found;
	Found.Depth = CROWD_VIOLATION;
	const int FirstCode = RecordOf(programIndex) * 4;
	Found.Code = FirstCode;
	Found.Depth0 = CROWD_FAR;
	Found.Depth1 = CROWD_FAR;
	Found.Depth2 = CROWD_FAR;
	int Code = FirstCode;
	for (const uniform float* uniform At = In.Regions; At < In.RegionsEnd; At += REGION_FLOATS)
	{
		NoteRegion(Found, true, At, Code, X, Y);
		Code += 3 * RECORD_FLOATS;
	}
	if (In.Halves < In.HalvesEnd)
	{
		// Half-planes by themselves first: of theirs there is one depth to note, not three.
		float HalfDepth = Found.Depth;
		int HalfCode = FirstCode;
		for (const uniform float* uniform At = In.Halves; At < In.HalvesEnd; At += PLANE_FLOATS)
		{
			const float Depth = DepthIn(LoadPlane(At), X, Y);
			HalfCode = select(Depth > HalfDepth, Code, HalfCode);
			HalfDepth = Most(Depth, HalfDepth);
			Code += RECORD_FLOATS;
		}
		const bool bDeeper = HalfDepth > Found.Depth;
		Found.Depth = HalfDepth;
		Found.Code = select(bDeeper, HalfCode, Found.Code);
		Found.Depth0 = select(bDeeper, HalfDepth, Found.Depth0);
		Found.Depth1 = select(bDeeper, CROWD_FAR, Found.Depth1);
		Found.Depth2 = select(bDeeper, CROWD_FAR, Found.Depth2);
	}
	const float OffX = X - Self.OriginX;
	const float OffY = Y - Self.OriginY;
	const float DistanceSq = OffX * OffX + OffY * OffY;
	// But for the furthest neighbour nothing is forbidden. Not asked of all lanes at once: the answer cannot be foreseen.
	const bool bWithout = bOn & !(Found.Depth > CROWD_VIOLATION);
	if (In.bFurthest)
	{
		const bool bBetter = bWithout & (DistanceSq < State.WithoutSq);
		State.WithoutSq = select(bBetter, DistanceSq, State.WithoutSq);
		State.WithoutX = select(bBetter, X, State.WithoutX);
		State.WithoutY = select(bBetter, Y, State.WithoutY);
		NoteRegion(Found, bWithout, In.Furthest, FirstCode + In.FurthestCode, X, Y);
	}
	const bool bForbidden = Found.Depth > CROWD_VIOLATION;
	const bool bSolution = bOn & !bForbidden;
	State.BestSq = select(bSolution, DistanceSq, State.BestSq);
	State.BestX = select(bSolution, X, State.BestX);
	State.BestY = select(bSolution, Y, State.BestY);
	const bool bBranches = bOn & bForbidden;
	EndStep(bUsual, Own, 3, Clock);
	if (!any(bBranches))
	{
		return false;
	}
	uniform int Codes[programCount];
	Codes[programIndex] = Found.Code;
	// All sides at once, though not all will be tried: none of them waits for another, and the nearest comes first.
	Border Line0 = BorderOf(In, Self, LoadRecord(In, Codes, 0));
	Border Line1 = BorderOf(In, Self, LoadRecord(In, Codes, 1));
	Border Line2 = BorderOf(In, Self, LoadRecord(In, Codes, 2));
	for (const uniform float* uniform At = In.Path; At < PathEnd; At += PLANE_FLOATS)
	{
		const SidePlane Plane = LoadPlane(At);
		EndAtPlane(Line0, Plane);
		EndAtPlane(Line1, Plane);
		EndAtPlane(Line2, Plane);
	}
	StoreSide(Frame, Line0, bBranches & (Found.Depth0 < CROWD_FAR));
	StoreSide(Frame + SIDE_FLOATS, Line1, bBranches & (Found.Depth1 < CROWD_FAR));
	StoreSide(Frame + 2 * SIDE_FLOATS, Line2, bBranches & (Found.Depth2 < CROWD_FAR));
	EndStep(bUsual, Own, 2, Clock);
	return true;
}

// Of three numbers of a lane the first where bFirst, or else the second where bSecond.
static inline float Pick(bool bFirst, bool bSecond, const uniform float* uniform At)
{
	const float Other = select(bSecond, At[SIDE_FLOATS + programIndex], At[2 * SIDE_FLOATS + programIndex]);
	return select(bFirst, At[programIndex], Other);
}

// Takes the side from a frame that is nearest to the origin, for each lane; NearestSq: how near.
static inline Border TakeNearest(const Subject& Self, uniform float* uniform Frame, float NearestSq)
{
	uniform float* uniform Distances = Frame + 5 * programCount;
	const bool bFirst = Distances[programIndex] == NearestSq;
	const bool bSecond = Distances[SIDE_FLOATS + programIndex] == NearestSq;
	const SidePlane Plane = MakePlane(Pick(bFirst, bSecond, Frame), Pick(bFirst, bSecond, Frame + programCount),
		Pick(bFirst, bSecond, Frame + 2 * programCount));
	const Border Out = LineOf(Self, Plane, Pick(bFirst, bSecond, Frame + 3 * programCount),
		Pick(bFirst, bSecond, Frame + 4 * programCount));
	const float Second = Distances[SIDE_FLOATS + programIndex];
	const float Third = Distances[2 * SIDE_FLOATS + programIndex];
	Distances[programIndex] = select(bFirst, CROWD_FAR, Distances[programIndex]);
	Distances[SIDE_FLOATS + programIndex] = select(!bFirst & bSecond, CROWD_FAR, Second);
	Distances[2 * SIDE_FLOATS + programIndex] = select(bFirst | bSecond, Third, CROWD_FAR);
	return Out;
}

// Goes beyond a side: with a little slack, or rounding would take what is on the border for inside. For lanes that do not it
// is no plane at all.
static inline void Take(uniform float* uniform PathEnd, const SidePlane& Side, bool bOn)
{
	StorePlane(PathEnd,
		PlaneIf(bOn, MakePlane(Side.X, Side.Y, Side.C + 0.5f * CROWD_VIOLATION), MakePlane(0.0f, 0.0f, CROWD_FAR)));
}

// What is beyond a side has been searched, by lanes that took it: the others are for what is inside.
static inline void PassOver(uniform float* uniform PathEnd)
{
	const SidePlane Taken = LoadPlane(PathEnd);
	const float C = select(Taken.C < CROWD_FAR, CROWD_VIOLATION - Taken.C, CROWD_FAR);
	StorePlane(PathEnd, MakePlane(-Taken.X, -Taken.Y, C));
}

// The point nearest to the origin that is outside all regions and half-planes, for lanes of bActive.
static inline SearchState SearchGang(const uniform bool bUsual, const uniform ClearPathScratch& Own,
	const GangProblem& In, const Subject& Self, bool bActive, uniform unsigned int64& Clock)
{
	SearchState State;
	State.BestSq = select(bActive, CROWD_FAR, 0.0f);
	State.BestX = 0.0f;
	State.BestY = 0.0f;
	State.WithoutSq = CROWD_FAR;
	State.WithoutX = 0.0f;
	State.WithoutY = 0.0f;
	// At each depth: where the path ends that led there, where it ends with the sides that have been searched since, and whether
	// the last one of these has been.
	const uniform float* uniform PathStarts[CROWD_MOST_BRANCHES];
	uniform float* uniform PathEnds[CROWD_MOST_BRANCHES];
	uniform bool bSearched[CROWD_MOST_BRANCHES];
	uniform float* uniform Frame = In.Frames;
	PathStarts[0] = In.Path;
	PathEnds[0] = In.Path;
	bSearched[0] = false;
	uniform int Depth =
		Branch(bUsual, Own, In, Self, In.Path, Frame, Self.OriginX, Self.OriginY, bActive, State, Clock) ? 0 : -1;
	while (Depth >= 0)
	{
		const uniform float* uniform Distances = Frame + 5 * programCount;
		const float FrameSq = Least(Least(Distances[programIndex], Distances[SIDE_FLOATS + programIndex]),
			Distances[2 * SIDE_FLOATS + programIndex]);
		if (!any(FrameSq < State.BestSq))
		{
			--Depth;
			Frame -= FRAME_FLOATS;
			continue;
		}
		uniform float* uniform PathEnd = PathEnds[Depth];
		if (bSearched[Depth])
		{
			PassOver(PathEnd);
			PathEnd += PLANE_FLOATS;
			PathEnds[Depth] = PathEnd;
			bSearched[Depth] = false;
		}
		Border Line = TakeNearest(Self, Frame, FrameSq);
		for (const uniform float* uniform At = PathStarts[Depth]; At < PathEnd; At += PLANE_FLOATS)
		{
			EndAtPlane(Line, LoadPlane(At));
		}
		// A number, not a mask: that would be packed and unpacked on the way into the branch.
		const float NearestSq = select(FrameSq < State.BestSq, DistanceSqOn(Line), CROWD_FAR);
		EndStep(bUsual, Own, 2, Clock);
		if (Depth + 1 < CROWD_MOST_BRANCHES && any(NearestSq < State.BestSq))
		{
			const bool bOn = NearestSq < State.BestSq;
			const float T = NearestOn(Line);
			const float X = Line.FootX - T * Line.Plane.Y;
			const float Y = Line.FootY + T * Line.Plane.X;
			Take(PathEnd, Line.Plane, bOn);
			bSearched[Depth] = true;
			uniform float* uniform Beyond = PathEnd + PLANE_FLOATS;
			if (Branch(bUsual, Own, In, Self, Beyond, Frame + FRAME_FLOATS, X, Y, bOn, State, Clock))
			{
				++Depth;
				Frame += FRAME_FLOATS;
				PathStarts[Depth] = Beyond;
				PathEnds[Depth] = Beyond;
				bSearched[Depth] = false;
			}
		}
	}
	return State;
}

// Nothing in it yet. MostCones: how many neighbours' velocity obstacles count at the most; MostSeen: of how many are there
// limits.
static inline GangProblem StartProblem(
	const uniform StepView& View, const uniform ClearPathScratch& Own, uniform int MostCones, uniform int MostSeen)
{
	GangProblem Out;
	const uniform int MostRegions = Own.WallSlots + MostCones;
	Out.MostCones = MostCones;
	Out.bFurthest = !View.bPlain && !Own.bGuarantee;
	Out.Path = Own.GangRegions;
	Out.Frames = Out.Path + CROWD_MOST_BRANCHES * 3 * PLANE_FLOATS;
	Out.Furthest = Out.Frames + CROWD_MOST_BRANCHES * FRAME_FLOATS;
	Out.Regions = Out.Furthest + REGION_FLOATS;
	Out.RegionsEnd = Out.Regions;
	Out.Halves = Out.Regions + MostRegions * REGION_FLOATS;
	Out.HalvesEnd = Out.Halves;
	Out.Records = Out.Halves + 2 * MostSeen * PLANE_FLOATS;
	// Records of half-planes come after those of all regions.
	Out.RegionCode = 0;
	Out.HalfCode = 3 * MostRegions * RECORD_FLOATS;
	ForbiddenRegion Nothing;
	Nothing.Left = MakePlane(0.0f, 0.0f, -CROWD_FAR);
	Nothing.Right = Nothing.Left;
	Nothing.Across = MakePlane(0.0f, 0.0f, CROWD_FAR);
	StoreRegion(Out.Furthest, Nothing);
	return Out;
}

static inline void AddRegion(GangProblem& In, const ForbiddenRegion& Region)
{
	StoreRegion(In.RegionsEnd, Region);
	StoreRecords(In, In.RegionCode, Region);
	In.RegionsEnd += REGION_FLOATS;
	In.RegionCode += 3 * RECORD_FLOATS;
}

static inline void AddHalfPlane(GangProblem& In, const SidePlane& Plane)
{
	StorePlane(In.HalvesEnd, Plane);
	StoreRecord(In, In.HalfCode, Plane);
	In.HalfCode += RECORD_FLOATS;
	In.HalvesEnd += PLANE_FLOATS;
}

// Of a neighbour, the Limit nearest of which count in full.
static inline void AddLimits(const uniform bool bUsual, const uniform ClearPathScratch& Own, GangProblem& In,
	const NeighborLimits& Forbidden, uniform int Rank, int Limit)
{
	if (Rank < In.MostCones)
	{
		const bool bFurthest = In.bFurthest & (Rank == Limit - 1);
		if (any(bFurthest))
		{
			if (bFurthest)
			{
				StoreRegion(In.Furthest, Forbidden.Cone);
			}
		}
		ForbiddenRegion Cone = Forbidden.Cone;
		Cone.Across.C = select((Rank < Limit) & !bFurthest, Cone.Across.C, CROWD_FAR);
		AddRegion(In, Cone);
	}
	if ((bUsual || Own.bKeepGap) && any(Forbidden.Closing.C < CROWD_FAR))
	{
		AddHalfPlane(In, Forbidden.Closing);
	}
	if (!bUsual && Own.bGuarantee)
	{
		AddHalfPlane(In, Forbidden.Type2);
	}
}

// Solves for lanes of bActive, whose origin is their aim, and says what came of it.
static inline void SolveProblem(const uniform bool bUsual, const uniform StepView& View,
	const uniform ClearPathScratch& Own, GangProblem& In, const Subject& Self, int InBlock, int Limit, bool bActive, uniform unsigned int64& Clock)
{
	In.FurthestCode = In.HalfCode;
	StoreRecords(In, In.FurthestCode, LoadRegion(In.Furthest));
	const float Speed = sqrt(Self.VelX * Self.VelX + Self.VelY * Self.VelY);
	const float Braked = View.bGiven[CROWD_ACCELERATION] ? Speed - CROWD_PART_CHANGE * Self.MaxChange : 0.0f;
	const float MaxSpeed = select(Braked > Self.MaxSpeed, Braked, Self.MaxSpeed);
	// Plain worlds look at the limits afterwards, but not when nothing else is left to drop.
	const bool bClip = !View.bPlain || Limit < 0;
	const bool bClipChange = bClip && View.bGiven[CROWD_ACCELERATION] && Limit >= 0;
	In.SpeedSq = select(bClip, MaxSpeed * MaxSpeed, CROWD_FAR);
	In.ChangeSq = select(bClipChange, Self.MaxChange * Self.MaxChange, CROWD_FAR);
	In.bAcceleration = !bUsual && any(bClipChange);
	EndStep(bUsual, Own, 0, Clock);

	SearchState State = SearchGang(bUsual, Own, In, Self, bActive, Clock);
	bool bSolved = State.BestSq < CROWD_FAR;
	if (View.bPlain)
	{
		// The published way: what breaks the limits is no solution. Rounding alone breaks nothing.
		const float MostSpeed = MaxSpeed + CROWD_VIOLATION;
		const float MostChange = Self.MaxChange + CROWD_VIOLATION;
		const float ChangeX = State.BestX - Self.VelX;
		const float ChangeY = State.BestY - Self.VelY;
		const bool bTooFast = State.BestX * State.BestX + State.BestY * State.BestY > MostSpeed * MostSpeed;
		const bool bTooSudden =
			View.bGiven[CROWD_ACCELERATION] && ChangeX * ChangeX + ChangeY * ChangeY > MostChange * MostChange;
		bSolved = bSolved && (bClip || (!bTooFast && !bTooSudden));
	}
	const bool bWithout = !bSolved && State.WithoutSq < CROWD_FAR;
	if (bActive)
	{
		Own.Outcome[InBlock] =
			select(bSolved, CROWD_CLEARPATH_FITS, select(bWithout, CROWD_CLEARPATH_FITS_WITHOUT, CROWD_CLEARPATH_FAILS));
	}
	if (bActive && (bSolved || bWithout))
	{
		View.NewVelX[Self.Agent] = select(bSolved, State.BestX, State.WithoutX);
		View.NewVelY[Self.Agent] = select(bSolved, State.BestY, State.WithoutY);
	}
}

static inline bool OverlapsAny(const uniform StepView& View, const uniform BlockScratch& Scratch, const Subject& Self,
	uniform int InBlock, int Count)
{
	bool bFound = false;
	for (uniform int Rank = 0; Rank < reduce_max(Count); ++Rank)
	{
		const bool bNeighbor = Rank < Count;
		const int Other = bNeighbor ? Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock + programIndex] : 0;
		const Neighbor Seen = LoadNeighbor(false, View, Self, Other);
		bFound = bFound || (bNeighbor && Overlaps(Seen));
	}
	return bFound;
}

// Whether a neighbour may forbid the origin. To hit it within the horizon, or to use up half the gap in this step, takes an
// approach that the distance may rule out: d > R + x for both, from d^2 > 2 R^2 + 2 x^2, without a root.
static inline bool IsInReach(const uniform StepView& View, const Subject& Self, const Neighbor& Other)
{
	const float AwayX = Self.OriginX - Self.VelX + 0.5f * (Self.VelX - Other.VelX);
	const float AwayY = Self.OriginY - Self.VelY + 0.5f * (Self.VelY - Other.VelY);
	const float HorizonSq = 1.0f / (Self.InvHorizon * Self.InvHorizon);
	const float ApproachSq = 4.0f * HorizonSq * (AwayX * AwayX + AwayY * AwayY);
	// A little more than half a gap's worth, for the margin that agents leave.
	const float StepSq =
		4.1f * View.Dt * View.Dt * (Self.OriginX * Self.OriginX + Self.OriginY * Self.OriginY) + CROWD_GAP_MARGIN;
	const float ReachSq = Other.Sum * Other.Sum + select(ApproachSq > StepSq, ApproachSq, StepSq);
	return !(Other.RelX * Other.RelX + Other.RelY * Other.RelY > 2.0f * ReachSq);
}

// Whose desired velocity is free, and what is nearest to the aim of the others: limits are made once for both.
static inline void FilterGang(const uniform bool bUsual, const uniform StepView& View, uniform BlockScratch& Scratch,
	uniform ClearPathScratch& Own, uniform int BlockBegin, uniform int Begin, uniform int End, uniform unsigned int64& Clock)
{
	const uniform int InBlock = Begin - BlockBegin;
	const bool bLane = Begin + programIndex < End;
	const int Count = bLane ? Scratch.NeighborCount[InBlock + programIndex] : 0;
	const int Limit = bLane ? Own.Limit[InBlock + programIndex] : 0;
	const uniform int Most = reduce_max(Count);

	Subject Self;
	Self.Agent = Begin + programIndex;
	aos_to_soa4((uniform float* uniform)&View.Motion[Begin], &Self.X, &Self.Y, &Self.VelX, &Self.VelY);
	float PreferredSpeed, ArrivalRadius;
	aos_to_soa4((uniform float* uniform)&View.Body[Begin], &Self.Radius, &Self.MaxSpeed, &PreferredSpeed, &ArrivalRadius);
	if (!bUsual && View.bPersonalSpace)
	{
		Self.Radius = PlanningRadius(View, bLane ? Self.Agent : Begin);
	}
	SetReach(View, Self);
	Self.Responsibility = View.Scalars[CROWD_RESPONSIBILITY][Self.Agent];
	SetHorizons(View, Own, Self);

	float DesiredX = Scratch.DesiredX[InBlock + programIndex];
	float DesiredY = Scratch.DesiredY[InBlock + programIndex];
	bool bOverlapping = false;
	if (!bUsual && (View.bPlain || Own.bClearPath1))
	{
		bOverlapping = OverlapsAny(View, Scratch, Self, InBlock, Count);
		Own.Overlapping[InBlock + programIndex] = select(bOverlapping, 1, 0);
		if (View.bPlain)
		{
			DesiredX = select(bOverlapping, 0.0f, DesiredX);
			DesiredY = select(bOverlapping, 0.0f, DesiredY);
		}
	}
	SetOrigin(View, Self, DesiredX, DesiredY);
	DesiredX = Self.OriginX;
	DesiredY = Self.OriginY;
	Scratch.DesiredX[InBlock + programIndex] = DesiredX;
	Scratch.DesiredY[InBlock + programIndex] = DesiredY;
	if (bLane)
	{
		View.NewVelX[Self.Agent] = DesiredX;
		View.NewVelY[Self.Agent] = DesiredY;
	}

	const uniform bool bAlike = bUsual || (!View.bResponsibility && !Own.bClearPath1);
	// Not where agents may be left out before anything is solved, or where limits are looked at afterwards.
	uniform bool bSolve = bUsual || (!View.bPlain && !Own.bClearPath1);
	GangProblem In = StartProblem(View, Own, reduce_max(Limit), Most);
	// Counted, not or-ed: a mask that is carried over iterations would be packed and unpacked in each.
	int Blocks = select(bOverlapping && Own.bClearPath1 != 0, 1, 0);
	for (uniform int Slot = 0; Slot < Own.WallSlots; ++Slot)
	{
		const ForbiddenRegion Wall = LoadWall(Own, Self, Slot, InBlock + programIndex);
		Blocks += select(HoldsOrigin(Self, Wall), 1, 0);
		AddRegion(In, Wall);
	}
	uniform bool bAnyFree = true;
	for (uniform int Rank = 0; Rank < Most; ++Rank)
	{
		const bool bNeighbor = Rank < Count;
		const int Other = bNeighbor ? Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock + programIndex] : 0;
		const Neighbor Seen = LoadNeighbor(bUsual, View, Self, Other);
		if (bAlike && bAnyFree && !any(bNeighbor & IsInReach(View, Self, Seen)))
		{
			// The problem would lack this neighbour.
			bSolve = false;
			continue;
		}
		const NeighborLimits Forbidden = LimitsOf(bUsual, View, Own, Self, Seen, bNeighbor);
		if (bSolve)
		{
			AddLimits(bUsual, Own, In, Forbidden, Rank, Limit);
		}
		if (bAnyFree)
		{
			Blocks += select(HoldsOrigin(Self, Forbidden.Cone), 1, 0);
			if (bUsual || Own.bKeepGap)
			{
				Blocks += select(HoldsOrigin(Self, Forbidden.Closing), 1, 0);
			}
			if (!bUsual && Own.bClearPath1)
			{
				Blocks += select(HoldsOrigin(Self, Forbidden.Type2), 1, 0);
			}
			bAnyFree = any(bLane & (Blocks == 0));
		}
		if (!bAnyFree && !bSolve)
		{
			break;
		}
	}

	const bool bBlocked = bLane & (Blocks > 0);
	if (!any(bBlocked))
	{
		EndStep(bUsual, Own, 0, Clock);
		return;
	}
	if (bBlocked)
	{
		Own.ListCount += packed_store_active(&Own.List[Own.ListCount], InBlock + programIndex);
		Own.Outcome[InBlock + programIndex] = CROWD_CLEARPATH_UNTRIED;
	}
	if (bSolve)
	{
		SetAim(View, Own, Self, DesiredX, DesiredY);
		SolveProblem(bUsual, View, Own, In, Self, InBlock + programIndex, Limit, bBlocked, Clock);
	}
	EndStep(bUsual, Own, 0, Clock);
}

/// Agents Begin .. End - 1 of the block that starts at BlockBegin.
export void FilterClearPathBlock(const uniform StepView* uniform View, uniform BlockScratch* uniform Scratch,
	uniform int BlockBegin, uniform int Begin, uniform int End)
{
	uniform ClearPathScratch& Own = *((uniform ClearPathScratch* uniform)Scratch->Model);
	uniform unsigned int64 Clock = StartClock(Own);
	if (IsUsual(*View, Own))
	{
		for (uniform int First = Begin; First < End; First += programCount)
		{
			FilterGang(true, *View, *Scratch, Own, BlockBegin, First, End, Clock);
		}
	}
	else
	{
		for (uniform int First = Begin; First < End; First += programCount)
		{
			FilterGang(false, *View, *Scratch, Own, BlockBegin, First, End, Clock);
		}
	}
}

static inline void SolveGang(const uniform StepView& View, uniform BlockScratch& Scratch,
	uniform ClearPathScratch& Own, uniform int BlockBegin, uniform int Begin, uniform int End)
{
	// Too few come here to be worth a kernel more.
	const uniform bool bUsual = false;
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
	Self.Radius = PlanningRadius(View, Self.Agent);
	Self.MaxSpeed = View.Body[Self.Agent].MaxSpeed;
	SetReach(View, Self);
	Self.Responsibility = View.Scalars[CROWD_RESPONSIBILITY][Self.Agent];
	SetHorizons(View, Own, Self);
	SetAim(View, Own, Self, Scratch.DesiredX[InBlock], Scratch.DesiredY[InBlock]);

	const uniform int MostCones = max(reduce_max(Limit), 0);
	const uniform int MostSeen = Own.bKeepGap ? reduce_max(Count) : MostCones;
	GangProblem In = StartProblem(View, Own, MostCones, MostSeen);
	for (uniform int Slot = 0; Slot < Own.WallSlots; ++Slot)
	{
		AddRegion(In, LoadWall(Own, Self, Slot, InBlock));
	}
	for (uniform int Rank = 0; Rank < MostSeen; ++Rank)
	{
		const bool bNeighbor = Rank < Count;
		const int Other = bNeighbor ? Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock] : 0;
		const Neighbor Seen = LoadNeighbor(bUsual, View, Self, Other);
		AddLimits(bUsual, Own, In, LimitsOf(bUsual, View, Own, Self, Seen, bNeighbor), Rank, Limit);
	}
	SolveProblem(bUsual, View, Own, In, Self, InBlock, Limit, bLane, Clock);
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
