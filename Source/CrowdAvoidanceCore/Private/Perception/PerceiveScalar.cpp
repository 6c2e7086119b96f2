// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Perception/Perceive.h"

#include <cmath>

namespace CrowdAvoidance
{
PairTimes TimesOf(const StepView& View, const PairView& Pairs, int Agent)
{
	const ProfileKernelData& Profile = View.Profiles[View.Aim[Agent].Flags & CROWD_FLAG_PROFILE];
	return {Pairs.bNotice ? MannerOf(View, Agent).ObservationTime : 0.0f, Profile.SightMemory};
}

PairRecord RecordOf(const StepView& View, const PairView& Pairs, int Agent)
{
	const size_t Slot = View.Aim[Agent].Slot;
	const size_t StateBytes = static_cast<size_t>(Pairs.StateBytes);
	uint32_t* const Words = Pairs.Records + Slot * static_cast<size_t>(Pairs.Words);
	return {Words, reinterpret_cast<uint16_t*>(Words + Pairs.Room),
		reinterpret_cast<std::byte*>(Pairs.States) + Slot * static_cast<size_t>(Pairs.Room) * StateBytes, Pairs.Room,
		StateBytes};
}

bool MayHaveBeenInSight(const StepView& View, const PairView& Pairs, int Agent, int Count)
{
	return Count == View.Profiles[View.Aim[Agent].Flags & CROWD_FLAG_PROFILE].MaxNeighbors &&
		Pairs.Seconds >= MannerOf(View, Agent).ObservationTime;
}

bool WasInSight(const StepView& View, int Agent, int Other, float Before)
{
	const ProfileKernelData& Profile = View.Profiles[View.Aim[Agent].Flags & CROWD_FLAG_PROFILE];
	const AgentMotion& Own = View.Motion[Agent];
	const AgentMotion& Its = View.Motion[Other];
	const float DX = (Its.X - Own.X) - (Its.VelX - Own.VelX) * Before;
	const float DY = (Its.Y - Own.Y) - (Its.VelY - Own.VelY) * Before;
	const float DistanceSq = DX * DX + DY * DY;
	bool bInView = true;
	if (View.bLimitedView)
	{
		const float HeadSq = Own.VelX * Own.VelX + Own.VelY * Own.VelY;
		const float Cosine = HeadSq > CROWD_STANDING_SQ ? Profile.SightCosine : CROWD_ALL_ROUND;
		bInView = DX * Own.VelX + DY * Own.VelY >= Cosine * std::sqrt(HeadSq * DistanceSq);
	}
	return bInView && DistanceSq < Profile.RangeSq;
}

void PerceiveScalar(
	const StepView* View, BlockScratch* Scratch, const PairView* Pairs, int BlockBegin, int Begin, int End)
{
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		const int InBlock = Agent - BlockBegin;
		int* const List = Scratch->Neighbors + InBlock;
		int& Count = Scratch->NeighborCount[InBlock];
		const PairRecord Record = RecordOf(*View, *Pairs, Agent);
		const PairTimes Times = TimesOf(*View, *Pairs, Agent);
		uint32_t Keys[CrowdMaxNeighbors];
		int Unseen = 0;
		for (int Rank = 0; Rank < Count; ++Rank)
		{
			Keys[Rank] = Pairs->Keys[List[Rank * CROWD_BLOCK]];
			const int Entry = Pairs->bWalls ? Record.Find(Keys[Rank]) : 0;
			Unseen += Pairs->bWalls && (Entry < 0 || Record.IsForgotten(Entry, Pairs->Clock, Times)) ? 1 : 0;
		}
		Scratch->Unseen[InBlock] = Unseen;
		if (Unseen > 0)
		{
			continue;
		}
		const bool bBefore = MayHaveBeenInSight(*View, *Pairs, Agent, Count);
		bool Noticed[CrowdMaxNeighbors];
		for (int Rank = 0; Rank < Count; ++Rank)
		{
			Noticed[Rank] = bBefore && Pairs->bNotice &&
				WasInSight(*View, Agent, List[Rank * CROWD_BLOCK], MannerOf(*View, Agent).ObservationTime);
		}
		NotePairs(Record, {Keys, static_cast<size_t>(Count)}, Times, *Pairs, Noticed);
		int Kept = 0;
		for (int Rank = 0; Rank < Count && Pairs->bNotice; ++Rank)
		{
			List[Kept * CROWD_BLOCK] = List[Rank * CROWD_BLOCK];
			Kept += Noticed[Rank] ? 1 : 0;
		}
		Count = Pairs->bNotice ? Kept : Count;
	}
}
}
