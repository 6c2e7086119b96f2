// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

/// What can be switched from the console. Read on the game thread.
namespace CrowdAvoidance::Console
{
/// crowd.Enabled: otherwise crowds stand still.
bool IsEnabled();
/// crowd.Debug: how much is drawn, from 0 (nothing) to 4; CrowdDebugDraw.h.
int32 DebugLevel();
}
