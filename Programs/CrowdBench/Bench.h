// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace CrowdAvoidance::Bench
{
struct BenchOptions
{
	std::vector<std::string> Scenarios; ///< NAME or NAME:AGENTS. Empty: the standard set.
	std::vector<std::string> Models;    ///< Names of CrowdAvoidance::Models(). Empty: those worth comparing.
	std::vector<std::string> Peers;     ///< Of "rvo2", "detour". Empty: all that are built in.
	int Threads = 2;
	int Rounds = 5;               ///< Alternating rounds; medians are reported.
	bool bQuick = false;          ///< Small sizes and few steps, to try the tool itself.
	bool bAgreement = false;      ///< Instead of timing: compare one step of plain ORCA with RVO2 on random states.
	std::filesystem::path Json;   ///< "-": standard output. Empty: none.
	std::filesystem::path Csv;    ///< The same.
	std::filesystem::path Render; ///< Instead of timing: print the tables of this CSV file as Markdown.
};

/// Runs and prints the tables. 0, 1 when an agreement falls short, or throws Scenarios::InputError for bad options.
int RunBench(const BenchOptions& Options);
}
