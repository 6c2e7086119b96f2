// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/Commands.h"
#include "CrowdCli/Flags.h"
#include "CrowdCli/Interrupts.h"
#include "CrowdCli/MeasureFlags.h"
#include "CrowdCli/Progress.h"
#include "CrowdCli/RunScene.h"
#include "Scenarios/OutputFile.h"
#include "Scenarios/Suggest.h"
#include "Validation/Output.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace CrowdAvoidance::Cli
{
namespace
{
using Validation::FinishedSuite;
using Validation::Suite;

struct ValidateArguments
{
	std::vector<std::string> Suites;
	std::string Out = "build/validation";
	std::string Json;
	int Threads = 0;
	bool bQuick = false;
	bool bList = false;
	Validation::DataFolder Data; ///< An empty path: none.
};

/// In the order of the table, each once; all when none is named.
std::vector<const Suite*> ChooseSuites(const std::vector<std::string>& Names)
{
	std::vector<std::string> Known;
	std::vector<const Suite*> Chosen;
	for (const Suite& Each : Validation::Suites())
	{
		Known.push_back(Each.Name);
		if ((Names.empty() && !Each.bLong) || std::find(Names.begin(), Names.end(), Each.Name) != Names.end())
		{
			Chosen.push_back(&Each);
		}
	}
	for (const std::string& Name : Names)
	{
		if (std::find(Known.begin(), Known.end(), Name) == Known.end())
		{
			throw InputError(
				fmt::format("there is no suite {}{}", Scenarios::Quoted(Name), Scenarios::Suggestion(Name, Known)));
		}
	}
	return Chosen;
}

void MakeFolder(const std::string& Path)
{
	std::error_code Trouble;
	std::filesystem::create_directories(Path, Trouble);
	if (std::error_code Ignored; !std::filesystem::is_directory(Path, Ignored))
	{
		throw InputError(fmt::format("--out: cannot make the folder {}: {}", Scenarios::Quoted(Path),
			Trouble ? Trouble.message() : "there is something else of that name"));
	}
}

bool IsSamePlace(const std::filesystem::path& A, const std::filesystem::path& B)
{
	return std::filesystem::absolute(A).lexically_normal() == std::filesystem::absolute(B).lexically_normal();
}

std::string ListText()
{
	std::string Text;
	for (const Suite& Each : Validation::Suites())
	{
		Text += fmt::format("{:<20} {}\n", Each.Name, Each.Description);
	}
	return Text;
}

/// The bar of the part of a suite that is on.
class SuiteProgress
{
public:
	explicit SuiteProgress(const Suite& InSuite) : SuiteName(InSuite.Name) {}

	void Update(const std::string& InPart, uint64_t Done, uint64_t Total)
	{
		if (WasInterrupted())
		{
			throw InputError("interrupted");
		}
		if (InPart != Part)
		{
			Part = InPart;
			Bar.reset();
			Bar = std::make_unique<Progress>(fmt::format("{}: {}", SuiteName, Part), Total);
		}
		Bar->Update(Done);
	}

private:
	std::string SuiteName;
	std::string Part;
	std::unique_ptr<Progress> Bar;
};

FinishedSuite RunSuite(const Suite& Chosen, const ValidateArguments& Arguments)
{
	SuiteProgress Bar(Chosen);
	Validation::SuiteOptions Options;
	Options.Threads = CountThreads(Arguments.Threads);
	Options.bQuick = Arguments.bQuick;
	if (!Arguments.Data.Path.empty())
	{
		Options.Data = Arguments.Data;
	}
	Options.OnProgress = [&Bar](const std::string& Part, uint64_t Done, uint64_t Total)
	{ Bar.Update(Part, Done, Total); };
	return {&Chosen, Chosen.Run(Options)};
}

int Validate(const ValidateArguments& Arguments)
{
	if (Arguments.bList)
	{
		fmt::print("{}", ListText());
		return ExitSuccess;
	}
	const std::vector<const Suite*> Chosen = ChooseSuites(Arguments.Suites);
	for (const Suite* Each : Chosen)
	{
		if (!Arguments.Data.Path.empty() && !Each->bTakesData)
		{
			throw InputError(fmt::format("--data is nothing for the suite '{}': name those that take it", Each->Name));
		}
	}
	const InterruptGuard Interrupts;
	MakeFolder(Arguments.Out);
	const auto InFolder = [&](const std::string& FileName)
	{ return (std::filesystem::path(Arguments.Out) / FileName).string(); };
	const std::string OwnJson = InFolder("validation.json");
	std::vector<std::unique_ptr<Scenarios::OutputFile>> JsonFiles;
	JsonFiles.push_back(std::make_unique<Scenarios::OutputFile>(OwnJson, "--out"));
	if (!Arguments.Json.empty() && !IsSamePlace(Arguments.Json, OwnJson))
	{
		JsonFiles.push_back(std::make_unique<Scenarios::OutputFile>(Arguments.Json, "--json"));
	}

	std::vector<FinishedSuite> Finished;
	bool bFailed = false;
	for (const Suite* Each : Chosen)
	{
		Finished.push_back(RunSuite(*Each, Arguments));
		bFailed = bFailed || Validation::HasFailed(Finished.back().Report);
		// Standard output belongs to the data when that was asked for there.
		fmt::print(Arguments.Json == "-" ? stderr : stdout, "{}\n", Validation::ToText(Finished.back()));
		for (const Validation::NamedText& Text : Validation::ToFiles(Finished.back()))
		{
			Scenarios::OutputFile File(InFolder(Text.FileName), "--out");
			File.Write(Text.Text);
			File.Commit();
		}
	}
	const std::string Document = Validation::ToJson(Finished, Arguments.bQuick);
	for (const std::unique_ptr<Scenarios::OutputFile>& File : JsonFiles)
	{
		File->Write(Document);
		File->Commit();
	}
	std::fflush(stdout);
	fmt::print(stderr, "plots, tables and JSON are in {}\n", Arguments.Out);
	return bFailed ? ExitCheckFailed : ExitSuccess;
}
}

VerbFunction AddValidateCommand(CLI::App& Verb)
{
	auto Arguments = std::make_shared<ValidateArguments>();
	Verb.add_option("SUITE", Arguments->Suites, "suites ('--list' shows them; default: all)");
	Verb.add_flag("--list", Arguments->bList, "show the suites, run nothing");
	Verb.add_option(
		"--out", Arguments->Out, "folder for plots (SVG), tables (CSV) and JSON (default: build/validation)");
	Verb.add_option("--json", Arguments->Json, "write the results as JSON there too ('-': standard output)");
	Verb.add_flag("--quick", Arguments->bQuick, "small and short, to try the tool itself; timings are not checked");
	Verb.add_option("--data", Arguments->Data.Path,
		"folder of trajectories (.txt) of people to compare with instead of the scenes (suite rcap)");
	AddTrajectoryFlags(Verb, Arguments->Data.Format, "--data");
	Verb.add_option_function<std::string>(
		"--seed",
		[Arguments](const std::string& Text)
		{ Arguments->Data.Seed = static_cast<uint64_t>(ParseInteger("--seed", Text, 0, MaxSeed)); },
		"says which of the encounters of --data are for the fit");
	AddThreadsOption(Verb, Arguments->Threads);
	return [Arguments, &Verb]
	{
		CheckTrajectoryFlags(Verb, "--data");
		return Validate(*Arguments);
	};
}
}
