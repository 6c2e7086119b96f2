// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/Commands.h"
#include "CrowdCli/Flags.h"
#include "Scenarios/Suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <new>
#include <system_error>

namespace CrowdAvoidance::Cli
{
namespace
{
struct Verb
{
	const char* Name;
	const char* Description;
	VerbFunction (*Add)(CLI::App&);
};

constexpr Verb Verbs[] = {
	{"demo", "run the flagship demo", &AddDemoCommand},
	{"list", "scenarios, models, planners and instruction sets", &AddListCommand},
	{"run", "run a scenario and measure it", &AddRunCommand},
	{"step", "one step of a given state", &AddStepCommand},
	{"bench", "measure speed, also of others", &AddBenchCommand},
	{"replay", "run a recording again and compare every frame", &AddReplayCommand},
	{"export", "a scenario as plain data, for the Unreal plugin", &AddExportCommand},
	{"validate", "behaviour and speed against reference values", &AddValidateCommand},
	{"view", "a window onto a crowd: watch, compare, edit", &AddViewCommand},
};

int Complain(std::string Text)
{
	// One sentence is one line, whatever an argument or a file has smuggled into it.
	std::replace_if(
		Text.begin(), Text.end(), [](unsigned char Char) { return Char < 0x20 || Char == 0x7f; }, ' ');
	fmt::print(stderr, "crowd: {}\n", Text);
	return ExitBadInput;
}

void CheckVerb(const std::string& Name)
{
	std::vector<std::string> Names;
	for (const Verb& Verb : Verbs)
	{
		Names.push_back(Verb.Name);
	}
	if (!Name.starts_with("-") && std::find(Names.begin(), Names.end(), Name) == Names.end())
	{
		throw InputError(fmt::format("unknown verb {}{}", Scenarios::Quoted(Name), Scenarios::Suggestion(Name, Names)));
	}
}

/// Names the first argument that nobody wanted; for a flag also the nearest one that the verb has.
std::string ExtraArgumentText(const CLI::App& App)
{
	const std::vector<std::string> Extras = App.remaining(true);
	const std::vector<CLI::App*> Used = App.get_subcommands();
	const std::string Extra = Extras.empty() ? std::string() : Extras.front();
	if (!Extra.starts_with("-") || Used.empty())
	{
		return fmt::format("the argument {} was not expected", Scenarios::Quoted(Extra));
	}
	std::vector<std::string> Flags;
	for (const CLI::Option* Option : Used.front()->get_options())
	{
		for (const std::string& Name : Option->get_lnames())
		{
			Flags.push_back("--" + Name);
		}
	}
	const std::string Flag = Extra.substr(0, Extra.find('='));
	return fmt::format(
		"'{}' has no flag {}{}", Used.front()->get_name(), Scenarios::Quoted(Flag), Scenarios::Suggestion(Flag, Flags));
}

int Run(int Count, char** Arguments)
{
	CLI::App App("Collision avoidance for crowds.", "crowd");
	App.require_subcommand(0, 1);
	App.set_version_flag(
		"--version", fmt::format("crowd {}.{}.{}", CROWD_VERSION_MAJOR, CROWD_VERSION_MINOR, CROWD_VERSION_PATCH));
	App.footer(
		"Exit codes: 0 success, 1 a check failed, 2 bad usage or bad input. Docs/CommandLine.md has the details.");
	std::vector<std::pair<CLI::App*, VerbFunction>> Functions;
	for (const Verb& Verb : Verbs)
	{
		CLI::App* Command = App.add_subcommand(Verb.Name, Verb.Description);
		Functions.emplace_back(Command, Verb.Add(*Command));
	}

	if (Count < 2)
	{
		fmt::print(stderr, "{}", App.help());
		return ExitBadInput;
	}
	CheckVerb(Arguments[1]);
	try
	{
		App.parse(Count, Arguments);
	}
	catch (const CLI::ExtrasError&)
	{
		throw InputError(ExtraArgumentText(App));
	}
	catch (const CLI::ParseError& Problem)
	{
		if (Problem.get_exit_code() == 0)
		{
			return App.exit(Problem);
		}
		throw InputError(Problem.what());
	}
	for (const auto& [Command, Function] : Functions)
	{
		if (Command->parsed())
		{
			return Function();
		}
	}
	throw InputError("a verb is missing; 'crowd --help' shows them");
}

int RunChecked(int Count, char** Arguments)
{
	const int ExitCode = Run(Count, Arguments);
	errno = 0;
	if (std::fflush(stdout) != 0 || std::ferror(stdout))
	{
		throw InputError(fmt::format("cannot write to standard output: {}", std::generic_category().message(errno)));
	}
	return ExitCode;
}
}
}

int main(int Count, char** Arguments)
{
	using namespace CrowdAvoidance;
	try
	{
		return Cli::RunChecked(Count, Arguments);
	}
	catch (const std::bad_alloc&)
	{
		return Cli::Complain("out of memory");
	}
	catch (const std::exception& Problem)
	{
		return Cli::Complain(Problem.what());
	}
}
