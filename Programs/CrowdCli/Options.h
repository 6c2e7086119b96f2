// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/JsonReader.h"
#include "Scenarios/Simulation.h"

#include <optional>
#include <string>
#include <vector>

namespace CrowdAvoidance::Cli
{
using Scenarios::InputError;
using Scenarios::NamedPlanner;
using Scenarios::ParseNumber;
using Scenarios::Planners;
using Scenarios::Range;

constexpr int MaxThreads = 256;
constexpr int MaxAgents = 1'000'000;
/// Whole numbers up to here survive JSON.
constexpr int64_t MaxSeed = (int64_t{1} << 53) - 1;
constexpr int MaxSteps = 100'000'000;

const std::vector<EIsa>& Isas();
/// The value as JSON, null when there is none.
template <typename T>
nlohmann::ordered_json OrNull(const std::optional<T>& Value)
{
	return Value ? nlohmann::ordered_json(*Value) : nlohmann::ordered_json(nullptr);
}

/// The parts between separators, of which there is one less.
std::vector<std::string> Split(const std::string& Text, char Separator);

/// @name From text; What is the flag or field that messages name
int64_t ParseInteger(const std::string& What, const std::string& Text, int64_t Min, int64_t Max);
const ModelType& ParseModel(const std::string& What, const std::string& Text);
/// Numbers separated by commas, each once.
std::vector<uint32_t> ParseAgents(const std::string& What, const std::string& Text);
/// Only instruction sets that this build and this machine have.
EIsa ParseIsa(const std::string& What, const std::string& Text);
}
