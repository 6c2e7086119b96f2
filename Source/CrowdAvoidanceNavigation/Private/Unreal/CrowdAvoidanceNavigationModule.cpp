// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The only file of this module that knows the engine; it is not part of the CMake build.

#include "Modules/ModuleManager.h"

IMPLEMENT_MODULE(FDefaultModuleImpl, CrowdAvoidanceNavigation)
