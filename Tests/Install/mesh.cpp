// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What the libraries depend on is found and linked too: TBB, Recast, Detour.

#include "CrowdNavMesh/CrowdNavMesh.h"

#include <cstdio>

using namespace CrowdAvoidance;

int main()
{
	const std::unique_ptr<TaskScheduler> Tasks = CreateTbbScheduler(2);
	NavMeshDef Ground;
	Ground.Max = {10, 10};
	Ground.Solids = {{{4, 4}, {6, 4}, {6, 6}, {4, 6}}};
	const Result<NavMesh> Mesh = NavMesh::Build(Ground, Tasks.get());
	std::puts(Mesh.ErrorText());
	return Mesh ? 0 : 1;
}
