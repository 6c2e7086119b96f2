// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Validation/RecastPeer.h"

#include "Scenarios/Scene.h"

#include <DetourNavMeshBuilder.h>
#include <Recast.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <ctime>
#include <initializer_list>
#include <vector>

namespace CrowdAvoidance::Validation
{
namespace
{
constexpr int VertsPerPolygon = DT_VERTS_PER_POLYGON;
/// Cells round a tile that it is built with and that are cut off in the end: Recast's demo takes three more than the radius.
constexpr int BorderCells = 3;
/// Of regions that are joined to larger ones, as in the demo. [cells]
constexpr int MergeRegionArea = 20 * 20;
/// In heights of a cell. Everything above the ground is as high as a wall.
constexpr int WallHeight = 4;
constexpr unsigned char OpenDoorArea = 1, ShutDoorArea = 2;

using Point3 = std::array<float, 3>;

/// Recast tells when a stage begins and ends.
class StageClock final : public rcContext
{
public:
	RecastTimes Times() const
	{
		const auto Sum = [this](std::initializer_list<rcTimerLabel> Labels)
		{
			std::clock_t Ticks = 0;
			for (const rcTimerLabel Label : Labels)
			{
				Ticks += Total[Label];
			}
			return static_cast<double>(Ticks) / CLOCKS_PER_SEC;
		};
		return {.Cells = Sum(
					{RC_TIMER_RASTERIZE_TRIANGLES, RC_TIMER_BUILD_COMPACTHEIGHTFIELD, RC_TIMER_MARK_CONVEXPOLY_AREA}),
			.Regions = Sum({RC_TIMER_BUILD_DISTANCEFIELD, RC_TIMER_BUILD_REGIONS}),
			.Contours = Sum({RC_TIMER_BUILD_CONTOURS}),
			.Polygons = Sum({RC_TIMER_BUILD_POLYMESH})};
	}

private:
	void doStartTimer(const rcTimerLabel Label) override { Total[Label] -= std::clock(); }
	void doStopTimer(const rcTimerLabel Label) override { Total[Label] += std::clock(); }

	std::array<std::clock_t, RC_MAX_TIMERS> Total{};
};

template <auto Free>
struct RecastDeleter
{
	template <typename T>
	void operator()(T* Item) const
	{
		Free(Item);
	}
};
using HeightfieldPtr = std::unique_ptr<rcHeightfield, RecastDeleter<rcFreeHeightField>>;
using CompactPtr = std::unique_ptr<rcCompactHeightfield, RecastDeleter<rcFreeCompactHeightfield>>;
using ContoursPtr = std::unique_ptr<rcContourSet, RecastDeleter<rcFreeContourSet>>;
using PolygonsPtr = std::unique_ptr<rcPolyMesh, RecastDeleter<rcFreePolyMesh>>;

void Require(bool bDone, const char* Step)
{
	if (!bDone)
	{
		throw Scenarios::InputError(fmt::format("Recast's own pipeline failed in {}", Step));
	}
}

struct Box
{
	Vec2 Min{INFINITY, INFINITY}, Max{-INFINITY, -INFINITY};

	void Add(Vec2 Point)
	{
		Min = {std::min(Min.X, Point.X), std::min(Min.Y, Point.Y)};
		Max = {std::max(Max.X, Point.X), std::max(Max.Y, Point.Y)};
	}
	bool Overlaps(const Box& Other) const
	{
		return Min.X <= Other.Max.X && Other.Min.X <= Max.X && Min.Y <= Other.Max.Y && Other.Min.Y <= Max.Y;
	}
};

class TileBuilder
{
public:
	TileBuilder(const NavMeshDef& InDef, const RecastChoice& InChoice) : Def(InDef), Choice(InChoice)
	{
		const auto CellsAlong = [this](float Min, float Max)
		{
			const double Cells = std::ceil((static_cast<double>(Max) - Min) / Def.CellSize - 0.05);
			return std::max(1, static_cast<int>(Cells));
		};
		TileCells = static_cast<int>(std::round(Def.TileSize / Def.CellSize));
		Columns = CellsAlong(Def.Min.X, Def.Max.X);
		Rows = CellsAlong(Def.Min.Y, Def.Max.Y);
		for (const std::vector<Vec2>& Outline : Def.Solids)
		{
			std::for_each(
				Outline.begin(), Outline.end(), [&Item = SolidBoxes.emplace_back()](Vec2 At) { Item.Add(At); });
		}
	}

	RecastTimes Times() const { return Context.Times(); }

	DetourMeshPtr Build()
	{
		DetourMeshPtr Mesh(dtAllocNavMesh());
		dtNavMeshParams Params{};
		Params.orig[0] = Def.Min.X;
		Params.orig[2] = Def.Min.Y;
		Params.tileWidth = Params.tileHeight = static_cast<float>(TileCells) * Def.CellSize;
		const int TileColumns = (Columns + TileCells - 1) / TileCells;
		const int TileRows = (Rows + TileCells - 1) / TileCells;
		Params.maxTiles = TileColumns * TileRows;
		const auto TileBits = static_cast<int>(std::bit_width(static_cast<unsigned>(Params.maxTiles - 1)));
		Params.maxPolys = 1 << std::min(15, 22 - TileBits);
		Require(Mesh != nullptr && dtStatusSucceed(Mesh->init(&Params)), "dtNavMesh::init");
		for (int TileY = 0; TileY < TileRows; ++TileY)
		{
			for (int TileX = 0; TileX < TileColumns; ++TileX)
			{
				AddTile(TileX, TileY, *Mesh);
			}
		}
		return Mesh;
	}

private:
	void AddTile(int TileX, int TileY, dtNavMesh& Mesh)
	{
		// Those on the far sides of the ground are no larger than need be.
		Width = std::min(TileCells, Columns - TileX * TileCells) + 2 * BorderCells;
		Height = std::min(TileCells, Rows - TileY * TileCells) + 2 * BorderCells;
		const auto At = [this](float Min, int Cell) { return Min + static_cast<float>(Cell) * Def.CellSize; };
		Tile.Min = {At(Def.Min.X, TileX * TileCells - BorderCells), At(Def.Min.Y, TileY * TileCells - BorderCells)};
		Tile.Max = {At(Tile.Min.X, Width), At(Tile.Min.Y, Height)};

		CompactPtr Compact = MakeCompactHeightfield();
		FindRegions(*Compact);
		const ContoursPtr Contours(rcAllocContourSet());
		Require(Contours != nullptr && rcBuildContours(&Context, *Compact, Choice.MaxError, 0, *Contours, 0),
			"rcBuildContours");
		const PolygonsPtr Polygons(rcAllocPolyMesh());
		Require(
			Polygons != nullptr && rcBuildPolyMesh(&Context, *Contours, VertsPerPolygon, *Polygons), "rcBuildPolyMesh");
		if (Polygons->npolys > 0)
		{
			AddToDetour(TileX, TileY, *Polygons, Mesh);
		}
	}

	CompactPtr MakeCompactHeightfield()
	{
		const HeightfieldPtr Heights(rcAllocHeightfield());
		const Point3 Min{Tile.Min.X, 0.0f, Tile.Min.Y};
		const Point3 Max{Tile.Max.X, 2.0f * WallHeight * Def.CellSize, Tile.Max.Y};
		Require(Heights != nullptr &&
				rcCreateHeightfield(
					&Context, *Heights, Width, Height, Min.data(), Max.data(), Def.CellSize, Def.CellSize),
			"rcCreateHeightfield");
		// The ground first: of two that are merged in a cell the later one says what can be walked on.
		const Box Ground{{std::max(Tile.Min.X, Def.Min.X), std::max(Tile.Min.Y, Def.Min.Y)},
			{std::min(Tile.Max.X, Def.Max.X), std::min(Tile.Max.Y, Def.Max.Y)}};
		Rasterize({{{Ground.Min.X, 0.0f, Ground.Min.Y}, {Ground.Max.X, 0.0f, Ground.Min.Y},
					  {Ground.Max.X, 0.0f, Ground.Max.Y}, {Ground.Min.X, 0.0f, Ground.Max.Y}}},
			RC_WALKABLE_AREA, *Heights);
		ForEachSolid(
			[this, &Heights](const std::vector<Vec2>& Outline)
			{
				if (Outline.size() == 2 || Choice.Cells == ERecastCells::Triangles)
				{
					RasterizeWalls(Outline, *Heights);
				}
			});

		CompactPtr Compact(rcAllocCompactHeightfield());
		Require(Compact != nullptr && rcBuildCompactHeightfield(&Context, 1, 1, *Heights, *Compact),
			"rcBuildCompactHeightfield");
		for (const NavDoorDef& Door : Def.Doors)
		{
			Mark(Door.Outline, Door.bOpen ? OpenDoorArea : ShutDoorArea, *Compact);
		}
		ForEachSolid(
			[this, &Compact](const std::vector<Vec2>& Outline)
			{
				if (Outline.size() > 2)
				{
					// It takes polygons that are not convex just as well.
					Mark(Outline, RC_NULL_AREA, *Compact);
				}
			});
		return Compact;
	}

	template <typename Visitor>
	void ForEachSolid(Visitor&& Visit)
	{
		for (size_t Index = 0; Index < Def.Solids.size(); ++Index)
		{
			if (SolidBoxes[Index].Overlaps(Tile))
			{
				Visit(Def.Solids[Index]);
			}
		}
	}

	void Rasterize(const std::array<Point3, 4>& Quad, unsigned char Area, rcHeightfield& Heights)
	{
		const int Triangles[6] = {0, 1, 2, 0, 2, 3};
		const unsigned char Areas[2] = {Area, Area};
		Require(
			rcRasterizeTriangles(&Context, Quad[0].data(), 4, Triangles, Areas, 2, Heights), "rcRasterizeTriangles");
	}

	void RasterizeWalls(const std::vector<Vec2>& Outline, rcHeightfield& Heights)
	{
		const float Top = WallHeight * Def.CellSize;
		for (size_t Index = 0; Index < Outline.size(); ++Index)
		{
			const Vec2 From = Outline[Index];
			const Vec2 To = Outline[(Index + 1) % Outline.size()];
			Rasterize({{{From.X, 0.0f, From.Y}, {To.X, 0.0f, To.Y}, {To.X, Top, To.Y}, {From.X, Top, From.Y}}},
				RC_NULL_AREA, Heights);
		}
	}

	void Mark(const std::vector<Vec2>& Outline, unsigned char Area, rcCompactHeightfield& Compact)
	{
		std::vector<float> Places;
		for (const Vec2 Vertex : Outline)
		{
			Places.insert(Places.end(), {Vertex.X, 0.0f, Vertex.Y});
		}
		rcMarkConvexPolyArea(
			&Context, Places.data(), static_cast<int>(Outline.size()), 0.0f, 2.0f * Def.CellSize, Area, Compact);
	}

	void FindRegions(rcCompactHeightfield& Compact)
	{
		switch (Choice.Regions)
		{
		case ERecastRegions::Watershed:
			Require(rcBuildDistanceField(&Context, Compact) &&
					rcBuildRegions(&Context, Compact, BorderCells, 0, MergeRegionArea),
				"rcBuildRegions");
			break;
		case ERecastRegions::Monotone:
			Require(
				rcBuildRegionsMonotone(&Context, Compact, BorderCells, 0, MergeRegionArea), "rcBuildRegionsMonotone");
			break;
		case ERecastRegions::Layers:
			Require(rcBuildLayerRegions(&Context, Compact, BorderCells, 0), "rcBuildLayerRegions");
			break;
		}
	}

	void AddToDetour(int TileX, int TileY, rcPolyMesh& Polygons, dtNavMesh& Mesh)
	{
		for (int Index = 0; Index < Polygons.npolys; ++Index)
		{
			Polygons.flags[Index] = Polygons.areas[Index] == ShutDoorArea ? 0 : 1;
		}
		dtNavMeshCreateParams Params{};
		Params.verts = Polygons.verts;
		Params.vertCount = Polygons.nverts;
		Params.polys = Polygons.polys;
		Params.polyFlags = Polygons.flags;
		Params.polyAreas = Polygons.areas;
		Params.polyCount = Polygons.npolys;
		Params.nvp = VertsPerPolygon;
		Params.tileX = TileX;
		Params.tileY = TileY;
		std::copy_n(Polygons.bmin, 3, Params.bmin);
		std::copy_n(Polygons.bmax, 3, Params.bmax);
		Params.walkableHeight = 2.0f;
		Params.walkableClimb = 0.5f;
		Params.cs = Polygons.cs;
		Params.ch = Polygons.ch;
		Params.buildBvTree = true;
		unsigned char* Data = nullptr;
		int Size = 0;
		Require(dtCreateNavMeshData(&Params, &Data, &Size), "dtCreateNavMeshData");
		dtTileRef Ref = 0;
		if (dtStatusFailed(Mesh.addTile(Data, Size, DT_TILE_FREE_DATA, 0, &Ref)))
		{
			dtFree(Data);
			Require(false, "dtNavMesh::addTile");
		}
		// Ground that is no whole number of cells ends within its last ones, as it does in ours.
		const dtMeshTile& Added = *Mesh.getTileByRef(Ref);
		for (int Index = 0; Index < Added.header->vertCount; ++Index)
		{
			Added.verts[3 * Index] = std::min(Added.verts[3 * Index], Def.Max.X);
			Added.verts[3 * Index + 2] = std::min(Added.verts[3 * Index + 2], Def.Max.Y);
		}
	}

	const NavMeshDef& Def;
	const RecastChoice Choice;
	StageClock Context;
	int Columns = 0, Rows = 0, TileCells = 0; ///< Of the ground, and along the side of a tile. [cells]
	std::vector<Box> SolidBoxes;
	/// Of the tile that is being built, with its border.
	Box Tile;
	int Width = 0, Height = 0; ///< [cells]
};
}

DetourMeshPtr BuildWithRecast(const NavMeshDef& Def, const RecastChoice& Choice, RecastTimes& OutTimes)
{
	TileBuilder Builder(Def, Choice);
	DetourMeshPtr Mesh = Builder.Build();
	OutTimes = Builder.Times();
	return Mesh;
}
}
