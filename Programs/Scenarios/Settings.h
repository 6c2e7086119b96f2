// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdParameters.h"

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace CrowdAvoidance::Scenarios
{
/// Bad usage or bad input from outside: one sentence that names file, field, value and range. Exit code 2.
class InputError : public std::runtime_error
{
public:
	using std::runtime_error::runtime_error;
};

using Range = NumberRange;

/// "number" or "whole number".
const char* NumberKind(const Range& Allowed);
/// Names of all parameters of the table.
std::vector<std::string> KeysOf(const ParameterTable& Table);

/// @name From text; What is the flag or field that messages name. They throw InputError
double ParseNumber(const std::string& What, const std::string& Text, const Range& Allowed);
/// Flags are true, false, 1 or 0.
double ParseParameter(const std::string& What, const std::string& Text, const Parameter& Entry);

/// Values by name, as --set gives them: "agent.radius" = "0.25". The part before the dot says whose parameter it is; without one
/// it is the scenario's own.
using Settings = std::map<std::string, std::string>;

inline const std::string AgentOwner = "agent";
inline const std::string ProfileOwner = "profile";
inline const std::string WorldOwner = "world";

struct OwnedTable
{
	std::string Owner;
	const ParameterTable& Table;
};

/// All that there are: of agents, profiles, worlds and each model.
std::vector<OwnedTable> AllTables();
/// As JSON has it, numbers such that they read back as the same.
std::string ValueText(const Parameter& Entry, double Value);

/// The part before the dot; empty where there is none.
std::string OwnerOf(const std::string& Key);
/// Writes all of Set that are Owner's into Struct. Throws InputError; Origin is what messages call the file.
void ApplySettings(const Settings& Set, const std::string& Owner, const ParameterTable& Table, void* Struct,
	const std::string& Origin);
}
