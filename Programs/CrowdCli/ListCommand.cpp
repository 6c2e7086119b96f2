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
	return Document.dump(2) + "\n";
}
}

VerbFunction AddListCommand(CLI::App& Verb)
{
	auto Path = std::make_shared<std::string>();
	Verb.add_option("--json", *Path, "write the list as JSON ('-': standard output)");
	return [Path]
	{
		if (Path->empty())
		{
			fmt::print("{}", ListText());
			return ExitSuccess;
		}
		Scenarios::OutputFile File(*Path, "--json");
		File.Write(ListJson());
		File.Commit();
		return ExitSuccess;
	};
}
}
