// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "NavMesh/NavMeshTileCheck.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

namespace CrowdAvoidance
{
namespace
{
constexpr int MostCount = 1 << 22;
/// Squares of what is within are finite, which Detour relies on. [m]
constexpr float Furthest = 4.0e6f;

bool IsSane(float Value)
{
	return Value >= -Furthest && Value <= Furthest;
}

/// Finds the arrays of a tile, as Detour will, and looks at everything that Detour takes for granted.
class TileChecker
{
public:
	TileChecker(const NavLattice& InLattice, const NavTileCheckInput& InInput) : Lattice(InLattice), Input(InInput) {}

	const char* Check()
	{
		if (Input.Size < sizeof(Header))
		{
			return "it is too short";
		}
		std::memcpy(&Header, Input.Data, sizeof(Header));
		if (!IsHeaderFine())
		{
			return "its header is wrong";
		}
		if (SectionsOf(Header).Size != Input.Size)
		{
			return "its size is not what its header says";
		}
		FindArrays();
		if (!AreVerticesFine())
		{
			return "a vertex is off the tile";
		}
		for (int Index = 0; Index < Header.polyCount; ++Index)
		{
			if (!IsPolygonFine(Index))
			{
				return "a polygon is wrong";
			}
		}
		return AreDetailsFine() && IsTreeFine() && AreConnectionsFine() ? nullptr
																		: "its details, tree or links are wrong";
	}

private:
	const NavLattice& Lattice;
	const NavTileCheckInput& Input;
	dtMeshHeader Header;
	std::vector<float> Vertices;
	std::vector<dtPoly> Polygons;
	std::vector<dtPolyDetail> Details;
	std::vector<unsigned char> Triangles;
	std::vector<dtBVNode> Tree;
	std::vector<dtOffMeshConnection> Connections;

	static bool IsCount(int Value, int Least, int Most) { return Value >= Least && Value <= Most; }

	bool IsHeaderFine() const
	{
		const int X = Input.Tile % Lattice.TileColumns;
		const int Y = Input.Tile / Lattice.TileColumns;
		const int FirstX = 2 * X * Lattice.TileCells;
		const int FirstY = 2 * Y * Lattice.TileCells;
		const bool bNamed = Header.magic == DT_NAVMESH_MAGIC && Header.version == DT_NAVMESH_VERSION && Header.x == X &&
			Header.y == Y && Header.layer == 0;
		const bool bCounted = IsCount(Header.polyCount, 1, Input.MostPolygons) &&
			IsCount(Header.vertCount, 3, 0xffff) && IsCount(Header.maxLinkCount, 1, MostCount) &&
			Header.detailVertCount == 0 && IsCount(Header.detailTriCount, 0, MostCount) &&
			IsCount(Header.bvNodeCount, 0, 2 * Header.polyCount) &&
			IsCount(Header.offMeshConCount, 0, Header.polyCount - 1) &&
			Header.offMeshBase == Header.polyCount - Header.offMeshConCount &&
			Header.detailMeshCount == Header.offMeshBase;
		const bool bPlaced = Header.bmin[0] == Lattice.X(FirstX) && Header.bmin[2] == Lattice.Y(FirstY) &&
			Header.bmax[0] == Lattice.X(FirstX + 2 * Lattice.WidthOf(X)) &&
			Header.bmax[2] == Lattice.Y(FirstY + 2 * Lattice.HeightOf(Y)) && Header.bmin[1] == 0.0f &&
			Header.bmax[1] == NavClimb;
		const bool bMeasured = Header.walkableRadius == NavSight && Header.walkableClimb == NavClimb &&
			Header.walkableHeight == 2.0f && Header.bvQuantFactor == 1.0f / static_cast<float>(0.5 * Lattice.Cell);
		return bNamed && bCounted && bPlaced && bMeasured;
	}

	void FindArrays()
	{
		size_t At = (sizeof(dtMeshHeader) + 3) & ~size_t{3};
		const auto Take = [this, &At](auto& Array, int Count)
		{
			using Item = typename std::remove_reference_t<decltype(Array)>::value_type;
			Array.resize(static_cast<size_t>(Count));
			if (Count > 0)
			{
				std::memcpy(static_cast<void*>(Array.data()), Input.Data + At, sizeof(Item) * Array.size());
			}
			At += (sizeof(Item) * Array.size() + 3) & ~size_t{3};
		};
		Take(Vertices, 3 * Header.vertCount);
		Take(Polygons, Header.polyCount);
		At = SectionsOf(Header).LinksEnd;
		Take(Details, Header.detailMeshCount);
		Take(Triangles, 4 * Header.detailTriCount);
		Take(Tree, Header.bvNodeCount);
		Take(Connections, Header.offMeshConCount);
	}

	bool AreVerticesFine() const
	{
		// The last vertices are the ends of links, which may be anywhere.
		const size_t Ground = static_cast<size_t>(std::max(0, Header.vertCount - 2 * Header.offMeshConCount));
		for (size_t Index = 0; Index < static_cast<size_t>(Header.vertCount); ++Index)
		{
			const float X = Vertices[3 * Index];
			const float Y = Vertices[3 * Index + 2];
			const bool bInTile =
				X >= Header.bmin[0] && X <= Header.bmax[0] && Y >= Header.bmin[2] && Y <= Header.bmax[2];
			const bool bSomewhere = IsSane(X) && IsSane(Y) && IsSane(Vertices[3 * Index + 1]);
			if (!bSomewhere || (Index < Ground && !bInTile))
			{
				return false;
			}
		}
		return true;
	}

	bool IsPolygonFine(int Number) const
	{
		const dtPoly& Polygon = Polygons[static_cast<size_t>(Number)];
		const bool bGround = Number < Header.offMeshBase;
		const bool bTyped = Polygon.getType() == (bGround ? DT_POLYTYPE_GROUND : DT_POLYTYPE_OFFMESH_CONNECTION);
		const bool bSized =
			bGround ? Polygon.vertCount >= 3 && Polygon.vertCount <= DT_VERTS_PER_POLYGON : Polygon.vertCount == 2;
		if (!bTyped || !bSized || Polygon.flags > NavWalkableFlag || Polygon.getArea() > NavDoorArea)
		{
			return false;
		}
		for (int Edge = 0; Edge < Polygon.vertCount; ++Edge)
		{
			if (Polygon.verts[Edge] >= Header.vertCount || (bGround && !IsNeighborFine(Number, Edge)))
			{
				return false;
			}
		}
		return !bGround || IsConvex(Polygon);
	}

	bool IsNeighborFine(int Number, int Edge) const
	{
		const dtPoly& Polygon = Polygons[static_cast<size_t>(Number)];
		const unsigned short Neighbor = Polygon.neis[Edge];
		const unsigned short From = Polygon.verts[Edge];
		const unsigned short To = Polygon.verts[(Edge + 1) % Polygon.vertCount];
		if (To >= Header.vertCount)
		{
			return false;
		}
		if (Neighbor == 0)
		{
			return true;
		}
		if ((Neighbor & DT_EXT_LINK) != 0)
		{
			const int Side = Neighbor & ~DT_EXT_LINK;
			const bool bAlongX = Side == 2 || Side == 6;
			const size_t Axis = bAlongX ? 2 : 0;
			const float Border = Side == 0 || Side == 2 ? Header.bmax[Axis] : Header.bmin[Axis];
			return (Side == 0 || Side == 2 || Side == 4 || Side == 6) && Vertices[3 * size_t{From} + Axis] == Border &&
				Vertices[3 * size_t{To} + Axis] == Border;
		}
		if (Neighbor > Header.offMeshBase)
		{
			return false;
		}
		const dtPoly& Other = Polygons[Neighbor - 1u];
		for (int Index = 0; Index < std::min<int>(Other.vertCount, DT_VERTS_PER_POLYGON); ++Index)
		{
			if (Other.neis[Index] == Number + 1 && Other.verts[Index] == To &&
				Other.verts[(Index + 1) % Other.vertCount] == From)
			{
				return true;
			}
		}
		return false;
	}

	/// And goes round as Detour wants it.
	bool IsConvex(const dtPoly& Polygon) const
	{
		double Area = 0.0;
		const auto Corner = [this, &Polygon](int Index)
		{ return Vertices.data() + 3 * size_t{Polygon.verts[Index % Polygon.vertCount]}; };
		for (int Index = 0; Index < Polygon.vertCount; ++Index)
		{
			const float* const A = Corner(Index);
			const float* const B = Corner(Index + 1);
			const float* const C = Corner(Index + 2);
			const double Turn = (static_cast<double>(B[0]) - static_cast<double>(A[0])) *
					(static_cast<double>(C[2]) - static_cast<double>(B[2])) -
				(static_cast<double>(B[2]) - static_cast<double>(A[2])) *
					(static_cast<double>(C[0]) - static_cast<double>(B[0]));
			// What rounding to floats may do to three points in a line.
			const double Rounding = 0.02 * Lattice.Cell *
				(std::fabs(static_cast<double>(C[0]) - static_cast<double>(A[0])) +
					std::fabs(static_cast<double>(C[2]) - static_cast<double>(A[2])) + Lattice.Cell);
			if (Turn > Rounding || (A[0] == B[0] && A[2] == B[2]))
			{
				return false;
			}
			const float* const Base = Corner(0);
			Area += (static_cast<double>(A[0]) - static_cast<double>(Base[0])) *
					(static_cast<double>(B[2]) - static_cast<double>(Base[2])) -
				(static_cast<double>(A[2]) - static_cast<double>(Base[2])) *
					(static_cast<double>(B[0]) - static_cast<double>(Base[0]));
		}
		return Area < 0.0;
	}

	/// Fans without vertices of their own, as Detour makes them where it is given no details.
	bool AreDetailsFine() const
	{
		unsigned int Next = 0;
		for (size_t Index = 0; Index < Details.size(); ++Index)
		{
			const dtPolyDetail& Detail = Details[Index];
			const unsigned int Count = Polygons[Index].vertCount - 2u;
			if (Detail.vertBase != 0 || Detail.vertCount != 0 || Detail.triBase != Next || Detail.triCount != Count ||
				Next + Count > static_cast<unsigned int>(Header.detailTriCount))
			{
				return false;
			}
			for (unsigned int Corner = 1; Corner <= Count; ++Corner, ++Next)
			{
				const unsigned char* const Triangle = Triangles.data() + 4 * size_t{Next};
				const bool bOuterEdge = dtGetDetailTriEdgeFlags(Triangle[3], 1) == DT_DETAIL_EDGE_BOUNDARY;
				if (Triangle[0] != 0 || Triangle[1] != Corner || Triangle[2] != Corner + 1 || !bOuterEdge)
				{
					return false;
				}
			}
		}
		return true;
	}

	bool IsTreeFine() const
	{
		for (size_t Index = 0; Index < Tree.size(); ++Index)
		{
			const int64_t Step = -static_cast<int64_t>(Tree[Index].i);
			const bool bLeaf = Step <= 0;
			const bool bFine = bLeaf ? Tree[Index].i < Header.offMeshBase
									 : Step <= static_cast<int64_t>(Tree.size()) - static_cast<int64_t>(Index);
			if (!bFine)
			{
				return false;
			}
		}
		return true;
	}

	bool AreConnectionsFine() const
	{
		for (size_t Index = 0; Index < Connections.size(); ++Index)
		{
			const dtOffMeshConnection& Item = Connections[Index];
			if (!std::all_of(std::begin(Item.pos), std::end(Item.pos), IsSane) || !IsSane(Item.rad) ||
				Item.poly != static_cast<size_t>(Header.offMeshBase) + Index || Item.userId >= Input.LinkCount)
			{
				return false;
			}
		}
		return true;
	}
};
}

const char* FindTileFault(const NavLattice& Lattice, const NavTileCheckInput& Input)
{
	return TileChecker(Lattice, Input).Check();
}
}
