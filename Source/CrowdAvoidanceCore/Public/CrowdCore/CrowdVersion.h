// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#define CROWD_VERSION_MAJOR 0
#define CROWD_VERSION_MINOR 1
#define CROWD_VERSION_PATCH 0

// UnrealBuildTool defines the export macro itself; the CMake build links Core statically.
#ifndef CROWDAVOIDANCECORE_API
#define CROWDAVOIDANCECORE_API
#endif
