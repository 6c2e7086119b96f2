// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Kernels/OrcaKernel.ispc does the same with a lane for each agent. Every expression here has its twin there, in the same
// order of operations, because both must give the same bits.
#include "Models/Orca/Orca.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
/// Velocities to the left of the line are allowed. A direction of zero forbids nothing.
struct HalfPlane
{
	float PointX, PointY;
	float DirX, DirY;

	/// How far outside a velocity is; positive: forbidden.
	float Violation(float X, float Y) const { return DirX * (PointY - Y) - DirY * (PointX - X); }
};

struct Velocity
{
	float X, Y;
};

/// Whether a program looks for the point nearest to Opt, or furthest in the direction of Opt.
enum class EAim
{
	Point,
	Direction,
};

/// The best point of border number Line within the disc and the half-planes before it. False: there is none.
bool SolveOnBorder(
	const HalfPlane* Planes, int Line, float Radius, Velocity Opt, EAim Aim, Velocity& Result)
{
	const HalfPlane& Border = Planes[Line];
	const float Along = Border.PointX * Border.DirX + Border.PointY * Border.DirY;
	const float Discriminant =
		Along * Along + Radius * Radius - (Border.PointX * Border.PointX + Border.PointY * Border.PointY);
	if (Discriminant < 0.0f)
	{
		return false; // The border misses the disc.
	}
	const float Root = std::sqrt(Discriminant);
	float Left = -Along - Root;
	float Right = -Along + Root;
	for (int Other = 0; Other < Line; ++Other)
	{
		const HalfPlane& Plane = Planes[Other];
		const float Denominator = Border.DirX * Plane.DirY - Border.DirY * Plane.DirX;
		const float Numerator =
			Plane.DirX * (Border.PointY - Plane.PointY) - Plane.DirY * (Border.PointX - Plane.PointX);
		if (std::fabs(Denominator) <= CROWD_PARALLEL)
		{
			if (Numerator < 0.0f)
			{
				return false;
			}
			continue;
		}
		const float T = Numerator / Denominator;
		if (Denominator >= 0.0f)
		{
			Right = T < Right ? T : Right;
		}
		else
		{
			Left = T > Left ? T : Left;
		}
	}
	if (Left > Right)
	{
		return false;
	}

	float T;
	if (Aim == EAim::Direction)
	{
		T = Opt.X * Border.DirX + Opt.Y * Border.DirY > 0.0f ? Right : Left;
	}
	else
	{
		T = Border.DirX * (Opt.X - Border.PointX) + Border.DirY * (Opt.Y - Border.PointY);
		T = T < Left ? Left : (T > Right ? Right : T);
	}
	Result = {Border.PointX + T * Border.DirX, Border.PointY + T * Border.DirY};
	return true;
}

/// Improves Result, the optimum without half-planes, to the optimum within half-planes 0 .. Count - 1. Returns the
/// half-plane at which that failed, or Count; then Result is the optimum of those before.
int SolveProgram(const HalfPlane* Planes, int Count, float Radius, Velocity Opt, EAim Aim, Velocity& Result)
{
	for (int Line = 0; Line < Count; ++Line)
	{
		if (Planes[Line].Violation(Result.X, Result.Y) > 0.0f &&
			!SolveOnBorder(Planes, Line, Radius, Opt, Aim, Result))
		{
			return Line;
		}
	}
	return Count;
}

/// The least bad velocity of an infeasible program: a third dimension, how far all half-planes of agents are pushed back,
/// is minimised. Half-planes of walls (the first ones) are never pushed back.
void RelaxProgram(const HalfPlane* Planes, int Walls, int Begin, int Count, float Radius, Velocity& Result)
{
	HalfPlane Projected[CROWD_MAX_LINES];
	std::copy(Planes, Planes + Walls, Projected);
	float Distance = 0.0f;
	for (int Line = Begin; Line < Count; ++Line)
	{
		const HalfPlane& Border = Planes[Line];
		if (!(Border.Violation(Result.X, Result.Y) > Distance))
		{
			continue;
		}
		for (int Other = Walls; Other < Line; ++Other)
		{
			const HalfPlane& Plane = Planes[Other];
			const float Determinant = Border.DirX * Plane.DirY - Border.DirY * Plane.DirX;
			HalfPlane& Out = Projected[Other];
			const float TurnX = Plane.DirX - Border.DirX;
			const float TurnY = Plane.DirY - Border.DirY;
			const float Inverse = 1.0f / std::sqrt(TurnX * TurnX + TurnY * TurnY);
			Out.DirX = TurnX * Inverse;
			Out.DirY = TurnY * Inverse;
			if (std::fabs(Determinant) <= CROWD_PARALLEL)
			{
				Out.PointX = 0.5f * (Border.PointX + Plane.PointX);
				Out.PointY = 0.5f * (Border.PointY + Plane.PointY);
				if (Border.DirX * Plane.DirX + Border.DirY * Plane.DirY > 0.0f)
				{
					Out.DirX = 0.0f;
					Out.DirY = 0.0f;
				}
			}
			else
			{
				const float T = (Plane.DirX * (Border.PointY - Plane.PointY) -
									Plane.DirY * (Border.PointX - Plane.PointX)) /
					Determinant;
				Out.PointX = Border.PointX + T * Border.DirX;
				Out.PointY = Border.PointY + T * Border.DirY;
			}
		}
		const Velocity Away = {-Border.DirY, Border.DirX};
		Velocity New = {Away.X * Radius, Away.Y * Radius};
		// A failure here can only be a matter of rounding: keep what was best so far.
		if (SolveProgram(Projected, Line, Radius, Away, EAim::Direction, New) == Line)
		{
			Result = New;
		}
		Distance = Border.Violation(Result.X, Result.Y);
	}
}

/// Eight axes to part agents along that stand on the same spot at the same velocity.
constexpr float AxisX[8] = {
	1.0f, 0.92387953f, 0.70710678f, 0.38268343f, 0.0f, -0.38268343f, -0.70710678f, -0.92387953f};
constexpr float AxisY[8] = {
	0.0f, 0.38268343f, 0.70710678f, 0.92387953f, 1.0f, 0.92387953f, 0.70710678f, 0.38268343f};

/// What one agent may do about another one: the velocities at least its share of the smallest evasive change away.
HalfPlane HalfPlaneOf(const StepView& View, int Agent, int Other, float InvHorizon)
{
	const float RelX = View.X[Other] - View.X[Agent];
	const float RelY = View.Y[Other] - View.Y[Agent];
	const float RelVelX = View.VelX[Agent] - View.VelX[Other];
	const float RelVelY = View.VelY[Agent] - View.VelY[Other];
	const float Sum = View.Radius[Agent] + View.Radius[Other];
	const float SumSq = Sum * Sum;
	const float DistanceSq = RelX * RelX + RelY * RelY;

	// Overlapping agents look one step ahead only: to be apart by then.
	const bool bOverlap = DistanceSq <= SumSq;
	const float InvTime = bOverlap ? View.InvDt : InvHorizon;
	// From the centre of the cut-off circle to the relative velocity.
	const float WX = RelVelX - InvTime * RelX;
	const float WY = RelVelY - InvTime * RelY;
	const float WSq = WX * WX + WY * WY;
	const float WDot = WX * RelX + WY * RelY;

	HalfPlane Plane;
	float ChangeX, ChangeY;
	if (bOverlap || (WDot < 0.0f && WDot * WDot > SumSq * WSq))
	{
		// Nearest to the cut-off circle.
		const float Length = std::sqrt(WSq);
		const float Inverse = 1.0f / Length;
		float UnitX = WX * Inverse;
		float UnitY = WY * Inverse;
		if (!(Length > 0.0f))
		{
			const int Axis = (Agent ^ Other) & 7;
			const float Sign = Other > Agent ? -1.0f : 1.0f;
			UnitX = Sign * AxisX[Axis];
			UnitY = Sign * AxisY[Axis];
		}
		const float Deep = Sum * InvTime - Length;
		ChangeX = Deep * UnitX;
		ChangeY = Deep * UnitY;
		Plane.DirX = UnitY;
		Plane.DirY = -UnitX;
	}
	else
	{
		// Nearest to the left or the right leg of the cone.
		const float Leg = std::sqrt(DistanceSq - SumSq);
		const float Inverse = 1.0f / DistanceSq;
		const bool bLeft = RelX * WY - RelY * WX > 0.0f;
		const float Side = bLeft ? Sum : -Sum;
		const float Scale = bLeft ? Inverse : -Inverse;
		Plane.DirX = (RelX * Leg - RelY * Side) * Scale;
		Plane.DirY = (RelX * Side + RelY * Leg) * Scale;
		const float Along = RelVelX * Plane.DirX + RelVelY * Plane.DirY;
		ChangeX = Along * Plane.DirX - RelVelX;
		ChangeY = Along * Plane.DirY - RelVelY;
	}

	float Share = 0.5f;
	if (View.bResponsibility)
	{
		const float Both = View.Responsibility[Agent] + View.Responsibility[Other];
		Share = Both > 0.0f ? View.Responsibility[Agent] / Both : 0.0f;
	}
	Plane.PointX = View.VelX[Agent] + Share * ChangeX;
	Plane.PointY = View.VelY[Agent] + Share * ChangeY;
	return Plane;
}
}

void SolveOrcaScalar(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End)
{
	Scratch->InfeasibleCount = 0;
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		const int InBlock = Agent - BlockBegin;
		HalfPlane Planes[CROWD_MAX_LINES];
		const int Walls = Scratch->WallSlots;
		for (int Line = 0; Line < Walls; ++Line)
		{
			const int At = Line * CROWD_BLOCK + InBlock;
			Planes[Line] = {Scratch->PointX[At], Scratch->PointY[At], Scratch->DirX[At], Scratch->DirY[At]};
		}
		const float InvHorizon = View->Profiles[View->Flags[Agent] & CROWD_FLAG_PROFILE].InvAgentHorizon;
		const int Count = Walls + Scratch->NeighborCount[InBlock];
		for (int Line = Walls; Line < Count; ++Line)
		{
			const int Other = Scratch->Neighbors[(Line - Walls) * CROWD_BLOCK + InBlock];
			Planes[Line] = HalfPlaneOf(*View, Agent, Other, InvHorizon);
		}

		const float MaxSpeed = View->MaxSpeed[Agent];
		const Velocity Opt = {Scratch->DesiredX[InBlock], Scratch->DesiredY[InBlock]};
		const float OptSq = Opt.X * Opt.X + Opt.Y * Opt.Y;
		const float Shrink = OptSq > MaxSpeed * MaxSpeed ? MaxSpeed / std::sqrt(OptSq) : 1.0f;
		Velocity Result = {Opt.X * Shrink, Opt.Y * Shrink};
		const int Failed = SolveProgram(Planes, Count, MaxSpeed, Opt, EAim::Point, Result);
		if (Failed < Count)
		{
			++Scratch->InfeasibleCount;
			RelaxProgram(Planes, Walls, Failed, Count, MaxSpeed, Result);
		}
		View->NewVelX[Agent] = Result.X;
		View->NewVelY[Agent] = Result.Y;
	}
}
}
