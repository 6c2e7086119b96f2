// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdDebugShapes.h"

#include "CrowdSimulation.h"
#include "CrowdUnits.h"

#include <cmath>

namespace CrowdAvoidance::DebugShapes
{
static FColor ColorOf(const DebugItem& Item)
{
	switch (Item.Kind)
	{
	case EDebugKind::Neighbor:
	case EDebugKind::Sight:
		return Item.Reason == EDebugReason::Avoided   ? FColor::Orange
			: Item.Reason == EDebugReason::NotNoticed ? FColor::Yellow
													  : FColor::Blue;
	case EDebugKind::VelocityObstacle:
	case EDebugKind::ReciprocalObstacle:
		return FColor::Magenta;
	case EDebugKind::ForbiddenRegion:
	case EDebugKind::ForbiddenHalfPlane:
	case EDebugKind::Wall:
		return FColor::Red;
	case EDebugKind::ChosenVelocity:
		return FColor::Green;
	case EDebugKind::DesiredVelocity:
	case EDebugKind::Path:
		return FColor::Cyan;
	default:
		return FColor::White;
	}
}

static void AddItem(
	const DebugGeometry& Seen, const DebugItem& Item, const FIntVector& Origin, double Height, FShapes& Out)
{
	const Vec2 Base = IsInVelocitySpace(Item.Kind) ? Seen.Position : Vec2();
	const auto Place = [&](Vec2 Point) {
		return Units::FromAbsolute(Units::FromPlane({Base.X + Point.X, Base.Y + Point.Y}, Height), Origin);
	};
	const std::span<const Vec2> Points = Seen.PointsOf(Item);
	const FColor Color = ColorOf(Item);
	if (Item.Radius > 0.0f)
	{
		Out.Circles.Add({Place(Points.front()), Units::ToCentimeters(Item.Radius), Color, Item.Kind});
		return;
	}
	for (size_t Index = 1; Index < Points.size(); ++Index)
	{
		Out.Lines.Add({Place(Points[Index - 1]), Place(Points[Index]), Color, Item.Kind});
	}
	if (Item.bClosed)
	{
		Out.Lines.Add({Place(Points.back()), Place(Points.front()), Color, Item.Kind});
	}
}

FShapes OfAgent(const FCrowdSimulation& Simulation, AgentHandle Agent)
{
	FShapes Out;
	const DebugGeometry* Seen = Simulation.GetWorld().DebugOf(Agent);
	const Result<AgentState> State = Simulation.GetWorld().GetAgent(Agent);
	if (!Seen || !State)
	{
		return Out;
	}
	for (const DebugItem& Item : Seen->Items)
	{
		AddItem(*Seen, Item, Simulation.WorldOrigin(), Units::ToCentimeters(State.Value().Height), Out);
	}
	return Out;
}

static FString DescribeIntent(const AgentState& State)
{
	if (State.bArrived)
	{
		return TEXT("has arrived");
	}
	const Vec2 To =
		State.bHasGoal ? Vec2{State.Goal.X - State.Position.X, State.Goal.Y - State.Position.Y} : State.DesiredVelocity;
	const double Length = Units::ToCentimeters(std::hypot(To.X, To.Y));
	return State.bHasGoal ? FString::Printf(TEXT("goal %.0f cm away"), Length)
						  : FString::Printf(TEXT("desired speed %.0f cm/s"), Length);
}

static FString DescribeSeen(const DebugGeometry& Seen)
{
	int32 Avoided = 0;
	int32 Observed = 0;
	int32 Walls = 0;
	for (const DebugItem& Item : Seen.Items)
	{
		Avoided += Item.Kind == EDebugKind::Neighbor && Item.Reason == EDebugReason::Avoided ? 1 : 0;
		Observed += Item.Kind == EDebugKind::Neighbor && Item.Reason == EDebugReason::NotNoticed ? 1 : 0;
		Walls += Item.Kind == EDebugKind::Wall ? 1 : 0;
	}
	const TCHAR* Freedom = Seen.bRelaxed ? TEXT("no free velocity: took the least bad one")
		: Seen.bKept                     ? TEXT("kept from its desired velocity")
										 : TEXT("free to do as it likes");
	const FString NotYet =
		Observed > 0 ? FString::Printf(TEXT(", has not noticed %d agents yet"), Observed) : FString();
	return FString::Printf(TEXT("avoids %d agents and %d walls%s; %s"), Avoided, Walls, *NotYet, Freedom);
}

TArray<FString> Describe(const FCrowdSimulation& Simulation, AgentHandle Agent)
{
	TArray<FString> Out;
	const World& Crowd = Simulation.GetWorld();
	const Result<AgentState> Found = Crowd.GetAgent(Agent);
	if (!Found)
	{
		return Out;
	}
	const AgentState& State = Found.Value();
	Out.Add(FString::Printf(TEXT("radius %.0f cm, speed %.0f of at most %.0f cm/s"), Units::ToCentimeters(State.Radius),
		Units::ToCentimeters(std::hypot(State.Velocity.X, State.Velocity.Y)), Units::ToCentimeters(State.MaxSpeed)));
	Out.Add(DescribeIntent(State));
	if (const DebugGeometry* Seen = Crowd.DebugOf(Agent))
	{
		Out.Add(DescribeSeen(*Seen));
	}
	return Out;
}
}
