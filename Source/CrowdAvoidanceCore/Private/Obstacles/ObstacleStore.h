// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdObstacle.h"
#include "CrowdCore/CrowdSnapshot.h"
#include "CrowdCore/CrowdStatus.h"
#include "Math/AlignedArray.h"
#include "Neighbors/Capsule.h"
#include "Obstacles/NearWallsShared.h"

#include <climits>
#include <cstdint>
#include <span>
#include <vector>

namespace CrowdAvoidance
{
/// One edge of an obstacle, solid to its left. It knows its neighbours' directions, so that it can be reasoned about alone.
struct WallSegment
{
	Vec2 From, To;
	Vec2 Dir; ///< Unit vector From -> To.
	float Length;
	Vec2 PreviousDir, NextDir; ///< Of the edges before and after.
	bool bFromConvex, bToConvex;
	uint32_t Groups;
};

/// The shortest reach with which lines of sight can be followed. [m]
constexpr float CrowdLeastReach = 1.0f;

/// The last segments that hid somebody, to try first: what hides one often hides others. For as long as no wall changes.
struct WallHiders
{
	static constexpr int Most = 8;
	uint32_t Segments[Most];
	int Count = 0;

	void Note(uint32_t Segment)
	{
		Count = Count < Most ? Count + 1 : Most;
		for (int Index = Count - 1; Index > 0; --Index)
		{
			Segments[Index] = Segments[Index - 1];
		}
		Segments[0] = Segment;
	}
};

/// Segments that are listed together.
struct WallList
{
	std::span<const uint32_t> Segments;
	const uint32_t* Columns; ///< Of long lists, what FindNearWalls() wants of each segment, as floats; else null.
	uint32_t Stride;         ///< From one column to the next.
};

/// Lists of segments by cell, laid out so that agents that stand near each other read the same cache lines: pages of
/// cells, found by hashing, with the lists themselves one after the other in a pool. A lookup that misses the cache costs more
/// than everything else that is done about the walls of an agent.
class WallCells
{
	static constexpr int PageBits = 5;
	static constexpr int PageSide = 1 << PageBits;
	static constexpr uint32_t HeaderSize = 2; ///< Length and capacity stand before a list.

	struct Page
	{
		uint64_t Key = 0;
		uint32_t First[PageSide * PageSide] = {}; ///< Into Pool; 0: the cell has no list.
	};

public:
	WallCells() { Clear(); }
	void Clear();

	/// The page that a cell was found on last: agents that follow each other are mostly on the same.
	struct LastPage
	{
		int X = INT_MAX; ///< Where no cell is.
		int Y = INT_MAX;
		const Page* Found = nullptr;
	};

	/// Where the cell's list is, for ListAt(); 0 where there is none.
	uint32_t Find(int CellX, int CellY, LastPage& Last) const
	{
		const int PageX = CellX >> PageBits;
		const int PageY = CellY >> PageBits;
		if (PageX != Last.X || PageY != Last.Y)
		{
			const int32_t Index = FindPage(KeyOf(PageX, PageY));
			Last = {PageX, PageY, Index < 0 ? nullptr : &Pages[static_cast<size_t>(Index)]};
		}
		return Last.Found ? Last.Found->First[InPage(CellX, CellY)] : 0;
	}
	WallList ListAt(uint32_t First) const
	{
		const uint32_t* const List = &Pool[First];
		return {{List + HeaderSize, List[0]}, HasColumns(List[1]) ? List + HeaderSize + List[1] : nullptr, List[1]};
	}
	void Add(int CellX, int CellY, uint32_t Segment, std::span<const WallSegment> Segments);
	void Remove(int CellX, int CellY, uint32_t Segment, std::span<const WallSegment> Segments);
	/// Puts lists in the order of their cells, and drops what obstacles have left behind along their way.
	void Compact(std::span<const WallSegment> Segments);
	/// Words of the pool that no list uses any more, and of all of it.
	size_t Wasted() const { return WastedWords; }
	size_t Bytes() const;

private:
	static uint64_t KeyOf(int X, int Y)
	{
		return (static_cast<uint64_t>(static_cast<uint32_t>(X)) << 32) | static_cast<uint32_t>(Y);
	}
	static size_t InPage(int CellX, int CellY)
	{
		return static_cast<size_t>((CellY & (PageSide - 1)) * PageSide + (CellX & (PageSide - 1)));
	}
	size_t SlotOf(uint64_t Key) const { return (Key * 0x9e3779b97f4a7c15ull) >> (64 - Bits); }
	int32_t FindPage(uint64_t Key) const
	{
		for (size_t Slot = SlotOf(Key);; Slot = (Slot + 1) & (Slots.size() - 1))
		{
			if (Slots[Slot] < 0 || Pages[static_cast<size_t>(Slots[Slot])].Key == Key)
			{
				return Slots[Slot];
			}
		}
	}
	Page& PageOf(uint64_t Key);
	void Rehash(int NewBits);
	void ClearPool();
	/// Room for a list at the end of the pool.
	uint32_t Append(uint32_t Capacity);
	void Write(uint32_t First, uint32_t Place, uint32_t Segment, std::span<const WallSegment> Segments);
	static bool HasColumns(uint32_t Capacity) { return Capacity >= CROWD_WALL_COLUMNS_FROM; }
	static uint32_t WordsOf(uint32_t Capacity)
	{
		return HeaderSize + Capacity * (HasColumns(Capacity) ? 1 + CROWD_WALL_COLUMNS : 1);
	}

	std::vector<int32_t> Slots; ///< Open addressing, at most half full; -1: empty.
	int Bits = 0;
	std::vector<Page> Pages;
	AlignedArray<uint32_t> Pool;
	size_t WastedWords = 0;
};

/// The obstacles of a world and a hash grid over their segments. A segment is listed in every cell within the reach of
/// the agent that sees walls furthest, so an agent reads one cell only. Adding, removing and moving touch just the cells
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

	/// Where the segments are listed that may be within reach of the point, beside Long(). 0: nowhere.
	uint32_t FindList(Vec2 Point, WallCells::LastPage& Last) const
	{
		return Cells.Find(CellCoordinate(Point.X), CellCoordinate(Point.Y), Last);
	}
	WallList ListAt(uint32_t First) const { return Cells.ListAt(First); }
	/// Segments that may be within reach of any point.
	std::span<const uint32_t> Long() const { return LongSegments; }

	/// Whether a wall lies between two points. Needs a reach of at least CrowdLeastReach.
	bool IsHidden(Vec2 From, Vec2 To, WallHiders& Hiders) const;

	void Save(SnapshotWriter& To) const;
	/// Into an empty store.
	void Load(SnapshotReader& From);

	/// The segments that may reach into the capsule, each once.
	std::vector<uint32_t> FindIn(Capsule Area) const;
	/// Whose segment that is.
	ObstacleHandle OwnerOf(uint32_t Segment) const { return {Owners[Segment], Obstacles[Owners[Segment]].Generation}; }

	size_t Bytes() const;

private:
	struct Obstacle
	{
		std::vector<Vec2> Vertices; ///< Counter-clockwise where it is a polygon.
		std::vector<uint32_t> SegmentIndices;
		uint32_t Groups = 0;
		uint32_t Generation = 0;
		bool bOneSided = false;
		bool bAlive = false;
	};

	/// Small, because an agent tests everything within reach of its cell, but not so small that lists are many.
	static constexpr float SmallestCell = 2.0f;
	/// Cells are no smaller than this share of the reach, so that a segment is listed in a hundred or so at most.
	static constexpr float LeastShareOfReach = 0.25f;

	int CellCoordinate(float Value) const
	{
		// Rounds down, without a call.
		const float Scaled = Value * InvCellSize;
		const int Truncated = static_cast<int>(Scaled);
		return Truncated - (static_cast<float>(Truncated) > Scaled ? 1 : 0);
	}
	/// Makes its segments from its vertices.
	void Insert(uint32_t Index);
	void Erase(Obstacle& Item);
	/// Calls Visit(CellX, CellY) for every cell that the segment belongs in. False: it would be too many, and it belongs to the long ones.
	template <typename Visitor>
	bool ForEachCell(const WallSegment& Wall, Visitor&& Visit) const;
	void List(uint32_t Slot);

	std::vector<Obstacle> Obstacles;
	std::vector<uint32_t> FreeObstacles;
	std::vector<WallSegment> Segments;
	std::vector<uint32_t> Owners; ///< By segment.
	std::vector<uint32_t> FreeSegments;
	WallCells Cells;
	std::vector<uint32_t> LongSegments; ///< Those that would lie in too many cells.
	float Reach = 0.0f;
	float CellSize = SmallestCell; ///< A power of two.
	float InvCellSize = 1.0f / SmallestCell;
	int Alive = 0;
};
}
