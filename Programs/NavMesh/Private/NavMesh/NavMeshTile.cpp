// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "NavMesh/NavMeshTile.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace CrowdAvoidance
{
namespace
{
/// Recast numbers edges with 16 bits, and a tile has about three of them for every corner.
constexpr size_t MostTileCorners = 20000;
constexpr int VertsPerPolygon = DT_VERTS_PER_POLYGON;

/// Hears of everything that Recast is not content with.
class ComplaintListener final : public rcContext
{
public:
	bool bComplained = false;

protected:
	void doLog(const rcLogCategory Category, const char*, const int) override
	{
		bComplained = bComplained || Category != RC_LOG_PROGRESS;
	}
};

struct ContourSetDeleter
{
	void operator()(rcContourSet* Set) const { rcFreeContourSet(Set); }
};
using ContourSetPointer = std::unique_ptr<rcContourSet, ContourSetDeleter>;

struct PolyMeshDeleter
{
	void operator()(rcPolyMesh* Mesh) const { rcFreePolyMesh(Mesh); }
};

template <typename T>
T* AllocateForRecast(size_t Count)
{
	T* const Memory = static_cast<T*>(rcAlloc(sizeof(T) * Count, RC_ALLOC_PERM));
	if (Memory != nullptr)
	{
		std::memset(static_cast<void*>(Memory), 0, sizeof(T) * Count);
	}
	return Memory;
}

/// Recast goes round the other way: its x and z with y up make a left-handed picture of ours.
ContourSetPointer MakeContourSet(const NavCells& Cells, const std::vector<NavContour>& Contours)
{
	ContourSetPointer Set(rcAllocContourSet());
	if (Set == nullptr)
	{
		return nullptr;
	}
	Set->conts = AllocateForRecast<rcContour>(Contours.size());
	if (Set->conts == nullptr)
	{
		return nullptr;
	}
	Set->cs = 1.0f;
	Set->ch = 1.0f;
	Set->width = 2 * Cells.Width;
	Set->height = 2 * Cells.Height;
	// Tells Recast to look for edges along the sides of the tile.
	Set->borderSize = 1;
	for (const NavContour& Source : Contours)
	{
		rcContour& Target = Set->conts[Set->nconts++];
		Target.verts = AllocateForRecast<int>(4 * Source.Corners.size());
		if (Target.verts == nullptr)
		{
			return nullptr;
		}
		Target.nverts = static_cast<int>(Source.Corners.size());
		Target.reg = static_cast<unsigned short>(Set->nconts - 1);
		for (size_t Index = 0; Index < Source.Corners.size(); ++Index)
		{
			const NavCorner Corner = Source.Corners[Source.Corners.size() - 1 - Index];
			Target.verts[4 * Index] = Corner.X;
			Target.verts[4 * Index + 2] = Corner.Y;
		}
	}
	return Set;
}

/// Twice the area, positive counter-clockwise.
template <typename CornerFunction>
int64_t TwiceArea(int Count, CornerFunction&& CornerAt)
{
	int64_t Sum = 0;
	for (int Index = 0; Index < Count; ++Index)
	{
		const NavCorner A = CornerAt(Index);
		const NavCorner B = CornerAt((Index + 1) % Count);
		Sum += static_cast<int64_t>(A.X) * B.Y - static_cast<int64_t>(B.X) * A.Y;
	}
	return Sum;
}

int VertexCount(const unsigned short* Polygon)
{
	int Count = 0;
	while (Count < VertsPerPolygon && Polygon[Count] != RC_MESH_NULL_IDX)
	{
		++Count;
	}
	return Count;
}

NavCorner VertexAt(const rcPolyMesh& Mesh, int Index)
{
	return {Mesh.verts[3 * Index], Mesh.verts[3 * Index + 2]};
}

/// Whether the polygons are what the contours enclose: each the right way round, and no ground lost or doubled.
bool CoverTheSame(const std::vector<NavContour>& Contours, const rcPolyMesh& Mesh)
{
	std::vector<int64_t> Left(Contours.size());
	for (size_t Index = 0; Index < Contours.size(); ++Index)
	{
		const std::vector<NavCorner>& Corners = Contours[Index].Corners;
		Left[Index] = TwiceArea(
			static_cast<int>(Corners.size()), [&Corners](int Corner) { return Corners[static_cast<size_t>(Corner)]; });
		if (Left[Index] <= 0)
		{
			return false;
		}
	}
	for (int Index = 0; Index < Mesh.npolys; ++Index)
	{
		const unsigned short* const Polygon = Mesh.polys + 2 * VertsPerPolygon * Index;
		const int64_t Area =
			TwiceArea(VertexCount(Polygon), [&Mesh, Polygon](int Corner) { return VertexAt(Mesh, Polygon[Corner]); });
		if (Area >= 0)
		{
			return false;
		}
		Left[Mesh.regs[Index]] += Area;
	}
	return std::all_of(Left.begin(), Left.end(), [](int64_t Rest) { return Rest == 0; });
}

/// How many links Detour may need at the tile's sides beyond those that it makes room for by itself: a neighbour can have as
/// many polygons along an edge as the edge has cells, and Detour leaves out links that it has no room for.
int LinksAlongSides(const rcPolyMesh& Mesh)
{
	int Sum = 0;
	for (int Index = 0; Index < Mesh.npolys; ++Index)
	{
		const unsigned short* const Polygon = Mesh.polys + 2 * VertsPerPolygon * Index;
		const int Count = VertexCount(Polygon);
		for (int Edge = 0; Edge < Count; ++Edge)
		{
			const unsigned short Neighbor = Polygon[VertsPerPolygon + Edge];
			if (Neighbor != RC_MESH_NULL_IDX && (Neighbor & 0x8000) != 0)
			{
				const NavCorner From = VertexAt(Mesh, Polygon[Edge]);
				const NavCorner To = VertexAt(Mesh, Polygon[(Edge + 1) % Count]);
				Sum += (std::abs(To.X - From.X) + std::abs(To.Y - From.Y)) / 2;
			}
		}
	}
	return Sum;
}

/// Where the links of a tile are kept, which Detour fills in when the tile is added.
struct TileSections
{
	size_t LinksBegin = 0, LinksEnd = 0; ///< [bytes]
	size_t Size = 0;                     ///< Of all. [bytes]
};

TileSections SectionsOf(const dtMeshHeader& Header)
{
	const auto Align = [](size_t Size) { return (Size + 3) & ~size_t{3}; };
	const auto SizeOf = [&Align](int Count, size_t One) { return Align(static_cast<size_t>(Count) * One); };
	TileSections Sections;
	Sections.LinksBegin = Align(sizeof(dtMeshHeader)) + SizeOf(Header.vertCount, 3 * sizeof(float)) +
		SizeOf(Header.polyCount, sizeof(dtPoly));
	Sections.LinksEnd = Sections.LinksBegin + SizeOf(Header.maxLinkCount, sizeof(dtLink));
	Sections.Size = Sections.LinksEnd + SizeOf(Header.detailMeshCount, sizeof(dtPolyDetail)) +
		SizeOf(Header.detailVertCount, 3 * sizeof(float)) + SizeOf(Header.detailTriCount, 4) +
		SizeOf(Header.bvNodeCount, sizeof(dtBVNode)) + SizeOf(Header.offMeshConCount, sizeof(dtOffMeshConnection));
	return Sections;
}

/// Makes room for more links.
bool AddLinkRoom(NavTileBytes& Tile, int More)
{
	dtMeshHeader Header;
	std::memcpy(&Header, Tile.Data.get(), sizeof(Header));
	const TileSections Old = SectionsOf(Header);
	Header.maxLinkCount += More;
	const TileSections New = SectionsOf(Header);
	unsigned char* const Larger = static_cast<unsigned char*>(dtAlloc(New.Size, DT_ALLOC_PERM));
	if (Larger == nullptr)
	{
		return false;
	}
	std::memcpy(Larger, Tile.Data.get(), Old.LinksBegin);
	std::memset(Larger + New.LinksBegin, 0, New.LinksEnd - New.LinksBegin);
	std::memcpy(Larger + New.LinksEnd, Tile.Data.get() + Old.LinksEnd, Old.Size - Old.LinksEnd);
	std::memcpy(Larger, &Header, sizeof(Header));
	Tile.Data.reset(Larger);
	Tile.Size = static_cast<int>(New.Size);
	return true;
}

/// Detour's form of links.
struct LinkArrays
{
	std::vector<float> Ends, Radii;
	std::vector<unsigned short> Flags;
	std::vector<unsigned char> Areas, Directions;
	std::vector<unsigned int> Numbers;

	LinkArrays(const NavLattice& Lattice, const NavTileInput& Input)
	{
		for (const NavTileInput::Link& Link : Input.Links)
		{
			for (const Vec2 End : {Link.Def.From, Link.Def.To})
			{
				// Detour takes points on the far borders of the ground for points outside.
				const float X = std::clamp(End.X, Lattice.Min.X, std::nextafter(Lattice.Max.X, Lattice.Min.X));
				const float Y = std::clamp(End.Y, Lattice.Min.Y, std::nextafter(Lattice.Max.Y, Lattice.Min.Y));
				Ends.insert(Ends.end(), {X, 0.0f, Y});
			}
			Radii.push_back(Input.LinkReach);
			Flags.push_back(NavWalkableFlag);
			Areas.push_back(NavGroundArea);
			Directions.push_back(Link.Def.bBothWays ? DT_OFFMESH_CON_BIDIR : 0);
			Numbers.push_back(static_cast<unsigned int>(Link.Number));
		}
	}
};
}

NavTileOutput NavTileBuilder::Build(const NavLattice& Lattice, const NavTileInput& Input)
{
	Painter.Begin(Lattice, Input.TileX, Input.TileY, Cells);
	for (const NavTileInput::Door& Door : Input.Doors)
	{
		Painter.PaintDoor(Door.Outline, Door.Number);
	}
	for (const std::span<const Vec2> Solid : Input.Solids)
	{
		Painter.PaintSolid(Solid);
	}

	NavTileOutput Out;
	const std::unique_ptr<rcPolyMesh, PolyMeshDeleter> Simple(rcAllocPolyMesh());
	const std::unique_ptr<rcPolyMesh, PolyMeshDeleter> Exact(rcAllocPolyMesh());
	// Straightened stairs might touch each other where there is hardly any room between walls; the stairs themselves never do.
	if (Simple != nullptr && BuildPolygons(*Simple, false))
	{
		Out.bTooComplex = !Contours.empty() && !CreateData(Lattice, Input, *Simple, Out);
	}
	else
	{
		Out.bTooComplex = Exact == nullptr || !BuildPolygons(*Exact, true) || !CreateData(Lattice, Input, *Exact, Out);
	}
	return Out;
}

bool NavTileBuilder::BuildPolygons(rcPolyMesh& Mesh, bool bExact)
{
	Tracer.Trace(Cells, bExact, Contours);
	size_t Corners = 0;
	for (const NavContour& Contour : Contours)
	{
		Corners += Contour.Corners.size();
	}
	if (Contours.empty())
	{
		return true;
	}
	if (Corners > MostTileCorners)
	{
		return false;
	}
	const ContourSetPointer Set = MakeContourSet(Cells, Contours);
	ComplaintListener Listener;
	return Set != nullptr && rcBuildPolyMesh(&Listener, *Set, VertsPerPolygon, Mesh) && !Listener.bComplained &&
		CoverTheSame(Contours, Mesh);
}

bool NavTileBuilder::CreateData(
	const NavLattice& Lattice, const NavTileInput& Input, rcPolyMesh& Mesh, NavTileOutput& Out)
{
	if (Mesh.npolys + static_cast<int>(Input.Links.size()) > Input.MostPolygons)
	{
		return false;
	}
	Out.Doors.resize(static_cast<size_t>(Mesh.npolys), NavGraph::None);
	for (int Index = 0; Index < Mesh.npolys; ++Index)
	{
		const uint16_t Area = Contours[Mesh.regs[Index]].Area;
		const bool bDoor = Area >= NavCells::FirstDoor;
		bool bOpen = true;
		for (const NavTileInput::Door& Door : Input.Doors)
		{
			if (bDoor && Door.Number == Area - NavCells::FirstDoor)
			{
				bOpen = Door.bOpen;
				Out.Doors[static_cast<size_t>(Index)] = static_cast<int16_t>(Door.Number);
			}
		}
		Mesh.areas[Index] = bDoor ? NavDoorArea : NavGroundArea;
		Mesh.flags[Index] = bOpen ? NavWalkableFlag : 0;
	}

	const int FirstX = 2 * Input.TileX * Lattice.TileCells;
	const int FirstY = 2 * Input.TileY * Lattice.TileCells;
	const LinkArrays Links(Lattice, Input);
	dtNavMeshCreateParams Params{};
	Params.verts = Mesh.verts;
	Params.vertCount = Mesh.nverts;
	Params.polys = Mesh.polys;
	Params.polyFlags = Mesh.flags;
	Params.polyAreas = Mesh.areas;
	Params.polyCount = Mesh.npolys;
	Params.nvp = VertsPerPolygon;
	Params.offMeshConVerts = Links.Ends.data();
	Params.offMeshConRad = Links.Radii.data();
	Params.offMeshConFlags = Links.Flags.data();
	Params.offMeshConAreas = Links.Areas.data();
	Params.offMeshConDir = Links.Directions.data();
	Params.offMeshConUserID = Links.Numbers.data();
	Params.offMeshConCount = static_cast<int>(Input.Links.size());
	Params.tileX = Input.TileX;
	Params.tileY = Input.TileY;
	Params.bmin[0] = Lattice.X(FirstX);
	Params.bmin[1] = 0.0f;
	Params.bmin[2] = Lattice.Y(FirstY);
	Params.bmax[0] = Lattice.X(FirstX + 2 * Cells.Width);
	Params.bmax[1] = NavClimb;
	Params.bmax[2] = Lattice.Y(FirstY + 2 * Cells.Height);
	Params.walkableHeight = 2.0f;
	Params.walkableRadius = NavSight;
	Params.walkableClimb = NavClimb;
	Params.cs = static_cast<float>(0.5 * Lattice.Cell);
	Params.ch = Params.cs;
	Params.buildBvTree = true;

	unsigned char* Data = nullptr;
	if (!dtCreateNavMeshData(&Params, &Data, &Out.Bytes.Size))
	{
		return false;
	}
	Out.Bytes.Data.reset(Data);
	// Tiles have to have the same bits for the same place, which adding to the tile's own corner would not give.
	float* const Places = reinterpret_cast<float*>(Data + ((sizeof(dtMeshHeader) + 3) & ~size_t{3}));
	for (int Index = 0; Index < Mesh.nverts; ++Index)
	{
		const NavCorner Corner = VertexAt(Mesh, Index);
		Places[3 * Index] = Lattice.X(FirstX + Corner.X);
		Places[3 * Index + 2] = Lattice.Y(FirstY + Corner.Y);
	}
	return AddLinkRoom(
		Out.Bytes, LinksAlongSides(Mesh) + 4 * (static_cast<int>(Input.Links.size()) + Input.LinksThatEndHere));
}
}
