// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdTestListener.h"

void UCrowdTestListener::HandleArrived(UCrowdAgentComponent* Agent)
{
	++Arrivals;
	if (Reaction)
	{
		Reaction(*Agent);
	}
}
