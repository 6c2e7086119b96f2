// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <set>

namespace CrowdAvoidance::Testing::PlannerTest
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

	void Forget(AgentHandle Agent) override { Forgotten.push_back(Agent.Index); }

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

/// Gives some agents velocities that are none, and puts others where nobody can be.
class Madman final : public Planner
{
public:
	void Plan(const PlanBlock& Block) override
	{
		for (size_t Index = 0; Index < static_cast<size_t>(Block.Count); ++Index)
		{
			if (Block.HandleIndex[Index] < std::size(Wrong) && bPlans)
			{
				Block.DesiredY[Index] = Wrong[Block.HandleIndex[Index]];
			}
		}
	}
	void Confine(const MoveBlock& Block) override
	{
		for (size_t Index = 0; Index < static_cast<size_t>(Block.Count); ++Index)
		{
			const size_t Agent = Block.HandleIndex[Index];
			if (Agent < std::size(Wrong) && !bPlans)
			{
				(Agent % 2 == 0 ? Block.PositionX : Block.VelocityY)[Index] = Wrong[Agent];
			}
		}
	}
	void Forget(AgentHandle) override {}

	static constexpr float Wrong[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::quiet_NaN(),
		std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(), 3e6f, -3e30f};
	bool bPlans = true;
};

TEST(Planner, IsNotBelievedWhereItGivesNoNumbers)
{
	for (const EIsa Isa : AvailableIsas())
	{
		for (const bool bPlans : {true, false})
		{
			World Crowd = MakeWorld({.Isa = Isa});
			const std::vector<AgentHandle> Agents = AddLoners(Crowd, 10);
			Madman Guide;
			Guide.bPlans = bPlans;
			Crowd.SetPlanner(&Guide);
			for (int Step = 0; Step < 3; ++Step)
			{
				EXPECT_TRUE(HasStatus(MustStep(Crowd, Dt).Status, EStepStatus::PlanRefused));
			}
			for (const AgentHandle Agent : Agents)
			{
				const AgentState Now = MustGet(Crowd, Agent);
				const bool bWrong = Agent.Index < std::size(Madman::Wrong);
				EXPECT_EQ(Now.Velocity, (bWrong ? Vec2{} : Vec2{0.5f, 0.0f})) << Agent.Index;
				EXPECT_NEAR(Now.Position.X, 20.0f * static_cast<float>(Agent.Index) + (bWrong ? 0.0f : 0.15f), 1e-4f);
				EXPECT_EQ(Now.Position.Y, 0.0f);
			}
			Crowd.SetPlanner(nullptr);
			EXPECT_FALSE(HasStatus(MustStep(Crowd, Dt).Status, EStepStatus::PlanRefused));
		}
	}
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

namespace
{
/// Takes goals east of the origin, and has an agent arrive when it is told to.
class Leader final : public Planner
{
public:
	Result<bool> SetGoal(AgentHandle Agent, uint64_t Id, std::span<const Vec2> AnyOf, float) override
	{
		if (AnyOf[0].Y > 0.0f)
		{
			return Error::Format("Goal is north of the origin");
		}
		if (AnyOf[0].X <= 0.0f)
		{
			return false;
		}
		Led.push_back({Agent, Id});
		return true;
	}
	void Forget(AgentHandle Agent) override
	{
		std::erase_if(Led, [&](const auto& Item) { return Item.first == Agent; });
	}
	ENavStatus Status(AgentHandle) const override { return ENavStatus::Waiting; }
	void BeginStep(World&, float) override { ++Begun; }
	void Plan(const PlanBlock&) override {}
	void Confine(const MoveBlock& Block) override
	{
		for (size_t Index = 0; bArrive && Index < static_cast<size_t>(Block.Count); ++Index)
		{
			Block.Flags[Index] |= AgentsView::AgentFlagArrived;
		}
	}

	std::vector<std::pair<AgentHandle, uint64_t>> Led;
	int Begun = 0;
	bool bArrive = false;
};
}

TEST(Planner, LeadsAgentsToTheGoalsThatItTakes)
{
	World Crowd = MakeWorld();
	const std::vector<AgentHandle> Agents = AddLoners(Crowd, 3);
	Leader Guide;
	Crowd.SetPlanner(&Guide);
	ASSERT_TRUE(Crowd.SetGoal(Agents[0], {50.0f, 0.0f}));
	ASSERT_TRUE(Crowd.SetGoal(Agents[1], {-50.0f, 0.0f}));
	const Result<void> Refused = Crowd.SetGoal(Agents[2], {0.0f, 50.0f});
	EXPECT_STREQ(Refused.ErrorText(), "Goal is north of the origin");
	ASSERT_EQ(Guide.Led.size(), 1u);
	EXPECT_EQ(Guide.Led[0], std::pair(Agents[0], MustGet(Crowd, Agents[0]).Id));
	EXPECT_EQ(MustGet(Crowd, Agents[0]).Status, ENavStatus::Waiting);
	EXPECT_EQ(MustGet(Crowd, Agents[1]).Status, ENavStatus::Walking);
	EXPECT_EQ(MustGet(Crowd, Agents[2]).Status, ENavStatus::None);

	// Who is led has arrived when the planner says so, and not by being there.
	ASSERT_TRUE(Crowd.SetPosition(Agents[0], {50.0f, 0.0f}));
	MustStep(Crowd, Dt);
	EXPECT_EQ(Guide.Begun, 1);
	EXPECT_FALSE(MustGet(Crowd, Agents[0]).bArrived);
	Guide.bArrive = true;
	MustStep(Crowd, Dt);
	EXPECT_EQ(MustGet(Crowd, Agents[0]).Status, ENavStatus::Arrived);
}

TEST(Planner, IsToldWhenAGoalEnds)
{
	World Crowd = MakeWorld();
	const std::vector<AgentHandle> Agents = AddLoners(Crowd, 4);
	Leader Guide;
	Crowd.SetPlanner(&Guide);
	for (const AgentHandle Agent : Agents)
	{
		ASSERT_TRUE(Crowd.SetGoal(Agent, {50.0f, 0.0f}));
	}
	ASSERT_TRUE(Crowd.SetDesiredVelocity(Agents[0], {}));
	EXPECT_EQ(Guide.Led.size(), 3u);
	ASSERT_TRUE(Crowd.SetGoal(Agents[1], {-50.0f, 0.0f}));
	EXPECT_EQ(Guide.Led.size(), 2u);
	ASSERT_TRUE(Crowd.RemoveAgent(Agents[2]));
	EXPECT_EQ(Guide.Led.size(), 1u);
	Crowd.SetPlanner(nullptr);
	EXPECT_TRUE(Guide.Led.empty());
	// Straight on from here.
	EXPECT_EQ(MustGet(Crowd, Agents[3]).Status, ENavStatus::Walking);
}
}
