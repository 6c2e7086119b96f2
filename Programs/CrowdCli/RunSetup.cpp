// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/RunSetup.h"

#include "CrowdCli/Options.h"
#include "Scenarios/Suggest.h"

#include <fmt/format.h>

namespace CrowdAvoidance::Cli
{
namespace
{
constexpr int SetupVersion = 1;

/// A setting of the world or of a model; the others are of the scene.
bool IsOfRun(const std::string& Key)
{
	const std::string Owner = Scenarios::OwnerOf(Key);
	return Owner == Scenarios::WorldOwner || FindModel(Owner);
}

bool IsGiven(const Scenarios::ObjectReader& Document, const char* Key)
{
	return !Document.Get(Key).is_null();
}

/// A text of any length.
std::string Text(const Scenarios::ObjectReader& Document, const char* Key)
{
	const Scenarios::Json& Value = Document.Get(Key);
	if (!Value.is_string())
	{
		Document.GetContext().Refuse(
			Document.PathOf(Key), fmt::format("is {}, must be a text", Scenarios::Describe(Value)));
	}
	return Value.get<std::string>();
}
}

RunSetup RunSetup::FromScenario(const std::string& NameOrPath)
{
	RunSetup Setup;
	Setup.Scenario = NameOrPath;
	Setup.Name = NameOrPath;
	Setup.ScenarioText = Scenarios::ReadFile(Scenarios::ResolveScenario(NameOrPath, Setup.Options));
	return Setup;
}

RunSetup RunSetup::FromJson(const std::string& JsonText, const std::string& Origin)
{
	const Scenarios::FileContext Context{Origin, {}, {}};
	const Scenarios::Json Parsed = Scenarios::ParseJsonText(JsonText, Origin);
	const Scenarios::ObjectReader Document(Context, Parsed, {});
	Document.AllowKeys({"version", "name", "model", "planner", "agents", "seed", "dt", "set", "steps", "scenario"});
	Document.Integer("version", {SetupVersion, SetupVersion});

	RunSetup Setup;
	Setup.Scenario = Text(Document, "name");
	Setup.Name = fmt::format("{}: {}", Origin, Scenarios::Quoted(Setup.Scenario));
	Setup.ScenarioText = Text(Document, "scenario");
	Setup.Model = Text(Document, "model");
	ParseModel(Origin + ": model", Setup.Model);
	Setup.Planner = Text(Document, "planner");
	if (!Setup.Planner.empty())
	{
		Scenarios::FindPlanner(Origin + ": planner", Setup.Planner);
	}
	if (IsGiven(Document, "agents"))
	{
		Setup.Options.Agents = static_cast<int>(Document.Integer("agents", {1, MaxAgents}));
	}
	if (IsGiven(Document, "seed"))
	{
		Setup.Options.Seed = static_cast<uint64_t>(Document.Integer("seed", {0, static_cast<double>(MaxSeed)}));
	}
	if (IsGiven(Document, "dt"))
	{
		Setup.Options.Dt = static_cast<float>(Document.Number("dt", CrowdStepRange));
	}
	if (IsGiven(Document, "steps"))
	{
		Setup.Steps = static_cast<uint64_t>(Document.Integer("steps", {0, MaxSteps}));
	}
	const Scenarios::ObjectReader Set = Document.Child("set");
	for (const auto& [Key, Unused] : Set.GetJson().items())
	{
		Setup.Options.Set[Key] = Text(Set, Key.c_str());
	}
	return Setup;
}

std::string RunSetup::ToJson() const
{
	nlohmann::ordered_json Document;
	Document["version"] = SetupVersion;
	Document["name"] = Scenario;
	Document["model"] = Model;
	Document["planner"] = Planner;
	Document["agents"] = OrNull(Options.Agents);
	Document["seed"] = OrNull(Options.Seed);
	Document["dt"] = OrNull(Options.Dt);
	Document["set"] = nlohmann::ordered_json::object();
	for (const auto& [Key, Value] : Options.Set)
	{
		Document["set"][Key] = Value;
	}
	Document["steps"] = OrNull(Steps);
	Document["scenario"] = ScenarioText;
	// A name or a value of the command line need not be UTF-8; the scenario was parsed before and is.
	return Document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void RunSetup::TakeSet(const std::string& Assignment)
{
	const size_t Equals = Assignment.find('=');
	if (Equals == std::string::npos || Equals == 0)
	{
		throw InputError(fmt::format("--set is {}, must be key=value", Scenarios::Quoted(Assignment)));
	}
	const std::string Key = Assignment.substr(0, Equals);
	if (!Options.Set.emplace(Key, Assignment.substr(Equals + 1)).second)
	{
		throw InputError(fmt::format("--set gives {} twice", Scenarios::Quoted(Key)));
	}
}

Scenarios::Scene RunSetup::MakeScene() const
{
	Scenarios::SceneOptions OfScene = Options;
	std::erase_if(OfScene.Set, [](const auto& Setting) { return IsOfRun(Setting.first); });
	return Scenarios::ParseScene(ScenarioText, Name, OfScene);
}

Scenarios::RunOptions RunSetup::MakeOptions(int Threads, EIsa Isa) const
{
	const ModelType& Type = ParseModel("model", Model);
	WorldDef World;
	World.Model = Model;
	World.Isa = Isa;
	Scenarios::ApplySettings(Options.Set, Scenarios::WorldOwner, WorldParameters(), &World, Name);
	for (const auto& [Key, Value] : Options.Set)
	{
		const std::string Owner = Scenarios::OwnerOf(Key);
		if (!IsOfRun(Key) || Owner == Scenarios::WorldOwner)
		{
			continue;
		}
		if (Owner != Model)
		{
			throw InputError(fmt::format(
				"{}: --set names {}, but the model of this run is '{}'", Name, Scenarios::Quoted(Key), Model));
		}
		const std::string Option = Key.substr(Owner.size() + 1);
		const Parameter* const Entry = Type.Options.Find(Option);
		if (!Entry)
		{
			throw InputError(fmt::format("{}: --set names the unknown option {} of the model '{}'{}", Name,
				Scenarios::Quoted(Option), Model, Scenarios::Suggestion(Option, Scenarios::KeysOf(Type.Options))));
		}
		World.Options.push_back(
			{Option, Scenarios::ParseParameter(fmt::format("{}: --set {}", Name, Key), Value, *Entry)});
	}
	return {.World = World,
		.Planner = Planner.empty() ? std::nullopt : std::optional(Scenarios::FindPlanner("planner", Planner).Planner),
		.Threads = Threads};
}
}
