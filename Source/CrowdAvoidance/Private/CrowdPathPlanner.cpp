// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdPathPlanner.h"

#include <cmath>
#include <vector>

namespace CrowdAvoidance
{
namespace PathPlanner
{
/// Further from its leg than this and so many radii, an agent needs another way. [m]
static constexpr float LostDistance = 2.0f;
static constexpr float LostRadii = 4.0f;
/// Points of old ways that are not worth tidying up.
static constexpr int32 FewPoints = 4096;
/// A way that rises and falls by less is level. [m]
static constexpr float LevelHeight = 0.01f;

static Vec2 Unit(Vec2 A)
{
	const float Size = Length(A);
	return Size > 0.0f ? Vec2{A.X / Size, A.Y / Size} : Vec2{};
}

/// Where on a leg a position is: 0 at its beginning, 1 at its end.
static float ShareOf(Vec2 From, Vec2 To, Vec2 Position)
{
	const Vec2 Leg = To - From;
	const float Square = Dot(Leg, Leg);
	return Square > 0.0f ? FMath::Clamp(Dot(Position - From, Leg) / Square, 0.0f, 1.0f) : 1.0f;
}

static float DistanceToLeg(Vec2 From, Vec2 To, Vec2 Position)
{
	const float Share = ShareOf(From, To, Position);
	return Length(Position - (From + Share * (To - From)));
}
}

FCrowdPathPlanner::FWay& FCrowdPathPlanner::Take(AgentHandle Agent)
{
	const int32 At = static_cast<int32>(Agent.Index);
	if (At >= Ways.Num())
	{
		Ways.SetNum(At + 1);
	}
	Drop(Ways[At]);
	Ways[At].Generation = Agent.Generation;
	return Ways[At];
}

void FCrowdPathPlanner::Drop(FWay& Way)
{
	Unused += Way.Count;
	Sloped -= Way.bLevel ? 0 : 1;
	Way = FWay();
}

const FCrowdPathPlanner::FWay* FCrowdPathPlanner::Find(AgentHandle Agent, EState State) const
{
	const int32 At = static_cast<int32>(Agent.Index);
	const bool bKnown = At >= 0 && At < Ways.Num() && Ways[At].Generation == Agent.Generation;
	return bKnown && Ways[At].State == State ? &Ways[At] : nullptr;
}

void FCrowdPathPlanner::Hold(AgentHandle Agent)
{
	Take(Agent).State = EState::Held;
}

void FCrowdPathPlanner::Release(AgentHandle Agent)
{
	if (Find(Agent, EState::Held) || Find(Agent, EState::Following))
	{
		Drop(Ways[static_cast<int32>(Agent.Index)]);
	}
}

void FCrowdPathPlanner::SetWay(AgentHandle Agent, const TArray<FWayPoint>& NewPoints, bool bPartial)
{
	check(NewPoints.Num() >= 2);
	FWay& Way = Take(Agent);
	if (Unused > PathPlanner::FewPoints && Unused > Points.Num() / 2)
	{
		Pack();
	}
	Way.First = Points.Num();
	Way.Count = NewPoints.Num();
	Way.Next = 1;
	Way.State = EState::Following;
	Way.bPartial = bPartial;
	for (const FWayPoint& Point : NewPoints)
	{
		Way.bLevel = Way.bLevel && std::abs(Point.Height - NewPoints[0].Height) <= PathPlanner::LevelHeight;
	}
	Sloped += Way.bLevel ? 0 : 1;
	Points.Append(NewPoints);
}

/// Leaves out the points of old ways.
void FCrowdPathPlanner::Pack()
{
	TArray<FWayPoint> Packed;
	Packed.Reserve(Points.Num() - Unused);
	for (FWay& Way : Ways)
	{
		const int32 First = Packed.Num();
		for (int32 Offset = 0; Offset < Way.Count; ++Offset)
		{
			Packed.Add(Points[Way.First + Offset]);
		}
		Way.First = First;
	}
	Points = MoveTemp(Packed);
	Unused = 0;
}

bool FCrowdPathPlanner::HasWay(AgentHandle Agent) const
{
	return Find(Agent, EState::Following) != nullptr;
}

bool FCrowdPathPlanner::TakeLost(AgentHandle Agent)
{
	if (!HasWay(Agent))
	{
		return false;
	}
	FWay& Way = Ways[static_cast<int32>(Agent.Index)];
	const bool bLost = Way.bLost;
	Way.bLost = false;
	return bLost;
}

bool FCrowdPathPlanner::HeightAt(AgentHandle Agent, Vec2 Position, float& OutHeight) const
{
	const FWay* Way = Find(Agent, EState::Following);
	if (!Way || Way->bLevel)
	{
		return false;
	}
	const FWayPoint& From = Points[Way->First + Way->Next - 1];
	const FWayPoint& To = Points[Way->First + Way->Next];
	OutHeight = From.Height + (To.Height - From.Height) * PathPlanner::ShareOf(From.Position, To.Position, Position);
	return true;
}

void FCrowdPathPlanner::Plan(const PlanBlock& Block)
{
	for (int Place = 0; Place < Block.Count; ++Place)
	{
		const size_t At = static_cast<size_t>(Place);
		const int32 Index = static_cast<int32>(Block.HandleIndex[At]);
		Vec2 Desired = {Block.DesiredX[At], Block.DesiredY[At]};
		// Who wants to stand has arrived.
		if (Index >= Ways.Num() || Ways[Index].State == EState::Free || Desired == Vec2{})
		{
			continue;
		}
		if (Ways[Index].State == EState::Held)
		{
			Desired = {};
		}
		else
		{
			Follow(Ways[Index],
				{{Block.PositionX[At], Block.PositionY[At]}, Block.Radius[At], Block.PreferredSpeed[At], Block.Dt},
				Desired);
		}
		Block.DesiredX[At] = Desired.X;
		Block.DesiredY[At] = Desired.Y;
	}
}

/// Near it, or beyond the line through it that halves the corner: from there the next leg can be seen.
bool FCrowdPathPlanner::IsPassed(const FWay& Way, const FBody& Body) const
{
	using namespace PathPlanner;
	const Vec2 Corner = Points[Way.First + Way.Next].Position;
	const Vec2 Beyond = Body.Position - Corner;
	const Vec2 In = Unit(Corner - Points[Way.First + Way.Next - 1].Position);
	const Vec2 Out = Unit(Points[Way.First + Way.Next + 1].Position - Corner);
	return Length(Beyond) <= Body.Radius || Dot(Beyond, In + Out) > 0.0f;
}

void FCrowdPathPlanner::Follow(FWay& Way, const FBody& Body, Vec2& Desired) const
{
	using namespace PathPlanner;
	const int32 Last = Way.Count - 1;
	while (Way.Next < Last && IsPassed(Way, Body))
	{
		++Way.Next;
	}
	const float Away =
		DistanceToLeg(Points[Way.First + Way.Next - 1].Position, Points[Way.First + Way.Next].Position, Body.Position);
	if (Away > LostDistance + LostRadii * Body.Radius)
	{
		Way.bLost = true;
		bAnyLost.store(true, std::memory_order_relaxed);
	}

	int32 Turn = Way.Next;
	while (Turn < Last && !Points[Way.First + Turn].bTurn)
	{
		++Turn;
	}
	if (Turn == Last && !Way.bPartial)
	{
		return;
	}
	const Vec2 Ahead = Points[Way.First + Turn].Position - Body.Position;
	const bool bAtEnd = Turn == Last && Length(Ahead) <= Body.Radius;
	const float Speed = bAtEnd ? 0.0f : FMath::Min(Body.Speed, Length(Ahead) / Body.Dt);
	const Vec2 Direction = Unit(Ahead);
	Desired = {Direction.X * Speed, Direction.Y * Speed};
}

void FCrowdPathPlanner::Forget(AgentHandle Agent)
{
	Release(Agent);
}

void FCrowdPathPlanner::Describe(AgentHandle Agent, DebugGeometry& Out) const
{
	const FWay* Way = Find(Agent, EState::Following);
	if (!Way)
	{
		return;
	}
	std::vector<Vec2> Line = {Out.Position};
	for (int32 Index = Way->Next; Index < Way->Count; ++Index)
	{
		Line.push_back(Points[Way->First + Index].Position);
	}
	Out.Add(EDebugKind::Path, Line);
}
}
