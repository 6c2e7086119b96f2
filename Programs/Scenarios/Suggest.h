// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace CrowdAvoidance::Scenarios
{
/// Foreign text made fit for a one-line message: printable, and cut short.
std::string Printable(const std::string& Text, size_t Longest);

/// The same in quotation marks, for a word.
std::string Quoted(const std::string& Text);

/// ", did you mean 'x'?" with the candidate nearest to Word; where none is near, "; known are: a, b, c".
std::string Suggestion(const std::string& Word, const std::vector<std::string>& Candidates);
}
