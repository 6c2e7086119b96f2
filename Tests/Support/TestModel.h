// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdModel.h"

#include <atomic>

namespace CrowdAvoidance::Testing
{
/// A model that is no part of Core: walks on until it has known some neighbour for so long, and then stands.
constexpr const char* TestModelName = "test-patient";

/// Makes it known; again does nothing.
void RegisterTestModel();

/// How often state that the world keeps for the model was not what the model had left there.
std::atomic<int>& TestModelFaults();
}
