// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdBench/Report.h"

#include <string>
#include <vector>

/// How long single steps take, of which a frame of a game waits for each.
namespace CrowdAvoidance::Bench
{
/// The columns from MsMin to StepHistogram.
void FillLatency(const std::vector<double>& StepSeconds, bool bHistogram, Row& Out);

/// How many steps took how long, as "MICROSECONDS:COUNT …": from so many microseconds on, in bins that widen by the fourth root of two.
/// Those without any step are left out.
std::string Histogram(const std::vector<double>& StepSeconds);

/// Tables and bars of the rows that have a histogram.
std::string RenderLatency(const std::vector<Row>& Rows);
}
