// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

class FCrowdSimulation;

/// The crowd in the viewport and in the Visual Logger.
namespace CrowdAvoidance::DebugDraw
{
/// Of a larger crowd so many are drawn, those nearest to the view. crowd.Debug's help says so too.
constexpr int32 MostAgents = 1000;

/// Draws for one frame what crowd.Debug asks for.
void Draw(const FCrowdSimulation& Simulation, int32 Level);

/// Tells the Visual Logger, where it records, of the watched agent.
void LogWatched(const FCrowdSimulation& Simulation);
}
