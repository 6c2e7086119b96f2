// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The contract between a world and a backend that keeps the agents: what is changed is said, what is read is fetched. The other
// tests of this folder, and the golden hashes, run once more with such a backend (Tests/CMakeLists.txt).
#include "KeepingBackend.h"
#include "TestModel.h"
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <thread>

namespace CrowdAvoidance::Testing::BackendTest
{
namespace
{
/// The same world twice: stepped where its agents are, and by a backend that keeps them.
struct Both
{
	explicit Both(const WorldDef& Def) : Worlds{World::Create(Def).Value(), CreateKeepingWorld(Def, &Log).Value()} {}

	/// Calls Do(world) for each and compares what comes of it.
	template <typename Action>
	auto operator()(Action&& Do)
	{
		auto First = Do(Worlds[0]);
		auto Second = Do(Worlds[1]);
		EXPECT_TRUE(First == Second);
		return First;
	}

	KeepingLog Log;
	std::array<World, 2> Worlds;
};

/// Turns aside whoever comes too far to the right, and stops those who are above the fence.
class Herder final : public Planner
{
public:
	Result<bool> SetGoal(AgentHandle Agent, uint64_t, std::span<const Vec2>, float) override
	{
		return Agent.Index % 2 == 0;
	}
	void Forget(AgentHandle) override {}
	ENavStatus Status(AgentHandle) const override { return ENavStatus::Walking; }
	void BeginStep(World& Crowd, float) override
	{
		const AgentsView Agents = Crowd.Agents();
		for (int Place = 0; Place < Agents.Count; ++Place)
		{
			Furthest = std::max(Furthest, Agents.PositionX[static_cast<size_t>(Place)]);
		}
	}
	void Plan(const PlanBlock& Block) override
	{
		for (size_t Index = 0; Index < static_cast<size_t>(Block.Count); ++Index)
		{
			Block.DesiredX[Index] -= Block.PositionX[Index] > 0.9f * Furthest ? 0.5f : 0.0f;
		}
	}
	void Confine(const MoveBlock& Block) override
	{
		for (size_t Index = 0; Index < static_cast<size_t>(Block.Count); ++Index)
		{
			Block.PositionY[Index] = std::min(Block.PositionY[Index], 14.0f);
			Block.Flags[Index] |= Block.HandleIndex[Index] % 2 == 0 && Block.PositionX[Index] < -12.0f
				? AgentsView::AgentFlagArrived
				: 0u;
		}
	}

private:
	float Furthest = 0.0f;
};

AgentDef AnyAgent(TestRandom& Random, bool bGhost)
{
	AgentDef Def = Walker(Random.InSquare(15.0f), Random.InSquare(1.0f), Random.Range(0.2f, 0.4f));
	Def.bGhost = bGhost;
	Def.Height = Random.Chance(0.3f) ? 3.0f : 0.0f;
	return Def;
}

/// Whatever can be done to a world between two steps.
void ChangeSomething(Both& Twins, std::vector<AgentHandle>& Agents, const std::vector<ProfileHandle>& Profiles,
	ShapeHandle Shape, TestRandom& Random)
{
	const AgentHandle Any = Agents[static_cast<size_t>(Random.Index(static_cast<int>(Agents.size())))];
	const Vec2 Point = Random.InSquare(15.0f);
	const float Number = Random.Range(0.2f, 1.0f);
	switch (Random.Index(14))
	{
	case 0:
	{
		const AgentDef Def = AnyAgent(Random, Random.Chance(0.2f));
		Agents.push_back(Twins([&](World& Crowd) { return MustAdd(Crowd, Def); }));
		break;
	}
	case 1:
		Twins([&](World& Crowd) { return Crowd.RemoveAgent(Any).IsOk(); });
		std::erase(Agents, Any);
		break;
	case 2:
		Twins([&](World& Crowd) { return Crowd.SetPosition(Any, Point).IsOk(); });
		break;
	case 3:
		Twins([&](World& Crowd) { return Crowd.SetVelocity(Any, 0.1f * Point).IsOk(); });
		break;
	case 4:
		Twins([&](World& Crowd) { return Crowd.Set(Any, &AgentDef::Radius, 0.5f * Number).IsOk(); });
		break;
	case 5:
		Twins([&](World& Crowd) { return Crowd.Set(Any, &AgentDef::Responsibility, Number).IsOk(); });
		break;
	case 6:
		Twins([&](World& Crowd) { return Crowd.SetAgentProfile(Any, Profiles[Number > 0.6f ? 1 : 0]).IsOk(); });
		break;
	case 7:
		Twins([&](World& Crowd) { return Crowd.SetShape(Any, Number > 0.4f ? Shape : ShapeHandle{}, Number).IsOk(); });
		break;
	case 8:
		Twins([&](World& Crowd) { return Crowd.SetDesiredVelocity(Any, 0.1f * Point).IsOk(); });
		break;
	case 9:
		Twins([&](World& Crowd) { return Crowd.SetGoal(Any, Point).IsOk(); });
		break;
	case 10:
		Twins([&](World& Crowd) { return Crowd.SetArrived(Any).IsOk(); });
		break;
	case 11:
		Twins([&](World& Crowd) { return Crowd.Watch(Any, Number > 0.3f).IsOk(); });
		break;
	case 12:
		Twins([&](World& Crowd) { return MustAddObstacle(Crowd, {Point, Point + Vec2{Number, 1.0f}}); });
		break;
	default:
		Twins(
			[&](World& Crowd)
			{
				std::vector<AgentHit> Hits;
				Crowd.InDisc(Point, 4.0f, Hits, {.bBodies = true}).Value();
				std::vector<std::pair<uint32_t, float>> Out;
				for (const AgentHit& Hit : Hits)
				{
					Out.emplace_back(Hit.Agent.Index, Hit.Distance);
				}
				return Out;
			});
	}
}
}

class Models : public testing::TestWithParam<const char*>
{};

TEST_P(Models, StepAlikeWhoeverKeepsTheAgents)
{
	RegisterTestModel();
	TestModelFaults() = 0;
	for (const uint64_t Seed : {1u, 2u, 3u})
	{
		TestRandom Random(Seed);
		Both Twins({.Model = GetParam()});
		std::array<Herder, 2> Herders;
		const std::vector<ProfileHandle> Profiles = {Twins([](World& Crowd) { return MustAddProfile(Crowd, {}); }),
			Twins([](World& Crowd) { return MustAddProfile(Crowd, {.NeighborDistance = 3.0f, .MaxNeighbors = 5}); })};
		const ShapeHandle Shape = Twins(
			[](World& Crowd)
			{
				const Vec2 Corners[] = {{-0.3f, -0.2f}, {0.3f, -0.2f}, {0.0f, 0.4f}};
				return Crowd.AddShape(Corners).Value();
			});
		std::vector<AgentHandle> Agents;
		for (int Index = 0; Index < 300; ++Index)
		{
			const AgentDef Def = AnyAgent(Random, Index % 10 == 0);
			Agents.push_back(Twins([&](World& Crowd) { return MustAdd(Crowd, Def); }));
		}
		for (int Step = 0; Step < 120; ++Step)
		{
			if (Step == 60)
			{
				Twins.Worlds[0].SetPlanner(Herders.data());
				Twins.Worlds[1].SetPlanner(Herders.data() + 1);
			}
			for (int Changes = Random.Index(5); Changes > 0; --Changes)
			{
				ChangeSomething(Twins, Agents, Profiles, Shape, Random);
			}
			Twins([](World& Crowd) { return MustStep(Crowd, 0.1f).InfeasibleAgents; });
			// In some steps nobody reads anything.
			if (Random.Chance(0.7f))
			{
				ASSERT_EQ(Twins.Worlds[0].StateHash(), Twins.Worlds[1].StateHash())
					<< "seed " << Seed << ", step " << Step;
			}
			if (Random.Chance(0.1f))
			{
				ASSERT_TRUE(Snapshot(Twins.Worlds[0]) == Snapshot(Twins.Worlds[1]))
					<< "seed " << Seed << ", step " << Step;
			}
		}
		EXPECT_EQ(TestModelFaults(), 0);
		Twins.Worlds[0].SetPlanner(nullptr);
		Twins.Worlds[1].SetPlanner(nullptr);
	}
}

INSTANTIATE_TEST_SUITE_P(Backend, Models, testing::Values("orca", "clearpath", "orca-plain", TestModelName),
	[](const testing::TestParamInfo<const char*>& Info)
	{
		std::string Name = Info.param;
		std::replace(Name.begin(), Name.end(), '-', '_');
		return Name;
	});

TEST(Backend, IsAskedForWhatIsReadAndToldWhatIsChanged)
{
	KeepingLog Log;
	World Crowd = CreateKeepingWorld({}, &Log).Value();
	const AgentHandle Agent = MustAdd(Crowd, Walker({}, {1.0f, 0.0f}));
	const AgentHandle Other = MustAdd(Crowd, Walker({5.0f, 0.0f}, {-1.0f, 0.0f}));
	const auto Expect = [&](std::vector<std::string> Fetched, const char* Taken)
	{
		EXPECT_EQ(Log.Fetched, Fetched);
		Log = {};
		MustStep(Crowd, 0.1f);
		EXPECT_EQ(Log.Taken, std::vector<std::string>{Taken});
		// A step by itself needs nothing of what the backend has.
		EXPECT_EQ(Log.Fetched, std::vector<std::string>{});
	};
	Expect({}, "MABSP");
	Expect({}, "");

	Crowd.StateHash();
	Crowd.StateHash();
	MustGet(Crowd, Agent);
	Expect({"MA", "BS"}, "");

	Crowd.SetPosition(Agent, {0.0f, 2.0f}).Value();
	Crowd.SetVelocity(Agent, {}).Value();
	Expect({"M"}, "M");
	Crowd.SetDesiredVelocity(Agent, {1.0f, 1.0f}).Value();
	Expect({"A"}, "A");
	Crowd.SetGoal(Agent, {9.0f, 0.0f}).Value();
	Expect({"AB", "S"}, "AB");
	Crowd.Set(Agent, &AgentDef::MaxSpeed, 1.0f).Value();
	// What agents have in common has to be counted again, which reads what it is counted from.
	EXPECT_EQ(Log.Fetched, (std::vector<std::string>{"BS", "A"}));
	Crowd.RemoveAgent(Other).Value();
	Expect({"BS", "A", "M"}, "MABS");
	MustAdd(Crowd, Walker({5.0f, 0.0f}, {-1.0f, 0.0f}));
	Expect({"MABSP"}, "MABSP");
}

TEST(Backend, IsAskedOnceWhereManyThreadsRead)
{
	KeepingLog Log;
	World Crowd = CreateKeepingWorld({}, &Log).Value();
	TestRandom Random(1);
	for (int Index = 0; Index < 500; ++Index)
	{
		MustAdd(Crowd, Walker(Random.InSquare(20.0f), {}));
	}
	for (int Step = 0; Step < 20; ++Step)
	{
		MustStep(Crowd, 0.1f);
		Log = {};
		std::array<size_t, 4> Found = {};
		std::vector<std::thread> Readers;
		for (size_t& Count : Found)
		{
			Readers.emplace_back(
				[&Crowd, &Count]
				{
					std::vector<AgentHit> Hits;
					Crowd.InDisc({}, 100.0f, Hits).Value();
					Count = Hits.size();
				});
		}
		for (std::thread& Reader : Readers)
		{
			Reader.join();
		}
		EXPECT_EQ(Found, (std::array<size_t, 4>{500, 500, 500, 500}));
		EXPECT_EQ(Log.Fetched, std::vector<std::string>{"MABS"});
	}
}
}
