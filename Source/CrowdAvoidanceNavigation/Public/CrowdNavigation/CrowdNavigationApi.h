// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

// UnrealBuildTool defines the export macro itself; the CMake build links statically.
#ifndef CROWDAVOIDANCENAVIGATION_API
#define CROWDAVOIDANCENAVIGATION_API
#endif
