// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/Scene.h"

#include <DetourCrowd.h>

#include <memory>

namespace CrowdAvoidance::Bench
{
struct DetourCrowdDeleter
{
	void operator()(dtCrowd* Crowd) const { dtFreeCrowd(Crowd); }
};

using DetourCrowdPtr = std::unique_ptr<dtCrowd, DetourCrowdDeleter>;

/// An empty crowd with room for the scene's agents, and with the best of the four avoidance qualities that come with
/// Detour's demo program. Throws InputError.
DetourCrowdPtr MakeDetourCrowd(const Scenarios::Scene& Scene, dtNavMesh& Mesh);

/// Agents as in the demo program, avoiding each other in that quality. Speed: the highest. [m/s]
dtCrowdAgentParams MakeDetourParams(const Scenarios::SceneAgent& Agent, float Speed);

/// Adds an agent and returns its index in the crowd. Throws InputError where there is no mesh under it.
int AddDetourAgent(dtCrowd& Crowd, const Scenarios::Scene& Scene, Vec2 Position, const dtCrowdAgentParams& Params);
}
