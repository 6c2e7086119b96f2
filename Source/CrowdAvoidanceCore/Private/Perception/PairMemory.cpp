// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Perception/PairMemory.h"

#include <vector>

namespace CrowdAvoidance
{
void PairMemory::Resize(size_t Agents)
{
	const size_t Known = Room > 0 ? Records.Size() / WordsOf(Room) : 0;
	Records.Resize(Agents * WordsOf(Room));
	States.Resize(Agents * Room * StateBytes);
	Presence.Resize(std::max(Agents, Presence.Size()));
	for (size_t Slot = Known; Slot < Agents; ++Slot)
	{
		ClearRecord(Of(static_cast<uint32_t>(Slot)));
	}
}

void PairMemory::MakeRoom(size_t Agents, int Neighbors)
{
	if (!IsKept())
	{
		return;
	}
	if (RoomFor(Neighbors) > Room)
	{
		PairMemory Wider;
		Wider.Keep(true, StateBytes);
		Wider.Clock = Clock;
		Wider.LastEntered = LastEntered;
		Wider.LastApproach = LastApproach;
		std::swap(Wider.Presence, Presence);
		Wider.Room = RoomFor(Neighbors);
		const size_t Known = Room > 0 ? Records.Size() / WordsOf(Room) : 0;
		Wider.Resize(Known);
		for (uint32_t Slot = 0; Slot < Known; ++Slot)
		{
			const PairRecord From = Of(Slot);
			const PairRecord To = Wider.Of(Slot);
			std::copy_n(From.Words, Room, To.Words);
			std::copy_n(From.Stamps, Room, To.Stamps);
			std::copy_n(From.States, Room * StateBytes, To.States);
		}
		*this = std::move(Wider);
	}
	if (Agents > 0 && !Has(static_cast<uint32_t>(Agents - 1)))
	{
		Resize(Agents);
	}
}

uint64_t PairMemory::HashOf(uint32_t Slot)
{
	uint64_t Sum = 0;
	if (Has(Slot))
	{
		const PairRecord Record = Of(Slot);
		for (int Entry = 0; Entry < Record.Room; ++Entry)
		{
			Sum += Record.IsNobody(Entry) ? 0 : MixBits(uint64_t{Record.Words[Entry]} << 16 | Record.Stamps[Entry]);
		}
	}
	return Sum;
}

void PairMemory::NoteEntered(uint32_t Slot)
{
	if (IsKept())
	{
		if (Presence.Size() <= Slot)
		{
			Presence.Resize(size_t{Slot} + 1);
		}
		// At the beginning everybody is as old as the world. Until it has looked it goes by its record.
		Presence[Slot] = static_cast<uint16_t>(CROWD_PRESENCE_AWAKE | (Clock > 0 ? TimeOf(Clock) : 0));
		LastEntered = Clock;
	}
}

PairView PairMemory::View()
{
	PairView Out = {};
	Out.Records = Records.Get();
	Out.States = reinterpret_cast<uint8_t*>(States.Get());
	Out.Presence = Presence.Get();
	Out.Words = static_cast<int>(WordsOf(Room));
	Out.Room = static_cast<int>(Room);
	Out.StateBytes = static_cast<int>(StateBytes);
	Out.LastApproach = LastApproach;
	return Out;
}

namespace
{
/// The entry that gives way: a free one, otherwise the one with the oldest stamp that is not in sight; of those that are as old the
/// one with the lowest word.
int EntryToGive(const PairRecord& Record, int Clock)
{
	int Oldest = -1;
	for (int Entry = 0; Entry < Record.Room; ++Entry)
	{
		if (Record.IsNobody(Entry))
		{
			return Entry;
		}
		const int Longer = Oldest < 0 ? 1 : Record.Age(Entry, Clock) - Record.Age(Oldest, Clock);
		if (!Record.IsListed(Entry) && (Longer > 0 || (Longer == 0 && Record.Words[Entry] < Record.Words[Oldest])))
		{
			Oldest = Entry;
		}
	}
	return Oldest;
}
}

void NotePairs(const PairRecord& Record, std::span<const uint32_t> Keys, const PairTimes& Times, const PairView& View,
	bool* Noticed)
{
	int Found[CrowdMaxNeighbors];
	bool bClear = View.bTidy != 0;
	bool bMatched[CROWD_PAIR_LANES + 2 * CrowdMaxNeighbors] = {};
	for (size_t Rank = 0; Rank < Keys.size(); ++Rank)
	{
		Found[Rank] = Record.FindRemembered(Keys[Rank], View.Clock, Times);
		bClear = bClear || Found[Rank] < 0;
		if (Found[Rank] >= 0)
		{
			bMatched[Found[Rank]] = true;
		}
	}
	for (int Entry = 0; Entry < Record.Room; ++Entry)
	{
		uint32_t& Word = Record.Words[Entry];
		if (bMatched[Entry])
		{
			const bool bNow = Record.IsNoticed(Entry) || Record.Age(Entry, View.Clock) >= Times.Observation;
			Word = (Word & CROWD_PAIR_KEY) | CROWD_PAIR_LISTED | (bNow ? CROWD_PAIR_NOTICED : 0);
		}
		else if (Record.IsListed(Entry))
		{
			Word &= ~CROWD_PAIR_LISTED;
			if (Record.IsNoticed(Entry))
			{
				Record.Stamps[Entry] = static_cast<uint16_t>(View.Clock);
			}
		}
		else if (bClear && Record.IsForgotten(Entry, View.Clock, Times))
		{
			Word = CROWD_PAIR_NOBODY;
		}
	}
	for (size_t Rank = 0; Rank < Keys.size(); ++Rank)
	{
		if (Found[Rank] < 0)
		{
			// One that came before it may have the same key.
			Found[Rank] = Record.Find(Keys[Rank]);
		}
		if (Found[Rank] < 0)
		{
			const int Entry = EntryToGive(Record, View.Clock);
			Record.Words[Entry] =
				Keys[Rank] | CROWD_PAIR_LISTED | (Noticed[Rank] || Times.Observation == 0 ? CROWD_PAIR_NOTICED : 0);
			Record.Stamps[Entry] = static_cast<uint16_t>(View.Clock);
			std::fill_n(Record.StateOf(Entry), Record.StateBytes, std::byte{0});
			Found[Rank] = Entry;
		}
		Noticed[Rank] = Record.IsNoticed(Found[Rank]);
	}
}

void PairMemory::Save(SnapshotWriter& To, size_t Slots)
{
	To.Section("pairs");
	To(uint64_t{StateBytes}, uint64_t{Room}, LastEntered, LastApproach);
	for (uint32_t Slot = 0; Slot < Slots && IsKept(); ++Slot)
	{
		std::vector<int> Known;
		const PairRecord Record = Room > 0 && Has(Slot) ? Of(Slot) : PairRecord{};
		for (int Entry = 0; Entry < Record.Room; ++Entry)
		{
			if (!Record.IsNobody(Entry))
			{
				Known.push_back(Entry);
			}
		}
		To(Presence.Size() > Slot ? Presence[Slot] : uint16_t{0});
		const auto KeyAt = [&Record](int Entry) { return Record.Words[Entry] & CROWD_PAIR_KEY; };
		std::sort(Known.begin(), Known.end(), [&KeyAt](int A, int B) { return KeyAt(A) < KeyAt(B); });
		To.Count(Known.size());
		for (const int Entry : Known)
		{
			To(Record.Words[Entry], uint32_t{Record.Stamps[Entry]});
			To.Raw({Record.StateOf(Entry), StateBytes});
		}
	}
}

void PairMemory::Load(SnapshotReader& From, size_t Slots, int Neighbors)
{
	From.Section("pairs");
	uint64_t Bytes = 0;
	uint64_t Most = 0;
	From(Bytes);
	From.Within("the room for pairs of an agent", Most, 0, IsKept() ? RoomFor(Neighbors) : 0);
	From(LastEntered);
	From.Within("how fast agents can come nearer", LastApproach, -1, 2000);
	if (Bytes != StateBytes)
	{
		From.Refuse(Error::Format(
			"the model keeps %zu bytes of a pair, not %llu", StateBytes, static_cast<unsigned long long>(Bytes)));
	}
	if (!From.IsGood() || !IsKept())
	{
		return;
	}
	if (Slots * sizeof(uint64_t) > From.BytesLeft())
	{
		From.Refuse(Error::Format("it ends too soon"));
		return;
	}
	Room = static_cast<size_t>(Most);
	Resize(Slots);
	for (uint32_t Slot = 0; Slot < Slots && From.IsGood(); ++Slot)
	{
		From(Presence[Slot]);
		const size_t Known = From.Count();
		if (Known > Room)
		{
			From.Refuse(Error::Format("an agent remembers %zu others; it must be at most %zu", Known, Room));
		}
		const PairRecord Record = Of(Slot);
		int Listed = 0;
		for (size_t Index = 0; Index < Known && From.IsGood(); ++Index)
		{
			const int Entry = static_cast<int>(Index);
			uint32_t Word = CROWD_PAIR_NOBODY;
			uint32_t Stamp = 0;
			From(Word);
			From.Within("the time of a sight", Stamp, 0, CROWD_CLOCK_MASK);
			if (From.IsGood() &&
				((Word & CROWD_PAIR_KEY) == CROWD_PAIR_NOBODY || Record.Find(Word & CROWD_PAIR_KEY) >= 0))
			{
				From.Refuse(Error::Format("an agent remembers nobody, or somebody twice"));
			}
			else if (From.IsGood())
			{
				Record.Words[Entry] = Word;
				Record.Stamps[Entry] = static_cast<uint16_t>(Stamp);
				Listed += Record.IsListed(Entry) ? 1 : 0;
			}
			const std::span<const std::byte> State = From.Raw(StateBytes);
			std::copy(State.begin(), State.end(), Record.StateOf(Entry));
		}
		if (Listed > Neighbors)
		{
			From.Refuse(Error::Format("an agent has %d others in sight; it must be at most %d", Listed, Neighbors));
		}
	}
}
}
