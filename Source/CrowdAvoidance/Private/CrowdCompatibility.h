// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Misc/EngineVersionComparison.h"
#include "NavMesh/RecastNavMesh.h"

// Differences between the engine versions of our range (5.5 to 5.8) are dealt with here, and nowhere else.
#if UE_VERSION_OLDER_THAN(5, 5, 0)
#error "CrowdAvoidance needs Unreal Engine 5.5 or later"
#endif

namespace CrowdAvoidance::Compatibility
{
#if WITH_RECAST
/// Ends of all edges of the mesh that nothing lies beyond, two by two, in no order that could be relied on. [cm]
inline TArray<FVector> GetBorderEdges(const ARecastNavMesh& Mesh)
{
	TArray<FVector> Ends;
	Mesh.BeginBatchQuery();
#if UE_VERSION_OLDER_THAN(5, 7, 0)
	FRecastDebugGeometry Geometry;
	Geometry.bGatherNavMeshEdges = true;
	Mesh.GetDebugGeometryForTile(Geometry, FNavTileRef());
	Ends = MoveTemp(Geometry.NavMeshEdges);
#else
	TArray<FNavTileRef> Tiles;
	Mesh.GetAllNavMeshTiles(Tiles);
	for (const FNavTileRef Tile : Tiles)
	{
		// Empty places of the pool are listed too, and must not be asked for edges.
		if (!Mesh.GetNavMeshTileBounds(Tile).IsValid)
		{
			continue;
		}
		TArray<FNavigationWallEdge> Edges;
		Mesh.GetEdgesInTile(Tile, Edges);
		for (const FNavigationWallEdge& Edge : Edges)
		{
			Ends.Add(Edge.Start);
			Ends.Add(Edge.End);
		}
	}
#endif
	Mesh.FinishBatchQuery();
	return Ends;
}
#endif
}
