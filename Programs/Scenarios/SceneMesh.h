// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavMesh/CrowdNavMesh.h"
#include "Scenarios/Scene.h"

namespace CrowdAvoidance::Scenarios
{
/// The mesh that agents of a scene walk on, as it is at the start.
NavMeshDef MeshOf(const Scene& InScene);
}
