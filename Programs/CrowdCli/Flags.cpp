// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/Flags.h"

#include <fmt/format.h>

namespace CrowdAvoidance::Cli
{
void AddThreadsOption(CLI::App& Verb, int& Threads)
{
	const auto Take = [&Threads](const std::string& Text)
	{ Threads = static_cast<int>(ParseInteger("--threads", Text, 1, MaxThreads)); };
	Verb.add_option_function<std::string>("--threads", Take, "how many threads [1 .. 256]");
}

void AddIsaOption(CLI::App& Verb, EIsa& Isa)
{
	const auto Take = [&Isa](const std::string& Text) { Isa = ParseIsa("--isa", Text); };
	Verb.add_option_function<std::string>(
		"--isa", Take, "instruction set: scalar, sse4, avx2, avx512 (default: the best there is)");
}
}
