// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdBench/Bench.h"
#include "CrowdBench/Instructions.h"

#include <vector>

/// Counting: this program runs itself under valgrind, once for each scene and model.
namespace CrowdAvoidance::Bench
{
/// Throws Scenarios::InputError, also where there is no valgrind.
std::vector<InstructionRow> CountInstructions(const BenchOptions& Options);

/// What runs under valgrind: one scene and one model. Prints for the other side what has been counted. 0.
int StepForCounting(const BenchOptions& Options);
}
