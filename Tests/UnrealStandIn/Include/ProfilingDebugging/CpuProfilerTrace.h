// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#define TRACE_CPUPROFILER_EVENT_SCOPE(Name) [[maybe_unused]] const int TraceScope##Name = 0
