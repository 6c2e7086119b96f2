// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "CrowdPathPlanner.h"

class UNavigationSystemV1;

namespace CrowdAvoidance
{
/// A path of the engine's as a route. Its corners say nothing of the ground between them, so places are added where the ground begins to
/// rise or fall. Without Ground the route is level: whoever follows it has its height from elsewhere. Corners: at least two. [cm]
TArray<FRoutePoint> MakeRoute(
	const TArray<FVector>& Corners, const FIntVector& WorldOrigin, const UNavigationSystemV1* Ground);
}
