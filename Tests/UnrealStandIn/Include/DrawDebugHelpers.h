// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Engine/World.h"

namespace StandIn
{
/// What has been drawn since the test began, for tests.
struct FDrawnShapes
{
	int32 Circles = 0;
	int32 Lines = 0;
	double LeastX = 1.0e30; ///< Of circles' centres.
};
extern FDrawnShapes GDrawn;
}

inline void DrawDebugCircle(
	const UWorld*, FVector Center, float, int32, const FColor&, bool, float, uint8, float, FVector, FVector, bool)
{
	++StandIn::GDrawn.Circles;
	StandIn::GDrawn.LeastX = FMath::Min(StandIn::GDrawn.LeastX, Center.X);
}

inline void DrawDebugLine(const UWorld*, const FVector&, const FVector&, const FColor&, bool, float, uint8, float)
{
	++StandIn::GDrawn.Lines;
}
