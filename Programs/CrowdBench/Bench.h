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
	std::vector<int> Threads = {2};     ///< One thread takes part besides these.
	int Rounds = 5;                     ///< Alternating rounds; medians are reported.
	bool bQuick = false;                ///< Small sizes and few steps, to try the tool itself.
	bool bLatency = false;   ///< Single steps as games have them: at 1/60 s, back to back and with rest between them.
	bool bSmall = false;     ///< The same for a set of small crowds.
	bool bAgreement = false; ///< Instead of timing: compare one step of plain ORCA with RVO2 on random states.
	bool bCallgrind = false; ///< Instead of timing: count instructions.
	bool bStepForCounting = false; ///< What such a count runs under valgrind; nobody else asks for it.
	std::filesystem::path Compare; ///< A CSV file of the same kind to compare with. Empty: none.
	double AllowedGrowth = 0.02;   ///< Of instructions, by which a stage may exceed the file.
	std::filesystem::path Json;    ///< "-": standard output. Empty: none.
	std::filesystem::path Csv;     ///< The same.
	std::filesystem::path Render;  ///< Instead of timing: print the tables of this CSV file as Markdown.
};

/// Runs and prints the tables. 0, 1 when an agreement falls short or instructions have grown, or throws Scenarios::InputError for bad options.
int RunBench(const BenchOptions& Options);
}
