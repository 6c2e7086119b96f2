// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <set>

namespace CrowdAvoidance::Testing
{
namespace
{
constexpr float Dt = 0.1f;

/// Sends everybody in one direction and notes what it is asked.
class Compass final : public Planner
{
public:
	explicit Compass(size_t Agents) : Planned(Agents), Confined(Agents), Given(Agents) {}

	void Plan(const PlanBlock& Block) override
	{
		for (size_t Index = 0; Index < static_cast<size_t>(Block.Count); ++Index)
		{
			const uint32_t Agent = Block.HandleIndex[Index];
			++Planned[Agent];
			Given[Agent] = {Block.DesiredX[Index], Block.DesiredY[Index]};
			if (Agent % 2 == 0)
			{
				Block.DesiredX[Index] = 0.0f;
				Block.DesiredY[Index] = Block.PreferredSpeed[Index];
			}
		}
		bBadDt = bBadDt || Block.Dt != Dt;
	}

	void Confine(const MoveBlock& Block) override
	{
		for (size_t Index = 0; Index < static_cast<size_t>(Block.Count); ++Index)
		{
			++Confined[Block.HandleIndex[Index]];
			if (Block.PositionY[Index] > Fence)
			{
				Block.PositionY[Index] = Fence;
				Block.VelocityY[Index] = 0.0f;
			}
		}
	}

	void Forget(uint32_t HandleIndex) override { Forgotten.push_back(HandleIndex); }

	float Fence = 1e9f;
	std::vector<std::atomic<int>> Planned, Confined;
	std::vector<Vec2> Given;
	std::vector<uint32_t> Forgotten;
	std::atomic<bool> bBadDt = false;
};

/// Far apart, so that nobody avoids anybody.
std::vector<AgentHandle> AddLoners(World& Target, int Count)
{
	std::vector<AgentHandle> Handles;
	for (int Index = 0; Index < Count; ++Index)
	{
		Handles.push_back(MustAdd(Target,
			Walker({20.0f * static_cast<float>(Index % 40), 20.0f * static_cast<float>(Index / 40)}, {0.5f, 0.0f})));
	}
	return Handles;
}
}

TEST(Planner, IsAskedOnceForEveryAgentAndStep)
{
	for (const int Threads : {1, 3})
	{
		const std::unique_ptr<TaskScheduler> Scheduler = CreateTbbScheduler(Threads);
		World Crowd = MakeWorld({.Scheduler = Scheduler.get()});
		const std::vector<AgentHandle> Agents = AddLoners(Crowd, 1000);
		Compass Guide(Agents.size());
		Crowd.SetPlanner(&Guide);
		MustStep(Crowd, Dt);
		MustStep(Crowd, Dt);
		for (const AgentHandle Agent : Agents)
		{
			EXPECT_EQ(Guide.Planned[Agent.Index], 2);
			EXPECT_EQ(Guide.Confined[Agent.Index], 2);
		}
		EXPECT_FALSE(Guide.bBadDt);
		Crowd.SetPlanner(nullptr);
		MustStep(Crowd, Dt);
		EXPECT_EQ(Guide.Planned[0], 2);
	}
}

TEST(Planner, ReplacesWhatTheWorldWouldDoOrLeavesIt)
{
	World Crowd = MakeWorld();
	const std::vector<AgentHandle> Agents = AddLoners(Crowd, 10);
	ASSERT_TRUE(Crowd.SetGoal(Agents[3], {60.0f, 100.0f}));
	Compass Guide(Agents.size());
	Crowd.SetPlanner(&Guide);
	MustStep(Crowd, Dt);
	EXPECT_EQ(Guide.Given[1], (Vec2{0.5f, 0.0f}));
	EXPECT_EQ(Guide.Given[3].X, 0.0f);
	EXPECT_NEAR(Guide.Given[3].Y, 1.3f, 1e-5f);
	EXPECT_NEAR(MustGet(Crowd, Agents[2]).Velocity.Y, 1.3f, 1e-5f);
	EXPECT_NEAR(MustGet(Crowd, Agents[2]).Velocity.X, 0.0f, 1e-5f);
	EXPECT_NEAR(MustGet(Crowd, Agents[1]).Velocity.X, 0.5f, 1e-5f);
}

TEST(Planner, CanPutAgentsBack)
{
	World Crowd = MakeWorld();
	const std::vector<AgentHandle> Agents = AddLoners(Crowd, 10);
	Compass Guide(Agents.size());
	Guide.Fence = 0.3f;
	Crowd.SetPlanner(&Guide);
	for (int Step = 0; Step < 10; ++Step)
	{
		MustStep(Crowd, Dt);
		EXPECT_LE(MustGet(Crowd, Agents[0]).Position.Y, 0.3f);
	}
	EXPECT_EQ(MustGet(Crowd, Agents[0]).Position.Y, 0.3f);
	EXPECT_EQ(MustGet(Crowd, Agents[0]).Velocity.Y, 0.0f);
	EXPECT_EQ(MustGet(Crowd, Agents[1]).Position.Y, 0.0f);
}

TEST(Planner, IsToldOfAgentsThatGo)
{
	World Crowd = MakeWorld();
	const std::vector<AgentHandle> Agents = AddLoners(Crowd, 5);
	Compass Guide(Agents.size());
	ASSERT_TRUE(Crowd.RemoveAgent(Agents[1]));
	Crowd.SetPlanner(&Guide);
	ASSERT_TRUE(Crowd.RemoveAgent(Agents[3]));
	EXPECT_FALSE(Crowd.RemoveAgent(Agents[3]));
	EXPECT_EQ(Guide.Forgotten, std::vector<uint32_t>{Agents[3].Index});
}

TEST(Planner, TakesTimeThatIsAccountedFor)
{
	World Crowd = MakeWorld();
	AddLoners(Crowd, 1000);
	Compass Guide(1000);
	Crowd.SetPlanner(&Guide);
	const StageTimes Times = MustStep(Crowd, Dt).Times;
	EXPECT_GT(Times.Plan, 0.0);
	EXPECT_GE(Times.Integrate, 0.0);
	EXPECT_GE(Times.Solve, 0.0);
}
}
