// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/ViewArguments.h"

#include <fmt/format.h>

namespace CrowdAvoidance::Cli
{
std::vector<std::string> ViewArguments::ToWords() const
{
	std::vector<std::string> Words = Flags.ToWords();
	if (!Script.empty())
	{
		Words.push_back(fmt::format("--script={}", Script));
	}
	if (!Target.empty())
	{
		Words.insert(Words.end(), {"--", Target});
	}
	return Words;
}

void AddViewArguments(CLI::App& Verb, ViewArguments& Target)
{
	Verb.add_option("SCENARIO", Target.Target, "a scenario's name, a .json file or a .crowdrec file");
	AddSetupFlags(Verb, Target.Flags);
	AddPlannerFlag(Verb, Target.Flags);
	// An empty group hides it: it is for tests.
	Verb.add_option("--script", Target.Script)->group("");
}
}
