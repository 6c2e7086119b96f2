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
#include "Kernels/GangLoads.isph"
#include "OrcaShared.h"

struct HalfPlane
{
	float PointX, PointY, DirX, DirY;
};

// Half-planes of a gang: entry k of a lane is [k * Stride + lane].
struct HalfPlanes
{
	uniform float* uniform PointX;
	uniform float* uniform PointY;
	uniform float* uniform DirX;
	uniform float* uniform DirY;
	uniform int Stride;
};

static inline HalfPlane Load(const uniform HalfPlanes& Planes, uniform int Index)
{
	const uniform int At = Index * Planes.Stride;
	HalfPlane Out;
	Out.PointX = Planes.PointX[At + programIndex];
	Out.PointY = Planes.PointY[At + programIndex];
	Out.DirX = Planes.DirX[At + programIndex];
	Out.DirY = Planes.DirY[At + programIndex];
	return Out;
}

static inline void Store(const uniform HalfPlanes& Planes, uniform int Index, const HalfPlane& Plane)
{
	const uniform int At = Index * Planes.Stride;
	Planes.PointX[At + programIndex] = Plane.PointX;
	Planes.PointY[At + programIndex] = Plane.PointY;
	Planes.DirX[At + programIndex] = Plane.DirX;
	Planes.DirY[At + programIndex] = Plane.DirY;
}

// Plane, or one that forbids nothing.
static inline HalfPlane OnlyIf(bool bCondition, const HalfPlane& Plane)
{
	HalfPlane Out;
	Out.PointX = Plane.PointX;
	Out.PointY = Plane.PointY;
	Out.DirX = select(bCondition, Plane.DirX, 0.0f);
	Out.DirY = select(bCondition, Plane.DirY, 0.0f);
	return Out;
}

// How far outside a velocity is; positive: forbidden.
static inline float Violation(const HalfPlane& Plane, float X, float Y)
{
	return Plane.DirX * (Plane.PointY - Y) - Plane.DirY * (Plane.PointX - X);
}

static inline void TakeIfWorse(const HalfPlane& Plane, float X, float Y, float& Most, HalfPlane& Worst)
{
	const float Here = Violation(Plane, X, Y);
	const bool bWorse = Here > Most;
	Most = select(bWorse, Here, Most);
	Worst.PointX = select(bWorse, Plane.PointX, Worst.PointX);
	Worst.PointY = select(bWorse, Plane.PointY, Worst.PointY);
	Worst.DirX = select(bWorse, Plane.DirX, Worst.DirX);
	Worst.DirY = select(bWorse, Plane.DirY, Worst.DirY);
}

// The half-plane among First .. End - 1 that is violated most, if by more than Least; false where there is none.
static inline bool FindWorst(const uniform HalfPlanes& Planes, uniform int First, uniform int End, float X, float Y,
	float Least, HalfPlane& Worst)
{
	float Most = Least;
	uniform int Index = First;
	for (; Index + 2 <= End; Index += 2)
	{
		TakeIfWorse(Load(Planes, Index), X, Y, Most, Worst);
		TakeIfWorse(Load(Planes, Index + 1), X, Y, Most, Worst);
	}
	if (Index < End)
	{
		TakeIfWorse(Load(Planes, Index), X, Y, Most, Worst);
	}
	return Most > Least;
}

// The best point of a border within the disc and the half-planes 0 .. Count - 1. False: there is none.
static inline bool SolveOnBorder(const HalfPlane& Border, const uniform HalfPlanes& Planes, uniform int Count, float Radius,
	float OptX, float OptY, uniform bool bDirection, float& ResultX, float& ResultY)
{
	const float Along = Border.PointX * Border.DirX + Border.PointY * Border.DirY;
	const float Discriminant =
		Along * Along + Radius * Radius - (Border.PointX * Border.PointX + Border.PointY * Border.PointY);
	const float Root = sqrt(max(Discriminant, 0.0f));
	float Left = -Along - Root;
	float Right = -Along + Root;

	for (uniform int Index = 0; Index < Count; ++Index)
	{
		const HalfPlane Plane = Load(Planes, Index);
		const float Sine = Border.DirX * Plane.DirY - Border.DirY * Plane.DirX;
		const float Numerator =
			Plane.DirX * (Border.PointY - Plane.PointY) - Plane.DirY * (Border.PointX - Plane.PointX);
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

	float T;
	if (bDirection)
	{
		T = select(OptX * Border.DirX + OptY * Border.DirY > 0.0f, Right, Left);
	}
	else
	{
		T = Border.DirX * (OptX - Border.PointX) + Border.DirY * (OptY - Border.PointY);
		T = select(T < Left, Left, select(T > Right, Right, T));
	}
	ResultX = Border.PointX + T * Border.DirX;
	ResultY = Border.PointY + T * Border.DirY;
	return !(Discriminant < 0.0f) && !(Left > Right);
}

// Improves Result, the optimum without half-planes, to the optimum within half-planes 0 .. Count - 1, taken in their
// order. False: there is none; Result is the optimum of those before it failed.
static inline bool SolveInOrder(const uniform HalfPlanes& Planes, uniform int Count, bool bLane, float Radius, float OptX,
	float OptY, uniform bool bDirection, float& ResultX, float& ResultY)
{
	bool bActive = bLane;
	for (uniform int Index = 0; Index < Count; ++Index)
	{
		const HalfPlane Border = Load(Planes, Index);
		const bool bViolated = bActive && Violation(Border, ResultX, ResultY) > 0.0f;
		if (any(bViolated))
		{
			float NewX, NewY;
			const bool bSolved =
				SolveOnBorder(Border, Planes, Index, Radius, OptX, OptY, bDirection, NewX, NewY);
			ResultX = select(bViolated && bSolved, NewX, ResultX);
			ResultY = select(bViolated && bSolved, NewY, ResultY);
			bActive = bActive && !(bViolated && !bSolved);
		}
	}
	return bActive;
}

// What a lane wants.
struct Program
{
	float MaxSpeed, OptX, OptY;
	float AimX, AimY; // Instead of Opt, where half-planes keep it from Opt.
	int Count;        // Half-planes of agents.
};

// Solves the program of the lanes of Lanes: walls first, then agents, the most violated one at a time, which are copied to
// Active. Returns the lanes that failed, with the half-plane they failed at.
static inline bool SolveLanes(const uniform HalfPlanes& Planes, uniform int Walls, uniform int End,
	const uniform HalfPlanes& Active, uniform int& Taken, bool bLane, const Program& Goal, float& ResultX, float& ResultY,
	HalfPlane& FailedAt, bool& bWallsFailed)
{
	const float OptSq = Goal.OptX * Goal.OptX + Goal.OptY * Goal.OptY;
	const float Shrink = select(OptSq > Goal.MaxSpeed * Goal.MaxSpeed, Goal.MaxSpeed / sqrt(OptSq), 1.0f);
	ResultX = Goal.OptX * Shrink;
	ResultY = Goal.OptY * Shrink;
	for (uniform int Index = 0; Index < Walls; ++Index)
	{
		Store(Active, Index, Load(Planes, Index));
	}
	const bool bWallsSolved =
		SolveInOrder(Active, Walls, bLane, Goal.MaxSpeed, Goal.AimX, Goal.AimY, false, ResultX, ResultY);
	bWallsFailed = bLane && !bWallsSolved;

	bool bFailed = false;
	HalfPlane Worst;
	bool bActive = FindWorst(Planes, Walls, End, ResultX, ResultY, CROWD_VIOLATION, Worst) && bWallsSolved;
	Taken = Walls;
	while (any(bActive))
	{
		float NewX, NewY;
		const bool bSolved = SolveOnBorder(
			Worst, Active, Taken, Goal.MaxSpeed, Goal.AimX, Goal.AimY, false, NewX, NewY);
		const bool bFailsNow = bActive && !bSolved;
		FailedAt.PointX = select(bFailsNow, Worst.PointX, FailedAt.PointX);
		FailedAt.PointY = select(bFailsNow, Worst.PointY, FailedAt.PointY);
		FailedAt.DirX = select(bFailsNow, Worst.DirX, FailedAt.DirX);
		FailedAt.DirY = select(bFailsNow, Worst.DirY, FailedAt.DirY);
		bFailed = bFailed || bFailsNow;
		bActive = bActive && bSolved;
		ResultX = select(bActive, NewX, ResultX);
		ResultY = select(bActive, NewY, ResultY);
		Store(Active, Taken, OnlyIf(bActive, Worst));
		++Taken;
		// The bound is for rounding alone, which may make a half-plane that was taken in seem violated again.
		bActive = bActive && Taken - Walls < Goal.Count + CROWD_SPARE_ROUNDS;
		if (any(bActive))
		{
			const bool bMore = FindWorst(Planes, Walls, End, ResultX, ResultY, CROWD_VIOLATION, Worst);
			bActive = bActive && bMore;
		}
	}
	return bFailed;
}

// The least bad velocity of lanes that failed: a third dimension, how far all half-planes of agents are pushed back, is
// minimised. Those that were taken in before the failure are still satisfied, so the one at which it failed is tight:
// the optimum lies on its border, where the others are projected to. Then again the most violated one, as long as one is
// violated more than the best so far. Half-planes of walls are never pushed back.
static inline void RelaxLanes(const uniform HalfPlanes& Planes, uniform int Walls, uniform int End,
	const uniform HalfPlanes& Active, uniform int Taken, const uniform HalfPlanes& Projected, bool bLane,
	const Program& Goal, HalfPlane Border, float& ResultX, float& ResultY)
{
	for (uniform int Index = 0; Index < Walls; ++Index)
	{
		Store(Projected, Index, Load(Active, Index));
	}
	bool bActive = bLane;
	uniform int Round = 0;
	while (any(bActive))
	{
		const float BorderOffset = Border.DirX * Border.PointY - Border.DirY * Border.PointX;
		for (uniform int Index = Walls; Index < Taken; ++Index)
		{
			const HalfPlane Plane = Load(Active, Index);
			const float Offset = Plane.DirX * Plane.PointY - Plane.DirY * Plane.PointX;
			const float TurnX = Plane.DirX - Border.DirX;
			const float TurnY = Plane.DirY - Border.DirY;
			const float TurnSq = TurnX * TurnX + TurnY * TurnY;
			const float Inverse = 1.0f / sqrt(TurnSq);
			const bool bTurns = TurnSq > CROWD_PARALLEL * CROWD_PARALLEL && (Plane.DirX != 0.0f || Plane.DirY != 0.0f);
			const float FromOrigin = (Offset - BorderOffset) * Inverse;
			HalfPlane Out;
			Out.DirX = select(bTurns, TurnX * Inverse, 0.0f);
			Out.DirY = select(bTurns, TurnY * Inverse, 0.0f);
			Out.PointX = -FromOrigin * Out.DirY;
			Out.PointY = FromOrigin * Out.DirX;
			Store(Projected, Index, Out);
		}
		float NewX = -Border.DirY * Goal.MaxSpeed;
		float NewY = Border.DirX * Goal.MaxSpeed;
		const bool bSolved = SolveInOrder(
			Projected, Taken, bActive, Goal.MaxSpeed, -Border.DirY, Border.DirX, true, NewX, NewY);
		// A failure here can only be a matter of rounding: keep what was best so far.
		ResultX = select(bActive && bSolved, NewX, ResultX);
		ResultY = select(bActive && bSolved, NewY, ResultY);
		const float Distance = Violation(Border, ResultX, ResultY);
		Store(Active, Taken, OnlyIf(bActive, Border));
		++Taken;
		++Round;
		bActive = bActive && Round < Goal.Count + CROWD_SPARE_ROUNDS;
		if (any(bActive))
		{
			const bool bMore = FindWorst(Planes, Walls, End, ResultX, ResultY, Distance + CROWD_VIOLATION, Border);
			bActive = bActive && bMore;
		}
	}
}

// Room for the half-planes that a gang has taken in, and for their projections.
static inline void SplitGangRoom(
	const uniform OrcaScratch& Own, uniform HalfPlanes& Active, uniform HalfPlanes& Projected)
{
	const uniform int SetSize = CROWD_MAX_ACTIVE * programCount;
	Active.PointX = Own.GangActive;
	Active.PointY = Own.GangActive + SetSize;
	Active.DirX = Own.GangActive + 2 * SetSize;
	Active.DirY = Own.GangActive + 3 * SetSize;
	Active.Stride = programCount;
	Projected.PointX = Own.GangActive + 4 * SetSize;
	Projected.PointY = Own.GangActive + 5 * SetSize;
	Projected.DirX = Own.GangActive + 6 * SetSize;
	Projected.DirY = Own.GangActive + 7 * SetSize;
	Projected.Stride = programCount;
}

static inline void SolveGang(const uniform StepView& View, uniform BlockScratch& Scratch, uniform OrcaScratch& Own,
	uniform int BlockBegin, uniform int Begin, uniform int End)
{
	const uniform int InBlock = Begin - BlockBegin;
	const int Agent = Begin + programIndex;
	const bool bLane = Agent < End;
	const int Count = bLane ? Scratch.NeighborCount[InBlock + programIndex] : 0;
	const uniform int Most = reduce_max(Count);

	float X, Y, VelX, VelY;
	aos_to_soa4((uniform float* uniform)&View.Motion[Begin], &X, &Y, &VelX, &VelY);
	float Radius, MaxSpeed, PreferredSpeed, ArrivalRadius;
	aos_to_soa4((uniform float* uniform)&View.Body[Begin], &Radius, &MaxSpeed, &PreferredSpeed, &ArrivalRadius);
	float InvHorizon;
	if (View.CommonProfile >= 0)
	{
		InvHorizon = View.Profiles[View.CommonProfile].InvAgentHorizon;
	}
	else
	{
		const int Profile = bLane ? (int)(View.Aim[Agent].Flags & CROWD_FLAG_PROFILE) : 0;
		InvHorizon = View.Profiles[Profile].InvAgentHorizon;
	}
	const float Responsibility = View.Scalars[CROWD_RESPONSIBILITY][Agent];

	uniform HalfPlanes Planes;
	Planes.PointX = Own.PointX + InBlock;
	Planes.PointY = Own.PointY + InBlock;
	Planes.DirX = Own.DirX + InBlock;
	Planes.DirY = Own.DirY + InBlock;
	Planes.Stride = CROWD_BLOCK;

	for (uniform int Rank = 0; Rank < Most; ++Rank)
	{
		const bool bNeighbor = Rank < Count;
		// Past their own neighbours, lanes compute with what earlier blocks left there; it is not used.
		const uniform int* uniform Others = &Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock];
		const int Other = Others[programIndex];
		float OtherX, OtherY, OtherVelX, OtherVelY;
		LoadMotion(View.Motion, Others, OtherX, OtherY, OtherVelX, OtherVelY);
		const float RelX = OtherX - X;
		const float RelY = OtherY - Y;
		const float RelVelX = VelX - OtherVelX;
		const float RelVelY = VelY - OtherVelY;
		float Sum = Radius + Radius;
		if (View.bMixedRadii)
		{
			Sum = Radius + View.Body[Other].Radius;
		}
		Sum = Sum * View.Clearance;
		const float SumSq = Sum * Sum;
		const float DistanceSq = RelX * RelX + RelY * RelY;

		const bool bOverlap = DistanceSq <= SumSq;
		const float InvTime = select(bOverlap, View.InvDt, InvHorizon);
		// From the centre of the cut-off circle to the relative velocity.
		const float WX = RelVelX - InvTime * RelX;
		const float WY = RelVelY - InvTime * RelY;
		const float WSq = WX * WX + WY * WY;
		const float WDot = WX * RelX + WY * RelY;
		const bool bCircle = bOverlap || (WDot < 0.0f && WDot * WDot > SumSq * WSq);

		// The length of W for the circle, of a leg otherwise; one root and one division serve both.
		const float Root = sqrt(select(bCircle, WSq, DistanceSq - SumSq));
		const float Inverse = 1.0f / select(bCircle, Root, DistanceSq);

		float UnitX = WX * Inverse;
		float UnitY = WY * Inverse;
		const bool bSame = bNeighbor && bCircle && !(Root > 0.0f);
		if (any(bSame))
		{
			if (bSame)
			{
				const unsigned int64 Id = IdOf(View, Agent);
				const unsigned int64 OtherId = IdOf(View, Other);
				const int Axis = (int)((Id ^ OtherId) & 7);
				const float Sign = select(OtherId > Id, -1.0f, 1.0f);
				UnitX = Sign * AxisX[Axis];
				UnitY = Sign * AxisY[Axis];
			}
		}
		const float Deep = Sum * InvTime - Root;

		const bool bLeft = RelX * WY - RelY * WX > 0.0f;
		const float Side = select(bLeft, Sum, -Sum);
		const float Scale = select(bLeft, Inverse, -Inverse);
		const float LegX = (RelX * Root - RelY * Side) * Scale;
		const float LegY = (RelX * Side + RelY * Root) * Scale;
		const float Along = RelVelX * LegX + RelVelY * LegY;

		const float ChangeX = select(bCircle, Deep * UnitX, Along * LegX - RelVelX);
		const float ChangeY = select(bCircle, Deep * UnitY, Along * LegY - RelVelY);

		const float PlaneDirX = select(bCircle, UnitY, LegX);
		const float PlaneDirY = select(bCircle, -UnitX, LegY);
		float Share = 0.5f;
		bool bYields = bNeighbor;
		if (View.bResponsibility)
		{
			const float Both = Responsibility + View.Scalars[CROWD_RESPONSIBILITY][Other];
			const float Evading = Responsibility / Both;
			// Freedom is shared evenly, except with one that does not change its velocity anyway.
			const bool bEvading = ChangeY * PlaneDirX - ChangeX * PlaneDirY > 0.0f;
			Share = select(bEvading || Evading == 1.0f, Evading, 0.5f);
			bYields = bNeighbor && Responsibility > 0.0f;
		}
		const uniform int At = (Own.WallSlots + Rank) * CROWD_BLOCK;
		Planes.PointX[At + programIndex] = VelX + Share * ChangeX;
		Planes.PointY[At + programIndex] = VelY + Share * ChangeY;
		Planes.DirX[At + programIndex] = select(bYields, PlaneDirX, 0.0f);
		Planes.DirY[At + programIndex] = select(bYields, PlaneDirY, 0.0f);
	}

	Program Goal;
	Goal.MaxSpeed = MaxSpeed;
	Goal.OptX = Scratch.DesiredX[InBlock + programIndex];
	Goal.OptY = Scratch.DesiredY[InBlock + programIndex];
	Goal.AimX = Goal.OptX + Own.SideBias * Goal.OptY;
	Goal.AimY = Goal.OptY - Own.SideBias * Goal.OptX;
	Goal.Count = Count;
	uniform HalfPlanes Active;
	uniform HalfPlanes Projected;
	SplitGangRoom(Own, Active, Projected);
	const uniform int EndLine = Own.WallSlots + Most;
	uniform int Taken;
	float ResultX, ResultY;
	HalfPlane FailedAt;
	bool bWallsFailed;
	const bool bFailed = SolveLanes(
		Planes, Own.WallSlots, EndLine, Active, Taken, bLane, Goal, ResultX, ResultY, FailedAt, bWallsFailed);
	const bool bInfeasible = bFailed || bWallsFailed;
	if (!View.bPlain)
	{
		RelaxLanes(Planes, Own.WallSlots, EndLine, Active, Taken, Projected, bFailed, Goal, FailedAt, ResultX, ResultY);
	}
	if (bLane)
	{
		View.NewVelX[Agent] = ResultX;
		View.NewVelY[Agent] = ResultY;
	}
	if (bInfeasible)
	{
		Own.InfeasibleCount +=
			packed_store_active(&Own.Infeasible[Own.InfeasibleCount], InBlock + programIndex);
	}
}

/// Agents Begin .. End - 1 of the block that starts at BlockBegin: reads the frozen state, the neighbours, the half-planes
/// of walls and the desired velocities; writes new velocities.
export void SolveOrcaBlock(const uniform StepView* uniform View, uniform BlockScratch* uniform Scratch,
	uniform int BlockBegin, uniform int Begin, uniform int End)
{
	uniform OrcaScratch& Own = *((uniform OrcaScratch* uniform)Scratch->Model);
	Own.InfeasibleCount = 0;
	for (uniform int First = Begin; First < End; First += programCount)
	{
		SolveGang(*View, *Scratch, Own, BlockBegin, First, End);
	}
}

/// For the check that both languages lay it out alike.
export uniform int OrcaScratchSize()
{
	return sizeof(uniform OrcaScratch);
}
