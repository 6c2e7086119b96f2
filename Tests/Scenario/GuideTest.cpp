// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What a scene does to those who walk in it: doors that shut, blocks that come and go, exits that are left by.

#include "CrowdCore/CrowdRecording.h"
#include "Scenarios/JsonReader.h"
#include "Scenarios/Simulation.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>

#include <sys/wait.h>

namespace CrowdAvoidance::Testing::GuideTest
{
namespace
{
using Scenarios::EPlanner;
using Scenarios::Json;
using Scenarios::LoadScene;
using Scenarios::ParseScene;
using Scenarios::Scene;
using Scenarios::Simulation;

std::string NameOf(const testing::TestParamInfo<EPlanner>& Info)
{
	switch (Info.param)
	{
	case EPlanner::Goal:
		return "goal";
	case EPlanner::Steering:
		return "steering";
	case EPlanner::Roadmap:
		return "roadmap";
	case EPlanner::Detour:
		return "detour";
	}
	return "";
}

std::vector<Vec2> PositionsByAgent(Simulation& Crowd)
{
	std::vector<Vec2> Positions(Crowd.GetScene().Agents.size(), Vec2{NAN, NAN});
	const AgentsView View = Crowd.GetWorld().Agents();
	for (size_t Place = 0; Place < static_cast<size_t>(View.Count); ++Place)
	{
		Positions[View.HandleIndex[Place]] = {View.PositionX[Place], View.PositionY[Place]};
	}
	return Positions;
}

/// Half of the thickness of the wall along x = 0, and of the door in it. [m]
constexpr float HalfWall = 0.2f;

/// An agent came into an opening of the wall along x = 0. Whoever stands in a doorway when it shuts comes out of it and is no
/// passage.
struct Passage
{
	uint32_t Agent;
	double Seconds; ///< When the step began that it was made in.
	float Y;
};

std::vector<Passage> CollectPassages(Simulation& Crowd)
{
	std::vector<Passage> Passages;
	std::vector<Vec2> Before = PositionsByAgent(Crowd);
	for (bool bGoOn = true; bGoOn;)
	{
		const double Seconds = Crowd.SimulatedSeconds();
		bGoOn = Crowd.Step();
		const std::vector<Vec2> Now = PositionsByAgent(Crowd);
		for (uint32_t Agent = 0; Agent < Now.size(); ++Agent)
		{
			const float Edge = std::copysign(HalfWall, Before[Agent].X);
			const bool bWasOutside = std::abs(Before[Agent].X) > HalfWall;
			const bool bStaysOutside =
				std::abs(Now[Agent].X) > HalfWall && std::signbit(Now[Agent].X) == std::signbit(Edge);
			if (bWasOutside && !bStaysOutside)
			{
				const float Share = (Edge - Before[Agent].X) / (Now[Agent].X - Before[Agent].X);
				Passages.push_back({Agent, Seconds, Before[Agent].Y + Share * (Now[Agent].Y - Before[Agent].Y)});
			}
		}
		Before = Now;
	}
	return Passages;
}

int CountPassages(const std::vector<Passage>& Passages, double From, double Until, float MinY, float MaxY)
{
	return static_cast<int>(std::count_if(Passages.begin(), Passages.end(),
		[&](const Passage& Each)
		{ return Each.Seconds >= From && Each.Seconds < Until && Each.Y >= MinY && Each.Y <= MaxY; }));
}

// ------------------------------------------------------------------------------------------------ Doors and blocks

class Doors : public testing::TestWithParam<EPlanner>
{};

TEST_P(Doors, NobodyPassesWhileTheyAreShut)
{
	const Scene Scene = LoadScene("doors");
	ASSERT_EQ(Scene.Doors.size(), 1u);
	ASSERT_EQ(Scene.Doors[0].Schedule, (std::vector<std::pair<double, bool>>{{8.0, false}, {40.0, true}}));
	for (const char* const Model : {"orca", "clearpath"})
	{
		SCOPED_TRACE(Model);
		Simulation Crowd(Scene, {.World = {.Model = Model}, .Planner = GetParam(), .Threads = 1});
		const std::vector<Passage> Passages = CollectPassages(Crowd);
		const auto Count = [&](double From, double Until)
		{ return CountPassages(Passages, From, Until, -3.8f, -2.2f); };
		EXPECT_GT(Count(0.0, 8.0), 0) << "some are through before it shuts";
		EXPECT_EQ(Count(8.0, 40.0), 0) << "nobody passes a shut door";
		EXPECT_EQ(Crowd.ComputeMetrics().Arrived, 40);
		const int RoundWhileShut = CountPassages(Passages, 8.0, 40.0, 8.0f, 10.4f);
		if (GetParam() == EPlanner::Detour)
		{
			EXPECT_GT(RoundWhileShut, 0) << "who finds it shut goes round";
		}
		else
		{
			EXPECT_GT(Count(40.0, 1e9), 0) << "a roadmap knows no doors: they wait until it opens";
		}
	}
}

TEST_P(Doors, MayBeShutAtTheStart)
{
	Scene Scene = LoadScene("doors");
	Scene.Doors[0].bOpen = false;
	Scene.Doors[0].Schedule = {{15.0, true}, {20.0, false}, {25.0, true}};
	Simulation Crowd(Scene, {.Planner = GetParam(), .Threads = 1});
	const std::vector<Passage> Passages = CollectPassages(Crowd);
	const auto Count = [&](double From, double Until) { return CountPassages(Passages, From, Until, -3.8f, -2.2f); };
	EXPECT_EQ(Count(0.0, 15.0), 0);
	EXPECT_EQ(Count(20.0, 25.0), 0);
	EXPECT_GT(CountPassages(Passages, 0.0, 1e9, -12.0f, 12.0f), 0);
	EXPECT_EQ(Crowd.ComputeMetrics().Arrived, 40);
}

/// Twelve agents and a wall with one gap of 3 m, in which something stands from 2 s to 25 s.
constexpr const char* BlockedGap = R"({"name": "gap", "description": "A gap that is blocked for a while.", "seed": 1,
	"dt": 0.1, "stop": { "maxSeconds": 90, "arrivedFraction": 1 }, "arrivalRadius": 1,
	"ground": [[-16, -10], [16, 10]], "navmesh": { "cellSize": 0.1, "tileSize": 8 },
	"profiles": [{ "name": "walker" }],
	"agent": { "radius": 0.3, "maxSpeed": 1.5, "preferredSpeed": 1.3, "profile": "walker" },
	"spawners": [{ "kind": "block", "count": 12, "front": [-6, 0], "heading": 0, "columns": 4, "spacing": 1, "noise": 0.05,
		"goals": [{ "kind": "opposite" }] }],
	"obstacles": [[[-0.2, -10], [0.2, -10], [0.2, -1.5], [-0.2, -1.5]], [[-0.2, 1.5], [0.2, 1.5], [0.2, 10], [-0.2, 10]]],
	"blocks": [{ "outline": [[-0.5, -1.6], [0.5, -1.6], [0.5, 1.6], [-0.5, 1.6]], "from": 2, "until": 25 }]})";

TEST_P(Doors, BlocksComeAndGo)
{
	const Scene Blocked = ParseScene(BlockedGap, "gap.json");
	Simulation Crowd(Blocked, {.Planner = GetParam(), .Threads = 1});
	const std::vector<Passage> Passages = CollectPassages(Crowd);
	ASSERT_FALSE(Passages.empty());
	EXPECT_GE(Passages.front().Seconds, 25.0);
	EXPECT_EQ(Crowd.ComputeMetrics().Arrived, 12);

	// It was the block that held them up.
	Scene Free = Blocked;
	Free.Blocks.clear();
	Simulation Others(Free, {.Planner = GetParam(), .Threads = 1});
	EXPECT_LT(CollectPassages(Others).front().Seconds, 10.0);
	EXPECT_EQ(Others.ComputeMetrics().Arrived, 12);
}

TEST_P(Doors, ABlockThatComesLateHoldsUpThoseWhoComeLate)
{
	Scene Scene = ParseScene(BlockedGap, "gap.json");
	Scene.Blocks[0].From = 5.0;
	Scene.Blocks[0].Until = 20.0;
	Simulation Crowd(Scene, {.Planner = GetParam(), .Threads = 1});
	const std::vector<Passage> Passages = CollectPassages(Crowd);
	EXPECT_GT(CountPassages(Passages, 0.0, 5.0, -1.5f, 1.5f), 0);
	// The mesh is rebuilt a tile a step, and the block lies on four.
	EXPECT_EQ(CountPassages(Passages, 5.5, 20.0, -10.0f, 10.0f), 0);
	EXPECT_GT(CountPassages(Passages, 20.0, 1e9, -1.5f, 1.5f), 0);
	EXPECT_EQ(Crowd.ComputeMetrics().Arrived, 12);
}

INSTANTIATE_TEST_SUITE_P(Guide, Doors, testing::Values(EPlanner::Detour, EPlanner::Roadmap), NameOf);

// --------------------------------------------------------------------------------------------------------- Exits

float DistanceToExit(const Scene& Scene, Vec2 Position)
{
	float Nearest = INFINITY;
	for (const Vec2 Exit : Scene.Exits)
	{
		Nearest = std::min(Nearest, Distance(Position, Exit));
	}
	return Nearest;
}

class Exits : public testing::TestWithParam<EPlanner>
{};

TEST_P(Exits, WhoeverGetsThereLeavesAndCountsAsArrived)
{
	const Scene Scene = LoadScene("evac-30");
	Simulation Crowd(Scene, {.Planner = GetParam(), .Threads = 1});
	const float Reach = Scene.ArrivalRadius + 1.5f * Scene.Dt + 1e-3f;
	std::vector<Vec2> Before = PositionsByAgent(Crowd);
	int Left = 0;
	int StepsWithArrivals = 0;
	for (bool bGoOn = true; bGoOn;)
	{
		bGoOn = Crowd.Step();
		const std::vector<Vec2> Now = PositionsByAgent(Crowd);
		int JustLeft = 0;
		for (size_t Agent = 0; Agent < Now.size(); ++Agent)
		{
			ASSERT_FALSE(std::isnan(Before[Agent].X) && !std::isnan(Now[Agent].X))
				<< "agent " << Agent << " has come back";
			if (std::isnan(Now[Agent].X) && !std::isnan(Before[Agent].X))
			{
				++JustLeft;
				EXPECT_LE(DistanceToExit(Scene, Before[Agent]), Reach) << "agent " << Agent << " left elsewhere";
			}
		}
		Left += JustLeft;
		StepsWithArrivals += JustLeft > 0 ? 1 : 0;
		Before = Now;
		ASSERT_EQ(Crowd.GetWorld().Agents().Count, 30 - Left);
		ASSERT_EQ(Crowd.ComputeMetrics().Arrived, Left);
		ASSERT_EQ(bGoOn, Left < 30 && Crowd.SimulatedSeconds() < Scene.MaxSeconds - 0.05);
	}
	EXPECT_EQ(Left, 30);
	EXPECT_GT(StepsWithArrivals, 5) << "one after the other";
}

INSTANTIATE_TEST_SUITE_P(Guide, Exits, testing::Values(EPlanner::Detour, EPlanner::Roadmap), NameOf);

// --------------------------------------------------------------------------------------- Through the command line

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

/// A folder of this test's own, in which the program runs.
class GuideCommand : public testing::TestWithParam<EPlanner>
{
protected:
	void SetUp() override
	{
		std::string Name = testing::UnitTest::GetInstance()->current_test_info()->name();
		std::replace(Name.begin(), Name.end(), '/', '-');
		Folder = std::filesystem::path(testing::TempDir()) / ("CrowdGuide-" + Name);
		std::filesystem::remove_all(Folder);
		std::filesystem::create_directories(Folder);
	}
	void TearDown() override { std::filesystem::remove_all(Folder); }

	/// Arguments are plain words without quotes.
	Outcome Crowd(const std::string& Arguments) const
	{
		const std::string Command =
			"cd '" + Folder.string() + "' && '" CROWD_CLI_PATH "' " + Arguments + " </dev/null >out 2>err";
		const int Status = std::system(Command.c_str());
		return {WIFEXITED(Status) ? WEXITSTATUS(Status) : -1, ReadAll(Folder / "out"), ReadAll(Folder / "err")};
	}

	std::filesystem::path Folder;
};

/// By agent, by frame.
using Trajectories = std::map<uint32_t, std::map<int, Vec2>>;

Trajectories ReadTrajectories(const std::filesystem::path& Path)
{
	Trajectories Result;
	std::ifstream Lines(Path);
	for (std::string Line; std::getline(Lines, Line);)
	{
		uint32_t Agent = 0;
		int Frame = 0;
		Vec2 Position;
		std::istringstream Columns(Line);
		if (Line.front() != '#' && Columns >> Agent >> Frame >> Position.X >> Position.Y)
		{
			EXPECT_TRUE(Result[Agent].emplace(Frame, Position).second) << "twice: " << Line;
		}
	}
	return Result;
}

TEST_P(GuideCommand, RecordingsAndTrajectoriesOfThoseWhoLeaveAreRight)
{
	const std::string Planner = NameOf({GetParam(), 0});
	const Outcome Run = Crowd(
		"run evac-40 --planner " + Planner + " --threads 1 --record r.crowdrec --trajectories t.txt --metrics m.json");
	ASSERT_EQ(Run.ExitCode, 0) << Run.Err;
	const Json Measured = Json::parse(ReadAll(Folder / "m.json"));
	EXPECT_EQ(Measured.at("agents"), 40);
	EXPECT_EQ(Measured.at("arrived").at("count"), 40);
	// Exits are shared by all, so there is a field and nobody has a path.
	EXPECT_EQ(Measured.at("navigator").at("fieldsMade") > 0, GetParam() == EPlanner::Detour);
	EXPECT_EQ(Measured.at("navigator").at("pathsFound"), 0);

	const Scene Scene = LoadScene("evac-40");
	const Trajectories Tracks = ReadTrajectories(Folder / "t.txt");
	EXPECT_EQ(Tracks.size(), 40u);
	RecordingReader Recording;
	ASSERT_TRUE(Recording.Open((Folder / "r.crowdrec").c_str()));
	size_t RecordedLines = 0;
	for (int Frame = 0; Frame < Recording.FrameCount(); ++Frame)
	{
		const Result<RecordedFrame> Read = Recording.ReadFrame(Frame);
		ASSERT_TRUE(Read);
		for (int Index = 0; Index < Read.Value().AgentCount; ++Index)
		{
			const RecordedAgent& Agent = Read.Value().Agents[Index];
			const std::map<int, Vec2>& Track = Tracks.at(Agent.HandleIndex);
			ASSERT_TRUE(Track.contains(Frame)) << "agent " << Agent.HandleIndex << " is not in frame " << Frame;
			// The text has four decimals.
			ASSERT_LE(Distance(Track.at(Frame), Agent.Position), 1e-4f);
		}
		RecordedLines += static_cast<size_t>(Read.Value().AgentCount);
	}
	size_t WrittenLines = 0;
	for (const auto& [Agent, Track] : Tracks)
	{
		WrittenLines += Track.size();
		EXPECT_EQ(Track.begin()->first, 0);
		EXPECT_EQ(Track.rbegin()->first + 1, static_cast<int>(Track.size()))
			<< "agent " << Agent << " is missing in between";
		EXPECT_LT(Track.rbegin()->first + 1, Recording.FrameCount())
			<< "agent " << Agent << " is still there in the last frame";
		EXPECT_LE(DistanceToExit(Scene, Track.rbegin()->second), Scene.ArrivalRadius + 1.5f * Scene.Dt + 1e-3f)
			<< Agent;
	}
	EXPECT_EQ(WrittenLines, RecordedLines);

	const std::string Frames = std::to_string(Recording.FrameCount()) + " frames match\n";
	for (const char* More : {"", " --threads 2", " --isa scalar"})
	{
		const Outcome Replay = Crowd(std::string("replay r.crowdrec") + More);
		EXPECT_EQ(Replay.ExitCode, 0) << Replay.Err;
		EXPECT_EQ(Replay.Out, Frames) << More;
	}
}

TEST_P(GuideCommand, RecordingsOfDoorsReplay)
{
	const std::string Planner = NameOf({GetParam(), 0});
	ASSERT_EQ(Crowd("run doors --steps 450 --record r.crowdrec --planner " + Planner).ExitCode, 0);
	EXPECT_EQ(Crowd("replay r.crowdrec --threads 1").Out, "451 frames match\n");
}

TEST_P(GuideCommand, NamesMayHaveACount)
{
	const std::string Planner = " --metrics - --planner " + NameOf({GetParam(), 0});
	const auto Run = [&](const std::string& Words) { return Json::parse(Crowd("run " + Words + Planner).Out); };
	const Json Named = Run("evac-200 --steps 30");
	EXPECT_EQ(Named.at("agents"), 200);
	EXPECT_EQ(Named.at("steps"), 30);
	EXPECT_EQ(Run("evac --agents 200 --steps 30").at("stateHash"), Named.at("stateHash"));
	EXPECT_NE(Run("evac-201 --steps 30").at("stateHash"), Named.at("stateHash"));
	const Outcome TooMany = Crowd("run evac-30k" + Planner);
	EXPECT_EQ(TooMany.ExitCode, 2);
	EXPECT_NE(TooMany.Err.find("20000"), std::string::npos) << TooMany.Err;
}

INSTANTIATE_TEST_SUITE_P(Guide, GuideCommand, testing::Values(EPlanner::Detour, EPlanner::Roadmap), NameOf);
}
}
