// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Runs with planners that go on from snapshots, taken while paths are searched for, fields are made and the mesh changes.
#include "CrowdNavMesh/CrowdNavMesh.h"
#include "CrowdNavigation/CrowdNavigator.h"
#include "CrowdNavigation/CrowdRoadmap.h"
#include "CrowdNavigation/CrowdSteering.h"
#include "ForgedSnapshot.h"
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <optional>

namespace CrowdAvoidance::Testing::PlannerSnapshotTest
{
namespace
{
using Bytes = std::vector<std::byte>;

std::vector<Vec2> Box(float MinX, float MinY, float MaxX, float MaxY)
{
	return {{MinX, MinY}, {MaxX, MinY}, {MaxX, MaxY}, {MinX, MaxY}};
}

/// A planner with what it needs, made alike each time.
class Leader
{
public:
	virtual ~Leader() = default;
	virtual Planner& Get() = 0;
	virtual void AddWalls(World&) {}
	/// Doors and blocks.
	virtual void Change(int /*Step*/) {}
};

/// Three rooms in a row, with two doors and a passage between each, in tiles of 8 m.
class MeshLeader final : public Leader
{
public:
	MeshLeader()
	{
		NavMeshDef Def;
		Def.Max = {36.0f, 24.0f};
		Def.TileSize = 8.0f;
		for (const float X : {11.8f, 23.8f})
		{
			for (const float Y : {-1.0f, 6.0f, 13.0f, 20.0f})
			{
				Def.Solids.push_back(Box(X, Y, X + 0.4f, Y + 5.5f));
			}
			Def.Doors.push_back({Box(X, 4.4f, X + 0.4f, 6.1f), X < 20.0f});
			Def.Doors.push_back({Box(X, 18.4f, X + 0.4f, 20.1f), true});
		}
		Def.Links.push_back({{3.0f, 3.0f}, {33.0f, 3.0f}, false});
		Mesh.emplace(NavMesh::Build(Def).Value());
		// Small budgets, so that there is always something under way.
		Nav = Navigator::Create(*Mesh, {.SearchBudget = 100, .FieldBudget = 1000, .PatienceSeconds = 0.3f}).Value();
	}
	Planner& Get() override { return *Nav; }
	void AddWalls(World& Crowd) override { ASSERT_TRUE(Nav->AddWalls(Crowd)); }
	void Change(int Step) override
	{
		const auto OutlineAt = [](float X, float Y) { return Box(X, Y, X + 1.5f, Y + 2.0f); };
		if (Step % 30 == 10)
		{
			Mesh->SetDoor(Step / 30 % 4, Step / 120 % 2 == 1).Value();
		}
		if (Step % 45 == 20)
		{
			// Across the borders of tiles, so that several wait to be rebuilt.
			const float X = 5.0f + 6.0f * static_cast<float>(Step / 45 % 5);
			Blocks.push_back(Mesh->AddBlock(OutlineAt(X, 7.0f)).Value());
			Blocks.push_back(Mesh->AddBlock(OutlineAt(X + 2.0f, 14.5f)).Value());
		}
		if (Step % 45 == 43 && Blocks.size() > 2)
		{
			Mesh->RemoveBlock(Blocks[1]).Value();
			Blocks.erase(Blocks.begin() + 1);
		}
	}

	std::optional<NavMesh> Mesh;
	std::unique_ptr<Navigator> Nav;
	std::vector<NavBlockHandle> Blocks;
};

class RoadmapLeader final : public Leader
{
public:
	RoadmapLeader()
	{
		RoadmapDef Def;
		Def.Solids = {Box(8.0f, 3.0f, 10.0f, 12.0f), Box(14.0f, 10.0f, 26.0f, 12.0f), Box(28.0f, 2.0f, 30.0f, 20.0f)};
		Map = Roadmap::Build(Def).Value();
		Plans = std::make_unique<RoadmapPlanner>(Map);
	}
	Planner& Get() override { return *Plans; }

	Roadmap Map;
	std::unique_ptr<RoadmapPlanner> Plans;
};

class SteeringLeader final : public Leader
{
public:
	Planner& Get() override { return *Plans; }
	std::unique_ptr<SteeringPlanner> Plans = SteeringPlanner::Create().Value();
};

std::unique_ptr<Leader> MakeLeader(const std::string& Name)
{
	if (Name == "mesh")
	{
		return std::make_unique<MeshLeader>();
	}
	return Name == "roadmap" ? std::unique_ptr<Leader>(std::make_unique<RoadmapLeader>())
							 : std::make_unique<SteeringLeader>();
}

/// A crowd whose agents come, go and change their minds, the same in each world at the same step.
struct Played
{
	std::unique_ptr<Leader> Leads;
	World Crowd;
	std::vector<AgentHandle> Agents;

	explicit Played(const std::string& Name, TaskScheduler* Scheduler)
		: Leads(MakeLeader(Name)),
		  Crowd(MakeWorld({.Scheduler = Scheduler}))
	{
		Leads->AddWalls(Crowd);
		Crowd.SetPlanner(&Leads->Get());
		TestRandom Random(3);
		for (int Index = 0; Index < 70; ++Index)
		{
			Add(Random);
		}
	}
	Played(std::unique_ptr<Leader> InLeads, World&& InCrowd) : Leads(std::move(InLeads)), Crowd(std::move(InCrowd)) {}
	Played(Played&&) = default;
	~Played()
	{
		if (Leads)
		{
			Crowd.SetPlanner(nullptr);
		}
	}

	/// Goes on from bytes of another run.
	static Played Loaded(const std::string& Name, const Bytes& Saved, const Played& Other)
	{
		std::unique_ptr<Leader> Leads = MakeLeader(Name);
		World Crowd = World::Load(Saved, {.Planner = &Leads->Get()}).Value();
		Played Out(std::move(Leads), std::move(Crowd));
		Out.Agents = Other.Agents;
		if (auto* const OnMesh = dynamic_cast<MeshLeader*>(Out.Leads.get()))
		{
			OnMesh->Blocks = static_cast<MeshLeader&>(*Other.Leads).Blocks;
		}
		return Out;
	}

	static Vec2 Anywhere(TestRandom& Random) { return {Random.Range(0.5f, 35.5f), Random.Range(0.5f, 23.5f)}; }

	void Add(TestRandom& Random)
	{
		Agents.push_back(MustAdd(Crowd, Walker(Anywhere(Random), {}, Random.Range(0.2f, 0.45f))));
		GiveGoal(Agents.back(), Random);
	}

	void GiveGoal(AgentHandle Agent, TestRandom& Random)
	{
		// Shared ones, several to choose from, own ones, and some that lie in walls.
		const int Kind = Random.Index(4);
		const Vec2 Shared[] = {{34.0f, 22.0f}, {2.0f, 12.0f}, {33.0f, 3.0f}};
		const Vec2 Own = Anywhere(Random);
		const std::span<const Vec2> Goals = Kind == 0 ? std::span(&Shared[Random.Index(3)], 1)
			: Kind == 1                               ? std::span(Shared)
													  : std::span(&Own, 1);
		Crowd.SetGoal(Agent, Goals, Kind == 3 ? 1.0f : 0.5f).Value();
	}

	void Step(int Number)
	{
		TestRandom Random(static_cast<uint64_t>(Number) + 100);
		Leads->Change(Number);
		const size_t Chosen = static_cast<size_t>(Random.Index(static_cast<int>(Agents.size())));
		switch (Number % 5)
		{
		case 0:
			GiveGoal(Agents[Chosen], Random);
			break;
		case 1:
			Crowd.RemoveAgent(Agents[Chosen]).Value();
			Agents.erase(Agents.begin() + static_cast<std::ptrdiff_t>(Chosen));
			Add(Random);
			break;
		case 2:
			// Perhaps off the mesh.
			Crowd.SetPosition(Agents[Chosen], {Random.Range(-2.0f, 38.0f), Random.Range(-2.0f, 26.0f)}).Value();
			break;
		case 3:
			Crowd.SetDesiredVelocity(Agents[Chosen], {0.5f, 0.5f}).Value();
			break;
		default:
			Crowd.SetArrived(Agents[Chosen]).Value();
			break;
		}
		MustStep(Crowd, 0.1f);
	}
};

class PlannerSnapshots : public testing::TestWithParam<const char*>
{};

INSTANTIATE_TEST_SUITE_P(Planners, PlannerSnapshots, testing::Values("mesh", "roadmap", "steering"));
}

TEST_P(PlannerSnapshots, ARunGoesOnFromOneWheneverItIsTaken)
{
	constexpr int Steps = 260;
	constexpr int Together = 50;
	const std::unique_ptr<TaskScheduler> Threads = CreateTbbScheduler(3);
	Played First(GetParam(), Threads.get());
	std::deque<std::pair<int, Played>> Later;
	for (int Step = 0; Step < Steps; ++Step)
	{
		if (Step % 13 == 0)
		{
			const Bytes Saved = First.Crowd.Save().Value();
			Later.emplace_back(Step, Played::Loaded(GetParam(), Saved, First));
			ASSERT_EQ(Later.back().second.Crowd.Save().Value(), Saved) << "in step " << Step;
		}
		First.Step(Step);
		for (auto& [Since, Other] : Later)
		{
			Other.Step(Step);
			ASSERT_EQ(Other.Crowd.StateHash(), First.Crowd.StateHash()) << "in step " << Step << ", since " << Since;
			for (const AgentHandle Agent : First.Agents)
			{
				ASSERT_EQ(MustGet(Other.Crowd, Agent).Status, MustGet(First.Crowd, Agent).Status);
			}
		}
		if (Later.front().first + Together == Step)
		{
			ASSERT_EQ(Later.front().second.Crowd.Save().Value(), First.Crowd.Save().Value());
			Later.pop_front();
		}
	}
	if (const auto* const OnMesh = dynamic_cast<MeshLeader*>(First.Leads.get()))
	{
		EXPECT_GT(OnMesh->Nav->WorkDone().PathsFound, 50);
		EXPECT_GT(OnMesh->Nav->WorkDone().FieldsMade, 5);
		EXPECT_GT(OnMesh->Nav->WorkDone().FieldsRepaired, 5);
		EXPECT_GT(OnMesh->Nav->WorkDone().TilesChanged, 20);
	}
}

/// A hundred ways through a field of boxes, more than are searched for in a few steps.
struct Searching
{
	NavMesh Mesh = MakeMesh();
	std::unique_ptr<Navigator> Nav = Navigator::Create(Mesh, {.SearchBudget = 100}).Value();
	World Crowd = MakeWorld();

	explicit Searching(uint64_t Seed)
	{
		Nav->AddWalls(Crowd).Value();
		Crowd.SetPlanner(Nav.get());
		TestRandom Random(Seed);
		for (int Number = 0; Number < 100; ++Number)
		{
			const AgentHandle Agent =
				MustAdd(Crowd, Walker({Random.Range(1.0f, 39.0f), Random.Range(1.0f, 39.0f)}, {}, 0.2f));
			const float GoalX = Random.Range(1.0f, 39.0f);
			Crowd.SetGoal(Agent, Vec2{GoalX, Random.Range(1.0f, 39.0f)}).Value();
		}
	}
	explicit Searching(const Bytes& Saved) { Crowd = World::Load(Saved, {.Planner = Nav.get()}).Value(); }
	~Searching() { Crowd.SetPlanner(nullptr); }

	static NavMesh MakeMesh()
	{
		NavMeshDef Def;
		Def.Max = {40.0f, 40.0f};
		Def.TileSize = 8.0f;
		for (int Number = 0; Number < 81; ++Number)
		{
			const float X = 2.0f + 4.0f * static_cast<float>(Number % 9);
			const float Y = 2.0f + 4.0f * static_cast<float>(Number / 9);
			Def.Solids.push_back(Box(X, Y, X + 2.0f, Y + 1.5f));
		}
		return NavMesh::Build(Def).Value();
	}
};

TEST(PlannerSnapshots, SearchesGoOnWhereTheyWere)
{
	for (uint64_t Seed = 1; Seed <= 6; ++Seed)
	{
		Searching First(Seed);
		for (int Step = 0; Step < 20; ++Step)
		{
			Searching Second(First.Crowd.Save().Value());
			MustStep(First.Crowd, 0.1f);
			MustStep(Second.Crowd, 0.1f);
			ASSERT_EQ(First.Crowd.Save().Value(), Second.Crowd.Save().Value()) << "seed " << Seed << ", step " << Step;
		}
	}
}

TEST_P(PlannerSnapshots, AForgedOneIsRefusedOrARunLikeAnyOther)
{
	Played First(GetParam(), nullptr);
	for (int Step = 0; Step < 64; ++Step)
	{
		First.Step(Step);
	}
	const Bytes Saved = First.Crowd.Save().Value();
	const std::string_view Text(reinterpret_cast<const char*>(Saved.data()), Saved.size());
	const size_t Begin = Text.rfind("planner");
	ASSERT_NE(Begin, std::string_view::npos);
	int Taken = 0;
	int Refused = 0;
	TestRandom Random(9);
	for (int Trial = 0; Trial < 1500; ++Trial)
	{
		Bytes Forged = Saved;
		const size_t At = Begin + static_cast<size_t>(Random.Index(static_cast<int>(Saved.size() - Begin)));
		Forged[At] = static_cast<std::byte>(Random.Chance(0.5f) ? Random.Index(256) : Random.Index(3));
		if (Random.Chance(0.05f))
		{
			Forged.resize(At);
		}
		SignSnapshot(Forged);
		const std::unique_ptr<Leader> Leads = MakeLeader(GetParam());
		Result<World> Loaded = World::Load(Forged, {.Planner = &Leads->Get()});
		++(Loaded ? Taken : Refused);
		if (!Loaded)
		{
			EXPECT_TRUE(std::string_view(Loaded.ErrorText()).starts_with("snapshot")) << Loaded.ErrorText();
			continue;
		}
		World Crowd = std::move(Loaded).Value();
		for (int Step = 0; Step < 12; ++Step)
		{
			MustStep(Crowd, 0.1f);
		}
		EXPECT_EQ(FindNonFinite(Crowd), "") << At;
		Crowd.SetPlanner(nullptr);
	}
	EXPECT_GT(Taken, 20);
	EXPECT_GT(Refused, 20);
}

TEST(PlannerSnapshots, OtherMeshesMapsAndSettingsAreRefused)
{
	const auto WhyRefused = [](World& Crowd, Planner& Other)
	{
		const Bytes Saved = Crowd.Save().Value();
		const Result<World> Loaded = World::Load(Saved, {.Planner = &Other});
		Crowd.SetPlanner(nullptr);
		return Loaded ? std::string("it was not") : std::string(Loaded.ErrorText());
	};
	const auto Mesh = [](float Width)
	{
		NavMeshDef Def;
		Def.Max = {Width, 10.0f};
		return NavMesh::Build(Def).Value();
	};
	NavMesh Ten = Mesh(10.0f);
	NavMesh Eleven = Mesh(11.0f);
	const auto OnTen = Navigator::Create(Ten).Value();
	const auto OnEleven = Navigator::Create(Eleven).Value();
	const auto Patient = Navigator::Create(Ten, {.PatienceSeconds = 9.0f}).Value();
	World First = MakeWorld();
	First.SetPlanner(OnTen.get());
	EXPECT_NE(WhyRefused(First, *OnEleven).find("its mesh is another one"), std::string::npos);
	First.SetPlanner(OnTen.get());
	EXPECT_NE(
		WhyRefused(First, *Patient).find("PatienceSeconds is 9; when this was saved it was 8"), std::string::npos);
	First.SetPlanner(OnTen.get());
	const auto Steers = SteeringPlanner::Create().Value();
	EXPECT_NE(WhyRefused(First, *Steers).find("snapshot, steering"), std::string::npos);

	const auto MapOf = [](float X)
	{
		RoadmapDef Def;
		Def.Solids = {Box(X, 0.0f, X + 1.0f, 1.0f)};
		return Roadmap::Build(Def).Value();
	};
	Roadmap Here = MapOf(0.0f);
	Roadmap There = MapOf(3.0f);
	RoadmapPlanner OnHere(Here);
	RoadmapPlanner OnThere(There);
	First.SetPlanner(&OnHere);
	EXPECT_NE(WhyRefused(First, OnThere).find("its map is another one"), std::string::npos);
}
}
