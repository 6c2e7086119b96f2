// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "NavMesh/DetourSearch.h"

#include "NavMesh/NavMeshTile.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
constexpr int MostSearchNodes = 65535;
constexpr int MostPathPolygons = 4096;

/// Our plane in Detour's space, where y is up.
struct DetourPoint
{
	float Coordinates[3];

	explicit DetourPoint(Vec2 Point) : Coordinates{Point.X, 0, Point.Y} {}
};

/// The widest edge that leads from one polygon to another; None where they do not touch.
int32_t EdgeBetween(const NavGraph& Graph, int32_t From, int32_t To)
{
	const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(From)];
	int32_t Widest = NavGraph::None;
	float WidestSq = -1.0f;
	for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
	{
		const NavGraph::Edge& Edge = Graph.Edges[static_cast<size_t>(Index)];
		const Vec2 End = Edge.To;
		const float LengthSq =
			(End.X - Edge.From.X) * (End.X - Edge.From.X) + (End.Y - Edge.From.Y) * (End.Y - Edge.From.Y);
		if (Edge.Neighbor == To && LengthSq > WidestSq)
		{
			Widest = Index;
			WidestSq = LengthSq;
		}
	}
	return Widest;
}

int32_t LinkBetween(const NavGraph& Graph, int32_t From, int32_t To)
{
	const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(From)];
	for (int32_t Index = Owner.FirstLink; Index < Owner.FirstLink + Owner.LinkCount; ++Index)
	{
		if (Graph.Links[static_cast<size_t>(Index)].Target == To)
		{
			return Index;
		}
	}
	return NavGraph::None;
}
}

Result<std::unique_ptr<NavPathSearch>> DetourSearch::Create(const NavMesh& Mesh)
{
	std::unique_ptr<DetourSearch> Out(new DetourSearch(Mesh));
	Out->Query.reset(dtAllocNavMeshQuery());
	Out->Polygons.resize(MostPathPolygons);
	Out->Filter.setIncludeFlags(NavWalkableFlag);
	if (!Out->Query || dtStatusFailed(Out->Query->init(&Mesh.Detour(), MostSearchNodes)))
	{
		return Error::Format("Detour cannot search this mesh: out of memory for %d nodes", MostSearchNodes);
	}
	return std::unique_ptr<NavPathSearch>(std::move(Out));
}

void DetourSearch::Begin(const NavPoint& From, const NavPoint& Goal)
{
	const auto RefOf = [this](int32_t Polygon)
	{ return static_cast<dtPolyRef>(Mesh.Graph().Polygons[static_cast<size_t>(Polygon)].Source); };
	const DetourPoint Start(From.Position);
	const DetourPoint End(Goal.Position);
	Status = Query->initSlicedFindPath(
		RefOf(From.Polygon), RefOf(Goal.Polygon), Start.Coordinates, End.Coordinates, &Filter, DT_FINDPATH_ANY_ANGLE);
}

bool DetourSearch::Advance(int& Budget, NavPath& Out)
{
	if (dtStatusInProgress(Status))
	{
		int Looked = 0;
		Status = Query->updateSlicedFindPath(Budget, &Looked);
		Budget -= std::max(Looked, 1);
	}
	if (dtStatusInProgress(Status))
	{
		return false;
	}
	Out = Finish();
	return true;
}

NavPath DetourSearch::Finish()
{
	NavPath Out;
	int Count = 0;
	Status = Query->finalizeSlicedFindPath(Polygons.data(), &Count, MostPathPolygons);
	if (dtStatusFailed(Status))
	{
		return Out;
	}
	Out.bPartial = dtStatusDetail(Status, DT_PARTIAL_RESULT) || dtStatusDetail(Status, DT_BUFFER_TOO_SMALL);
	const NavGraph& Graph = Mesh.Graph();
	for (int Index = 0; Index < Count; ++Index)
	{
		// Links have polygons of their own in Detour's paths; ours do not.
		const int32_t Polygon = Mesh.PolygonOf(Polygons[static_cast<size_t>(Index)]);
		if (Polygon == NavGraph::None)
		{
			continue;
		}
		// Detour's shortcuts leave spurs: into a polygon and back again.
		const auto Known = std::find_if(
			Out.Steps.begin(), Out.Steps.end(), [&](const NavPathStep& Step) { return Step.Polygon == Polygon; });
		if (Known != Out.Steps.end())
		{
			Out.Steps.erase(Known + 1, Out.Steps.end());
			continue;
		}
		if (!Out.Steps.empty())
		{
			NavPathStep& Before = Out.Steps.back();
			Before.Edge = EdgeBetween(Graph, Before.Polygon, Polygon);
			Before.Link = Before.Edge == NavGraph::None ? LinkBetween(Graph, Before.Polygon, Polygon) : NavGraph::None;
			if (Before.Edge == NavGraph::None && Before.Link == NavGraph::None)
			{
				Out.bPartial = true;
				return Out;
			}
		}
		Out.Steps.push_back({Polygon, NavGraph::None, NavGraph::None});
	}
	return Out;
}
}
