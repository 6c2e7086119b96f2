// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdBench/Rvo2Peer.h"
#include "Scenarios/Scene.h"

namespace CrowdAvoidance::Bench
{
/// Everything of the scene that RVO2 knows: agents with their profiles, and obstacles.
void FillRvo2(Rvo2Peer& Peer, const Scenarios::Scene& Scene);
}
