// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

#include <functional>

/// Calls Body for 0 .. Num - 1, on several threads at once.
void ParallelFor(const TCHAR* DebugName, int32 Num, int32 MinBatchSize, const std::function<void(int32)>& Body);
