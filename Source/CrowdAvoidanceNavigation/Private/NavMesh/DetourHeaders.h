// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

// The one place where Recast and Detour are included: the engine keeps its copy in folders and counts in doubles.
#if CROWD_UNREAL
#include <Detour/DetourAlloc.h>
#include <Detour/DetourNavMesh.h>
#include <Detour/DetourNavMeshBuilder.h>
#include <Detour/DetourNavMeshQuery.h>
#include <Recast/Recast.h>
#include <Recast/RecastAlloc.h>
#else
#include <DetourAlloc.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>
#include <Recast.h>
#include <RecastAlloc.h>
#endif

namespace CrowdAvoidance
{
#if CROWD_UNREAL
using DetourReal = dtReal;
#else
using DetourReal = float;
#endif
}
