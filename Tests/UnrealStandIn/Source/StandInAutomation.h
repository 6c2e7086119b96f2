// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace StandIn
{
/// Whoever runs tests hears of failed checks here.
using FFailureListener = void (*)(const std::string& Text);
void SetFailureListener(FFailureListener Listener);
}
