// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace CrowdAvoidance::Bench
{
/// What callgrind wrote with --compress-strings=no --compress-pos=no: instructions of each function and all that it called.
class CallgrindProfile
{
public:
	/// Throws Scenarios::InputError.
	static CallgrindProfile Read(const std::filesystem::path& File);
	static CallgrindProfile Parse(const std::string& Text);

	/// Of the function whose name begins so, "CrowdAvoidance::World::Step(" for instance; 0 where there is none.
	double Inclusive(const std::string& Beginning) const;

private:
	std::map<std::string, double> Functions;
};
}
