// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCli/RunSetup.h"

#include <string_view>

namespace CrowdAvoidance::Cli
{
/// A .crowdsnap file: how a run was set up, and its state. It goes on from there when it is given as the scenario.
bool IsSnapshotPath(std::string_view Path);
/// Throws InputError.
RunSetup ReadSnapshot(const std::string& Path);
std::string SnapshotBytes(const RunSetup& Setup, const Scenarios::Simulation& Run);
}
