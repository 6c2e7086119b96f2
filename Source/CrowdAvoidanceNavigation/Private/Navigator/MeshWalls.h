// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdWorld.h"
#include "CrowdNavigation/CrowdNavGraph.h"

#include <map>

namespace CrowdAvoidance
{
/// The borders of a mesh as walls of a world, tile by tile.
class MeshWalls
{
public:
	Result<void> Add(World& Crowd, const NavGraph& Graph);
	/// Once added: tiles that have changed are taken out and put in anew.
	void Update(World& Crowd, const NavGraph& Graph, std::span<const int32_t> ChangedTiles);

private:
	std::map<int32_t, std::vector<ObstacleHandle>> HandlesOfTile;
	bool bAdded = false;
};
}
