// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCli/Options.h"

#include <CLI/CLI.hpp>

/// Flags whose values are checked while they are parsed.
namespace CrowdAvoidance::Cli
{
void AddThreadsOption(CLI::App& Verb, int& Threads);
void AddIsaOption(CLI::App& Verb, EIsa& Isa);

template <typename Integer>
void AddIntegerOption(
	CLI::App& Verb, const char* Flag, std::optional<Integer>& Target, int64_t Min, int64_t Max, const char* Description)
{
	const auto Take = [&Target, Flag, Min, Max](const std::string& Text)
	{ Target = static_cast<Integer>(ParseInteger(Flag, Text, Min, Max)); };
	Verb.add_option_function<std::string>(Flag, Take, Description);
}

template <typename Real>
void AddNumberOption(
	CLI::App& Verb, const char* Flag, std::optional<Real>& Target, Range Allowed, const char* Description)
{
	const auto Take = [&Target, Flag, Allowed](const std::string& Text)
	{ Target = static_cast<Real>(ParseNumber(Flag, Text, Allowed)); };
	Verb.add_option_function<std::string>(Flag, Take, Description);
}
}
