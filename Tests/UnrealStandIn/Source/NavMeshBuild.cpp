// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// A tiled mesh from triangles, as Recast's own tool makes it.

#include "NavMeshBuild.h"

#include "StandInTypes.h"

#include <DetourAlloc.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <Recast.h>

#include <cmath>

namespace
{
using HeightfieldPointer = std::unique_ptr<rcHeightfield, decltype(&rcFreeHeightField)>;
using CompactPointer = std::unique_ptr<rcCompactHeightfield, decltype(&rcFreeCompactHeightfield)>;
using ContoursPointer = std::unique_ptr<rcContourSet, decltype(&rcFreeContourSet)>;
using PolygonsPointer = std::unique_ptr<rcPolyMesh, decltype(&rcFreePolyMesh)>;
using DetailPointer = std::unique_ptr<rcPolyMeshDetail, decltype(&rcFreePolyMeshDetail)>;

rcConfig MakeConfig(const StandIn::FNavMeshSizes& Sizes)
{
	rcConfig Out = {};
	Out.cs = Sizes.CellSize;
	Out.ch = Sizes.CellHeight;
	Out.walkableSlopeAngle = Sizes.SlopeDegrees;
	Out.walkableHeight = static_cast<int>(std::ceil(Sizes.AgentHeight / Sizes.CellHeight));
	Out.walkableClimb = static_cast<int>(std::floor(Sizes.StepHeight / Sizes.CellHeight));
	Out.walkableRadius = static_cast<int>(std::ceil(Sizes.AgentRadius / Sizes.CellSize));
	Out.maxEdgeLen = 0;
	Out.maxSimplificationError = 1.3f;
	Out.minRegionArea = 0;
	Out.mergeRegionArea = 400;
	Out.maxVertsPerPoly = 6;
	Out.detailSampleDist = 6.0f * Sizes.CellSize;
	Out.detailSampleMaxError = Sizes.CellHeight;
	Out.tileSize = Sizes.TileCells;
	Out.borderSize = Out.walkableRadius + 3;
	Out.width = Out.height = Out.tileSize + 2 * Out.borderSize;
	return Out;
}

CompactPointer Voxelise(rcContext& Context, const rcConfig& Config, const std::vector<float>& Vertices)
{
	const int Count = static_cast<int>(Vertices.size() / 3);
	std::vector<int> Triangles(static_cast<size_t>(Count));
	for (int Index = 0; Index < Count; ++Index)
	{
		Triangles[static_cast<size_t>(Index)] = Index;
	}
	std::vector<unsigned char> Areas(Triangles.size() / 3, 0);
	HeightfieldPointer Field(rcAllocHeightfield(), &rcFreeHeightField);
	check(rcCreateHeightfield(
		&Context, *Field, Config.width, Config.height, Config.bmin, Config.bmax, Config.cs, Config.ch));
	rcMarkWalkableTriangles(
		&Context, Config.walkableSlopeAngle, Vertices.data(), Count, Triangles.data(), Count / 3, Areas.data());
	check(rcRasterizeTriangles(
		&Context, Vertices.data(), Count, Triangles.data(), Areas.data(), Count / 3, *Field, Config.walkableClimb));
	rcFilterLowHangingWalkableObstacles(&Context, Config.walkableClimb, *Field);
	rcFilterLedgeSpans(&Context, Config.walkableHeight, Config.walkableClimb, *Field);
	rcFilterWalkableLowHeightSpans(&Context, Config.walkableHeight, *Field);
	CompactPointer Compact(rcAllocCompactHeightfield(), &rcFreeCompactHeightfield);
	check(rcBuildCompactHeightfield(&Context, Config.walkableHeight, Config.walkableClimb, *Field, *Compact));
	check(rcErodeWalkableArea(&Context, Config.walkableRadius, *Compact));
	check(rcBuildDistanceField(&Context, *Compact));
	check(rcBuildRegions(&Context, *Compact, Config.borderSize, Config.minRegionArea, Config.mergeRegionArea));
	return Compact;
}

/// What Detour is told of a tile.
dtNavMeshCreateParams Describe(const rcConfig& Config, rcPolyMesh& Polygons, const rcPolyMeshDetail& Detail,
	const StandIn::FNavMeshSizes& Sizes, int TileX, int TileY)
{
	for (int Index = 0; Index < Polygons.npolys; ++Index)
	{
		Polygons.flags[Index] = 1;
	}
	dtNavMeshCreateParams Out = {};
	Out.verts = Polygons.verts;
	Out.vertCount = Polygons.nverts;
	Out.polys = Polygons.polys;
	Out.polyAreas = Polygons.areas;
	Out.polyFlags = Polygons.flags;
	Out.polyCount = Polygons.npolys;
	Out.nvp = Polygons.nvp;
	Out.detailMeshes = Detail.meshes;
	Out.detailVerts = Detail.verts;
	Out.detailVertsCount = Detail.nverts;
	Out.detailTris = Detail.tris;
	Out.detailTriCount = Detail.ntris;
	Out.walkableHeight = Sizes.AgentHeight;
	Out.walkableRadius = Sizes.AgentRadius;
	Out.walkableClimb = Sizes.StepHeight;
	rcVcopy(Out.bmin, Polygons.bmin);
	rcVcopy(Out.bmax, Polygons.bmax);
	Out.tileX = TileX;
	Out.tileY = TileY;
	Out.cs = Config.cs;
	Out.ch = Config.ch;
	Out.buildBvTree = true;
	return Out;
}

void BuildTile(dtNavMesh& Mesh, const rcConfig& Config, const std::vector<float>& Vertices,
	const StandIn::FNavMeshSizes& Sizes, int TileX, int TileY)
{
	rcContext Context(false);
	const CompactPointer Compact = Voxelise(Context, Config, Vertices);
	ContoursPointer Contours(rcAllocContourSet(), &rcFreeContourSet);
	check(rcBuildContours(&Context, *Compact, Config.maxSimplificationError, Config.maxEdgeLen, *Contours));
	PolygonsPointer Polygons(rcAllocPolyMesh(), &rcFreePolyMesh);
	DetailPointer Detail(rcAllocPolyMeshDetail(), &rcFreePolyMeshDetail);
	if (Contours->nconts == 0 || !rcBuildPolyMesh(&Context, *Contours, Config.maxVertsPerPoly, *Polygons) ||
		Polygons->npolys == 0)
	{
		return;
	}
	check(rcBuildPolyMeshDetail(
		&Context, *Polygons, *Compact, Config.detailSampleDist, Config.detailSampleMaxError, *Detail));
	dtNavMeshCreateParams Params = Describe(Config, *Polygons, *Detail, Sizes, TileX, TileY);
	unsigned char* Data = nullptr;
	int Size = 0;
	check(dtCreateNavMeshData(&Params, &Data, &Size));
	check(dtStatusSucceed(Mesh.addTile(Data, Size, DT_TILE_FREE_DATA, 0, nullptr)));
}
}

namespace StandIn
{
void FDetourMeshDeleter::operator()(dtNavMesh* Mesh) const
{
	dtFreeNavMesh(Mesh);
}

FDetourMesh BuildNavMesh(const std::vector<float>& Vertices, const FNavMeshSizes& Sizes)
{
	rcConfig Config = MakeConfig(Sizes);
	float Low[3], High[3];
	rcCalcBounds(Vertices.data(), static_cast<int>(Vertices.size() / 3), Low, High);
	const float TileSize = static_cast<float>(Sizes.TileCells) * Sizes.CellSize;
	const int Across = static_cast<int>(std::ceil((High[0] - Low[0]) / TileSize));
	const int Along = static_cast<int>(std::ceil((High[2] - Low[2]) / TileSize));
	dtNavMeshParams Params = {};
	rcVcopy(Params.orig, Low);
	Params.tileWidth = Params.tileHeight = TileSize;
	Params.maxTiles = 256;
	Params.maxPolys = 4096;
	FDetourMesh Mesh(dtAllocNavMesh());
	check(Across * Along <= Params.maxTiles && dtStatusSucceed(Mesh->init(&Params)));
	const float Border = static_cast<float>(Config.borderSize) * Config.cs;
	for (int TileY = 0; TileY < Along; ++TileY)
	{
		for (int TileX = 0; TileX < Across; ++TileX)
		{
			rcVcopy(Config.bmin, Low);
			rcVcopy(Config.bmax, High);
			Config.bmin[0] = Low[0] + static_cast<float>(TileX) * TileSize - Border;
			Config.bmin[2] = Low[2] + static_cast<float>(TileY) * TileSize - Border;
			Config.bmax[0] = Config.bmin[0] + TileSize + 2.0f * Border;
			Config.bmax[2] = Config.bmin[2] + TileSize + 2.0f * Border;
			BuildTile(*Mesh, Config, Vertices, Sizes, TileX, TileY);
		}
	}
	return Mesh;
}
}
