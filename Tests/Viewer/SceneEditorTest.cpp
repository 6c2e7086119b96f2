// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What the user places becomes a scenario file that everything else can read.

#include "CrowdViewer/SceneEditor.h"
#include "CrowdViewer/Workspace.h"
#include "TemporaryFolder.h"

#include <cmath>

namespace CrowdAvoidance::Testing::SceneEditorTest
{
namespace
{
using Scenarios::InputError;
using namespace Viewer;

Scenarios::Scene Parse(const SceneEditor& Editor)
{
	return Scenarios::ParseScene(Editor.Text(), "editor");
}

TEST(SceneEditor, AnEmptySceneIsNoScenarioYet)
{
	SceneEditor Editor;
	EXPECT_FALSE(Editor.HasAgents());
	EXPECT_THROW(Parse(Editor), InputError);
	Editor.Place(PlacedWall{{{0, 0}, {1, 0}}, false});
	EXPECT_FALSE(Editor.HasAgents());
	Editor.Place(PlacedAgent{{1, 2}, {}});
	EXPECT_TRUE(Editor.HasAgents());
	EXPECT_EQ(Parse(Editor).Agents.size(), 1u);
}

TEST(SceneEditor, AgentsKeepPlaceAndGoalsInOrder)
{
	SceneEditor Editor;
	Editor.Place(PlacedAgent{{-3.25f, 1.5f}, {{4, 1.5f}}});
	Editor.PlaceGoal({4, -2});
	Editor.Place(PlacedAgent{{7, 7}, {}});
	const Scenarios::Scene Scene = Parse(Editor);
	ASSERT_EQ(Scene.Agents.size(), 2u);
	EXPECT_EQ(Scene.Agents[0].Position, (Vec2{-3.25f, 1.5f}));
	EXPECT_EQ(Scene.Agents[0].Goals, (std::vector<Vec2>{{4, 1.5f}, {4, -2}}));
	EXPECT_EQ(Scene.Agents[1].Position, (Vec2{7, 7}));
	EXPECT_TRUE(Scene.Agents[1].Goals.empty());
}

TEST(SceneEditor, ALineOfWallsIsOneWallForEachPairAndASolidIsOneObstacle)
{
	SceneEditor Editor;
	Editor.Place(PlacedAgent{{50, 50}, {}});
	Editor.Place(PlacedWall{{{0, 0}, {2, 0}, {2, 3}}, false});
	Editor.Place(PlacedWall{{{10, 0}, {12, 0}, {12, 2}, {10, 2}}, true});
	const Scenarios::Scene Scene = Parse(Editor);
	ASSERT_EQ(Scene.Obstacles.size(), 3u);
	EXPECT_EQ(Scene.Obstacles[0], (std::vector<Vec2>{{0, 0}, {2, 0}}));
	EXPECT_EQ(Scene.Obstacles[1], (std::vector<Vec2>{{2, 0}, {2, 3}}));
	EXPECT_EQ(Scene.Obstacles[2].size(), 4u);
}

TEST(SceneEditor, EverySpawnerMakesItsAgentsAndSendsThemOff)
{
	for (const ESpawnerKind Kind : {ESpawnerKind::Block, ESpawnerKind::Circle, ESpawnerKind::Square})
	{
		SceneEditor Editor;
		Editor.Place(PlacedSpawner{Kind, {5, -5}, {0, 12}, 17, 1.0f, {}});
		const Scenarios::Scene Scene = Parse(Editor);
		ASSERT_EQ(Scene.Agents.size(), 17u) << static_cast<int>(Kind);
		for (const Scenarios::SceneAgent& Agent : Scene.Agents)
		{
			const Vec2 Goal = Agent.Goals.at(0);
			const Vec2 Expected = Kind == ESpawnerKind::Circle ? Vec2{10 - Agent.Position.X, -10 - Agent.Position.Y}
															   : Vec2{Agent.Position.X, Agent.Position.Y + 12};
			EXPECT_NEAR(Goal.X, Expected.X, 1e-3f);
			EXPECT_NEAR(Goal.Y, Expected.Y, 1e-3f);
			if (Kind == ESpawnerKind::Circle)
			{
				EXPECT_NEAR(std::hypot(Agent.Position.X - 5, Agent.Position.Y + 5), 12.0f, 1e-3f);
			}
		}
	}
}

TEST(SceneEditor, ABlockFacesWhereItIsSent)
{
	SceneEditor Editor;
	Editor.Place(PlacedSpawner{ESpawnerKind::Block, {0, 0}, {0, 10}, 9, 1.0f, {}});
	for (const Scenarios::SceneAgent& Agent : Parse(Editor).Agents)
	{
		EXPECT_LE(Agent.Position.Y, 1e-3f) << "rows fill up behind the front";
	}
}

TEST(SceneEditor, GoalsGoToWhatWasPlacedLast)
{
	SceneEditor Editor;
	EXPECT_THROW(Editor.PlaceGoal({1, 1}), InputError);
	Editor.Place(PlacedSpawner{ESpawnerKind::Square, {0, 0}, {}, 4, 1.0f, {}});
	Editor.Place(PlacedWall{{{20, 0}, {21, 0}}, false});
	Editor.PlaceGoal({9, 9});
	for (const Scenarios::SceneAgent& Agent : Parse(Editor).Agents)
	{
		EXPECT_EQ(Agent.Goals, (std::vector<Vec2>{{9, 9}}));
	}
}

TEST(SceneEditor, UndoTakesBackOneThingAtATime)
{
	SceneEditor Editor;
	Editor.Place(PlacedAgent{{0, 0}, {}});
	const std::string One = Editor.Text();
	Editor.PlaceGoal({5, 5});
	const std::string WithGoal = Editor.Text();
	Editor.Place(PlacedAgent{{2, 2}, {}});
	EXPECT_TRUE(Editor.Undo());
	EXPECT_EQ(Editor.Text(), WithGoal);
	EXPECT_TRUE(Editor.Undo());
	EXPECT_EQ(Editor.Text(), One);
	EXPECT_TRUE(Editor.Undo());
	EXPECT_TRUE(Editor.Items().empty());
	EXPECT_FALSE(Editor.Undo());
}

TEST(SceneEditor, WallsThatAreNoneAreRefusedAndChangeNothing)
{
	SceneEditor Editor;
	EXPECT_THROW(Editor.Place(PlacedWall{{{1, 1}}, false}), InputError);
	EXPECT_THROW(Editor.Place(PlacedWall{{{1, 1}, {1, 1}}, false}), InputError);
	EXPECT_THROW(Editor.Place(PlacedWall{{{1, 1}, {2, 2}}, true}), InputError);
	EXPECT_THROW(Editor.Place(PlacedWall{{{NAN, 1}, {2, 2}}, false}), InputError);
	EXPECT_TRUE(Editor.Items().empty());
}

TEST(SceneEditor, AddsToAnyScenario)
{
	for (const Scenarios::ScenarioInfo& Info : Scenarios::ListScenarios())
	{
		const Cli::RunSetup Setup = Cli::RunSetup::FromScenario(Info.Name);
		if (Info.Name == "stad" || Info.Name == "city")
		{
			continue; // The same again with more agents.
		}
		const Scenarios::Scene Before = Setup.MakeScene();
		SceneEditor Editor(Setup.ScenarioText);
		EXPECT_EQ(Editor.Text(), Setup.ScenarioText) << "unchanged as long as nothing is placed";
		Editor.Place(PlacedAgent{{0.5f, 0.5f}, {{1, 1}}});
		Editor.Place(PlacedWall{{{300, 300}, {301, 300}}, false});
		const Scenarios::Scene After = Parse(Editor);
		EXPECT_EQ(After.Agents.size(), Before.Agents.size() + 1) << Info.Name;
		EXPECT_EQ(After.Obstacles.size(), Before.Obstacles.size() + 1) << Info.Name;
		EXPECT_EQ(After.Agents.front().Position, Before.Agents.front().Position) << Info.Name;
	}
}

class Saving : public TemporaryFolder
{};

TEST_F(Saving, TheFileIsTheSceneAsItIsSeen)
{
	Workspace Work;
	Work.Open("hallway");
	Work.Change(
		[](Cli::RunSetup& Setup)
		{
			Setup.Options.Seed = 77;
			Setup.Options.Agents = 24;
			Setup.Planner = "roadmap";
		});
	Tuning Knobs;
	Knobs.Values["profile.neighborDistance"] = 7.5;
	Knobs.Values["profile.maxNeighbors"] = 3;
	Work.SetKnobs(Knobs);
	Work.Edit([](SceneEditor& Editor) { Editor.Place(PlacedAgent{{0, 0}, {{9, 0}}}); });
	Work.Save(PathOf("mine.json"));

	const Scenarios::Scene Saved = Scenarios::LoadScene(PathOf("mine.json"));
	const Scenarios::Scene Seen = Work.Sessions().front()->GetScene();
	EXPECT_EQ(Saved.Name, "mine");
	EXPECT_EQ(Saved.Seed, 77u);
	EXPECT_EQ(Saved.Planner, "roadmap");
	ASSERT_EQ(Saved.Agents.size(), 25u);
	EXPECT_EQ(Saved.Profiles.front().NeighborDistance, 7.5f);
	EXPECT_EQ(Saved.Profiles.front().MaxNeighbors, 3);
	for (size_t Index = 0; Index < Saved.Agents.size(); ++Index)
	{
		EXPECT_EQ(Saved.Agents[Index].Position, Seen.Agents[Index].Position) << Index;
	}

	// And it runs as what was seen.
	Scenarios::Simulation Again(Saved, {});
	for (int Step = 0; Step < 20; ++Step)
	{
		Again.Step();
		Work.Step();
	}
	EXPECT_EQ(Again.GetWorld().StateHash(), Work.Sessions().front()->StateHash());
}

TEST_F(Saving, ASliderMayReplaceWhatWasAParameter)
{
	Workspace Work;
	Work.Open("uniform");
	Work.Change([](Cli::RunSetup& Setup) { Setup.Options.Agents = 50; });
	Tuning Knobs;
	Knobs.Values["profile.neighborDistance"] = 7.0; // The file says "$range".
	Work.SetKnobs(Knobs);
	Work.Save(PathOf("mine.json"));
	const Scenarios::Scene Saved = Scenarios::LoadScene(PathOf("mine.json"));
	EXPECT_EQ(Saved.Agents.size(), 50u);
	EXPECT_EQ(Saved.Profiles.front().NeighborDistance, 7.0f);
}

TEST_F(Saving, TheFileHasWhatTheCommandLineSets)
{
	for (const Scenarios::ScenarioInfo& Info : Scenarios::ListScenarios())
	{
		Cli::RunSetup Setup = Cli::RunSetup::FromScenario(Info.Name);
		for (const char* const Assignment :
			{"agent.maxSpeed=2.5", "agent.preferredSpeed=1.375", "profile.agentHorizon=2.25", "orca.sideBias=0.25"})
		{
			Setup.TakeSet(Assignment);
		}
		Setup.Options.Dt = 0.0625f;
		const Scenarios::Scene Seen = Setup.MakeScene();
		const std::string Text = BakeScenario(Setup.ScenarioText, "baked", Setup, {});
		const Scenarios::Scene Saved = Scenarios::ParseScene(Text, "baked");
		EXPECT_EQ(Saved.Dt, 0.0625f) << Info.Name;
		EXPECT_EQ(Saved.Profiles, Seen.Profiles) << Info.Name;
		ASSERT_EQ(Saved.Agents.size(), Seen.Agents.size()) << Info.Name;
		for (size_t Index = 0; Index < Saved.Agents.size(); ++Index)
		{
			ASSERT_EQ(Saved.Agents[Index].Position, Seen.Agents[Index].Position) << Info.Name << ' ' << Index;
			const AgentDef& Agent = Saved.Agents[Index];
			const AgentDef& Wanted = Seen.Agents[Index];
			for (const Parameter& Entry : AgentParameters().List)
			{
				ASSERT_EQ(Entry.Read(&Agent), Entry.Read(&Wanted)) << Info.Name << ' ' << Index << ' ' << Entry.Name;
			}
		}
	}
	Cli::RunSetup Setup = Cli::RunSetup::FromScenario("circle");
	Setup.TakeSet("spacing=1.25");
	const Scenarios::Scene Saved = Scenarios::ParseScene(BakeScenario(Setup.ScenarioText, "baked", Setup, {}), "baked");
	EXPECT_EQ(Saved.Agents[1].Position, Setup.MakeScene().Agents[1].Position);
}

TEST_F(Saving, WhatCannotBeSavedLeavesNoFile)
{
	Workspace Work;
	Work.NewScene();
	EXPECT_THROW(Work.Save(PathOf("empty.json")), InputError);
	Work.Edit([](SceneEditor& Editor) { Editor.Place(PlacedAgent{{0, 0}, {}}); });
	EXPECT_THROW(Work.Save(PathOf("scene.txt")), InputError);
	EXPECT_THROW(Work.Save(PathOf("nowhere/scene.json")), InputError);
	EXPECT_THROW(Work.Save(""), InputError);
	EXPECT_TRUE(std::filesystem::is_empty(Folder));
	Work.Save(PathOf("scene.json"));
	EXPECT_EQ(Scenarios::LoadScene(PathOf("scene.json")).Agents.size(), 1u);
}
}
}
