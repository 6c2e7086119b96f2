// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What ClearPath worlds promise beyond the optimum, which the oracle of Tests/Equivalence sees to: bodies, accelerations, walls,
// times.
#include "RandomScene.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace CrowdAvoidance::Testing::ClearPathTest
{
namespace
{
World MakeModelWorld(std::string Model)
{
	WorldDef Def;
	Def.Model = Model;
	return MakeWorld(Def);
}

const std::vector<Vec2> Car = {{-0.6f, -0.3f}, {0.6f, -0.3f}, {0.6f, 0.3f}, {-0.6f, 0.3f}};

/// The gap between two axis-aligned boxes, negative where they overlap.
float BoxGap(Vec2 A, Vec2 B, float HalfLength, float HalfWidth)
{
	return std::max(std::fabs(A.X - B.X) - 2.0f * HalfLength, std::fabs(A.Y - B.Y) - 2.0f * HalfWidth);
}

TEST(Shapes, BadOnesAreRefused)
{
	World Crowd = MakeModelWorld("clearpath");
	const float Nan = std::numeric_limits<float>::quiet_NaN();
	const std::vector<std::vector<Vec2>> Bad = {{}, {{0.0f, 0.0f}, {1.0f, 0.0f}},
		std::vector<Vec2>(17, Vec2{1.0f, 1.0f}), {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}},
		{{0.0f, 0.0f}, {1.0f, 0.0f}, {Nan, 1.0f}}, {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 2000.0f}}};
	for (const std::vector<Vec2>& Vertices : Bad)
	{
		const Result<ShapeHandle> Outcome = Crowd.AddShape(Vertices);
		EXPECT_FALSE(Outcome.IsOk()) << Vertices.size() << " vertices";
		EXPECT_STRNE(Outcome.ErrorText(), "");
	}
	const AgentHandle Agent = MustAdd(Crowd, Walker({}, {1.0f, 0.0f}));
	EXPECT_FALSE(Crowd.SetShape(Agent, ShapeHandle{0}).IsOk()) << "there is no shape yet";
	const ShapeHandle Shape = Crowd.AddShape(Car).Value();
	EXPECT_FALSE(Crowd.SetShape(Agent, Shape, Nan).IsOk());
	EXPECT_FALSE(Crowd.SetShape(AgentHandle{}, Shape).IsOk());
	EXPECT_FLOAT_EQ(MustGet(Crowd, Agent).Radius, 0.3f) << "refused calls change nothing";
}

TEST(Shapes, GiveTheirAgentTheRadiusOfTheDiscAroundThem)
{
	World Crowd = MakeModelWorld("clearpath");
	const AgentHandle Agent = MustAdd(Crowd, Walker({}, {1.0f, 0.0f}));
	ASSERT_TRUE(Crowd.SetShape(Agent, Crowd.AddShape(Car).Value(), 0.5f).IsOk());
	EXPECT_FLOAT_EQ(MustGet(Crowd, Agent).Radius, std::sqrt(0.45f));
	ASSERT_TRUE(Crowd.SetShape(Agent, {}).IsOk());
	ASSERT_TRUE(Crowd.Set(Agent, &AgentDef::Radius, 0.25f).IsOk());
	EXPECT_FLOAT_EQ(MustGet(Crowd, Agent).Radius, 0.25f);
}

/// Two that meet, one of them with this body; the state after some steps.
uint64_t MeetWithBody(const std::vector<Vec2>& Vertices)
{
	World Crowd = MakeModelWorld("clearpath");
	const AgentHandle A = MustAdd(Crowd, Walker({-3.0f, 0.1f}, {1.3f, 0.0f}));
	MustAdd(Crowd, Walker({3.0f, 0.0f}, {-1.3f, 0.0f}));
	EXPECT_TRUE(Crowd.SetShape(A, Crowd.AddShape(Vertices).Value()).IsOk());
	for (int Step = 0; Step < 40; ++Step)
	{
		MustStep(Crowd, 0.1f);
	}
	return Crowd.StateHash();
}

TEST(Shapes, KeepTheirRadius)
{
	World Crowd = MakeWorld();
	const AgentHandle Agent = MustAdd(Crowd, {});
	const ShapeHandle Body = Crowd.AddShape(Car).Value();
	Crowd.SetShape(Agent, Body).Value();
	const float Radius = MustGet(Crowd, Agent).Radius;
	EXPECT_FALSE(Crowd.Set(Agent, &AgentDef::Radius, 0.1f));
	EXPECT_EQ(MustGet(Crowd, Agent).Radius, Radius);
	Crowd.Set(Agent, &AgentDef::MaxSpeed, 2.0f).Value();
	Crowd.SetShape(Agent, {}).Value();
	Crowd.Set(Agent, &AgentDef::Radius, 0.1f).Value();
	EXPECT_EQ(MustGet(Crowd, Agent).Radius, 0.1f);
}

TEST(Shapes, ThatAreNotConvexCountAsTheirHull)
{
	const std::vector<Vec2> Notched = {{-0.6f, -0.3f}, {0.0f, 0.1f}, {0.6f, -0.3f}, {0.6f, 0.3f}, {-0.6f, 0.3f}};
	EXPECT_EQ(MeetWithBody(Notched), MeetWithBody(Car));
	EXPECT_NE(MeetWithBody(Notched), MeetWithBody({{-0.6f, -0.5f}, {0.6f, -0.5f}, {0.6f, 0.5f}, {-0.6f, 0.5f}}))
		<< "the test sees bodies at all";
}

TEST(Shapes, PassCloserThanTheDiscsAroundThemAndDoNotTouch)
{
	World Crowd = MakeModelWorld("clearpath");
	std::vector<AgentHandle> Boxes;
	const ShapeHandle Shape = Crowd.AddShape(Car).Value();
	for (int Row = 0; Row < 5; ++Row)
	{
		for (const float Side : {-1.0f, 1.0f})
		{
			const float Offset = Side > 0.0f ? 0.3f : 0.0f;
			Boxes.push_back(
				MustAdd(Crowd, Walker({-6.0f * Side, static_cast<float>(Row) * 1.4f + Offset}, {1.3f * Side, 0.0f})));
			ASSERT_TRUE(Crowd.SetShape(Boxes.back(), Shape).IsOk());
		}
	}
	float Smallest = 10.0f;
	float Nearest = 10.0f;
	for (int Step = 0; Step < 150; ++Step)
	{
		MustStep(Crowd, 0.1f);
		for (size_t A = 0; A < Boxes.size(); ++A)
		{
			for (size_t B = A + 1; B < Boxes.size(); ++B)
			{
				const Vec2 PlaceA = MustGet(Crowd, Boxes[A]).Position;
				const Vec2 PlaceB = MustGet(Crowd, Boxes[B]).Position;
				Smallest = std::min(Smallest, BoxGap(PlaceA, PlaceB, 0.6f, 0.3f));
				Nearest = std::min(Nearest, Distance(PlaceA, PlaceB));
			}
		}
	}
	EXPECT_GT(Smallest, -1e-4f);
	EXPECT_LT(Nearest, 2.0f * std::sqrt(0.45f)) << "as discs they would have kept further apart";
	for (size_t A = 0; A < Boxes.size(); ++A)
	{
		EXPECT_GT(MustGet(Crowd, Boxes[A]).Position.X * (A % 2 == 0 ? -1.0f : 1.0f), 3.0f)
			<< "box " << A << " got through";
	}
}

TEST(Acceleration, HoldsInEveryModel)
{
	for (const char* const Model : {"orca", "clearpath", "clearpath-1", "none"})
	{
		World Crowd = MakeModelWorld(Model);
		std::vector<AgentHandle> Agents;
		for (int Number = 0; Number < 40; ++Number)
		{
			AgentDef Def = Walker({static_cast<float>(Number % 8), static_cast<float>(Number / 8)}, {});
			Def.DesiredVelocity = {Number % 2 == 0 ? 1.3f : -1.3f, 0.1f};
			Def.MaxAcceleration = 2.0f;
			Agents.push_back(MustAdd(Crowd, Def));
		}
		float Largest = 0.0f;
		for (int Step = 0; Step < 30; ++Step)
		{
			std::vector<Vec2> Before;
			for (const AgentHandle Agent : Agents)
			{
				Before.push_back(MustGet(Crowd, Agent).Velocity);
			}
			MustStep(Crowd, 0.1f);
			for (size_t Index = 0; Index < Agents.size(); ++Index)
			{
				Largest = std::max(Largest, Distance(MustGet(Crowd, Agents[Index]).Velocity, Before[Index]));
			}
		}
		EXPECT_LE(Largest, 0.2f + 1e-4f) << "model " << Model;
		EXPECT_GE(Largest, 0.19f) << "the limit was put to use";
	}
	World Crowd = MakeModelWorld("clearpath");
	const AgentHandle Agent = MustAdd(Crowd, Walker({}, {}));
	EXPECT_FALSE(Crowd.Set(Agent, &AgentDef::MaxAcceleration, 0.0f).IsOk());
	EXPECT_FALSE(Crowd.Set(Agent, &AgentDef::MaxAcceleration, std::numeric_limits<float>::infinity()).IsOk());
	EXPECT_TRUE(Crowd.Set(Agent, &AgentDef::MaxAcceleration, 3.0f).IsOk());
	EXPECT_FLOAT_EQ(MustGet(Crowd, Agent).MaxAcceleration, 3.0f);
}

TEST(NoAvoidance, GoesStraightThroughOthers)
{
	World Crowd = MakeModelWorld("none");
	const AgentHandle A = MustAdd(Crowd, Walker({-1.0f, 0.0f}, {1.0f, 0.0f}));
	MustAdd(Crowd, Walker({1.0f, 0.0f}, {-1.0f, 0.0f}));
	for (int Step = 0; Step < 20; ++Step)
	{
		MustStep(Crowd, 0.1f);
	}
	EXPECT_NEAR(MustGet(Crowd, A).Position.X, 1.0f, 1e-4f);
	EXPECT_FLOAT_EQ(MustGet(Crowd, A).Position.Y, 0.0f);
}

TEST(ClearPathCrowd, PressedAgainstAWallStaysBeforeIt)
{
	for (const char* const Model : {"clearpath", "clearpath-1"})
	{
		World Crowd = MakeModelWorld(Model);
		MustAddObstacle(Crowd, {{5.0f, -60.0f}, {5.0f, 60.0f}});
		for (int Number = 0; Number < 100; ++Number)
		{
			AgentDef Def =
				Walker({static_cast<float>(Number % 10) * 0.7f - 4.0f, static_cast<float>(Number / 10) * 0.7f}, {});
			Def.DesiredVelocity = {1.3f, Number % 3 == 0 ? 0.4f : -0.2f};
			MustAdd(Crowd, Def);
		}
		float Furthest = -10.0f;
		for (int Step = 0; Step < 200; ++Step)
		{
			MustStep(Crowd, 0.1f);
			const AgentsView View = Crowd.Agents();
			for (size_t Agent = 0; Agent < static_cast<size_t>(View.Count); ++Agent)
			{
				Furthest = std::max(Furthest, View.PositionX[Agent] + View.Radius[Agent]);
			}
			ASSERT_LE(DeepestOverlap(Crowd), 1e-4f) << "step " << Step << ", model " << Model;
		}
		EXPECT_LE(Furthest, 5.0f + 1e-4f);
		EXPECT_GE(Furthest, 4.9f) << "nobody came to the wall";
	}
}

TEST(ClearPathTimes, AddUpToThoseOfTheSolverWhenAskedFor)
{
	for (const bool bTimed : {false, true})
	{
		WorldDef Def;
		Def.Model = "clearpath";
		Def.bTimeModel = bTimed;
		World Crowd = MakeWorld(Def);
		for (int Number = 0; Number < 200; ++Number)
		{
			MustAdd(Crowd,
				Walker({static_cast<float>(Number % 20), static_cast<float>(Number / 20)},
					{Number % 2 == 0 ? 1.0f : -1.0f, 0.0f}));
		}
		const StageTimes Times = MustStep(Crowd, 0.1f).Times;
		const double Sum = std::accumulate(std::begin(Times.Model), std::end(Times.Model), 0.0);
		EXPECT_NEAR(Sum, bTimed ? Times.Solve : 0.0, 1e-9);
		EXPECT_EQ(Times.Model[2] > 0.0, bTimed);
	}
}

TEST(ClearPathOptions, OutOfRangeAreRefused)
{
	for (const char* const Name : {"persistence", "sideBias"})
	{
		for (const double Value : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()})
		{
			EXPECT_FALSE(World::Create({.Model = "clearpath", .Options = {{Name, Value}}}).IsOk()) << Value;
		}
		EXPECT_TRUE(World::Create({.Model = "clearpath", .Options = {{Name, 0.5}}}).IsOk()) << Name;
		// Plain models have none of that.
		EXPECT_FALSE(World::Create({.Model = "clearpath-plain", .Options = {{Name, 0.5}}}).IsOk()) << Name;
	}
}

/// A world as it is, made anew: its agents remember nothing. Pairs: agents of both.
World CopyOf(const World& Crowd, std::vector<std::pair<AgentHandle, AgentHandle>>& OutPairs)
{
	WorldDef Def;
	Def.Model = "clearpath";
	World Copy = MakeWorld(Def);
	const AgentsView View = Crowd.Agents();
	OutPairs.clear();
	for (size_t Agent = 0; Agent < static_cast<size_t>(View.Count); ++Agent)
	{
		const AgentHandle Old = Crowd.HandleOf(View.HandleIndex[Agent]);
		const AgentState Now = MustGet(Crowd, Old);
		AgentDef Same;
		Same.Position = Now.Position;
		Same.Velocity = Now.Velocity;
		Same.DesiredVelocity = Now.DesiredVelocity;
		OutPairs.emplace_back(Old, MustAdd(Copy, Same));
	}
	return Copy;
}

int Different(const World& A, const World& B, const std::vector<std::pair<AgentHandle, AgentHandle>>& Pairs)
{
	return static_cast<int>(std::count_if(Pairs.begin(), Pairs.end(),
		[&](const auto& Pair) { return MustGet(A, Pair.first).Velocity != MustGet(B, Pair.second).Velocity; }));
}

TEST(ClearPathMemory, OfHowManyCountedIsForgottenByWhoeverIsFree)
{
	SceneOptions Options;
	Options.Model = "clearpath";
	Options.Agents = 150;
	Options.Density = 2.5f;
	RandomScene Scene(Options, EIsa::Auto);
	World& Crowd = Scene.Get();
	std::vector<std::pair<AgentHandle, AgentHandle>> Pairs;
	for (int Step = 0; Step < 12; ++Step)
	{
		Scene.Step();
	}
	World Fresh = CopyOf(Crowd, Pairs);
	EXPECT_GT(MustStep(Crowd, 0.1f).InfeasibleAgents, 50);
	MustStep(Fresh, 0.1f);
	EXPECT_GT(Different(Crowd, Fresh, Pairs), 10) << "one more than counted in the last step is tried first";

	// Far from each other for a step, and back again.
	std::vector<AgentState> Before;
	for (const auto& [Agent, Other] : Pairs)
	{
		Before.push_back(MustGet(Crowd, Agent));
		ASSERT_TRUE(Crowd.SetPosition(Agent, {100.0f * static_cast<float>(Before.size()), 0.0f}));
	}
	EXPECT_EQ(MustStep(Crowd, 0.1f).InfeasibleAgents, 0);
	for (size_t Index = 0; Index < Pairs.size(); ++Index)
	{
		ASSERT_TRUE(Crowd.SetPosition(Pairs[Index].first, Before[Index].Position));
		ASSERT_TRUE(Crowd.SetVelocity(Pairs[Index].first, Before[Index].Velocity));
	}
	World Anew = CopyOf(Crowd, Pairs);
	EXPECT_GT(MustStep(Crowd, 0.1f).InfeasibleAgents, 50);
	MustStep(Anew, 0.1f);
	EXPECT_EQ(Different(Crowd, Anew, Pairs), 0);
}
}
}
