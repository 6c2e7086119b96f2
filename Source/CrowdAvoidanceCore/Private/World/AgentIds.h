// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdAgent.h"
#include "Math/AlignedArray.h"
#include "Math/MixBits.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace CrowdAvoidance
{
/// Of keys of ids: so many bits.
constexpr uint32_t CrowdKeyMask = 0x3fffffff;
/// Nobody's key.
constexpr uint32_t CrowdNoKey = CrowdKeyMask;

/// An id in fewer bits: itself, as long as it is small. Of larger ones two may, rarely, have the same key.
inline uint32_t KeyOfId(uint64_t Id)
{
	const uint64_t Key = Id < CrowdNoKey ? Id : MixBits(Id) & CrowdKeyMask;
	return static_cast<uint32_t>(Key == CrowdNoKey ? 0 : Key);
}

/// Which agent, by slot, has which AgentDef::Id, and the other way round: a hash table of slots, open addressed and at most half full.
class AgentIds
{
public:
	static constexpr uint32_t None = UINT32_MAX;

	uint64_t Of(uint32_t Slot) const { return Ids[Slot]; }
	const uint64_t* BySlot() const { return Ids.Get(); }

	/// The slot of the agent with that id, or None.
	uint32_t Find(uint64_t Id) const
	{
		if (Table.Size() == 0)
		{
			return None;
		}
		for (size_t At = Home(Id);; At = Following(At))
		{
			if (Table[At] == None || Ids[Table[At]] == Id)
			{
				return Table[At];
			}
		}
	}

	/// The slot of the agent whose id has that key, or None; of several the one with the lowest id.
	uint32_t FindKey(uint32_t Key) const
	{
		if (Key < Ids.Size() && Ids[Key] == Key && Table[HomeOfKey(Key)] == Key)
		{
			return Key; // Who has been numbered by the world has mostly got the slot of its number.
		}
		uint32_t Found = None;
		for (size_t At = HomeOfKey(Key); Table[At] != None; At = Following(At))
		{
			const uint64_t Id = Ids[Table[At]];
			Found = KeyOfId(Id) == Key && (Found == None || Id < Ids[Found]) ? Table[At] : Found;
		}
		return Found;
	}

	/// Id: one that no agent has, or CrowdAutoId.
	void Add(uint32_t Slot, uint64_t Id)
	{
		if (Id == CrowdAutoId)
		{
			// Whoever chose ids of its own may have taken this one, or the last there is.
			while (Next == CrowdAutoId || Find(Next) != None)
			{
				Next = Next == CrowdAutoId ? 0 : Next + 1;
			}
			Id = Next++;
		}
		if (Ids.Size() <= Slot)
		{
			Ids.Resize(size_t{Slot} + 1);
		}
		Ids[Slot] = Id;
		++Count;
		if (2 * Count > Table.Size())
		{
			Grow(2 * Count);
		}
		Insert(Slot);
	}

	void Remove(uint32_t Slot)
	{
		size_t Hole = Home(Ids[Slot]);
		while (Table[Hole] != Slot)
		{
			Hole = Following(Hole);
		}
		// Whoever comes later in the run moves up, unless that would take it from before its home.
		for (size_t At = Following(Hole); Table[At] != None; At = Following(At))
		{
			const size_t FromHome = (At - Home(Ids[Table[At]])) & (Table.Size() - 1);
			const size_t FromHole = (At - Hole) & (Table.Size() - 1);
			if (FromHome >= FromHole)
			{
				Table[Hole] = Table[At];
				Hole = At;
			}
		}
		Table[Hole] = None;
		--Count;
	}

	void Reserve(size_t Agents)
	{
		Ids.Reserve(Agents);
		if (2 * Agents > Table.Size())
		{
			Grow(2 * Agents);
		}
	}

	/// Where the search for a free id begins, which decides who gets which.
	uint64_t NextAuto() const { return Next; }
	void SetNextAuto(uint64_t Id) { Next = Id; }

	size_t Bytes() const { return Ids.Bytes() + Table.Bytes(); }

private:
	size_t Home(uint64_t Id) const { return HomeOfKey(KeyOfId(Id)); }
	size_t HomeOfKey(uint32_t Key) const { return static_cast<size_t>(MixBits(Key)) & (Table.Size() - 1); }
	size_t Following(size_t At) const { return (At + 1) & (Table.Size() - 1); }

	void Insert(uint32_t Slot)
	{
		size_t At = Home(Ids[Slot]);
		while (Table[At] != None)
		{
			At = Following(At);
		}
		Table[At] = Slot;
	}

	void Grow(size_t Least)
	{
		AlignedArray<uint32_t> Old;
		std::swap(Old, Table);
		Table.Resize(std::bit_ceil(std::max<size_t>(Least, 16)));
		std::fill(Table.Get(), Table.Get() + Table.Size(), None);
		for (size_t At = 0; At < Old.Size(); ++At)
		{
			if (Old[At] != None)
			{
				Insert(Old[At]);
			}
		}
	}

	AlignedArray<uint64_t> Ids; ///< By slot.
	AlignedArray<uint32_t> Table;
	size_t Count = 0;
	uint64_t Next = 0; ///< Where the search for a free one begins.
};
}
