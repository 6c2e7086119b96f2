// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What a replay page carries is what was simulated: it is read back and compared with the run.

#include "PageReader.h"

#include "Display/Snapshot.h"
#include "Replay/FrameLog.h"
#include "Replay/OverlayLog.h"
#include "Replay/ReplayWriter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace CrowdAvoidance::Replay::ReplayTest
{
namespace
{
/// A run, its page, and what was true in each frame.
struct Recorded
{
	Scenarios::Scene Scene;
	std::string Page;
	std::vector<Display::Snapshot> Frames;
	/// By agent, from each frame but the last.
	std::map<uint32_t, std::map<uint32_t, DebugGeometry>> Seen;
};

Recorded Record(const Scenarios::Scene& Scene, int Steps, std::vector<uint32_t> Watch = {}, std::string Model = "orca",
	const std::string& Title = "title")
{
	Recorded Out;
	Out.Scene = Scene;
	Scenarios::RunOptions Options;
	Options.World.Model = Model;
	Scenarios::Simulation Run(Scene, Options);
	ReplayWriter Writer(Run, {Title, "model", "planner"}, std::move(Watch));
	const auto Add = [&]
	{
		Writer.AddFrame(Run);
		Display::TakeSnapshot(Run, Out.Frames.emplace_back());
	};
	Add();
	for (int Step = 0; Step < Steps; ++Step)
	{
		Run.Step();
		for (uint32_t Agent = 0; Agent < Scene.Agents.size(); ++Agent)
		{
			if (const DebugGeometry* const Geometry = Run.GetWorld().DebugOf(Run.GetWorld().HandleOf(Agent)))
			{
				Out.Seen[Agent][static_cast<uint32_t>(Step)] = *Geometry;
			}
		}
		Add();
	}
	Out.Page = Writer.Finish(Run.ComputeMetrics());
	return Out;
}

Scenarios::Scene MakePair()
{
	Scenarios::Scene Scene;
	Scene.Name = "pair";
	Scene.Profiles.emplace_back();
	Scenarios::SceneAgent Agent;
	Agent.Position = {-3.0f, 0.0f};
	Agent.Goals = {{3.0f, 0.0f}};
	Scene.Agents.push_back(Agent);
	Agent.Position = {3.0f, 0.1f};
	Agent.Goals = {{-3.0f, 0.0f}};
	Agent.Group = 7;
	Scene.Agents.push_back(Agent);
	return Scene;
}

void ExpectSamePositions(const Recorded& Run, const PageReader& Page)
{
	ASSERT_EQ(Page.Frames.size(), Run.Frames.size());
	ASSERT_EQ(Page.Agents.size(), Run.Scene.Agents.size());
	// Half a quantum, and what floats round off.
	const double Tolerance = 0.5 * Page.Quantum + 1e-5;
	double Worst = 0.0;
	for (size_t Frame = 0; Frame < Run.Frames.size(); ++Frame)
	{
		size_t Present = 0;
		for (const PageReader::Agent& Agent : Page.Agents)
		{
			Present += Frame < Agent.Present ? 1 : 0;
		}
		ASSERT_EQ(Present, Run.Frames[Frame].Agents.size()) << "frame " << Frame;
		for (const Display::SnapshotAgent& Agent : Run.Frames[Frame].Agents)
		{
			const PageReader::Agent& Read = Page.Agents[Agent.Number];
			ASSERT_LT(Frame, Read.Present) << "agent " << Agent.Number;
			Worst = std::max(
				{Worst, std::abs(Read.X[Frame] - Agent.Position.X), std::abs(Read.Y[Frame] - Agent.Position.Y)});
			ASSERT_EQ(Read.Overlapping[Frame], Agent.bOverlaps) << "agent " << Agent.Number << ", frame " << Frame;
			ASSERT_EQ(Read.Arrived <= Frame, Agent.bArrived) << "agent " << Agent.Number << ", frame " << Frame;
		}
		EXPECT_EQ(Page.Frames[Frame].Step, Run.Frames[Frame].Step);
		EXPECT_EQ(Page.Frames[Frame].Pairs, static_cast<uint32_t>(Run.Frames[Frame].OverlappingPairs));
		EXPECT_EQ(Page.Frames[Frame].Arrived, static_cast<uint32_t>(Run.Frames[Frame].Arrived));
		EXPECT_NEAR(Page.Frames[Frame].MeanDensity, Run.Frames[Frame].MeanDensity, 0.0005 + 1e-9);
	}
	EXPECT_LE(Worst, Tolerance);
}

void ExpectSameGeometry(const DebugGeometry& True, const PageReader::Overlay& Read, double Quantum)
{
	EXPECT_EQ(Read.bKept, True.bKept);
	EXPECT_EQ(Read.bRelaxed, True.bRelaxed);
	EXPECT_NEAR(Read.Window, True.Window, 0.0005 + 1e-6);
	ASSERT_EQ(Read.Items.size(), True.Items.size());
	for (size_t Index = 0; Index < True.Items.size(); ++Index)
	{
		const DebugItem& Item = True.Items[Index];
		const PageReader::Item& Other = Read.Items[Index];
		ASSERT_EQ(Other.Kind, Item.Kind);
		EXPECT_EQ(Other.Reason, Item.Reason);
		EXPECT_EQ(Other.Other, Item.Other);
		if (Item.Kind == EDebugKind::Neighbor)
		{
			EXPECT_NEAR(Other.Seconds, Item.Seconds, 0.0005 + 1e-6);
			continue;
		}
		EXPECT_EQ(Other.bClosed, Item.bClosed);
		EXPECT_NEAR(Other.Radius, Item.Radius, 0.0005 + 1e-6);
		const std::span<const Vec2> Points = True.PointsOf(Item);
		ASSERT_EQ(Other.Points.size(), Points.size());
		const double Tolerance = 0.5 * (IsInVelocitySpace(Item.Kind) ? Read.Window / 512.0 : Quantum) + 1e-5;
		for (size_t Point = 0; Point < Points.size(); ++Point)
		{
			ASSERT_NEAR(Other.Points[Point].first, Points[Point].X, Tolerance) << DebugKindName(Item.Kind);
			ASSERT_NEAR(Other.Points[Point].second, Points[Point].Y, Tolerance) << DebugKindName(Item.Kind);
		}
	}
}

void ExpectSameOverlays(const Recorded& Run, const PageReader& Page)
{
	for (const auto& [Agent, Frames] : Page.Overlays)
	{
		const auto Seen = Run.Seen.find(Agent);
		ASSERT_EQ(Frames.size(), Seen == Run.Seen.end() ? 0 : Seen->second.size()) << "agent " << Agent;
		for (const auto& [Frame, Overlay] : Frames)
		{
			const DebugGeometry& True = Seen->second.at(Frame);
			// What a step saw belongs to the frame before it.
			ASSERT_EQ(True.Step, Page.Frames[Frame].Step + 1);
			ExpectSameGeometry(True, Overlay, Page.Quantum);
		}
	}
}

std::set<uint32_t> WatchedOf(const PageReader& Page)
{
	std::set<uint32_t> Out;
	for (const auto& Entry : Page.Overlays)
	{
		Out.insert(Entry.first);
	}
	return Out;
}
}

TEST(Replay, CarriesWhatWasSimulated)
{
	const Recorded Run = Record(Scenarios::LoadScene("circle-32"), 120);
	const PageReader Page(Run.Page);
	ExpectSamePositions(Run, Page);
	EXPECT_LE(Page.Quantum, 0.01);
	int Overlapping = 0;
	for (const Display::Snapshot& Frame : Run.Frames)
	{
		Overlapping += Frame.OverlappingPairs;
	}
	EXPECT_GT(Overlapping, 0) << "flags are not tested by a run without overlaps";
	for (size_t Agent = 0; Agent < Page.Agents.size(); ++Agent)
	{
		EXPECT_NEAR(Page.Agents[Agent].Radius, Run.Scene.Agents[Agent].Radius, 1e-4);
		EXPECT_NEAR(Page.Agents[Agent].MaxSpeed, Run.Scene.Agents[Agent].MaxSpeed, 1e-4);
		ASSERT_EQ(Page.Agents[Agent].Goals.size(), Run.Scene.Agents[Agent].Goals.size());
		EXPECT_NEAR(Page.Agents[Agent].Goals[0].first, Run.Scene.Agents[Agent].Goals[0].X, Page.Quantum);
		EXPECT_NEAR(Page.Agents[Agent].Goals[0].second, Run.Scene.Agents[Agent].Goals[0].Y, Page.Quantum);
	}
}

TEST(Replay, KeepsTheOverlaysOfASmallCrowd)
{
	for (const char* const Model : {"orca", "clearpath", "rcap"})
	{
		const Recorded Run = Record(Scenarios::LoadScene("circle-32"), 60, {}, Model);
		const PageReader Page(Run.Page);
		EXPECT_EQ(Page.Overlays.size(), 32u);
		ExpectSameOverlays(Run, Page);
	}
}

TEST(Replay, KeepsPathsAndWalls)
{
	Scenarios::Scene Scene = Scenarios::LoadScene("doors");
	Scene.Planner = "goal";
	const Recorded Run = Record(Scene, 60, {3});
	const PageReader Page(Run.Page);
	ASSERT_EQ(WatchedOf(Page), std::set<uint32_t>{3});
	ExpectSameOverlays(Run, Page);
	std::set<EDebugKind> Kinds;
	for (const auto& Entry : Page.Overlays.at(3))
	{
		for (const PageReader::Item& Item : Entry.second.Items)
		{
			Kinds.insert(Item.Kind);
		}
	}
	EXPECT_TRUE(Kinds.contains(EDebugKind::Path));
	EXPECT_TRUE(Kinds.contains(EDebugKind::Wall));
	EXPECT_EQ(Page.Header["scene"]["walls"].size(), Run.Scene.Obstacles.size());
	ASSERT_EQ(Page.Header["scene"]["doors"].size(), Run.Scene.Doors.size());
	EXPECT_EQ(Page.Header["scene"]["doors"][0]["schedule"].size(), Run.Scene.Doors[0].Schedule.size());
}

TEST(Replay, KeepsBodies)
{
	const Recorded Run = Record(Scenarios::LoadScene("trolleys"), 10, {}, "clearpath");
	const PageReader Page(Run.Page);
	ExpectSamePositions(Run, Page);
	const nlohmann::json& Bodies = Page.Header["bodies"];
	ASSERT_EQ(Bodies.size(), 18u);
	// The last of them lies across.
	EXPECT_EQ(Bodies[0][0], 0);
	EXPECT_EQ(Bodies[0][1], nlohmann::json::parse("[[-0.9, -0.35], [0.9, -0.35], [0.9, 0.35], [-0.9, 0.35]]"));
	EXPECT_NEAR(Bodies[0][2].get<double>(), 0.35, 1e-6);
	EXPECT_EQ(Bodies[17][0], 17);
	EXPECT_NEAR(Bodies[17][1][0][0].get<double>(), 0.35, 0.001);
	EXPECT_NEAR(Bodies[17][1][0][1].get<double>(), -0.9, 0.001);
}

TEST(Replay, AgentsThatLeaveAreGone)
{
	const Recorded Run = Record(Scenarios::LoadScene("evac-60"), 800);
	const PageReader Page(Run.Page);
	ASSERT_LT(Run.Frames.back().Agents.size(), 60u) << "nobody has left";
	ExpectSamePositions(Run, Page);
	ExpectSameOverlays(Run, Page);
}

TEST(Replay, WatchesWhomItIsTold)
{
	const Recorded Run = Record(Scenarios::LoadScene("circle-32"), 10, {30, 4, 4});
	EXPECT_EQ(WatchedOf(PageReader(Run.Page)), (std::set<uint32_t>{4, 30}));
	EXPECT_THROW(Record(MakePair(), 1, {2}), Scenarios::InputError);
	try
	{
		Record(MakePair(), 1, {0, 1000000});
		FAIL() << "an agent that is not there is watched";
	}
	catch (const Scenarios::InputError& Error)
	{
		EXPECT_STREQ(Error.what(), "--watch has 1000000, must be below 2, the agents of pair");
	}
}

TEST(Replay, ThousandAgentsAndFramesAreAtMostFiveMegabytes)
{
	Scenarios::Simulation Run(Scenarios::LoadScene("circle-1k"), {});
	ReplayWriter Writer(Run, {"circle-1k", "orca", "goal"}, {});
	Writer.AddFrame(Run);
	for (int Step = 1; Step < 1000; ++Step)
	{
		Run.Step();
		Writer.AddFrame(Run);
	}
	const std::string Page = Writer.Finish(Run.ComputeMetrics());
	RecordProperty("Bytes", static_cast<int>(Page.size()));
	EXPECT_LE(Page.size(), 5'000'000u);
	const PageReader Read(Page);
	EXPECT_EQ(Read.Frames.size(), 1000u);
	EXPECT_EQ(Read.Agents.size(), 1000u);
	EXPECT_GE(Read.Overlays.size(), 4u);
}

TEST(Replay, TextsStayTexts)
{
	const std::string Hostile = "</title></script><script>alert(1)</script><!-- & @DATA@ \xff\x01";
	Scenarios::Scene Scene = MakePair();
	Scene.Description = Hostile;
	const Recorded Run = Record(Scene, 3, {}, "orca", Hostile);
	EXPECT_EQ(Run.Page.find("<script>alert"), std::string::npos);
	EXPECT_NE(
		Run.Page.find("<title>&lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;!-- &amp; @DATA@"),
		std::string::npos);
	// As many scripts as the page of a harmless title has.
	const auto Count = [](const std::string& Text, const char* What)
	{
		size_t Found = 0;
		for (size_t At = Text.find(What); At != std::string::npos; At = Text.find(What, At + 1))
		{
			++Found;
		}
		return Found;
	};
	const Recorded Harmless = Record(MakePair(), 3);
	EXPECT_EQ(Count(Run.Page, "</script"), Count(Harmless.Page, "</script"));
	EXPECT_EQ(Count(Run.Page, "<!--"), Count(Harmless.Page, "<!--"));
	const PageReader Read(Run.Page);
	EXPECT_EQ(Read.Header["title"].get<std::string>().substr(0, 50), Hostile.substr(0, 50));
}

TEST(Replay, PagesAskNobodyForAnything)
{
	const Recorded Run = Record(MakePair(), 1);
	EXPECT_NE(Run.Page.find("default-src 'none'"), std::string::npos);
	EXPECT_EQ(Run.Page.find("http://"), std::string::npos);
	EXPECT_EQ(Run.Page.find("https://"), std::string::npos);
	EXPECT_EQ(Run.Page.find(" src="), std::string::npos);
}

TEST(Replay, SmallRuns)
{
	// No frames at all.
	Scenarios::Simulation Run(MakePair(), {});
	ReplayWriter Writer(Run, {"pair", "orca", "goal"}, {});
	const PageReader None(Writer.Finish(Run.ComputeMetrics()));
	EXPECT_TRUE(None.Frames.empty());
	EXPECT_EQ(None.Agents.size(), 2u);

	// One agent, for one frame and for more.
	Scenarios::Scene Scene = MakePair();
	Scene.Agents.pop_back();
	for (const int Steps : {0, 1, 40})
	{
		const Recorded Alone = Record(Scene, Steps);
		const PageReader Page(Alone.Page);
		ExpectSamePositions(Alone, Page);
		ExpectSameOverlays(Alone, Page);
	}

	// Nobody.
	Scene.Agents.clear();
	const PageReader Empty(Record(Scene, 2).Page);
	EXPECT_EQ(Empty.Frames.size(), 3u);
	EXPECT_TRUE(Empty.Agents.empty());
}

TEST(Replay, AgentsFarAwayAreKeptAsWellAsSixteenBitsCan)
{
	Scenarios::Scene Scene = MakePair();
	Scene.Agents[1].Goals.clear();
	Scene.Agents[1].Position = {90000.0f, -50000.0f};
	Scene.Agents[1].Velocity = {1.0f, 0.0f};
	const Recorded Run = Record(Scene, 20);
	const PageReader Page(Run.Page);
	ExpectSamePositions(Run, Page);
	EXPECT_GT(Page.Quantum, 1.0);
}

TEST(FrameLog, LongRunsAreKeptInLargerSteps)
{
	Scenarios::Simulation Run(MakePair(), {});
	FrameLog Log(Run.GetScene(), 10);
	std::vector<float> X;
	for (int Frame = 0; Frame < 100; ++Frame)
	{
		const Result<AgentState> State = Run.GetWorld().GetAgent(Run.GetWorld().HandleOf(0));
		X.push_back(State.Value().Position.X);
		Log.Add(Run);
		Run.Step();
		EXPECT_LE(Log.Count(), 10u);
	}
	ASSERT_EQ(Log.GetStride(), 16u);
	EXPECT_EQ(Log.Count(), 7u);
	EXPECT_TRUE(Log.Keeps(96));
	EXPECT_FALSE(Log.Keeps(97));
	// Of the first agent: one byte or two a number, sign in the lowest bit, from where the two before point to.
	const Grid On = {{-3.0f, -1.0f}, 0.01};
	const std::string Bytes = Log.EncodePositions(On, &Grid::X);
	size_t At = 0;
	int Last = 0;
	int BeforeLast = 0;
	for (int Frame = 0; Frame < 7; ++Frame)
	{
		uint32_t Number = 0;
		int Shift = 0;
		uint8_t Byte = 0;
		do
		{
			Byte = static_cast<uint8_t>(Bytes.at(At++));
			Number |= static_cast<uint32_t>(Byte & 0x7f) << Shift;
			Shift += 7;
		} while (Byte >= 0x80);
		const int Error = static_cast<int>(Number >> 1) ^ -static_cast<int>(Number & 1);
		const int Value = (Frame == 0 ? 0 : Frame == 1 ? Last : 2 * Last - BeforeLast) + Error;
		EXPECT_NEAR(Value * 0.01 - 3.0, X[static_cast<size_t>(Frame) * 16], 0.0051) << "frame " << Frame;
		BeforeLast = Last;
		Last = Value;
	}
}

TEST(OverlayLog, DropsEverySecondAgentWhenThereIsNoRoom)
{
	const Scenarios::Scene Scene = Scenarios::LoadScene("circle-32");
	Scenarios::Simulation Run(Scene, {});
	FrameLog Frames(Run.GetScene(), 100);
	std::vector<uint32_t> All(32);
	for (uint32_t Agent = 0; Agent < 32; ++Agent)
	{
		All[Agent] = Agent;
	}
	OverlayLog Log(Run, All, 200'000);
	for (uint32_t Frame = 0; Frame < 40; ++Frame)
	{
		Frames.Add(Run);
		Run.Step();
		Log.Add(Run, Frame);
	}
	const std::vector<OverlayLog::Packed> Packed = Log.Encode(Frames, Frames.ChooseGrid(), 1'000'000);
	ASSERT_LT(Packed.size(), 32u);
	ASSERT_GE(Packed.size(), 1u);
	const uint32_t Apart = 32 / static_cast<uint32_t>(Packed.size());
	int StillWatched = 0;
	for (uint32_t Agent = 0; Agent < 32; ++Agent)
	{
		StillWatched += Run.GetWorld().DebugOf(Run.GetWorld().HandleOf(Agent)) ? 1 : 0;
	}
	EXPECT_EQ(static_cast<size_t>(StillWatched), Packed.size());
	for (size_t Index = 0; Index < Packed.size(); ++Index)
	{
		EXPECT_EQ(Packed[Index].Agent, Index * Apart);
	}
	// With less room in the page than was kept, the page gets fewer.
	const size_t LessRoom = Packed[0].Bytes.size() + 1;
	EXPECT_EQ(Log.Encode(Frames, Frames.ChooseGrid(), LessRoom).size(), 1u);
}
}
