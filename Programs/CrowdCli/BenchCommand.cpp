// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdBench/Bench.h"
#include "CrowdCli/Commands.h"
#include "CrowdCli/Flags.h"

#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace CrowdAvoidance::Cli
{
namespace
{
std::vector<int> ParseThreadCounts(const std::string& Text)
{
	std::vector<int> Counts;
	std::istringstream Stream(Text + ',');
	for (std::string Part; std::getline(Stream, Part, ',');)
	{
		Counts.push_back(static_cast<int>(ParseInteger("--threads", Part, 1, MaxThreads)));
	}
	return Counts;
}
}

VerbFunction AddBenchCommand(CLI::App& Verb)
{
	auto Options = std::make_shared<Bench::BenchOptions>();
	Verb.add_option("SCENARIO", Options->Scenarios, "scenarios (default: the standard set)");
	Verb.add_option(
			"--model", Options->Models, "avoidance model; may be repeated (default: orca, orca-plain, clearpath)")
		->allow_extra_args(false);
	Verb.add_option("--peers", Options->Peers, "of rvo2,detour (default: all that are built in)")
		->delimiter(',')
		->allow_extra_args(false);
	const auto TakeThreads = [Options](const std::string& Text) { Options->Threads = ParseThreadCounts(Text); };
	Verb.add_option_function<std::string>(
		"--threads", TakeThreads, "how many threads, as 2 or 2,4; one thread takes part besides (default: 2)");
	const auto TakeRounds = [Options](const std::string& Text)
	{ Options->Rounds = static_cast<int>(ParseInteger("--rounds", Text, 1, 1000)); };
	Verb.add_option_function<std::string>(
		"--rounds", TakeRounds, "alternating rounds, of which medians are reported (default: 5)");
	Verb.add_flag("--latency", Options->bLatency,
		"how long single steps take in a game: 60 a second, back to back and one in each frame");
	Verb.add_flag("--small", Options->bSmall, "the same for crowds of 100 to 2,000 agents, by default without peers");
	Verb.add_flag("--quick", Options->bQuick, "small sizes and few steps, to try the tool itself");
	Verb.add_flag("--callgrind", Options->bCallgrind,
		"instead of timing: count instructions an agent and step under valgrind, by stage");
	// What a count runs under valgrind.
	Verb.add_flag("--step-for-counting", Options->bStepForCounting)->group("");
	const auto TakeCompare = [Options](const std::string& Text) { Options->Compare = Text; };
	Verb.add_option_function<std::string>("--compare", TakeCompare,
		"compare with a CSV file of an earlier run; instructions that have grown make the exit code 1");
	const auto TakeGrowth = [Options](const std::string& Text) {
		Options->AllowedGrowth = ParseNumber("--allowed-growth", Text, Range{0.0, 10.0, ""});
	};
	Verb.add_option_function<std::string>(
		"--allowed-growth", TakeGrowth, "share by which instructions of a stage may grow (default: 0.02)");
	const auto TakeJson = [Options](const std::string& Text) { Options->Json = Text; };
	Verb.add_option_function<std::string>("--json", TakeJson, "write the results as JSON ('-': standard output)");
	const auto TakeCsv = [Options](const std::string& Text) { Options->Csv = Text; };
	Verb.add_option_function<std::string>("--csv", TakeCsv, "write the results as CSV");
	Verb.add_flag(
		"--agreement", Options->bAgreement, "instead of timing: compare plain ORCA with RVO2 on random states");
	const auto TakeRender = [Options](const std::string& Text) { Options->Render = Text; };
	Verb.add_option_function<std::string>(
		"--render", TakeRender, "instead of timing: print a CSV file of results as Markdown");
	return [Options] { return Bench::RunBench(*Options); };
}
}
