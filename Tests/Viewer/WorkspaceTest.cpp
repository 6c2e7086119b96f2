// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Sessions, two of them side by side, time, watching, sliders; the camera.

#include "CrowdViewer/Workspace.h"
#include "CrowdViewer/Camera.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace CrowdAvoidance::Testing::WorkspaceTest
{
namespace
{
using Scenarios::InputError;
using namespace Viewer;

uint64_t HashAfter(Workspace& Work, int Steps, size_t Session = 0)
{
	for (int Step = 0; Step < Steps; ++Step)
	{
		Work.Step();
	}
	return Work.Sessions().at(Session)->StateHash();
}

const Display::SnapshotAgent& AgentOf(const ViewerSession& Session, uint32_t Number)
{
	const auto& Agents = Session.Shown().Agents;
	return *std::find_if(Agents.begin(), Agents.end(), [&](const auto& Agent) { return Agent.Number == Number; });
}

TEST(Workspace, RunsAsTheCommandLineDoes)
{
	Workspace Work;
	Work.Open("crossing");
	Scenarios::Simulation Same(Scenarios::LoadScene("crossing"), {});
	for (int Step = 0; Step < 25; ++Step)
	{
		Same.Step();
	}
	EXPECT_EQ(HashAfter(Work, 25), Same.GetWorld().StateHash());
}

TEST(Workspace, ResetBeginsAnew)
{
	Workspace Work;
	Work.Open("hallway");
	const uint64_t Start = Work.Sessions().front()->StateHash();
	const uint64_t Then = HashAfter(Work, 15);
	EXPECT_NE(Then, Start);
	Work.Reset();
	EXPECT_EQ(Work.Sessions().front()->Steps(), 0u);
	EXPECT_EQ(Work.Sessions().front()->StateHash(), Start);
	EXPECT_EQ(HashAfter(Work, 15), Then);
}

TEST(Workspace, ASeedIsAnotherScene)
{
	Workspace Work;
	Work.Open("crossing");
	const uint64_t Start = Work.Sessions().front()->StateHash();
	Work.Change([](Cli::RunSetup& Setup) { Setup.Options.Seed = 5; });
	EXPECT_NE(Work.Sessions().front()->StateHash(), Start);
}

TEST(Workspace, TwoModelsSideBySideHaveTheSameScene)
{
	Workspace Work;
	Work.Open("circle");
	Work.SetSecondModel("none");
	ASSERT_EQ(Work.Sessions().size(), 2u);
	EXPECT_EQ(Work.Sessions()[0]->StateHash(), Work.Sessions()[1]->StateHash());
	HashAfter(Work, 95); // In the middle.
	EXPECT_EQ(Work.Sessions()[0]->Steps(), Work.Sessions()[1]->Steps());
	EXPECT_NE(Work.Sessions()[0]->StateHash(), Work.Sessions()[1]->StateHash());
	EXPECT_GT(Work.Sessions()[1]->Shown().OverlappingPairs, Work.Sessions()[0]->Shown().OverlappingPairs);

	Work.SetSecondModel("orca");
	HashAfter(Work, 30);
	EXPECT_EQ(Work.Sessions()[0]->StateHash(), Work.Sessions()[1]->StateHash());
	Work.SetSecondModel("");
	EXPECT_EQ(Work.Sessions().size(), 1u);
}

TEST(Workspace, AgentsCanBeChangedOneByOne)
{
	Workspace Work;
	Work.Open("crossing");
	Work.SetSecondModel("none");
	Work.Step();
	const auto Read = [&](const Parameter& Entry, size_t Session, uint32_t Agent)
	{
		const AgentState Now = Work.Sessions()[Session]->AgentNow(Agent).value();
		return Entry.Read(static_cast<const AgentDef*>(&Now));
	};
	for (const Parameter& Entry : AgentParameters().List)
	{
		const double Other = Read(Entry, 0, 8);
		const double Wanted = std::min(Read(Entry, 0, 7) + 0.25, Entry.Maximum - 1.0);
		Work.SetAgent(7, Entry, static_cast<float>(Wanted));
		for (const size_t Session : {0, 1})
		{
			EXPECT_FLOAT_EQ(static_cast<float>(Read(Entry, Session, 7)), static_cast<float>(Wanted)) << Entry.Name;
			EXPECT_EQ(Read(Entry, Session, 8), Other) << Entry.Name;
		}
	}
	EXPECT_THROW(Work.SetAgent(7, *AgentParameters().Find("radius"), -1.0f), InputError);
	const uint64_t Changed = HashAfter(Work, 20);
	Work.Reset();
	EXPECT_EQ(Work.Sessions()[0]->AgentNow(7)->Radius, Work.Sessions()[0]->AgentNow(8)->Radius);
	EXPECT_NE(HashAfter(Work, 21), Changed);
}

TEST(Workspace, SettingsOfTheCommandLineHold)
{
	Cli::RunSetup Setup = Cli::RunSetup::FromScenario("circle");
	for (const char* const Assignment :
		{"agents=20", "agent.radius=0.25", "profile.neighborDistance=3", "orca.sideBias=0.25"})
	{
		Setup.TakeSet(Assignment);
	}
	Setup.Options.Dt = 0.05f;
	Workspace Work;
	Work.OpenSetup(Setup);
	EXPECT_EQ(Work.Sessions()[0]->Shown().Agents.size(), 20u);
	EXPECT_EQ(Work.Sessions()[0]->Shown().Agents[3].Radius, 0.25f);
	EXPECT_EQ(Work.FirstProfile()->NeighborDistance, 3.0f);
	Scenarios::Simulation Same(Setup.MakeScene(), Setup.MakeOptions(1, EIsa::Auto));
	for (int Step = 0; Step < 20; ++Step)
	{
		Same.Step();
	}
	EXPECT_EQ(HashAfter(Work, 20), Same.GetWorld().StateHash());

	// Other models have no such option, and the scene stays as it is set.
	Work.SetSecondModel("clearpath");
	EXPECT_EQ(Work.Sessions()[1]->Shown().Agents[3].Radius, 0.25f);
	Work.Change([](Cli::RunSetup& Edited) { Edited.Model = "none"; });
	EXPECT_EQ(Work.Sessions()[0]->Shown().Agents[3].Radius, 0.25f);
	Setup.TakeSet("clearpath.sideBias=0.25");
	EXPECT_THROW(Work.OpenSetup(Setup), InputError);
}

TEST(Workspace, WhatFailsChangesNothing)
{
	Workspace Work;
	Work.Open("circle");
	const uint64_t Before = HashAfter(Work, 3);
	EXPECT_THROW(Work.Open("circel"), InputError);
	EXPECT_THROW(Work.Open("missing.json"), InputError);
	EXPECT_THROW(Work.Open("missing.crowdrec"), InputError);
	EXPECT_THROW(Work.Open("/dev/zero"), InputError);
	EXPECT_THROW(Work.SetSecondModel("nobody"), InputError);
	EXPECT_THROW(Work.Change([](Cli::RunSetup& Setup) { Setup.Model = "nobody"; }), InputError);
	EXPECT_THROW(Work.Change([](Cli::RunSetup& Setup) { Setup.Options.Agents = 100'000'000; }), InputError);
	PlacedSpawner TooTight{ESpawnerKind::Block, {0, 0}, {1, 0}, 50, 0.01f, {}};
	EXPECT_THROW(Work.Edit([&](SceneEditor& Editor) { Editor.Place(TooTight); }), InputError);
	EXPECT_TRUE(Work.Editor().Items().empty());
	EXPECT_EQ(Work.Setup().Name, "circle");
	EXPECT_EQ(Work.Setup().Model, "orca");
	EXPECT_EQ(Work.Sessions().size(), 1u);
	EXPECT_EQ(Work.Sessions().front()->Steps(), 3u);
	EXPECT_EQ(Work.Sessions().front()->StateHash(), Before);
}

TEST(Workspace, AnEmptySceneFillsUp)
{
	Workspace Work;
	Work.NewScene();
	EXPECT_TRUE(Work.Sessions().empty());
	EXPECT_EQ(Work.Scene(), nullptr);
	Work.Step();
	Work.SetPlaying(true);
	EXPECT_FALSE(Work.IsPlaying());
	Work.Edit([](SceneEditor& Editor) { Editor.Place(PlacedWall{{{0, -3}, {0, 3}}, false}); });
	EXPECT_TRUE(Work.Sessions().empty());
	Work.Edit([](SceneEditor& Editor) { Editor.Place(PlacedAgent{{-5, 0.4f}, {{5, 0.4f}}}); });
	ASSERT_EQ(Work.Sessions().size(), 1u);
	HashAfter(Work, 10);
	EXPECT_GT(AgentOf(*Work.Sessions().front(), 0).Position.X, -4.5f);
	Work.Edit([](SceneEditor& Editor) { Editor.Undo(); });
	EXPECT_TRUE(Work.Sessions().empty());
}

TEST(Workspace, TimeGoesByAsTheClockSays)
{
	Workspace Work;
	Work.Open("simple"); // Steps of 0.25 s.
	Work.Advance(10.0);
	EXPECT_EQ(Work.Sessions().front()->Steps(), 0u) << "it is not playing";
	Work.SetPlaying(true);
	for (int Frame = 0; Frame < 40; ++Frame)
	{
		Work.Advance(0.05);
	}
	EXPECT_EQ(Work.Sessions().front()->Steps(), 8u);
	Work.SetPlaying(false);
	Work.Speed = 5.0;
	Work.SetPlaying(true);
	for (int Frame = 0; Frame < 10; ++Frame)
	{
		Work.Advance(0.05);
	}
	EXPECT_EQ(Work.Sessions().front()->Steps(), 18u);
}

TEST(Workspace, TheStopRulePausesOnceAndTheLastFrameIsShown)
{
	Workspace Work;
	Work.Open("simple");
	Work.Speed = 20.0;
	Work.SetPlaying(true);
	for (int Frame = 0; Frame < 4000 && Work.IsPlaying(); ++Frame)
	{
		Work.Advance(0.1);
	}
	EXPECT_FALSE(Work.IsPlaying());
	const ViewerSession& Session = *Work.Sessions().front();
	EXPECT_TRUE(Session.IsFinished());
	EXPECT_EQ(Session.Shown().Step, Session.Steps());
	EXPECT_EQ(Session.Shown().Arrived, 4);
	Work.SetPlaying(true);
	Work.Advance(0.1);
	EXPECT_TRUE(Work.IsPlaying()) << "whoever wants to see more can";
}

TEST(Workspace, DebugGeometryFitsTheFrameThatIsDrawn)
{
	Workspace Work;
	Work.Open("crossing");
	HashAfter(Work, 20);
	Work.Watch(7, true);
	const ViewerSession& Session = *Work.Sessions().front();
	EXPECT_EQ(Session.DebugOf(7), nullptr) << "no step has been taken since";
	for (int Step = 0; Step < 5; ++Step)
	{
		Work.Step();
		const DebugGeometry* Geometry = Session.DebugOf(7);
		ASSERT_NE(Geometry, nullptr);
		EXPECT_EQ(Geometry->Position, AgentOf(Session, 7).Position);
		EXPECT_EQ(Geometry->Velocity, AgentOf(Session, 7).Velocity);
		EXPECT_EQ(Session.Shown().Step + 1, Session.Steps());
	}
	EXPECT_EQ(Session.DebugOf(8), nullptr);
	Work.WatchNobody();
	EXPECT_EQ(Session.DebugOf(7), nullptr);
	Work.Step();
	EXPECT_EQ(Session.Shown().Step, Session.Steps());
}

TEST(Workspace, WatchingSurvivesAResetAndChangesNoResult)
{
	Workspace Plain;
	Plain.Open("crossing");
	const uint64_t Expected = HashAfter(Plain, 12);
	Workspace Work;
	Work.Open("crossing");
	Work.SetSecondModel("clearpath");
	Work.Watch(3, true);
	Work.Watch(4, true);
	EXPECT_EQ(HashAfter(Work, 12), Expected);
	Work.Reset();
	EXPECT_EQ(Work.Watched(), (std::set<uint32_t>{3, 4}));
	Work.Step();
	for (const auto& Session : Work.Sessions())
	{
		EXPECT_NE(Session->DebugOf(3), nullptr);
		EXPECT_NE(Session->DebugOf(4), nullptr);
	}
	Work.Watch(1'000'000, true);
	EXPECT_EQ(Work.Watched().size(), 2u) << "there is no such agent";
	Work.Open("circle");
	EXPECT_TRUE(Work.Watched().empty());
}

TEST(Workspace, WatchedAgentsMayLeave)
{
	Workspace Work;
	Work.Open("evac-10");
	for (uint32_t Agent = 0; Agent < 10; ++Agent)
	{
		Work.Watch(Agent, true);
	}
	for (int Step = 0; Step < 3000 && !Work.Sessions().front()->Shown().Agents.empty(); ++Step)
	{
		Work.Step();
	}
	EXPECT_TRUE(Work.Sessions().front()->Shown().Agents.empty());
	EXPECT_EQ(Work.Sessions().front()->DebugOf(0), nullptr);
	Work.WatchNobody();
}

TEST(Workspace, ProfilesChangeAtOnceAndWorldsBeginAnew)
{
	Workspace Work;
	Work.Open("crossing");
	Work.Watch(7, true);
	HashAfter(Work, 10);
	const auto Avoided = [&Work]
	{
		const DebugGeometry* Geometry = Work.Sessions().front()->DebugOf(7);
		return std::count_if(Geometry->Items.begin(), Geometry->Items.end(),
			[](const DebugItem& Item)
			{ return Item.Kind == EDebugKind::Neighbor && Item.Reason == EDebugReason::Avoided; });
	};
	EXPECT_GT(Avoided(), 2);
	Tuning Knobs;
	Knobs.Values["profile.maxNeighbors"] = 2;
	Work.SetKnobs(Knobs);
	Work.Step();
	EXPECT_EQ(Work.Sessions().front()->Steps(), 11u);
	EXPECT_EQ(Avoided(), 2);
	EXPECT_EQ(Work.FirstProfile()->MaxNeighbors, 2);
	Work.SetKnobs({});
	Work.Step();
	EXPECT_GT(Avoided(), 2) << "as the scenario has it";

	const uint64_t Usual = (Work.Reset(), HashAfter(Work, 40));
	Knobs = {};
	Knobs.Values["orca.clearance"] = 1.8;
	Work.SetKnobs(Knobs);
	EXPECT_EQ(Work.Sessions().front()->Steps(), 0u);
	EXPECT_NE(HashAfter(Work, 40), Usual);
}

TEST(Workspace, FindsTheAgentUnderTheMouse)
{
	Workspace Work;
	Work.Open("circle");
	const Display::Snapshot& Frame = Work.Sessions().front()->Shown();
	const Display::SnapshotAgent& Agent = Frame.Agents[42];
	EXPECT_EQ(Workspace::AgentAt(Frame, {Agent.Position.X + 0.2f, Agent.Position.Y}, 0.0f), 42u);
	EXPECT_EQ(Workspace::AgentAt(Frame, {0, 0}, 0.5f), std::nullopt);
}

TEST(Workspace, LargeCrowdsAreMeasuredOnlyWhenAsked)
{
	Workspace Work;
	Cli::RunSetup Setup = Cli::RunSetup::FromScenario("uniform");
	Setup.Options.Agents = static_cast<int>(AlwaysMeasured) + 1;
	Work.OpenSetup(Setup);
	EXPECT_FALSE(Work.Sessions().front()->IsMeasured());
	EXPECT_EQ(Work.Sessions().front()->Shown().MeanDensity, 0.0);
	Work.SetMeasured(true);
	EXPECT_TRUE(Work.Sessions().front()->IsMeasured());
	EXPECT_GT(Work.Sessions().front()->Shown().MeanDensity, 0.1);
}

TEST(Camera, ZoomKeepsWhatIsUnderTheMouse)
{
	const ScreenRect View{300, 20, 800, 600};
	Camera Eye{{5, -3}, 20};
	const Vec2 Pixel = {450, 111};
	const Vec2 Before = Eye.ToWorld(Pixel, View);
	Eye.ZoomAt(Pixel, View, 3.0f);
	EXPECT_EQ(Eye.Scale, 60.0f);
	EXPECT_NEAR(Eye.ToWorld(Pixel, View).X, Before.X, 1e-4f);
	EXPECT_NEAR(Eye.ToWorld(Pixel, View).Y, Before.Y, 1e-4f);
	EXPECT_NEAR(Eye.ToScreen(Before, View).X, Pixel.X, 1e-2f);
	EXPECT_NEAR(Eye.ToScreen(Before, View).Y, Pixel.Y, 1e-2f);
	EXPECT_LT(Eye.ToScreen({0, 1}, View).Y, Eye.ToScreen({0, 0}, View).Y) << "y points up";
	Eye.ZoomAt(Pixel, View, 1e30f);
	EXPECT_EQ(Eye.Scale, Camera::MaxScale);
}

TEST(Camera, FitShowsEverything)
{
	const ScreenRect View{300, 20, 800, 600};
	Camera Eye;
	Eye.Fit({{-100, 10}, {40, 30}}, View);
	EXPECT_TRUE(View.Contains(Eye.ToScreen({-100, 10}, View)));
	EXPECT_TRUE(View.Contains(Eye.ToScreen({40, 30}, View)));
	EXPECT_GT(Eye.Scale * 140, 700) << "and is no smaller than it has to be";
	Eye.Fit({{1, 1}, {1, 1}}, View);
	EXPECT_TRUE(View.Contains(Eye.ToScreen({1, 1}, View)));
}
}
}
