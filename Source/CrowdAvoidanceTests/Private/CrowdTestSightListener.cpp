// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdTestSightListener.h"

#include "CrowdAgentComponent.h"

void UCrowdTestSightListener::Listen(UCrowdAgentComponent& Agent)
{
	Agent.OnNoticed.AddDynamic(this, &UCrowdTestSightListener::HandleNoticed);
	Agent.OnLost.AddDynamic(this, &UCrowdTestSightListener::HandleLost);
}

void UCrowdTestSightListener::HandleNoticed(UCrowdAgentComponent* Agent, UCrowdAgentComponent* Other)
{
	Tell({Agent, Other, true});
}

void UCrowdTestSightListener::HandleLost(UCrowdAgentComponent* Agent, UCrowdAgentComponent* Other)
{
	Tell({Agent, Other, false});
}

void UCrowdTestSightListener::Tell(const FTold& What)
{
	Told.Add(What);
	if (Reaction)
	{
		Reaction();
	}
}
