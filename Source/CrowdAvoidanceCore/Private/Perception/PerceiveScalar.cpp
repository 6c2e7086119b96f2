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

namespace
{
float DistanceSqOf(const StepView& View, int Agent, int Other)
{
	const float DX = View.Motion[Other].X - View.Motion[Agent].X;
	const float DY = View.Motion[Other].Y - View.Motion[Agent].Y;
	return DX * DX + DY * DY;
}

/// Squared distance within which others must have been in sight for so long, in a world of that age; negative: that cannot be said.
float NearSqOf(const StepView& View, int Agent, float Approach, float Seconds, float Time)
{
	const float Near = View.Profiles[View.Aim[Agent].Flags & CROWD_FLAG_PROFILE].Range - Approach * Time;
	const bool bOpen = Approach >= 0.0f && Near > 0.0f && Seconds >= MannerOf(View, Agent).ObservationTime;
	return bOpen ? Near * Near : -1.0f;
}
}

float HadNoticedSqOf(const StepView& View, const PairView& Pairs, int Agent)
{
	const bool bAwake = (Pairs.Presence[View.Aim[Agent].Slot] & CROWD_PRESENCE_AWAKE) != 0;
	const float Time = MannerOf(View, Agent).ObservationTime - (Pairs.Seconds - Pairs.LastSeconds);
	return bAwake ? -1.0f : NearSqOf(View, Agent, Pairs.LastApproach, Pairs.LastSeconds, Time > 0.0f ? Time : 0.0f);
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
		uint16_t& Presence = Pairs->Presence[View->Aim[Agent].Slot];
		const float ObservationTime = MannerOf(*View, Agent).ObservationTime;
		const float NearSq = NearSqOf(*View, Agent, Pairs->Approach, Pairs->Seconds, ObservationTime);
		const auto IsYoung = [&](int Other)
		{ return ((Pairs->Keys[Agent] | Pairs->Keys[Other]) & CROWD_PAIR_YOUNG) != 0; };
		bool bAllNear = Count > 0 && DistanceSqOf(*View, Agent, List[(Count - 1) * CROWD_BLOCK]) < NearSq;
		for (int Rank = 0; Rank < Count && bAllNear; ++Rank)
		{
			bAllNear = !IsYoung(List[Rank * CROWD_BLOCK]);
		}
		if (bAllNear)
		{
			// Nothing to remember of them, and none of those that it knew is looked up.
			NotePairs(Record, {}, Times, *Pairs, nullptr);
			Presence &= CROWD_PRESENCE_TIME;
			continue;
		}
		uint32_t Keys[CrowdMaxNeighbors];
		for (int Rank = 0; Rank < Count; ++Rank)
		{
			Keys[Rank] = Pairs->Keys[List[Rank * CROWD_BLOCK]] & CROWD_PAIR_KEY;
		}
		const bool bBefore = Pairs->bNotice && MayHaveBeenInSight(*View, *Pairs, Agent, Count);
		const float KnownSq = std::max(NearSq, HadNoticedSqOf(*View, *Pairs, Agent));
		bool Noticed[CrowdMaxNeighbors];
		for (int Rank = 0; Rank < Count; ++Rank)
		{
			const int Other = List[Rank * CROWD_BLOCK];
			Noticed[Rank] = !IsYoung(Other) &&
				(DistanceSqOf(*View, Agent, Other) < KnownSq ||
					(bBefore && WasInSight(*View, Agent, Other, ObservationTime)));
		}
		Presence |= CROWD_PRESENCE_AWAKE;
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
