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

	template <typename Stream>
	static void Exchange(const MeshWalls& Item, Stream& Bytes)
	{
		Bytes(Item.bAdded);
		Bytes.Count(Item.HandlesOfTile.size());
		for (const auto& [Tile, Handles] : Item.HandlesOfTile)
		{
			Bytes(Tile, Handles);
		}
	}
	template <typename Stream>
	static void Exchange(MeshWalls& Item, Stream& Bytes)
	{
		Item.HandlesOfTile.clear();
		Bytes(Item.bAdded);
		for (size_t Left = Bytes.Count(); Left > 0 && Bytes.IsGood(); --Left)
		{
			int32_t Tile = 0;
			Bytes(Tile);
			Bytes(Item.HandlesOfTile[Tile]);
		}
	}

private:
	std::map<int32_t, std::vector<ObstacleHandle>> HandlesOfTile;
	bool bAdded = false;
};
}
