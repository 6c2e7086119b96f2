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
	/// Puts them in; once they are, those of tiles that have others now are taken out and put in anew. Returns how many tiles had to be
	/// put in.
	Result<int> Add(World& Crowd, const NavGraph& Graph);
	bool AreAdded() const { return bAdded; }

	template <typename Stream>
	static void Exchange(const MeshWalls& Item, Stream& Bytes)
	{
		Bytes(Item.bAdded);
		Bytes.Count(Item.Tiles.size());
		for (const auto& [Number, Walls] : Item.Tiles)
		{
			Bytes(Number, Walls.Fingerprint, Walls.Handles);
		}
	}
	template <typename Stream>
	static void Exchange(MeshWalls& Item, Stream& Bytes)
	{
		Item.Tiles.clear();
		Bytes(Item.bAdded);
		for (size_t Left = Bytes.Count(); Left > 0 && Bytes.IsGood(); --Left)
		{
			int32_t Number = 0;
			Bytes(Number);
			Tile& Walls = Item.Tiles[Number];
			Bytes(Walls.Fingerprint, Walls.Handles);
		}
	}

private:
	struct Tile
	{
		uint64_t Fingerprint = 0; ///< Of its walls as they were when they were put in.
		std::vector<ObstacleHandle> Handles;
	};

	std::map<int32_t, Tile> Tiles; ///< By number.
	bool bAdded = false;
};
}
