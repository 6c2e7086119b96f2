// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdBench/Bench.h"
#include "CrowdCli/Commands.h"
#include "CrowdCli/Flags.h"

#include <memory>

namespace CrowdAvoidance::Cli
{
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
	AddThreadsOption(Verb, Options->Threads);
	const auto TakeRounds = [Options](const std::string& Text)
	{ Options->Rounds = static_cast<int>(ParseInteger("--rounds", Text, 1, 1000)); };
	Verb.add_option_function<std::string>(
		"--rounds", TakeRounds, "alternating rounds, of which medians are reported (default: 5)");
	Verb.add_flag("--quick", Options->bQuick, "small sizes and few steps, to try the tool itself");
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
