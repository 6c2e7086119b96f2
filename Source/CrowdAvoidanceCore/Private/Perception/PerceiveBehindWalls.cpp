// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Neighbours that walls may hide. Whoever has been seen once is not asked about again, as long as the agent remembers it; about
// whom it has never seen it asks now and then.
#include "Neighbors/NeighborSearch.h"
#include "Perception/Perceive.h"

#include <cmath>

namespace CrowdAvoidance
{
namespace
{
/// How often an agent looks for those whom it has not seen yet. [ms]
constexpr uint64_t LookPeriod = 100;
/// How many it then looks at, the nearest, where walls hide some.
constexpr int MostLookedAt = CrowdMaxNeighbors;

/// Agents look at different moments, so that no step has to do it for all.
bool IsLooking(const StepState& Step, uint32_t Key)
{
	const uint64_t Phase = Key % LookPeriod;
	return Step.In.Number == 1 || Step.View.bPlain ||
		(Step.In.Clock + Phase) / LookPeriod != (Step.In.LastClock + Phase) / LookPeriod;
}

Vec2 PositionOf(const StepView& View, int Agent)
{
	return {View.Motion[Agent].X, View.Motion[Agent].Y};
}

/// The nearest of those that an agent has seen.
struct SeenList
{
	int Agents[CrowdMaxNeighbors];
	uint32_t Keys[CrowdMaxNeighbors];
	int Count = 0;

	bool Has(uint32_t Key) const { return std::find(Keys, Keys + Count, Key) != Keys + Count; }
	void Add(int Agent, uint32_t Key)
	{
		Agents[Count] = Agent;
		Keys[Count++] = Key;
	}
};

class Onlooker
{
public:
	Onlooker(const StepState& InStep, int InAgent)
		: Step(InStep),
		  View(InStep.View),
		  Pairs(*InStep.Pairs),
		  Agent(InAgent),
		  Record(RecordOf(InStep.View, Pairs, InAgent)),
		  Times(TimesOf(InStep.View, Pairs, InAgent)),
		  Wanted(InStep.View.Profiles[InStep.View.Aim[InAgent].Flags & CROWD_FLAG_PROFILE].MaxNeighbors)
	{}

	bool IsLooking() const { return CrowdAvoidance::IsLooking(Step, Pairs.Keys[Agent]); }

	/// Of agents in the order of distance those that it remembers and, if it looks, those in a free line of sight.
	void Take(const int* Others, int Count, int Stride, bool bLooks, SeenList& Out) const
	{
		uint32_t Hider = ObstacleStore::NoSegment;
		for (int Rank = 0; Rank < Count && Out.Count < Wanted; ++Rank)
		{
			const int Other = Others[Rank * Stride];
			const uint32_t Key = Pairs.Keys[Other];
			const int Entry = Record.Find(Key);
			const bool bKnown = Entry >= 0 && !Record.IsForgotten(Entry, Pairs.Clock, Times);
			if (bKnown ||
				(bLooks && !Step.In.Obstacles.IsHidden(PositionOf(View, Agent), PositionOf(View, Other), Hider)))
			{
				Out.Add(Other, Key);
			}
		}
	}

	/// And those further away that it remembers.
	void TakeRemembered(SeenList& Out) const
	{
		int Others[CROWD_PAIR_LANES + 2 * CrowdMaxNeighbors];
		int Count = 0;
		for (int Entry = 0; Entry < Record.Room; ++Entry)
		{
			const uint32_t Key = Record.Words[Entry] & CROWD_PAIR_KEY;
			if (Record.IsForgotten(Entry, Pairs.Clock, Times) || Out.Has(Key))
			{
				continue;
			}
			const uint32_t Slot = Step.Agents.Ids.FindKey(Key);
			const int Other = Slot == AgentIds::None ? Agent : static_cast<int>(Step.Agents.PlaceOf(Slot));
			if (Other != Agent && IsInSight(View, Agent, Other))
			{
				Others[Count++] = Other;
			}
		}
		Count = std::min(Count, CrowdMaxNeighbors);
		SortNeighbors(View, Agent, {Others, static_cast<size_t>(Count)});
		for (int Rank = 0; Rank < Count && Out.Count < Wanted; ++Rank)
		{
			Out.Add(Others[Rank], Pairs.Keys[Others[Rank]]);
		}
	}

	void Note(const SeenList& Seen, bool* Noticed) const
	{
		const float Before = MannerOf(View, Agent).ObservationTime;
		const bool bBefore = MayHaveBeenInSight(View, Pairs, Agent, Seen.Count);
		for (int Rank = 0; Rank < Seen.Count; ++Rank)
		{
			Noticed[Rank] = bBefore && Record.Find(Seen.Keys[Rank]) < 0 &&
				WasInSight(View, Agent, Seen.Agents[Rank], Before) && !WasHidden(Seen.Agents[Rank], Before);
		}
		NotePairs(Record, {Seen.Keys, static_cast<size_t>(Seen.Count)}, Times, Pairs, Noticed);
	}

private:
	bool WasHidden(int Other, float Before) const
	{
		const auto Back = [&](int Who) {
			return PositionOf(View, Who) - Before * Vec2{View.Motion[Who].VelX, View.Motion[Who].VelY};
		};
		uint32_t Hider = ObstacleStore::NoSegment;
		return Step.In.Obstacles.IsHidden(Back(Agent), Back(Other), Hider);
	}

	const StepState& Step;
	const StepView& View;
	const PairView& Pairs;
	const int Agent;
	const PairRecord Record;
	const PairTimes Times;
	const int Wanted;
};
}

void PerceiveBehindWalls(const StepState& Step, BlockScratch& Scratch, int BlockBegin, int Agent)
{
	const int InBlock = Agent - BlockBegin;
	int* const List = Scratch.Neighbors + InBlock;
	const Onlooker Looker(Step, Agent);
	SeenList Seen;
	if (Looker.IsLooking())
	{
		int Nearest[MostLookedAt];
		bool bTruncated = false;
		const int Count = SearchNeighborsOf(Step.View, Agent, INFINITY, Nearest, 1, bTruncated, MostLookedAt);
		Looker.Take(Nearest, Count, 1, true, Seen);
	}
	else
	{
		Looker.Take(List, Scratch.NeighborCount[InBlock], CROWD_BLOCK, false, Seen);
		Looker.TakeRemembered(Seen);
	}
	bool Noticed[CrowdMaxNeighbors];
	Looker.Note(Seen, Noticed);
	int Kept = 0;
	for (int Rank = 0; Rank < Seen.Count; ++Rank)
	{
		List[Kept * CROWD_BLOCK] = Seen.Agents[Rank];
		Kept += Noticed[Rank] ? 1 : 0;
	}
	Scratch.NeighborCount[InBlock] = Kept;
}
}
