// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Runs the built program as a user or a script would: exit codes, messages, what is on which stream, which files appear.

#include "CrowdCore/CrowdRecording.h"
#include "ForgedSnapshot.h"
#include "Scenarios/JsonReader.h"
#include "Scenarios/Simulation.h"
#include "Scenarios/TrajectoryText.h"
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include <sys/wait.h>

namespace CrowdAvoidance::Testing::CommandLineTest
{
namespace
{
using Scenarios::Json;
using Words = std::vector<std::string>;

struct Outcome
{
	int ExitCode = -1;
	std::string Out;
	std::string Err;
};

std::string ReadAll(const std::filesystem::path& Path)
{
	std::ifstream Stream(Path, std::ios::binary);
	return {std::istreambuf_iterator<char>(Stream), std::istreambuf_iterator<char>()};
}

std::string Quote(const std::string& Word)
{
	std::string Text = "'";
	for (const char Char : Word)
	{
		Text += Char == '\'' ? std::string("'\\''") : std::string(1, Char);
	}
	return Text + "'";
}

/// A folder of this test's own, in which the program runs.
class CommandLine : public testing::Test
{
protected:
	void SetUp() override
	{
		const std::string Name = testing::UnitTest::GetInstance()->current_test_info()->name();
		Base = std::filesystem::path(testing::TempDir()) / ("CrowdCommandLine-" + Name);
		Folder = Base / "here";
		std::filesystem::remove_all(Base);
		std::filesystem::create_directories(Folder);
	}
	void TearDown() override { std::filesystem::remove_all(Base); }

	Outcome Crowd(const Words& Arguments, const std::string& Input = {}, const std::string& OutPath = {}) const
	{
		const std::filesystem::path Out = OutPath.empty() ? Base / "out" : std::filesystem::path(OutPath);
		std::ofstream(Base / "in", std::ios::binary) << Input;
		std::string Command = "cd " + Quote(Folder.string()) + " && " + Quote(CROWD_CLI_PATH);
		for (const std::string& Word : Arguments)
		{
			Command.append(" ").append(Quote(Word));
		}
		Command +=
			" <" + Quote((Base / "in").string()) + " >" + Quote(Out.string()) + " 2>" + Quote((Base / "err").string());
		const int Status = std::system(Command.c_str());
		return {WIFEXITED(Status) ? WEXITSTATUS(Status) : -1, OutPath.empty() ? ReadAll(Out) : std::string(),
			ReadAll(Base / "err")};
	}

	/// Exit code 2, nothing on standard output, one line on standard error with these parts, no files left behind.
	void ExpectRefused(const Words& Arguments, const Words& Parts, const std::string& Input = {}) const
	{
		const std::set<std::string> Before = Files();
		const Outcome Result = Crowd(Arguments, Input);
		const std::string All = testing::PrintToString(Arguments) + " said: " + Result.Err;
		EXPECT_EQ(Result.ExitCode, 2) << All;
		EXPECT_EQ(Result.Out, "") << All;
		EXPECT_EQ(std::count(Result.Err.begin(), Result.Err.end(), '\n'), 1) << All;
		for (const std::string& Part : Parts)
		{
			EXPECT_NE(Result.Err.find(Part), std::string::npos) << "'" << Part << "' is missing; " << All;
		}
		EXPECT_EQ(Files(), Before) << All;
	}

	std::set<std::string> Files() const
	{
		std::set<std::string> Names;
		for (const auto& Entry : std::filesystem::directory_iterator(Folder))
		{
			Names.insert(Entry.path().filename().string());
		}
		return Names;
	}

	std::filesystem::path Base;
	std::filesystem::path Folder;
};

TEST_F(CommandLine, HelpAndVersionSucceed)
{
	EXPECT_EQ(Crowd({"--help"}).ExitCode, 0);
	EXPECT_NE(Crowd({"run", "--help"}).Out.find("--metrics"), std::string::npos);
	EXPECT_EQ(Crowd({"--version"}).Out.rfind("crowd ", 0), 0u);
	EXPECT_EQ(Crowd({}).ExitCode, 2);
	EXPECT_EQ(Crowd({}).Out, "");
}

TEST_F(CommandLine, UnknownWordsSuggestTheNearest)
{
	ExpectRefused({"rnu"}, {"rnu", "'run'"});
	ExpectRefused({"run", "circel"}, {"circel", "'circle'"});
	ExpectRefused({"run", "circle", "--modle", "orca"}, {"--modle", "'--model'"});
	ExpectRefused({"run", "circle", "--model", "orka"}, {"--model", "orka", "'orca'"});
	ExpectRefused({"run", "circle", "--planner", "gaol"}, {"--planner", "gaol", "'goal'"});
	ExpectRefused({"run", "circle", "--planner", "stearing"}, {"--planner", "stearing", "'steering'"});
	ExpectRefused({"run", "circle", "--isa", "avx3"}, {"--isa", "avx3", "avx2"});
	ExpectRefused({"run", "circle", "--set", "spacng=1"}, {"spacng", "'spacing'"});
	ExpectRefused({"bench", "--peers", "rvo3"}, {"rvo3", "rvo2"});
	ExpectRefused({"bench", "--threads", "1,0"}, {"--threads", "'0'", "1", "256"});
	ExpectRefused({"bench", "--threads", ""}, {"--threads", "1", "256"});
	ExpectRefused({"list", "extra"}, {"extra"});
}

TEST_F(CommandLine, BadValuesNameFlagValueAndRange)
{
	ExpectRefused({"run"}, {"SCENARIO"});
	ExpectRefused({"run", "circle", "--agents", "0"}, {"--agents", "0", "1000000"});
	ExpectRefused({"run", "circle", "--agents", "-5"}, {"--agents", "-5"});
	ExpectRefused({"run", "circle", "--agents", "99999999999999999999"}, {"--agents"});
	ExpectRefused({"run", "circle", "--agents", "ten"}, {"--agents", "ten"});
	ExpectRefused({"run", "circle", "--agents", ""}, {"--agents"});
	ExpectRefused({"run", "circle", "--agents"}, {"--agents"});
	ExpectRefused({"run", "circle", "--steps", "1.5"}, {"--steps", "1.5"});
	ExpectRefused({"run", "circle", "--steps", "1", "--steps", "2"}, {"--steps"});
	ExpectRefused({"run", "circle", "--steps", "5", "--seconds", "1"}, {"--steps", "--seconds"});
	ExpectRefused({"run", "circle", "--seconds", "-1"}, {"--seconds", "-1"});
	ExpectRefused({"run", "circle", "--seconds", "nan"}, {"--seconds", "nan"});
	ExpectRefused({"run", "circle", "--seconds", "1e8", "--dt", "0.0002"}, {"--seconds", "steps"});
	ExpectRefused({"run", "circle", "--dt", "0.00009"}, {"--dt", "0.00009", "within 0.0001 .. 10 s"});
	EXPECT_EQ(Crowd({"run", "circle", "--dt", "0.0001", "--steps", "1"}).ExitCode, 0);
	ExpectRefused({"run", "circle", "--dt", "0"}, {"--dt", "0", "10"});
	ExpectRefused({"run", "circle", "--dt", "inf"}, {"--dt", "inf"});
	ExpectRefused({"run", "circle", "--threads", "0"}, {"--threads", "0", "256"});
	ExpectRefused({"run", "circle", "--threads", "257"}, {"--threads", "257", "256"});
	ExpectRefused({"run", "circle", "--seed", "-1"}, {"--seed", "-1"});
	ExpectRefused({"run", "circle", "--set", "spacing"}, {"--set", "spacing", "key=value"});
	ExpectRefused({"run", "circle", "--set", "=1"}, {"--set", "key=value"});
	ExpectRefused({"run", "circle", "--set", "spacing=wide"}, {"spacing", "wide"});
	ExpectRefused({"run", "circle", "--set", "spacing=1", "--set", "spacing=2"}, {"spacing", "twice"});
	ExpectRefused({"run", "circle", "--model", "a\nb"}, {"--model"});
	ExpectRefused({"view", "circle", "--modell"}, {"view", "--modell", "--model"});
	ExpectRefused({"view", "circle", "--agents", "0"}, {"--agents", "0"});
}

TEST_F(CommandLine, ListNamesEverything)
{
	const Outcome Text = Crowd({"list"});
	EXPECT_EQ(Text.ExitCode, 0);
	EXPECT_EQ(Text.Err, "");
	for (const char* Part : {"four-streams", "circle", "orca", "goal", "scalar", "sse4", "avx2", "avx512"})
	{
		EXPECT_NE(Text.Out.find(Part), std::string::npos) << Part;
	}
	const Json Listed = Json::parse(Crowd({"list", "--json", "-"}).Out);
	EXPECT_GE(Listed.at("scenarios").size(), 5u);
	EXPECT_EQ(Listed.at("models").at(0).at("name"), "orca");
	EXPECT_EQ(Listed.at("planners").at(0).at("name"), "goal");
	EXPECT_EQ(Listed.at("planners").at(1).at("name"), "steering");
	EXPECT_EQ(Listed.at("isas").size(), 4u);
	EXPECT_EQ(Crowd({"list", "--json", "list.json"}).Out, "");
	EXPECT_EQ(Json::parse(ReadAll(Folder / "list.json")), Listed);
}

TEST_F(CommandLine, RunPrintsASummary)
{
	const Outcome Result = Crowd({"run", "circle", "--agents", "20", "--steps", "10"});
	EXPECT_EQ(Result.ExitCode, 0) << Result.Err;
	EXPECT_EQ(Result.Err, "");
	for (const char* Part : {"20 agents", "steps", "p99", "overlaps", "arrived", "state hash"})
	{
		EXPECT_NE(Result.Out.find(Part), std::string::npos) << Part << "\n" << Result.Out;
	}
	EXPECT_TRUE(Files().empty());
}

TEST_F(CommandLine, MetricsOnStandardOutputStandAlone)
{
	const Outcome Result = Crowd({"run", "circle", "--agents", "20", "--steps", "12", "--metrics", "-"});
	ASSERT_EQ(Result.ExitCode, 0) << Result.Err;
	const Json Metrics = Json::parse(Result.Out);
	std::set<std::string> Keys;
	for (const auto& Item : Metrics.items())
	{
		Keys.insert(Item.key());
	}
	EXPECT_EQ(Keys,
		(std::set<std::string>{"steps", "agents", "msPerStep", "stageMs", "collisions", "arrived", "pathLengthRatio",
			"energyJoules", "jitter", "stuckAgents", "left", "planShare", "walls", "navigator", "acceleration",
			"reference", "pairs", "stateHash", "status"}));
	EXPECT_EQ(Metrics.at("steps"), 12);
	EXPECT_EQ(Metrics.at("agents"), 20);
	for (const char* Key : {"mean", "p50", "p99"})
	{
		EXPECT_GE(Metrics.at("msPerStep").at(Key).get<double>(), 0.0);
	}
	for (const char* Key : {"sort", "neighbors", "perceive", "solve", "integrate"})
	{
		EXPECT_GE(Metrics.at("stageMs").at(Key).get<double>(), 0.0);
	}
	for (const char* Key : {"pairsPerFrame", "deepPairsPerFrame", "deepestPenetration"})
	{
		EXPECT_GE(Metrics.at("collisions").at(Key).get<double>(), 0.0);
	}
	EXPECT_EQ(Metrics.at("arrived").at("count"), 0);
	EXPECT_EQ(Metrics.at("arrived").at("fraction"), 0.0);
	EXPECT_TRUE(Metrics.at("arrived").at("timeAll").is_null());
	EXPECT_EQ(Metrics.at("stateHash").get<std::string>().size(), 16u);
	EXPECT_TRUE(Metrics.at("stuckAgents").is_array());
}

TEST_F(CommandLine, StepsAndSecondsAreExact)
{
	const auto Steps = [this](const Words& More)
	{
		Words Arguments = {"run", "circle", "--agents", "5", "--metrics", "-"};
		Arguments.insert(Arguments.end(), More.begin(), More.end());
		return Json::parse(Crowd(Arguments).Out).at("steps").get<int>();
	};
	EXPECT_EQ(Steps({"--steps", "0"}), 0);
	EXPECT_EQ(Steps({"--steps", "3"}), 3);
	EXPECT_EQ(Steps({"--seconds", "1"}), 10);
	EXPECT_EQ(Steps({"--seconds", "1", "--dt", "0.25"}), 4);
	EXPECT_EQ(Steps({"--seconds", "1.1", "--dt", "0.5"}), 3);
	// Five agents on a small circle have all arrived long before.
	EXPECT_EQ(Steps({"--steps", "2000"}), 2000);
	EXPECT_LT(Steps({}), 2000);
}

TEST_F(CommandLine, ResultsDoNotDependOnThreadsOrInstructions)
{
	const auto Hash = [this](const Words& More)
	{
		Words Arguments = {"run", "four-streams", "--agents", "200", "--steps", "60", "--metrics", "-"};
		Arguments.insert(Arguments.end(), More.begin(), More.end());
		return Json::parse(Crowd(Arguments).Out).at("stateHash").get<std::string>();
	};
	const std::string Expected = Hash({});
	EXPECT_EQ(Hash({"--threads", "1"}), Expected);
	EXPECT_EQ(Hash({"--threads", "3"}), Expected);
	EXPECT_EQ(Hash({"--isa", "scalar"}), Expected);
	EXPECT_NE(Hash({"--seed", "7"}), Expected);
}

TEST_F(CommandLine, AnUnavailableInstructionSetIsRefused)
{
	for (const EIsa Isa : {EIsa::Sse4, EIsa::Avx2, EIsa::Avx512})
	{
		if (!IsIsaAvailable(Isa))
		{
			ExpectRefused({"run", "circle", "--isa", IsaName(Isa)}, {"--isa", IsaName(Isa), IsaName(BestIsa())});
		}
	}
}

TEST_F(CommandLine, TrajectoriesAreWhatPedPyReads)
{
	ASSERT_EQ(Crowd({"run", "circle", "--agents", "3", "--steps", "2", "--trajectories", "t.txt"}).ExitCode, 0);
	std::istringstream Lines(ReadAll(Folder / "t.txt"));
	std::string Line;
	std::getline(Lines, Line);
	EXPECT_EQ(Line, "# framerate: 10");
	std::getline(Lines, Line);
	EXPECT_EQ(Line.front(), '#');
	int Rows = 0;
	while (std::getline(Lines, Line))
	{
		int Id = -1;
		int Frame = -1;
		double X = 0.0;
		double Y = 0.0;
		double Z = 0.0;
		std::string Rest;
		std::istringstream Columns(Line);
		ASSERT_TRUE(Columns >> Id >> Frame >> X >> Y >> Z) << Line;
		EXPECT_FALSE(Columns >> Rest) << Line;
		EXPECT_EQ(Id, Rows % 3);
		EXPECT_EQ(Frame, Rows / 3);
		++Rows;
	}
	EXPECT_EQ(Rows, 9);
	EXPECT_EQ(Files(), std::set<std::string>{"t.txt"});
}

TEST_F(CommandLine, TrajectoriesReadBackAsTheSamePlaces)
{
	for (const char* Scenario : {"encounter", "evac-500"})
	{
		// Centimetres would show, so would a frame too many or too few.
		ASSERT_EQ(Crowd({"run", Scenario, "--seconds", "1", "--trajectories", "t.txt"}).ExitCode, 0);
		const Scenarios::TrajectorySet Read = Scenarios::ReadTrajectories(Folder / "t.txt");
		const Scenarios::Scene Scene = Scenarios::LoadScene(Scenario);
		Scenarios::Simulation Run(Scene, {.Threads = 1});
		Scenarios::CrowdFrame Frame;
		const int Steps = static_cast<int>(std::lround(1.0f / Scene.Dt));
		EXPECT_NEAR(Read.FrameRate, 1.0 / Scene.Dt, 1e-4);
		ASSERT_EQ(Read.People.size(), Scene.Agents.size());
		for (int Step = 0; Step <= Steps; ++Step)
		{
			Run.Read(Frame);
			for (size_t Agent = 0; Agent < Scene.Agents.size(); ++Agent)
			{
				const Scenarios::PersonTrack& Track = Read.People[Agent];
				EXPECT_EQ(Track.LastFrame(), Steps);
				const Scenarios::Point There = Track.At(Step).value();
				ASSERT_NEAR(There.X, Frame.X[Agent], 6e-5) << Step;
				ASSERT_NEAR(There.Y, Frame.Y[Agent], 6e-5) << Step;
			}
			Run.Step();
		}
		const Outcome Same = Crowd({"run", Scenario, "--seconds", "1", "--reference", "t.txt", "--metrics", "-"});
		const Json Reference = Json::parse(Same.Out).at("reference");
		EXPECT_EQ(Reference.at("samples"), (Steps + 1) * static_cast<int>(Scene.Agents.size()));
		EXPECT_LT(Reference.at("largest").get<double>(), 1e-4);
	}
}

TEST_F(CommandLine, MeasuresOfMotionAreInTheMetrics)
{
	const auto Metrics = [this](Words Arguments)
	{
		Arguments.insert(Arguments.end(), {"--metrics", "-"});
		return Json::parse(Crowd(Arguments).Out);
	};
	const Json Two = Metrics({"run", "encounter", "--seconds", "8"});
	EXPECT_TRUE(Two.at("reference").is_null());
	EXPECT_GT(Two.at("acceleration").at("maximum").get<double>(), Two.at("acceleration").at("p99").get<double>());
	const Json& Pair = Two.at("pairs").at(0);
	EXPECT_EQ(Pair.at("agents").dump(), "[0,1]");
	EXPECT_EQ(Pair.at("firstSight"), 0.0);
	EXPECT_EQ(Pair.at("phases").at("observation"), 0.0);
	EXPECT_NEAR(Pair.at("nearest").at("distance").get<double>(), 0.525, 0.001);
	const Json& Approach = Pair.at("projectedApproach");
	EXPECT_EQ(Approach.at("time").size(), 961u);
	EXPECT_EQ(Approach.at("distance").size(), 961u);
	EXPECT_NEAR(Approach.at("distance").at(0).get<double>(), 0.1, 1e-4);
	// Who does not react has no phases, who is not in the reference no difference.
	std::ofstream(Folder / "t.txt") << "5 0 1 2\n";
	const Json None =
		Metrics({"run", "no-reaction", "--steps", "9", "--reference", "t.txt", "--unit", "cm", "--framerate", "16"});
	EXPECT_TRUE(None.at("pairs").at(0).at("phases").at("reaction").is_null());
	EXPECT_EQ(None.at("reference").dump(), R"({"largest":null,"mean":null,"samples":0})");
	EXPECT_EQ(Metrics({"run", "circle", "--steps", "2"}).at("pairs").size(), 0u);
	EXPECT_EQ(Metrics({"run", "circle", "--steps", "2", "--pairs", "4,9,2"}).at("pairs").size(), 3u);

	const Words Run = {"run", "circle", "--steps", "2"};
	const auto Refused = [&](const Words& More, const Words& Parts)
	{
		Words All = Run;
		All.insert(All.end(), More.begin(), More.end());
		ExpectRefused(All, Parts);
	};
	Refused({"--pairs", "4,9"}, {"--pairs", "--metrics"});
	Refused({"--pairs", "4,100", "--metrics", "m"}, {"--pairs is 100", "0 to 99"});
	Refused({"--pairs", "4,4", "--metrics", "m"}, {"--pairs", "twice"});
	Refused({"--pairs", "4,x", "--metrics", "m"}, {"--pairs", "'x'"});
	Refused({"--unit", "cm"}, {"--unit", "--reference"});
	Refused({"--reference", "t.txt", "--unit", "km"}, {"--unit", "'km'"});
	Refused({"--reference", "t.txt", "--unit", "m", "--framerate", "0"}, {"--framerate", "above 0"});
	Refused({"--reference", "missing.txt"}, {"missing.txt"});
	Refused({"--reference", ""}, {"--reference"});
	Refused({"--reference", "t.txt"}, {"t.txt", "frame rate"});
	std::ofstream(Folder / "t.txt") << "# framerate: 8\n# x/m\n5 0 1 here\n";
	Refused({"--reference", "t.txt"}, {"t.txt:3", "y is 'here'"});
}

TEST_F(CommandLine, ValidationAgainstDataNamesWhatIsWrongWithIt)
{
	std::filesystem::create_directory(Folder / "data");
	const auto Refused = [&](const Words& More, const Words& Parts)
	{
		Words All = {"validate", "rcap"};
		All.insert(All.end(), More.begin(), More.end());
		const Outcome Result = Crowd(All);
		EXPECT_EQ(Result.ExitCode, 2) << Result.Err;
		for (const std::string& Part : Parts)
		{
			EXPECT_NE(Result.Err.find(Part), std::string::npos) << "'" << Part << "' is missing: " << Result.Err;
		}
	};
	Refused({"--data", "missing"}, {"--data", "missing"});
	Refused({"--data", "data"}, {"--data", "data", "0 encounters", "at least 5"});
	Refused({"scenes", "--data", "data"}, {"--data", "'scenes'"});
	Refused({"--unit", "cm"}, {"--unit", "--data"});
	Refused({"--data", "data", "--unit", "mm"}, {"--unit", "'mm'"});
	Refused({"--data", "data", "--seed", "x"}, {"--seed", "'x'"});
	std::ofstream(Folder / "data" / "bad.txt") << "# framerate: 8\n# x/m\n5 0 1 here\n";
	Refused({"--data", "data"}, {"bad.txt:3", "y is 'here'"});
	std::ofstream(Folder / "data" / "bad.txt") << "5 0 1 1\n";
	Refused({"--data", "data"}, {"bad.txt", "frame rate"});
	const Outcome Found =
		Crowd({"validate", "rcap", "--data", CROWD_SOURCE_DIR "/Tests/Scenario/Encounters", "--out", "out"});
	EXPECT_EQ(Found.ExitCode, 0) << Found.Err;
	EXPECT_TRUE(std::filesystem::exists(Folder / "out" / "rcap-data.csv"));
	EXPECT_NE(Found.Out.find("30 encounters"), std::string::npos) << Found.Out;
}

TEST_F(CommandLine, ValidationOutlivesScenesThatAreNotWhatItExpects)
{
	// A content folder of the user's own, in which nobody has a goal, or two stand behind walls.
	std::filesystem::copy(CROWD_SOURCE_DIR "/Content", Folder / "content", std::filesystem::copy_options::recursive);
	const auto Complaint = [this](const Json& Scene)
	{
		std::ofstream(Folder / "content" / "Scenarios" / "encounter.json") << Scene;
		setenv("CROWD_CONTENT_DIR", (Folder / "content").c_str(), 1);
		const Outcome Result = Crowd({"validate", "rcap", "--quick", "--out", "out"});
		unsetenv("CROWD_CONTENT_DIR");
		EXPECT_EQ(Result.ExitCode, 2) << Result.Err;
		return Result.Err;
	};
	Json Scene = Json::parse(ReadAll(CROWD_SOURCE_DIR "/Content/Scenarios/encounter.json"));
	Scene.erase("parameters");
	Scene["agent"] = {{"radius", 0.25}};
	Scene["spawners"] = {{{"kind", "circle"}, {"count", 2}, {"radius", 5}}};
	EXPECT_NE(Complaint(Scene).find("a goal for each"), std::string::npos);
	Scene["spawners"][0]["goals"] = {{{"kind", "antipodal"}}};
	Scene["obstacles"] = {{{0, -50}, {0, 50}}};
	EXPECT_NE(Complaint(Scene).find("see each other"), std::string::npos);
	Scene["spawners"][0]["count"] = 50;
	EXPECT_NE(Complaint(Scene).find("see each other"), std::string::npos);
}

TEST_F(CommandLine, OutputsAreCheckedBeforeTheRun)
{
	std::filesystem::create_directory(Folder / "folder");
	const auto Start = std::chrono::steady_clock::now();
	for (const char* Flag : {"--metrics", "--record", "--trajectories"})
	{
		for (const char* Path : {"missing/file", "folder"})
		{
			ExpectRefused({"run", "circle", "--steps", "100000000", Flag, Path}, {Flag, Path});
		}
	}
	ExpectRefused({"run", "circle", "--steps", "100000000", "--record", "-"}, {"--record", "-"});
	ExpectRefused({"run", "circle", "--steps", "100000000", "--record", "a", "--metrics", "a"}, {"same", "'a'"});
	ExpectRefused({"list", "--json", "missing/file"}, {"--json", "missing/file"});
	EXPECT_LT(std::chrono::steady_clock::now() - Start, std::chrono::seconds(60));
}

TEST_F(CommandLine, OutputsAppearWholeAndNothingElseDoes)
{
	const Outcome Result = Crowd({"run", "circle", "--agents", "10", "--steps", "5", "--metrics", "m.json", "--record",
		"r.crowdrec", "--trajectories", "t.txt"});
	ASSERT_EQ(Result.ExitCode, 0) << Result.Err;
	EXPECT_EQ(Files(), (std::set<std::string>{"m.json", "r.crowdrec", "t.txt"}));
	EXPECT_EQ(Json::parse(ReadAll(Folder / "m.json")).at("agents"), 10);
}

TEST_F(CommandLine, FullDevicesAreNoticed)
{
	EXPECT_EQ(Crowd({"list"}, {}, "/dev/full").ExitCode, 2);
	EXPECT_EQ(Crowd({"run", "circle", "--agents", "3", "--steps", "1", "--metrics", "-"}, {}, "/dev/full").ExitCode, 2);
	ExpectRefused(
		{"run", "circle", "--agents", "3", "--steps", "1", "--metrics", "/dev/full"}, {"/dev/full", "No space"});
	ExpectRefused({"run", "circle", "--agents", "3", "--steps", "1", "--record", "/dev/full"},
		{"--record", "/dev/full", "No space"});
	EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST_F(CommandLine, BadScenarioFilesAreNamed)
{
	ExpectRefused({"run", "missing.json"}, {"missing.json"});
	std::ofstream(Folder / "bad.json") << "{";
	ExpectRefused({"run", "bad.json"}, {"bad.json"});
	std::ofstream(Folder / "bad.json") << std::string(100'000, '[');
	ExpectRefused({"run", "bad.json"}, {"bad.json", "32"});
	std::ofstream(Folder / "bad.json") << R"({"nmae": "x"})";
	ExpectRefused({"run", "bad.json"}, {"bad.json", "nmae", "'name'"});
}

// ------------------------------------------------------------------------------------------------------------- replay

TEST_F(CommandLine, ReplayNeedsNothingButTheRecording)
{
	std::filesystem::copy_file(
		std::filesystem::path(CROWD_SOURCE_DIR) / "Content/Scenarios/circle.json", Folder / "own.json");
	ASSERT_EQ(Crowd({"run", "own.json", "--agents", "40", "--seed", "3", "--dt", "0.2", "--set", "spacing=1.5",
						"--model", "orca-plain", "--steps", "30", "--record", "r.crowdrec", "--threads", "1"})
				  .ExitCode,
		0);
	std::filesystem::remove(Folder / "own.json");
	for (const Words& More : {Words{}, Words{"--threads", "2"}, Words{"--isa", "scalar"}})
	{
		Words Arguments = {"replay", "r.crowdrec"};
		Arguments.insert(Arguments.end(), More.begin(), More.end());
		const Outcome Result = Crowd(Arguments);
		EXPECT_EQ(Result.ExitCode, 0) << Result.Err;
		EXPECT_EQ(Result.Out, "31 frames match\n");
	}
}

TEST_F(CommandLine, RunGoesOnFromASnapshot)
{
	// With doors that open and shut, blocks that come and go, exits to leave by and goals one after the other.
	for (const Words& Scene : {Words{"circle", "--agents", "40", "--model", "clearpath"},
			 Words{"trolleys", "--model", "clearpath"}, Words{"doors", "--planner", "detour"},
			 Words{"blocked", "--planner", "detour"}, Words{"evac-200", "--planner", "detour", "--seed", "3"},
			 Words{"evac-200", "--planner", "roadmap", "--set", "orca.sideBias=0.2"},
			 Words{"back-and-forth", "--planner", "steering"}, Words{"doors", "--planner", "goal"}})
	{
		const auto Run = [&](Words More, bool bScene)
		{
			Words Arguments = {"run"};
			Arguments.insert(Arguments.end(), Scene.begin(), bScene ? Scene.end() : Scene.begin());
			More.insert(More.begin(), Arguments.begin(), Arguments.end());
			More.insert(More.end(), {"--metrics", "-"});
			const Outcome Result = Crowd(More);
			EXPECT_EQ(Result.ExitCode, 0) << testing::PrintToString(More) << Result.Err;
			return Json::parse(Result.Out);
		};
		const Json Whole = Run({"--steps", "350", "--snapshot", "whole.crowdsnap"}, true);
		Run({"--steps", "120", "--snapshot", "first.crowdsnap"}, true);
		Run({"first.crowdsnap", "--steps", "85", "--threads", "1", "--snapshot", "second.crowdsnap"}, false);
		const Json Rest =
			Run({"second.crowdsnap", "--steps", "145", "--isa", "scalar", "--snapshot", "rest.crowdsnap"}, false);
		EXPECT_EQ(Rest.at("stateHash"), Whole.at("stateHash")) << Scene[0];
		EXPECT_EQ(Rest.at("left"), Whole.at("left")) << Scene[0];
		EXPECT_EQ(Rest.at("arrived").at("count"), Whole.at("arrived").at("count")) << Scene[0];
		EXPECT_EQ(Rest.at("arrived").at("time50"), Whole.at("arrived").at("time50")) << Scene[0];
	}
}

TEST_F(CommandLine, RunRefusesBadSnapshots)
{
	ASSERT_EQ(
		Crowd({"run", "evac-100", "--steps", "40", "--planner", "detour", "--snapshot", "good.crowdsnap"}).ExitCode, 0);
	EXPECT_EQ(Files(), std::set<std::string>{"good.crowdsnap"});
	for (const Words& Flag : {Words{"--model", "orca"}, Words{"--planner", "goal"}, Words{"--agents", "5"},
			 Words{"--dt", "0.1"}, Words{"--seed", "1"}, Words{"--set", "agent.radius=0.2"}, Words{"--record", "r"}})
	{
		ExpectRefused({"run", "good.crowdsnap", Flag[0], Flag[1]}, {Flag[0], "snapshot"});
	}
	ExpectRefused({"run", "missing.crowdsnap"}, {"missing.crowdsnap", "no such file"});
	ExpectRefused({"run", "circle", "--snapshot", "state.bin"}, {"--snapshot", "state.bin", ".crowdsnap"});
	ExpectRefused({"run", "circle", "--snapshot", "missing/a.crowdsnap"}, {"--snapshot", "missing/a.crowdsnap"});

	const std::string Good = ReadAll(Folder / "good.crowdsnap");
	std::ofstream(Folder / "bad.crowdsnap", std::ios::binary) << Good.substr(0, Good.size() - 1);
	ExpectRefused({"run", "bad.crowdsnap"}, {"bad.crowdsnap", "cut off or damaged"});
	std::ofstream(Folder / "bad.crowdsnap", std::ios::binary) << "no snapshot at all, however long it may be";
	ExpectRefused({"run", "bad.crowdsnap"}, {"bad.crowdsnap", "CROWDRUN"});

	// With size and checksum put right.
	TestRandom Random(5);
	int Taken = 0;
	for (int Trial = 0; Trial < 60; ++Trial)
	{
		std::vector<std::byte> Forged(Good.size());
		std::memcpy(Forged.data(), Good.data(), Good.size());
		Forged[ForgedHeaderSize + static_cast<size_t>(Random.Index(static_cast<int>(Good.size() - ForgedHeaderSize)))] =
			static_cast<std::byte>(Random.Index(256));
		SignSnapshot(Forged);
		std::ofstream(Folder / "bad.crowdsnap", std::ios::binary)
			.write(reinterpret_cast<const char*>(Forged.data()), static_cast<std::streamsize>(Forged.size()));
		const Outcome Result = Crowd({"run", "bad.crowdsnap", "--steps", "3"});
		EXPECT_TRUE(Result.ExitCode == 0 || Result.ExitCode == 2) << Result.ExitCode << Result.Err;
		Taken += Result.ExitCode == 0 ? 1 : 0;
	}
	// What lies inside has a checksum of its own.
	EXPECT_LT(Taken, 20);
}

TEST_F(CommandLine, ReplayKnowsThePlanner)
{
	const auto Hash = [this](const std::string& Planner)
	{
		const Outcome Result = Crowd({"run", "back-and-forth", "--agents", "20", "--steps", "100", "--planner", Planner,
			"--record", Planner + ".crowdrec", "--metrics", "-"});
		return Json::parse(Result.Out).at("stateHash").get<std::string>();
	};
	EXPECT_NE(Hash("goal"), Hash("steering"));
	EXPECT_EQ(Crowd({"replay", "goal.crowdrec"}).Out, "101 frames match\n");
	EXPECT_EQ(Crowd({"replay", "steering.crowdrec"}).Out, "101 frames match\n");
}

TEST_F(CommandLine, ReplayRefusesDamagedFiles)
{
	ASSERT_EQ(Crowd({"run", "circle", "--agents", "4", "--steps", "3", "--record", "r.crowdrec"}).ExitCode, 0);
	const std::string Whole = ReadAll(Folder / "r.crowdrec");
	const auto Put = [this](const std::string& Bytes)
	{ std::ofstream(Folder / "bad.crowdrec", std::ios::binary) << Bytes; };

	ExpectRefused({"replay", "missing.crowdrec"}, {"missing.crowdrec", "No such file"});
	ExpectRefused({"replay", "."}, {"'.'"});
	Put("");
	ExpectRefused({"replay", "bad.crowdrec"}, {"bad.crowdrec", "byte 0"});
	for (const size_t Size : {Whole.size() / 3, Whole.size() - 1})
	{
		Put(Whole.substr(0, Size));
		ExpectRefused({"replay", "bad.crowdrec"}, {"bad.crowdrec", "byte"});
	}
	// Four frames of four agents, an index and a footer stand at the end; this is inside the last frame.
	std::string Flipped = Whole;
	char& Byte = Flipped[Whole.size() - 32 - 4 * 8 - 20];
	Byte = static_cast<char>(Byte ^ 4);
	Put(Flipped);
	ExpectRefused({"replay", "bad.crowdrec"}, {"bad.crowdrec", "frame 3 of 4", "checksum"});
}

TEST_F(CommandLine, ReplayFindsTheFirstDifferentFrame)
{
	ASSERT_EQ(Crowd({"run", "circle", "--agents", "4", "--steps", "3", "--record", "r.crowdrec"}).ExitCode, 0);
	RecordingReader Reader;
	ASSERT_TRUE(Reader.Open((Folder / "r.crowdrec").string().c_str()).IsOk());

	// The set-up of that run with the frames of another crowd, by the real writer: a whole file that tells a lie.
	World Other = MakeWorld();
	MustAdd(Other, Walker({1.0f, 2.0f}, {0.0f, 1.0f}));
	RecordingWriter Writer;
	ASSERT_TRUE(Writer.Open((Folder / "lie.crowdrec").string().c_str(), Reader.SetupText(), Reader.Dt()).IsOk());
	ASSERT_TRUE(Writer.AddFrame(Other).IsOk());
	ASSERT_TRUE(Writer.Close().IsOk());
	const Outcome Result = Crowd({"replay", "lie.crowdrec"});
	EXPECT_EQ(Result.ExitCode, 1) << Result.Err;
	EXPECT_NE(Result.Out.find("frame 0 of 1 differs"), std::string::npos) << Result.Out;

	const auto WithSetup = [&](const std::string& Text, float Dt)
	{
		EXPECT_TRUE(Writer.Open((Folder / "lie.crowdrec").string().c_str(), Text, Dt).IsOk());
		EXPECT_TRUE(Writer.AddFrame(Other).IsOk());
		EXPECT_TRUE(Writer.Close().IsOk());
	};
	WithSetup("no JSON", Reader.Dt());
	ExpectRefused({"replay", "lie.crowdrec"}, {"lie.crowdrec"});
	WithSetup("{}", Reader.Dt());
	ExpectRefused({"replay", "lie.crowdrec"}, {"lie.crowdrec", "version"});
	WithSetup(std::string(Reader.SetupText()), 0.5f);
	ExpectRefused({"replay", "lie.crowdrec"}, {"lie.crowdrec", "0.5"});
}

// --------------------------------------------------------------------------------------------------------------- step

constexpr const char* GoodState = R"({"dt": 0.1, "model": "orca", "options": {"plain": true}, "agents": [
	{"position": [0, 0], "velocity": [1, 0], "desiredVelocity": [1, 0], "radius": 0.3, "maxSpeed": 1.5,
		"neighborDistance": 5, "maxNeighbors": 10, "agentHorizon": 2, "obstacleHorizon": 2},
	{"position": [100, 0], "velocity": [0, 0], "desiredVelocity": [0.25, -0.5]},
	{"position": [0, 100], "velocity": [0, 0], "desiredVelocity": [30, 40], "maxSpeed": 2}],
	"obstacles": [[[50, -1], [50, 1]], [[60, 60], [61, 60], [61, 61], [60, 61]]]})";

TEST_F(CommandLine, StepAnswersInTheOrderOfTheAgents)
{
	std::ofstream(Folder / "state.json") << GoodState;
	const Outcome Result = Crowd({"step", "state.json"});
	ASSERT_EQ(Result.ExitCode, 0) << Result.Err;
	EXPECT_EQ(Result.Err, "");
	const Json Velocities = Json::parse(Result.Out).at("velocities");
	ASSERT_EQ(Velocities.size(), 3u);
	EXPECT_EQ(Velocities[0], Json::parse("[1, 0]"));
	EXPECT_EQ(Velocities[1], Json::parse("[0.25, -0.5]"));
	EXPECT_NEAR(Velocities[2][0].get<double>(), 1.2, 1e-6);
	EXPECT_NEAR(Velocities[2][1].get<double>(), 1.6, 1e-6);
	EXPECT_EQ(Crowd({"step", "-"}, GoodState).Out, Result.Out);
	EXPECT_EQ(Crowd({"step", "-", "--threads", "2"}, GoodState).Out, Result.Out);
	EXPECT_EQ(Crowd({"step", "-", "--isa", "scalar"}, GoodState).Out, Result.Out);
	EXPECT_EQ(Crowd({"step", "-"}, R"({"dt": 0.1, "agents": []})").Out, "{\"velocities\": []}\n");
}

TEST_F(CommandLine, StepAvoidsAgentsAndWalls)
{
	const std::string Crossing = R"({"dt": 0.1, "options": {"plain": true}, "agents": [
		{"position": [0, 0], "velocity": [1, 0], "desiredVelocity": [1, 0], "radius": 0.5},
		{"position": [2, 0.25], "velocity": [-1, 0], "desiredVelocity": [-1, 0], "radius": 0.5}]})";
	const Json Velocities = Json::parse(Crowd({"step", "-"}, Crossing).Out).at("velocities");
	EXPECT_LT(Velocities[0][1].get<double>(), -0.01);
	EXPECT_NEAR(Velocities[0][0].get<double>(), -Velocities[1][0].get<double>(), 1e-5);
	EXPECT_NEAR(Velocities[0][1].get<double>(), -Velocities[1][1].get<double>(), 1e-5);

	const std::string Wall =
		R"({"dt": 0.1, "agents": [{"position": [0, 0], "velocity": [1, 0], "desiredVelocity": [1, 0],
		"radius": 0.5, "obstacleHorizon": 2}], "obstacles": [[[1, -5], [1, 5]]]})";
	EXPECT_NEAR(Json::parse(Crowd({"step", "-"}, Wall).Out).at("velocities")[0][0].get<double>(), 0.25, 1e-3);
}

TEST_F(CommandLine, StepTakesPlainModelsByTheirNameOrTheOption)
{
	const auto Step = [this](const std::string& Model, bool bPlain)
	{
		return Crowd({"step", "-"},
			R"({"dt": 0.1, "model": ")" + Model + R"(", "options": {"plain": )" + (bPlain ? "true" : "false") +
				R"(}, "agents": [
			{"position": [0, 0], "velocity": [1, 0], "desiredVelocity": [1, 0.1], "radius": 0.5},
			{"position": [2, 0.25], "velocity": [-1, 0], "desiredVelocity": [-1, 0], "radius": 0.5}]})");
	};
	for (const char* const Model : {"orca", "clearpath", "clearpath-1"})
	{
		const Outcome Plain = Step(Model, true);
		EXPECT_EQ(Plain.ExitCode, 0) << Plain.Err;
		EXPECT_NE(Plain.Out, Step(Model, false).Out) << Model;
		for (const bool bAgain : {false, true})
		{
			EXPECT_EQ(Plain.Out, Step(std::string(Model) + "-plain", bAgain).Out) << Model;
		}
	}
	EXPECT_EQ(Step("none", true).Out, Step("none", false).Out);
}

TEST_F(CommandLine, StepRefusesBadStates)
{
	const auto Refused = [this](const std::string& State, const Words& Parts) {
		ExpectRefused({"step", "-"}, Parts, State);
	};
	const auto Agent = [](const std::string& Fields) { return R"({"dt": 0.1, "agents": [{)" + Fields + "}]}"; };
	const std::string Needed = R"("position": [0, 0], "velocity": [0, 0], "desiredVelocity": [0, 0])";

	ExpectRefused({"step"}, {"STATE"});
	ExpectRefused({"step", "missing.json"}, {"missing.json"});
	Refused("", {"standard input"});
	Refused("[]", {"object"});
	Refused("nonsense", {"standard input"});
	Refused(std::string(100'000, '['), {"32"});
	Refused(R"({"dt": 0.1, "agents": []} trailing)", {"standard input"});
	Refused(R"({"dt": 0.1, "dt": 0.1, "agents": []})", {"dt", "twice"});
	Refused("{\"dt\": 0.1, \"agents\": [], \"\xff\": 1}", {"standard input"});

	Refused(R"({"agents": []})", {"dt"});
	Refused(R"({"dt": 0.1})", {"agents"});
	Refused(R"({"dt": 0, "agents": []})", {"dt", "0", "10"});
	Refused(R"({"dt": 0.00009, "agents": []})", {"dt", "9e-05", "within 0.0001 .. 10 s"});
	Refused(R"({"dt": -1, "agents": []})", {"dt", "-1"});
	Refused(R"({"dt": 11, "agents": []})", {"dt", "11", "10"});
	Refused(R"({"dt": 1e999, "agents": []})", {"dt"});
	Refused(R"({"dt": NaN, "agents": []})", {"dt"});
	Refused(R"({"dt": "0.1", "agents": []})", {"dt"});
	Refused(R"({"dt": null, "agents": []})", {"dt", "null"});
	Refused(R"({"dt": 0.1, "agents": {}})", {"agents", "array"});
	Refused(R"({"dt": 0.1, "agents": [7]})", {"agents[0]", "object"});
	Refused(R"({"dt": 0.1, "model": "orka", "agents": []})", {"model", "orka", "'orca'"});
	Refused(R"({"dt": 0.1, "model": 3, "agents": []})", {"model", "3"});
	Refused(R"({"dt": 0.1, "options": [], "agents": []})", {"options", "object"});
	Refused(R"({"dt": 0.1, "options": {"plane": true}, "agents": []})", {"options", "plane", "'plain'"});
	Refused(R"({"dt": 0.1, "options": {"plain": 1}, "agents": []})", {"options.plain", "1"});
	Refused(R"({"dt": 0.1, "agnets": []})", {"agnets", "'agents'"});

	Refused(Agent(R"("velocity": [0, 0], "desiredVelocity": [0, 0])"), {"agents[0]", "position"});
	Refused(Agent(R"("position": [0, 0], "desiredVelocity": [0, 0])"), {"agents[0]", "velocity"});
	Refused(Agent(R"("position": [0, 0], "velocity": [0, 0])"), {"agents[0]", "desiredVelocity"});
	Refused(Agent(R"("position": [0], "velocity": [0, 0], "desiredVelocity": [0, 0])"), {"agents[0].position"});
	Refused(Agent(R"("position": [0, 0, 0], "velocity": [0, 0], "desiredVelocity": [0, 0])"), {"agents[0].position"});
	Refused(Agent(R"("position": [0, "1"], "velocity": [0, 0], "desiredVelocity": [0, 0])"), {"agents[0].position[1]"});
	Refused(Agent(R"("position": [0, 2e6], "velocity": [0, 0], "desiredVelocity": [0, 0])"),
		{"agents[0].position[1]", "2000000", "1000000"});
	Refused(
		Agent(R"("position": [0, 0], "velocity": [1e39, 0], "desiredVelocity": [0, 0])"), {"agents[0].velocity[0]"});
	Refused(Agent(Needed + R"(, "radius": 0)"), {"agents[0].radius", "0"});
	Refused(Agent(Needed + R"(, "radius": -0.3)"), {"agents[0].radius", "-0.3"});
	Refused(Agent(Needed + R"(, "radius": 1e-60)"), {"agents[0].radius", "1e-60"});
	Refused(Agent(Needed + R"(, "radius": 1001)"), {"agents[0].radius", "1001", "1000"});
	Refused(Agent(Needed + R"(, "maxSpeed": 0)"), {"agents[0].maxSpeed"});
	Refused(Agent(Needed + R"(, "neighborDistance": -1)"), {"agents[0].neighborDistance", "-1"});
	Refused(Agent(Needed + R"(, "maxNeighbors": 65)"), {"agents[0].maxNeighbors", "65", "64"});
	Refused(Agent(Needed + R"(, "maxNeighbors": 1.5)"), {"agents[0].maxNeighbors", "1.5"});
	Refused(Agent(Needed + R"(, "agentHorizon": 0)"), {"agents[0].agentHorizon"});
	Refused(Agent(Needed + R"(, "obstacleHorizon": true)"), {"agents[0].obstacleHorizon", "true"});
	Refused(Agent(Needed + R"(, "raduis": 1)"), {"agents[0]", "raduis", "'radius'"});

	const auto Obstacles = [](const std::string& Text)
	{ return R"({"dt": 0.1, "agents": [], "obstacles": )" + Text + "}"; };
	Refused(Obstacles("{}"), {"obstacles", "array"});
	Refused(Obstacles("[[]]"), {"obstacles[0]"});
	Refused(Obstacles("[[[0, 0]]]"), {"obstacles[0]"});
	Refused(Obstacles("[[[0, 0], [1]]]"), {"obstacles[0][1]"});
	Refused(Obstacles("[[[0, 0], [1, 1e7]]]"), {"obstacles[0][1]"});
	Refused(Obstacles("[[[0, 0], [1, 0]], [[0, 0], [0, 0]]]"), {"obstacles[1]"});
	Refused(Obstacles("[[[0, 0], [1, 1], [2, 2]]]"), {"obstacles[0]"});
}

// ----------------------------------------------------------------------------------------------------------- validate

TEST_F(CommandLine, ExportWritesEveryAgentAndWall)
{
	const Outcome Result =
		Crowd({"export", "crossing", "f.json", "--agents", "30", "--seed", "3", "--dt", "0.07", "--set", "speed=1.1"});
	EXPECT_EQ(Result.ExitCode, 0) << Result.Err;
	EXPECT_EQ(Result.Out, "");
	EXPECT_EQ(Files(), (std::set<std::string>{"f.json"}));
	const Json File = Json::parse(ReadAll(Folder / "f.json"));
	EXPECT_EQ(File["schema"], "crowd-flat-scenario");
	EXPECT_EQ(File["version"], 1);
	EXPECT_EQ(File["name"], "crossing");
	EXPECT_EQ(File["model"], "orca");
	EXPECT_EQ(File["dt"], 0.07);
	EXPECT_EQ(File["seconds"], 120);
	EXPECT_EQ(File["arrivalRadius"], 1);
	EXPECT_EQ(File["profiles"].size(), 1u);
	EXPECT_EQ(File["profiles"][0]["avoids"], 4294967295u);
	EXPECT_FALSE(File.contains("check"));

	const Scenarios::Scene Scene =
		Scenarios::LoadScene("crossing", {.Agents = 30, .Seed = 3, .Dt = {}, .Set = {{"speed", "1.1"}}});
	ASSERT_EQ(File["agents"].size(), 30u);
	for (size_t Index = 0; Index < Scene.Agents.size(); ++Index)
	{
		const Json& Agent = File["agents"][Index];
		const Scenarios::SceneAgent& Source = Scene.Agents[Index];
		EXPECT_EQ(Agent["position"][0].get<float>(), Source.Position.X);
		EXPECT_EQ(Agent["position"][1].get<float>(), Source.Position.Y);
		EXPECT_EQ(Agent["goal"][0].get<float>(), Source.Goals.at(0).X);
		EXPECT_EQ(Agent["goal"][1].get<float>(), Source.Goals.at(0).Y);
		EXPECT_EQ(Agent["radius"].get<float>(), Source.Radius);
		EXPECT_EQ(Agent["maxSpeed"].get<float>(), Source.MaxSpeed);
		EXPECT_EQ(Agent["preferredSpeed"].get<float>(), 1.1f);
		EXPECT_EQ(Agent["responsibility"].get<float>(), Source.Responsibility);
		EXPECT_EQ(Agent["maxAcceleration"].get<float>(), CrowdNoLimit);
	}
	const Json Hallway = Json::parse(Crowd({"export", "hallway", "-"}).Out);
	const Scenarios::Scene Walls = Scenarios::LoadScene("hallway");
	ASSERT_GT(Walls.Obstacles.size(), 0u);
	ASSERT_EQ(Hallway["walls"].size(), Walls.Obstacles.size());
	EXPECT_EQ(Hallway["walls"][0].size(), Walls.Obstacles[0].size());
	EXPECT_EQ(Hallway["walls"][0][1][0].get<float>(), Walls.Obstacles[0][1].X);
}

TEST_F(CommandLine, ExportChecksWithTheHashOfTheRun)
{
	const Json File = Json::parse(Crowd({"export", "circle-32", "-", "--check", "40", "--model", "clearpath"}).Out);
	const Json Metrics =
		Json::parse(Crowd({"run", "circle-32", "--steps", "40", "--model", "clearpath", "--metrics", "-"}).Out);
	EXPECT_EQ(File["model"], "clearpath");
	EXPECT_EQ(File["check"]["steps"], 40);
	EXPECT_EQ(File["check"]["stateHash"], Metrics["stateHash"]);
	const Json Biased =
		Json::parse(Crowd({"export", "circle-32", "-", "--check", "40", "--set", "orca.sideBias=0.2"}).Out);
	const Json Default = Json::parse(Crowd({"export", "circle-32", "-", "--check", "40"}).Out);
	EXPECT_EQ(Biased["options"]["sideBias"], 0.2);
	EXPECT_EQ(Default["options"]["sideBias"], 0.1);
	EXPECT_NE(Biased["check"]["stateHash"], Default["check"]["stateHash"]);
}

TEST_F(CommandLine, ExportRefusesWhatTheFileCannotHold)
{
	ExpectRefused({"export", "uniform", "f.json", "--agents", "20"},
		{"uniform", "agent 0 has 2 goals", "the flat file cannot hold"});
	ExpectRefused({"export", "doorway", "f.json"}, {"2 goals in turn"});
	ExpectRefused({"export", "robots", "f.json"}, {"planner 'roadmap'"});
	ExpectRefused(
		{"export", "circle-32", "f.json", "--set", "orca.sideBias=2"}, {"--set orca.sideBias", "'2'", "within 0 .. 1"});
	ExpectRefused({"export", "trolleys", "f.json"}, {"agent 0 has a shape", "the flat file cannot hold"});
	ExpectRefused({"export", "circle-32", "f.json", "--check", "-1"}, {"--check", "-1"});
	ExpectRefused({"export", "circle-32", "f.json", "--set", "speed"}, {"--set", "key=value"});
	ExpectRefused({"export", "circle-33x", "f.json"}, {"circle-33x"});
	ExpectRefused({"export", "circle-32", "missing/f.json"}, {"missing/f.json"});
	ExpectRefused({"export", "circle-32"}, {"FILE"});
	std::string Text = ReadAll(std::filesystem::path(CROWD_SOURCE_DIR) / "Content/Scenarios/circle-32.json");
	Text.insert(Text.find("\"seed\""), "\"doors\": [{ \"outline\": [[20, 0], [21, 0], [21, 1]] }], ");
	std::ofstream(Folder / "doors.json") << Text;
	ExpectRefused({"export", "doors.json", "f.json"}, {"1 doors"});
}

TEST_F(CommandLine, ValidateListsItsSuites)
{
	const Outcome Result = Crowd({"validate", "--list"});
	EXPECT_EQ(Result.ExitCode, 0) << Result.Err;
	EXPECT_EQ(Result.Out.rfind("clearpath ", 0), 0u) << Result.Out;
	EXPECT_NE(Result.Out.find("\nscenes "), std::string::npos) << Result.Out;
	EXPECT_TRUE(Files().empty());
}

TEST_F(CommandLine, ValidateRefusesBadUsage)
{
	ExpectRefused({"validate", "cleerpath"}, {"cleerpath", "'clearpath'"});
	ExpectRefused({"validate", "clearpath", "nothing-like-it"}, {"nothing-like-it", "clearpath"});
	ExpectRefused({"validate", "--quik"}, {"--quik", "'--quick'"});
	ExpectRefused({"validate", "--threads", "0"}, {"--threads", "0", "256"});
	ExpectRefused({"validate", "--out", ""}, {"--out"});
	std::ofstream(Folder / "file") << "text";
	ExpectRefused({"validate", "--out", "file"}, {"--out", "'file'"});
	ExpectRefused({"validate", "--out", "file/below"}, {"--out", "'file/below'"});
	ExpectRefused({"validate", "--out", ".", "--json", "missing/file"}, {"--json", "missing/file"});
}

TEST_F(CommandLine, ValidateWritesTablesPlotsAndJson)
{
	const Outcome Result =
		Crowd({"validate", "clearpath", "--quick", "--threads", "2", "--out", "results", "--json", "-"});
	ASSERT_TRUE(Result.ExitCode == 0 || Result.ExitCode == 1) << Result.Err;
	const Json Document = Json::parse(Result.Out);
	EXPECT_EQ(Document.at("passed").get<bool>(), Result.ExitCode == 0);
	EXPECT_EQ(Document.at("quick"), true);
	EXPECT_EQ(Json::parse(ReadAll(Folder / "results/validation.json")), Document);
	EXPECT_EQ(Files(), std::set<std::string>{"results"});

	const Json& Suite = Document.at("suites").at(0);
	EXPECT_EQ(Suite.at("name"), "clearpath");
	EXPECT_EQ(Suite.at("checks").size(), 5u);
	std::set<std::string> Expected = {"validation.json"};
	for (const Json& Table : Suite.at("tables"))
	{
		const std::string Name = "clearpath-" + Table.at("name").get<std::string>() + ".csv";
		const std::string Csv = ReadAll(Folder / "results" / Name);
		EXPECT_EQ(static_cast<size_t>(std::count(Csv.begin(), Csv.end(), '\n')), Table.at("rows").size() + 1) << Name;
		for (const Json& Row : Table.at("rows"))
		{
			EXPECT_EQ(Row.size(), Table.at("columns").size()) << Name;
		}
		EXPECT_NE(Result.Err.find(Table.at("title").get<std::string>()), std::string::npos) << Result.Err;
		Expected.insert(Name);
	}
	EXPECT_EQ(Suite.at("plots").size(), 5u);
	for (const Json& Plot : Suite.at("plots"))
	{
		EXPECT_EQ(ReadAll(Folder / "results" / Plot.get<std::string>()).rfind("<svg ", 0), 0u) << Plot;
		Expected.insert(Plot.get<std::string>());
	}
	std::set<std::string> Written;
	for (const auto& Entry : std::filesystem::directory_iterator(Folder / "results"))
	{
		Written.insert(Entry.path().filename().string());
	}
	EXPECT_EQ(Written, Expected);
}

TEST_F(CommandLine, ValidateScenesSaysWhichChecksFailed)
{
	// The quick one of scenes-large is a single scene, of which the library's own test of the suite has seen what there is to see.
	const Outcome Result = Crowd({"validate", "scenes-large", "--quick", "--out", "results", "--json", "-"});
	const Json Suite = Json::parse(Result.Out).at("suites").at(0);
	bool bAllPassed = true;
	for (const Json& Check : Suite.at("checks"))
	{
		bAllPassed = bAllPassed && Check.at("state") == "passed";
	}
	EXPECT_EQ(Suite.at("name"), "scenes-large");
	EXPECT_EQ(Result.ExitCode, bAllPassed ? 0 : 1) << Result.Err;
	const std::string Csv = ReadAll(Folder / "results/scenes-large-runs.csv");
	EXPECT_EQ(
		static_cast<size_t>(std::count(Csv.begin(), Csv.end(), '\n')), Suite.at("tables").at(0).at("rows").size() + 1);
}

// ------------------------------------------------------------------------------------------------- pages and pictures

TEST_F(CommandLine, RunWritesPageAndPictures)
{
	const Outcome Result =
		Crowd({"run", "circle-32", "--steps", "6", "--html", "a.html", "--png", "a.png", "--frames", "film", "--fps",
			"4", "--watch", "3,7", "--color", "speed", "--size", "320x200", "--view", "-5,-5,5,5", "--trail", "0"});
	ASSERT_EQ(Result.ExitCode, 0) << Result.Err;
	EXPECT_EQ(Files(), (std::set<std::string>{"a.html", "a.png", "film"}));
	const std::string Page = ReadAll(Folder / "a.html");
	EXPECT_EQ(Page.rfind("<!DOCTYPE html>", 0), 0u) << Page.substr(0, 200);
	EXPECT_NE(Page.find("</html>"), std::string::npos);
	const auto IsPicture = [](const std::string& Bytes)
	{
		const std::string Start("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\x40\0\0\0\xc8", 24);
		return Bytes.rfind(Start, 0) == 0 && Bytes.find("IEND") != std::string::npos;
	};
	EXPECT_TRUE(IsPicture(ReadAll(Folder / "a.png"))) << "320 x 200";
	// Steps of 0.125 s: frames at 0, 0.25, 0.5 and 0.75 s.
	for (const char* Name : {"frame-000000.png", "frame-000001.png", "frame-000002.png", "frame-000003.png"})
	{
		EXPECT_TRUE(IsPicture(ReadAll(Folder / "film" / Name))) << Name;
	}
	EXPECT_FALSE(std::filesystem::exists(Folder / "film/frame-000004.png"));

	// To standard output, with nothing else there.
	EXPECT_TRUE(IsPicture(Crowd({"run", "circle-32", "--steps", "1", "--png", "-", "--size", "320x200"}).Out));
	EXPECT_EQ(Crowd({"run", "circle-32", "--steps", "1", "--html", "-"}).Out.rfind("<!DOCTYPE html>", 0), 0u);
	// A film is not written over another.
	ExpectRefused({"run", "circle-32", "--steps", "1", "--frames", "film"}, {"--frames", "film"});
}

TEST_F(CommandLine, RefusesPicturesThatCannotBe)
{
	const auto Refused = [this](Words More, const Words& Parts)
	{
		Words All = {"run", "circle-32", "--steps", "1"};
		All.insert(All.end(), More.begin(), More.end());
		ExpectRefused(All, Parts);
	};
	Refused({"--png", "a.png", "--size", "320"}, {"--size", "320", "1600x900"});
	Refused({"--png", "a.png", "--size", "320x9000"}, {"--size", "9000", "8192"});
	Refused({"--png", "a.png", "--size", "10x10"}, {"--size", "10", "64"});
	Refused({"--png", "a.png", "--color", "sped"}, {"--color", "sped", "'speed'"});
	Refused({"--png", "a.png", "--view", "1,2,3"}, {"--view", "1,2,3", "left,bottom,right,top"});
	Refused({"--png", "a.png", "--view", "5,5,1,1"}, {"--view", "5,5,1,1"});
	Refused({"--png", "a.png", "--view", "0,0,nan,1"}, {"--view", "nan"});
	Refused({"--png", "a.png", "--trail", "61"}, {"--trail", "61", "60"});
	Refused({"--png", "a.png", "--watch", "32"}, {"--watch", "32", "31"});
	Refused({"--png", "a.png", "--watch", "1,2,3,4,5"}, {"--watch", "5", "4"});
	Refused({"--png", "a.png", "--watch", "1,,2"}, {"--watch"});
	Refused({"--html", "a.html", "--watch", "40"}, {"--watch", "40", "32"});
	Refused({"--frames", "film", "--fps", "100"}, {"--fps", "100"});
	Refused({"--frames", "film", "--fps", "0"}, {"--fps", "0"});
	Refused({"--png", "no/such/folder/a.png"}, {"--png", "no/such/folder/a.png"});
	Refused({"--html", "no/such/folder/a.html"}, {"--html", "no/such/folder/a.html"});
	Refused({"--html", "a.x", "--png", "a.x"}, {"same place", "a.x"});
	Refused({"--html", "a.x", "--png", "./a.x"}, {"same place", "a.x"});
	Refused({"--html", ""}, {"--html", "empty"});
	Refused({"--frames", "-"}, {"--frames", "folder"});
	Refused({"--html", "a.html", "--watch", "3,3"}, {"--watch", "3", "twice"});
	// Flags that would say nothing.
	Refused({"--color", "speed"}, {"--color", "--png"});
	Refused({"--watch", "1"}, {"--watch", "--html"});
	Refused({"--fps", "1"}, {"--fps", "--frames"});
}

// -------------------------------------------------------------------------------------------------------------- bench

TEST_F(CommandLine, BenchCountsInstructionsAndNoticesMore)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	GTEST_SKIP() << "a sanitized program does not run under valgrind";
#endif
	if (std::system("command -v valgrind >/dev/null 2>&1") != 0)
	{
		GTEST_SKIP() << "no valgrind";
	}
	const Words Count = {"bench", "uniform:100", "--quick", "--model", "orca", "--callgrind"};
	const auto With = [&Count](const Words& More)
	{
		Words All = Count;
		All.insert(All.end(), More.begin(), More.end());
		return All;
	};
	const Outcome Counted = Crowd(With({"--csv", "base.csv"}));
	if (Counted.ExitCode == 2 && Counted.Err.find("this build") != std::string::npos)
	{
		GTEST_SKIP() << Counted.Err;
	}
	ASSERT_EQ(Counted.ExitCode, 0) << Counted.Err;
	const Outcome Same = Crowd(With({"--compare", "base.csv"}));
	EXPECT_EQ(Same.ExitCode, 0) << Same.Out << Same.Err;
	EXPECT_NE(Same.Out.find("1 of 1 compared"), std::string::npos) << Same.Out;

	// A base whose steps took a single instruction, in its last cell.
	const std::string Whole = ReadAll(Folder / "base.csv");
	std::ofstream(Folder / "less.csv", std::ios::binary) << Whole.substr(0, Whole.find_last_of(',') + 1) << "1\n";
	const Outcome Grown = Crowd(With({"--compare", "less.csv"}));
	EXPECT_EQ(Grown.ExitCode, 1) << Grown.Out << Grown.Err;
	EXPECT_NE(Grown.Out.find("grown: uniform, 100 agents, orca"), std::string::npos) << Grown.Out;
}

TEST_F(CommandLine, BenchSaysThatValgrindIsMissing)
{
	const std::string Path = std::getenv("PATH");
	setenv("PATH", Folder.c_str(), 1);
	ExpectRefused({"bench", "uniform:100", "--quick", "--callgrind"}, {"--callgrind", "valgrind"});
	setenv("PATH", Path.c_str(), 1);
	ExpectRefused({"bench", "--callgrind", "--compare", "base.csv"}, {"base.csv"});
	ExpectRefused({"bench", "--callgrind", "--allowed-growth", "-1"}, {"--allowed-growth", "-1", "10"});
}

TEST_F(CommandLine, BenchTellsTheLatencyOfSmallCrowds)
{
	const Outcome Result =
		Crowd({"bench", "uniform:30", "--small", "--quick", "--model", "orca", "--threads", "1", "--csv", "-"});
	ASSERT_EQ(Result.ExitCode, 0) << Result.Err;
	EXPECT_EQ(std::count(Result.Out.begin(), Result.Out.end(), '\n'), 3) << Result.Out;
	for (const char* Part : {",back to back,", ",game,", "ms_p999", "step_histogram"})
	{
		EXPECT_NE(Result.Out.find(Part), std::string::npos) << Result.Out;
	}
	EXPECT_NE(Result.Err.find("### Latency of a step"), std::string::npos) << Result.Err;
}

// --------------------------------------------------------------------------------------------------------------- demo

TEST_F(CommandLine, DemoLeavesARecordingThatReplays)
{
	const Outcome Result = Crowd({"demo"});
	ASSERT_EQ(Result.ExitCode, 0) << Result.Err;
	EXPECT_EQ(Files(), (std::set<std::string>{"crowd-demo.crowdrec", "crowd-demo.html"}));
	EXPECT_NE(Result.Out.find("1000 agents"), std::string::npos) << Result.Out;
	EXPECT_NE(Result.Out.find("crowd-demo.crowdrec"), std::string::npos) << Result.Out;
	EXPECT_NE(Result.Out.find("agent steps a second"), std::string::npos) << Result.Out;
	EXPECT_EQ(Crowd({"replay", "crowd-demo.crowdrec", "--threads", "1"}).ExitCode, 0);
}
}
}
