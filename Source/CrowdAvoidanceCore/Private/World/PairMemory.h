// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdAgent.h"
#include "CrowdCore/CrowdSnapshot.h"
#include "Math/AlignedArray.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace CrowdAvoidance
{
/// What agents remember of others, by the others' ids: for each agent (by slot) so many entries, of which those that have not been
/// touched for longest give way.
class PairMemory
{
public:
	void Keep(size_t NewStateBytes) { StateBytes = NewStateBytes; }
	bool IsKept() const { return StateBytes > 0; }

	/// Room for that many neighbours of each of so many agents.
	void MakeRoom(size_t Agents, int Neighbors)
	{
		if (!IsKept())
		{
			return;
		}
		// Twice as many, so that a neighbour that leaves the list for a while is remembered.
		const size_t Wanted = 2 * static_cast<size_t>(std::max(Neighbors, 1));
		if (Wanted > PerAgent)
		{
			PairMemory Wider;
			Wider.StateBytes = StateBytes;
			Wider.PerAgent = Wanted;
			Wider.Resize(PerAgent > 0 ? Heads.Size() / PerAgent : 0);
			for (size_t Entry = 0; Entry < Heads.Size(); ++Entry)
			{
				const size_t To = Entry / PerAgent * Wanted + Entry % PerAgent;
				Wider.Heads[To] = Heads[Entry];
				std::copy_n(StateOf(&Heads[Entry]), StateBytes, Wider.StateOf(&Wider.Heads[To]));
			}
			*this = std::move(Wider);
		}
		if (Heads.Size() < Agents * PerAgent)
		{
			Resize(Agents);
		}
	}

	/// What the agent of a slot remembers of another; zero where that is nothing. Step: of now, above 0.
	std::byte* Touch(uint32_t Slot, uint64_t Other, uint64_t Step)
	{
		Head* const First = Heads.Get() + Slot * PerAgent;
		Head* Oldest = First;
		for (Head* Entry = First; Entry != First + PerAgent; ++Entry)
		{
			if (Entry->LastStep > 0 && Entry->Other == Other)
			{
				Entry->LastStep = Step;
				return StateOf(Entry);
			}
			// By id where two are as old, so that it does not matter who came into the list first.
			const bool bOlder =
				Entry->LastStep != Oldest->LastStep ? Entry->LastStep < Oldest->LastStep : Entry->Other < Oldest->Other;
			Oldest = bOlder ? Entry : Oldest;
		}
		*Oldest = {Other, Step};
		std::fill_n(StateOf(Oldest), StateBytes, std::byte{0});
		return StateOf(Oldest);
	}

	/// The agent of a slot remembers nobody.
	void Clear(uint32_t Slot)
	{
		if ((size_t{Slot} + 1) * PerAgent <= Heads.Size())
		{
			std::fill_n(Heads.Get() + Slot * PerAgent, PerAgent, Head{});
		}
	}

	/// What the agents of so many slots remember, those that somebody remembers by id.
	void Save(SnapshotWriter& To, size_t Slots) const;
	/// Into an empty memory.
	void Load(SnapshotReader& From, size_t Slots);

	size_t Bytes() const { return Heads.Bytes() + States.Bytes(); }

	template <typename Visitor>
	void ForEachArray(Visitor&& Visit)
	{
		Visit(Heads);
		Visit(States);
	}

private:
	struct Head
	{
		uint64_t Other = 0;
		uint64_t LastStep = 0; ///< In which it was touched; 0: a free entry.
	};

	void Resize(size_t Agents)
	{
		const size_t Known = Heads.Size();
		Heads.Resize(Agents * PerAgent);
		States.Resize(Agents * PerAgent * StateBytes);
		std::fill(Heads.Get() + Known, Heads.Get() + Heads.Size(), Head{});
	}

	std::byte* StateOf(const Head* Entry)
	{
		return States.Get() + static_cast<size_t>(Entry - Heads.Get()) * StateBytes;
	}
	const std::byte* StateOf(const Head* Entry) const
	{
		return States.Get() + static_cast<size_t>(Entry - Heads.Get()) * StateBytes;
	}

	AlignedArray<Head> Heads; ///< PerAgent for each slot.
	AlignedArray<std::byte> States;
	size_t StateBytes = 0;
	size_t PerAgent = 0;
};
}
