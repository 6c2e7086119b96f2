// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdObstacle.h"
#include "CrowdCore/CrowdStatus.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace CrowdAvoidance
{
/// One edge of an obstacle, solid to its left. It knows its neighbours' directions, so that it can be reasoned about alone.
struct WallSegment
{
	Vec2 From, To;
	Vec2 Dir;                   ///< Unit vector From -> To.
	Vec2 PreviousDir, NextDir;  ///< Of the edges before and after.
	bool bFromConvex, bToConvex;
	uint32_t Groups;
};

/// The obstacles of a world and a hash grid over their segments. A segment is listed in every cell within the reach of
/// the agent that sees walls furthest, so an agent looks at one cell only. Adding, removing and moving touch just the cells
/// around the obstacle.
class ObstacleStore
{
public:
	Result<ObstacleHandle> Add(const ObstacleDef& Def);
	Result<void> Remove(ObstacleHandle Handle);
	Result<void> Move(ObstacleHandle Handle, Vec2 Offset);
	bool IsValid(ObstacleHandle Handle) const;
	int Count() const { return Alive; }
	bool HasSegments() const { return Alive > 0; }

	/// Agents may see walls this far away. Grows the cells' lists when it grows.
	void SetReach(float NewReach);

	const WallSegment& Segment(uint32_t Index) const { return Segments[Index]; }

	/// Calls Visit(Index) for every segment that may be within reach of the point.
	template <typename Visitor>
	void ForEachNear(float X, float Y, Visitor&& Visit) const
	{
		const auto Found = Cells.find(KeyOf(CellCoordinate(X), CellCoordinate(Y)));
		if (Found != Cells.end())
		{
			for (const uint32_t Index : Found->second)
			{
				Visit(Index);
			}
		}
		for (const uint32_t Index : LongSegments)
		{
			Visit(Index);
		}
	}

	size_t Bytes() const;

private:
	struct Obstacle
	{
		std::vector<Vec2> Vertices; ///< Counter-clockwise where it is a polygon.
		std::vector<uint32_t> SegmentIndices;
		uint32_t Groups = 0;
		uint32_t Generation = 0;
		bool bAlive = false;
	};

	static int CellCoordinate(float Value);
	static uint64_t KeyOf(int CellX, int CellY);
	void Insert(Obstacle& Item);
	void Erase(Obstacle& Item);
	/// Calls Visit(list) for every cell list that the segment belongs in.
	template <typename Visitor>
	void ForEachList(const WallSegment& Wall, Visitor&& Visit);

	std::vector<Obstacle> Obstacles;
	std::vector<uint32_t> FreeObstacles;
	std::vector<WallSegment> Segments;
	std::vector<uint32_t> FreeSegments;
	std::unordered_map<uint64_t, std::vector<uint32_t>> Cells;
	std::vector<uint32_t> LongSegments; ///< Those that would lie in too many cells.
	float Reach = 0.0f;
	int Alive = 0;
	int ErasedSinceSweep = 0;
};
}
