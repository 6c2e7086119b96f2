// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/Options.h"

#include "Scenarios/Suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace CrowdAvoidance::Cli
{
namespace
{
/// Throws that What has no such value, and names the nearest.
[[noreturn]] void FailUnknown(const std::string& What, const std::string& Text, const std::vector<std::string>& Names)
{
	throw InputError(
		fmt::format("{} is the unknown {}{}", What, Scenarios::Quoted(Text), Scenarios::Suggestion(Text, Names)));
}
}

const std::vector<EIsa>& Isas()
{
	static const std::vector<EIsa> Table = {EIsa::Scalar, EIsa::Sse4, EIsa::Avx2, EIsa::Avx512};
	return Table;
}

std::vector<std::string> Split(const std::string& Text, char Separator)
{
	std::vector<std::string> Parts(1);
	for (const char Character : Text)
	{
		if (Character == Separator)
		{
			Parts.emplace_back();
		}
		else
		{
			Parts.back() += Character;
		}
	}
	return Parts;
}

int64_t ParseInteger(const std::string& What, const std::string& Text, int64_t Min, int64_t Max)
{
	int64_t Value = 0;
	const auto [End, Code] = std::from_chars(Text.data(), Text.data() + Text.size(), Value);
	if (Code != std::errc() || End != Text.data() + Text.size() || Value < Min || Value > Max)
	{
		throw InputError(
			fmt::format("{} is {}, must be a whole number from {} to {}", What, Scenarios::Quoted(Text), Min, Max));
	}
	return Value;
}

const ModelType& ParseModel(const std::string& What, const std::string& Text)
{
	std::vector<std::string> Names;
	for (const ModelType& Entry : Models())
	{
		if (Text == Entry.Name)
		{
			return Entry;
		}
		Names.push_back(Entry.Name);
	}
	FailUnknown(What, Text, Names);
}

std::vector<uint32_t> ParseAgents(const std::string& What, const std::string& Text)
{
	std::vector<uint32_t> Agents;
	for (const std::string& Part : Split(Text, ','))
	{
		const uint32_t Agent = static_cast<uint32_t>(ParseInteger(What, Part, 0, MaxAgents - 1));
		if (std::find(Agents.begin(), Agents.end(), Agent) != Agents.end())
		{
			throw InputError(fmt::format("{} names agent {} twice", What, Agent));
		}
		Agents.push_back(Agent);
	}
	return Agents;
}

EIsa ParseIsa(const std::string& What, const std::string& Text)
{
	std::vector<std::string> Names;
	for (const EIsa Isa : Isas())
	{
		Names.push_back(IsaName(Isa));
		if (Text != Names.back())
		{
			continue;
		}
		if (!IsIsaAvailable(Isa))
		{
			throw InputError(fmt::format(
				"{}: this machine or this build has no {}; the best it has is {}", What, Text, IsaName(BestIsa())));
		}
		return Isa;
	}
	FailUnknown(What, Text, Names);
}
}
