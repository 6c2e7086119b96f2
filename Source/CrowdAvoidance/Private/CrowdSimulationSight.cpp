// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Whom agents see, and listeners that want to know whom they notice.

#include "CrowdAgentComponent.h"
#include "CrowdSimulation.h"

using namespace CrowdAvoidance;

UCrowdAgentComponent* FCrowdSimulation::FindComponent(AgentHandle Handle) const
{
	return FindAgent(Handle) != INDEX_NONE ? FindComponent(Handle.Index) : nullptr;
}

TArray<FCrowdSeenAgent> FCrowdSimulation::GetSeen(AgentHandle Handle) const
{
	TArray<FCrowdSeenAgent> Out;
	std::vector<SeenAgent> Seen;
	if (FindAgent(Handle) == INDEX_NONE || !Crowd.Seen(Handle, Seen))
	{
		return Out;
	}
	for (const SeenAgent& Each : Seen)
	{
		FCrowdSeenAgent& Other = Out.AddDefaulted_GetRef();
		Other.Agent = FindComponent(Each.Agent);
		Other.Location = Shown(Each.Agent).Location;
		Other.bNoticed = Each.bNoticed;
		Other.bInSight = Each.bInSight;
		Other.Seconds = Each.Since;
	}
	return Out;
}

/// All is found out before anybody is told, since listeners may do anything.
void FCrowdSimulation::TellSightings()
{
	const TArray<FSighting> Sightings = FindSightings();
	for (const FSighting& Each : Sightings)
	{
		if (UCrowdAgentComponent* Agent = FindComponent(Each.Agent))
		{
			(Each.bNoticed ? Agent->OnNoticed : Agent->OnLost).Broadcast(Agent, FindComponent(Each.Other));
		}
	}
}

TArray<FCrowdSimulation::FSighting> FCrowdSimulation::FindSightings()
{
	TArray<FSighting> Out;
	if (bClosed || !Crowd.Perceives())
	{
		return Out;
	}
	TArray<FObserver> Before = MoveTemp(Observers);
	Observers.Reset();
	int32 Next = 0;
	for (int32 Index = 0; Index < Components.Num(); ++Index)
	{
		const UCrowdAgentComponent* Agent = Components[Index].Get();
		if (!Agent || !(Agent->OnNoticed.IsBound() || Agent->OnLost.IsBound()))
		{
			continue;
		}
		while (Next < Before.Num() && static_cast<int32>(Before[Next].Handle.Index) < Index)
		{
			++Next;
		}
		FObserver& Observer = Observers.AddDefaulted_GetRef();
		if (Next < Before.Num() && Before[Next].Handle == Agent->Handle)
		{
			Observer = MoveTemp(Before[Next]);
		}
		Observer.Handle = Agent->Handle;
		FindSightings(Observer, Out);
	}
	// Which place an agent has got says nothing; ids ascend as agents come in.
	Out.StableSort([](const FSighting& A, const FSighting& B) { return A.Id < B.Id; });
	return Out;
}

void FCrowdSimulation::FindSightings(FObserver& Observer, TArray<FSighting>& Out) const
{
	std::vector<SeenAgent> Seen;
	(void)Crowd.Seen(Observer.Handle, Seen);
	TArray<AgentHandle> Noticed;
	for (const SeenAgent& Each : Seen)
	{
		if (Each.bNoticed)
		{
			Noticed.Add(Each.Agent);
		}
	}
	if (Noticed == Observer.Noticed)
	{
		return;
	}
	const uint64 Id = Crowd.GetAgent(Observer.Handle).Value().Id;
	const auto AddMissing = [&](const TArray<AgentHandle>& Some, const TArray<AgentHandle>& Others, bool bNoticed)
	{
		for (const AgentHandle Other : Some)
		{
			if (!Others.Contains(Other))
			{
				Out.Add({Id, Observer.Handle, Other, bNoticed});
			}
		}
	};
	AddMissing(Observer.Noticed, Noticed, false);
	AddMissing(Noticed, Observer.Noticed, true);
	Observer.Noticed = MoveTemp(Noticed);
}
