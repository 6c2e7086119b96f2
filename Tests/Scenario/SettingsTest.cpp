// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Parameters by name: --set, scenario files, states, flat files. Nothing here names all parameters: a new one is tested too.

#include "Scenarios/Settings.h"

#include "CrowdCli/FlatScenario.h"
#include "CrowdCli/RunSetup.h"
#include "CrowdCli/StepState.h"
#include "Scenarios/JsonReader.h"
#include "Scenarios/Simulation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace CrowdAvoidance::Scenarios::SettingsTest
{
namespace
{
/// Some value of a parameter that is not its default.
double OtherValue(const ParameterTable& Table, const Parameter& Entry)
{
	const double Default = Table.DefaultOf(Entry);
	const double Near = Entry.Type == EParameterType::Number
		? static_cast<double>(static_cast<float>(0.5 * Default + 0.3))
		: std::floor(0.5 * Default) + 2.0;
	const double Value = Entry.Type == EParameterType::Flag ? 1.0 - Default : Entry.Check(Near) ? Near : Entry.Maximum;
	EXPECT_NE(Value, Default) << Entry.Name;
	EXPECT_TRUE(Entry.Check(Value).IsOk()) << Entry.Name;
	return Value;
}

/// Two spawners, one of which lists its agents with fields of their own.
Json Document()
{
	return {{"name", "settings"}, {"description", "Agents in rows."}, {"seed", 1}, {"dt", 0.1},
		{"stop", {{"maxSeconds", 10}}}, {"profiles", {{{"name", "first"}}, {{"name", "second"}, {"agentHorizon", 7}}}},
		{"agent", {{"radius", 0.2}}},
		{"spawners",
			{{{"kind", "block"}, {"count", 5}, {"front", {0, 0}}, {"columns", 5}, {"spacing", 2},
				 {"agent", {{"preferredSpeed", {{"from", 0.5}, {"to", 1.0}}}, {"maxSpeed", 2.5}}}},
				{{"kind", "agents"},
					{"agents",
						{{{"position", {0, 9}}, {"radius", 0.4}, {"profile", "second"}},
							{{"position", {5, 9}}, {"velocity", {1, 0}}}}}}}}};
}

Scene Parse(const Settings& Set)
{
	SceneOptions Options;
	Options.Set = Set;
	return ParseScene(Document().dump(), "settings.json", Options);
}

std::string Message(const std::function<void()>& Do)
{
	try
	{
		Do();
	}
	catch (const InputError& Error)
	{
		return Error.what();
	}
	return "no error";
}

TEST(Settings, EveryParameterOfAgentsOverridesWhateverTheFileSays)
{
	for (const Parameter& Entry : AgentParameters().List)
	{
		const double Value = OtherValue(AgentParameters(), Entry);
		const Scene Changed = Parse({{AgentOwner + "." + Entry.Name, ValueText(Entry, Value)}});
		ASSERT_EQ(Changed.Agents.size(), 7u);
		for (const SceneAgent& Agent : Changed.Agents)
		{
			EXPECT_EQ(Entry.Read(static_cast<const AgentDef*>(&Agent)), Value) << Entry.Name;
		}
	}
}

TEST(Settings, EveryParameterOfProfilesOverridesWhateverTheFileSays)
{
	for (const Parameter& Entry : ProfileParameters().List)
	{
		const double Value = OtherValue(ProfileParameters(), Entry);
		const Scene Changed = Parse({{ProfileOwner + "." + Entry.Name, ValueText(Entry, Value)}});
		ASSERT_EQ(Changed.Profiles.size(), 2u);
		for (const AgentProfile& Profile : Changed.Profiles)
		{
			EXPECT_EQ(Entry.Read(&Profile), Value) << Entry.Name;
		}
	}
}

TEST(Settings, OthersStayAsTheFileHasThem)
{
	const Scene Changed = Parse({{"agent.responsibility", "0.5"}, {"profile.maxNeighbors", "3"}});
	EXPECT_EQ(Changed.Agents[0].Radius, 0.2f);
	EXPECT_EQ(Changed.Agents[0].MaxSpeed, 2.5f);
	EXPECT_NE(Changed.Agents[0].PreferredSpeed, Changed.Agents[1].PreferredSpeed);
	EXPECT_EQ(Changed.Agents[5].Radius, 0.4f);
	EXPECT_EQ(Changed.Agents[5].ProfileIndex, 1u);
	EXPECT_EQ(Changed.Agents[6].DesiredVelocity, (Vec2{1.0f, 0.0f}));
	EXPECT_EQ(Changed.Profiles[1].AgentHorizon, 7.0f);
	EXPECT_EQ(Changed.Profiles[1].MaxNeighbors, 3);
}

TEST(Settings, SpawnersPlaceAgentsAsLargeAsTheyAreTold)
{
	EXPECT_NE(Message([] { Parse({{"agent.radius", "1.1"}}); }).find("at least 2.2 m"), std::string::npos);
}

TEST(Settings, SayWhatIsWrong)
{
	const auto Of = [](const char* Key, const char* Value) { return Message([&] { Parse({{Key, Value}}); }); };
	EXPECT_EQ(Of("agent.raduis", "1"),
		"settings.json: --set names the unknown parameter 'raduis' of 'agent', did you mean 'radius'?");
	EXPECT_EQ(Of("agent.radius", "0"),
		"settings.json: --set agent.radius is '0', must be a number above 0 and at most 1000 m");
	EXPECT_EQ(Of("agent.radius", "1e-60"),
		"settings.json: --set agent.radius is '1e-60', must be a number above 0 and at most 1000 m");
	EXPECT_EQ(Of("profile.maxNeighbors", "2.5"),
		"settings.json: --set profile.maxNeighbors is '2.5', must be a whole number within 0 .. 64");
	for (const char* Text : {"", "nan", "inf", "1x", "0x10", " 1", "1e999"})
	{
		EXPECT_NE(Of("agent.radius", Text).find("must be a number"), std::string::npos) << Text;
	}
	for (const char* Key : {"agent.", "agent", ".", "agents.radius", "orca.sideBias", "profile.name"})
	{
		EXPECT_NE(Of(Key, "1").find("names the unknown parameter"), std::string::npos) << Key;
	}
}

Cli::RunSetup SetupOf(const std::string& Model, const std::vector<std::string>& Assignments)
{
	Cli::RunSetup Made;
	Made.Name = "settings";
	Made.ScenarioText = Document().dump();
	Made.Model = Model;
	for (const std::string& Assignment : Assignments)
	{
		Made.TakeSet(Assignment);
	}
	return Made;
}

TEST(RunSettings, ReachEveryOptionOfEveryModel)
{
	for (const ModelType& Model : Models())
	{
		for (const Parameter& Entry : Model.Options.List)
		{
			const double Value = OtherValue(Model.Options, Entry);
			const Cli::RunSetup Made =
				SetupOf(Model.Name, {fmt::format("{}.{}={}", Model.Name, Entry.Name, ValueText(Entry, Value))});
			// A recording's set-up text goes the same way.
			for (const Cli::RunSetup& Each : {Made, Cli::RunSetup::FromJson(Made.ToJson(), "text")})
			{
				const RunOptions Options = Each.MakeOptions(1, EIsa::Scalar);
				ASSERT_EQ(Options.World.Options.size(), 1u);
				EXPECT_EQ(Options.World.Options[0].Name, Entry.Name);
				EXPECT_EQ(static_cast<float>(Options.World.Options[0].Value), static_cast<float>(Value));
				EXPECT_EQ(Each.MakeScene().Agents.size(), 7u);
			}
		}
	}
	EXPECT_TRUE(SetupOf("orca", {"world.timeModel=true"}).MakeOptions(1, EIsa::Scalar).World.bTimeModel);
	EXPECT_EQ(SetupOf("orca", {"world.reserveAgents=70"}).MakeOptions(1, EIsa::Scalar).World.ReserveAgents, 70);
}

TEST(RunSettings, ChangeARun)
{
	const auto Hash = [](const std::vector<std::string>& Assignments)
	{
		Cli::RunSetup Made = Cli::RunSetup::FromScenario("hallway");
		for (const std::string& Assignment : Assignments)
		{
			Made.TakeSet(Assignment);
		}
		Simulation Crowd(Made.MakeScene(), Made.MakeOptions(1, EIsa::Scalar));
		for (int Step = 0; Step < 60; ++Step)
		{
			Crowd.Step();
		}
		return Crowd.GetWorld().StateHash();
	};
	const uint64_t Usual = Hash({});
	EXPECT_EQ(Hash({"orca.sideBias=0.1"}), Usual) << "the default";
	EXPECT_NE(Hash({"orca.sideBias=0.3"}), Usual);
	EXPECT_NE(Hash({"agent.radius=0.25"}), Usual);
	EXPECT_NE(Hash({"profile.agentHorizon=1"}), Usual);
}

TEST(RunSettings, SayWhatIsWrong)
{
	const auto Of = [](const std::string& Assignment)
	{
		return Message(
			[&]
			{
				const Cli::RunSetup Made = SetupOf("orca", {Assignment});
				Made.MakeScene();
				Made.MakeOptions(1, EIsa::Scalar);
			});
	};
	EXPECT_EQ(Of("clearpath.sideBias=0.2"),
		"settings: --set names 'clearpath.sideBias', but the model of this run is 'orca'");
	EXPECT_EQ(Of("orca.sidebias=0.2"),
		"settings: --set names the unknown option 'sidebias' of the model 'orca', did you mean 'sideBias'?");
	EXPECT_EQ(Of("orca.sideBias=2"), "settings: --set orca.sideBias is '2', must be a number within 0 .. 1");
	EXPECT_EQ(Of("world.timeModel=maybe"), "settings: --set world.timeModel is 'maybe', must be true or false");
	EXPECT_NE(Of("orka.sideBias=0.2").find("names the unknown parameter 'orka.sideBias'"), std::string::npos);
}

TEST(ParameterText, ReadsBackAsTheSame)
{
	for (const ParameterTable* Table : {&AgentParameters(), &ProfileParameters()})
	{
		AgentDef Def;
		AgentProfile Profile;
		void* const Written = Table == &AgentParameters() ? static_cast<void*>(&Def) : &Profile;
		for (const Parameter& Entry : Table->List)
		{
			// No short decimal fraction.
			const double Value = OtherValue(*Table, Entry) * (Entry.Type == EParameterType::Number ? 1.0 / 3.0 : 1.0);
			ASSERT_TRUE(Entry.Write(Written, Value).IsOk()) << Entry.Name;
		}
		const Json Text = Json::parse("{" + ParametersText(*Table, Written) + "}");
		EXPECT_EQ(Text.size(), Table->List.size());
		AgentDef DefAgain;
		AgentProfile ProfileAgain;
		void* const Read = Table == &AgentParameters() ? static_cast<void*>(&DefAgain) : &ProfileAgain;
		const FileContext Context{"text", {}, {}};
		ReadParameters(ObjectReader(Context, Text, ""), *Table, Read);
		for (const Parameter& Entry : Table->List)
		{
			EXPECT_EQ(Entry.Read(Read), Entry.Read(Written)) << Entry.Name;
		}
	}
}

TEST(StateFile, TakesEveryParameter)
{
	Json Agent = {{"position", {0, 0}}, {"velocity", {0, 0}}, {"desiredVelocity", {1, 0}}};
	for (const ParameterTable* Table : {&AgentParameters(), &ProfileParameters()})
	{
		for (const Parameter& Entry : Table->List)
		{
			Json Changed = Agent;
			Changed[Entry.Name] = Json::parse(ValueText(Entry, OtherValue(*Table, Entry)));
			const std::string Fine = Json{{"dt", 0.1}, {"agents", {Changed}}}.dump();
			EXPECT_NE(Cli::StepState(Fine, "state", {}).find("velocities"), std::string::npos) << Entry.Name;
			Changed[Entry.Name] = 1e30;
			const std::string Wrong = Json{{"dt", 0.1}, {"agents", {Changed}}}.dump();
			EXPECT_NE(Message([&] { Cli::StepState(Wrong, "state", {}); }).find(Entry.Name), std::string::npos);
		}
	}
}

TEST(FlatFile, HasEveryParameter)
{
	const Scene Exported = Parse({{"agent.maxAcceleration", "2.5"}, {"profile.floorHeight", "3"}});
	const WorldDef World = {.Model = "orca", .Options = {{"sideBias", 0.2}}};
	const Json Flat = Json::parse(Cli::FlatScenarioText(Exported, World, std::nullopt));
	for (const Parameter& Entry : FindModel("orca")->Options.List)
	{
		EXPECT_TRUE(Flat["options"].contains(Entry.Name)) << Entry.Name;
	}
	EXPECT_EQ(Flat["options"]["sideBias"], 0.2);
	EXPECT_EQ(Json::parse(Cli::FlatScenarioText(Exported, {.Model = "none"}, std::nullopt))["options"], Json::object());
	for (const auto& [List, Table] :
		{std::pair("agents", &AgentParameters()), std::pair("profiles", &ProfileParameters())})
	{
		for (const Json& Item : Flat[List])
		{
			for (const Parameter& Entry : Table->List)
			{
				EXPECT_TRUE(Item.contains(Entry.Name)) << List << ' ' << Entry.Name;
			}
		}
	}
	EXPECT_EQ(Flat["agents"][0]["maxAcceleration"], 2.5);
	EXPECT_EQ(Flat["profiles"][1]["agentHorizon"], 7.0);
	EXPECT_EQ(Flat["profiles"][1]["floorHeight"], 3.0);
}
}
}
