// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Misc/EngineVersionComparison.h"

// Differences between the engine versions of our range (5.5 to 5.8) are dealt with here, and nowhere else. What the module
// uses so far is the same in all of them.
#if UE_VERSION_OLDER_THAN(5, 5, 0)
#error "CrowdAvoidance needs Unreal Engine 5.5 or later"
#endif
