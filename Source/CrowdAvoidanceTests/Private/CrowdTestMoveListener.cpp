// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdTestMoveListener.h"

#include "CrowdAgentComponent.h"

UCrowdTestMoveListener* UCrowdTestMoveListener::Move(
	const UObject* Context, UCrowdAgentComponent* Agent, const FVector& Goal, float TimeLimit)
{
	UCrowdTestMoveListener* Listener = NewObject<UCrowdTestMoveListener>();
	UCrowdMoveTo* Made = UCrowdMoveTo::CrowdMoveTo(Context, Agent, Goal, TimeLimit);
	Made->OnArrived.AddDynamic(Listener, &UCrowdTestMoveListener::HandleArrived);
	Made->OnFailed.AddDynamic(Listener, &UCrowdTestMoveListener::HandleFailed);
	Made->Activate();
	return Listener;
}

void UCrowdTestMoveListener::HandleArrived(UCrowdAgentComponent* /*Agent*/, ECrowdMoveResult HowItEnded)
{
	++Arrivals;
	Result = HowItEnded;
	if (Reaction)
	{
		Reaction();
	}
}

void UCrowdTestMoveListener::HandleFailed(UCrowdAgentComponent* /*Agent*/, ECrowdMoveResult HowItEnded)
{
	++Failures;
	Result = HowItEnded;
	if (Reaction)
	{
		Reaction();
	}
}
