// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdPathPlanner.h"

#include <cmath>
#include <vector>

namespace CrowdAvoidance
{
namespace PathPlanner
{
/// Further from its leg than this and so many radii, an agent needs another route. [m]
static constexpr float LostDistance = 2.0f;
static constexpr float LostRadii = 4.0f;
/// Points of old routes that are not worth tidying up.
static constexpr int32 FewPoints = 4096;
/// A route that rises and falls by less is level. [m]
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

FCrowdPathPlanner::FRoute& FCrowdPathPlanner::Take(AgentHandle Agent)
{
	const int32 At = static_cast<int32>(Agent.Index);
	if (At >= Routes.Num())
	{
		Routes.SetNum(At + 1);
	}
	Drop(Routes[At]);
	Routes[At].Generation = Agent.Generation;
	return Routes[At];
}

void FCrowdPathPlanner::Drop(FRoute& Route)
{
	Unused += Route.Count;
	Sloped -= Route.bLevel ? 0 : 1;
	Route = FRoute();
}

const FCrowdPathPlanner::FRoute* FCrowdPathPlanner::Find(AgentHandle Agent, EState State) const
{
	const int32 At = static_cast<int32>(Agent.Index);
	const bool bKnown = At >= 0 && At < Routes.Num() && Routes[At].Generation == Agent.Generation;
	return bKnown && Routes[At].State == State ? &Routes[At] : nullptr;
}

void FCrowdPathPlanner::Hold(AgentHandle Agent)
{
	Take(Agent).State = EState::Held;
}

void FCrowdPathPlanner::Release(AgentHandle Agent)
{
	if (Find(Agent, EState::Held) || Find(Agent, EState::Following))
	{
		Drop(Routes[static_cast<int32>(Agent.Index)]);
	}
}

void FCrowdPathPlanner::SetRoute(AgentHandle Agent, const TArray<FRoutePoint>& NewPoints, bool bPartial)
{
	check(NewPoints.Num() >= 2);
	FRoute& Route = Take(Agent);
	if (Unused > PathPlanner::FewPoints && Unused > Points.Num() / 2)
	{
		Pack();
	}
	Route.First = Points.Num();
	Route.Count = NewPoints.Num();
	Route.Next = 1;
	Route.State = EState::Following;
	Route.bPartial = bPartial;
	for (const FRoutePoint& Point : NewPoints)
	{
		Route.bLevel = Route.bLevel && std::abs(Point.Height - NewPoints[0].Height) <= PathPlanner::LevelHeight;
	}
	Sloped += Route.bLevel ? 0 : 1;
	Points.Append(NewPoints);
}

/// Leaves out the points of old routes.
void FCrowdPathPlanner::Pack()
{
	TArray<FRoutePoint> Packed;
	Packed.Reserve(Points.Num() - Unused);
	for (FRoute& Route : Routes)
	{
		const int32 First = Packed.Num();
		for (int32 Offset = 0; Offset < Route.Count; ++Offset)
		{
			Packed.Add(Points[Route.First + Offset]);
		}
		Route.First = First;
	}
	Points = MoveTemp(Packed);
	Unused = 0;
}

bool FCrowdPathPlanner::HasRoute(AgentHandle Agent) const
{
	return Find(Agent, EState::Following) != nullptr;
}

bool FCrowdPathPlanner::TakeLost(AgentHandle Agent)
{
	if (!HasRoute(Agent))
	{
		return false;
	}
	FRoute& Route = Routes[static_cast<int32>(Agent.Index)];
	const bool bLost = Route.bLost;
	Route.bLost = false;
	return bLost;
}

bool FCrowdPathPlanner::HeightAt(AgentHandle Agent, Vec2 Position, float& OutHeight) const
{
	const FRoute* Route = Find(Agent, EState::Following);
	if (!Route || Route->bLevel)
	{
		return false;
	}
	const FRoutePoint& From = Points[Route->First + Route->Next - 1];
	const FRoutePoint& To = Points[Route->First + Route->Next];
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
		if (Index >= Routes.Num() || Routes[Index].State == EState::Free || Desired == Vec2{})
		{
			continue;
		}
		if (Routes[Index].State == EState::Held)
		{
			Desired = {};
		}
		else
		{
			Follow(Routes[Index],
				{{Block.PositionX[At], Block.PositionY[At]}, Block.Radius[At], Block.PreferredSpeed[At], Block.Dt},
				Desired);
		}
		Block.DesiredX[At] = Desired.X;
		Block.DesiredY[At] = Desired.Y;
	}
}

/// Near it, or beyond the line through it that halves the corner: from there the next leg can be seen.
bool FCrowdPathPlanner::IsPassed(const FRoute& Route, const FBody& Body) const
{
	using namespace PathPlanner;
	const Vec2 Corner = Points[Route.First + Route.Next].Position;
	const Vec2 Beyond = Body.Position - Corner;
	const Vec2 In = Unit(Corner - Points[Route.First + Route.Next - 1].Position);
	const Vec2 Out = Unit(Points[Route.First + Route.Next + 1].Position - Corner);
	return Length(Beyond) <= Body.Radius || Dot(Beyond, In + Out) > 0.0f;
}

void FCrowdPathPlanner::Follow(FRoute& Route, const FBody& Body, Vec2& Desired) const
{
	using namespace PathPlanner;
	const int32 Last = Route.Count - 1;
	while (Route.Next < Last && IsPassed(Route, Body))
	{
		++Route.Next;
	}
	const float Away = DistanceToLeg(
		Points[Route.First + Route.Next - 1].Position, Points[Route.First + Route.Next].Position, Body.Position);
	if (Away > LostDistance + LostRadii * Body.Radius)
	{
		Route.bLost = true;
		bAnyLost.store(true, std::memory_order_relaxed);
	}

	int32 Turn = Route.Next;
	while (Turn < Last && !Points[Route.First + Turn].bTurn)
	{
		++Turn;
	}
	if (Turn == Last && !Route.bPartial)
	{
		return;
	}
	const Vec2 Ahead = Points[Route.First + Turn].Position - Body.Position;
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
	const FRoute* Route = Find(Agent, EState::Following);
	if (!Route)
	{
		return;
	}
	std::vector<Vec2> Line = {Out.Position};
	for (int32 Index = Route->Next; Index < Route->Count; ++Index)
	{
		Line.push_back(Points[Route->First + Index].Position);
	}
	Out.Add(EDebugKind::Path, Line);
}
}
