// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Scene.h"

#include "Scenarios/ContentFolder.h"
#include "Scenarios/Environments/PlannerInput.h"
#include "Scenarios/Spawners.h"
#include "Scenarios/Suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <climits>
#include <cmath>

namespace CrowdAvoidance::Scenarios
{
namespace
{
constexpr size_t MaxParameters = 64;
constexpr size_t MaxProfiles = 1000;
constexpr size_t MaxSpawners = 1000;
constexpr size_t MaxObstacles = 100'000;
const std::string AgentsParameter = "agents";

std::filesystem::path ScenarioFolder()
{
	return ContentFolder() / "Scenarios";
}

/// Ordered by name.
std::vector<std::string> ScenarioNames()
{
	std::vector<std::string> Names;
	std::error_code Trouble;
	for (const auto& Entry : std::filesystem::directory_iterator(ScenarioFolder(), Trouble))
	{
		const std::filesystem::path& File = Entry.path();
		if (File.extension() == ".json" && File.filename() != "scenario.schema.json")
		{
			Names.push_back(File.stem().string());
		}
	}
	if (Trouble)
	{
		throw InputError(fmt::format(
			"{}: the folder of scenarios cannot be read ({})", ScenarioFolder().string(), Trouble.message()));
	}
	std::sort(Names.begin(), Names.end());
	return Names;
}

/// A scenario's name and the number of agents that follows it.
struct CountedName
{
	std::string Base;
	int Agents = 0;
};

/// Takes "city-250k" apart into "city" and 250,000. Nothing where the name does not end like that.
std::optional<CountedName> SplitCount(const std::string& Name)
{
	const size_t Dash = Name.rfind('-');
	if (Dash == std::string::npos || Dash == 0)
	{
		return std::nullopt;
	}
	const bool bThousands = Name.ends_with('k');
	const char* End = Name.data() + Name.size() - (bThousands ? 1 : 0);
	unsigned Count = 0;
	const auto [Parsed, Trouble] = std::from_chars(Name.data() + Dash + 1, End, Count);
	const unsigned Factor = bThousands ? 1000 : 1;
	if (Trouble != std::errc() || Parsed != End || Count > static_cast<unsigned>(INT_MAX) / Factor)
	{
		return std::nullopt;
	}
	return CountedName{Name.substr(0, Dash), static_cast<int>(Count * Factor)};
}

/// Gives Parameter the value that the caller wants, if it is one of its values.
void Override(const FileContext& Context, const std::string& Option, const std::string& Text, SceneParameter& Target)
{
	Target.Value = ParseNumber(
		fmt::format("{}: {}", Context.Origin, Option), Text, {Target.Minimum, Target.Maximum, Target.Unit.c_str()});
}

/// What --set may say of a scenario: its own parameters, and those of all its agents and profiles.
std::vector<std::string> SettingNames(const std::vector<std::string>& Own)
{
	std::vector<std::string> Names = Own;
	for (const std::string& Key : KeysOf(AgentParameters()))
	{
		Names.push_back(AgentOwner + ("." + Key));
	}
	for (const std::string& Key : KeysOf(ProfileParameters()))
	{
		Names.push_back(ProfileOwner + ("." + Key));
	}
	return Names;
}

void ReadSceneParameters(const ObjectReader& Top, const SceneOptions& Options, FileContext& Context)
{
	std::vector<std::string> Names;
	if (Top.Has("parameters"))
	{
		const ObjectReader Parameters = Top.Child("parameters");
		if (Parameters.GetJson().size() > MaxParameters)
		{
			Context.Refuse("parameters",
				fmt::format("has {} entries, must be at most {}", Parameters.GetJson().size(), MaxParameters));
		}
		constexpr Range Any{-1e12, 1e12};
		for (const auto& [Name, Unused] : Parameters.GetJson().items())
		{
			const bool bPlain = std::all_of(Name.begin(), Name.end(),
				[](char C) { return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || (C >= '0' && C <= '9'); });
			if (Name.empty() || !bPlain)
			{
				Context.Refuse("parameters", fmt::format("has {}, must be a name of letters and digits", Quoted(Name)));
			}
			const ObjectReader Reader = Parameters.Child(Name.c_str());
			Reader.AllowKeys({"description", "unit", "default", "minimum", "maximum"});
			Reader.Line("description");
			SceneParameter Read;
			Read.Unit = Reader.Has("unit") ? Reader.Line("unit") : "";
			Read.Minimum = Reader.Number("minimum", Any);
			Read.Maximum = Reader.Number("maximum", {Read.Minimum, Any.Maximum});
			Read.Value = Reader.Number("default", {Read.Minimum, Read.Maximum, Read.Unit.c_str()});
			Names.push_back(Name);
			Context.Parameters[Name] = Read;
		}
	}

	for (const auto& [Name, Text] : Options.Set)
	{
		if (OwnerOf(Name) == AgentOwner || OwnerOf(Name) == ProfileOwner)
		{
			continue; // Theirs to check.
		}
		const auto Found = Context.Parameters.find(Name);
		if (Found == Context.Parameters.end())
		{
			Context.Refuse("--set",
				fmt::format("names the unknown parameter {}{}", Quoted(Name), Suggestion(Name, SettingNames(Names))));
		}
		Override(Context, "--set " + Name, Text, Found->second);
	}
	if (Options.Agents)
	{
		const auto Found = Context.Parameters.find(AgentsParameter);
		if (Found == Context.Parameters.end())
		{
			Context.Refuse(
				"--agents", fmt::format("is {}, but this scenario has a fixed number of agents", *Options.Agents));
		}
		if (Options.Set.contains(AgentsParameter))
		{
			Context.Refuse("--agents", "is given together with --set agents, must be one of the two");
		}
		Override(Context, "--agents", fmt::format("{}", *Options.Agents), Found->second);
	}
}

uint64_t ReadSeed(const ObjectReader& Top)
{
	const Json& Value = Top.Get("seed");
	if (!Value.is_number_unsigned())
	{
		Top.GetContext().Refuse(
			"seed", fmt::format("is {}, must be a whole number from 0 to 2^64 - 1", Describe(Value)));
	}
	return Value.get<uint64_t>();
}

/// Fills the profiles and returns their names, in the same order.
std::vector<std::string> ReadProfiles(const ObjectReader& Top, const Settings& Set, Scene& OutScene)
{
	std::vector<std::string> Names;
	const Json& List = Top.Array("profiles", 1, MaxProfiles);
	for (size_t I = 0; I < List.size(); ++I)
	{
		const ObjectReader Reader(Top.GetContext(), List[I], fmt::format("profiles[{}]", I));
		std::vector<std::string> Keys = KeysOf(ProfileParameters());
		Keys.emplace_back("name");
		Reader.AllowKeys(Keys);
		const std::string Name = Reader.Line("name");
		if (std::find(Names.begin(), Names.end(), Name) != Names.end())
		{
			Top.GetContext().Refuse(
				Reader.PathOf("name"), fmt::format("is {}, must differ from other profiles", Quoted(Name)));
		}
		AgentProfile Profile;
		ReadParameters(Reader, ProfileParameters(), &Profile);
		ApplySettings(Set, ProfileOwner, ProfileParameters(), &Profile, Top.GetContext().Origin);
		Names.push_back(Name);
		OutScene.Profiles.push_back(Profile);
	}
	return Names;
}

/// How many agents each spawner makes. Those that do not say share the parameter "agents" equally.
std::vector<int> SpawnerCounts(const FileContext& Context, const std::vector<ObjectReader>& Spawners)
{
	std::vector<int> Counts;
	int64_t Sharing = 0;
	int64_t Total = 0;
	for (const ObjectReader& Spawner : Spawners)
	{
		const std::optional<int> Count = SpawnerCount(Spawner);
		Counts.push_back(Count.value_or(-1));
		Total += Count.value_or(0);
		Sharing += Count ? 0 : 1;
	}
	if (Sharing > 0)
	{
		const auto Found = Context.Parameters.find(AgentsParameter);
		if (Found == Context.Parameters.end())
		{
			const auto Silent = std::find(Counts.begin(), Counts.end(), -1) - Counts.begin();
			Context.Refuse(Spawners[static_cast<size_t>(Silent)].GetPath(),
				"lacks the field 'count', and there is no parameter 'agents' to share");
		}
		const double Shared = Found->second.Value;
		if (!CountRange.Contains(Shared) || Shared != std::floor(Shared))
		{
			Context.Refuse(
				"parameters.agents", fmt::format("is {}, must be a whole number {}", Shared, CountRange.Text()));
		}
		Context.UsedParameters.insert(AgentsParameter);
		Total += static_cast<int64_t>(Shared);
		int64_t Given = 0;
		for (int& Count : Counts)
		{
			if (Count < 0)
			{
				const int64_t Before = static_cast<int64_t>(Shared) * Given / Sharing;
				++Given;
				Count = static_cast<int>(static_cast<int64_t>(Shared) * Given / Sharing - Before);
			}
		}
	}
	if (Total > MaxSceneAgents)
	{
		Context.Refuse("spawners", fmt::format("make {} agents, must be at most {}", Total, MaxSceneAgents));
	}
	return Counts;
}

void ReadAgents(const ObjectReader& Top, const std::vector<std::string>& ProfileNames, const Settings& Set,
	const Environment& Surroundings, Scene& OutScene)
{
	ShapeCatalog Shapes(OutScene.Shapes);
	const SpawnContext Known{ProfileNames, Set, Surroundings, OutScene.Exits, Shapes, OutScene.Seed};
	AgentPrototype Prototype;
	if (Top.Has("agent"))
	{
		const ObjectReader Fields = Top.Child("agent");
		Fields.AllowKeys(AgentFieldKeys({}));
		ReadAgentFields(Fields, Known, Prototype);
	}
	OverrideAgentFields(Top.GetContext(), Known, Prototype);
	const Json& List = Top.Array("spawners", 1, MaxSpawners);
	std::vector<ObjectReader> Spawners;
	for (size_t I = 0; I < List.size(); ++I)
	{
		Spawners.emplace_back(Top.GetContext(), List[I], fmt::format("spawners[{}]", I));
	}
	const std::vector<int> Counts = SpawnerCounts(Top.GetContext(), Spawners);
	for (size_t I = 0; I < Spawners.size(); ++I)
	{
		Prototype.Agent.Group = static_cast<uint32_t>(I);
		Spawn(Spawners[I], Counts[I], Prototype, Known, I, OutScene.Agents);
	}
}

void ReadObstacles(const ObjectReader& Top, Scene& OutScene)
{
	if (!Top.Has("obstacles"))
	{
		return;
	}
	const FileContext& Context = Top.GetContext();
	const Json& List = Top.Array("obstacles", 0, MaxObstacles);
	for (size_t I = 0; I < List.size(); ++I)
	{
		const std::string Path = fmt::format("obstacles[{}]", I);
		OutScene.Obstacles.push_back(ReadOutline(Context, List[I], Path, 2, CrowdMaxObstacleVertices));
	}
}
}

std::vector<ScenarioInfo> ListScenarios()
{
	std::vector<ScenarioInfo> Infos;
	for (const std::string& Name : ScenarioNames())
	{
		const std::filesystem::path File = ScenarioFolder() / (Name + ".json");
		const FileContext Context{File.string(), {}, {}};
		const Json Document = ParseJsonText(ReadFile(File), Context.Origin);
		Infos.push_back({Name, ObjectReader(Context, Document, "").Line("description"), File});
	}
	return Infos;
}

std::filesystem::path ResolveScenario(const std::string& NameOrPath, SceneOptions& Options)
{
	std::filesystem::path File = NameOrPath;
	if (File.has_parent_path() || File.extension() == ".json")
	{
		return File;
	}
	std::vector<std::string> Names = ScenarioNames();
	const auto FileOf = [](const std::string& Name) { return ScenarioFolder() / (Name + ".json"); };
	const auto IsKnown = [&](const std::string& Name) { return std::binary_search(Names.begin(), Names.end(), Name); };
	if (IsKnown(NameOrPath))
	{
		return FileOf(NameOrPath);
	}
	const std::optional<CountedName> Counted = SplitCount(NameOrPath);
	if (!Counted || !IsKnown(Counted->Base))
	{
		if (Counted)
		{
			std::transform(Names.begin(), Names.end(), Names.begin(),
				[&](const std::string& Name) { return Name + NameOrPath.substr(Counted->Base.size()); });
		}
		throw InputError(fmt::format("there is no scenario {}{}", Quoted(NameOrPath), Suggestion(NameOrPath, Names)));
	}
	if (Options.Agents || Options.Set.contains(AgentsParameter))
	{
		throw InputError(
			fmt::format("the scenario {} says how many agents there are, must be {} where another option says so too",
				Quoted(NameOrPath), Quoted(Counted->Base)));
	}
	Options.Agents = Counted->Agents;
	return FileOf(Counted->Base);
}

Scene LoadScene(const std::string& NameOrPath, const SceneOptions& Options)
{
	SceneOptions Resolved = Options;
	const std::filesystem::path File = ResolveScenario(NameOrPath, Resolved);
	return ParseScene(ReadFile(File), File.string(), Resolved);
}

Scene ParseScene(const std::string& JsonText, const std::string& Origin, const SceneOptions& Options)
{
	const Json Document = ParseJsonText(JsonText, Origin);
	FileContext Context{Origin, {}, {}};
	const ObjectReader Top(Context, Document, "");
	std::vector<std::string> Keys = PlannerInputKeys();
	Keys.insert(Keys.end(),
		{"$schema", "name", "description", "seed", "dt", "stop", "arrivalRadius", "cycleGoals", "parameters",
			"profiles", "agent", "spawners", "obstacles", "environment"});
	Top.AllowKeys(Keys);
	if (Top.Has("$schema"))
	{
		Top.Line("$schema");
	}
	ReadSceneParameters(Top, Options, Context);

	Scene OutScene;
	OutScene.Name = Top.Line("name");
	OutScene.Description = Top.Line("description");
	OutScene.Seed = Options.Seed.value_or(ReadSeed(Top));
	OutScene.Dt = static_cast<float>(Top.Number("dt", CrowdStepRange));
	if (Options.Dt)
	{
		if (!CrowdStepRange.Contains(static_cast<double>(*Options.Dt)))
		{
			Context.Refuse("--dt", fmt::format("is {}, must be {}", *Options.Dt, CrowdStepRange.Text()));
		}
		OutScene.Dt = *Options.Dt;
	}
	const ObjectReader Stop = Top.Child("stop");
	Stop.AllowKeys({"maxSeconds", "arrivedFraction"});
	constexpr double Never = 2.0;
	OutScene.MaxSeconds = Stop.Number("maxSeconds", {0.0, 1e6, "s", true});
	OutScene.StopFraction = Stop.Number("arrivedFraction", {0.0, 1.0, "", true}, Never);
	OutScene.ArrivalRadius =
		static_cast<float>(Top.Number("arrivalRadius", {0.0, 1000.0, "m", true}, OutScene.ArrivalRadius));
	OutScene.bCycleGoals = Top.Flag("cycleGoals", false);

	ReadPlannerInput(Top, OutScene);
	const std::vector<std::string> ProfileNames = ReadProfiles(Top, Options.Set, OutScene);
	const Environment Surroundings = ReadEnvironment(Top, OutScene);
	ReadObstacles(Top, OutScene);
	ReadAgents(Top, ProfileNames, Options.Set, Surroundings, OutScene);
	for (const auto& [Name, Unused] : Context.Parameters)
	{
		if (!Context.UsedParameters.contains(Name))
		{
			Context.Refuse("parameters", fmt::format("has {}, which no field uses", Quoted(Name)));
		}
	}
	return OutScene;
}
}
