// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Random.h"
#include "Scenarios/Simulation.h"
#include "Scenarios/Spawners.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <sstream>

namespace CrowdAvoidance::Scenarios::ScenarioLibraryTest
{
namespace
{
using Json = nlohmann::json;

/// The smallest scenario that has one of everything that can go wrong.
Json GoodScenario()
{
	return Json::parse(R"({
		"name": "good", "description": "For tests.", "seed": 1, "dt": 0.1, "stop": { "maxSeconds": 10 },
		"parameters": { "pitch": { "description": "Distance.", "unit": "m", "default": 1, "minimum": 0.1, "maximum": 9 } },
		"profiles": [{ "name": "walker" }],
		"agent": { "radius": 0.3 },
		"spawners": [
			{ "kind": "block", "count": 4, "front": [0, 0], "columns": 2, "spacing": "$pitch",
				"goals": [{ "kind": "translate", "offset": [5, 0] }] },
			{ "kind": "circle", "count": 8, "center": [50, 0], "radius": 10 },
			{ "kind": "square", "count": 9, "center": [0, 50], "density": 0.5, "goals": [{ "kind": "random", "reach": 3 }] },
			{ "kind": "agents", "agents": [{ "position": [0, -50], "velocity": [1, 0], "goals": [[1, -50], [2, -50]] }] }
		],
		"obstacles": [[[-5, -5], [5, -5]]]
	})");
}

/// What ParseScene says about it; empty when it has no objection.
std::string Complaint(const std::string& Text, const SceneOptions& Options = {})
{
	try
	{
		ParseScene(Text, "bad.json", Options);
	}
	catch (const InputError& Error)
	{
		return Error.what();
	}
	return "";
}

/// The complaint about GoodScenario with the value at a JSON pointer replaced.
std::string ComplaintAbout(const std::string& Pointer, const Json& Value)
{
	Json Document = GoodScenario();
	Document[Json::json_pointer(Pointer)] = Value;
	return Complaint(Document.dump());
}

void ExpectOneSentence(const std::string& Message, const std::vector<std::string>& Parts)
{
	ASSERT_FALSE(Message.empty()) << "expected a complaint with " << ::testing::PrintToString(Parts);
	EXPECT_EQ(Message.find('\n'), std::string::npos) << Message;
	EXPECT_LT(Message.size(), 450u) << Message;
	for (const std::string& Part : Parts)
	{
		EXPECT_NE(Message.find(Part), std::string::npos) << '\'' << Part << "' is missing in: " << Message;
	}
}

std::string FileText(const std::filesystem::path& File)
{
	std::ostringstream Text;
	Text << std::ifstream(File, std::ios::binary).rdbuf();
	return Text.str();
}

SceneOptions WithAgents(int Count)
{
	SceneOptions Options;
	Options.Agents = Count;
	return Options;
}

SceneOptions WithSet(const std::string& Key, const std::string& Value)
{
	SceneOptions Options;
	Options.Set[Key] = Value;
	return Options;
}

OverlapCount OverlapsAtStart(const Scene& Scene)
{
	std::vector<float> X;
	std::vector<float> Y;
	std::vector<float> Radius;
	for (const SceneAgent& Agent : Scene.Agents)
	{
		X.push_back(Agent.Position.X);
		Y.push_back(Agent.Position.Y);
		Radius.push_back(Agent.Radius);
	}
	return CountOverlaps(static_cast<int>(X.size()), X.data(), Y.data(), Radius.data());
}

bool SamePlaces(const Scene& A, const Scene& B)
{
	return std::equal(A.Agents.begin(), A.Agents.end(), B.Agents.begin(), B.Agents.end(),
		[](const SceneAgent& Left, const SceneAgent& Right)
		{ return Left.Position == Right.Position && Left.Goals == Right.Goals; });
}

TEST(ScenarioLibrary, ShipsTheScenariosThatAreDocumented)
{
	std::vector<std::string> Names;
	for (const ScenarioInfo& Info : ListScenarios())
	{
		Names.push_back(Info.Name);
	}
	EXPECT_EQ(Names,
		(std::vector<std::string>{"back-and-forth", "blocked", "car", "circle", "circle-1k", "circle-32", "circle-5",
			"city", "crossing", "crosswalk-400", "dense", "doors", "doorway", "encounter", "evac", "four-streams",
			"hallway", "narrow", "no-reaction", "office", "rcap-crossing", "robots", "simple", "stad", "stadium-245",
			"swap", "swap-wall", "trolleys", "uniform"}));
}

TEST(ScenarioLibrary, EveryShippedScenarioLoadsWithoutOverlaps)
{
	for (const ScenarioInfo& Info : ListScenarios())
	{
		SCOPED_TRACE(Info.Name);
		const Scene Scene = LoadScene(Info.Name);
		EXPECT_EQ(Scene.Name, Info.Name);
		EXPECT_EQ(Scene.Description, Info.Description);
		EXPECT_EQ(OverlapsAtStart(Scene).Pairs, 0);
		EXPECT_TRUE(SamePlaces(Scene, LoadScene(Info.File.string())));
		for (const SceneAgent& Agent : Scene.Agents)
		{
			ASSERT_LE(Agent.PreferredSpeed, Agent.MaxSpeed);
			ASSERT_LT(Agent.ProfileIndex, Scene.Profiles.size());
		}
	}
}

TEST(ScenarioLibrary, WalkersOfTheSimpleScenariosAreAlike)
{
	for (const char* Name :
		{"back-and-forth", "circle", "circle-1k", "crossing", "dense", "doorway", "four-streams", "hallway", "uniform"})
	{
		SCOPED_TRACE(Name);
		const Scene Scene = LoadScene(Name);
		EXPECT_EQ(Scene.Dt, 0.1f);
		for (const SceneAgent& Agent : Scene.Agents)
		{
			ASSERT_FALSE(Agent.Goals.empty());
			ASSERT_EQ(Agent.MaxSpeed, 1.5f);
			ASSERT_EQ(Agent.PreferredSpeed, 1.3f);
		}
	}
}

TEST(ScenarioLibrary, EveryShippedScenarioTakesTheNumbersOfAgentsThatItSays)
{
	for (const ScenarioInfo& Info : ListScenarios())
	{
		const Json Parameters = Json::parse(FileText(Info.File)).value("parameters", Json::object());
		if (!Parameters.contains("agents"))
		{
			EXPECT_THROW(LoadScene(Info.Name, WithAgents(5)), InputError) << Info.Name;
			continue;
		}
		const Json& Agents = Parameters["agents"];
		const size_t Others = LoadScene(Info.Name).Agents.size() - Agents["default"].get<size_t>();
		for (const int Count : {1, 2, 37, std::min(3001, Agents["maximum"].get<int>())})
		{
			SCOPED_TRACE(Info.Name + " with " + std::to_string(Count));
			const Scene Scene = LoadScene(Info.Name, WithAgents(Count));
			EXPECT_EQ(Scene.Agents.size(), static_cast<size_t>(Count) + Others);
			EXPECT_EQ(OverlapsAtStart(Scene).Pairs, 0);
		}
	}
}

TEST(ScenarioLibrary, TheSeedAndNothingElseDecidesWhereAgentsAre)
{
	for (const ScenarioInfo& Info : ListScenarios())
	{
		SCOPED_TRACE(Info.Name);
		SceneOptions Other;
		Other.Seed = 2;
		EXPECT_TRUE(SamePlaces(LoadScene(Info.Name), LoadScene(Info.Name)));
		EXPECT_FALSE(SamePlaces(LoadScene(Info.Name), LoadScene(Info.Name, Other)));
	}
}

TEST(ScenarioLibrary, RandomNumbersAreTheSameOnEveryPlatform)
{
	// Worked out apart from the C++ code; a change moves every agent of every scenario.
	EXPECT_EQ(RandomUnit(1, 0, 0), 0x1.631405e8db1b0p-1);
	EXPECT_EQ(RandomUnit(1, 2, 3), 0x1.0ad1ef89ca76bp-1);
	double Sum = 0.0;
	for (uint64_t I = 0; I < 10000; ++I)
	{
		Sum += RandomSigned(7, 1, I);
	}
	EXPECT_NEAR(Sum / 10000.0, 0.0, 0.02);
}

TEST(ScenarioLibrary, UniformHasTheDensityItSays)
{
	for (const auto& [Name, Density, Reach] : {std::tuple{"uniform", 0.7, 30.0}, std::tuple{"dense", 2.5, 10.0}})
	{
		SCOPED_TRACE(Name);
		const Scene Scene = LoadScene(Name, WithAgents(10000));
		const double Half = 0.5 * std::sqrt(10000.0 / Density);
		int RightHalf = 0;
		int UpperHalf = 0;
		float Farthest = 0.0f;
		for (const SceneAgent& Agent : Scene.Agents)
		{
			RightHalf += Agent.Position.X > 0.0f ? 1 : 0;
			UpperHalf += Agent.Position.Y > 0.0f ? 1 : 0;
			Farthest = std::max({Farthest, std::abs(Agent.Position.X), std::abs(Agent.Position.Y)});
			ASSERT_EQ(Agent.Goals.size(), 2u);
			// It walks to and fro inside the square: between here and a point within reach.
			ASSERT_LE(std::abs(Agent.Goals[0].X), Half * 1.00001);
			ASSERT_LE(std::abs(Agent.Goals[0].Y), Half * 1.00001);
			ASSERT_LE(
				std::hypot(Agent.Goals[0].X - Agent.Position.X, Agent.Goals[0].Y - Agent.Position.Y), Reach * 1.00001);
			ASSERT_EQ(Agent.Goals[1], Agent.Position);
		}
		EXPECT_NEAR(Farthest, Half, 0.01 * Half);
		EXPECT_EQ(RightHalf, 5000);
		EXPECT_EQ(UpperHalf, 5000);
	}
}

TEST(ScenarioLibrary, GoalsOfUniformKeepTheCrowdEven)
{
	// Were goals cut off at the edge instead of reflected, the outer tenth of the square would draw far more than its share.
	const Scene Scene = LoadScene("uniform", WithAgents(40000));
	const double Half = 0.5 * std::sqrt(40000.0 / 0.7);
	int Outer = 0;
	for (const SceneAgent& Agent : Scene.Agents)
	{
		Outer += std::max(std::abs(Agent.Goals[0].X), std::abs(Agent.Goals[0].Y)) > 0.9 * Half ? 1 : 0;
	}
	EXPECT_NEAR(Outer / 40000.0, 1.0 - 0.9 * 0.9, 0.015);
}

TEST(ScenarioLibrary, ParametersReachAgentsAndProfiles)
{
	SceneOptions Options = WithSet("radius", "0.2");
	Options.Set["density"] = "4";
	Options.Set["neighbors"] = "16";
	Options.Set["speed"] = "1.1";
	Options.Dt = 0.05f;
	const Scene Scene = LoadScene("uniform", Options);
	EXPECT_EQ(Scene.Agents[0].Radius, 0.2f);
	EXPECT_EQ(Scene.Agents[0].PreferredSpeed, 1.1f);
	EXPECT_EQ(Scene.Profiles[0].MaxNeighbors, 16);
	EXPECT_EQ(Scene.Dt, 0.05f);
	EXPECT_LT(std::abs(Scene.Agents[0].Position.X), 26.0f); // Half of 100 x 100 cells of half a metre, and a little.
}

TEST(ScenarioLibrary, CircleIsAsLargeAsItSaysAndGrowsWithItsAgents)
{
	const Scene Small = LoadScene("circle-1k");
	ASSERT_EQ(Small.Agents.size(), 1000u);
	for (const SceneAgent& Agent : Small.Agents)
	{
		ASSERT_NEAR(std::hypot(Agent.Position.X, Agent.Position.Y), 127.0, 0.002);
		ASSERT_NEAR(Agent.Goals[0].X, -Agent.Position.X, 1e-5);
		ASSERT_NEAR(Agent.Goals[0].Y, -Agent.Position.Y, 1e-5);
	}
	EXPECT_NEAR(Small.Agents[250].Position.Y, 127.0, 0.002);
	const Scene Large = LoadScene("circle-1k", WithAgents(5000));
	EXPECT_GT(Large.Agents[0].Position.X, 450.0f);
}

TEST(ScenarioLibrary, FourStreamsAreBlocksThatMeetAtTheOrigin)
{
	const Scene Scene = LoadScene("four-streams");
	ASSERT_EQ(Scene.Agents.size(), 2000u);
	const SceneAgent& First = Scene.Agents[0];
	EXPECT_NEAR(First.Position.X, -30.0, 0.002);
	EXPECT_NEAR(First.Position.Y, -9.5, 0.002);
	EXPECT_NEAR(Scene.Agents[499].Position.X, -54.0, 0.002);
	EXPECT_NEAR(Scene.Agents[499].Position.Y, 9.5, 0.002);
	// The formation ends up as far behind the origin as it started before it, so the first row is farthest.
	EXPECT_NEAR(First.Goals[0].X, 54.0, 0.002);
	EXPECT_NEAR(First.Goals[0].Y, -9.5, 0.002);
	EXPECT_NEAR(Scene.Agents[500].Position.X, 30.0, 0.002);
	EXPECT_NEAR(Scene.Agents[1000].Position.Y, -30.0, 0.002);
	EXPECT_NEAR(Scene.Agents[1500].Position.Y, 30.0, 0.002);
}

TEST(ScenarioLibrary, ListedAgentsComeOutAsWritten)
{
	const Scene Scene = ParseScene(GoodScenario().dump(), "good.json");
	ASSERT_EQ(Scene.Agents.size(), 22u);
	const SceneAgent& Last = Scene.Agents.back();
	EXPECT_EQ(Last.Position, (Vec2{0.0f, -50.0f}));
	EXPECT_EQ(Last.Velocity, (Vec2{1.0f, 0.0f}));
	EXPECT_EQ(Last.Goals, (std::vector<Vec2>{{1.0f, -50.0f}, {2.0f, -50.0f}}));
	EXPECT_EQ(Scene.Obstacles, (std::vector<std::vector<Vec2>>{{{-5.0f, -5.0f}, {5.0f, -5.0f}}}));
	EXPECT_GT(Scene.StopFraction, 1.0);
}

TEST(ScenarioInput, WrongFieldsAreRefusedByNameValueAndRange)
{
	struct Case
	{
		const char* Pointer;
		Json Value;
		std::vector<std::string> Parts;
	};
	const std::vector<Case> Cases = {
		{"/dt", 0, {"dt is 0", "within 0.0001 .. 10 s"}},
		{"/dt", -0.1, {"dt is -0.1"}},
		{"/dt", 1e-300, {"dt is 1e-300"}},
		{"/dt", "0.1", {"dt is '0.1'", "number"}},
		{"/dt", nullptr, {"dt is null"}},
		{"/seed", -1, {"seed is -1", "whole number"}},
		{"/seed", 1.5, {"seed is 1.5"}},
		{"/name", 7, {"name is 7", "text"}},
		{"/description", "two\nlines", {"description is 'two?lines'", "one line"}},
		{"/description", std::string(100000, 'x'), {"description", "300 characters"}},
		{"/stop/maxSeconds", 1e9, {"stop.maxSeconds is 1000000000.0", "1000000 s"}},
		{"/stop/arrivedFraction", 1.5, {"stop.arrivedFraction is 1.5"}},
		{"/stop", 3, {"stop is 3", "object"}},
		{"/arrivalRadius", 0, {"arrivalRadius is 0", "1000 m"}},
		{"/cycleGoals", 1, {"cycleGoals is 1", "true or false"}},
		{"/$schema", 1, {"$schema is 1"}},
		{"/agnet", Json::object(), {"unknown key 'agnet'", "did you mean 'agent'?"}},
		{"/agent/radius", -0.3, {"agent.radius is -0.3", "at most 1000 m"}},
		{"/agent/radius", 0, {"agent.radius is 0"}},
		{"/agent/maxSpeed", 0, {"agent.maxSpeed is 0", "m/s"}},
		{"/agent/maxSpeeed", 1, {"agent has the unknown key 'maxSpeeed'", "'maxSpeed'"}},
		{"/agent/profile", "wlaker", {"agent.profile", "'wlaker'", "did you mean 'walker'?"}},
		{"/agent/shape", "box", {"agent.shape is 'box'", "an array of 3 to 16 entries"}},
		{"/agent/shape", Json{{0, 0}, {1, 0}}, {"agent.shape is an array of 2", "an array of 3 to 16 entries"}},
		{"/agent/shape", std::vector<Json>(17, Json{1, 1}), {"agent.shape is an array of 17", "3 to 16"}},
		{"/agent/shape", Json{{0, 0}, {1, 0}, {1, 2, 3}}, {"agent.shape[2] is an array of 3", "two numbers"}},
		{"/agent/shape", Json{{0, 0}, {1, NAN}, {0, 1}},
			{"agent.shape[1][1] is null", "a number within -1000 .. 1000 m"}},
		{"/agent/shape", Json{{0, 0}, {1001, 0}, {0, 1}}, {"agent.shape[1][0] is 1001", "within -1000 .. 1000 m"}},
		{"/agent/shape", Json{{0, 0}, {1, 1}, {2, 2}}, {"agent.shape is refused", "an area of 0", "must be above"}},
		{"/agent/shape", Json{{0, 0}, {"$pich", 1}, {0, 2}}, {"agent.shape[1][0]", "did you mean 'pitch'?"}},
		{"/agent/heading", "east", {"agent.heading is 'east'", "within -1000 .. 1000 rad"}},
		{"/agent/heading", 1001, {"agent.heading is 1001", "within -1000 .. 1000 rad"}},
		{"/spawners/0/agent", Json{{"shape", Json{{-1, -1}, {1, -1}, {0, 0.5}}}},
			{"spawners[0].spacing is 1 m", "at least 2.828 m", "radius 1.414 m"}},
		{"/spawners/3/agents/0/shape", 7, {"spawners[3].agents[0].shape is 7", "3 to 16"}},
		{"/profiles", Json::array(), {"profiles is an array of 0", "1 to 1000"}},
		{"/profiles/0/maxNeighbors", 65, {"profiles[0].maxNeighbors is 65", "within 0 .. 64"}},
		{"/profiles/0/maxNeighbors", 2.5, {"profiles[0].maxNeighbors is 2.5", "whole number"}},
		{"/profiles/0/agentHorizon", 0, {"profiles[0].agentHorizon is 0"}},
		{"/profiles/0/avoids", 4294967296.0, {"profiles[0].avoids"}},
		{"/profiles/1", Json{{"name", "walker"}}, {"profiles[1].name is 'walker'", "differ"}},
		{"/spawners", Json::object(), {"spawners is an object", "array"}},
		{"/spawners/0/kind", "blok", {"spawners[0].kind", "'blok'", "did you mean 'block'?"}},
		{"/spawners/0/count", 1000001, {"spawners[0].count is 1000001", "within 1 .. 1000000"}},
		{"/spawners/0/count", 999990, {"spawners make 1000008 agents", "at most 1000000"}},
		{"/spawners/0/count", 1e300, {"spawners[0].count is 1e+300"}},
		{"/spawners/0/count", 0, {"spawners[0].count is 0"}},
		{"/spawners/0/front", Json{1, 2, 3}, {"spawners[0].front is an array of 3", "two numbers"}},
		{"/spawners/0/front/1", 2e6, {"spawners[0].front[1] is 2000000.0", "1000000 m"}},
		{"/spawners/0/spacing", 0.5, {"spawners[0].spacing is 0.5 m", "at least 0.6 m", "overlap"}},
		{"/spawners/0/spacing", "$pich", {"spawners[0].spacing", "'pich'", "did you mean 'pitch'?"}},
		{"/spawners/0/spacing", "-$pitch", {"spawners[0].spacing is -$pitch = -1"}},
		{"/spawners/0/goals/0/kind", "nowhere", {"spawners[0].goals[0].kind", "antipodal, opposite"}},
		{"/spawners/0/goals/0/kind", "random", {"spawners[0].goals[0]", "offset"}},
		{"/spawners/0/goals/0", Json{{"kind", "random"}, {"reach", 3}}, {"spawners[0].goals[0].kind", "'square'"}},
		{"/spawners/0/goals/0/offset", Json{999999, 0}, {}},
		{"/spawners/1/goals", Json{{{"kind", "translate"}, {"offset", {999999, 0}}}},
			{"spawners[1] puts a goal at [1.00006e+06, 0]"}},
		{"/spawners/1/spacing", 1e6, {"spawners[1] puts an agent at [1.30661e+06, 0]"}},
		{"/spawners/2/density", 2.8, {"spawners[2].density is 2.8", "at most 2.778 agents/m^2"}},
		{"/spawners/2/columns", 3, {"spawners[2] has the unknown key 'columns'"}},
		{"/spawners/3/agents/0/position/0", "here", {"spawners[3].agents[0].position[0] is 'here'"}},
		{"/spawners/3/agents/0/radius", -1, {"spawners[3].agents[0].radius is -1"}},
		{"/spawners/3/agents/0/positon", 1, {"spawners[3].agents[0]", "did you mean 'position'?"}},
		{"/spawners/3/agents/0/goals/1", 3, {"spawners[3].agents[0].goals[1] is 3"}},
		{"/obstacles/0", Json{{1, 2}}, {"obstacles[0] is an array of 1", "2 to 65536"}},
		{"/obstacles/0/1", Json{1, nullptr}, {"obstacles[0][1][1] is null"}},
		{"/parameters/pitch/default", 10, {"parameters.pitch.default is 10", "within 0.1 .. 9 m"}},
		{"/parameters/pitch/step", 10, {"parameters.pitch has the unknown key 'step'"}},
		{"/parameters/two words", Json::object(), {"'two words'", "letters and digits"}},
		{"/parameters/idle", Json{{"description", "-"}, {"default", 1}, {"minimum", 0}, {"maximum", 2}},
			{"'idle'", "no field uses"}},
	};
	ASSERT_EQ(Complaint(GoodScenario().dump()), "");
	for (const Case& Case : Cases)
	{
		SCOPED_TRACE(std::string(Case.Pointer) + " = " + Case.Value.dump().substr(0, 60));
		const std::string Message = ComplaintAbout(Case.Pointer, Case.Value);
		if (Case.Parts.empty())
		{
			EXPECT_EQ(Message, "");
			continue;
		}
		ExpectOneSentence(Message, Case.Parts);
		EXPECT_TRUE(Message.starts_with("bad.json: ")) << Message;
	}
}

TEST(ScenarioInput, MissingFieldsAreRefusedByName)
{
	for (const char* Pointer :
		{"/name", "/description", "/seed", "/dt", "/stop", "/stop/maxSeconds", "/profiles", "/spawners",
			"/profiles/0/name", "/spawners/0/kind", "/spawners/0/front", "/spawners/0/columns", "/spawners/1/radius",
			"/spawners/2/density", "/spawners/3/agents", "/spawners/3/agents/0/position", "/spawners/0/goals/0/offset",
			"/parameters/pitch/minimum", "/parameters/pitch/description", "/spawners/0/count"})
	{
		SCOPED_TRACE(Pointer);
		const Json::json_pointer Where(Pointer);
		Json Document = GoodScenario();
		Document[Where.parent_pointer()].erase(Where.back());
		ExpectOneSentence(Complaint(Document.dump()), {"bad.json: ", "lacks the field '" + Where.back() + "'"});
	}
}

TEST(ScenarioInput, TextThatIsNotJsonIsRefused)
{
	ExpectOneSentence(Complaint(""), {"bad.json", "not valid JSON"});
	ExpectOneSentence(Complaint("[]"), {"bad.json: the top level is an array of 0, must be an object"});
	ExpectOneSentence(Complaint("{\"dt\": NaN}"), {"bad.json: dt is not valid JSON", "line 1"});
	ExpectOneSentence(Complaint("{\"dt\": 1e999}"), {"bad.json: dt must be a finite number", "1e999"});
	ExpectOneSentence(Complaint("{\"stop\": {\"a\": [0, -1e999]}}"), {"stop.a[1] must be a finite number"});
	ExpectOneSentence(Complaint("{\"name\": \"\xff\xfe\"}"), {"bad.json: name is not valid JSON", "UTF-8"});
	ExpectOneSentence(Complaint("{\"dt\": 1, \"dt\": 2}"), {"bad.json: dt is given twice"});
	ExpectOneSentence(
		Complaint(std::string("{\"a\": \"") + std::string(1 << 20, 'x')), {"bad.json: a is not valid JSON"});
}

TEST(ScenarioInput, HugeAndDeepTextIsRefusedBeforeItTakesMemory)
{
	ExpectOneSentence(Complaint(std::string(1'000'000, '[')), {"nested deeper than 32"});
	std::string Deep = "{\"a\": ";
	for (int I = 0; I < 40; ++I)
	{
		Deep += "{\"a\": ";
	}
	ExpectOneSentence(Complaint(Deep), {"a.a.a", "nested deeper than 32"});
	ExpectOneSentence(Complaint(std::string((64u << 20) + 1, ' ')), {"67108865 bytes, must be at most 67108864"});
	std::string Many = "[";
	for (int I = 0; I < 10'000'001; ++I)
	{
		Many += "0,";
	}
	ExpectOneSentence(Complaint(Many), {"more than 10000000 JSON values"});
	std::string Keys = "{\"stop\": {";
	for (int I = 0; I < 1001; ++I)
	{
		Keys += "\"" + std::to_string(I) + "\": 0, ";
	}
	ExpectOneSentence(Complaint(Keys), {"stop.1000", "more than 1000 keys"});
}

TEST(ScenarioInput, NoPrefixOfAScenarioPassesForAWholeOne)
{
	const std::string Whole = GoodScenario().dump();
	for (size_t Length = 0; Length < Whole.size(); ++Length)
	{
		ASSERT_NE(Complaint(Whole.substr(0, Length)), "") << Whole.substr(0, Length);
	}
}

TEST(ScenarioInput, OptionsAreCheckedLikeFields)
{
	const std::string Good = GoodScenario().dump();
	ExpectOneSentence(Complaint(Good, WithSet("pich", "1")), {"--set", "'pich'", "did you mean 'pitch'?"});
	for (const char* Value : {"nan", "inf", "1e999", "", "1x", "0.05", "10", "-1", "0x1", " 1"})
	{
		SCOPED_TRACE(Value);
		ExpectOneSentence(Complaint(Good, WithSet("pitch", Value)),
			{"--set pitch is '" + std::string(Value) + "'", "within 0.1 .. 9 m"});
	}
	EXPECT_EQ(Complaint(Good, WithSet("pitch", "2")), "");
	ExpectOneSentence(Complaint(Good, WithAgents(5)), {"--agents is 5", "fixed number"});
	SceneOptions Still;
	Still.Dt = 0.0f;
	ExpectOneSentence(Complaint(Good, Still), {"--dt is 0", "within 0.0001 .. 10 s"});
	EXPECT_THROW(LoadScene("uniform", WithAgents(1'000'001)), InputError);
	EXPECT_THROW(LoadScene("uniform", WithAgents(0)), InputError);
	EXPECT_THROW(LoadScene("uniform", WithAgents(-5)), InputError);
	EXPECT_THROW(LoadScene("uniform", WithSet("agents", "10.5")), InputError);
	SceneOptions Both = WithAgents(5);
	Both.Set["agents"] = "6";
	EXPECT_THROW(LoadScene("uniform", Both), InputError);
}

TEST(ScenarioInput, UnknownNamesAndFilesAreRefused)
{
	const auto Message = [](const std::string& Name)
	{
		try
		{
			LoadScene(Name);
		}
		catch (const InputError& Error)
		{
			return std::string(Error.what());
		}
		return std::string();
	};
	ExpectOneSentence(Message("circel"), {"'circel'", "did you mean 'circle'?"});
	ExpectOneSentence(Message("qqqqqqqqqqqqqqqqqqqq"), {"known are: back-and-forth, blocked, car, circle"});
	ExpectOneSentence(Message("scenario.schema"), {"there is no scenario"});
	ExpectOneSentence(Message(""), {"there is no scenario"});
	ExpectOneSentence(Message("nowhere/none.json"), {"nowhere/none.json: no such file"});
	ExpectOneSentence(Message(ListScenarios().front().File.parent_path().string()), {"not a regular file"});
	const std::string Schema = (ListScenarios().front().File.parent_path() / "scenario.schema.json").string();
	ExpectOneSentence(Message(Schema), {"scenario.schema.json", "unknown key"});
}

TEST(ScenarioSchema, DescribesEveryFieldOfEveryShippedScenario)
{
	const Json Schema = Json::parse(FileText(ListScenarios().front().File.parent_path() / "scenario.schema.json"));
	EXPECT_EQ(Schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
	const std::function<void(const Json&, const std::string&)> CheckDescribed =
		[&](const Json& Node, const std::string& Path)
	{
		if (Node.is_object() && Node.contains("properties") && Node["properties"].is_object())
		{
			EXPECT_EQ(Node.value("additionalProperties", true), false) << Path;
			for (const auto& [Key, Property] : Node["properties"].items())
			{
				EXPECT_GT(Property.value("description", "").size(), 5u) << Path << '/' << Key;
			}
		}
		if (Node.is_structured())
		{
			for (const auto& [Key, Child] : Node.items())
			{
				CheckDescribed(Child, Path + '/' + Key);
			}
		}
	};
	CheckDescribed(Schema, "");
	for (const ScenarioInfo& Info : ListScenarios())
	{
		const Json Document = Json::parse(FileText(Info.File));
		for (const auto& [Key, Unused] : Document.items())
		{
			EXPECT_TRUE(Schema["properties"].contains(Key)) << Info.Name << ' ' << Key;
		}
	}
}

TEST(ScenarioSchema, ListedAgentsHaveTheFieldsOfAllAgents)
{
	const Json Schema = Json::parse(FileText(ListScenarios().front().File.parent_path() / "scenario.schema.json"));
	const Json& Listed = Schema["$defs"]["listedAgent"]["properties"];
	for (const auto& [Key, Field] : Schema["$defs"]["agentFields"]["properties"].items())
	{
		ASSERT_TRUE(Listed.contains(Key)) << Key;
		EXPECT_EQ(Listed[Key], Field) << Key;
	}
	for (const std::string& Key : AgentFieldKeys({"position", "velocity", "goals"}))
	{
		EXPECT_TRUE(Listed.contains(Key)) << Key;
	}
}

OverlapCount CountOverlapsBruteForce(
	const std::vector<float>& X, const std::vector<float>& Y, const std::vector<float>& Radius)
{
	OverlapCount Result;
	for (size_t I = 0; I < X.size(); ++I)
	{
		for (size_t J = I + 1; J < X.size(); ++J)
		{
			const double Sum = static_cast<double>(Radius[I]) + Radius[J];
			const double Depth = Sum - std::hypot(static_cast<double>(X[I]) - X[J], static_cast<double>(Y[I]) - Y[J]);
			if (Depth > 0.001)
			{
				++Result.Pairs;
				Result.DeepPairs += Depth > 0.1 * Sum ? 1 : 0;
				Result.DeepestMeters = std::max(Result.DeepestMeters, Depth);
				Result.DeepestFraction = std::max(Result.DeepestFraction, Depth / Sum);
			}
		}
	}
	return Result;
}

TEST(OverlapCounter, AgreesWithBruteForce)
{
	struct Case
	{
		double Extent; ///< Discs lie within this of the centre.
		double Center;
		double MinRadius;
		double MaxRadius;
		bool bExpectPairs;
	};
	for (const Case& Case :
		{Case{20.0, 0.0, 0.3, 0.3, true}, {20.0, 0.0, 0.05, 0.6, true}, {200.0, -5000.0, 0.001, 40.0, true},
			{5.0, 900000.0, 0.2, 0.5, true}, {1e6, 0.0, 0.3, 0.3, false}, {0.0, 0.0, 0.3, 0.3, true}})
	{
		SCOPED_TRACE(Case.Extent);
		std::vector<float> X;
		std::vector<float> Y;
		std::vector<float> Radius;
		for (uint64_t I = 0; I < 1500; ++I)
		{
			const double Share = RandomUnit(3, 2, I);
			X.push_back(static_cast<float>(Case.Center + Case.Extent * RandomSigned(3, 0, I)));
			Y.push_back(static_cast<float>(-Case.Center + Case.Extent * RandomSigned(3, 1, I)));
			// Cubed: few large discs among many small ones.
			Radius.push_back(
				static_cast<float>(Case.MinRadius + (Case.MaxRadius - Case.MinRadius) * Share * Share * Share));
		}
		const OverlapCount Expected = CountOverlapsBruteForce(X, Y, Radius);
		const OverlapCount Counted = CountOverlaps(static_cast<int>(X.size()), X.data(), Y.data(), Radius.data());
		EXPECT_EQ(Expected.Pairs > 0, Case.bExpectPairs);
		EXPECT_EQ(Counted.Pairs, Expected.Pairs);
		EXPECT_EQ(Counted.DeepPairs, Expected.DeepPairs);
		EXPECT_NEAR(Counted.DeepestMeters, Expected.DeepestMeters, 1e-9);
		EXPECT_NEAR(Counted.DeepestFraction, Expected.DeepestFraction, 1e-9);
	}
}

TEST(OverlapCounter, CountsByDepth)
{
	const float Radius[] = {0.5f, 0.5f};
	const float Y[] = {0.0f, 0.0f};
	const auto CountAt = [&](float Distance)
	{
		const float X[] = {0.0f, Distance};
		return CountOverlaps(2, X, Y, Radius);
	};
	EXPECT_EQ(CountAt(0.9995f).Pairs, 0);
	EXPECT_EQ(CountAt(0.95f).Pairs, 1);
	EXPECT_EQ(CountAt(0.95f).DeepPairs, 0);
	EXPECT_EQ(CountAt(0.85f).DeepPairs, 1);
	EXPECT_NEAR(CountAt(0.25f).DeepestMeters, 0.75, 1e-6);
	EXPECT_NEAR(CountAt(0.25f).DeepestFraction, 0.75, 1e-6);
	EXPECT_EQ(CountOverlaps(0, nullptr, nullptr, nullptr).Pairs, 0);
	const float Wild[] = {NAN, INFINITY};
	EXPECT_EQ(CountOverlaps(2, Wild, Y, Radius).Pairs, 0);
}

RunOptions Serial()
{
	RunOptions Options;
	Options.Threads = 1;
	return Options;
}

/// Two agents too far apart to see each other: one walks 10 m along x at 1 m/s, the other creeps at 1 cm/s.
Scene WalkerAndCreeper()
{
	Scene Scene;
	Scene.Name = "two";
	Scene.MaxSeconds = 20.0;
	Scene.StopFraction = 2.0;
	Scene.Profiles.emplace_back();
	Scene.Agents.resize(2);
	Scene.Agents[0].Goals = {{10.0f, 0.0f}};
	Scene.Agents[0].PreferredSpeed = 1.0f;
	Scene.Agents[1].Position = {0.0f, 100.0f};
	Scene.Agents[1].Goals = {{10.0f, 100.0f}};
	Scene.Agents[1].PreferredSpeed = 0.01f;
	return Scene;
}

TEST(SimulationMetrics, OfAWalkerAndACreeper)
{
	Simulation Simulation(WalkerAndCreeper(), Serial());
	Simulation.EnableMetrics();
	int Steps = 1;
	while (Simulation.Step())
	{
		++Steps;
	}
	const Metrics Metrics = Simulation.ComputeMetrics();
	EXPECT_EQ(Steps, 200);
	EXPECT_EQ(Metrics.Steps, 200u);
	EXPECT_EQ(Metrics.Agents, 2);
	EXPECT_NEAR(Simulation.SimulatedSeconds(), 20.0, 1e-4);
	EXPECT_EQ(Metrics.Arrived, 1);
	EXPECT_NEAR(Metrics.Time50, 9.5, 0.11); // Half a metre of the ten is the arrival radius.
	EXPECT_EQ(Metrics.Time95, -1.0);
	EXPECT_EQ(Metrics.TimeAll, -1.0);
	EXPECT_NEAR(Metrics.PathLengthRatio, 1.0, 1e-4);
	const double Walking = 70.0 * (2.23 + 1.26) * Metrics.Time50;
	const double Creeping = 70.0 * (2.23 + 1.26 * 0.01 * 0.01) * 20.0;
	EXPECT_NEAR(Metrics.EnergyJoules, 0.5 * (Walking + Creeping), 0.01 * Creeping);
	EXPECT_EQ(Metrics.Jitter, 0.0);
	EXPECT_EQ(Metrics.OverlapPairsPerFrame, 0.0);
	EXPECT_EQ(Metrics.StuckAgents, std::vector<uint32_t>{1});
	EXPECT_GT(Metrics.MsMean, 0.0);
	EXPECT_LE(Metrics.MsP50, Metrics.MsP99);
	EXPECT_EQ(Metrics.StateHash, Simulation.GetWorld().StateHash());
}

TEST(SimulationMetrics, OverlapsAreCountedInEveryFrame)
{
	// Both stand exactly where the other is and never yield.
	Scene Scene = WalkerAndCreeper();
	Scene.Agents[1] = Scene.Agents[0];
	Scene.Agents[1].Position = {5.0f, 0.0f};
	Scene.MaxSeconds = 10.0;
	for (SceneAgent& Agent : Scene.Agents)
	{
		Agent.Goals.clear();
	}
	Scene.Profiles[0].MaxNeighbors = 0;
	RunOptions Options = Serial();
	Options.World.Model = "orca-plain";
	Simulation Simulation(Scene, Options);
	Simulation.EnableMetrics();
	Simulation.Step();
	ASSERT_TRUE(Simulation.GetWorld().SetPosition(Simulation.GetWorld().HandleOf(1), {0.3f, 0.0f}));
	Simulation.Step();
	Simulation.Step();
	const Metrics Metrics = Simulation.ComputeMetrics();
	EXPECT_NEAR(Metrics.OverlapPairsPerFrame, 2.0 / 3.0, 1e-9);
	EXPECT_NEAR(Metrics.DeepPairsPerFrame, 2.0 / 3.0, 1e-9);
	EXPECT_NEAR(Metrics.DeepestPenetration, 0.3, 1e-5);
	EXPECT_NEAR(Metrics.DeepestFraction, 0.5, 1e-5);
}

/// Jitter of a lone agent that wants to go forward and backward in turn at this speed, for 20 steps.
double JitterAtSpeed(float Speed)
{
	Scene Scene = WalkerAndCreeper();
	Scene.Agents.resize(1);
	Scene.Agents[0].Goals.clear();
	Simulation Simulation(Scene, Serial());
	Simulation.EnableMetrics();
	World& World = Simulation.GetWorld();
	for (int I = 0; I < 20; ++I)
	{
		const Vec2 Desired{I % 2 == 0 ? Speed : -Speed, 0.0f};
		EXPECT_TRUE(World.SetDesiredVelocity(World.HandleOf(World.Agents().HandleIndex[0]), Desired));
		Simulation.Step();
	}
	return Simulation.ComputeMetrics().Jitter;
}

TEST(SimulationMetrics, JitterCountsReversalsOfAgentsThatMove)
{
	EXPECT_NEAR(JitterAtSpeed(1.0f), 19.0 / 2.0, 1e-4); // 20 steps, 19 reversals, 2 seconds.
	EXPECT_EQ(JitterAtSpeed(0.05f), 0.0);
}

TEST(Simulation, StopsWhenEnoughHaveArrived)
{
	Scene Scene = WalkerAndCreeper();
	Scene.StopFraction = 0.5;
	Simulation Simulation(Scene, Serial());
	while (Simulation.Step())
	{}
	EXPECT_NEAR(Simulation.SimulatedSeconds(), 9.5, 0.11);
	EXPECT_EQ(Simulation.ComputeMetrics().Arrived, 1);
}

TEST(Simulation, VisitsGoalsInTurnAndStartsOverWhenTheSceneSaysSo)
{
	for (const bool bCycle : {false, true})
	{
		SCOPED_TRACE(bCycle);
		Scene Scene = WalkerAndCreeper();
		Scene.Agents.resize(1);
		Scene.Agents[0].Goals = {{3.0f, 0.0f}, {0.0f, 0.0f}};
		Scene.bCycleGoals = bCycle;
		Scene.MaxSeconds = 8.0;
		Simulation Simulation(Scene, Serial());
		Simulation.EnableMetrics();
		float Farthest = 0.0f;
		while (Simulation.Step())
		{
			Farthest = std::max(Farthest, Simulation.GetWorld().Agents().PositionX[0]);
		}
		// 2.5 m there, 2.0 m back to within half a metre of the start; what is left goes into the second round, or not.
		EXPECT_NEAR(Farthest, 2.5, 0.2);
		const Metrics Metrics = Simulation.ComputeMetrics();
		EXPECT_EQ(Metrics.Arrived, 1);
		EXPECT_NEAR(Metrics.TimeAll, 4.5, 0.31);
		EXPECT_NEAR(Metrics.PathLengthRatio, 1.0, 1e-3);
		EXPECT_EQ(Simulation.GetWorld().Agents().PositionX[0] > 1.0f, bCycle);
		EXPECT_EQ(Metrics.Jitter, 0.0);
	}
}

TEST(Simulation, ErrorsOfTheWorldNameThePartOfTheScene)
{
	const auto Message = [](const Scene& Scene, const RunOptions& Options)
	{
		try
		{
			const Simulation Simulation(Scene, Options);
		}
		catch (const InputError& Error)
		{
			return std::string(Error.what());
		}
		return std::string();
	};
	Scene Point = WalkerAndCreeper();
	Point.Obstacles = {{{1.0f, 1.0f}, {1.0f, 1.0f}}};
	ExpectOneSentence(Message(Point, Serial()), {"two: obstacle 0: "});
	Scene Thin = WalkerAndCreeper();
	Thin.Agents[1].Radius = 0.0f;
	ExpectOneSentence(Message(Thin, Serial()), {"two: agent 1: "});
	Scene Lost = WalkerAndCreeper();
	Lost.Agents[0].Goals[0].X = NAN;
	ExpectOneSentence(Message(Lost, Serial()), {"two: goal of agent 0: "});
	Scene Strange = WalkerAndCreeper();
	Strange.Agents[0].ProfileIndex = 9;
	ExpectOneSentence(Message(Strange, Serial()), {"agent 0", "profile is 9"});
	RunOptions Crowded;
	Crowded.Threads = 1000;
	ExpectOneSentence(Message(WalkerAndCreeper(), Crowded), {"--threads is 1000", "256"});
}

TEST(Simulation, RunsEveryShippedScenarioForAWhile)
{
	for (const ScenarioInfo& Info : ListScenarios())
	{
		SCOPED_TRACE(Info.Name);
		SceneOptions Options;
		if (LoadScene(Info.Name).Agents.size() > 5000)
		{
			Options.Agents = 500;
		}
		Simulation Simulation(LoadScene(Info.Name, Options), Serial());
		Simulation.EnableMetrics();
		for (int I = 0; I < 30; ++I)
		{
			ASSERT_TRUE(Simulation.Step());
		}
		const Metrics Metrics = Simulation.ComputeMetrics();
		EXPECT_EQ(Metrics.Steps, 30u);
		// Everyone is on the way and spends more than standing would take.
		EXPECT_GT(Metrics.EnergyJoules, 70.0 * 2.23 * Simulation.SimulatedSeconds());
		EXPECT_LT(Metrics.DeepestFraction, 0.5);
	}
}
}
}
