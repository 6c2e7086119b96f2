// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Kernels/StepShared.h"

/// Contact is when bodies are nearer than so many times their radii.
#define CROWD_CONTACT_MARGIN 1.1f

/// Before contact an agent wants to have made so many times the change that it thinks necessary: velocity takes time to become
/// distance.
#define CROWD_HASTE 2.0f

/// However small that is, it brakes harder the nearer contact is from here on, and as hard as it can at the second. [s]
#define CROWD_EARLY_CONTACT 1.5f
#define CROWD_LATE_CONTACT 0.5f
