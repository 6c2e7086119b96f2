// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

/// What can be switched from the console. Read on the game thread.
namespace CrowdAvoidance::Console
{
/// crowd.Enabled: otherwise crowds stand still.
bool IsEnabled();
/// crowd.Debug: 0 nothing, 1 bodies and velocities.
int32 DebugLevel();
}
