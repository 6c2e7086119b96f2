// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The law by which agents steer, on a few of them, and the planner that steers those of a world.

#include "Steering/Steering.h"
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace CrowdAvoidance::Testing::SteeringTest
{
namespace
{
constexpr float Dt = 0.1f;

SteeringAgent Steerer(Vec2 Position, Vec2 Velocity, Vec2 Goal)
{
	return {.Position = Position, .Velocity = Velocity, .Goal = Goal};
}

std::vector<Vec2> Steered(const std::vector<SteeringAgent>& Agents, const SteeringDef& Def = {})
{
	std::vector<Vec2> Velocities;
	for (size_t Self = 0; Self < Agents.size(); ++Self)
	{
		std::vector<SteeringAgent> Others = Agents;
		Others.erase(Others.begin() + static_cast<std::ptrdiff_t>(Self));
		Velocities.push_back(Steer(Def, Agents[Self], Others, Dt));
	}
	return Velocities;
}

TEST(Steering, AloneAnAgentGoesStraight)
{
	std::vector<SteeringAgent> Agents = {Steerer({-3.0f, 1.0f}, {}, {10.0f, 1.0f})};
	for (int Step = 0; Step < 30; ++Step)
	{
		const Vec2 Velocity = Steered(Agents)[0];
		EXPECT_EQ(Velocity.Y, 0.0f);
		EXPECT_GE(Velocity.X, Agents[0].Velocity.X);
		EXPECT_LE(Velocity.X - Agents[0].Velocity.X, SteeringDef{}.MaxAcceleration * Dt * 1.001);
		Agents[0].Velocity = Velocity;
		Agents[0].Position.X += Dt * Velocity.X;
	}
	EXPECT_NEAR(Agents[0].Velocity.X, 1.3f, 0.01f);
}

TEST(Steering, AtTheGoalAnAgentComesToRest)
{
	std::vector<SteeringAgent> Agents = {Steerer({0.0f, 0.0f}, {1.3f, 0.0f}, {5.0f, 0.0f})};
	for (int Step = 0; Step < 300; ++Step)
	{
		Agents[0].Velocity = Steered(Agents)[0];
		Agents[0].Position.X += Dt * Agents[0].Velocity.X;
		Agents[0].Position.Y += Dt * Agents[0].Velocity.Y;
	}
	EXPECT_NEAR(Agents[0].Position.X, 5.0f, 0.01f);
	EXPECT_LT(Length(Agents[0].Velocity), 0.01f);
}

TEST(Steering, HeadOnPairsTurnApart)
{
	// The other passes a little to the left of each.
	const std::vector<Vec2> Offset = Steered(
		{Steerer({-2.0f, 0.0f}, {1.3f, 0.0f}, {10.0f, 0.0f}), Steerer({2.0f, 0.2f}, {-1.3f, 0.0f}, {-10.0f, 0.2f})});
	EXPECT_LT(Offset[0].Y, -0.05f);
	EXPECT_GT(Offset[1].Y, 0.05f);

	// Dead centre there is no nearer side: both turn right.
	const std::vector<Vec2> Centre = Steered(
		{Steerer({-2.0f, 0.0f}, {1.3f, 0.0f}, {10.0f, 0.0f}), Steerer({2.0f, 0.0f}, {-1.3f, 0.0f}, {-10.0f, 0.0f})});
	EXPECT_LT(Centre[0].Y, -0.05f);
	EXPECT_GT(Centre[1].Y, 0.05f);
}

TEST(Steering, WhoComesLaterToACrossingBrakes)
{
	const std::vector<Vec2> Velocities = Steered(
		{Steerer({-2.0f, 0.0f}, {1.3f, 0.0f}, {10.0f, 0.0f}), Steerer({0.0f, -2.3f}, {0.0f, 1.3f}, {0.0f, 10.0f})});
	EXPECT_GE(Velocities[0].X, 1.3f);
	EXPECT_LT(Velocities[1].Y, 1.29f);
}

TEST(Steering, OnlyThreatsMatter)
{
	const Vec2 Alone = Steered({Steerer({0.0f, 0.0f}, {1.0f, 0.0f}, {10.0f, 0.0f})})[0];
	const auto Beside = [](const SteeringAgent& Other) {
		return Steered({Steerer({0.0f, 0.0f}, {1.0f, 0.0f}, {10.0f, 0.0f}), Other})[0];
	};
	EXPECT_EQ(Beside(Steerer({3.0f, 2.0f}, {-1.0f, 0.0f}, {-10.0f, 2.0f})), Alone) << "passes at a distance";
	EXPECT_EQ(Beside(Steerer({5.5f, 0.0f}, {-1.0f, 0.0f}, {-10.0f, 0.0f})), Alone) << "is too far ahead in time";
	EXPECT_EQ(Beside(Steerer({-1.0f, 0.0f}, {-1.0f, 0.0f}, {-10.0f, 0.0f})), Alone) << "is past already";
	EXPECT_EQ(Beside(Steerer({0.0f, 0.8f}, {1.0f, 0.0f}, {10.0f, 0.8f})), Alone) << "walks alongside";
	EXPECT_NE(Beside(Steerer({2.0f, 0.1f}, {-1.0f, 0.0f}, {-10.0f, 0.1f})), Alone);
}

TEST(Steering, OfTwoThreatsTheEarlierCounts)
{
	const SteeringAgent Self = Steerer({0.0f, 0.0f}, {1.0f, 0.0f}, {10.0f, 0.0f});
	const SteeringAgent Left = Steerer({2.0f, 0.2f}, {-1.0f, 0.0f}, {-10.0f, 0.2f});
	const SteeringAgent Right = Steerer({2.5f, -0.2f}, {-1.0f, 0.0f}, {-10.0f, -0.2f});
	EXPECT_EQ(Steered({Self, Left, Right})[0], Steered({Self, Left})[0]);
}

TEST(Steering, SeparationPushesApartWhereItIsAskedFor)
{
	SteeringDef Def;
	Def.SeparationMeters = 0.3;
	const std::vector<SteeringAgent> Pair = {
		Steerer({0.0f, 0.0f}, {1.3f, 0.0f}, {10.0f, 0.0f}), Steerer({0.0f, 0.7f}, {1.3f, 0.0f}, {10.0f, 0.7f})};
	EXPECT_EQ(Steered(Pair)[0].Y, 0.0f);
	EXPECT_LT(Steered(Pair, Def)[0].Y, -0.05f);
	EXPECT_GT(Steered(Pair, Def)[1].Y, 0.05f);
}

TEST(Steering, LimitsHoldAnywhere)
{
	// On the rim of the world, in a heap, with a goal underfoot, and fast.
	std::vector<SteeringAgent> Agents(40, Steerer({1e6f, -1e6f}, {}, {1e6f, -1e6f}));
	Agents.push_back(Steerer({1e6f, -1e6f}, {1000.0f, 0.0f}, {-1e6f, 1e6f}));
	for (const Vec2 Velocity : Steered(Agents))
	{
		EXPECT_LE(Length(Velocity), 1.5f * 1.0001f);
	}
	EXPECT_TRUE(Steered({}).empty());
}

/// A world whose agents are steered.
struct SteeredWorld
{
	std::unique_ptr<SteeringPlanner> Leader = SteeringPlanner::Create().Value();
	World Crowd = MakeWorld();

	SteeredWorld() { Crowd.SetPlanner(Leader.get()); }
	~SteeredWorld() { Crowd.SetPlanner(nullptr); }

	void Run(float Seconds)
	{
		for (int Step = 0; static_cast<float>(Step) * Dt < Seconds; ++Step)
		{
			MustStep(Crowd, Dt);
		}
	}
};

TEST(SteeringPlanner, SeesWhomItDoesNotLead)
{
	for (const bool bGhost : {false, true})
	{
		for (const float Away : {2.0f, 1000.0f})
		{
			SteeredWorld Scene;
			// What is looked at is steering, not avoidance.
			AgentDef Blind = Walker({0.0f, 0.0f}, {1.0f, 0.0f});
			Blind.Profile = MustAddProfile(Scene.Crowd, {.MaxNeighbors = 0});
			const AgentHandle Led = MustAdd(Scene.Crowd, Blind);
			AgentDef Drifter = Walker({Away, 0.1f}, {-1.0f, 0.0f});
			Drifter.bGhost = bGhost;
			const AgentHandle Other = MustAdd(Scene.Crowd, Drifter);
			Scene.Crowd.SetGoal(Led, {10.0f, 0.0f}).Value();
			MustStep(Scene.Crowd, Dt);
			EXPECT_EQ(MustGet(Scene.Crowd, Led).Velocity.Y != 0.0f, Away < 5.0f) << "ghost " << bGhost;
			EXPECT_EQ(MustGet(Scene.Crowd, Other).DesiredVelocity, (Vec2{-1.0f, 0.0f}));
		}
	}
}

TEST(SteeringPlanner, LeadsToTheNearestOfSeveralGoals)
{
	SteeredWorld Scene;
	const AgentHandle Agent = MustAdd(Scene.Crowd, Walker({0.0f, 0.0f}, {}));
	const AgentHandle Drifter = MustAdd(Scene.Crowd, Walker({0.0f, 50.0f}, {0.5f, 0.0f}));
	const Vec2 Goals[] = {{30.0f, 0.0f}, {-8.0f, 0.0f}};
	ASSERT_TRUE(Scene.Crowd.SetGoal(Agent, Goals));
	Scene.Run(5.0f);
	EXPECT_EQ(MustGet(Scene.Crowd, Agent).Status, ENavStatus::Walking);
	Scene.Run(10.0f);
	EXPECT_EQ(MustGet(Scene.Crowd, Agent).Status, ENavStatus::Arrived);
	EXPECT_NEAR(MustGet(Scene.Crowd, Agent).Position.X, -8.0f, 0.5f);
	EXPECT_NEAR(MustGet(Scene.Crowd, Drifter).Velocity.X, 0.5f, 1e-5f) << "who has no goal goes on as it was told";
}

TEST(SteeringPlanner, TakesAHandleOfThePastForNobody)
{
	SteeredWorld Scene;
	Planner& Leader = *Scene.Leader;
	const AgentHandle Old = MustAdd(Scene.Crowd, Walker({0.0f, 0.0f}, {}));
	ASSERT_TRUE(Scene.Crowd.SetGoal(Old, {9.0f, 0.0f}));
	ASSERT_TRUE(Scene.Crowd.RemoveAgent(Old));
	const AgentHandle Next = MustAdd(Scene.Crowd, Walker({0.0f, 0.0f}, {}));
	ASSERT_EQ(Next.Index, Old.Index);
	EXPECT_EQ(Leader.Status(Next), ENavStatus::None);
	Scene.Run(1.0f);
	EXPECT_EQ(MustGet(Scene.Crowd, Next).Position, (Vec2{0.0f, 0.0f}));
	ASSERT_TRUE(Scene.Crowd.SetGoal(Next, {9.0f, 0.0f}));
	Leader.Forget(Old);
	EXPECT_EQ(Leader.Status(Old), ENavStatus::None);
	EXPECT_EQ(Leader.Status(Next), ENavStatus::Walking);
}

TEST(SteeringPlanner, DoesTheSameInWhateverOrderAgentsAreAdded)
{
	const auto HashAfter = [](uint64_t Seed)
	{
		SteeredWorld Scene;
		std::vector<uint64_t> Ids(100);
		std::iota(Ids.begin(), Ids.end(), uint64_t{1000});
		TestRandom(Seed).Shuffle(Ids);
		for (const uint64_t Id : Ids)
		{
			// Of each, whoever comes when.
			TestRandom Own(Id);
			AgentDef Agent = Walker(Own.InSquare(8.0f), {});
			Agent.Id = Id;
			EXPECT_TRUE(Scene.Crowd.SetGoal(MustAdd(Scene.Crowd, Agent), Own.InSquare(8.0f)));
		}
		Scene.Run(10.0f);
		return Scene.Crowd.StateHash();
	};
	const uint64_t Hash = HashAfter(1);
	for (const uint64_t Seed : {2, 3, 4})
	{
		EXPECT_EQ(HashAfter(Seed), Hash) << Seed;
	}
}

TEST(SteeringPlanner, RefusesBadSettings)
{
	const auto ErrorOf = [](const SteeringDef& Def) { return std::string(SteeringPlanner::Create(Def).ErrorText()); };
	EXPECT_EQ(ErrorOf({}), "");
	EXPECT_EQ(ErrorOf({.MaxAcceleration = 0.0}), "MaxAcceleration is 0; it must be within 0.001 .. 1000000");
	EXPECT_NE(ErrorOf({.SightMeters = NAN}).find("SightMeters is nan"), std::string::npos);
	EXPECT_NE(ErrorOf({.SeparationMeters = -1.0}).find("SeparationMeters is -1"), std::string::npos);
}
}
}
