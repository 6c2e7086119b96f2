// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// ORCA for a block of agents, a lane an agent: half-planes of the neighbours, the two-dimensional linear program, and
// where that has no solution the velocity that violates it least.
// OrcaScalar.cpp is the same in readable C++, operation by operation, so that both give the same bits;
// Docs/Models/Orca.md has the derivation.
//
// The program is solved incrementally, but not in the order of the half-planes: each round takes in the one that is
// violated most. Two or three rounds settle nearly every agent, in step with the other lanes, where a fixed order would
// make a gang solve on nearly every border for the sake of one lane or another.
//
// Conditions that hold over a loop are kept as bounds in floats: what a half-plane has to be violated by to matter to a
// lane. That is more than any can be for lanes that are done, so the one comparison asks for both. Masks would have to be
// packed, kept and unpacked.
#include "Kernels/GangLoads.isph"
#include "OrcaShared.h"

// Velocities with X * VX + Y * VY >= C are allowed.
struct HalfPlane
{
	float X, Y, C;
};

// A gang's half-planes lie one after the other, three vectors each.
static const uniform int PlaneSize = 3 * programCount;

static inline HalfPlane Load(const uniform float* uniform At)
{
	HalfPlane Out;
	Out.X = At[programIndex];
	Out.Y = At[programCount + programIndex];
	Out.C = At[2 * programCount + programIndex];
	return Out;
}

static inline void Store(uniform float* uniform At, const HalfPlane& Plane)
{
	At[programIndex] = Plane.X;
	At[programCount + programIndex] = Plane.Y;
	At[2 * programCount + programIndex] = Plane.C;
}

// Plane, or one that forbids nothing.
static inline HalfPlane OnlyIf(bool bCondition, const HalfPlane& Plane)
{
	HalfPlane Out;
	Out.X = select(bCondition, Plane.X, 0.0f);
	Out.Y = select(bCondition, Plane.Y, 0.0f);
	Out.C = select(bCondition, Plane.C, -CROWD_FAR);
	return Out;
}

// How far outside a velocity is; positive: forbidden.
static inline float Violation(const HalfPlane& Plane, float X, float Y)
{
	return Plane.C - (Plane.X * X + Plane.Y * Y);
}

static inline void TakeIfWorse(const HalfPlane& Plane, float X, float Y, float& Most, HalfPlane& Worst)
{
	const float Here = Violation(Plane, X, Y);
	const bool bWorse = Here > Most;
	Most = select(bWorse, Here, Most);
	Worst.X = select(bWorse, Plane.X, Worst.X);
	Worst.Y = select(bWorse, Plane.Y, Worst.Y);
	Worst.C = select(bWorse, Plane.C, Worst.C);
}

// The half-plane that is violated most, if by more than Least; Worst stays what it is where there is none. Returns by how
// much, or Least.
static inline float FindWorst(const uniform float* uniform Planes, const uniform float* uniform End, float X, float Y,
	float Least, HalfPlane& Worst)
{
	float Most = Least;
	const uniform float* uniform At = Planes;
	for (; At + PlaneSize < End; At += 2 * PlaneSize)
	{
		TakeIfWorse(Load(At), X, Y, Most, Worst);
		TakeIfWorse(Load(At + PlaneSize), X, Y, Most, Worst);
	}
	if (At < End)
	{
		TakeIfWorse(Load(At), X, Y, Most, Worst);
	}
	return Most;
}

// What each lane seeks within its half-planes.
struct Program
{
	float MaxSpeedSq;
	float AimX, AimY; // The point to come near to, or the direction to get far in.
};

// The best point of a border within the disc of speeds and the half-planes up to End. False: there is none.
static inline bool SolveOnBorder(const HalfPlane& Border, const uniform float* uniform Planes,
	const uniform float* uniform End, const Program& Goal, uniform bool bDirection, float& ResultX, float& ResultY)
{
	// Points of the border are (C X, C Y) + T (Y, -X).
	const float Discriminant = Goal.MaxSpeedSq - Border.C * Border.C;
	const float Root = sqrt(max(Discriminant, 0.0f));
	float Left = -Root;
	float Right = Root;
	for (const uniform float* uniform At = Planes; At < End; At += PlaneSize)
	{
		const HalfPlane Plane = Load(At);
		const float Sine = Plane.Y * Border.X - Plane.X * Border.Y;
		const float Numerator = Border.C * (Plane.X * Border.X + Plane.Y * Border.Y) - Plane.C;
		// Parallel borders divide by zero on purpose: minus infinity, where the border lies outside, leaves nothing right of
		// it; plus infinity and NaN change nothing.
		const float Denominator = select(abs(Sine) > CROWD_PARALLEL, Sine, 0.0f);
		const float T = Numerator / Denominator;
		const bool bToLeft = Denominator < 0.0f;
		const float NewRight = select(T < Right, T, Right);
		const float NewLeft = select(T > Left, T, Left);
		Right = select(bToLeft, Right, NewRight);
		Left = select(bToLeft, NewLeft, Left);
	}

	float T = Goal.AimX * Border.Y - Goal.AimY * Border.X;
	if (bDirection)
	{
		T = select(T > 0.0f, Right, Left);
	}
	else
	{
		T = select(T < Left, Left, select(T > Right, Right, T));
	}
	ResultX = Border.C * Border.X + T * Border.Y;
	ResultY = Border.C * Border.Y - T * Border.X;
	return !(Discriminant < 0.0f) & !(Left > Right);
}

// Improves Result, the optimum without half-planes, to the optimum within those up to End, taken in their order. Bound is 0
// for lanes that take part and CROWD_FAR for others. Returns it, with CROWD_FAR also where there is no solution; Result is then
// the optimum of those before.
static inline float SolveInOrder(const uniform float* uniform Planes, const uniform float* uniform End, float Bound,
	const Program& Goal, uniform bool bDirection, float& ResultX, float& ResultY)
{
	for (const uniform float* uniform At = Planes; At < End; At += PlaneSize)
	{
		const HalfPlane Border = Load(At);
		if (any(Violation(Border, ResultX, ResultY) > Bound))
		{
			float NewX, NewY;
			const bool bSolved = SolveOnBorder(Border, Planes, At, Goal, bDirection, NewX, NewY);
			const bool bViolated = Violation(Border, ResultX, ResultY) > Bound;
			ResultX = select(bViolated & bSolved, NewX, ResultX);
			ResultY = select(bViolated & bSolved, NewY, ResultY);
			Bound = select(bViolated & !bSolved, CROWD_FAR, Bound);
		}
	}
	return Bound;
}

// A gang's agents.
struct Self
{
	int Agent;
	float X, Y, VelX, VelY;
	float Radius, InvHorizon, Responsibility;
	float Sum, SumSq; // Of two radii, where all are equal.
	float Space;      // Half the width of its personal space.
};

// What neighbours differ in, for which there are functions of their own: a question in the loop over neighbours costs registers even
// where the answer is no.
#define ALIKE 0
#define MIXED 1          // Radii or responsibilities.
#define PERSONAL_SPACE 2 // And agents plan with their personal space.

// HalfPlane.h has what it means.
static inline float ReachOfSpace(const uniform StepView& View, float Space, float VelX, float VelY, float RelX, float RelY,
	float DistanceSq)
{
	const float SpeedSq = VelX * VelX + VelY * VelY;
	const float Aside = RelX * VelY - RelY * VelX;
	const float Product = DistanceSq * SpeedSq;
	const float SineSq = select(Product > CROWD_STANDING_SQ, Aside * Aside / Product, 1.0f);
	const float DepthSq = View.SpaceDepth * View.SpaceDepth;
	return Space * sqrt(DepthSq + (1.0f - DepthSq) * SineSq);
}

// What Self may do about each lane's Other: the velocities at least its share of the smallest evasive change away. Divisor
// is 0 for those on the same spot at the same velocity; bSameSpot is needed to part these.
static inline HalfPlane HalfPlaneOf(const uniform StepView& View, const Self& S, const uniform int* uniform Others,
	const uniform float* uniform Yields, bool bNeighbor, uniform int Kind, uniform bool bSameSpot, float& Divisor)
{
	float OtherX, OtherY, OtherVelX, OtherVelY;
	LoadMotion(View.Motion, Others, OtherX, OtherY, OtherVelX, OtherVelY);
	const int Other = Others[programIndex];
	const float RelX = OtherX - S.X;
	const float RelY = OtherY - S.Y;
	const float RelVelX = S.VelX - OtherVelX;
	const float RelVelY = S.VelY - OtherVelY;
	float Sum = S.Sum;
	float SumSq = S.SumSq;
	const float DistanceSq = RelX * RelX + RelY * RelY;
	float InvPart = View.InvDt;
	if (Kind == MIXED)
	{
		Sum = (S.Radius + View.Body[Other].Radius) * View.Clearance;
		SumSq = Sum * Sum;
	}
	if (Kind == PERSONAL_SPACE)
	{
		const float OtherRadius = View.Body[Other].Radius;
		const float Bodies = (S.Radius + OtherRadius) * View.Clearance;
		float OtherSpace = View.Manner.PersonalSpace;
		if (View.Manners != NULL)
		{
			OtherSpace = View.Manners[Other].PersonalSpace;
		}
		float OwnSpace = S.Space;
		if (View.SpaceDepth < 1.0f)
		{
			OwnSpace = ReachOfSpace(View, OwnSpace, S.VelX, S.VelY, RelX, RelY, DistanceSq);
			OtherSpace = ReachOfSpace(View, OtherSpace, OtherVelX, OtherVelY, RelX, RelY, DistanceSq);
		}
		Sum = (max(S.Radius, OwnSpace) + max(OtherRadius, OtherSpace)) * View.Clearance;
		SumSq = Sum * Sum;
		InvPart = select(DistanceSq <= Bodies * Bodies, View.InvDt, View.InvSpaceTime);
	}
	const bool bOverlap = DistanceSq <= SumSq;
	const float InvTime = select(bOverlap, InvPart, S.InvHorizon);
	// From the relative velocity to the centre of the cut-off circle.
	const float WX = InvTime * RelX - RelVelX;
	const float WY = InvTime * RelY - RelVelY;
	const float WSq = WX * WX + WY * WY;
	const float WDot = WX * RelX + WY * RelY;
	const bool bCircle = bOverlap | (WDot * abs(WDot) > SumSq * WSq);

	// The length of W for the circle, of a leg otherwise; one root and one division serve both.
	const float Root = sqrt(select(bCircle, WSq, DistanceSq - SumSq));
	Divisor = select(bCircle, Root, DistanceSq);
	const float Inverse = -1.0f / Divisor;
	const float Leg = select(RelY * RelVelX - RelX * RelVelY < 0.0f, -Root, Root);
	HalfPlane Out;
	Out.X = select(bCircle, WX, RelX * Sum - RelY * Leg) * Inverse;
	Out.Y = select(bCircle, WY, RelY * Sum + RelX * Leg) * Inverse;
	if (bSameSpot)
	{
		if (bNeighbor && !(Divisor > 0.0f))
		{
			const unsigned int64 Id = IdOf(View, S.Agent);
			const unsigned int64 OtherId = IdOf(View, Other);
			const int Axis = (int)((Id ^ OtherId) & 7);
			const float Sign = select(OtherId > Id, -1.0f, 1.0f);
			Out.X = Sign * AxisX[Axis];
			Out.Y = Sign * AxisY[Axis];
		}
	}

	float Yield = 1.0f;
	if (Kind == PERSONAL_SPACE && Yields != NULL)
	{
		Yield = Yields[programIndex];
	}
	// How far the relative velocity is on the allowed side.
	const float Free = select(bCircle, Root - Sum * InvTime, Out.X * RelVelX + Out.Y * RelVelY);
	float Share = 0.5f;
	if (Kind != ALIKE && (View.bResponsibility || (Kind == PERSONAL_SPACE && Yields != NULL)))
	{
		const float Both = S.Responsibility + Yield * View.Scalars[CROWD_RESPONSIBILITY][Other];
		const float Evading = S.Responsibility / Both;
		// Freedom is shared evenly, except with one that does not change its velocity anyway.
		Share = select(Free < 0.0f | Evading == 1.0f, Evading, 0.5f);
	}
	Out.C = (Out.X * S.VelX + Out.Y * S.VelY) - Share * Free;
	return Out;
}

// Makes the half-planes of neighbours First .. End - 1, and looks at each for the one that Result violates most.
// Least divisor: 0 where somebody stands on the spot of an agent.
// Yields: of the neighbours, as the lists are laid out; null: they yield.
static inline void AddNeighbors(const uniform StepView& View, const Self& S, const uniform int* uniform Lists,
	const uniform float* uniform Yields,
	uniform int First, uniform int End, int Count, uniform bool bAll, uniform int Kind, uniform bool bSameSpot,
	uniform float* uniform Planes, float ResultX, float ResultY, float& LeastDivisor, float& Most, HalfPlane& Worst)
{
	const uniform int* uniform Others = Lists + First * CROWD_BLOCK;
	uniform float* uniform To = Planes + First * PlaneSize;
	for (uniform int Rank = First; Rank < End; ++Rank)
	{
		const bool bNeighbor = bAll | Rank < Count;
		float Divisor;
		HalfPlane Plane = HalfPlaneOf(
			View, S, Others, Yields == NULL ? NULL : Yields + Rank * CROWD_BLOCK, bNeighbor, Kind, bSameSpot, Divisor);
		// Past their own neighbours, lanes compute with what is left there.
		if (!bAll)
		{
			Divisor = select(bNeighbor, Divisor, 1.0f);
			Plane = OnlyIf(bNeighbor, Plane);
		}
		if (Kind != ALIKE)
		{
			Plane = OnlyIf(S.Responsibility > 0.0f, Plane);
		}
		LeastDivisor = min(LeastDivisor, Divisor);
		Store(To, Plane);
		TakeIfWorse(Plane, ResultX, ResultY, Most, Worst);
		Others += CROWD_BLOCK;
		To += PlaneSize;
	}
}

// Those of the gang's walls follow each other. Returns their end.
static inline uniform float* uniform LoadWalls(
	const uniform OrcaScratch& Own, uniform int InBlock, uniform float* uniform To)
{
	for (uniform int Slot = 0; Slot < Own.WallSlots; ++Slot)
	{
		const uniform int At = Slot * CROWD_BLOCK + InBlock;
		HalfPlane Wall;
		Wall.X = Own.WallX[At + programIndex];
		Wall.Y = Own.WallY[At + programIndex];
		Wall.C = Own.WallC[At + programIndex];
		// The block has room for as many as its most hemmed in agent has.
		if (all(Wall.C == -CROWD_FAR))
		{
			break;
		}
		Store(To, Wall);
		To += PlaneSize;
	}
	return To;
}

// Where on Border a half-plane is violated no more than Border itself: the line on which both violations are equal.
static inline HalfPlane Project(const HalfPlane& Plane, const HalfPlane& Border)
{
	const float TurnX = Plane.X - Border.X;
	const float TurnY = Plane.Y - Border.Y;
	const float TurnSq = TurnX * TurnX + TurnY * TurnY;
	const float Inverse = 1.0f / sqrt(TurnSq);
	HalfPlane Out;
	Out.X = TurnX * Inverse;
	Out.Y = TurnY * Inverse;
	Out.C = (Plane.C - Border.C) * Inverse;
	return OnlyIf(TurnSq > CROWD_PARALLEL * CROWD_PARALLEL, Out);
}

// The half-planes that a gang has to do with.
struct GangPlanes
{
	uniform float* uniform All; // Of neighbours.
	uniform float* uniform AllEnd;
	uniform float* uniform Active; // Those taken in: first walls, then from ActiveAgents on agents.
	uniform float* uniform ActiveAgents;
	uniform float* uniform ActiveEnd;
	uniform float* uniform Projected;
};

// The least bad velocity of lanes that failed at Border (Bound 0, for others CROWD_FAR): a third dimension, how far all half-planes
// of agents are pushed back, is minimised. Those that were taken in before the failure are still satisfied, so the one at
// which it failed is tight: the optimum lies on its border, where the others are projected to. Then again the most violated
// one, as long as one is violated more than the best so far. Half-planes of walls are never pushed back.
static inline void Relax(const uniform GangPlanes& Planes, float Bound, float MaxSpeed, int Count, HalfPlane Border,
	float& ResultX, float& ResultY)
{
	uniform float* uniform Walls = Planes.Projected;
	for (const uniform float* uniform At = Planes.Active; At < Planes.ActiveAgents; At += PlaneSize)
	{
		Store(Walls, Load(At));
		Walls += PlaneSize;
	}
	uniform float* uniform Taken = Planes.ActiveEnd;
	uniform int Rounds = 0;
	while (any(Bound == 0.0f))
	{
		uniform float* uniform To = Walls;
		for (const uniform float* uniform At = Planes.ActiveAgents; At < Taken; At += PlaneSize)
		{
			Store(To, Project(Load(At), Border));
			To += PlaneSize;
		}
		Program Away;
		Away.MaxSpeedSq = MaxSpeed * MaxSpeed;
		Away.AimX = Border.X;
		Away.AimY = Border.Y;
		float NewX = Border.X * MaxSpeed;
		float NewY = Border.Y * MaxSpeed;
		// A failure here can only be a matter of rounding: keep what was best so far.
		const float Ended = SolveInOrder(Planes.Projected, To, Bound, Away, true, NewX, NewY);
		ResultX = select(Ended == 0.0f, NewX, ResultX);
		ResultY = select(Ended == 0.0f, NewY, ResultY);
		const float Distance = Violation(Border, ResultX, ResultY);
		Store(Taken, OnlyIf(Bound == 0.0f, Border));
		Taken += PlaneSize;
		++Rounds;
		Bound = select(Rounds < Count + CROWD_SPARE_ROUNDS, Bound, CROWD_FAR);
		const float Least = Distance + CROWD_VIOLATION + Bound;
		const float Most = FindWorst(Planes.All, Planes.AllEnd, ResultX, ResultY, Least, Border);
		Bound = select(Most > Least, Bound, CROWD_FAR);
	}
}

static inline Self LoadSelf(const uniform StepView& View, uniform int Begin, bool bLane, uniform int Kind,
	float& MaxSpeed)
{
	Self Out;
	Out.Agent = Begin + programIndex;
	aos_to_soa4((uniform float* uniform)&View.Motion[Begin], &Out.X, &Out.Y, &Out.VelX, &Out.VelY);
	float PreferredSpeed, ArrivalRadius;
	aos_to_soa4((uniform float* uniform)&View.Body[Begin], &Out.Radius, &MaxSpeed, &PreferredSpeed, &ArrivalRadius);
	if (View.CommonProfile >= 0)
	{
		Out.InvHorizon = View.Profiles[View.CommonProfile].InvAgentHorizon;
	}
	else
	{
		const int Profile = bLane ? (int)(View.Aim[Out.Agent].Flags & CROWD_FLAG_PROFILE) : 0;
		Out.InvHorizon = View.Profiles[Profile].InvAgentHorizon;
	}
	Out.Responsibility = 1.0f;
	if (Kind == PERSONAL_SPACE || (Kind != ALIKE && View.bResponsibility))
	{
		Out.Responsibility = View.Scalars[CROWD_RESPONSIBILITY][Out.Agent];
	}
	Out.Sum = (Out.Radius + Out.Radius) * View.Clearance;
	Out.SumSq = Out.Sum * Out.Sum;
	Out.Space = View.Manner.PersonalSpace;
	if (Kind == PERSONAL_SPACE && View.Manners != NULL)
	{
		Out.Space = View.Manners[Out.Agent].PersonalSpace;
	}
	return Out;
}

// States of a lane that is done, as what a half-plane would have to be violated by to go on.
#define FAILED CROWD_FAR
#define STOPPED (2.0f * CROWD_FAR)
#define WALLS_FAILED (4.0f * CROWD_FAR)

static inline void SolveGang(const uniform StepView& View, uniform BlockScratch& Scratch, uniform OrcaScratch& Own,
	uniform int BlockBegin, uniform int Begin, uniform int End, uniform int Kind)
{
	const uniform int InBlock = Begin - BlockBegin;
	const bool bLane = Begin + programIndex < End;
	const int Count = Scratch.NeighborCount[InBlock + programIndex];
	uniform int MostNeighbors = View.MaxNeighbors;
	uniform int FewestNeighbors = MostNeighbors;
	if (any(Count != MostNeighbors) || Begin + programCount > End)
	{
		MostNeighbors = reduce_max(bLane ? Count : 0);
		FewestNeighbors = reduce_min(bLane ? Count : MostNeighbors);
	}
	float MaxSpeed;
	const Self S = LoadSelf(View, Begin, bLane, Kind, MaxSpeed);
	Program Goal;
	Goal.MaxSpeedSq = MaxSpeed * MaxSpeed;
	const float OptX = Scratch.DesiredX[InBlock + programIndex];
	const float OptY = Scratch.DesiredY[InBlock + programIndex];
	Goal.AimX = OptX + Own.SideBias * OptY;
	Goal.AimY = OptY - Own.SideBias * OptX;
	const float OptSq = OptX * OptX + OptY * OptY;
	float ResultX = OptX;
	float ResultY = OptY;
	if (any(OptSq > Goal.MaxSpeedSq))
	{
		const float Shrink = select(OptSq > Goal.MaxSpeedSq, MaxSpeed / sqrt(OptSq), 1.0f);
		ResultX = OptX * Shrink;
		ResultY = OptY * Shrink;
	}

	uniform GangPlanes Planes;
	Planes.All = Own.Gang;
	Planes.AllEnd = Planes.All + MostNeighbors * PlaneSize;
	Planes.Active = Planes.All + (CROWD_MAX_PLANES + CROWD_GAP_PLANES) * PlaneSize;
	Planes.Projected = Planes.Active + (CROWD_MAX_ACTIVE + CROWD_GAP_ACTIVE) * PlaneSize;
	Planes.ActiveAgents = LoadWalls(Own, InBlock, Planes.Active);
	float Least = select(bLane, CROWD_VIOLATION, STOPPED);
	if (Planes.ActiveAgents > Planes.Active)
	{
		const float Ended = SolveInOrder(
			Planes.Active, Planes.ActiveAgents, select(bLane, 0.0f, CROWD_FAR), Goal, false, ResultX, ResultY);
		Least = select(bLane & Ended > 0.0f, WALLS_FAILED, Least);
	}

	// Each half-plane is looked at when it is made.
	const uniform int* uniform Lists = &Scratch.Neighbors[InBlock];
	float Most = Least;
	float LeastDivisor = 1.0f;
	HalfPlane Worst;
	Worst.X = 0.0f;
	Worst.Y = 0.0f;
	Worst.C = -CROWD_FAR;
	const uniform float* uniform Yields = Scratch.bYields ? &Scratch.Yields[InBlock] : NULL;
	AddNeighbors(View, S, Lists, Yields, 0, FewestNeighbors, Count, true, Kind, false, Planes.All, ResultX, ResultY,
		LeastDivisor, Most, Worst);
	AddNeighbors(View, S, Lists, Yields, FewestNeighbors, MostNeighbors, Count, false, Kind, false, Planes.All, ResultX, ResultY,
		LeastDivisor, Most, Worst);
	if (any(bLane & LeastDivisor == 0.0f))
	{
		// Somebody stands where another one does, at the same velocity: once more, with a look at that.
		Most = Least;
		AddNeighbors(View, S, Lists, Yields, 0, MostNeighbors, Count, false, Kind, true, Planes.All, ResultX, ResultY,
			LeastDivisor, Most, Worst);
	}

	uniform float* uniform Taken = Planes.ActiveAgents;
	uniform int Rounds = 0;
	while (any(Most > Least))
	{
		float NewX, NewY;
		const bool bSolved = SolveOnBorder(Worst, Planes.Active, Taken, Goal, false, NewX, NewY);
		const bool bActive = Most > Least;
		const bool bTake = bActive & bSolved;
		// From now on such a lane's Worst stays the one at which it failed.
		Least = select(bActive & !bSolved, FAILED, Least);
		ResultX = select(bTake, NewX, ResultX);
		ResultY = select(bTake, NewY, ResultY);
		Store(Taken, OnlyIf(bTake, Worst));
		Taken += PlaneSize;
		++Rounds;
		// The bound is for rounding alone, which may make a half-plane that was taken in seem violated again.
		if (Rounds >= FewestNeighbors + CROWD_SPARE_ROUNDS)
		{
			Least = select(Rounds >= Count + CROWD_SPARE_ROUNDS & Least < CROWD_FAR, STOPPED, Least);
		}
		Most = FindWorst(Planes.All, Planes.AllEnd, ResultX, ResultY, Least, Worst);
	}
	Planes.ActiveEnd = Taken;

	const bool bFailed = Least == FAILED;
	if (any(bFailed) && !View.bPlain)
	{
		Relax(Planes, select(bFailed, 0.0f, CROWD_FAR), MaxSpeed, Count, Worst, ResultX, ResultY);
	}
	if (Begin + programCount <= End)
	{
		uniform float* uniform ToX = View.NewVelX + Begin;
		uniform float* uniform ToY = View.NewVelY + Begin;
		ToX[programIndex] = ResultX;
		ToY[programIndex] = ResultY;
	}
	else if (bLane)
	{
		View.NewVelX[S.Agent] = ResultX;
		View.NewVelY[S.Agent] = ResultY;
	}
	const bool bInfeasible = bFailed | Least == WALLS_FAILED;
	Own.Infeasible[InBlock + programIndex] = select(bInfeasible, 1, 0);
	Own.InfeasibleCount += popcnt(packmask(bInfeasible));
}

/// Agents Begin .. End - 1 of the block that starts at BlockBegin: reads the frozen state, the neighbours, the half-planes
/// of walls and the desired velocities; writes new velocities.
export void SolveOrcaBlock(const uniform StepView* uniform View, uniform BlockScratch* uniform Scratch,
	uniform int BlockBegin, uniform int Begin, uniform int End)
{
	uniform OrcaScratch& Own = *((uniform OrcaScratch* uniform)Scratch->Model);
	Own.InfeasibleCount = 0;
	if (View->bPersonalSpace)
	{
		for (uniform int First = Begin; First < End; First += programCount)
		{
			SolveGang(*View, *Scratch, Own, BlockBegin, First, End, PERSONAL_SPACE);
		}
	}
	else if (View->bMixedRadii || View->bResponsibility)
	{
		for (uniform int First = Begin; First < End; First += programCount)
		{
			SolveGang(*View, *Scratch, Own, BlockBegin, First, End, MIXED);
		}
	}
	else
	{
		for (uniform int First = Begin; First < End; First += programCount)
		{
			SolveGang(*View, *Scratch, Own, BlockBegin, First, End, ALIKE);
		}
	}
}

/// For the check that both languages lay it out alike.
export uniform int OrcaScratchSize()
{
	return sizeof(uniform OrcaScratch);
}
