// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "ProfilingDebugging/CpuProfilerTrace.h"
#include "ProfilingDebugging/CsvProfiler.h"
#include "Stats/Stats.h"

/// "stat CrowdAvoidance"
DECLARE_STATS_GROUP(TEXT("CrowdAvoidance"), STATGROUP_CrowdAvoidance, STATCAT_Advanced);
