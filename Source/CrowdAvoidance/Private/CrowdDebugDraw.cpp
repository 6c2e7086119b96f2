// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdDebugDraw.h"

#include "CrowdAgentComponent.h"
#include "CrowdAvoidanceLog.h"
#include "CrowdDebugShapes.h"
#include "CrowdSimulation.h"
#include "CrowdUnits.h"
#include "DrawDebugHelpers.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "VisualLogger/VisualLogger.h"

#if ENABLE_DRAW_DEBUG
namespace CrowdAvoidance::DebugDraw
{
static void DrawCircle(const UWorld& World, const FVector& Center, double Radius, const FColor& Color)
{
	DrawDebugCircle(&World, Center, static_cast<float>(Radius), 24, Color, false, -1.0f, 0, 1.0f,
		FVector(1.0, 0.0, 0.0), FVector(0.0, 1.0, 0.0), false);
}

static void DrawLine(const UWorld& World, const FVector& Start, const FVector& End, const FColor& Color)
{
	DrawDebugLine(&World, Start, End, Color, false, -1.0f, 0, 1.0f);
}

static void DrawAgent(const FCrowdSimulation& Simulation, const UWorld& World, AgentHandle Handle, int32 Level)
{
	const Result<AgentState> Found = Simulation.GetWorld().GetAgent(Handle);
	if (!Found)
	{
		return;
	}
	const AgentState& State = Found.Value();
	const FCrowdSimulation::FShown Shown = Simulation.Shown(Handle);
	const FVector& Center = Shown.Location;
	DrawCircle(World, Center, Units::ToCentimeters(State.Radius), Shown.bArrived ? FColor::Green : FColor::Yellow);
	DrawLine(World, Center, Center + Shown.Velocity, FColor::White);
	if (Level >= 2)
	{
		const Result<AgentProfile> Profile = Simulation.GetWorld().GetProfile(State.Profile);
		DrawCircle(World, Center, Profile ? Units::ToCentimeters(Profile.Value().NeighborDistance) : 0.0, FColor::Blue);
	}
	if (Level >= 2 && State.bHasGoal)
	{
		DrawLine(World, Center,
			Units::FromAbsolute(
				Units::FromPlane(State.Goal, Units::ToCentimeters(State.Height)), Simulation.WorldOrigin()),
			FColor::Cyan);
	}
}

/// All agents, or those nearest to the view where there are too many.
static std::vector<AgentHit> ChooseAgents(const FCrowdSimulation& Simulation, const UWorld& World)
{
	const FVector View =
		World.ViewLocationsRenderedLastFrame.IsEmpty() ? FVector::ZeroVector : World.ViewLocationsRenderedLastFrame[0];
	const Vec2 From = Units::ToPlane(Units::ToAbsolute(View, Simulation.WorldOrigin()));
	AgentFilter Filter;
	Filter.bGhosts = false;
	std::vector<AgentHit> Hits(MostAgents);
	// None for a view from where no agent can be.
	const Result<int> Found = Simulation.GetWorld().Nearest(From, CrowdMaxRange, Hits, Filter);
	Hits.resize(Found ? static_cast<size_t>(Found.Value()) : 0);
	return Hits;
}

static void DrawWatched(const FCrowdSimulation& Simulation, const UWorld& World)
{
	const DebugShapes::FShapes Shapes = DebugShapes::OfAgent(Simulation, Simulation.GetWatched());
	for (const DebugShapes::FCircle& Circle : Shapes.Circles)
	{
		DrawCircle(World, Circle.Center, Circle.Radius, Circle.Color);
	}
	for (const DebugShapes::FLine& Line : Shapes.Lines)
	{
		DrawLine(World, Line.Start, Line.End, Line.Color);
	}
}

static void DrawOutlines(const FCrowdSimulation& Simulation, const UWorld& World)
{
	const FIntVector Origin = Simulation.WorldOrigin();
	Simulation.ForEachOutline(
		[&](std::span<const Vec2> Outline, double Height)
		{
			Vec2 Before = Outline.back();
			for (const Vec2 Vertex : Outline)
			{
				DrawLine(World, Units::FromAbsolute(Units::FromPlane(Before, Height), Origin),
					Units::FromAbsolute(Units::FromPlane(Vertex, Height), Origin), FColor::Red);
				Before = Vertex;
			}
		});
}
}
#endif

void CrowdAvoidance::DebugDraw::Draw(const FCrowdSimulation& Simulation, int32 Level)
{
#if ENABLE_DRAW_DEBUG
	const UWorld* World = Simulation.GetEngineWorld();
	if (!World || Level <= 0)
	{
		return;
	}
	for (const AgentHit& Each : ChooseAgents(Simulation, *World))
	{
		DrawAgent(Simulation, *World, Each.Agent, Level);
	}
	if (Level >= 3)
	{
		DrawWatched(Simulation, *World);
	}
	if (Level >= 4)
	{
		DrawOutlines(Simulation, *World);
	}
#endif
}

namespace CrowdAvoidance::DebugDraw
{
// The macros are nothing at all where there is no Visual Logger.
static void Log(const AActor& Owner, const FString& Line)
{
	UE_VLOG(&Owner, LogCrowdAvoidance, Log, TEXT("%s"), *Line);
}

static void Log(const AActor& Owner, const DebugShapes::FLine& Line)
{
	UE_VLOG_SEGMENT(&Owner, LogCrowdAvoidance, Log, Line.Start, Line.End, Line.Color, TEXT("%s"),
		UTF8_TO_TCHAR(DebugKindName(Line.Kind)));
}

static void Log(const AActor& Owner, const DebugShapes::FCircle& Circle)
{
	UE_VLOG_CIRCLE(&Owner, LogCrowdAvoidance, Log, Circle.Center, FVector(0.0, 0.0, 1.0),
		static_cast<float>(Circle.Radius), Circle.Color, TEXT("%s"), UTF8_TO_TCHAR(DebugKindName(Circle.Kind)));
}

void LogWatched(const FCrowdSimulation& Simulation)
{
	const AgentHandle Watched = Simulation.GetWatched();
	const UCrowdAgentComponent* Agent = Simulation.FindComponent(Watched.Index);
	const AActor* Owner = Agent ? Agent->GetOwner() : nullptr;
	if (!Owner)
	{
		return;
	}
	for (const FString& Line : DebugShapes::Describe(Simulation, Watched))
	{
		Log(*Owner, Line);
	}
	const DebugShapes::FShapes Shapes = DebugShapes::OfAgent(Simulation, Watched);
	for (const DebugShapes::FLine& Line : Shapes.Lines)
	{
		Log(*Owner, Line);
	}
	for (const DebugShapes::FCircle& Circle : Shapes.Circles)
	{
		Log(*Owner, Circle);
	}
}
}
