// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/FlatScenario.h"

#include "CrowdCli/Options.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace CrowdAvoidance::Cli
{
namespace
{
constexpr int FlatVersion = 1;

std::string QuotedText(const std::string& Text)
{
	return nlohmann::json(Text).dump();
}

/// fmt writes the shortest number that reads back as the same float.
std::string PointText(Vec2 Point)
{
	return fmt::format("[{}, {}]", Point.X, Point.Y);
}

/// All that the model has.
std::string OptionsText(const WorldDef& World)
{
	const ParameterTable& Table = ParseModel("model", World.Model).Options;
	const char* const Defaults = static_cast<const char*>(Table.Defaults);
	std::vector<char> Values(Defaults, Defaults + Table.Bytes);
	for (const ModelOption& Given : World.Options)
	{
		// Known and in range, or the command line would have refused them.
		Table.Find(Given.Name)->Write(Values.data(), Given.Value).Value();
	}
	return "{" + Scenarios::ParametersText(Table, Values.data()) + "}";
}

std::string ProfileText(const AgentProfile& Profile)
{
	return "{" + Scenarios::ParametersText(ProfileParameters(), &Profile) + "}";
}

std::string AgentText(const Scenarios::SceneAgent& Agent)
{
	const AgentDef& Fields = Agent;
	const std::string Goal = Agent.Goals.empty() ? "" : fmt::format("\"goal\": {}, ", PointText(Agent.Goals.front()));
	return fmt::format("{{\"position\": {}, \"velocity\": {}, {}{}, \"profile\": {}}}", PointText(Agent.Position),
		PointText(Agent.Velocity), Goal, Scenarios::ParametersText(AgentParameters(), &Fields), Agent.ProfileIndex);
}

std::string WallText(const std::vector<Vec2>& Wall)
{
	std::vector<std::string> Points;
	for (const Vec2 Point : Wall)
	{
		Points.push_back(PointText(Point));
	}
	return fmt::format("[{}]", fmt::join(Points, ", "));
}

/// One item a line.
template <typename T>
std::string ListText(const char* Name, const std::vector<T>& Items, std::string (*ItemText)(const T&))
{
	std::vector<std::string> Lines;
	for (const T& Item : Items)
	{
		Lines.push_back("\n\t\t" + ItemText(Item));
	}
	return fmt::format("\t\"{}\": [{}{}]", Name, fmt::join(Lines, ","), Items.empty() ? "" : "\n\t");
}
}

void CheckFlat(const Scenarios::Scene& Scene)
{
	const auto Refuse = [&](const std::string& What)
	{ throw InputError(fmt::format("{}: {}, which the flat file cannot hold", Scene.Name, What)); };
	if (Scene.Planner != "goal")
	{
		Refuse(fmt::format("its agents are led by the planner '{}'", Scene.Planner));
	}
	if (!Scene.Doors.empty() || !Scene.Blocks.empty() || !Scene.Links.empty())
	{
		Refuse(fmt::format(
			"it has {} doors, {} blocks and {} links", Scene.Doors.size(), Scene.Blocks.size(), Scene.Links.size()));
	}
	for (size_t Agent = 0; Agent < Scene.Agents.size(); ++Agent)
	{
		const size_t Goals = Scene.Agents[Agent].Goals.size();
		if (Goals > 1 || (Goals == 1 && Scene.bCycleGoals))
		{
			Refuse(fmt::format(
				"agent {} has {} goals{}", Agent, Goals, Scene.bCycleGoals ? ", over and over again" : " in turn"));
		}
		if (Scene.Agents[Agent].bLeaves)
		{
			Refuse(fmt::format("agent {} leaves by an exit", Agent));
		}
		if (Scene.Agents[Agent].Shape)
		{
			Refuse(fmt::format("agent {} has a shape", Agent));
		}
	}
}

std::string FlatScenarioText(
	const Scenarios::Scene& Scene, const WorldDef& World, const std::optional<FlatCheck>& Check)
{
	std::vector<AgentProfile> Profiles = Scene.Profiles;
	if (Profiles.empty())
	{
		Profiles.emplace_back();
	}
	std::vector<std::string> Fields = {
		"\t\"schema\": \"crowd-flat-scenario\"",
		fmt::format("\t\"version\": {}", FlatVersion),
		fmt::format("\t\"name\": {}", QuotedText(Scene.Name)),
		fmt::format("\t\"description\": {}", QuotedText(Scene.Description)),
		fmt::format("\t\"model\": {}", QuotedText(World.Model)),
		"\t\"options\": " + OptionsText(World),
		fmt::format("\t\"dt\": {}", Scene.Dt),
		fmt::format("\t\"seconds\": {}", Scene.MaxSeconds),
		fmt::format("\t\"arrivalRadius\": {}", Scene.ArrivalRadius),
		ListText("profiles", Profiles, &ProfileText),
		ListText("walls", Scene.Obstacles, &WallText),
		ListText("agents", Scene.Agents, &AgentText),
	};
	if (Check)
	{
		Fields.push_back(
			fmt::format("\t\"check\": {{\"steps\": {}, \"stateHash\": \"{:016x}\"}}", Check->Steps, Check->StateHash));
	}
	return fmt::format("{{\n{}\n}}\n", fmt::join(Fields, ",\n"));
}
}
