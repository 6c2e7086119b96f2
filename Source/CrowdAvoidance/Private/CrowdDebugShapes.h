// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "CrowdCore/CrowdDebug.h"

class FCrowdSimulation;

/// What there is to see of an agent, as lines, circles and text in the engine's units: made once, for the viewport, the Visual Logger and
/// the Gameplay Debugger.
namespace CrowdAvoidance::DebugShapes
{
struct FLine
{
	FVector Start; ///< [cm]
	FVector End;
	FColor Color;
	EDebugKind Kind = EDebugKind::Body;
};

struct FCircle
{
	FVector Center; ///< [cm]
	double Radius = 0.0;
	FColor Color;
	EDebugKind Kind = EDebugKind::Body;
};

struct FShapes
{
	TArray<FLine> Lines;
	TArray<FCircle> Circles;
};

/// What the last step saw and decided for a watched agent, at its height. A velocity is drawn as where it leads to in a second. Nothing, where
/// the agent is not watched.
FShapes OfAgent(const FCrowdSimulation& Simulation, AgentHandle Agent);

/// Lines of text on any agent: body, pace, goal; of a watched one also what it avoids.
TArray<FString> Describe(const FCrowdSimulation& Simulation, AgentHandle Agent);
}
