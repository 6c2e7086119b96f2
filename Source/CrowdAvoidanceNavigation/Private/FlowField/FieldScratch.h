// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdStatus.h"
#include "CrowdCore/CrowdTypes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

namespace CrowdAvoidance
{
/// Of a path: its length, and the same with crowding. [m]
struct FieldSpan
{
	float Length = INFINITY;
	float Cost = INFINITY;

	friend FieldSpan operator+(FieldSpan A, FieldSpan B) { return {A.Length + B.Length, A.Cost + B.Cost}; }
};

/// Numbers with what they cost, the cheapest first, where no cost is less than one that has been taken: a radix heap. Bucket n holds costs
/// that differ from Base in bit n - 1 and in none above, so whatever is in a bucket costs less than what is in a higher one.
class CostQueue
{
public:
	void Add(float Cost, int32_t Number)
	{
		CROWD_ASSERT(std::bit_cast<uint32_t>(Cost) >= Base);
		Put({std::bit_cast<uint32_t>(Cost), Number});
		++Count;
	}
	int32_t Take(float& OutCost)
	{
		// Few are searched as they lie; more are spread out first.
		constexpr size_t Few = 8;
		std::vector<Entry>* Lowest = &Buckets[static_cast<size_t>(std::countr_zero(Filled))];
		size_t Least = FindLeast(*Lowest);
		if (Lowest->size() > Few && Lowest != &Buckets[0])
		{
			Base = (*Lowest)[Least].Cost;
			Filled &= Filled - 1;
			for (const Entry& Each : *Lowest)
			{
				Put(Each);
			}
			Lowest->clear();
			Lowest = &Buckets[0];
			Least = 0;
		}
		const Entry Taken = (*Lowest)[Least];
		(*Lowest)[Least] = Lowest->back();
		Lowest->pop_back();
		Filled &= Lowest->empty() ? Filled - 1 : ~uint64_t{0};
		--Count;
		OutCost = std::bit_cast<float>(Taken.Cost);
		return Taken.Number;
	}
	bool IsEmpty() const { return Count == 0; }
	void Clear()
	{
		for (std::vector<Entry>& Bucket : Buckets)
		{
			Bucket.clear();
		}
		Count = 0;
		Filled = 0;
		Base = 0;
	}

private:
	struct Entry
	{
		uint32_t Cost; ///< The bits of a float that is not negative are in the order of its value.
		int32_t Number;
	};

	void Put(Entry Each)
	{
		const int Bucket = std::bit_width(Each.Cost ^ Base);
		Buckets[static_cast<size_t>(Bucket)].push_back(Each);
		Filled |= uint64_t{1} << Bucket;
	}
	static size_t FindLeast(const std::vector<Entry>& Bucket)
	{
		size_t Least = 0;
		for (size_t Index = 1; Index < Bucket.size(); ++Index)
		{
			Least = Bucket[Index].Cost < Bucket[Least].Cost ? Index : Least;
		}
		return Least;
	}

	std::vector<Entry> Buckets[33];
	uint64_t Filled = 0; ///< Buckets that are not empty, by bit.
	size_t Count = 0;
	uint32_t Base = 0;
};

/// Memory that fields are made in, one after the other: what is known of gates while that is going on. Nothing is cleared from one
/// field to the next; whatever has another stamp than Now is of the past.
struct FieldScratch
{
	/// How a corner is seen by those who come up to it through the gates before it: between two directions from the corner.
	struct View
	{
		uint32_t Stamp = 0;
		bool bOpen = false; ///< All gates end at the corner, so it is seen from anywhere.
		Vec2 Point;         ///< The corner.
		Vec2 Right, Left;   ///< Both zero: it is not seen.
	};

	struct Gate
	{
		uint32_t Stamp =
			0; ///< Now: settled, and what follows is right. Now + 1: it may have offers, which are not settled.
		FieldSpan Path;     ///< From its middle (a link: from where it ends) on.
		float Least = 0.0f; ///< No path from any place in the gate on is shorter.
		int32_t GoalIndex = 0;
		View Window; ///< Of the corner at which a string from its middle turns.
	};

	/// The path from an end of an edge, or of a link from its beginning.
	struct End
	{
		uint32_t Stamp = 0;
		FieldSpan Path;
		Vec2 Toward; ///< Where the string turns next.
	};

	enum EMark : uint8_t
	{
		Unknown,
		OnThePath,
		Rooted,
		Lost,
		WasLost ///< Before a repair, and nothing has changed about it yet.
	};

	std::vector<Gate> Gates;
	std::vector<End> Ends; ///< Two for each gate: right, left.
	CostQueue Queue;
	std::vector<uint32_t>
		PolygonStamps;        ///< Now: it is to choose its exit anew; Now + 1: it was lost and is looked at again.
	std::vector<EMark> Marks; ///< By polygon.
	std::vector<int32_t> Chain, Fallen, Again, LostOnes, Found;
	std::vector<std::pair<float, int32_t>> Ways; ///< Out of a polygon: what they cost at the least, gate.
	uint32_t Now = 0;

	void Start(size_t GateCount, size_t PolygonCount)
	{
		constexpr uint32_t Last = 0xfffffff0u;
		if (Gates.size() < GateCount || Now >= Last)
		{
			Gates.assign(std::max(GateCount, Gates.size()), {});
			Ends.assign(2 * Gates.size(), {});
			PolygonStamps.assign(PolygonStamps.size(), 0);
			Now = 0;
		}
		PolygonStamps.resize(std::max(PolygonCount, PolygonStamps.size()), 0);
		Marks.assign(PolygonCount, Unknown);
		Queue.Clear();
		Fallen.clear();
		Again.clear();
		LostOnes.clear();
		Now += 2;
	}
};
}
