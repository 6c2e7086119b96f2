// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Kernels/StepShared.h"

/// An agent begins to react harder than gently when it is so near to contact with a body, and as hard as it can when it is so near. [s]
#define CROWD_EARLY_CONTACT 1.5f
#define CROWD_LATE_CONTACT 0.5f
