// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// A snapshot holds no tiles: they are built again, from the blocks that each was built with and in the same order.
#include "NavMesh/NavMeshImpl.h"

#include <algorithm>

namespace CrowdAvoidance
{
std::vector<int32_t> NavMesh::Impl::RebuiltTiles() const
{
	std::vector<int32_t> Out;
	for (int32_t Number = 0; Number < Lattice.TileCount(); ++Number)
	{
		if (Tiles[static_cast<size_t>(Number)].Rebuilt > 0)
		{
			Out.push_back(Number);
		}
	}
	std::sort(Out.begin(), Out.end(),
		[this](int32_t A, int32_t B)
		{ return Tiles[static_cast<size_t>(A)].Rebuilt < Tiles[static_cast<size_t>(B)].Rebuilt; });
	return Out;
}

Result<void> NavMesh::Save(SnapshotWriter& To) const
{
	CROWD_ASSERT(State != nullptr);
	const Impl& S = *State;
	To.Section("mesh");
	To.Same("the number of tiles", S.Tiles.size());
	To.Same("the number of doors", S.Def.Doors.size());
	To(S.Version);
	for (size_t Door = 0; Door < S.Def.Doors.size(); ++Door)
	{
		To(S.Def.Doors[Door].bOpen, S.WantedOpen[Door] != 0);
	}
	To(S.Blocks);
	const std::vector<int32_t> Rebuilt = S.RebuiltTiles();
	To(Rebuilt);
	for (const int32_t Number : Rebuilt)
	{
		To(S.Tiles[static_cast<size_t>(Number)].Blocks);
	}
	To(S.DirtyTiles);
	return {};
}

Result<void> NavMesh::Load(SnapshotReader& From)
{
	CROWD_ASSERT(State != nullptr);
	Impl& S = *State;
	From.Section("mesh");
	From.Same("the number of tiles", S.Tiles.size());
	From.Same("the number of doors", S.Def.Doors.size());
	uint32_t Version = 0;
	From(Version);
	std::vector<uint8_t> IsOpen;
	std::vector<uint8_t> WantedOpen;
	for (size_t Door = 0; Door < S.Def.Doors.size(); ++Door)
	{
		From.Within("an open door", IsOpen.emplace_back(), 0, 1);
		From.Within("an open door", WantedOpen.emplace_back(), 0, 1);
	}
	std::vector<Impl::Block> Blocks;
	std::vector<int32_t> Rebuilt;
	From(Blocks, Rebuilt);
	std::vector<std::vector<std::vector<Vec2>>> BlocksOfRebuilt(Rebuilt.size());
	for (std::vector<std::vector<Vec2>>& Outlines : BlocksOfRebuilt)
	{
		From(Outlines);
	}
	std::vector<int32_t> Dirty;
	From(Dirty);

	const auto CheckTiles = [&](const std::vector<int32_t>& Numbers)
	{
		std::vector<bool> Named(S.Tiles.size(), false);
		for (const int32_t Number : Numbers)
		{
			if (Number < 0 || static_cast<size_t>(Number) >= Named.size() || Named[static_cast<size_t>(Number)])
			{
				From.Refuse(Error::Format("tile %d is named twice or none of %zu", Number, Named.size()));
				return;
			}
			Named[static_cast<size_t>(Number)] = true;
		}
	};
	const auto CheckOutline = [&From](const std::vector<Vec2>& Outline)
	{
		if (const Result<void> Check = CheckNavOutline("Outline", Outline); !Check)
		{
			From.Refuse(Check.GetError());
		}
	};
	CheckTiles(Rebuilt);
	CheckTiles(Dirty);
	for (const Impl::Block& Item : Blocks)
	{
		if (!Item.Outline.empty())
		{
			CheckOutline(Item.Outline);
		}
	}
	for (const std::vector<std::vector<Vec2>>& Outlines : BlocksOfRebuilt)
	{
		std::for_each(Outlines.begin(), Outlines.end(), CheckOutline);
	}
	if (Blocks.size() > NavMaxBlocks)
	{
		From.Refuse(Error::Format("it has %zu blocks; it may have 0 .. %zu", Blocks.size(), NavMaxBlocks));
	}
	if (!From.IsGood())
	{
		return From.Outcome();
	}

	const bool bBuild = S.Rebuilds > 0 || !Rebuilt.empty();
	for (Impl::TilePlace& Place : S.Tiles)
	{
		Place.Rebuilt = 0;
		Place.Blocks.clear();
	}
	S.Rebuilds = 0;
	for (size_t Index = 0; Index < Rebuilt.size(); ++Index)
	{
		Impl::TilePlace& Place = S.Tiles[static_cast<size_t>(Rebuilt[Index])];
		Place.Rebuilt = ++S.Rebuilds;
		Place.Blocks = std::move(BlocksOfRebuilt[Index]);
	}
	S.WantedOpen = IsOpen;
	S.ApplyDoors();
	S.WantedOpen = std::move(WantedOpen);
	if (bBuild)
	{
		if (const Result<void> Built = S.BuildAllTiles(nullptr); !Built)
		{
			return Built;
		}
	}
	S.Blocks = std::move(Blocks);
	S.DirtyTiles = std::move(Dirty);
	S.IsDirty.assign(S.Tiles.size(), 0);
	for (const int32_t Number : S.DirtyTiles)
	{
		S.IsDirty[static_cast<size_t>(Number)] = 1;
	}
	S.RefreshGraph();
	S.bChangeKnown = false;
	S.Version = Version;
	return {};
}
}
