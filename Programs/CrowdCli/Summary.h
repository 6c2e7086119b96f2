// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCli/RunScene.h"

namespace CrowdAvoidance::Cli
{
/// 16 hexadecimal digits, the form in which hashes appear everywhere.
std::string HashText(uint64_t Hash);
/// What --metrics writes. Docs/CommandLine.md lists the keys.
std::string MetricsJson(const Scenarios::Metrics& Metrics);
/// The table that a run prints.
std::string SummaryText(const RunSetup& Setup, const RunOutcome& Outcome);
}
