// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Validation/Validation.h"

namespace CrowdAvoidance::Validation
{
std::span<const Suite> Suites()
{
	static constexpr Suite Table[] = {
		{"clearpath", "the ClearPath paper: collisions, time of its steps, speed, threads", &RunClearPathSuite},
		{"navmesh", "navigation meshes: ours against those of Recast's own pipeline", &RunNavMeshSuite},
		{"rcap", "the RCAP paper: how people react to each other; with --data against recorded encounters",
			&RunRcapSuite, false, true},
		{"scenes", "the scenes of the papers and our own, to the end: who arrives, walls, overlaps, time",
			&RunScenesSuite},
		{"scenes-large", "the same for thousands of agents: about an hour", &RunLargeScenesSuite, true},
	};
	return Table;
}
}
