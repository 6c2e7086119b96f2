// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// A model of our own, registered without touching Core.
#include "TestModel.h"
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace CrowdAvoidance::Testing::ModelTest
{
namespace
{
std::vector<AgentHandle> AddTwoWhoMeet(World& Crowd)
{
	return {MustAdd(Crowd, Walker({0.0f, 0.0f}, {1.0f, 0.0f})), MustAdd(Crowd, Walker({4.0f, 0.1f}, {-1.0f, 0.0f}))};
}
}

TEST(Model, KnowsTheOneThatIsAsPublished)
{
	const auto IsPlain = [](const ModelType& Type)
	{ return Type.Create({.Options = Type.Options.Defaults})->Traits().bPlain; };
	int Plain = 0;
	for (const ModelType& Type : Models())
	{
		if (Type.Plain)
		{
			++Plain;
			EXPECT_EQ(Type.Plain, std::string(Type.Name) + "-plain");
			ASSERT_NE(FindModel(Type.Plain), nullptr);
			EXPECT_TRUE(IsPlain(*FindModel(Type.Plain)));
			EXPECT_FALSE(IsPlain(Type));
		}
	}
	EXPECT_EQ(Plain, 4);
}

TEST(RegisteredModel, IsKnownByItsNameAndRunsInAWorld)
{
	RegisterTestModel();
	ASSERT_NE(FindModel(TestModelName), nullptr);
	for (const int Threads : {1, 3})
	{
		const std::unique_ptr<TaskScheduler> Scheduler = CreateTbbScheduler(Threads);
		World Crowd = MakeWorld({.Model = TestModelName, .Scheduler = Scheduler.get()});
		const std::vector<AgentHandle> Agents = AddTwoWhoMeet(Crowd);
		for (int Step = 0; Step < 30; ++Step)
		{
			MustStep(Crowd, 0.1f);
		}
		// Its rule: whoever has seen somebody for a second stands.
		EXPECT_LT(Length(MustGet(Crowd, Agents[0]).Velocity), 1e-6f);
		EXPECT_GT(MustGet(Crowd, Agents[0]).Position.X, 0.5f);
	}
}

TEST(RegisteredModel, HasItsOptionsCheckedByItsTable)
{
	RegisterTestModel();
	EXPECT_TRUE(World::Create({.Model = TestModelName, .Options = {{"patience", 2.0}}}));
	const Result<World> Negative = World::Create({.Model = TestModelName, .Options = {{"patience", -1.0}}});
	EXPECT_STREQ(Negative.ErrorText(), "Patience is -1; it must be within 0 .. 100 s");
	const Result<World> Unknown = World::Create({.Model = TestModelName, .Options = {{"courage", 1.0}}});
	EXPECT_TRUE(std::strstr(Unknown.ErrorText(), "courage")) << Unknown.ErrorText();
}

TEST(RegisteredModel, KeepsStateOfAgentsAndPairsThroughSortingAndRemoval)
{
	// Its new velocity is how long it has known its neighbour, as it counts itself in three places; any that is lost shows.
	RegisterTestModel();
	World Crowd = MakeWorld({.Model = TestModelName, .Options = {{"patience", 100.0}}});
	TestRandom Random(4);
	std::vector<AgentHandle> Agents;
	for (int Index = 0; Index < 200; ++Index)
	{
		Agents.push_back(MustAdd(Crowd, Walker(Random.InSquare(6.0f), Random.InDisc(1.0f))));
	}
	TestModelFaults() = 0;
	for (int Step = 0; Step < 40; ++Step)
	{
		MustStep(Crowd, 0.1f);
		const size_t Gone = static_cast<size_t>(Random.Index(static_cast<int>(Agents.size())));
		ASSERT_TRUE(Crowd.RemoveAgent(Agents[Gone]));
		Agents[Gone] = MustAdd(Crowd, Walker(Random.InSquare(6.0f), Random.InDisc(1.0f)));
	}
	EXPECT_EQ(TestModelFaults(), 0);
}

TEST(RegisteredModel, ShowsWhatItForbidsToWhoeverWatches)
{
	RegisterTestModel();
	World Crowd = MakeWorld({.Model = TestModelName});
	const std::vector<AgentHandle> Agents = AddTwoWhoMeet(Crowd);
	MustAddObstacle(Crowd, {{-1.0f, -1.0f}, {5.0f, -1.0f}});
	ASSERT_TRUE(Crowd.Watch(Agents[0]));
	MustStep(Crowd, 0.1f);
	const DebugGeometry* const Shown = Crowd.DebugOf(Agents[0]);
	ASSERT_NE(Shown, nullptr);
	const auto Count = [&](EDebugKind Kind)
	{
		return std::count_if(
			Shown->Items.begin(), Shown->Items.end(), [Kind](const DebugItem& Item) { return Item.Kind == Kind; });
	};
	EXPECT_EQ(Count(EDebugKind::ForbiddenHalfPlane), 1) << "of its Describe";
	EXPECT_EQ(Count(EDebugKind::Neighbor), 1);
}

TEST(RegisteredModel, NeedsANameOfItsOwnThatAFileCanHold)
{
	RegisterTestModel();
	ModelType Type = *FindModel(TestModelName);
	EXPECT_TRUE(std::strstr(RegisterModel(Type).ErrorText(), "something else has"));
	Type.Name = "Not A Name";
	EXPECT_TRUE(std::strstr(RegisterModel(Type).ErrorText(), "Not A Name"));
	Type.Name = "fine";
	Type.Create = nullptr;
	EXPECT_TRUE(std::strstr(RegisterModel(Type).ErrorText(), "Create of model 'fine'"));
}

TEST(RegisteredModel, IsRefusedWhereItWouldBreakLater)
{
	struct Options
	{
		float Gap = 0.5f;
		float Other = 0.5f;
	};
	static const Options Defaults;
	const auto WhyRefused = [](const ModelType& Type)
	{
		const Result<void> Answer = RegisterModel(Type);
		return std::string(Answer ? "" : Answer.GetError().Text);
	};
	static const Parameter Gap = {"gap", CROWD_FIELD(Options, Gap), 0, 100, false, "m", "How near."};
	static const Parameter Twice[] = {Gap, {"gap", CROWD_FIELD(Options, Other), 0, 100, false, "m", "How near."}};
	static const Parameter Outside[] = {Gap, {"other", CROWD_FIELD(Options, Other), 0, 100, false, "m", "How far."}};
	ModelType Type;
	Type.Name = "breaks";
	Type.Description = "breaks";
	Type.Create = [](const ModelSetup&) { return std::unique_ptr<Model>(); };
	Type.Options = {{&Gap, 1}, nullptr, sizeof(Options)};
	EXPECT_NE(WhyRefused(Type).find("Options.Defaults of model 'breaks' is null"), std::string::npos);
	Type.Options = {Twice, &Defaults, sizeof(Options)};
	EXPECT_NE(WhyRefused(Type).find("option 'gap' of model 'breaks' is there twice"), std::string::npos);
	Type.Options = {Outside, &Defaults, sizeof(float)};
	EXPECT_NE(WhyRefused(Type).find("option 'other' of model 'breaks' lies at byte 4"), std::string::npos);
	Type.Options = {{&Gap, 1}, &Defaults, sizeof(Options)};
	for (const char* const Taken : {"agent", "profile", "world", "orca"})
	{
		Type.Name = Taken;
		EXPECT_NE(WhyRefused(Type).find(Taken), std::string::npos);
	}
	Type.Name = "breaks";
	ASSERT_EQ(WhyRefused(Type), "");
	const Result<World> Made = World::Create({.Model = "breaks"});
	ASSERT_FALSE(Made);
	EXPECT_NE(std::string(Made.ErrorText()).find("'breaks' could not be made"), std::string::npos);
}
}
