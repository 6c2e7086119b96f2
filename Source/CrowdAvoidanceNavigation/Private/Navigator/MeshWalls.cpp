// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Navigator/MeshWalls.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
/// Shorter ones the world does not take. [m]
constexpr float ShortestWall = 0.002f;

struct BeforeInSpace
{
	bool operator()(Vec2 A, Vec2 B) const { return A.X != B.X ? A.X < B.X : A.Y < B.Y; }
};

bool GoesStraightOn(const NavGraph::Wall& A, const NavGraph::Wall& B)
{
	const Vec2 First = {A.To.X - A.From.X, A.To.Y - A.From.Y};
	const Vec2 Second = {B.To.X - B.From.X, B.To.Y - B.From.Y};
	const float Sine = First.X * Second.Y - First.Y * Second.X;
	const float Cosine = First.X * Second.X + First.Y * Second.Y;
	return Cosine > 0.0f && std::fabs(Sine) <= 1.0e-5f * Cosine;
}

/// Never 0, which stands for a tile that is not known.
uint64_t FingerprintOf(const std::vector<NavGraph::Wall>& Walls)
{
	uint64_t Hash = 0xCBF29CE484222325ull;
	for (const NavGraph::Wall& Item : Walls)
	{
		for (const float Number : {Item.From.X, Item.From.Y, Item.To.X, Item.To.Y})
		{
			Hash = (Hash ^ std::bit_cast<uint32_t>(Number)) * 0x100000001B3ull;
			Hash ^= Hash >> 29;
		}
	}
	return Hash | 1;
}

/// A straight wall along several polygons is one wall.
std::vector<NavGraph::Wall> Joined(const std::vector<NavGraph::Wall>& Walls)
{
	std::map<Vec2, size_t, BeforeInSpace> StartingAt;
	for (size_t Index = 0; Index < Walls.size(); ++Index)
	{
		StartingAt.emplace(Walls[Index].From, Index);
	}
	std::vector<int64_t> Next(Walls.size(), -1);
	std::vector<bool> bContinues(Walls.size(), false);
	for (size_t Index = 0; Index < Walls.size(); ++Index)
	{
		const auto Found = StartingAt.find(Walls[Index].To);
		if (Found != StartingAt.end() && Found->second != Index && GoesStraightOn(Walls[Index], Walls[Found->second]))
		{
			Next[Index] = static_cast<int64_t>(Found->second);
			bContinues[Found->second] = true;
		}
	}
	std::vector<NavGraph::Wall> Out;
	for (size_t Index = 0; Index < Walls.size(); ++Index)
	{
		if (!bContinues[Index])
		{
			NavGraph::Wall Whole = Walls[Index];
			for (int64_t More = Next[Index]; More >= 0; More = Next[static_cast<size_t>(More)])
			{
				Whole.To = Walls[static_cast<size_t>(More)].To;
			}
			Out.push_back(Whole);
		}
	}
	return Out;
}
}

Result<int> MeshWalls::Add(World& Crowd, const NavGraph& Graph)
{
	std::map<int32_t, std::vector<NavGraph::Wall>> WallsOfTile;
	for (const NavGraph::Wall& Item : Graph.Walls())
	{
		WallsOfTile[Item.Tile].push_back(Item);
	}
	for (const auto& [Number, Known] : Tiles)
	{
		WallsOfTile.try_emplace(Number); // It may have had walls and have none now.
	}
	int Changed = 0;
	for (const auto& [Number, Walls] : WallsOfTile)
	{
		Tile& Known = Tiles[Number];
		const uint64_t Fingerprint = FingerprintOf(Walls);
		if (Known.Fingerprint == Fingerprint)
		{
			continue;
		}
		++Changed;
		for (const ObstacleHandle Handle : Known.Handles)
		{
			// The host may have taken some away itself.
			(void)Crowd.RemoveObstacle(Handle);
		}
		Known = {Fingerprint, {}};
		for (const NavGraph::Wall& Item : Joined(Walls))
		{
			if (std::hypot(Item.To.X - Item.From.X, Item.To.Y - Item.From.Y) < ShortestWall)
			{
				continue;
			}
			// The mesh is on the left of its borders.
			const Vec2 Ends[] = {Item.To, Item.From};
			const Result<ObstacleHandle> Added = Crowd.AddObstacle({.Vertices = Ends, .bOneSided = true});
			if (!Added)
			{
				return Added.GetError();
			}
			Known.Handles.push_back(Added.Value());
		}
	}
	bAdded = true;
	return Changed;
}
}
