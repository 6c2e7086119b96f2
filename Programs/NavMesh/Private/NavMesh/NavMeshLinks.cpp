// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "NavMesh/NavMeshImpl.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace CrowdAvoidance
{
namespace
{
Vec2 VertexOf(const dtMeshTile& Tile, const dtPoly& Polygon, int Index)
{
	const float* const Vertex = Tile.verts + 3 * Polygon.verts[Index];
	return {static_cast<float>(Vertex[0]), static_cast<float>(Vertex[2])};
}

/// The point of a clockwise polygon nearest to a point: itself where it is inside.
Vec2 NearestPoint(const dtMeshTile& Tile, const dtPoly& Polygon, Vec2 Point, double& OutSquare)
{
	bool bInside = true;
	Vec2 Nearest = Point;
	OutSquare = INFINITY;
	for (int Index = 0; Index < Polygon.vertCount; ++Index)
	{
		const Vec2 From = VertexOf(Tile, Polygon, Index);
		const Vec2 To = VertexOf(Tile, Polygon, (Index + 1) % Polygon.vertCount);
		const double DX = static_cast<double>(To.X) - static_cast<double>(From.X);
		const double DY = static_cast<double>(To.Y) - static_cast<double>(From.Y);
		const double PX = static_cast<double>(Point.X) - static_cast<double>(From.X);
		const double PY = static_cast<double>(Point.Y) - static_cast<double>(From.Y);
		bInside = bInside && DX * PY - DY * PX <= 0.0;
		const double Along = std::clamp((PX * DX + PY * DY) / (DX * DX + DY * DY), 0.0, 1.0);
		const double OffX = PX - Along * DX;
		const double OffY = PY - Along * DY;
		if (OffX * OffX + OffY * OffY < OutSquare)
		{
			OutSquare = OffX * OffX + OffY * OffY;
			Nearest = {static_cast<float>(static_cast<double>(From.X) + Along * DX),
				static_cast<float>(static_cast<double>(From.Y) + Along * DY)};
		}
	}
	OutSquare = bInside ? 0.0 : OutSquare;
	return bInside ? Point : Nearest;
}

/// Detour has no way to change its own links from outside; this does what it does itself.
void AddDetourLink(dtMeshTile& Tile, dtPoly& Polygon, const dtLink& New)
{
	const unsigned int Index = Tile.linksFreeList;
	if (Index == DT_NULL_LINK)
	{
		return;
	}
	dtLink& Link = Tile.links[Index];
	Tile.linksFreeList = Link.next;
	Link = New;
	Link.next = Polygon.firstLink;
	Polygon.firstLink = Index;
}

bool HasDetourLink(const dtMeshTile& Tile, const dtPoly& Polygon, int Edge, dtPolyRef To)
{
	for (unsigned int Index = Polygon.firstLink; Index != DT_NULL_LINK; Index = Tile.links[Index].next)
	{
		if (Tile.links[Index].edge == Edge && Tile.links[Index].ref == To)
		{
			return true;
		}
	}
	return false;
}

void RemoveDetourLink(dtMeshTile& Tile, dtPoly& Polygon, dtPolyRef To)
{
	for (unsigned int* At = &Polygon.firstLink; *At != DT_NULL_LINK; At = &Tile.links[*At].next)
	{
		const unsigned int Index = *At;
		if (Tile.links[Index].ref == To)
		{
			*At = Tile.links[Index].next;
			Tile.links[Index].next = Tile.linksFreeList;
			Tile.linksFreeList = Index;
			return;
		}
	}
}

const dtOffMeshConnection* FindConnection(const dtMeshTile& Tile, int LinkNumber)
{
	for (int Index = 0; Index < Tile.header->offMeshConCount; ++Index)
	{
		if (Tile.offMeshCons[Index].userId == static_cast<unsigned int>(LinkNumber))
		{
			return &Tile.offMeshCons[Index];
		}
	}
	return nullptr;
}
}

int32_t NavMesh::Impl::NearestInTile(int TileNumber, Vec2 Point, Vec2& OutNearest) const
{
	const dtMeshTile* const Tile = TileOf(TileNumber);
	if (Tile == nullptr)
	{
		return NavGraph::None;
	}
	int32_t Found = NavGraph::None;
	double Best = static_cast<double>(LinkReach()) * static_cast<double>(LinkReach());
	for (int Index = 0; Index < Tile->header->offMeshBase; ++Index)
	{
		double Square;
		const Vec2 Nearest = NearestPoint(*Tile, Tile->polys[Index], Point, Square);
		if (Square < Best || (Square == Best && Found == NavGraph::None))
		{
			Best = Square;
			Found = Index;
			OutNearest = Nearest;
		}
	}
	return Found;
}

void NavMesh::Impl::FindSideEdges(int TileNumber, int Side, std::vector<NavSideEdge>& Out) const
{
	Out.clear();
	const dtMeshTile* const Tile = TileOf(TileNumber);
	const bool bAlongX = Side == NavNorthSide || Side == NavSouthSide;
	for (int Index = 0; Tile != nullptr && Index < Tile->header->offMeshBase; ++Index)
	{
		const dtPoly& Polygon = Tile->polys[Index];
		for (int Edge = 0; Edge < Polygon.vertCount; ++Edge)
		{
			if (Polygon.neis[Edge] == (DT_EXT_LINK | Side))
			{
				const Vec2 A = VertexOf(*Tile, Polygon, Edge);
				const Vec2 B = VertexOf(*Tile, Polygon, (Edge + 1) % Polygon.vertCount);
				const float First = bAlongX ? A.X : A.Y;
				const float Second = bAlongX ? B.X : B.Y;
				Out.push_back({std::min(First, Second), std::max(First, Second), Index, Edge});
			}
		}
	}
	std::sort(Out.begin(), Out.end(), [](const NavSideEdge& A, const NavSideEdge& B) { return A.Low < B.Low; });
}

void NavMesh::Impl::CompleteSideLinks(int FromTile, int FromSide, int ToTile, int ToSide)
{
	FindSideEdges(FromTile, FromSide, HereEdges);
	FindSideEdges(ToTile, ToSide, ThereEdges);
	dtMeshTile* const Tile = const_cast<dtMeshTile*>(TileOf(FromTile));
	size_t First = 0;
	for (const NavSideEdge& Here : HereEdges)
	{
		while (First < ThereEdges.size() && ThereEdges[First].High <= Here.Low)
		{
			++First;
		}
		for (size_t Index = First; Index < ThereEdges.size() && ThereEdges[Index].Low < Here.High; ++Index)
		{
			const NavSideEdge& There = ThereEdges[Index];
			dtPoly& Polygon = Tile->polys[Here.Polygon];
			const dtPolyRef To = RefOf(ToTile, There.Polygon);
			if (HasDetourLink(*Tile, Polygon, Here.Edge, To))
			{
				continue;
			}
			// Parts of the edge, counted from its first vertex, in 255ths.
			const Vec2 A = VertexOf(*Tile, Polygon, Here.Edge);
			const float Start = FromSide == NavNorthSide || FromSide == NavSouthSide ? A.X : A.Y;
			const float Length = Here.High - Here.Low;
			const auto PartOf = [Start, Length](float Where) {
				return static_cast<unsigned char>(
					std::lround(255.0f * std::min(1.0f, std::fabs(Where - Start) / Length)));
			};
			const unsigned char Low = PartOf(std::max(Here.Low, There.Low));
			const unsigned char High = PartOf(std::min(Here.High, There.High));
			AddDetourLink(*Tile, Polygon,
				{To, 0, static_cast<unsigned char>(Here.Edge), static_cast<unsigned char>(FromSide),
					std::min(Low, High), std::max(Low, High)});
		}
	}
}

bool NavMesh::Impl::IsFar(const NavLinkDef& Link) const
{
	const int From = Lattice.TileAt(Link.From);
	const int To = Lattice.TileAt(Link.To);
	return std::abs(From % Lattice.TileColumns - To % Lattice.TileColumns) > 1 ||
		std::abs(From / Lattice.TileColumns - To / Lattice.TileColumns) > 1;
}

void NavMesh::Impl::ConnectFarLinks(int TileNumber)
{
	ForEachFarLink(TileNumber,
		[this](int32_t Number, int FromTile, int ToTile)
		{
			const NavLinkDef& Link = Def.Links[static_cast<size_t>(Number)];
			dtMeshTile* const From = const_cast<dtMeshTile*>(TileOf(FromTile));
			dtMeshTile* const To = const_cast<dtMeshTile*>(TileOf(ToTile));
			Vec2 Landing;
			const int32_t Target = To != nullptr ? NearestInTile(ToTile, Link.To, Landing) : NavGraph::None;
			const dtOffMeshConnection* const Connection = From != nullptr ? FindConnection(*From, Number) : nullptr;
			if (Target == NavGraph::None || Connection == nullptr)
			{
				return;
			}
			dtPoly& Bridge = From->polys[Connection->poly];
			float* const End = From->verts + 3 * Bridge.verts[1];
			End[0] = Landing.X;
			End[2] = Landing.Y;
			AddDetourLink(*From, Bridge, {RefOf(ToTile, Target), 0, 1, 0xff, 0, 0});
			if (Link.bBothWays)
			{
				AddDetourLink(*To, To->polys[Target], {RefOf(FromTile, Connection->poly), 0, 0xff, 0xff, 0, 0});
			}
		});
}

void NavMesh::Impl::CutFarLinks(int TileNumber)
{
	ForEachFarLink(TileNumber,
		[this](int32_t Number, int FromTile, int ToTile)
		{
			dtMeshTile* const From = const_cast<dtMeshTile*>(TileOf(FromTile));
			dtMeshTile* const To = const_cast<dtMeshTile*>(TileOf(ToTile));
			Vec2 Landing;
			const int32_t Target = To != nullptr
				? NearestInTile(ToTile, Def.Links[static_cast<size_t>(Number)].To, Landing)
				: NavGraph::None;
			const dtOffMeshConnection* const Connection = From != nullptr ? FindConnection(*From, Number) : nullptr;
			if (Target != NavGraph::None && Connection != nullptr)
			{
				RemoveDetourLink(*From, From->polys[Connection->poly], RefOf(ToTile, Target));
				RemoveDetourLink(*To, To->polys[Target], RefOf(FromTile, Connection->poly));
			}
		});
}
}
