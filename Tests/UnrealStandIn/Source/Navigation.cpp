// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "NavMesh/RecastNavMesh.h"
#include "NavMeshBuild.h"
#include "NavigationSystem.h"

#include "Engine/World.h"

#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>

#include <cmath>

STANDIN_IMPLEMENT_CLASS(UNavigationSystemBase, nullptr)
STANDIN_IMPLEMENT_CLASS(UNavigationSystemV1, []() -> UObject* { return ::new UNavigationSystemV1; })
STANDIN_IMPLEMENT_CLASS(ANavigationData, nullptr)
STANDIN_IMPLEMENT_CLASS(ARecastNavMesh, []() -> UObject* { return ::new ARecastNavMesh; })

namespace
{
constexpr int MostPolygons = 512;
constexpr int MostCorners = 256;

/// Recast's axes are the engine's -x, z, -y.
struct FRecastPoint
{
	float At[3];

	FRecastPoint() = default;
	explicit FRecastPoint(const FVector& Point)
		: At{static_cast<float>(-Point.X), static_cast<float>(Point.Z), static_cast<float>(-Point.Y)}
	{}
	static FVector ToEngine(const float* Point) { return FVector(-Point[0], -Point[2], Point[1]); }
};

struct FQueryDeleter
{
	void operator()(dtNavMeshQuery* Query) const { dtFreeNavMeshQuery(Query); }
};
}

struct ARecastNavMesh::FDetour
{
	StandIn::FDetourMesh Mesh;
	std::unique_ptr<dtNavMeshQuery, FQueryDeleter> Query;
	dtQueryFilter Filter;

	/// The nearest polygon whose nearest point lies in the box; 0: none.
	dtPolyRef Project(const FVector& Point, const FVector& Extent, FRecastPoint& Out) const
	{
		const FRecastPoint Center(Point);
		const float Half[3] = {
			static_cast<float>(Extent.X), static_cast<float>(Extent.Z), static_cast<float>(Extent.Y)};
		dtPolyRef Found = 0;
		if (dtStatusFailed(Query->findNearestPoly(Center.At, Half, &Filter, &Found, Out.At)) || Found == 0)
		{
			return 0;
		}
		for (int Axis = 0; Axis < 3; ++Axis)
		{
			if (std::abs(Out.At[Axis] - Center.At[Axis]) > Half[Axis])
			{
				return 0;
			}
		}
		return Found;
	}

	FPathFindingResult FindPath(const FVector& Start, const FVector& End) const
	{
		const FVector Extent(50.0, 50.0, 250.0);
		FRecastPoint From, To;
		const dtPolyRef First = Project(Start, Extent, From);
		const dtPolyRef Last = Project(End, Extent, To);
		if (First == 0 || Last == 0)
		{
			return FPathFindingResult(ENavigationQueryResult::Error);
		}
		dtPolyRef Polygons[MostPolygons];
		int PolygonCount = 0;
		check(dtStatusSucceed(
			Query->findPath(First, Last, From.At, To.At, &Filter, Polygons, &PolygonCount, MostPolygons)));
		FPathFindingResult Out(ENavigationQueryResult::Success);
		Out.Path = MakeShared<FNavigationPath>();
		if (Polygons[PolygonCount - 1] != Last)
		{
			Out.Path->SetIsPartial(true);
			check(dtStatusSucceed(
				Query->closestPointOnPoly(Polygons[PolygonCount - 1], FRecastPoint(To).At, To.At, nullptr)));
		}
		float Corners[MostCorners * 3];
		int Count = 0;
		check(dtStatusSucceed(Query->findStraightPath(
			From.At, To.At, Polygons, PolygonCount, Corners, nullptr, nullptr, &Count, MostCorners)));
		for (int Corner = 0; Corner < Count; ++Corner)
		{
			Out.Path->GetPathPoints().Add(FNavPathPoint(FRecastPoint::ToEngine(Corners + 3 * Corner)));
		}
		return Out;
	}
};

ARecastNavMesh::ARecastNavMesh() = default;
ARecastNavMesh::~ARecastNavMesh() = default;

void ARecastNavMesh::Rebuild(const TArray<FVector>& Triangles, float AgentRadius)
{
	std::vector<float> Vertices;
	// Recast goes around a triangle the other way.
	for (int32 Index = Triangles.Num() - 1; Index >= 0; --Index)
	{
		const FRecastPoint Point(Triangles[Index]);
		Vertices.insert(Vertices.end(), Point.At, Point.At + 3);
	}
	StandIn::FNavMeshSizes Sizes;
	Sizes.AgentRadius = AgentRadius;
	NavDataConfig.AgentRadius = AgentRadius;
	NavDataConfig.AgentHeight = Sizes.AgentHeight;
	Detour = std::make_unique<FDetour>();
	Detour->Mesh = StandIn::BuildNavMesh(Vertices, Sizes);
	Detour->Query.reset(dtAllocNavMeshQuery());
	check(dtStatusSucceed(Detour->Query->init(Detour->Mesh.get(), 4096)));
}

void ARecastNavMesh::GetAllNavMeshTiles(TArray<FNavTileRef>& OutRefs) const
{
	if (!Detour)
	{
		return;
	}
	const dtNavMesh& Mesh = *Detour->Mesh;
	for (int Index = 0; Index < Mesh.getMaxTiles(); ++Index)
	{
		OutRefs.Add(FNavTileRef(Mesh.getTileRef(Mesh.getTile(Index))));
	}
}

FBox ARecastNavMesh::GetNavMeshTileBounds(FNavTileRef TileRef) const
{
	const dtMeshTile* Tile = Detour->Mesh->getTileByRef(static_cast<dtTileRef>(static_cast<uint64>(TileRef)));
	if (!Tile || !Tile->header)
	{
		return FBox();
	}
	const FVector A = FRecastPoint::ToEngine(Tile->header->bmin), B = FRecastPoint::ToEngine(Tile->header->bmax);
	return FBox(FVector(B.X, B.Y, A.Z), FVector(A.X, A.Y, B.Z));
}

bool ARecastNavMesh::GetEdgesInTile(FNavTileRef TileRef, TArray<FNavigationWallEdge>& OutEdges) const
{
	constexpr int MostSegments = 64;
	const dtMeshTile* Tile = Detour->Mesh->getTileByRef(static_cast<dtTileRef>(static_cast<uint64>(TileRef)));
	check(Tile && Tile->header);
	const dtPolyRef Base = Detour->Mesh->getPolyRefBase(Tile);
	for (int Polygon = 0; Polygon < Tile->header->polyCount; ++Polygon)
	{
		float Segments[MostSegments * 6];
		int Count = 0;
		const dtPolyRef Ref = Base | static_cast<dtPolyRef>(Polygon);
		check(dtStatusSucceed(
			Detour->Query->getPolyWallSegments(Ref, &Detour->Filter, Segments, nullptr, &Count, MostSegments)));
		for (int Segment = 0; Segment < Count; ++Segment)
		{
			const FVector Start = FRecastPoint::ToEngine(Segments + 6 * Segment),
						  End = FRecastPoint::ToEngine(Segments + 6 * Segment + 3);
			const bool bTurned = OutEdges.Num() % 2 == 1;
			OutEdges.Add(bTurned ? FNavigationWallEdge(End, Start) : FNavigationWallEdge(Start, End));
		}
	}
	return !OutEdges.IsEmpty();
}

bool ARecastNavMesh::ProjectPointMulti(const FVector& Point, TArray<FNavLocation>& OutLocations, const FVector& Extent,
	double MinZ, double MaxZ, FSharedConstNavQueryFilter /*Filter*/, const UObject* /*Querier*/) const
{
	const FRecastPoint Center(FVector(Point.X, Point.Y, (MinZ + MaxZ) / 2.0));
	const float Half[3] = {
		static_cast<float>(Extent.X), static_cast<float>((MaxZ - MinZ) / 2.0), static_cast<float>(Extent.Y)};
	dtPolyRef Polygons[MostPolygons];
	int Count = 0;
	check(dtStatusSucceed(
		Detour->Query->queryPolygons(Center.At, Half, &Detour->Filter, Polygons, &Count, MostPolygons)));
	for (int Index = 0; Index < Count; ++Index)
	{
		float Nearest[3];
		check(dtStatusSucceed(Detour->Query->closestPointOnPoly(Polygons[Index], Center.At, Nearest, nullptr)));
		const FVector Found = FRecastPoint::ToEngine(Nearest);
		if (std::abs(Found.X - Point.X) <= Extent.X && std::abs(Found.Y - Point.Y) <= Extent.Y && Found.Z >= MinZ &&
			Found.Z <= MaxZ)
		{
			OutLocations.Add(FNavLocation(Found, Polygons[Index]));
		}
	}
	return !OutLocations.IsEmpty();
}

bool ARecastNavMesh::GetDebugGeometryForTile(FRecastDebugGeometry& OutGeometry, FNavTileRef TileRef) const
{
	TArray<FNavTileRef> Tiles;
	if (TileRef.IsValid())
	{
		Tiles.Add(TileRef);
	}
	else
	{
		GetAllNavMeshTiles(Tiles);
	}
	for (const FNavTileRef Tile : Tiles)
	{
		if (OutGeometry.bGatherNavMeshEdges && GetNavMeshTileBounds(Tile).IsValid)
		{
			TArray<FNavigationWallEdge> Edges;
			GetEdgesInTile(Tile, Edges);
			for (const FNavigationWallEdge& Edge : Edges)
			{
				OutGeometry.NavMeshEdges.Add(Edge.Start);
				OutGeometry.NavMeshEdges.Add(Edge.End);
			}
		}
	}
	return !TileRef.IsValid();
}

FPathFindingQuery::FPathFindingQuery(const UObject* /*InOwner*/, const ANavigationData& InNavData, const FVector& Start,
	const FVector& End, FSharedConstNavQueryFilter /*SourceQueryFilter*/, FNavPathSharedPtr /*InPathInstanceToFill*/,
	const double /*CostLimit*/, const bool /*bInRequireNavigableEndLocation*/)
	: NavData(&InNavData),
	  StartLocation(Start),
	  EndLocation(End)
{}

UNavigationSystemV1* UNavigationSystemV1::GetCurrent(UWorld* World)
{
	return World ? Cast<UNavigationSystemV1>(World->GetNavigationSystem()) : nullptr;
}

FPathFindingResult UNavigationSystemV1::FindPathSync(FPathFindingQuery Query, EPathFindingMode::Type /*Mode*/)
{
	const ARecastNavMesh* Mesh = static_cast<const ARecastNavMesh*>(Query.NavData.Get());
	return Mesh && Mesh->Detour ? Mesh->Detour->FindPath(Query.StartLocation, Query.EndLocation)
								: FPathFindingResult(ENavigationQueryResult::Error);
}

uint32 UNavigationSystemV1::FindPathAsync(const FNavAgentProperties& /*AgentProperties*/, FPathFindingQuery Query,
	const FNavPathQueryDelegate& ResultDelegate, EPathFindingMode::Type /*Mode*/)
{
	Pending.push_back({++LastId, Query, ResultDelegate});
	return LastId;
}

void UNavigationSystemV1::AbortAsyncFindPathRequest(uint32 AsynPathQueryID)
{
	std::erase_if(Pending, [=](const FAsyncQuery& Query) { return Query.Id == AsynPathQueryID; });
}

bool UNavigationSystemV1::ProjectPointToNavigation(const FVector& Point, FNavLocation& OutLocation,
	const FVector& Extent, const ANavigationData* NavData, FSharedConstNavQueryFilter /*QueryFilter*/) const
{
	const ARecastNavMesh* Mesh = static_cast<const ARecastNavMesh*>(NavData ? NavData : MainNavData);
	FRecastPoint Found;
	const dtPolyRef Polygon = Mesh && Mesh->Detour ? Mesh->Detour->Project(Point, Extent, Found) : 0;
	if (Polygon != 0)
	{
		OutLocation = FNavLocation(FRecastPoint::ToEngine(Found.At), Polygon);
	}
	return Polygon != 0;
}

void UNavigationSystemV1::Tick(float /*DeltaSeconds*/)
{
	const std::vector<FAsyncQuery> Answered = std::exchange(UnderWay, std::exchange(Pending, {}));
	for (const FAsyncQuery& Query : Answered)
	{
		const FPathFindingResult Found = FindPathSync(Query.Query);
		Query.Done.ExecuteIfBound(Query.Id, Found.Result, Found.Path);
	}
}

bool UNavigationSystemV1::IsNavigationBeingBuilt(UObject* WorldContextObject)
{
	const UNavigationSystemV1* System = GetCurrent(WorldContextObject->GetWorld());
	return System && !static_cast<const ARecastNavMesh*>(System->MainNavData)->Detour;
}

void UNavigationSystemV1::StandInBuild(UWorld& World, const TArray<FVector>& Triangles, float AgentRadius)
{
	UNavigationSystemV1* System = GetCurrent(&World);
	if (!System)
	{
		System = NewObject<UNavigationSystemV1>(&World);
		World.SetNavigationSystem(System);
		System->MainNavData = World.SpawnActor<ARecastNavMesh>();
	}
	if (!Triangles.IsEmpty())
	{
		static_cast<ARecastNavMesh*>(System->MainNavData)->Rebuild(Triangles, AgentRadius);
		System->OnNavigationGenerationFinishedDelegate.Broadcast(System->MainNavData);
	}
}
