// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

class dtNavMesh;

namespace StandIn
{
/// Sizes of a mesh, in Recast's units: the engine's centimetres.
struct FNavMeshSizes
{
	float CellSize = 5.0f;
	float CellHeight = 5.0f;
	int TileCells = 128;
	float AgentRadius = 35.0f;
	float AgentHeight = 180.0f;
	float StepHeight = 35.0f;
	float SlopeDegrees = 44.0f;
};

struct FDetourMeshDeleter
{
	void operator()(dtNavMesh* Mesh) const;
};
using FDetourMesh = std::unique_ptr<dtNavMesh, FDetourMeshDeleter>;

/// Vertices: three numbers each, three vertices a triangle, in Recast's axes.
FDetourMesh BuildNavMesh(const std::vector<float>& Vertices, const FNavMeshSizes& Sizes);
}
