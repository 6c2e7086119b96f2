// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"

#include <string>

namespace CrowdAvoidance::Cli
{
struct StepOptions
{
	EIsa Isa = EIsa::Auto;
	int Threads = 1;
};

/// One step of the state that the text describes: {"velocities": [[x, y], ...]} in the order of its agents.
/// Docs/CommandLine.md has the format. Throws InputError; Origin is what messages call the text.
std::string StepState(const std::string& JsonText, const std::string& Origin, const StepOptions& Options);
}
