// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdAgent.h"
#include "CrowdCore/CrowdSnapshot.h"
#include "Math/AlignedArray.h"
#include "Perception/PairShared.h"
#include "World/AgentIds.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace CrowdAvoidance
{
static_assert(CROWD_PAIR_KEY == CrowdKeyMask && CROWD_PAIR_NOBODY == CrowdNoKey);

/// When an agent has observed somebody for long enough, and for how long it remembers one that it has lost, by the clock.
struct PairTimes
{
	int Observation = 0;
	int Memory = 0;

	PairTimes(float ObservationTime, float SightMemory)
		: Observation(ObservationTime > 0.0f ? static_cast<int>(ObservationTime * CROWD_TICKS) + 1 : 0),
		  Memory(static_cast<int>(SightMemory * CROWD_TICKS))
	{}
};

/// What an agent knows of others.
struct PairRecord
{
	uint32_t* Words;
	uint16_t* Stamps;
	std::byte* States;
	int Room;
	size_t StateBytes;

	int Age(int Entry, int Clock) const { return (Clock - Stamps[Entry]) & CROWD_CLOCK_MASK; }
	bool IsNoticed(int Entry) const { return (Words[Entry] & CROWD_PAIR_NOTICED) != 0; }
	bool IsListed(int Entry) const { return (Words[Entry] & CROWD_PAIR_LISTED) != 0; }
	bool IsNobody(int Entry) const { return Words[Entry] == CROWD_PAIR_NOBODY; }
	/// It has been out of sight for too long. Whoever was lost before it was noticed counts from its first sight.
	bool IsForgotten(int Entry, int Clock, const PairTimes& Times) const
	{
		return !IsListed(Entry) &&
			(IsNobody(Entry) ||
				Age(Entry, Clock) > (IsNoticed(Entry) ? Times.Memory : Times.Observation + Times.Memory));
	}
	/// That one's entry, or -1.
	int Find(uint32_t Key) const
	{
		for (int Entry = 0; Entry < Room; ++Entry)
		{
			if ((Words[Entry] & CROWD_PAIR_KEY) == Key)
			{
				return Entry;
			}
		}
		return -1;
	}
	/// The same, unless that one is forgotten.
	int FindRemembered(uint32_t Key, int Clock, const PairTimes& Times) const
	{
		const int Entry = Find(Key);
		return Entry >= 0 && IsForgotten(Entry, Clock, Times) ? -1 : Entry;
	}
	std::byte* StateOf(int Entry) const { return States + static_cast<size_t>(Entry) * StateBytes; }
};

/// Whom agents see or remember: for each agent (by slot) a record of others, by their ids. When a record is full, whoever has been out of
/// sight for longest gives way.
class PairMemory
{
public:
	/// bInSight: for a model that perceives. StateBytes: that it keeps of each pair.
	void Keep(bool bInSight, size_t NewStateBytes)
	{
		bKept = bInSight || NewStateBytes > 0;
		StateBytes = NewStateBytes;
	}
	bool IsKept() const { return bKept; }

	/// Room for that many neighbours of each of so many agents, and for some that are out of sight.
	void MakeRoom(size_t Agents, int Neighbors);

	PairRecord Of(uint32_t Slot)
	{
		uint32_t* const First = Records.Get() + size_t{Slot} * WordsOf(Room);
		return {First, reinterpret_cast<uint16_t*>(First + Room), States.Get() + size_t{Slot} * Room * StateBytes,
			static_cast<int>(Room), StateBytes};
	}
	/// Whether there is a record of that slot already.
	bool Has(uint32_t Slot) const { return (size_t{Slot} + 1) * WordsOf(Room) <= Records.Size(); }

	/// The agent of a slot remembers nobody.
	void Clear(uint32_t Slot)
	{
		if (Has(Slot))
		{
			ClearRecord(Of(Slot));
		}
	}

	/// @name When agents came into the world, or were put elsewhere
	/// [ms]
	void SetClock(uint64_t Now) { Clock = Now; }
	void NoteEntered(uint32_t Slot);
	/// For how long it has been there, or LongPresence if for longer. [ms]
	int PresenceOf(uint32_t Slot, uint64_t Now) const
	{
		const int Time = Presence[Slot] & CROWD_PRESENCE_TIME;
		const int Age = static_cast<int>(TimeOf(Now)) - Time;
		return Time == 0 ? LongPresence : 2 * (Age < 0 ? Age + CROWD_PRESENCE_TIME : Age);
	}
	/// PairView::Approach of a step, for the next one.
	void NoteApproach(float Speed) { LastApproach = Speed; }
	/// In a step in which records are tidied: forgets when that was, where it is long ago.
	void TidyPresence(uint32_t Slot, uint64_t Now)
	{
		if (PresenceOf(Slot, Now) >= LongPresence)
		{
			Presence[Slot] &= CROWD_PRESENCE_AWAKE;
		}
	}
	static constexpr int LongPresence = 30000;
	/// Whether somebody may have been there for no longer than that.
	bool HasNewcomers(uint64_t Now, int Longest) const
	{
		return LastEntered > 0 && Now - LastEntered <= static_cast<uint64_t>(Longest);
	}
	/// Whether its record says who is in sight. Otherwise it has noticed all its neighbours.
	bool IsAwake(uint32_t Slot) const { return (Presence[Slot] & CROWD_PRESENCE_AWAKE) != 0; }

	/// Of what the agent of a slot remembers.
	uint64_t HashOf(uint32_t Slot);

	/// For kernels. Keys, Clock and what follows are the step's.
	PairView View();

	/// What the agents of so many slots remember, those that somebody remembers by key.
	void Save(SnapshotWriter& To, size_t Slots);
	/// Into an empty memory. Neighbors: the most that an agent can have in sight.
	void Load(SnapshotReader& From, size_t Slots, int Neighbors);

	size_t Bytes() const { return Records.Bytes() + States.Bytes() + Presence.Bytes(); }

	template <typename Visitor>
	void ForEachArray(Visitor&& Visit)
	{
		Visit(Records);
		Visit(States);
		Visit(Presence);
	}

private:
	static constexpr size_t RoomFor(int Neighbors)
	{
		const size_t Count = static_cast<size_t>(std::max(Neighbors, 1));
		return Count + std::max<size_t>(2, Count / 5);
	}
	static constexpr size_t WordsOf(size_t Entries) { return Entries + (Entries + 1) / 2; }
	static void ClearRecord(const PairRecord& Record)
	{
		std::fill_n(Record.Words, Record.Room, CROWD_PAIR_NOBODY);
		std::fill_n(Record.Stamps, Record.Room, uint16_t{0});
	}
	void Resize(size_t Agents);
	static uint16_t TimeOf(uint64_t Now) { return static_cast<uint16_t>(1 + Now / 2 % CROWD_PRESENCE_TIME); }

	AlignedArray<uint32_t> Records;
	AlignedArray<std::byte> States;
	AlignedArray<uint16_t> Presence; ///< By slot.
	uint64_t Clock = 0;
	uint64_t LastEntered = 0; ///< By the clock.
	float LastApproach = -1.0f;
	size_t Room = 0; ///< Of a record.
	size_t StateBytes = 0;
	bool bKept = false;
};

/// The agent's neighbours of this step are those with these keys, nearest first: who is new gets an entry, and what is forgotten is
/// cleared for it. Noticed: for each whether
/// the agent notices it at once, should it be new; afterwards, whether it has noticed it. The times are the agent's.
void NotePairs(const PairRecord& Record, std::span<const uint32_t> Keys, const PairTimes& Times, const PairView& View,
	bool* Noticed);
}
