// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "NavMeshTestSupport.h"

#include <set>
#include <utility>

namespace CrowdAvoidance::Testing
{
namespace
{
bool IsShut(const NavMesh& Mesh, int32_t Polygon)
{
	const int16_t Door = Mesh.Graph().Polygons[static_cast<size_t>(Polygon)].Door;
	return Door != NavGraph::None && !Mesh.IsDoorOpen(Door);
}

/// Whether the edge and what is on its other side agree.
bool IsEdgeFine(const NavMesh& Mesh, int32_t Polygon, int32_t Index)
{
	const NavGraph& Graph = Mesh.Graph();
	const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Polygon)];
	const NavGraph::Edge& Edge = Graph.Edges[static_cast<size_t>(Index)];
	if (Edge.Owner != Polygon)
	{
		return false;
	}
	if (Edge.Twin == NavGraph::None)
	{
		return Edge.Neighbor == NavGraph::None;
	}
	const NavGraph::Edge& Twin = Graph.Edges[static_cast<size_t>(Edge.Twin)];
	const NavGraph::Polygon& Other = Graph.Polygons[static_cast<size_t>(Twin.Owner)];
	const bool bCoincide = Twin.Twin == Index && Twin.From == Edge.To && Twin.To == Edge.From;
	// A shut door lets out whoever is in it, and nobody in.
	const bool bLeavesDoor = IsShut(Mesh, Polygon) && Owner.Door != Other.Door;
	const bool bEntersDoor = IsShut(Mesh, Twin.Owner) && Owner.Door != Other.Door;
	return bCoincide && Edge.Neighbor == (bEntersDoor ? NavGraph::None : Twin.Owner) &&
		Twin.Neighbor == (bLeavesDoor ? NavGraph::None : Polygon);
}
}

std::string FindFault(const NavMesh& Mesh)
{
	const NavGraph& Graph = Mesh.Graph();
	std::set<std::pair<float, float>> WallEnds;
	for (const NavGraph::Wall& Wall : Graph.Walls())
	{
		WallEnds.insert({Wall.From.X, Wall.From.Y});
		WallEnds.insert({Wall.To.X, Wall.To.Y});
	}
	int32_t NextEdge = 0;
	for (int32_t Polygon = 0; Polygon < static_cast<int32_t>(Graph.Polygons.size()); ++Polygon)
	{
		const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Polygon)];
		const std::string Name = "polygon " + std::to_string(Polygon);
		if (Owner.FirstEdge != NextEdge || Owner.EdgeCount < 3)
		{
			return Name + ": edges are not in a row";
		}
		NextEdge += Owner.EdgeCount;
		if (Mesh.PolygonOf(Owner.Source) != Polygon)
		{
			return Name + ": its source does not lead back";
		}
		const std::vector<Vec2> Corners = CornersOf(Graph, Polygon);
		for (const Vec2 Corner : Corners)
		{
			// Corners in a line may be off it by what a float is.
			if (DepthIn(Corners, Corner) < -1.0e-5)
			{
				return Name + ": not convex and counter-clockwise";
			}
		}
		if (!(AreaOf(Corners) > 0.0) || !(DepthIn(Corners, Owner.Center) > 0.0))
		{
			return Name + ": no area, or its centre is outside";
		}
		for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
		{
			const NavGraph::Edge& Edge = Graph.Edges[static_cast<size_t>(Index)];
			if (Edge.From == Edge.To)
			{
				return Name + ": an edge without length";
			}
			if (!IsEdgeFine(Mesh, Polygon, Index))
			{
				return Name + ": an edge and its twin disagree";
			}
			if (Edge.bFromSolid != (WallEnds.count({Edge.From.X, Edge.From.Y}) > 0))
			{
				return Name + ": bFromSolid is wrong";
			}
		}
	}
	return NextEdge == static_cast<int32_t>(Graph.Edges.size()) ? "" : "edges that belong to nobody";
}
}
