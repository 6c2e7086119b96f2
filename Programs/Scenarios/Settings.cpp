// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Settings.h"

#include "CrowdCore/CrowdWorld.h"
#include "Scenarios/Suggest.h"

#include <fmt/format.h>

#include <charconv>

namespace CrowdAvoidance::Scenarios
{
const char* NumberKind(const Range& Allowed)
{
	return Allowed.bWhole ? "whole number" : "number";
}

std::vector<std::string> KeysOf(const ParameterTable& Table)
{
	std::vector<std::string> Keys;
	for (const Parameter& Entry : Table.List)
	{
		Keys.emplace_back(Entry.Name);
	}
	return Keys;
}

double ParseNumber(const std::string& What, const std::string& Text, const Range& Allowed)
{
	double Value = 0.0;
	const char* const End = Text.data() + Text.size();
	const auto [Parsed, Trouble] = std::from_chars(Text.data(), End, Value);
	if (Trouble != std::errc() || Parsed != End || !Allowed.Contains(Value))
	{
		throw InputError(
			fmt::format("{} is {}, must be a {} {}", What, Quoted(Text), NumberKind(Allowed), Allowed.Text()));
	}
	return Value;
}

double ParseParameter(const std::string& What, const std::string& Text, const Parameter& Entry)
{
	if (Entry.Type == EParameterType::Flag)
	{
		if (Text != "true" && Text != "false" && Text != "1" && Text != "0")
		{
			throw InputError(fmt::format("{} is {}, must be true or false", What, Quoted(Text)));
		}
		return Text == "true" || Text == "1" ? 1.0 : 0.0;
	}
	return ParseNumber(What, Text, Entry.Range());
}

std::vector<OwnedTable> AllTables()
{
	std::vector<OwnedTable> All = {
		{AgentOwner, AgentParameters()}, {ProfileOwner, ProfileParameters()}, {WorldOwner, WorldParameters()}};
	for (const ModelType& Entry : Models())
	{
		All.push_back({Entry.Name, Entry.Options});
	}
	return All;
}

std::string ValueText(const Parameter& Entry, double Value)
{
	// fmt writes the shortest number that reads back as the same float.
	return Entry.Type == EParameterType::Flag  ? fmt::format("{}", Value != 0.0)
		: Entry.Type == EParameterType::Number ? fmt::format("{}", static_cast<float>(Value))
											   : fmt::format("{}", Value);
}

std::string OwnerOf(const std::string& Key)
{
	const size_t Dot = Key.find('.');
	return Dot == std::string::npos ? "" : Key.substr(0, Dot);
}

void ApplySettings(
	const Settings& Set, const std::string& Owner, const ParameterTable& Table, void* Struct, const std::string& Origin)
{
	const std::string Prefix = Owner + ".";
	for (auto Setting = Set.lower_bound(Prefix); Setting != Set.end() && Setting->first.starts_with(Prefix); ++Setting)
	{
		const std::string Name = Setting->first.substr(Prefix.size());
		const Parameter* const Entry = Table.Find(Name);
		if (!Entry)
		{
			throw InputError(fmt::format("{}: --set names the unknown parameter {} of '{}'{}", Origin, Quoted(Name),
				Owner, Suggestion(Name, KeysOf(Table))));
		}
		const double Value =
			ParseParameter(fmt::format("{}: --set {}", Origin, Setting->first), Setting->second, *Entry);
		// In range as a number, and so as what the field holds.
		Entry->Write(Struct, Value).Value();
	}
}
}
