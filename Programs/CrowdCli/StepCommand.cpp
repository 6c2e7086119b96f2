// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/Commands.h"
#include "CrowdCli/Flags.h"
#include "CrowdCli/StepState.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

namespace CrowdAvoidance::Cli
{
namespace
{
constexpr size_t MaxInputBytes = 64u << 20;

std::string ReadStandardInput()
{
	std::string Text;
	std::vector<char> Block(1u << 16);
	while (const size_t Count = std::fread(Block.data(), 1, Block.size(), stdin))
	{
		Text.append(Block.data(), Count);
		if (Text.size() > MaxInputBytes)
		{
			throw InputError(fmt::format("standard input: more than {} bytes, the most that is read", MaxInputBytes));
		}
	}
	if (std::ferror(stdin))
	{
		throw InputError("standard input: cannot be read");
	}
	return Text;
}
}

VerbFunction AddStepCommand(CLI::App& Verb)
{
	struct StepArguments
	{
		std::string Path;
		StepOptions Options;
	};
	auto Arguments = std::make_shared<StepArguments>();
	Verb.add_option("STATE", Arguments->Path, "a .json file ('-': standard input)")->required();
	AddThreadsOption(Verb, Arguments->Options.Threads);
	AddIsaOption(Verb, Arguments->Options.Isa);
	return [Arguments]
	{
		const bool bStandardInput = Arguments->Path == "-";
		const std::string Text = bStandardInput ? ReadStandardInput() : Scenarios::ReadFile(Arguments->Path);
		fmt::print("{}", StepState(Text, bStandardInput ? "standard input" : Arguments->Path, Arguments->Options));
		return ExitSuccess;
	};
}
}
