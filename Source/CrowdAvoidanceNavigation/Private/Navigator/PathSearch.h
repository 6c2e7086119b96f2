// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavigation/CrowdNavMesh.h"

#include <deque>
#include <memory>

namespace CrowdAvoidance
{
/// One polygon of a path and how to leave it. The last one is not left.
struct PathStep
{
	int32_t Polygon = NavGraph::None;
	int32_t Edge = NavGraph::None; ///< By this edge ...
	int32_t Link = NavGraph::None; ///< ... or by this link.
};

/// Looks for the paths of agents one after the other with Detour's sliced search, a budget at a time.
class PathSearch
{
public:
	struct Request
	{
		uint32_t Agent = 0;
		uint32_t Ticket = 0; ///< For the one who asks, to tell its requests apart.
		int32_t FromPolygon = NavGraph::None;
		int32_t GoalPolygon = NavGraph::None;
		Vec2 From, Goal;
	};

	struct Found
	{
		Request Of;
		std::vector<PathStep> Steps; ///< Empty: there is no way at all.
		bool bPartial = false;       ///< It ends as near to the goal as one can get.
	};

	PathSearch();
	~PathSearch();

	Result<void> SetMesh(const NavMesh& InMesh);
	void Add(const Request& Item) { Waiting.push_back(Item); }
	/// Forgets what is waiting and under way, because polygon numbers mean nothing any more.
	void Clear();
	/// Looks at about Budget polygons; finished ones are appended.
	void Advance(int Budget, std::vector<Found>& Done);
	int Pending() const { return static_cast<int>(Waiting.size()); }

private:
	struct Query;
	Found Finish(const Request& Item);

	const NavMesh* Mesh = nullptr;
	std::unique_ptr<Query> State;
	std::deque<Request> Waiting; ///< The first one is under way when bRunning.
	bool bRunning = false;
};
}
