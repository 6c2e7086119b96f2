// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "NavigationData.h"

#include <memory>

struct FNavTileRef
{
	FNavTileRef() = default;
	explicit FNavTileRef(const uint64 InTileRef) : TileRef(InTileRef) {}
	explicit operator uint64() const { return TileRef; }
	bool IsValid() const { return TileRef != 0; }

private:
	uint64 TileRef = 0;
};

struct FNavigationWallEdge
{
	FNavigationWallEdge() = default;
	FNavigationWallEdge(const FVector& InStart, const FVector& InEnd) : Start(InStart), End(InEnd) {}

	FVector Start = FVector::ZeroVector;
	FVector End = FVector::ZeroVector;
};

struct FRecastDebugGeometry
{
	TArray<FVector> NavMeshEdges; ///< Pairs.
	uint32 bGatherNavMeshEdges : 1;

	FRecastDebugGeometry() : bGatherNavMeshEdges(false) {}
};

/// A mesh of tiles, built with Recast and searched with Detour: those of the system, not the engine's.
class ARecastNavMesh : public ANavigationData
{
	STANDIN_CLASS_BODY(ARecastNavMesh, ANavigationData)

public:
	ARecastNavMesh();
	virtual ~ARecastNavMesh() override;

	/// Lists empty places of its pool too, whose bounds are not valid.
	void GetAllNavMeshTiles(TArray<FNavTileRef>& OutRefs) const;
	FBox GetNavMeshTileBounds(FNavTileRef TileRef) const;
	/// Of a tile that is there. Its edges point any way: nobody is to rely on that.
	bool GetEdgesInTile(FNavTileRef TileRef, TArray<FNavigationWallEdge>& OutEdges) const;
	/// No valid tile: of all.
	bool GetDebugGeometryForTile(FRecastDebugGeometry& OutGeometry, FNavTileRef TileRef) const;

	/// All places of the mesh in the upright box around the point, from MinZ to MaxZ.
	bool ProjectPointMulti(const FVector& Point, TArray<FNavLocation>& OutLocations, const FVector& Extent, double MinZ,
		double MaxZ, FSharedConstNavQueryFilter Filter = nullptr, const UObject* Querier = nullptr) const;

	/// What the engine does inside: the stand-in's navigation system alone uses it.
	struct FDetour;
	std::unique_ptr<FDetour> Detour;
	void Rebuild(const TArray<FVector>& Triangles, float AgentRadius);
};
