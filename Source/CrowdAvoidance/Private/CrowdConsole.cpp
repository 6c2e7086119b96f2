// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdConsole.h"

#include "HAL/IConsoleManager.h"

namespace CrowdAvoidance::Console
{
static TAutoConsoleVariable<int32> CVarCrowdEnabled(
	TEXT("crowd.Enabled"), 1, TEXT("0: crowds stand still. 1: crowds move."), ECVF_Default);

static TAutoConsoleVariable<int32> CVarCrowdDebug(TEXT("crowd.Debug"), 0,
	TEXT("0: draw nothing. 1: draw bodies and velocities of crowd agents. 2: also goals and ranges of sight. 3: also "
		 "what the watched agent sees and ")
		TEXT(
			"decides (crowd.Watch). 4: also obstacles. Of more than 1000 agents, those nearest to the view are drawn."),
	ECVF_Default);

bool IsEnabled()
{
	return CVarCrowdEnabled.GetValueOnGameThread() != 0;
}

int32 DebugLevel()
{
	return CVarCrowdDebug.GetValueOnGameThread();
}
}
