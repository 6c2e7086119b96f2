// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/OutputFile.h"

#include "Scenarios/Scene.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace CrowdAvoidance::Scenarios
{
OutputFile::OutputFile(const std::string& Path, const char* InFlag) : Flag(InFlag), bStandardOutput(Path == "-")
{
	if (!bStandardOutput)
	{
		Require(File.Open(Path.c_str()));
	}
}

void OutputFile::Write(std::string_view Text)
{
	if (bStandardOutput)
	{
		RequireStandardOutput(std::fwrite(Text.data(), 1, Text.size(), stdout) == Text.size());
	}
	else
	{
		Require(File.Write(Text.data(), Text.size()));
	}
}

void OutputFile::Commit()
{
	if (bStandardOutput)
	{
		RequireStandardOutput(std::fflush(stdout) == 0);
	}
	else
	{
		Require(File.Commit());
	}
}

void OutputFile::Require(const Result<void>& Outcome) const
{
	if (!Outcome)
	{
		throw InputError(fmt::format("{}: {}", Flag, Outcome.ErrorText()));
	}
}

void OutputFile::RequireStandardOutput(bool bWritten) const
{
	if (!bWritten)
	{
		throw InputError(
			fmt::format("{}: cannot write to standard output: {}", Flag, std::generic_category().message(errno)));
	}
}
}
