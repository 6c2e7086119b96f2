// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdMoveTo.h"

#include "CrowdAgentComponent.h"
#include "CrowdAvoidanceLog.h"
#include "Engine/World.h"
#include "TimerManager.h"

UCrowdMoveTo* UCrowdMoveTo::CrowdMoveTo(
	const UObject* WorldContextObject, UCrowdAgentComponent* Agent, FVector Goal, float TimeLimit)
{
	UCrowdMoveTo* Move = NewObject<UCrowdMoveTo>();
	Move->Mover = Agent;
	Move->Destination = Goal;
	Move->Limit = TimeLimit;
	if (const UObject* Context = Agent ? Agent : WorldContextObject)
	{
		// Kept from the garbage collector until it has ended.
		Move->RegisterWithGameInstance(Context);
	}
	return Move;
}

void UCrowdMoveTo::Activate()
{
	UCrowdAgentComponent* Agent = Mover.Get();
	if (!Agent || !Agent->IsInCrowd())
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd Move To: agent '%s' is in no crowd, so it cannot be sent anywhere. Wait until it has begun to "
				 "play, or see earlier in the ") TEXT("log why it stays out."),
			*GetPathNameSafe(Agent));
		End(ECrowdMoveResult::NotInCrowd);
		return;
	}
	Agent->OnArrived.AddDynamic(this, &UCrowdMoveTo::HandleArrived);
	// Before the goal is set: whoever is told that it was replaced may replace it again.
	StartTimeLimit(*Agent);
	if (!Agent->BeginMove(*this, Destination))
	{
		End(ECrowdMoveResult::BadGoal);
	}
}

void UCrowdMoveTo::StartTimeLimit(const UCrowdAgentComponent& Agent)
{
	if (!FMath::IsFinite(Limit) || Limit < 0.0f)
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd Move To: agent '%s' has a time limit of %g s, so it has none. Give it a number of seconds, or "
				 "0."),
			*Agent.GetPathName(), static_cast<double>(Limit));
		return;
	}
	if (Limit > 0.0f)
	{
		Agent.GetWorld()->GetTimerManager().SetTimer(Timer, this, &UCrowdMoveTo::HandleTimeLimit, Limit);
	}
}

void UCrowdMoveTo::HandleTimeLimit()
{
	if (UCrowdAgentComponent* Agent = Mover.Get())
	{
		Agent->ForgetMove(*this);
		Agent->StopMoving();
	}
	End(ECrowdMoveResult::TimedOut);
}

void UCrowdMoveTo::HandleArrived(UCrowdAgentComponent* /*Agent*/)
{
	End(ECrowdMoveResult::Arrived);
}

void UCrowdMoveTo::End(ECrowdMoveResult Result)
{
	if (bEnded)
	{
		return;
	}
	bEnded = true;
	UCrowdAgentComponent* Agent = Mover.Get();
	if (Agent)
	{
		Agent->OnArrived.RemoveDynamic(this, &UCrowdMoveTo::HandleArrived);
		Agent->ForgetMove(*this);
		if (const UWorld* World = Agent->GetWorld())
		{
			World->GetTimerManager().ClearTimer(Timer);
		}
	}
	(Result == ECrowdMoveResult::Arrived ? OnArrived : OnFailed).Broadcast(Agent, Result);
	SetReadyToDestroy();
}
