// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

/// Everything this plugin logs. Warnings name the object and the cure.
CROWDAVOIDANCE_API DECLARE_LOG_CATEGORY_EXTERN(LogCrowdAvoidance, Log, All);
