// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdModel.h"

namespace CrowdAvoidance
{
/// Desired velocities as they are, for comparisons.
ModelType NoneModelType();
}
