// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Where walls may hide others, the nearest agents are mostly in other rooms: searching for them in every step would find few that
// can be seen. So agents look around ten times a second, and go by what they saw in between.
#include "Neighbors/NeighborSearch.h"
#include "Perception/Perceive.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace CrowdAvoidance
{
namespace
{
Vec2 PositionOf(const StepView& View, int Agent)
{
	return {View.Motion[Agent].X, View.Motion[Agent].Y};
}

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

	/// Not all agents look in one step, but where records are tidied.
	bool IsLooking() const
	{
		const uint32_t Phase = static_cast<uint32_t>(Pairs.LookPhase) + KeyOf(Agent);
		return Pairs.bTidy || static_cast<int>(Phase % CROWD_LOOK_PERIOD) < Pairs.LookSpan;
	}

	/// The nearest of those in sight are its neighbours from now on. Writes those that it has noticed, and returns how many.
	int Look(int* Out, int Stride, bool& bTruncated) const
	{
		int Seen[CrowdMaxNeighbors];
		uint32_t Keys[CrowdMaxNeighbors];
		bool Noticed[CrowdMaxNeighbors];
		const int Count = FindInSight(Seen, bTruncated);
		const float Before = MannerOf(View, Agent).ObservationTime;
		const bool bBefore = MayHaveBeenInSight(View, Pairs, Agent, Count);
		const float KnownSq = HadNoticedSqOf(View, Pairs, Agent);
		for (int Rank = 0; Rank < Count; ++Rank)
		{
			Keys[Rank] = KeyOf(Seen[Rank]);
			const bool bYoung = ((Pairs.Keys[Agent] | Pairs.Keys[Seen[Rank]]) & CROWD_PAIR_YOUNG) != 0;
			const Vec2 Away = PositionOf(View, Seen[Rank]) - PositionOf(View, Agent);
			Noticed[Rank] = !bYoung && !Remembers(Seen[Rank]) &&
				(Dot(Away, Away) < KnownSq ||
					(bBefore && WasInSight(View, Agent, Seen[Rank], Before) && !WasHidden(Seen[Rank], Before)));
		}
		NotePairs(Record, {Keys, static_cast<size_t>(Count)}, Times, Pairs, Noticed);
		Pairs.Presence[View.Aim[Agent].Slot] |= CROWD_PRESENCE_AWAKE;
		int Written = 0;
		for (int Rank = 0; Rank < Count; ++Rank)
		{
			Out[Written * Stride] = Seen[Rank];
			Written += Noticed[Rank] ? 1 : 0;
		}
		return Written;
	}

	/// Those of its last look that it has noticed by now, nearest first.
	int Remember(int* Out, int Stride) const
	{
		int Others[CrowdMaxNeighbors];
		uint64_t Order[CrowdMaxNeighbors];
		int Count = 0;
		for (int Entry = 0; Entry < Record.Room; ++Entry)
		{
			if (!Record.IsListed(Entry) ||
				!(Record.IsNoticed(Entry) || Record.Age(Entry, Pairs.Clock) >= Times.Observation))
			{
				continue;
			}
			const uint32_t Key = Record.Words[Entry] & CROWD_PAIR_KEY;
			const uint32_t Slot = Step.Agents.Ids.FindKey(Key);
			if (Slot == AgentIds::None)
			{
				continue;
			}
			const int Other = static_cast<int>(Step.Agents.PlaceOf(Slot));
			const Vec2 Away = PositionOf(View, Other) - PositionOf(View, Agent);
			const uint32_t Distance = std::bit_cast<uint32_t>(Dot(Away, Away)) & ~static_cast<uint32_t>(CROWD_KEY_MASK);
			const uint64_t Own = uint64_t{Distance} << 32 | Key;
			int Place = Count++;
			for (; Place > 0 && Order[Place - 1] > Own; --Place)
			{
				Order[Place] = Order[Place - 1];
				Others[Place] = Others[Place - 1];
			}
			Order[Place] = Own;
			Others[Place] = Other;
		}
		for (int Rank = 0; Rank < Count; ++Rank)
		{
			Out[Rank * Stride] = Others[Rank];
		}
		return Count;
	}

private:
	uint32_t KeyOf(int Other) const { return Pairs.Keys[Other] & CROWD_PAIR_KEY; }

	bool Remembers(int Other) const { return Record.FindRemembered(KeyOf(Other), Pairs.Clock, Times) >= 0; }

	/// Of the nearest those that it remembers, which are not asked about again, and those in a free line of sight.
	int FindInSight(int* Seen, bool& bTruncated) const
	{
		int Nearest[CrowdMaxNeighbors];
		int Count = 0;
		// Those that have been looked at. Who is as far away as the last of them may come before it in a longer list.
		int Tried[2 * CrowdMaxNeighbors];
		int TriedCount = 0;
		WallHiders Hiders;
		// Who did not find as many as it wanted last time will not find them among the nearest this time either.
		int Listed = 0;
		for (int Entry = 0; Entry < Record.Room; ++Entry)
		{
			Listed += Record.IsListed(Entry) ? 1 : 0;
		}
		const int First = Listed == Wanted ? std::min(2 * Wanted, CrowdMaxNeighbors) : CrowdMaxNeighbors;
		for (int Most = First; Wanted > 0; Most = CrowdMaxNeighbors)
		{
			const int Found = Search(Most, Nearest, bTruncated);
			const int TriedBefore = TriedCount;
			const int* const End = Tried + TriedBefore;
			for (int Index = 0; Index < Found && Count < Wanted; ++Index)
			{
				const int Other = Nearest[Index];
				if (TriedBefore > 0 && std::find(std::cbegin(Tried), End, Other) != End)
				{
					continue;
				}
				Tried[TriedCount++] = Other;
				if (Remembers(Other) ||
					!Step.In.Obstacles.IsHidden(PositionOf(View, Agent), PositionOf(View, Other), Hiders))
				{
					Seen[Count++] = Other;
				}
			}
			if (Count == Wanted || Found < Most || Most == CrowdMaxNeighbors)
			{
				break;
			}
		}
		return Count;
	}

	int Search(int Most, int* Out, bool& bTruncated) const
	{
		const bool bAllSmall = View.SmallCount == View.AgentCount;
		const int Found = bAllSmall ? Step.Kernels.SearchAgent(&View, Agent, Most, Out) : -1;
		return Found >= 0 ? Found : SearchNeighborsOf(View, Agent, INFINITY, Out, 1, bTruncated, Most);
	}

	bool WasHidden(int Other, float Before) const
	{
		const auto Back = [&](int Who) {
			return PositionOf(View, Who) - Before * Vec2{View.Motion[Who].VelX, View.Motion[Who].VelY};
		};
		WallHiders Hiders;
		return Step.In.Obstacles.IsHidden(Back(Agent), Back(Other), Hiders);
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

void PerceiveAmongWalls(const StepState& Step, const StepBlock& Block)
{
	WorkerScratch& Worker = Step.Worker(Block.Worker);
	BlockScratch& Scratch = Worker.Block;
	bool bTruncated = false;
	for (int Agent = Block.Begin; Agent < Block.End; ++Agent)
	{
		const int InBlock = Agent - Block.Begin;
		int* const List = Scratch.Neighbors + InBlock;
		const Onlooker Self(Step, Agent);
		Scratch.NeighborCount[InBlock] =
			Self.IsLooking() ? Self.Look(List, CROWD_BLOCK, bTruncated) : Self.Remember(List, CROWD_BLOCK);
	}
	if (bTruncated)
	{
		Worker.Note(EStepStatus::NeighborsTruncated);
	}
}
}
