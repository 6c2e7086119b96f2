// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdModel.h"

namespace CrowdAvoidance
{
/// ORCA for people, who react late, accelerate gently and keep their distance (Guy, Lin, Manocha 2010). Docs/Models/Rcap.md
ModelType RcapModelType();
/// Exactly as published.
ModelType RcapPlainModelType();
}
