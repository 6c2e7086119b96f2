// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace CrowdAvoidance::Cli
{
/// A file that appears whole or not at all: it is written beside its place and moved there by Commit. That the place can be
/// written is found out in the constructor, before the long work whose result it is to take. "-" is standard output.
class OutputFile
{
public:
	/// Flag is the argument the path came from, for messages. Throws InputError, as do the others.
	OutputFile(const std::string& InPath, const char* InFlag);
	~OutputFile();
	OutputFile(const OutputFile&) = delete;
	OutputFile& operator=(const OutputFile&) = delete;

	void Write(std::string_view Text);
	void Commit();

private:
	[[noreturn]] void Fail(int Code);

	std::string Path;
	const char* Flag;
	std::string PartialPath; ///< Empty: written in place (standard output, devices, pipes).
	std::FILE* File = nullptr;
};
}
