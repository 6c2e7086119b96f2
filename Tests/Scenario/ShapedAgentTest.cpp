// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Agents of scenario files that are no discs.

#include "CrowdCli/StepState.h"
#include "Scenarios/Shapes.h"
#include "Scenarios/Simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

namespace CrowdAvoidance::Scenarios::ShapedAgentTest
{
namespace
{
using Outline = std::vector<Vec2>;

/// A long body that goes right, one that goes up and has left its way turned by a right angle, and two discs that cross both.
/// Shape: of both bodies, as JSON.
std::string CrossingText(const std::string& Shape)
{
	return R"({
		"name": "crossing", "description": "For tests.", "seed": 1, "dt": 0.1,
		"stop": { "maxSeconds": 60, "arrivedFraction": 1 },
		"profiles": [{ "name": "all", "neighborDistance": 10, "maxNeighbors": 10, "agentHorizon": 4 }],
		"agent": { "radius": 0.4 },
		"spawners": [
			{ "kind": "agents", "agent": { "shape": )" +
		Shape + R"(, "radius": 7 }, "agents": [
				{ "position": [-6, 0.1], "goals": [[6, 0]] },
				{ "position": [0, -6.1], "goals": [[0, 6]], "heading": 1.5707963 }] },
			{ "kind": "agents", "agents": [
				{ "position": [6, 0.3], "goals": [[-6, 0]] },
				{ "position": [0.4, 6], "goals": [[0, -6]] }] }
		]
	})";
}

const std::string Rectangle = "[[-1, -0.4], [1, -0.4], [1, 0.4], [-1, 0.4]]";

Scene Crossing(const std::string& Shape = Rectangle, const SceneOptions& Options = {})
{
	return ParseScene(CrossingText(Shape), "crossing.json", Options);
}

RunOptions Serial(const std::string& Model)
{
	return {.World = {.Model = Model, .Isa = EIsa::Scalar}, .Threads = 1};
}

uint64_t HashAfter(Simulation& Run, int Steps)
{
	for (int Step = 0; Step < Steps; ++Step)
	{
		Run.Step();
	}
	return Run.GetWorld().StateHash();
}

uint64_t HashAfter(const Scene& Scene, const std::string& Model, int Steps)
{
	Simulation Run(Scene, Serial(Model));
	return HashAfter(Run, Steps);
}

std::string StepText(const std::string& Shape, const std::string& Heading = "0")
{
	return Cli::StepState(R"({"dt": 0.1, "model": "clearpath", "agents": [
		{"position": [0, 0], "velocity": [1, 0], "desiredVelocity": [1, 0], "shape": )" +
			Shape + R"(, "heading": )" + Heading + R"(},
		{"position": [2.5, 0.6], "velocity": [-1, 0], "desiredVelocity": [-1, 0]}]})",
		"state", {});
}

/// How deep two convex bodies, counter-clockwise, reach into each other; not above 0: not at all. [m]
float Depth(const Outline& A, const Outline& B)
{
	float Least = std::numeric_limits<float>::max();
	for (const auto& [Body, Other] : {std::pair(&A, &B), std::pair(&B, &A)})
	{
		for (size_t Corner = 0; Corner < Body->size(); ++Corner)
		{
			const Vec2 From = (*Body)[Corner];
			const Vec2 Edge = (*Body)[(Corner + 1) % Body->size()] - From;
			float Deepest = -std::numeric_limits<float>::max();
			for (const Vec2 Point : *Other)
			{
				Deepest = std::max(Deepest, Cross(Edge, Point - From) / Length(Edge));
			}
			Least = std::min(Least, Deepest);
		}
	}
	return Least;
}

/// Where an agent's body is; a disc as a polygon of so many corners that it makes no difference.
Outline BodyAt(const Scene& Scene, const SceneAgent& Agent, Vec2 Position)
{
	Outline Body = BodyOf(Scene, Agent);
	constexpr int DiscCorners = 64;
	for (int Corner = 0; Body.size() < DiscCorners && !Agent.Shape; ++Corner)
	{
		const float Angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(Corner) / DiscCorners;
		Body.push_back({Agent.Radius * std::cos(Angle), Agent.Radius * std::sin(Angle)});
	}
	for (Vec2& Corner : Body)
	{
		Corner = Corner + Position;
	}
	return Body;
}

/// How deep the bodies of any two agents reach into each other. [m]
float DeepestOf(const Scene& Scene, const CrowdFrame& Frame)
{
	std::vector<Outline> Bodies;
	for (size_t Agent = 0; Agent < Scene.Agents.size(); ++Agent)
	{
		Bodies.push_back(BodyAt(Scene, Scene.Agents[Agent], {Frame.X[Agent], Frame.Y[Agent]}));
	}
	float Deepest = 0.0f;
	for (size_t A = 0; A < Bodies.size(); ++A)
	{
		for (size_t B = 0; B < A; ++B)
		{
			const float Apart = std::hypot(Frame.X[A] - Frame.X[B], Frame.Y[A] - Frame.Y[B]);
			if (Apart < Scene.Agents[A].Radius + Scene.Agents[B].Radius)
			{
				Deepest = std::max(Deepest, Depth(Bodies[A], Bodies[B]));
			}
		}
	}
	return Deepest;
}

TEST(ShapedAgents, ComeOutAsWritten)
{
	const Scene Scene = Crossing();
	ASSERT_EQ(Scene.Shapes.size(), 1u);
	EXPECT_EQ(Scene.Shapes[0], (Outline{{-1.0f, -0.4f}, {1.0f, -0.4f}, {1.0f, 0.4f}, {-1.0f, 0.4f}}));
	ASSERT_EQ(Scene.Agents.size(), 4u);
	for (size_t Agent = 0; Agent < 4; ++Agent)
	{
		EXPECT_EQ(Scene.Agents[Agent].Shape, Agent < 2 ? std::optional<uint32_t>(0) : std::nullopt);
		EXPECT_FLOAT_EQ(Scene.Agents[Agent].Radius, Agent < 2 ? std::sqrt(1.16f) : 0.4f);
		EXPECT_FLOAT_EQ(Scene.Agents[Agent].Heading, Agent == 1 ? 1.5707963f : 0.0f);
	}
	EXPECT_TRUE(BodyOf(Scene, Scene.Agents[2]).empty());
	const Outline Turned = BodyOf(Scene, Scene.Agents[1]);
	ASSERT_EQ(Turned.size(), 4u);
	EXPECT_NEAR(Turned[0].X, 0.4f, 1e-6f);
	EXPECT_NEAR(Turned[0].Y, -1.0f, 1e-6f);
}

TEST(ShapedAgents, EachShapeIsThereOnce)
{
	// Clockwise, from another corner, and with a point inside and one on an edge: of all, the hull is taken.
	for (const char* const Same : {"[[-1, 0.4], [1, 0.4], [1, -0.4], [-1, -0.4]]",
			 "[[1, 0.4], [-1, 0.4], [0, 0.1], [-1, -0.4], [0, -0.4], [1, -0.4]]"})
	{
		EXPECT_EQ(Crossing(Same).Shapes, Crossing().Shapes) << Same;
		EXPECT_EQ(HashAfter(Crossing(Same), "clearpath", 40), HashAfter(Crossing(), "clearpath", 40)) << Same;
		EXPECT_EQ(StepText(Same), StepText(Rectangle)) << Same;
	}
	const std::string Others = R"({ "kind": "agents", "agent": { "heading": 0.5 }, "agents": [
		{ "position": [50, 0], "shape": [[1, -0.4], [1, 0.4], [-1, 0.4], [-1, -0.4]] },
		{ "position": [60, 0], "heading": -1, "shape": [[0, 0], [1, 0], [0, 1]] }] }, )";
	std::string Text = CrossingText(Rectangle);
	Text.insert(Text.find("{ \"kind\""), Others);
	const Scene Scene = ParseScene(Text, "more.json");
	ASSERT_EQ(Scene.Shapes.size(), 2u);
	EXPECT_EQ(Scene.Agents[0].Shape, 0u);
	EXPECT_EQ(Scene.Agents[1].Shape, 1u);
	EXPECT_EQ(Scene.Agents[2].Shape, 0u);
	EXPECT_EQ(Scene.Agents[0].Heading, 0.5f);
	EXPECT_EQ(Scene.Agents[1].Heading, -1.0f);
	EXPECT_EQ(Scene.Agents[2].Heading, 0.0f);
}

TEST(ShapedAgents, RadiusIsThatOfTheShapeWhateverElseSaysSo)
{
	const Scene Scene = Crossing(Rectangle, {.Agents = {}, .Seed = {}, .Dt = {}, .Set = {{"agent.radius", "0.2"}}});
	EXPECT_FLOAT_EQ(Scene.Agents[0].Radius, std::sqrt(1.16f));
	EXPECT_FLOAT_EQ(Scene.Agents[2].Radius, 0.2f);
	Simulation Run(Scene, Serial("orca"));
	EXPECT_EQ(Run.GetWorld().GetAgent(Run.GetWorld().HandleOf(0)).Value().Radius, Scene.Agents[0].Radius);
	// The largest that there can be.
	Simulation Huge(Crossing("[[1000, 1000], [-1000, 1000], [0, -1000]]"), Serial("clearpath"));
	EXPECT_EQ(Huge.GetScene().Agents[0].Radius, 1000.0f);
	EXPECT_EQ(Huge.GetWorld().GetAgent(Huge.GetWorld().HandleOf(0)).Value().Radius, 1000.0f);
}

TEST(ShapedAgents, WalkLikeThoseOfAWorldBuiltByHand)
{
	for (const char* const Model : {"clearpath", "clearpath-plain", "clearpath-1", "orca", "none"})
	{
		Simulation Run(Crossing(), Serial(Model));
		World Crowd = World::Create({.Model = Model, .Isa = EIsa::Scalar}).Value();
		const ProfileHandle Profile =
			Crowd.AddProfile({.NeighborDistance = 10.0f, .MaxNeighbors = 10, .AgentHorizon = 4.0f}).Value();
		const ShapeHandle Shape =
			Crowd.AddShape(Outline{{1.0f, 0.4f}, {-1.0f, 0.4f}, {-1.0f, -0.4f}, {1.0f, -0.4f}}).Value();
		const std::pair<Vec2, Vec2> Ways[] = {{{-6.0f, 0.1f}, {6.0f, 0.0f}}, {{0.0f, -6.1f}, {0.0f, 6.0f}},
			{{6.0f, 0.3f}, {-6.0f, 0.0f}}, {{0.4f, 6.0f}, {0.0f, -6.0f}}};
		for (const auto& [From, To] : Ways)
		{
			const AgentHandle Agent = Crowd.AddAgent({.Position = From, .Radius = 0.4f, .Profile = Profile}).Value();
			if (Agent.Index < 2)
			{
				ASSERT_TRUE(Crowd.SetShape(Agent, Shape, Agent.Index == 1 ? 1.5707963f : 0.0f));
			}
			ASSERT_TRUE(Crowd.SetGoal(Agent, To));
		}
		for (int Step = 0; Step < 60; ++Step)
		{
			Run.Step();
			ASSERT_TRUE(Crowd.Step(0.1f));
			ASSERT_EQ(Run.GetWorld().StateHash(), Crowd.StateHash()) << Model << ", step " << Step;
		}
	}
}

TEST(ShapedAgents, AreDiscsToModelsThatKnowNoShapes)
{
	Scene Discs = Crossing();
	for (SceneAgent& Agent : Discs.Agents)
	{
		Agent.Shape.reset();
	}
	EXPECT_EQ(HashAfter(Crossing(), "orca", 60), HashAfter(Discs, "orca", 60));
	EXPECT_NE(HashAfter(Crossing(), "clearpath", 60), HashAfter(Discs, "clearpath", 60));
}

TEST(ShapedAgents, GoOnFromASnapshot)
{
	Simulation Whole(Crossing(), Serial("clearpath"));
	HashAfter(Whole, 30);
	SnapshotWriter Saved;
	Whole.Save(Saved);
	const std::vector<std::byte> Bytes = Saved.Seal("TESTRUNS", 1);
	Simulation Rest(Crossing(), Serial("clearpath"));
	SnapshotReader From = SnapshotReader::Open(Bytes, "TESTRUNS", 1).Value();
	Rest.Load(From);
	EXPECT_EQ(HashAfter(Rest, 40), HashAfter(Whole, 40));
}

TEST(ShapedAgents, HaveTheirShapeAgainWhenTheyComeBack)
{
	Scene Scene = Crossing();
	Scene.Agents[0].bLeaves = true;
	Scene.Agents[0].Goals = {{-4.0f, 0.0f}};
	const std::string Model = "clearpath-plain"; // It remembers nothing of what was before.
	Simulation Run(Scene, Serial(Model));
	CrowdFrame Start;
	Run.Read(Start);
	CrowdFrame Frame = Start;
	while (Frame.bGone[0] == 0)
	{
		ASSERT_TRUE(Run.Step());
		Run.Read(Frame);
	}
	Run.Restore(Start);
	EXPECT_EQ(HashAfter(Run, 15), HashAfter(Scene, Model, 15));
}

TEST(ShapedAgents, AShapeThatTheSceneLacksIsRefused)
{
	Scene Scene = Crossing();
	Scene.Agents[1].Shape = 3;
	try
	{
		const Simulation Run(Scene, Serial("clearpath"));
		FAIL() << "accepted";
	}
	catch (const InputError& Error)
	{
		EXPECT_STREQ(Error.what(), "crossing: agent 1: shape is 3, must be below 1");
	}
}

TEST(ShapedAgents, ScenariosAndStatesAreReadAlike)
{
	const auto Message = [](const auto& Read)
	{
		try
		{
			Read();
		}
		catch (const InputError& Error)
		{
			const std::string Text = Error.what();
			return Text.substr(std::min(Text.find("shape"), Text.size()));
		}
		return std::string("accepted");
	};
	for (const char* const Wrong : {"[[0, 0], [1, 0]]", "[[0, 0], [1, 0], [2, 0]]", "[[0, 0], [1, 0], [0, \"1\"]]",
			 "[[0, 0], [1, 0], [0, -1000.5]]", "[[0, 0], [1, 0], [0, null]]", "{}", "\"box\"", "[[0, 0], [1, 0], [0]]",
			 "[[0,0],[0,1],[0,2],[0,3],[0,4],[0,5],[0,6],[0,7],[1,0],[1,1],[1,2],[1,3],[1,4],[1,5],[1,6],[1,7],[1,8]]"})
	{
		const std::string Said = Message([&] { StepText(Wrong); });
		EXPECT_NE(Said, "accepted") << Wrong;
		EXPECT_EQ(Message([&] { Crossing(Wrong); }), Said);
	}
	EXPECT_NE(Message([] { StepText(Rectangle, "1001"); }), "accepted");
	EXPECT_NE(StepText(Rectangle), StepText(Rectangle, "1.5"));
	EXPECT_NE(StepText(Rectangle), StepText("[[-0.1, -0.1], [0.1, -0.1], [0, 0.1]]"));
}

TEST(ShapedAgents, OverlapsAreThoseOfTheirBodies)
{
	Scene Scene = Crossing();
	Scene.Agents.resize(3);
	const float Diagonal = std::sqrt(0.5f);
	// Where the second body or the disc is beside the first body (2 m by 0.8 m), and how deep it reaches into that.
	struct Case
	{
		uint32_t Other;
		Vec2 Position;
		float Heading;
		double Depth;
	};
	for (const Case& Each :
		{Case{1, {0.0f, 0.9f}, 0.0f, -0.1}, {1, {0.3f, 0.75f}, 0.0f, 0.05}, {1, {1.95f, 0.1f}, 0.0f, 0.05},
			{1, {0.0f, 1.41f}, 1.5707963f, -0.01}, {1, {0.0f, 1.3f}, 1.5707963f, 0.1}, {2, {0.5f, 0.81f}, 0.0f, -0.01},
			{2, {0.5f, 0.7f}, 0.0f, 0.1}, {2, {1.3f, 0.7f}, 0.0f, 0.4 - 0.3 * std::numbers::sqrt2},
			{2, {1.2f, -0.6f}, 0.0f, 0.4 - 0.2 * std::numbers::sqrt2}, {2, {0.0f, 0.1f}, 0.0f, 0.7}})
	{
		SCOPED_TRACE(testing::Message() << Each.Other << " at " << Each.Position.X << ", " << Each.Position.Y);
		Scene.Agents[1].Heading = Each.Heading;
		// All of it turned, and far from the origin.
		for (const float Turn : {0.0f, 0.25f * std::numbers::pi_v<float>})
		{
			const auto Turned = [&](Vec2 At) -> Vec2 {
				return Turn == 0.0f ? At : Vec2{Diagonal * (At.X - At.Y), Diagonal * (At.X + At.Y)};
			};
			struct Scene There = Scene;
			There.Agents[0].Heading = Turn;
			There.Agents[1].Heading += Turn;
			There.Agents[0].Position = {100.0f, -50.0f};
			There.Agents[1].Position = {0.0f, 900.0f};
			There.Agents[2].Position = {0.0f, -900.0f};
			There.Agents[Each.Other].Position = There.Agents[0].Position + Turned(Each.Position);
			std::vector<float> X, Y, Radius;
			std::vector<Outline> Bodies;
			for (const SceneAgent& Agent : There.Agents)
			{
				X.push_back(Agent.Position.X);
				Y.push_back(Agent.Position.Y);
				Radius.push_back(Agent.Radius);
				Bodies.push_back(BodyOf(There, Agent));
			}
			std::vector<uint8_t> Overlaps;
			const OverlapCount Count = CountOverlaps(3, X.data(), Y.data(), Radius.data(), &Overlaps, Bodies);
			EXPECT_EQ(Count.Pairs, Each.Depth > 0.0 ? 1 : 0);
			EXPECT_EQ(Overlaps[0] + Overlaps[1] + Overlaps[2], 2 * Count.Pairs);
			EXPECT_NEAR(Count.DeepestMeters, std::max(Each.Depth, 0.0), 1e-4);
			const PlacedBody First{Bodies[0], Radius[0], {X[0], Y[0]}};
			const PlacedBody Second{Bodies[Each.Other], Radius[Each.Other], {X[Each.Other], Y[Each.Other]}};
			EXPECT_NEAR(BodyDepth(First, Second), Each.Depth, 1e-4);
			EXPECT_NEAR(BodyDepth(Second, First), Each.Depth, 1e-4);
		}
	}
}

TEST(ShapedAgents, TrolleysCrossWithoutTouching)
{
	const Scene Scene = LoadScene("trolleys");
	Simulation Run(Scene, Serial("clearpath"));
	Run.EnableMetrics();
	CrowdFrame Frame;
	bool bGoOn = true;
	while (bGoOn)
	{
		bGoOn = Run.Step();
		Run.Read(Frame);
		ASSERT_LT(DeepestOf(Scene, Frame), 0.001f) << "after " << Run.SimulatedSeconds() << " s";
	}
	EXPECT_EQ(Run.ArrivedCount(), static_cast<int>(Scene.Agents.size()));
	EXPECT_EQ(Run.ComputeMetrics().OverlapPairsPerFrame, 0.0);
}
}
}
