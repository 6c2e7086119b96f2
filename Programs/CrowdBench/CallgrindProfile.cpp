// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/CallgrindProfile.h"

#include "Scenarios/Scene.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace CrowdAvoidance::Bench
{
CallgrindProfile CallgrindProfile::Read(const std::filesystem::path& File)
{
	std::ifstream Stream(File);
	std::ostringstream Text;
	if (!Stream || !(Text << Stream.rdbuf()))
	{
		throw Scenarios::InputError(fmt::format("{}: cannot be read", File.string()));
	}
	return Parse(Text.str());
}

CallgrindProfile CallgrindProfile::Parse(const std::string& Text)
{
	CallgrindProfile Profile;
	std::istringstream Stream(Text);
	double* Function = nullptr;
	for (std::string Line; std::getline(Stream, Line);)
	{
		if (Line.starts_with("fn="))
		{
			Function = &Profile.Functions[Line.substr(3)];
		}
		else if (Function && !Line.empty() && std::isdigit(static_cast<unsigned char>(Line[0])))
		{
			// A line of the source and a number of instructions. Also the line after "calls=", which has what the callee cost.
			const size_t Space = Line.find(' ');
			*Function += Space == std::string::npos ? 0.0 : std::strtod(Line.c_str() + Space, nullptr);
		}
	}
	return Profile;
}

double CallgrindProfile::Inclusive(const std::string& Beginning) const
{
	double Sum = 0.0;
	for (auto Found = Functions.lower_bound(Beginning); Found != Functions.end() && Found->first.starts_with(Beginning);
		 ++Found)
	{
		// What a compiler has split off is called by the rest, and counted there.
		Sum += Found->first.find("[clone") == std::string::npos ? Found->second : 0.0;
	}
	return Sum;
}
}
