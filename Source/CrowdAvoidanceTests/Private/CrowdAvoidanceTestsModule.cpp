// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "Modules/ModuleManager.h"

IMPLEMENT_MODULE(FDefaultModuleImpl, CrowdAvoidanceTests)
