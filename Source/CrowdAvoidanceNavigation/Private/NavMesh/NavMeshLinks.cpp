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
	const DetourReal* const Vertex = Tile.verts + 3 * Polygon.verts[Index];
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
			Nearest = {static_cast<float>(static_cast<double>(From.X) + Along * DX), static_cast<float>(static_cast<double>(From.Y) + Along * DY)};
		}
	}
	OutSquare = bInside ? 0.0 : OutSquare;
	return bInside ? Point : Nearest;
}

#if !CROWD_UNREAL
/// Detour has no way to change its own links from outside; this does what it does itself.
void AddDetourLink(dtMeshTile& Tile, dtPoly& Polygon, dtPolyRef To, unsigned char Edge)
{
	const unsigned int Index = Tile.linksFreeList;
	if (Index == DT_NULL_LINK)
	{
		return;
	}
	dtLink& Link = Tile.links[Index];
	Tile.linksFreeList = Link.next;
	Link.ref = To;
	Link.edge = Edge;
	Link.side = 0xff;
	Link.bmin = 0;
	Link.bmax = 0;
	Link.next = Polygon.firstLink;
	Polygon.firstLink = Index;
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
#endif
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

bool NavMesh::Impl::IsFar(const NavLinkDef& Link) const
{
	const int From = Lattice.TileAt(Link.From);
	const int To = Lattice.TileAt(Link.To);
	return std::abs(From % Lattice.TileColumns - To % Lattice.TileColumns) > 1 ||
		std::abs(From / Lattice.TileColumns - To / Lattice.TileColumns) > 1;
}

void NavMesh::Impl::ConnectFarLinks(int TileNumber)
{
#if CROWD_UNREAL
	(void)TileNumber;
#else
	ForEachFarLink(TileNumber, [this](int32_t Number, int FromTile, int ToTile)
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
		DetourReal* const End = From->verts + 3 * Bridge.verts[1];
		End[0] = Landing.X;
		End[2] = Landing.Y;
		AddDetourLink(*From, Bridge, RefOf(ToTile, Target), 1);
		if (Link.bBothWays)
		{
			AddDetourLink(*To, To->polys[Target], RefOf(FromTile, Connection->poly), 0xff);
		}
	});
#endif
}

void NavMesh::Impl::CutFarLinks(int TileNumber)
{
#if CROWD_UNREAL
	(void)TileNumber;
#else
	ForEachFarLink(TileNumber, [this](int32_t Number, int FromTile, int ToTile)
	{
		dtMeshTile* const From = const_cast<dtMeshTile*>(TileOf(FromTile));
		dtMeshTile* const To = const_cast<dtMeshTile*>(TileOf(ToTile));
		Vec2 Landing;
		const int32_t Target =
			To != nullptr ? NearestInTile(ToTile, Def.Links[static_cast<size_t>(Number)].To, Landing) : NavGraph::None;
		const dtOffMeshConnection* const Connection = From != nullptr ? FindConnection(*From, Number) : nullptr;
		if (Target != NavGraph::None && Connection != nullptr)
		{
			RemoveDetourLink(*From, From->polys[Connection->poly], RefOf(ToTile, Target));
			RemoveDetourLink(*To, To->polys[Target], RefOf(FromTile, Connection->poly));
		}
	});
#endif
}
}
