// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Kernels/StepShared.h"

namespace CrowdAvoidance
{
/// How an agent with this id reacts: the profile's means, and as far off them as its id says.
AgentManner DrawManner(const AgentManner& Mean, const AgentManner& Spread, uint64_t Id);
}
