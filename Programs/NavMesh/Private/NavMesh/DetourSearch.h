// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavMesh/CrowdNavMesh.h"
#include "NavMesh/DetourHeaders.h"

#include <memory>

namespace CrowdAvoidance
{
/// Detour's sliced search on a mesh of ours.
class DetourSearch final : public NavPathSearch
{
public:
	/// The mesh must outlive the search.
	static Result<std::unique_ptr<NavPathSearch>> Create(const NavMesh& Mesh);

	void Begin(const NavPoint& From, const NavPoint& Goal) override;
	bool Advance(int& Budget, NavPath& Out) override;

private:
	struct QueryDeleter
	{
		void operator()(dtNavMeshQuery* Query) const { dtFreeNavMeshQuery(Query); }
	};

	explicit DetourSearch(const NavMesh& InMesh) : Mesh(InMesh) {}
	NavPath Finish();

	const NavMesh& Mesh;
	std::unique_ptr<dtNavMeshQuery, QueryDeleter> Query;
	dtQueryFilter Filter; ///< Detour keeps a pointer to it while a search is under way.
	std::vector<dtPolyRef> Polygons;
	dtStatus Status = DT_FAILURE;
};
}
