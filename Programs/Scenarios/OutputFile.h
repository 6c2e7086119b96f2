// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdFile.h"

#include <string>
#include <string_view>

namespace CrowdAvoidance::Scenarios
{
/// A FileWriter for what a user asked to be written. "-" is standard output.
class OutputFile
{
public:
	/// Flag is the argument the path came from, for messages. Throws InputError, as do the others.
	OutputFile(const std::string& Path, const char* InFlag);

	void Write(std::string_view Text);
	void Commit();

private:
	void Require(const Result<void>& Outcome) const;
	void RequireStandardOutput(bool bWritten) const;

	const char* Flag;
	bool bStandardOutput;
	FileWriter File;
};
}
