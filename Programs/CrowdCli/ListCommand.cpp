// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/Commands.h"
#include "CrowdCli/Flags.h"
#include "Scenarios/OutputFile.h"

#include <fmt/format.h>

#include <memory>

namespace CrowdAvoidance::Cli
{
namespace
{
std::string ListText()
{
	std::string Text = "scenarios\n";
	for (const Scenarios::ScenarioInfo& Info : Scenarios::ListScenarios())
	{
		Text += fmt::format("  {:<20} {}\n", Info.Name, Info.Description);
	}
	Text += "models\n";
	for (const ModelType& Entry : Models())
	{
		Text += fmt::format("  {:<20} {}\n", Entry.Name, Entry.Description);
	}
	Text += "planners\n";
	for (const NamedPlanner& Entry : Planners())
	{
		Text += fmt::format("  {:<20} {}\n", Entry.Name, Entry.Description);
	}
	Text += "instruction sets\n";
	for (const EIsa Isa : Isas())
	{
		const char* Availability = !IsIsaAvailable(Isa) ? "not available"
			: Isa == BestIsa()                          ? "available, the default"
														: "available";
		Text += fmt::format("  {:<20} {}\n", IsaName(Isa), Availability);
	}
	return Text;
}

const char* TypeName(EParameterType Type)
{
	switch (Type)
	{
	case EParameterType::Number:
		return "number";
	case EParameterType::Integer:
		return "integer";
	case EParameterType::Flag:
		return "flag";
	case EParameterType::Bits:
		return "bits";
	}
	return "";
}

std::string OptionsText()
{
	std::string Text;
	for (const auto& [Owner, Table] : Scenarios::AllTables())
	{
		Text += Table.List.empty() ? "" : Owner + "\n";
		for (const Parameter& Entry : Table.List)
		{
			const std::string Values = Entry.Type == EParameterType::Flag ? "true or false" : Entry.Range().Text();
			Text += fmt::format("  {:<24} {} [{}; default {}]\n", Owner + "." + Entry.Name, Entry.Description, Values,
				Scenarios::ValueText(Entry, Table.DefaultOf(Entry)));
		}
	}
	return Text;
}

nlohmann::ordered_json OptionsJson()
{
	using Json = nlohmann::ordered_json;
	Json All = Json::object();
	for (const auto& [Owner, Table] : Scenarios::AllTables())
	{
		Json& List = All[Owner] = Json::array();
		for (const Parameter& Entry : Table.List)
		{
			List.push_back({{"name", Entry.Name}, {"type", TypeName(Entry.Type)}, {"unit", Entry.Unit},
				{"minimum", Entry.Minimum}, {"maximum", Entry.Maximum}, {"aboveMinimum", Entry.bAboveMinimum},
				{"default", Json::parse(Scenarios::ValueText(Entry, Table.DefaultOf(Entry)))},
				{"description", Entry.Description}});
		}
	}
	return All;
}

std::string ListJson()
{
	using Json = nlohmann::ordered_json;
	Json Document = {
		{"scenarios", Json::array()}, {"models", Json::array()}, {"planners", Json::array()}, {"isas", Json::array()}};
	for (const Scenarios::ScenarioInfo& Info : Scenarios::ListScenarios())
	{
		Document["scenarios"].push_back({{"name", Info.Name}, {"description", Info.Description}});
	}
	for (const ModelType& Entry : Models())
	{
		Document["models"].push_back({{"name", Entry.Name}, {"description", Entry.Description}});
	}
	for (const NamedPlanner& Entry : Planners())
	{
		Document["planners"].push_back({{"name", Entry.Name}, {"description", Entry.Description}});
	}
	for (const EIsa Isa : Isas())
	{
		Document["isas"].push_back(
			{{"name", IsaName(Isa)}, {"available", IsIsaAvailable(Isa)}, {"default", Isa == BestIsa()}});
	}
	Document["options"] = OptionsJson();
	return Document.dump(2) + "\n";
}
}

VerbFunction AddListCommand(CLI::App& Verb)
{
	auto Path = std::make_shared<std::string>();
	auto bOptions = std::make_shared<bool>(false);
	Verb.add_option("--json", *Path, "write the list, options included, as JSON ('-': standard output)");
	Verb.add_flag("--options", *bOptions, "instead: what --set can set, with ranges and defaults");
	return [Path, bOptions]
	{
		if (Path->empty())
		{
			fmt::print("{}", *bOptions ? OptionsText() : ListText());
			return ExitSuccess;
		}
		Scenarios::OutputFile File(*Path, "--json");
		File.Write(ListJson());
		File.Commit();
		return ExitSuccess;
	};
}
}
