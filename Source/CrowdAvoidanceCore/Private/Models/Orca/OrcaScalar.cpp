// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// OrcaKernel.ispc does the same with a lane for each agent. Every expression here has its twin there, in the same
// order of operations, because both must give the same bits.
#include "Debug/VelocityRegion.h"
#include "Models/Orca/HalfPlane.h"
#include "Models/Orca/Orca.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
struct Velocity
{
	float X, Y;
};

/// The best point of a border within the disc and the half-planes 0 .. Count - 1. False: there is none.
bool SolveOnBorder(const HalfPlane& Border, const HalfPlane* Planes, int Count, float MaxSpeed, Velocity Opt, EAim Aim,
	Velocity& Result)
{
	// Points of the border are (C X, C Y) + T (Y, -X).
	const float Discriminant = MaxSpeed * MaxSpeed - Border.C * Border.C;
	if (Discriminant < 0.0f)
	{
		return false; // The border misses the disc.
	}
	const float Root = std::sqrt(Discriminant);
	float Left = -Root;
	float Right = Root;
	for (int Index = 0; Index < Count; ++Index)
	{
		const HalfPlane& Plane = Planes[Index];
		const float Sine = Plane.Y * Border.X - Plane.X * Border.Y;
		const float Numerator = Border.C * (Plane.X * Border.X + Plane.Y * Border.Y) - Plane.C;
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
			Left = T > Left ? T : Left;
		}
		else
		{
			Right = T < Right ? T : Right;
		}
	}
	if (Left > Right)
	{
		return false;
	}

	float T = Opt.X * Border.Y - Opt.Y * Border.X;
	if (Aim == EAim::Direction)
	{
		T = T > 0.0f ? Right : Left;
	}
	else
	{
		T = T < Left ? Left : (T > Right ? Right : T);
	}
	Result = {Border.C * Border.X + T * Border.Y, Border.C * Border.Y - T * Border.X};
	return true;
}

/// Improves Result, the optimum without half-planes, to the optimum within half-planes 0 .. Count - 1, taken in their
/// order. Returns the one at which that failed, or Count; then Result is the optimum of those before.
int SolveInOrder(const HalfPlane* Planes, int Count, float MaxSpeed, Velocity Opt, EAim Aim, Velocity& Result)
{
	for (int Index = 0; Index < Count; ++Index)
	{
		if (Planes[Index].Violation(Result.X, Result.Y) > 0.0f &&
			!SolveOnBorder(Planes[Index], Planes, Index, MaxSpeed, Opt, Aim, Result))
		{
			return Index;
		}
	}
	return Count;
}

/// The half-plane among First .. End - 1 that is violated most, if by more than Least; else null.
const HalfPlane* FindWorst(const HalfPlane* Planes, int First, int End, Velocity At, float Least)
{
	const HalfPlane* Worst = nullptr;
	float Most = Least;
	for (int Index = First; Index < End; ++Index)
	{
		const float Here = Planes[Index].Violation(At.X, At.Y);
		if (Here > Most)
		{
			Most = Here;
			Worst = &Planes[Index];
		}
	}
	return Worst;
}

/// One agent's half-planes, those of Walls walls first, and the velocity it would have.
struct Program
{
	const HalfPlane* Planes;
	int Walls;
	int Count;
	float MaxSpeed;
	Velocity Opt;
	Velocity Aim; ///< Instead of Opt, where half-planes keep it from Opt.

	HalfPlane Active[CROWD_MAX_ACTIVE]; ///< Those taken in so far.
	int Taken = 0;

	Program(const HalfPlane* InPlanes, int InWalls, int InCount, float InMaxSpeed, Velocity InOpt, float SideBias)
		: Planes(InPlanes),
		  Walls(InWalls),
		  Count(InCount),
		  MaxSpeed(InMaxSpeed),
		  Opt(InOpt),
		  Aim{InOpt.X + SideBias * InOpt.Y, InOpt.Y - SideBias * InOpt.X}
	{}

	/// Opt, no faster than the agent can be.
	Velocity Unhindered() const
	{
		const float OptSq = Opt.X * Opt.X + Opt.Y * Opt.Y;
		const float Shrink = OptSq > MaxSpeed * MaxSpeed ? MaxSpeed / std::sqrt(OptSq) : 1.0f;
		return {Opt.X * Shrink, Opt.Y * Shrink};
	}

	/// The velocity nearest to Opt that nothing forbids. Takes in walls in their order, then always the half-plane that is
	/// violated most: two or three settle nearly every agent. Null, or the half-plane at which it failed.
	const HalfPlane* Solve(Velocity& Result, bool& bWallsFailed)
	{
		Result = Unhindered();
		std::copy(Planes, Planes + Walls, Active);
		Taken = Walls;
		bWallsFailed = SolveInOrder(Active, Walls, MaxSpeed, Aim, EAim::Point, Result) < Walls;
		if (bWallsFailed)
		{
			return nullptr;
		}
		// The bound is for rounding alone, which may make a half-plane that was taken in seem violated again.
		while (Taken - Walls < Count - Walls + CROWD_SPARE_ROUNDS)
		{
			const HalfPlane* Worst = FindWorst(Planes, Walls, Count, Result, CROWD_VIOLATION);
			if (!Worst)
			{
				return nullptr;
			}
			if (!SolveOnBorder(*Worst, Active, Taken, MaxSpeed, Aim, EAim::Point, Result))
			{
				return Worst;
			}
			Active[Taken++] = *Worst;
		}
		return nullptr;
	}

	/// The least bad velocity after a failure at Border: a third dimension, how far all half-planes of agents are pushed back,
	/// is minimised. Those taken in before are still satisfied, so Border is tight: the optimum lies on it, where the others
	/// are projected to. Then again the most violated one, as long as one is violated more than the best so far.
	/// Half-planes of walls are never pushed back.
	void Relax(const HalfPlane* Border, Velocity& Result)
	{
		HalfPlane Projected[CROWD_MAX_ACTIVE];
		std::copy(Active, Active + Walls, Projected);
		for (int Round = 0; Border && Round < Count - Walls + CROWD_SPARE_ROUNDS; ++Round)
		{
			for (int Index = Walls; Index < Taken; ++Index)
			{
				Projected[Index] = Project(Active[Index], *Border);
			}
			const Velocity Away = {Border->X, Border->Y};
			Velocity New = {Away.X * MaxSpeed, Away.Y * MaxSpeed};
			// A failure here can only be a matter of rounding: keep what was best so far.
			if (SolveInOrder(Projected, Taken, MaxSpeed, Away, EAim::Direction, New) == Taken)
			{
				Result = New;
			}
			const float Distance = Border->Violation(Result.X, Result.Y);
			Active[Taken++] = *Border;
			Border = FindWorst(Planes, Walls, Count, Result, Distance + CROWD_VIOLATION);
		}
	}

	/// Where on Border a half-plane is violated no more than Border itself: the line on which both violations are equal. It is
	/// given by its distance from the origin, since the point where the two borders meet may be far off.
	static HalfPlane Project(const HalfPlane& Plane, const HalfPlane& Border)
	{
		const float TurnX = Plane.X - Border.X;
		const float TurnY = Plane.Y - Border.Y;
		const float TurnSq = TurnX * TurnX + TurnY * TurnY;
		if (!(TurnSq > CROWD_PARALLEL * CROWD_PARALLEL))
		{
			return ForbidsNothing;
		}
		const float Inverse = 1.0f / std::sqrt(TurnSq);
		return {TurnX * Inverse, TurnY * Inverse, (Plane.C - Border.C) * Inverse};
	}
};

/// Eight axes to part agents along that stand on the same spot at the same velocity.
constexpr float AxisX[8] = {
	1.0f, 0.92387953f, 0.70710678f, 0.38268343f, 0.0f, -0.38268343f, -0.70710678f, -0.92387953f};
constexpr float AxisY[8] = {0.0f, 0.38268343f, 0.70710678f, 0.92387953f, 1.0f, 0.92387953f, 0.70710678f, 0.38268343f};

/// The half-planes of walls that the block has room for: agents with fewer have some that forbid nothing.
int LoadWalls(const OrcaScratch& Own, int InBlock, HalfPlane* Planes)
{
	for (int Slot = 0; Slot < Own.WallSlots; ++Slot)
	{
		const int At = Slot * CROWD_BLOCK + InBlock;
		Planes[Slot] = {Own.WallX[At], Own.WallY[At], Own.WallC[At]};
	}
	return Own.WallSlots;
}
}

int HalfPlanesOf(const StepView& View, const BlockScratch& Scratch, int BlockBegin, int Agent, HalfPlane* Planes)
{
	const int InBlock = Agent - BlockBegin;
	const int Walls = LoadWalls(OrcaScratchOf(Scratch), InBlock, Planes);
	const int Neighbors = Scratch.NeighborCount[InBlock];
	for (int Rank = 0; Rank < Neighbors; ++Rank)
	{
		const int At = Rank * CROWD_BLOCK + InBlock;
		Planes[Walls + Rank] =
			HalfPlaneOf(View, Agent, Scratch.Neighbors[At], Scratch.bYields ? Scratch.Yields[At] : 1.0f);
	}
	return Walls + Neighbors;
}

Vec2 AwayOnSameSpot(const StepView& View, int Agent, int Other)
{
	const uint64_t Id = IdOf(View, Agent);
	const uint64_t OtherId = IdOf(View, Other);
	const int Axis = static_cast<int>((Id ^ OtherId) & 7);
	const float Sign = OtherId > Id ? -1.0f : 1.0f;
	return {Sign * AxisX[Axis], Sign * AxisY[Axis]};
}

HalfPlane HalfPlaneOf(const StepView& View, int Agent, int Other, float Yield)
{
	if (NeverYields(View, Agent))
	{
		return ForbidsNothing;
	}
	const AgentMotion& Own = View.Motion[Agent];
	const AgentMotion& Its = View.Motion[Other];
	const float InvHorizon = View.Profiles[View.Aim[Agent].Flags & CROWD_FLAG_PROFILE].InvAgentHorizon;
	const float RelX = Its.X - Own.X;
	const float RelY = Its.Y - Own.Y;
	const float RelVelX = Own.VelX - Its.VelX;
	const float RelVelY = Own.VelY - Its.VelY;
	const float DistanceSq = RelX * RelX + RelY * RelY;
	const float Sum = PlanningSum(View, Agent, Other, RelX, RelY, DistanceSq);
	const float SumSq = Sum * Sum;

	// The horizon of overlapping agents is one step: to be apart by then.
	const bool bOverlap = DistanceSq <= SumSq;
	const float InvTime = bOverlap ? InvPartTime(View, Agent, Other, DistanceSq) : InvHorizon;
	// From the relative velocity to the centre of the cut-off circle.
	const float WX = InvTime * RelX - RelVelX;
	const float WY = InvTime * RelY - RelVelY;
	const float WSq = WX * WX + WY * WY;
	const float WDot = WX * RelX + WY * RelY;

	HalfPlane Plane;
	float Free; // How far the relative velocity is on the allowed side.
	if (bOverlap || WDot * std::fabs(WDot) > SumSq * WSq)
	{
		// Nearest to the cut-off circle.
		const float Length = std::sqrt(WSq);
		const float Inverse = -1.0f / Length;
		Plane.X = WX * Inverse;
		Plane.Y = WY * Inverse;
		if (!(Length > 0.0f))
		{
			const Vec2 Away = AwayOnSameSpot(View, Agent, Other);
			Plane.X = Away.X;
			Plane.Y = Away.Y;
		}
		Free = Length - Sum * InvTime;
	}
	else
	{
		// Nearest to the left or the right leg of the cone.
		const float Length = std::sqrt(DistanceSq - SumSq);
		const float Inverse = -1.0f / DistanceSq;
		const float Leg = RelY * RelVelX - RelX * RelVelY < 0.0f ? -Length : Length;
		Plane.X = (RelX * Sum - RelY * Leg) * Inverse;
		Plane.Y = (RelY * Sum + RelX * Leg) * Inverse;
		Free = Plane.X * RelVelX + Plane.Y * RelVelY;
	}

	Plane.C = (Plane.X * Own.VelX + Plane.Y * Own.VelY) - ShareOf(View, Agent, Other, Free < 0.0f, Yield) * Free;
	return Plane;
}

void SolveOrcaScalar(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End)
{
	OrcaScratch& Own = OrcaScratchOf(*Scratch);
	Own.InfeasibleCount = 0;
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		const int InBlock = Agent - BlockBegin;
		HalfPlane Planes[CROWD_MAX_LINES];
		const int Count = HalfPlanesOf(*View, *Scratch, BlockBegin, Agent, Planes);
		Program Goal(Planes, Own.WallSlots, Count, View->Body[Agent].MaxSpeed,
			{Scratch->DesiredX[InBlock], Scratch->DesiredY[InBlock]}, Own.SideBias);
		Velocity Result;
		bool bWallsFailed = false;
		const HalfPlane* FailedAt = Goal.Solve(Result, bWallsFailed);
		const bool bInfeasible = FailedAt || bWallsFailed;
		if (!View->bPlain)
		{
			Goal.Relax(FailedAt, Result);
		}
		Own.Infeasible[InBlock] = bInfeasible ? 1 : 0;
		Own.InfeasibleCount += Own.Infeasible[InBlock];
		View->NewVelX[Agent] = Result.X;
		View->NewVelY[Agent] = Result.Y;
	}
}

void DescribeOrca(const StepView& View, const BlockScratch& Scratch, int BlockBegin, int Agent, DebugGeometry& Out)
{
	const OrcaScratch& Own = OrcaScratchOf(Scratch);
	const int InBlock = Agent - BlockBegin;
	HalfPlane Planes[CROWD_MAX_LINES];
	const int Count = HalfPlanesOf(View, Scratch, BlockBegin, Agent, Planes);
	for (int Line = 0; Line < Count; ++Line)
	{
		VelocityRegion Forbidden(Out.Window);
		Forbidden.Keep(-Planes[Line].X, -Planes[Line].Y, -Planes[Line].C);
		if (DebugItem* const Item = Forbidden.AddTo(Out, EDebugKind::ForbiddenHalfPlane))
		{
			const int Rank = Line - Own.WallSlots;
			Item->Other = Rank < 0 ? UINT32_MAX : View.Aim[Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock]].Slot;
		}
	}

	Out.bRelaxed = Own.Infeasible[InBlock] != 0;
	const Program Goal(
		Planes, 0, 0, View.Body[Agent].MaxSpeed, {Scratch.DesiredX[InBlock], Scratch.DesiredY[InBlock]}, Own.SideBias);
	const Velocity Unhindered = Goal.Unhindered();
	Out.bKept = Out.bRelaxed || View.NewVelX[Agent] != Unhindered.X || View.NewVelY[Agent] != Unhindered.Y;
	if (Out.bKept)
	{
		Out.AddLine(EDebugKind::CandidateVelocity, {}, {Goal.Aim.X, Goal.Aim.Y});
	}
}
}
