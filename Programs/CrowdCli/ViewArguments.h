// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCli/SetupFlags.h"

namespace CrowdAvoidance::Cli
{
/// What `crowd view` can be told; the command line checks the form and hands over, the viewer does what it says.
struct ViewArguments
{
	std::string Target; ///< A scenario's name, a .json file or a .crowdrec file. Empty: the viewer's default.
	SetupFlags Flags;
	std::string Script; ///< Plays a user; for tests.

	/// As the viewer's command line.
	std::vector<std::string> ToWords() const;
};

void AddViewArguments(CLI::App& Verb, ViewArguments& Target);
}
