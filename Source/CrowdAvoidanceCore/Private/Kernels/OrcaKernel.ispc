// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// ORCA for a block of agents, a lane an agent: half-planes of the neighbours, the two-dimensional linear program, and, for
// the agents whose program has no solution, packed into full gangs, the velocity that violates it least.
// Models/Orca/OrcaScalar.cpp is the same in readable C++, operation by operation, so that both give the same bits;
// Docs/Models/Orca.md has the derivation.
#include "StepShared.h"

// Half-planes of a gang: entry k of a lane is [k * Stride + lane].
struct HalfPlanes
{
	uniform float* uniform PointX;
	uniform float* uniform PointY;
	uniform float* uniform DirX;
	uniform float* uniform DirY;
	uniform int Stride;
};

// The best point of border number Line within the disc and the half-planes before it. False: there is none.
static inline bool SolveOnBorder(const uniform HalfPlanes& Planes, uniform int Line, float PointX, float PointY, float DirX,
	float DirY, float Radius, float OptX, float OptY, uniform bool bDirection, float& ResultX, float& ResultY)
{
	const float Along = PointX * DirX + PointY * DirY;
	const float Discriminant = Along * Along + Radius * Radius - (PointX * PointX + PointY * PointY);
	bool bFeasible = !(Discriminant < 0.0f);
	const float Root = sqrt(max(Discriminant, 0.0f));
	float Left = -Along - Root;
	float Right = -Along + Root;

	for (uniform int Other = 0; Other < Line; ++Other)
	{
		const uniform int At = Other * Planes.Stride;
		const float OtherDirX = Planes.DirX[At + programIndex];
		const float OtherDirY = Planes.DirY[At + programIndex];
		const float Denominator = DirX * OtherDirY - DirY * OtherDirX;
		const float Numerator = OtherDirX * (PointY - Planes.PointY[At + programIndex]) -
			OtherDirY * (PointX - Planes.PointX[At + programIndex]);
		const bool bParallel = abs(Denominator) <= CROWD_PARALLEL;
		const float T = Numerator / Denominator;
		const bool bToRight = Denominator >= 0.0f;
		Right = select(!bParallel && bToRight && T < Right, T, Right);
		Left = select(!bParallel && !bToRight && T > Left, T, Left);
		bFeasible = bFeasible && !(bParallel && Numerator < 0.0f);
	}
	bFeasible = bFeasible && !(Left > Right);

	float T;
	if (bDirection)
	{
		T = select(OptX * DirX + OptY * DirY > 0.0f, Right, Left);
	}
	else
	{
		T = DirX * (OptX - PointX) + DirY * (OptY - PointY);
		T = select(T < Left, Left, select(T > Right, Right, T));
	}
	ResultX = PointX + T * DirX;
	ResultY = PointY + T * DirY;
	return bFeasible;
}

// The point nearest to Opt (or furthest in its direction) within the disc and half-planes 0 .. Count - 1. Returns the
// half-plane at which a lane failed, or Count; a failed lane keeps the best point of the half-planes before.
static inline int SolveProgram(const uniform HalfPlanes& Planes, uniform int Count, bool bLane, float Radius, float OptX,
	float OptY, uniform bool bDirection, float& ResultX, float& ResultY)
{
	int Failed = Count;
	bool bActive = bLane;
	for (uniform int Line = 0; Line < Count; ++Line)
	{
		const uniform int At = Line * Planes.Stride;
		const float PointX = Planes.PointX[At + programIndex];
		const float PointY = Planes.PointY[At + programIndex];
		const float DirX = Planes.DirX[At + programIndex];
		const float DirY = Planes.DirY[At + programIndex];
		const bool bViolated = bActive && DirX * (PointY - ResultY) - DirY * (PointX - ResultX) > 0.0f;
		if (any(bViolated))
		{
			float NewX, NewY;
			const bool bSolved = SolveOnBorder(
				Planes, Line, PointX, PointY, DirX, DirY, Radius, OptX, OptY, bDirection, NewX, NewY);
			ResultX = select(bViolated && bSolved, NewX, ResultX);
			ResultY = select(bViolated && bSolved, NewY, ResultY);
			const bool bFailed = bViolated && !bSolved;
			Failed = select(bFailed, Line, Failed);
			bActive = bActive && !bFailed;
			if (none(bActive))
			{
				break;
			}
		}
	}
	return Failed;
}

// Eight axes to part agents along that stand on the same spot at the same velocity.
static const uniform float AxisX[8] = {
	1.0f, 0.92387953f, 0.70710678f, 0.38268343f, 0.0f, -0.38268343f, -0.70710678f, -0.92387953f};
static const uniform float AxisY[8] = {
	0.0f, 0.38268343f, 0.70710678f, 0.92387953f, 1.0f, 0.92387953f, 0.70710678f, 0.38268343f};

static inline void SolveGang(const uniform StepView& View, uniform BlockScratch& Scratch, uniform int BlockBegin,
	uniform int Begin, uniform int End)
{
	const uniform int InBlock = Begin - BlockBegin;
	const int Agent = Begin + programIndex;
	const bool bLane = Agent < End;
	const int Count = bLane ? Scratch.NeighborCount[InBlock + programIndex] : 0;
	const uniform int Most = reduce_max(Count);

	const float X = View.X[Agent];
	const float Y = View.Y[Agent];
	const float VelX = View.VelX[Agent];
	const float VelY = View.VelY[Agent];
	const float Radius = View.Radius[Agent];
	const float MaxSpeed = View.MaxSpeed[Agent];
	float InvHorizon;
	if (View.CommonProfile >= 0)
	{
		InvHorizon = View.Profiles[View.CommonProfile].InvAgentHorizon;
	}
	else
	{
		const int Profile = bLane ? (int)(View.Flags[Agent] & CROWD_FLAG_PROFILE) : 0;
		InvHorizon = View.Profiles[Profile].InvAgentHorizon;
	}
	const float Responsibility = View.Responsibility[Agent];

	uniform HalfPlanes Planes;
	Planes.PointX = Scratch.PointX + InBlock;
	Planes.PointY = Scratch.PointY + InBlock;
	Planes.DirX = Scratch.DirX + InBlock;
	Planes.DirY = Scratch.DirY + InBlock;
	Planes.Stride = CROWD_BLOCK;

	for (uniform int Rank = 0; Rank < Most; ++Rank)
	{
		const bool bNeighbor = Rank < Count;
		const int Other = bNeighbor ? Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock + programIndex] : 0;
		const float RelX = View.X[Other] - X;
		const float RelY = View.Y[Other] - Y;
		const float RelVelX = VelX - View.VelX[Other];
		const float RelVelY = VelY - View.VelY[Other];
		const float Sum = Radius + View.Radius[Other];
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
		const bool bSame = bCircle && !(Root > 0.0f);
		if (any(bSame))
		{
			const int Axis = (Agent ^ Other) & 7;
			const float Sign = select(Other > Agent, -1.0f, 1.0f);
			if (bSame)
			{
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

		float Share = 0.5f;
		if (View.bResponsibility)
		{
			const float Both = Responsibility + View.Responsibility[Other];
			Share = select(Both > 0.0f, Responsibility / Both, 0.0f);
		}
		const uniform int At = (Scratch.WallSlots + Rank) * CROWD_BLOCK;
		Planes.PointX[At + programIndex] = VelX + Share * ChangeX;
		Planes.PointY[At + programIndex] = VelY + Share * ChangeY;
		Planes.DirX[At + programIndex] = select(bNeighbor, select(bCircle, UnitY, LegX), 0.0f);
		Planes.DirY[At + programIndex] = select(bNeighbor, select(bCircle, -UnitX, LegY), 0.0f);
	}

	const float OptX = Scratch.DesiredX[InBlock + programIndex];
	const float OptY = Scratch.DesiredY[InBlock + programIndex];
	const float OptSq = OptX * OptX + OptY * OptY;
	const float Shrink = select(OptSq > MaxSpeed * MaxSpeed, MaxSpeed / sqrt(OptSq), 1.0f);
	float ResultX = OptX * Shrink;
	float ResultY = OptY * Shrink;
	const uniform int Total = Scratch.WallSlots + Most;
	const int Failed = SolveProgram(Planes, Total, bLane, MaxSpeed, OptX, OptY, false, ResultX, ResultY);
	if (bLane)
	{
		View.NewVelX[Agent] = ResultX;
		View.NewVelY[Agent] = ResultY;
		Scratch.FailedLine[InBlock + programIndex] = Failed;
	}
	if (bLane && Failed < Total)
	{
		Scratch.InfeasibleCount +=
			packed_store_active(&Scratch.Infeasible[Scratch.InfeasibleCount], InBlock + programIndex);
	}
}

// The least bad velocity of agents whose program is infeasible: a third dimension, how far all half-planes of agents are
// pushed back, is minimised; each half-plane that is still violated more than the best so far becomes the border on
// which a two-dimensional program is solved. Half-planes of walls are never pushed back.
static inline void RelaxGang(const uniform StepView& View, uniform BlockScratch& Scratch, uniform int BlockBegin,
	uniform int First, uniform int Last)
{
	const bool bLane = First + programIndex < Last;
	const int InBlock = Scratch.Infeasible[First + (bLane ? programIndex : 0)];
	const int Agent = BlockBegin + InBlock;
	const int Begin = Scratch.FailedLine[InBlock];
	const int Count = Scratch.WallSlots + Scratch.NeighborCount[InBlock];
	const float MaxSpeed = View.MaxSpeed[Agent];
	float ResultX = View.NewVelX[Agent];
	float ResultY = View.NewVelY[Agent];
	const uniform int FirstLine = reduce_min(Begin);
	const uniform int EndLine = reduce_max(Count);

	uniform HalfPlanes Own;
	uniform HalfPlanes Projected;
	const uniform int SetSize = CROWD_MAX_LINES * programCount;
	Own.PointX = Scratch.Gang;
	Own.PointY = Scratch.Gang + SetSize;
	Own.DirX = Scratch.Gang + 2 * SetSize;
	Own.DirY = Scratch.Gang + 3 * SetSize;
	Own.Stride = programCount;
	Projected.PointX = Scratch.Gang + 4 * SetSize;
	Projected.PointY = Scratch.Gang + 5 * SetSize;
	Projected.DirX = Scratch.Gang + 6 * SetSize;
	Projected.DirY = Scratch.Gang + 7 * SetSize;
	Projected.Stride = programCount;
	for (uniform int Line = 0; Line < EndLine; ++Line)
	{
		const int From = Line * CROWD_BLOCK + InBlock;
		const uniform int To = Line * programCount;
		Own.PointX[To + programIndex] = Scratch.PointX[From];
		Own.PointY[To + programIndex] = Scratch.PointY[From];
		Own.DirX[To + programIndex] = Scratch.DirX[From];
		Own.DirY[To + programIndex] = Scratch.DirY[From];
	}
	for (uniform int Line = 0; Line < Scratch.WallSlots; ++Line)
	{
		const uniform int At = Line * programCount;
		Projected.PointX[At + programIndex] = Own.PointX[At + programIndex];
		Projected.PointY[At + programIndex] = Own.PointY[At + programIndex];
		Projected.DirX[At + programIndex] = Own.DirX[At + programIndex];
		Projected.DirY[At + programIndex] = Own.DirY[At + programIndex];
	}

	float Distance = 0.0f;
	for (uniform int Line = FirstLine; Line < EndLine; ++Line)
	{
		const uniform int At = Line * programCount;
		const float PointX = Own.PointX[At + programIndex];
		const float PointY = Own.PointY[At + programIndex];
		const float DirX = Own.DirX[At + programIndex];
		const float DirY = Own.DirY[At + programIndex];
		const bool bViolated = bLane && Line >= Begin && Line < Count &&
			DirX * (PointY - ResultY) - DirY * (PointX - ResultX) > Distance;
		if (none(bViolated))
		{
			continue;
		}
		for (uniform int Other = Scratch.WallSlots; Other < Line; ++Other)
		{
			const uniform int OtherAt = Other * programCount;
			const float OtherX = Own.PointX[OtherAt + programIndex];
			const float OtherY = Own.PointY[OtherAt + programIndex];
			const float OtherDirX = Own.DirX[OtherAt + programIndex];
			const float OtherDirY = Own.DirY[OtherAt + programIndex];
			const float Determinant = DirX * OtherDirY - DirY * OtherDirX;
			const bool bParallel = abs(Determinant) <= CROWD_PARALLEL;
			const bool bSameWay = bParallel && DirX * OtherDirX + DirY * OtherDirY > 0.0f;
			const float T = (OtherDirX * (PointY - OtherY) - OtherDirY * (PointX - OtherX)) / Determinant;
			const float TurnX = OtherDirX - DirX;
			const float TurnY = OtherDirY - DirY;
			const float Inverse = 1.0f / sqrt(TurnX * TurnX + TurnY * TurnY);
			Projected.PointX[OtherAt + programIndex] = select(bParallel, 0.5f * (PointX + OtherX), PointX + T * DirX);
			Projected.PointY[OtherAt + programIndex] = select(bParallel, 0.5f * (PointY + OtherY), PointY + T * DirY);
			Projected.DirX[OtherAt + programIndex] = select(bSameWay, 0.0f, TurnX * Inverse);
			Projected.DirY[OtherAt + programIndex] = select(bSameWay, 0.0f, TurnY * Inverse);
		}
		float NewX = -DirY * MaxSpeed;
		float NewY = DirX * MaxSpeed;
		const int Failed = SolveProgram(Projected, Line, bViolated, MaxSpeed, -DirY, DirX, true, NewX, NewY);
		// A failure here can only be a matter of rounding: keep what was best so far.
		const bool bSolved = bViolated && Failed == Line;
		ResultX = select(bSolved, NewX, ResultX);
		ResultY = select(bSolved, NewY, ResultY);
		Distance = select(bViolated, DirX * (PointY - ResultY) - DirY * (PointX - ResultX), Distance);
	}
	if (bLane)
	{
		View.NewVelX[Agent] = ResultX;
		View.NewVelY[Agent] = ResultY;
	}
}

/// Agents Begin .. End - 1 of the block that starts at BlockBegin: reads the frozen state, the neighbours, the half-planes
/// of walls and the desired velocities; writes new velocities.
export void SolveOrcaBlock(const uniform StepView* uniform View, uniform BlockScratch* uniform Scratch,
	uniform int BlockBegin, uniform int Begin, uniform int End)
{
	Scratch->InfeasibleCount = 0;
	for (uniform int First = Begin; First < End; First += programCount)
	{
		SolveGang(*View, *Scratch, BlockBegin, First, End);
	}
	for (uniform int First = 0; First < Scratch->InfeasibleCount; First += programCount)
	{
		RelaxGang(*View, *Scratch, BlockBegin, First, Scratch->InfeasibleCount);
	}
}
