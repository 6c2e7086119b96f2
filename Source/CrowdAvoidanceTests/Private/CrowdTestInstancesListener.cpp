// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdTestInstancesListener.h"

void UCrowdTestInstancesListener::HandleAgent(int32 Agent)
{
	Agents.Add(Agent);
	if (Reaction)
	{
		Reaction(Agent);
	}
}

void UCrowdTestInstancesListener::HandleAll()
{
	++AllTimes;
}
