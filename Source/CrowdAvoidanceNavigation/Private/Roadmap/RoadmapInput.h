// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavigation/CrowdRoadmap.h"
#include "Roadmap/CornerNodes.h"

namespace CrowdAvoidance
{
/// Whether Field[Index] is a place in the world.
Result<void> CheckRoadPoint(const char* Field, size_t Index, Vec2 Value);

/// Everything that a definition must be, but for the areas of solids and where they are in relation to nodes.
Result<void> CheckRoadmapDef(const RoadmapDef& Def);

/// The solids of a definition that has been checked.
Result<RoadSolids> MakeRoadSolids(const RoadmapDef& Def);

/// How much nearer than its radius a disc may come to a segment: rounding of nodes and positions to floats. [m]
double RoadTolerance(const RoadmapDef& Def);
}
