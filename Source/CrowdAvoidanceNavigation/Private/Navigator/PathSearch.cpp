// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Navigator/PathSearch.h"

#include "NavMesh/DetourHeaders.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
constexpr int MostSearchNodes = 65535;
constexpr int MostPathPolygons = 4096;

struct QueryDeleter
{
	void operator()(dtNavMeshQuery* Query) const { dtFreeNavMeshQuery(Query); }
};

/// Our plane in Detour's space, where y is up.
struct DetourPoint
{
	DetourReal Coordinates[3];

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
		const Vec2 End = Graph.EdgeEnd(Owner, Index);
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

struct PathSearch::Query
{
	std::unique_ptr<dtNavMeshQuery, QueryDeleter> Detour;
	dtQueryFilter Filter; ///< Detour keeps a pointer to it while a search is under way.
	std::vector<dtPolyRef> Polygons;
};

PathSearch::PathSearch() = default;
PathSearch::~PathSearch() = default;

Result<void> PathSearch::SetMesh(const NavMesh& InMesh)
{
	Mesh = &InMesh;
	State = std::make_unique<Query>();
	State->Detour.reset(dtAllocNavMeshQuery());
	State->Polygons.resize(MostPathPolygons);
	State->Filter.setIncludeFlags(1);
	if (!State->Detour || dtStatusFailed(State->Detour->init(&InMesh.Detour(), MostSearchNodes)))
	{
		return Error::Format("Detour cannot search this mesh: out of memory for %d nodes", MostSearchNodes);
	}
	return {};
}

void PathSearch::Clear()
{
	Waiting.clear();
	bRunning = false;
}

void PathSearch::Advance(int Budget, std::vector<Found>& Done)
{
	while (!Waiting.empty() && Budget > 0)
	{
		const Request& Item = Waiting.front();
		dtNavMeshQuery& Detour = *State->Detour;
		dtStatus Status = DT_IN_PROGRESS;
		if (!bRunning)
		{
			const auto RefOf = [&](int32_t Polygon)
			{ return static_cast<dtPolyRef>(Mesh->Graph().Polygons[static_cast<size_t>(Polygon)].Source); };
			const DetourPoint From(Item.From);
			const DetourPoint Goal(Item.Goal);
			Status = Detour.initSlicedFindPath(RefOf(Item.FromPolygon), RefOf(Item.GoalPolygon), From.Coordinates,
				Goal.Coordinates, &State->Filter, DT_FINDPATH_ANY_ANGLE);
			bRunning = true;
			--Budget;
		}
		if (dtStatusInProgress(Status))
		{
			int Looked = 0;
			Status = Detour.updateSlicedFindPath(Budget, &Looked);
			Budget -= std::max(Looked, 1);
		}
		if (!dtStatusInProgress(Status))
		{
			Done.push_back(Finish(Item));
			Waiting.pop_front();
			bRunning = false;
		}
	}
}

PathSearch::Found PathSearch::Finish(const Request& Item)
{
	Found Out;
	Out.Of = Item;
	int Count = 0;
	const dtStatus Status = State->Detour->finalizeSlicedFindPath(State->Polygons.data(), &Count, MostPathPolygons);
	if (dtStatusFailed(Status))
	{
		return Out;
	}
	Out.bPartial = dtStatusDetail(Status, DT_PARTIAL_RESULT) || dtStatusDetail(Status, DT_BUFFER_TOO_SMALL);
	const NavGraph& Graph = Mesh->Graph();
	for (int Index = 0; Index < Count; ++Index)
	{
		// Links have polygons of their own in Detour's paths; ours do not.
		const int32_t Polygon = Mesh->PolygonOf(State->Polygons[static_cast<size_t>(Index)]);
		if (Polygon == NavGraph::None)
		{
			continue;
		}
		// Detour's shortcuts leave spurs: into a polygon and back again.
		const auto Known = std::find_if(
			Out.Steps.begin(), Out.Steps.end(), [&](const PathStep& Step) { return Step.Polygon == Polygon; });
		if (Known != Out.Steps.end())
		{
			Out.Steps.erase(Known + 1, Out.Steps.end());
			continue;
		}
		if (!Out.Steps.empty())
		{
			PathStep& Before = Out.Steps.back();
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
