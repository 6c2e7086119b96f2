// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavMesh/CrowdNavMesh.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace CrowdAvoidance::Testing
{
inline NavMeshDef Ground(Vec2 Min, Vec2 Max, float CellSize, float TileSize)
{
	NavMeshDef Def;
	Def.Min = Min;
	Def.Max = Max;
	Def.CellSize = CellSize;
	Def.TileSize = TileSize;
	return Def;
}

inline std::vector<Vec2> Box(Vec2 Min, Vec2 Max)
{
	return {Min, {Max.X, Min.Y}, Max, {Min.X, Max.Y}};
}

/// A mesh, or the end of the test process with a message.
inline NavMesh MustBuild(const NavMeshDef& Def)
{
	Result<NavMesh> Mesh = NavMesh::Build(Def);
	if (!Mesh)
	{
		std::fprintf(stderr, "NavMesh::Build: %s\n", Mesh.ErrorText());
		std::abort();
	}
	return std::move(Mesh.Value());
}

inline double Cross(Vec2 A, Vec2 B, Vec2 C)
{
	return (double(B.X) - double(A.X)) * (double(C.Y) - double(A.Y)) -
		(double(B.Y) - double(A.Y)) * (double(C.X) - double(A.X));
}

inline std::vector<Vec2> CornersOf(const NavGraph& Graph, int32_t Polygon)
{
	const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Polygon)];
	std::vector<Vec2> Corners;
	for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
	{
		Corners.push_back(Graph.Edges[static_cast<size_t>(Index)].From);
	}
	return Corners;
}

inline double AreaOf(const std::vector<Vec2>& Corners)
{
	double Twice = 0.0;
	for (size_t Index = 1; Index + 1 < Corners.size(); ++Index)
	{
		Twice += Cross(Corners[0], Corners[Index], Corners[Index + 1]);
	}
	return 0.5 * Twice;
}

inline double AreaOf(const NavGraph& Graph)
{
	double Sum = 0.0;
	for (size_t Index = 0; Index < Graph.Polygons.size(); ++Index)
	{
		Sum += AreaOf(CornersOf(Graph, static_cast<int32_t>(Index)));
	}
	return Sum;
}

/// The least distance, taken as positive inside, from the lines of a polygon's edges.
inline double DepthIn(const std::vector<Vec2>& Corners, Vec2 Point)
{
	double Least = INFINITY;
	for (size_t Index = 0; Index < Corners.size(); ++Index)
	{
		const Vec2 A = Corners[Index];
		const Vec2 B = Corners[(Index + 1) % Corners.size()];
		Least = std::min(Least, Cross(A, B, Point) / std::hypot(double(B.X) - double(A.X), double(B.Y) - double(A.Y)));
	}
	return Least;
}

inline bool IsInPolygon(const NavGraph& Graph, int32_t Polygon, Vec2 Point)
{
	return DepthIn(CornersOf(Graph, Polygon), Point) >= -1.0e-5;
}

inline int32_t FindBrute(const NavGraph& Graph, Vec2 Point)
{
	for (size_t Index = 0; Index < Graph.Polygons.size(); ++Index)
	{
		if (IsInPolygon(Graph, static_cast<int32_t>(Index), Point))
		{
			return static_cast<int32_t>(Index);
		}
	}
	return NavGraph::None;
}

inline int CountStrictlyInside(const NavGraph& Graph, Vec2 Point)
{
	int Count = 0;
	for (size_t Index = 0; Index < Graph.Polygons.size(); ++Index)
	{
		Count += DepthIn(CornersOf(Graph, static_cast<int32_t>(Index)), Point) > 1.0e-5 ? 1 : 0;
	}
	return Count;
}

/// Even-odd rule.
inline bool IsInOutline(Vec2 Point, const std::vector<Vec2>& Corners)
{
	bool bInside = false;
	for (size_t Index = 0; Index < Corners.size(); ++Index)
	{
		const Vec2 A = Corners[Index];
		const Vec2 B = Corners[(Index + 1) % Corners.size()];
		if ((A.Y > Point.Y) != (B.Y > Point.Y) &&
			double(Point.X) < double(A.X) +
					(double(Point.Y) - double(A.Y)) / (double(B.Y) - double(A.Y)) * (double(B.X) - double(A.X)))
		{
			bInside = !bInside;
		}
	}
	return bInside;
}

inline float DistanceToOutline(Vec2 Point, const std::vector<Vec2>& Corners)
{
	float Least = INFINITY;
	for (size_t Index = 0; Index < Corners.size(); ++Index)
	{
		const Vec2 A = Corners[Index];
		const Vec2 B = Corners[(Index + 1) % Corners.size()];
		const Vec2 Along{B.X - A.X, B.Y - A.Y};
		const float Square = Along.X * Along.X + Along.Y * Along.Y;
		const float Part = std::clamp(((Point.X - A.X) * Along.X + (Point.Y - A.Y) * Along.Y) / Square, 0.0f, 1.0f);
		Least = std::min(Least, std::hypot(Point.X - A.X - Part * Along.X, Point.Y - A.Y - Part * Along.Y));
	}
	return Least;
}

/// Everything in a graph that a caller can read. Sources differ where a tile was rebuilt.
inline std::vector<unsigned char> BytesOf(const NavGraph& Graph, bool bWithSources)
{
	std::vector<unsigned char> Bytes;
	const auto Put = [&Bytes](const auto& Value)
	{
		const unsigned char* const Begin = reinterpret_cast<const unsigned char*>(&Value);
		Bytes.insert(Bytes.end(), Begin, Begin + sizeof(Value));
	};
	for (const NavGraph::Polygon& Item : Graph.Polygons)
	{
		Put(Item.FirstEdge), Put(Item.EdgeCount), Put(Item.Center), Put(Item.FirstLink), Put(Item.LinkCount),
			Put(Item.Tile), Put(Item.Door);
		Put(bWithSources ? Item.Source : 0);
	}
	for (const NavGraph::Edge& Item : Graph.Edges)
	{
		Put(Item.From), Put(Item.To), Put(Item.Neighbor), Put(Item.Twin), Put(Item.Owner), Put(Item.bFromSolid),
			Put(Item.bToSolid);
	}
	for (const NavGraph::Link& Item : Graph.Links)
	{
		Put(Item.From), Put(Item.To), Put(Item.Target), Put(Item.Owner);
	}
	return Bytes;
}

/// Empty where the graph is everything that its header promises; otherwise the first thing that is not. By brute force.
std::string FindFault(const NavMesh& Mesh);
}
