// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/OutputFile.h"

#include "Scenarios/Scene.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace CrowdAvoidance::Cli
{
OutputFile::OutputFile(const std::string& InPath, const char* InFlag) : Path(InPath), Flag(InFlag)
{
	if (Path == "-")
	{
		File = stdout;
		return;
	}
	std::error_code Ignored;
	const std::filesystem::file_status Present = std::filesystem::status(Path, Ignored);
	if (Path.empty() || std::filesystem::is_directory(Present))
	{
		Fail(Path.empty() ? ENOENT : EISDIR);
	}
	// A device or a pipe must be written in place: moving a file onto it would destroy it.
	const bool bInPlace = std::filesystem::exists(Present) && !std::filesystem::is_regular_file(Present);
	PartialPath = bInPlace ? std::string() : Path + ".partial";
	errno = 0;
	File = std::fopen(bInPlace ? Path.c_str() : PartialPath.c_str(), "wb");
	if (!File)
	{
		Fail(errno);
	}
}

OutputFile::~OutputFile()
{
	if (File && File != stdout)
	{
		std::fclose(File);
		if (!PartialPath.empty())
		{
			std::remove(PartialPath.c_str());
		}
	}
}

void OutputFile::Write(std::string_view Text)
{
	errno = 0;
	if (std::fwrite(Text.data(), 1, Text.size(), File) != Text.size())
	{
		Fail(errno);
	}
}

void OutputFile::Commit()
{
	errno = 0;
	if (std::fflush(File) != 0)
	{
		Fail(errno);
	}
	if (File == stdout)
	{
		return;
	}
	const bool bClosed = std::fclose(File) == 0;
	const int CloseCode = errno;
	File = nullptr;
	std::error_code MoveCode;
	if (bClosed && !PartialPath.empty())
	{
		std::filesystem::rename(PartialPath, Path, MoveCode);
	}
	if (!bClosed || MoveCode)
	{
		std::remove(PartialPath.c_str());
		Fail(bClosed ? MoveCode.value() : CloseCode);
	}
}

void OutputFile::Fail(int Code)
{
	throw Scenarios::InputError(
		fmt::format("{}: cannot write '{}': {}", Flag, Path, std::generic_category().message(Code)));
}
}
