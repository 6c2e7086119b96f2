// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Validation/Validation.h"

#include <string>
#include <vector>

namespace CrowdAvoidance::Validation
{
struct FinishedSuite
{
	const Suite* TheSuite = nullptr;
	SuiteReport Report;
};

bool HasFailed(const SuiteReport& Report);

/// Tables, checks and notes as Markdown.
std::string ToText(const FinishedSuite& Finished);
/// All of it, with the machine that it was measured on. Plots by the names of their files.
std::string ToJson(const std::vector<FinishedSuite>& Finished, bool bQuick);

struct NamedText
{
	std::string FileName;
	std::string Text;
};

/// A CSV file for each table and an SVG file for each plot; SUITE-NAME.csv, SUITE-NAME.svg.
std::vector<NamedText> ToFiles(const FinishedSuite& Finished);
}
