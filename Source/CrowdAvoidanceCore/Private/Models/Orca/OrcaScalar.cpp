// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// OrcaKernel.ispc does the same with a lane for each agent. Every expression here has its twin there, in the same
// order of operations, because both must give the same bits.
#include "Models/Orca/Orca.h"

#include "Debug/VelocityRegion.h"

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

/// Whether a program seeks the point nearest to Opt, or furthest in the direction of Opt.
enum class EAim
{
	Point,
	Direction,
};

/// The best point of a border within the disc and the half-planes 0 .. Count - 1. False: there is none.
bool SolveOnBorder(
	const HalfPlane& Border, const HalfPlane* Planes, int Count, float Radius, Velocity Opt, EAim Aim, Velocity& Result)
{
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
	for (int Index = 0; Index < Count; ++Index)
	{
		const HalfPlane& Plane = Planes[Index];
		const float Sine = Border.DirX * Plane.DirY - Border.DirY * Plane.DirX;
		const float Numerator =
			Plane.DirX * (Border.PointY - Plane.PointY) - Plane.DirY * (Border.PointX - Plane.PointX);
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

/// Improves Result, the optimum without half-planes, to the optimum within half-planes 0 .. Count - 1, taken in their
/// order. Returns the one at which that failed, or Count; then Result is the optimum of those before.
int SolveInOrder(const HalfPlane* Planes, int Count, float Radius, Velocity Opt, EAim Aim, Velocity& Result)
{
	for (int Index = 0; Index < Count; ++Index)
	{
		if (Planes[Index].Violation(Result.X, Result.Y) > 0.0f &&
			!SolveOnBorder(Planes[Index], Planes, Index, Radius, Opt, Aim, Result))
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
			const Velocity Away = {-Border->DirY, Border->DirX};
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

	/// Where on Border a half-plane is violated no more than Border itself: the line through which both violations are equal,
	/// by its distance from the origin, since the point where the two borders meet may be far off.
	static HalfPlane Project(const HalfPlane& Plane, const HalfPlane& Border)
	{
		const float Offset = Plane.DirX * Plane.PointY - Plane.DirY * Plane.PointX;
		const float BorderOffset = Border.DirX * Border.PointY - Border.DirY * Border.PointX;
		const float TurnX = Plane.DirX - Border.DirX;
		const float TurnY = Plane.DirY - Border.DirY;
		const float TurnSq = TurnX * TurnX + TurnY * TurnY;
		if (!(TurnSq > CROWD_PARALLEL * CROWD_PARALLEL))
		{
			return {};
		}
		const float Inverse = 1.0f / std::sqrt(TurnSq);
		const float FromOrigin = (Offset - BorderOffset) * Inverse;
		const float DirX = TurnX * Inverse;
		const float DirY = TurnY * Inverse;
		return {-FromOrigin * DirY, FromOrigin * DirX, DirX, DirY};
	}
};

/// Eight axes to part agents along that stand on the same spot at the same velocity.
constexpr float AxisX[8] = {
	1.0f, 0.92387953f, 0.70710678f, 0.38268343f, 0.0f, -0.38268343f, -0.70710678f, -0.92387953f};
constexpr float AxisY[8] = {0.0f, 0.38268343f, 0.70710678f, 0.92387953f, 1.0f, 0.92387953f, 0.70710678f, 0.38268343f};

/// What one agent may do about another one: the velocities at least its share of the smallest evasive change away.
HalfPlane HalfPlaneOf(const StepView& View, int Agent, int Other, float InvHorizon)
{
	const AgentMotion& Own = View.Motion[Agent];
	const AgentMotion& Its = View.Motion[Other];
	const float RelX = Its.X - Own.X;
	const float RelY = Its.Y - Own.Y;
	const float RelVelX = Own.VelX - Its.VelX;
	const float RelVelY = Own.VelY - Its.VelY;
	const float Sum = (View.Body[Agent].Radius + View.Body[Other].Radius) * View.Clearance;
	const float SumSq = Sum * Sum;
	const float DistanceSq = RelX * RelX + RelY * RelY;

	// The horizon of overlapping agents is one step: to be apart by then.
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
			const uint64_t Id = IdOf(View, Agent);
			const uint64_t OtherId = IdOf(View, Other);
			const int Axis = static_cast<int>((Id ^ OtherId) & 7);
			const float Sign = OtherId > Id ? -1.0f : 1.0f;
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
		const float Responsibility = View.Scalars[CROWD_RESPONSIBILITY][Agent];
		if (!(Responsibility > 0.0f))
		{
			return {}; // Never yields.
		}
		const float Evading = Responsibility / (Responsibility + View.Scalars[CROWD_RESPONSIBILITY][Other]);
		// Freedom is shared evenly, except with one that does not change its velocity anyway.
		const bool bEvading = ChangeY * Plane.DirX - ChangeX * Plane.DirY > 0.0f;
		Share = bEvading || Evading == 1.0f ? Evading : 0.5f;
	}
	Plane.PointX = Own.VelX + Share * ChangeX;
	Plane.PointY = Own.VelY + Share * ChangeY;
	return Plane;
}

void LoadPlanes(const OrcaScratch& Own, int InBlock, HalfPlane* Planes, int First, int End)
{
	for (int Line = First; Line < End; ++Line)
	{
		const int At = Line * CROWD_BLOCK + InBlock;
		Planes[Line] = {Own.PointX[At], Own.PointY[At], Own.DirX[At], Own.DirY[At]};
	}
}

void StorePlanes(OrcaScratch& Own, int InBlock, const HalfPlane* Planes, int First, int End)
{
	for (int Line = First; Line < End; ++Line)
	{
		const int At = Line * CROWD_BLOCK + InBlock;
		Own.PointX[At] = Planes[Line].PointX;
		Own.PointY[At] = Planes[Line].PointY;
		Own.DirX[At] = Planes[Line].DirX;
		Own.DirY[At] = Planes[Line].DirY;
	}
}

/// As Program::Project, anchored where the borders meet.
HalfPlane ProjectPlain(const HalfPlane& Plane, const HalfPlane& Border)
{
	const float Sine = Border.DirX * Plane.DirY - Border.DirY * Plane.DirX;
	const float TurnX = Plane.DirX - Border.DirX;
	const float TurnY = Plane.DirY - Border.DirY;
	const float Inverse = 1.0f / std::sqrt(TurnX * TurnX + TurnY * TurnY);
	if (std::fabs(Sine) <= CROWD_PARALLEL)
	{
		if (Border.DirX * Plane.DirX + Border.DirY * Plane.DirY > 0.0f)
		{
			return {};
		}
		return {0.5f * (Border.PointX + Plane.PointX), 0.5f * (Border.PointY + Plane.PointY), TurnX * Inverse,
			TurnY * Inverse};
	}
	const float T = (Plane.DirX * (Border.PointY - Plane.PointY) - Plane.DirY * (Border.PointX - Plane.PointX)) / Sine;
	return {Border.PointX + T * Border.DirX, Border.PointY + T * Border.DirY, TurnX * Inverse, TurnY * Inverse};
}
}

void RelaxOrcaPlain(const StepView& View, BlockScratch& Scratch, int BlockBegin)
{
	OrcaScratch& Own = OrcaScratchOf(Scratch);
	for (int Index = 0; Index < Own.InfeasibleCount; ++Index)
	{
		const int InBlock = Own.Infeasible[Index];
		const int Agent = BlockBegin + InBlock;
		const int Walls = Own.WallSlots;
		const int Count = Walls + Scratch.NeighborCount[InBlock];
		const float MaxSpeed = View.Body[Agent].MaxSpeed;
		HalfPlane Planes[CROWD_MAX_LINES];
		LoadPlanes(Own, InBlock, Planes, 0, Count);

		const Velocity Opt = {Scratch.DesiredX[InBlock], Scratch.DesiredY[InBlock]};
		const float OptSq = Opt.X * Opt.X + Opt.Y * Opt.Y;
		const float Shrink = OptSq > MaxSpeed * MaxSpeed ? MaxSpeed / std::sqrt(OptSq) : 1.0f;
		Velocity Result = {Opt.X * Shrink, Opt.Y * Shrink};
		const int Failed = SolveInOrder(Planes, Count, MaxSpeed, Opt, EAim::Point, Result);

		HalfPlane Projected[CROWD_MAX_LINES];
		std::copy(Planes, Planes + Walls, Projected);
		float Distance = 0.0f;
		for (int Line = Failed; Line < Count; ++Line)
		{
			const HalfPlane& Border = Planes[Line];
			if (!(Border.Violation(Result.X, Result.Y) > Distance))
			{
				continue;
			}
			for (int Other = Walls; Other < Line; ++Other)
			{
				Projected[Other] = ProjectPlain(Planes[Other], Border);
			}
			const int Room = std::max(Line, Walls);
			const Velocity Away = {-Border.DirY, Border.DirX};
			Velocity New = {Away.X * MaxSpeed, Away.Y * MaxSpeed};
			if (SolveInOrder(Projected, Room, MaxSpeed, Away, EAim::Direction, New) == Room)
			{
				Result = New;
			}
			Distance = Border.Violation(Result.X, Result.Y);
		}
		View.NewVelX[Agent] = Result.X;
		View.NewVelY[Agent] = Result.Y;
	}
}

void SolveOrcaScalar(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End)
{
	OrcaScratch& Own = OrcaScratchOf(*Scratch);
	Own.InfeasibleCount = 0;
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		const int InBlock = Agent - BlockBegin;
		HalfPlane Planes[CROWD_MAX_LINES];
		const int Walls = Own.WallSlots;
		LoadPlanes(Own, InBlock, Planes, 0, Walls);
		const float InvHorizon = View->Profiles[View->Aim[Agent].Flags & CROWD_FLAG_PROFILE].InvAgentHorizon;
		const int Count = Walls + Scratch->NeighborCount[InBlock];
		for (int Line = Walls; Line < Count; ++Line)
		{
			const int Other = Scratch->Neighbors[(Line - Walls) * CROWD_BLOCK + InBlock];
			Planes[Line] = HalfPlaneOf(*View, Agent, Other, InvHorizon);
		}

		Program Goal(Planes, Walls, Count, View->Body[Agent].MaxSpeed,
			{Scratch->DesiredX[InBlock], Scratch->DesiredY[InBlock]}, Own.SideBias);
		Velocity Result;
		bool bWallsFailed = false;
		const HalfPlane* FailedAt = Goal.Solve(Result, bWallsFailed);
		const bool bInfeasible = FailedAt || bWallsFailed;
		if (!View->bPlain)
		{
			Goal.Relax(FailedAt, Result);
		}
		if (bInfeasible)
		{
			Own.Infeasible[Own.InfeasibleCount++] = InBlock;
			StorePlanes(Own, InBlock, Planes, Walls, Count);
		}
		View->NewVelX[Agent] = Result.X;
		View->NewVelY[Agent] = Result.Y;
	}
}

void DescribeOrca(const StepView& View, const BlockScratch& Scratch, int BlockBegin, int Agent, DebugGeometry& Out)
{
	const OrcaScratch& Own = OrcaScratchOf(Scratch);
	const int InBlock = Agent - BlockBegin;
	const auto Add = [&Out](const HalfPlane& Plane, uint32_t Other)
	{
		VelocityRegion Forbidden(Out.Window);
		Forbidden.Keep(Plane.DirY, -Plane.DirX, Plane.DirY * Plane.PointX - Plane.DirX * Plane.PointY);
		if (DebugItem* const Item = Forbidden.AddTo(Out, EDebugKind::ForbiddenHalfPlane))
		{
			Item->Other = Other;
		}
	};
	HalfPlane Planes[CROWD_MAX_LINES];
	LoadPlanes(Own, InBlock, Planes, 0, Own.WallSlots);
	for (int Slot = 0; Slot < Own.WallSlots; ++Slot)
	{
		Add(Planes[Slot], UINT32_MAX);
	}
	const float InvHorizon = View.Profiles[View.Aim[Agent].Flags & CROWD_FLAG_PROFILE].InvAgentHorizon;
	for (int Rank = 0; Rank < Scratch.NeighborCount[InBlock]; ++Rank)
	{
		const int Other = Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock];
		Add(HalfPlaneOf(View, Agent, Other, InvHorizon), View.Aim[Other].Slot);
	}

	const int* const InfeasibleEnd = Own.Infeasible + Own.InfeasibleCount;
	Out.bRelaxed = std::find<const int*>(Own.Infeasible, InfeasibleEnd, InBlock) != InfeasibleEnd;
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
