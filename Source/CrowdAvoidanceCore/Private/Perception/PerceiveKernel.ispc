// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Which neighbours agents have noticed. Here it is the entries of an agent's record that are lanes: one comparison looks a neighbour
// up in all of them. PerceiveScalar.cpp is the same in C++, for records of any width.
#include "Perception/PairShared.h"

static const uniform int Vectors = CROWD_PAIR_LANES / programCount;

// An agent's entries, and of them in a bit each what holds.
struct Entries
{
	unsigned int Words[CROWD_PAIR_LANES / programCount];
	int Ages[CROWD_PAIR_LANES / programCount];
	uniform int Listed, Noticed;
	uniform int Observed; // In sight for long enough to be noticed.
	uniform int Forgotten;
};

static inline void LoadEntries(const uniform unsigned int* uniform Words, const uniform PairView& Pairs,
	uniform int Observation, uniform int Memory, Entries& Out)
{
	const uniform uint16_t* uniform Stamps = (const uniform uint16_t* uniform)(Words + Pairs.Room);
	Out.Listed = 0;
	Out.Noticed = 0;
	Out.Observed = 0;
	Out.Forgotten = 0;
	for (uniform int V = 0; V < Vectors; ++V)
	{
		const uniform int First = V * programCount;
		const unsigned int Word = Words[First + programIndex];
		const int Age = (Pairs.Clock - (int)Stamps[First + programIndex]) & CROWD_CLOCK_MASK;
		const bool bNoticed = (Word & CROWD_PAIR_NOTICED) != 0;
		const int Limit = select(bNoticed, Memory, Observation + Memory);
		Out.Words[V] = Word;
		Out.Ages[V] = Age;
		Out.Listed |= (uniform int)packmask((int)Word < 0) << First;
		Out.Noticed |= (uniform int)packmask(bNoticed) << First;
		Out.Observed |= (uniform int)packmask(Age >= Observation) << First;
		Out.Forgotten |= (uniform int)packmask(Age > Limit) << First;
	}
	// What follows the words are stamps.
	const uniform int Room = (1 << Pairs.Room) - 1;
	Out.Listed &= Room;
	Out.Noticed &= Room;
	Out.Observed &= Room;
	Out.Forgotten &= Room & ~Out.Listed;
}

// The one that gives way: free, otherwise with the oldest stamp, then with the lowest word.
static inline uniform int EntryToGive(const Entries& Of, uniform int Candidates)
{
	uniform int Oldest = -1;
	int Ages[CROWD_PAIR_LANES / programCount];
	for (uniform int V = 0; V < Vectors; ++V)
	{
		const bool bCandidate = (Candidates >> (V * programCount + programIndex) & 1) != 0;
		const int Age = select(Of.Words[V] == CROWD_PAIR_NOBODY, CROWD_CLOCK_MASK + 1, Of.Ages[V]);
		Ages[V] = select(bCandidate, Age, -1);
		Oldest = max(Oldest, reduce_max(Ages[V]));
	}
	// No candidate is listed, so words are positive.
	uniform int Lowest = 0x7fffffff;
	for (uniform int V = 0; V < Vectors; ++V)
	{
		Lowest = min(Lowest, reduce_min(select(Ages[V] == Oldest, (int)Of.Words[V], 0x7fffffff)));
	}
	uniform int Found = 0;
	for (uniform int V = 0; V < Vectors; ++V)
	{
		Found |= (uniform int)packmask(Ages[V] == Oldest & (int)Of.Words[V] == Lowest) << (V * programCount);
	}
	return count_trailing_zeros(Found);
}

// Perceive.h has what it means.
static inline uniform bool WasInSight(
	const uniform StepView& View, uniform int Agent, uniform int Other, uniform float Before)
{
	const uniform ProfileKernelData& Profile = View.Profiles[View.Aim[Agent].Flags & CROWD_FLAG_PROFILE];
	const uniform AgentMotion& Own = View.Motion[Agent];
	const uniform AgentMotion& Its = View.Motion[Other];
	const uniform float DX = (Its.X - Own.X) - (Its.VelX - Own.VelX) * Before;
	const uniform float DY = (Its.Y - Own.Y) - (Its.VelY - Own.VelY) * Before;
	const uniform float DistanceSq = DX * DX + DY * DY;
	uniform bool bInView = true;
	if (View.bLimitedView)
	{
		const uniform float HeadSq = Own.VelX * Own.VelX + Own.VelY * Own.VelY;
		const uniform float Cosine = HeadSq > CROWD_STANDING_SQ ? Profile.SightCosine : CROWD_ALL_ROUND;
		bInView = DX * Own.VelX + DY * Own.VelY >= Cosine * sqrt(HeadSq * DistanceSq);
	}
	return bInView && DistanceSq < Profile.RangeSq;
}

// Squared distance within which others must have been in sight for so long, in a world of that age; negative: that cannot be said.
static inline uniform float NearSqOf(const uniform ProfileKernelData& Profile, uniform float Approach, uniform float Seconds,
	uniform float ObservationTime, uniform float Time)
{
	const uniform float Near = Profile.Range - Approach * Time;
	const uniform bool bOpen = Approach >= 0.0f && Near > 0.0f && Seconds >= ObservationTime;
	return bOpen ? Near * Near : -1.0f;
}

static inline uniform float DistanceSqOf(const uniform StepView& View, uniform int Agent, uniform int Other)
{
	const uniform float DX = View.Motion[Other].X - View.Motion[Agent].X;
	const uniform float DY = View.Motion[Other].Y - View.Motion[Agent].Y;
	return DX * DX + DY * DY;
}

/// Agents Begin .. End - 1 of the block that starts at BlockBegin, whose neighbours are in Scratch: brings records up to date and, if
/// that is asked for, leaves those neighbours that have been noticed.
export void PerceiveBlock(const uniform StepView* uniform View, uniform BlockScratch* uniform Scratch,
	const uniform PairView* uniform Pairs, uniform int BlockBegin, uniform int Begin, uniform int End)
{
	uniform float ObservationTime = View->Manner.ObservationTime;
	uniform float NearSq = NearSqOf(
		View->Profiles[max(View->CommonProfile, 0)], Pairs->Approach, Pairs->Seconds, ObservationTime, ObservationTime);
	for (uniform int Agent = Begin; Agent < End; ++Agent)
	{
		const uniform int InBlock = Agent - BlockBegin;
		const uniform ProfileKernelData& Profile = View->Profiles[View->Aim[Agent].Flags & CROWD_FLAG_PROFILE];
		if (View->Manners != NULL)
		{
			ObservationTime = View->Manners[Agent].ObservationTime;
			NearSq = NearSqOf(Profile, Pairs->Approach, Pairs->Seconds, ObservationTime, ObservationTime);
		}
		const uniform unsigned int Slot = View->Aim[Agent].Slot;
		uniform uint16_t& Presence = Pairs->Presence[Slot];
		const uniform int Count = Scratch->NeighborCount[InBlock];
		uniform int* uniform List = Scratch->Neighbors + InBlock;

		// Who is so near cannot have come into sight later than an observation time ago. Where that holds of the furthest of them,
		// and none is new in the world, there is nothing to remember.
		uniform int LookUp = Count;
		if (Count > 0 && DistanceSqOf(*View, Agent, List[(Count - 1) * CROWD_BLOCK]) < NearSq)
		{
			uniform unsigned int Young = Pairs->Keys[Agent] & CROWD_PAIR_YOUNG;
			for (uniform int Rank = 0; Rank < Count && Pairs->bYoung; ++Rank)
			{
				Young |= Pairs->Keys[List[Rank * CROWD_BLOCK]] & CROWD_PAIR_YOUNG;
			}
			LookUp = Young != 0 ? Count : 0;
			if (Young == 0 && (Presence & CROWD_PRESENCE_AWAKE) == 0 && !Pairs->bTidy)
			{
				continue;
			}
		}

		uniform unsigned int* uniform Words = Pairs->Records + (uniform int64)Slot * Pairs->Words;
		// Records lie by slot, all over memory.
		prefetch_l1(Pairs->Records + (uniform int64)View->Aim[min(Agent + 6, View->OwnedCount - 1)].Slot * Pairs->Words);
		uniform uint16_t* uniform Stamps = (uniform uint16_t* uniform)(Words + Pairs->Room);
		const uniform int Observation =
			Pairs->bNotice != 0 && ObservationTime > 0.0f ? (uniform int)(ObservationTime * CROWD_TICKS) + 1 : 0;
		const uniform int Memory = (uniform int)(Profile.SightMemory * CROWD_TICKS);
		Entries Known;
		LoadEntries(Words, *Pairs, Observation, Memory, Known);
		unsigned int Keys[CROWD_PAIR_LANES / programCount];
		for (uniform int V = 0; V < Vectors; ++V)
		{
			Keys[V] = Known.Words[V] & CROWD_PAIR_KEY;
		}

		// Of whom nothing is kept, it had noticed everybody within this in the step before.
		uniform float KnownSq = NearSq;
		if ((Presence & CROWD_PRESENCE_AWAKE) == 0)
		{
			const uniform float Time = ObservationTime - (Pairs->Seconds - Pairs->LastSeconds);
			const uniform float HadNoticedSq =
				NearSqOf(Profile, Pairs->LastApproach, Pairs->LastSeconds, ObservationTime, Time > 0.0f ? Time : 0.0f);
			KnownSq = max(NearSq, HadNoticedSq);
		}

		// Look each neighbour up, and keep those that have been noticed.
		const uniform int Room = (1 << Pairs->Room) - 1;
		const uniform int Remembered = Room & ~Known.Forgotten;
		const uniform int WillBeNoticed = Known.Noticed | Known.Observed;
		// Whoever comes onto a full list has mostly been in sight before.
		const uniform bool bBefore = Count == Profile.MaxNeighbors && Pairs->Seconds >= ObservationTime;
		uniform int Kept[CROWD_PAIR_LANES];
		uniform int KeptCount = 0;
		uniform int Matched = 0;
		uniform unsigned int NewKeys[CROWD_PAIR_LANES];
		uniform int NewCount = 0;
		for (uniform int Rank = 0; Rank < LookUp; ++Rank)
		{
			const uniform int Other = List[Rank * CROWD_BLOCK];
			const uniform unsigned int Key = Pairs->Keys[Other] & CROWD_PAIR_KEY;
			uniform int Match = 0;
			for (uniform int V = 0; V < Vectors; ++V)
			{
				Match |= (uniform int)packmask(Keys[V] == Key) << (V * programCount);
			}
			Match &= Remembered;
			Matched |= Match;
			Kept[KeptCount] = Other;
			KeptCount += (Match & WillBeNoticed) != 0 ? 1 : 0;
			if (Match == 0)
			{
				const uniform unsigned int Young = (Pairs->Keys[Agent] | Pairs->Keys[Other]) & CROWD_PAIR_YOUNG;
				const uniform bool bNoticed = Observation == 0 ||
					(Young == 0 &&
						(DistanceSqOf(*View, Agent, Other) < KnownSq ||
							(bBefore && WasInSight(*View, Agent, Other, ObservationTime))));
				// One that came before it may have the same key.
				uniform int Twin = 0;
				while (Twin < NewCount && (NewKeys[Twin] & CROWD_PAIR_KEY) != Key)
				{
					++Twin;
				}
				if (Twin == NewCount)
				{
					NewKeys[NewCount] =
						Key | CROWD_PAIR_LISTED | (bNoticed ? CROWD_PAIR_NOTICED : (uniform unsigned int)0);
					++NewCount;
				}
				KeptCount += (NewKeys[Twin] & CROWD_PAIR_NOTICED) != 0 ? 1 : 0;
			}
		}
		if (Pairs->bNotice && KeptCount < LookUp)
		{
			Scratch->NeighborCount[InBlock] = KeptCount;
			for (uniform int Rank = 0; Rank < KeptCount; ++Rank)
			{
				List[Rank * CROWD_BLOCK] = Kept[Rank];
			}
		}

		Presence = (Presence & CROWD_PRESENCE_TIME) | (LookUp < Count ? 0 : CROWD_PRESENCE_AWAKE);

		// Most records are only read.
		const uniform int Noticed = Known.Noticed | (Known.Observed & Matched);
		const uniform int Tidied = Pairs->bTidy != 0 || NewCount > 0 ? Known.Forgotten : 0;
		if (Known.Listed == Matched && Known.Noticed == Noticed && (NewCount | Tidied) == 0)
		{
			continue;
		}
		const uniform int Lost = Known.Listed & ~Matched & Known.Noticed;
		for (uniform int V = 0; V < Vectors; ++V)
		{
			const uniform int First = V * programCount;
			const int Entry = First + programIndex;
			const bool bTidied = (Tidied >> Entry & 1) != 0;
			const unsigned int Flags = ((unsigned int)(Matched >> Entry & 1) << 31) | ((unsigned int)(Noticed >> Entry & 1) << 30);
			Known.Words[V] = bTidied ? CROWD_PAIR_NOBODY : Keys[V] | Flags;
			if ((Lost >> Entry & 1) != 0)
			{
				Known.Ages[V] = 0;
			}
			if (Entry < Pairs->Room)
			{
				Words[Entry] = Known.Words[V];
				Stamps[Entry] = (uint16_t)((Pairs->Clock - Known.Ages[V]) & CROWD_CLOCK_MASK);
			}
		}
		uniform int Candidates = Room & ~Matched;
		for (uniform int New = 0; New < NewCount; ++New)
		{
			const uniform int Entry = EntryToGive(Known, Candidates);
			Candidates &= ~(1 << Entry);
			Words[Entry] = NewKeys[New];
			Stamps[Entry] = (uniform uint16_t)Pairs->Clock;
			uniform uint8_t* uniform State =
				Pairs->States + ((uniform int64)Slot * Pairs->Room + Entry) * Pairs->StateBytes;
			for (uniform int Byte = 0; Byte < Pairs->StateBytes; ++Byte)
			{
				State[Byte] = 0;
			}
		}
	}
}

/// For the check that both languages lay it out alike.
export uniform int PairViewSize()
{
	return sizeof(uniform PairView);
}
