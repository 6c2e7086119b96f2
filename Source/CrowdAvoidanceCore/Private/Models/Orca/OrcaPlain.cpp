// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Infeasible programs of plain worlds: half-planes in the order of distance, and projections anchored where borders meet,
// as in the authors' own library.
#include "Models/Orca/HalfPlane.h"
#include "Models/Orca/Orca.h"
#include "Models/Orca/OrcaWalls.h"
#include "Obstacles/NearWalls.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
/// How far outside a velocity is; positive: forbidden.
float Violation(const DirectedLine& Line, Vec2 Velocity)
{
	return Cross(Line.Dir, Line.Point - Velocity);
}

/// HalfPlaneOf(), from the point that the smallest evasive change leads to.
DirectedLine LineOf(const StepView& View, int Agent, int Other)
{
	if (NeverYields(View, Agent))
	{
		return {};
	}
	const AgentMotion& Own = View.Motion[Agent];
	const AgentMotion& Its = View.Motion[Other];
	const Vec2 Rel = {Its.X - Own.X, Its.Y - Own.Y};
	const Vec2 RelVel = {Own.VelX - Its.VelX, Own.VelY - Its.VelY};
	const float Apart = Dot(Rel, Rel);
	const float Sum = PlanningSum(View, Agent, Other, Rel.X, Rel.Y, Apart);
	const float SumSq = Sum * Sum;
	const bool bOverlap = Apart <= SumSq;
	const float InvTime = bOverlap ? InvPartTime(View, Agent, Other, Apart)
								   : View.Profiles[View.Aim[Agent].Flags & CROWD_FLAG_PROFILE].InvAgentHorizon;
	const Vec2 W = RelVel - InvTime * Rel;
	const float WDot = Dot(W, Rel);
	DirectedLine Line;
	Vec2 Change;
	if (bOverlap || (WDot < 0.0f && WDot * WDot > SumSq * Dot(W, W)))
	{
		const float FromCenter = std::sqrt(Dot(W, W));
		const Vec2 Unit = FromCenter > 0.0f ? (1.0f / FromCenter) * W : AwayOnSameSpot(View, Agent, Other);
		Line.Dir = -LeftOf(Unit);
		Change = (Sum * InvTime - FromCenter) * Unit;
	}
	else
	{
		const float Leg = std::sqrt(Apart - SumSq);
		const float Side = Cross(Rel, W) > 0.0f ? 1.0f : -1.0f;
		Line.Dir = (Side / Apart) * (Leg * Rel + (Side * Sum) * LeftOf(Rel));
		Change = Dot(RelVel, Line.Dir) * Line.Dir - RelVel;
	}
	Line.Point = Vec2{Own.VelX, Own.VelY} + ShareOf(View, Agent, Other, Cross(Line.Dir, Change) > 0.0f) * Change;
	return Line;
}

/// The best point of a border within the disc and the lines 0 .. Count - 1. False: there is none.
bool SolveOnBorder(
	const DirectedLine& Border, const DirectedLine* Lines, int Count, float MaxSpeed, Vec2 Opt, EAim Aim, Vec2& Result)
{
	const float Along = Dot(Border.Point, Border.Dir);
	const float Discriminant = Along * Along + MaxSpeed * MaxSpeed - Dot(Border.Point, Border.Point);
	if (Discriminant < 0.0f)
	{
		return false; // The border misses the disc.
	}
	const float Root = std::sqrt(Discriminant);
	float Left = -Along - Root;
	float Right = -Along + Root;
	for (int Index = 0; Index < Count; ++Index)
	{
		const DirectedLine& Other = Lines[Index];
		const float Sine = Cross(Border.Dir, Other.Dir);
		const float Numerator = Cross(Other.Dir, Border.Point - Other.Point);
		if (!(std::fabs(Sine) > CROWD_PARALLEL))
		{
			if (Numerator < 0.0f)
			{
				return false;
			}
			continue;
		}
		const float T = Numerator / Sine;
		if (Sine < 0.0f)
		{
			Left = std::max(Left, T);
		}
		else
		{
			Right = std::min(Right, T);
		}
	}
	if (Left > Right)
	{
		return false;
	}
	const float T = Aim == EAim::Direction ? (Dot(Opt, Border.Dir) > 0.0f ? Right : Left)
										   : std::clamp(Dot(Border.Dir, Opt - Border.Point), Left, Right);
	Result = Border.Point + T * Border.Dir;
	return true;
}

/// Improves Result, the optimum without lines, to the optimum within lines 0 .. Count - 1, taken in their order. Returns the one
/// at which that failed, or Count; then Result is the optimum of those before.
int SolveInOrder(const DirectedLine* Lines, int Count, float MaxSpeed, Vec2 Opt, EAim Aim, Vec2& Result)
{
	for (int Index = 0; Index < Count; ++Index)
	{
		if (Violation(Lines[Index], Result) > 0.0f &&
			!SolveOnBorder(Lines[Index], Lines, Index, MaxSpeed, Opt, Aim, Result))
		{
			return Index;
		}
	}
	return Count;
}

/// Where on Border a half-plane is violated no more than Border itself, from the point where both borders meet.
DirectedLine Project(const DirectedLine& Other, const DirectedLine& Border)
{
	const float Sine = Cross(Border.Dir, Other.Dir);
	const Vec2 Turn = Other.Dir - Border.Dir;
	const Vec2 Dir = (1.0f / std::sqrt(Dot(Turn, Turn))) * Turn;
	if (std::fabs(Sine) <= CROWD_PARALLEL)
	{
		return Dot(Border.Dir, Other.Dir) > 0.0f ? DirectedLine{}
												 : DirectedLine{0.5f * (Border.Point + Other.Point), Dir};
	}
	const float T = Cross(Other.Dir, Border.Point - Other.Point) / Sine;
	return {Border.Point + T * Border.Dir, Dir};
}

/// Of an agent whose lines, those of walls first, leave no velocity.
Vec2 LeastBad(const DirectedLine* Lines, int Walls, int Count, float MaxSpeed, Vec2 Opt)
{
	Vec2 Result = Dot(Opt, Opt) > MaxSpeed * MaxSpeed ? (MaxSpeed / Length(Opt)) * Opt : Opt;
	const int Failed = SolveInOrder(Lines, Count, MaxSpeed, Opt, EAim::Point, Result);
	DirectedLine Projected[CROWD_MAX_LINES];
	std::copy(Lines, Lines + Walls, Projected);
	float Distance = 0.0f;
	for (int Index = Failed; Index < Count; ++Index)
	{
		const DirectedLine& Border = Lines[Index];
		if (!(Violation(Border, Result) > Distance))
		{
			continue;
		}
		for (int Other = Walls; Other < Index; ++Other)
		{
			Projected[Other] = Project(Lines[Other], Border);
		}
		const int Room = std::max(Index, Walls);
		const Vec2 Away = LeftOf(Border.Dir);
		Vec2 New = MaxSpeed * Away;
		if (SolveInOrder(Projected, Room, MaxSpeed, Away, EAim::Direction, New) == Room)
		{
			Result = New;
		}
		Distance = Violation(Border, Result);
	}
	return Result;
}
}

void RelaxOrcaPlain(
	const StepView& View, const ObstacleStore& Obstacles, BlockScratch& Scratch, int BlockBegin, int Begin, int End)
{
	const OrcaScratch& Own = OrcaScratchOf(Scratch);
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		const int InBlock = Agent - BlockBegin;
		if (Own.Infeasible[InBlock] == 0)
		{
			continue;
		}
		DirectedLine Lines[CROWD_MAX_LINES];
		const int Walls = WallLinesOf(View, NearWalls(View, Obstacles, Agent), Agent, Lines);
		const int Count = Walls + Scratch.NeighborCount[InBlock];
		for (int Line = Walls; Line < Count; ++Line)
		{
			Lines[Line] = LineOf(View, Agent, Scratch.Neighbors[(Line - Walls) * CROWD_BLOCK + InBlock]);
		}
		const Vec2 Desired = {Scratch.DesiredX[InBlock], Scratch.DesiredY[InBlock]};
		const Vec2 Result = LeastBad(Lines, Walls, Count, View.Body[Agent].MaxSpeed, Desired);
		View.NewVelX[Agent] = Result.X;
		View.NewVelY[Agent] = Result.Y;
	}
}
}
