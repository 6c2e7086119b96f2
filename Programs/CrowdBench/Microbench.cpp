// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

// One step of a world, by number of agents and instruction set, with the stages as counters (ns per agent, processor
// time). Agents stand at 0.7 per square metre and keep a desired velocity.
//
// What to expect on a core with 32 KB of L1, 512 KB of L2 and 32 MB of L3: the cost of an agent hardly grows from 256
// (all in L2) over 4,096 (L2 overflows) to 65,536 (L3), because neighbours in space are neighbours in memory. Eight
// lanes beat scalar several times over in Neighbors and Solve, and not at all in Sort.
//
// And what a navigator and its mesh do at once when something changes in the city (9,602 polygons): a flow field for a new
// goal, the graph after a door or a block, and both after a door.
#include "CrowdCore/CrowdWorld.h"
#include "CrowdNavMesh/CrowdNavMesh.h"
#include "CrowdNavigation/CrowdNavigator.h"
#include "Scenarios/SceneMesh.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

namespace
{
using namespace CrowdAvoidance;

/// The same stretch of simulated time for everybody: a crowd costs more once it has mixed than on its lattice.
constexpr int StepsPerWorld = 50;

/// Rows of a lattice, everyone walking in a direction of its own (multiples of the golden angle: evenly spread, no dice).
World MakeWorld(EIsa Isa, int Agents)
{
	constexpr float Pitch = 1.195f;
	constexpr float GoldenAngle = std::numbers::pi_v<float> * 0.763932f;
	WorldDef Def;
	Def.Isa = Isa;
	Def.ReserveAgents = Agents;
	Result<World> Made = World::Create(Def);
	CROWD_ASSERT(Made);
	const int Columns = static_cast<int>(std::sqrt(static_cast<float>(Agents)));
	for (int Agent = 0; Agent < Agents; ++Agent)
	{
		const float Angle = GoldenAngle * static_cast<float>(Agent % 1000);
		AgentDef Definition;
		Definition.Position = {
			Pitch * static_cast<float>(Agent % Columns), Pitch * static_cast<float>(Agent / Columns)};
		Definition.DesiredVelocity = {1.3f * std::cos(Angle), 1.3f * std::sin(Angle)};
		Definition.Velocity = Definition.DesiredVelocity;
		const Result<AgentHandle> Added = Made.Value().AddAgent(Definition);
		CROWD_ASSERT(Added);
	}
	return std::move(Made.Value());
}

void StepWorld(benchmark::State& State, EIsa Isa)
{
	const int Agents = static_cast<int>(State.range(0));
	World Crowd = MakeWorld(Isa, Agents);
	StageTimes Sum;
	for (auto Iteration : State)
	{
		static_cast<void>(Iteration);
		const Result<StepReport> Report = Crowd.Step(0.1f);
		const StageTimes& Times = Report.Value().Times;
		State.SetIterationTime(Times.Wall);
		Sum.Sort += Times.Sort;
		Sum.Neighbors += Times.Neighbors;
		Sum.Solve += Times.Solve;
		Sum.Integrate += Times.Integrate;
		Sum.Wall += Times.Wall;
	}
	const auto PerAgent = [&](double Seconds)
	{ return benchmark::Counter(1e9 * Seconds / Agents, benchmark::Counter::kAvgIterations); };
	State.counters["Sort"] = PerAgent(Sum.Sort);
	State.counters["Neighbors"] = PerAgent(Sum.Neighbors);
	State.counters["Solve"] = PerAgent(Sum.Solve);
	State.counters["Integrate"] = PerAgent(Sum.Integrate);
	State.counters["Step"] = PerAgent(Sum.Wall);
}

constexpr Vec2 DoorAt = {200.0f, 200.0f};

std::vector<Vec2> SquareAt(Vec2 Center)
{
	return {Center + Vec2{-1, -1}, Center + Vec2{1, -1}, Center + Vec2{1, 1}, Center + Vec2{-1, 1}};
}

NavMesh MakeCity()
{
	NavMeshDef Def = Scenarios::MeshOf(Scenarios::LoadScene("city-10k"));
	Def.Doors.push_back({SquareAt(DoorAt)});
	return std::move(NavMesh::Build(Def).Value());
}

/// The same with a door about every fortieth of its polygons, wherever these lie.
NavMesh MakeCityOfDoors()
{
	NavMeshDef Def = Scenarios::MeshOf(Scenarios::LoadScene("city-10k"));
	const NavMesh Plain = std::move(NavMesh::Build(Def).Value());
	const std::vector<NavGraph::Polygon>& Polygons = Plain.Graph().Polygons;
	constexpr size_t Doors = 40;
	for (size_t Door = 0; Door < Doors; ++Door)
	{
		Def.Doors.push_back({SquareAt(Polygons[Polygons.size() / Doors * Door].Center)});
	}
	return std::move(NavMesh::Build(Def).Value());
}

/// A field of posts, about 16,000 polygons.
NavMesh MakePosts()
{
	constexpr int Side = 48;
	constexpr float Pitch = 6.0f;
	NavMeshDef Def;
	Def.Max = {Pitch * Side, Pitch * Side};
	for (int Post = 0; Post < Side * Side; ++Post)
	{
		// Out of line, as things are.
		const Vec2 Off = {0.2f * static_cast<float>(Post * 7 % 11), 0.2f * static_cast<float>(Post * 5 % 13)};
		const Vec2 At = {Pitch * static_cast<float>(Post % Side), Pitch * static_cast<float>(Post / Side)};
		Def.Solids.push_back(SquareAt(At + Vec2{1.5f, 1.5f} + Off));
	}
	return std::move(NavMesh::Build(Def).Value());
}

/// What Work takes, of the thread that does it.
template <typename Function>
void TimeManually(benchmark::State& State, Function&& Work)
{
	using Clock = std::chrono::steady_clock;
	const Clock::time_point Begin = Clock::now();
	Work();
	State.SetIterationTime(std::chrono::duration<double>(Clock::now() - Begin).count());
}

/// All who share a goal get there by a field.
void MakeFlowField(benchmark::State& State, NavMesh&& Ground)
{
	const std::vector<NavGraph::Polygon>& Polygons = Ground.Graph().Polygons;
	World Crowd = World::Create({}).Value();
	const std::unique_ptr<Navigator> Leader = Navigator::Create(Ground, {.FieldFromAgents = 1}).Value();
	Crowd.SetPlanner(Leader.get());
	const AgentHandle Agent = Crowd.AddAgent({.Position = Polygons[0].Center}).Value();
	size_t Goal = 0;
	for (auto Iteration : State)
	{
		static_cast<void>(Iteration);
		Goal = (Goal + 3571) % Polygons.size();
		Crowd.SetGoal(Agent, Polygons[Goal].Center).Value();
		TimeManually(State, [&] { Leader->Prepare(Crowd); });
	}
	State.counters["Polygons"] = static_cast<double>(Polygons.size());
	Crowd.SetPlanner(nullptr);
}

void MakeFlowFieldOfCity(benchmark::State& State)
{
	MakeFlowField(State, MakeCity());
}

void MakeFlowFieldOfPosts(benchmark::State& State)
{
	MakeFlowField(State, MakePosts());
}

/// A door, the graph and the field of a goal. Each of some goals has a navigator of its own. The counters are about fields alone [us].
void RepairFlowField(benchmark::State& State)
{
	using Clock = std::chrono::steady_clock;
	NavMesh City = MakeCityOfDoors();
	const std::vector<NavGraph::Polygon>& Polygons = City.Graph().Polygons;
	constexpr size_t Goals = 6;
	constexpr int Doors = 40;
	std::vector<World> Crowds;
	std::vector<std::unique_ptr<Navigator>> Leaders;
	Crowds.reserve(Goals);
	for (size_t Goal = 0; Goal < Goals; ++Goal)
	{
		Crowds.push_back(World::Create({}).Value());
		Leaders.push_back(Navigator::Create(City, {.FieldFromAgents = 1, .FieldBudget = 100000000}).Value());
		Crowds[Goal].SetPlanner(Leaders[Goal].get());
		const AgentHandle Agent = Crowds[Goal].AddAgent({.Position = Polygons[0].Center}).Value();
		Crowds[Goal].SetGoal(Agent, Polygons[(Goal + 1) * 3571 % Polygons.size()].Center).Value();
		Leaders[Goal]->Prepare(Crowds[Goal]);
	}
	std::vector<double> Fields;
	int Turn = 0;
	for (auto Iteration : State)
	{
		static_cast<void>(Iteration);
		CROWD_ASSERT(City.SetDoor(Turn % Doors, Turn / Doors % 2 == 1));
		++Turn;
		const Clock::time_point Begin = Clock::now();
		City.Update();
		const double Graph = std::chrono::duration<double>(Clock::now() - Begin).count();
		double Sum = 0.0;
		for (size_t Goal = 0; Goal < Goals; ++Goal)
		{
			const Clock::time_point Start = Clock::now();
			Leaders[Goal]->Prepare(Crowds[Goal]);
			Fields.push_back(1e6 * std::chrono::duration<double>(Clock::now() - Start).count());
			Sum += 1e-6 * Fields.back();
		}
		State.SetIterationTime(Graph + Sum / static_cast<double>(Goals));
	}
	std::sort(Fields.begin(), Fields.end());
	State.counters["P50"] = Fields[Fields.size() / 2];
	State.counters["P75"] = Fields[Fields.size() * 3 / 4];
	State.counters["P90"] = Fields[Fields.size() * 9 / 10];
	State.counters["Max"] = Fields.back();
	for (World& Crowd : Crowds)
	{
		Crowd.SetPlanner(nullptr);
	}
}

void ShutDoor(benchmark::State& State)
{
	NavMesh City = MakeCity();
	for (auto Iteration : State)
	{
		static_cast<void>(Iteration);
		CROWD_ASSERT(City.SetDoor(0, !City.IsDoorOpen(0)));
		TimeManually(State, [&] { City.Update(); });
	}
}

void PutBlock(benchmark::State& State)
{
	NavMesh City = MakeCity();
	for (auto Iteration : State)
	{
		static_cast<void>(Iteration);
		const NavBlockHandle Block = City.AddBlock(SquareAt(DoorAt + Vec2{10, 0})).Value();
		TimeManually(State, [&] { City.Update(1000); });
		CROWD_ASSERT(City.RemoveBlock(Block));
		City.Update(1000);
	}
}
}

int main(int ArgumentCount, char** Arguments)
{
	for (const EIsa Isa : {EIsa::Scalar, EIsa::Sse4, EIsa::Avx2, EIsa::Avx512})
	{
		if (IsIsaAvailable(Isa))
		{
			benchmark::RegisterBenchmark((std::string("Step/") + IsaName(Isa)).c_str(), StepWorld, Isa)
				->RangeMultiplier(16)
				->Range(256, 65536)
				->Iterations(StepsPerWorld)
				->Repetitions(5)
				->ReportAggregatesOnly()
				->UseManualTime()
				->Unit(benchmark::kMicrosecond);
		}
	}
	struct OfTheCity
	{
		const char* Name;
		void (*Function)(benchmark::State&);
		int Iterations;
	};
	const OfTheCity AllOfTheCity[] = {{"City/FlowField", MakeFlowFieldOfCity, 20},
		{"City/FlowFieldOf16000", MakeFlowFieldOfPosts, 20}, {"City/Door", ShutDoor, 20},
		{"City/DoorAndFlowField", RepairFlowField, 80}, {"City/Block", PutBlock, 20}};
	for (const OfTheCity& Item : AllOfTheCity)
	{
		benchmark::RegisterBenchmark(Item.Name, Item.Function)
			->Iterations(Item.Iterations)
			->Repetitions(5)
			->ReportAggregatesOnly()
			->UseManualTime()
			->Unit(benchmark::kMicrosecond);
	}
	benchmark::Initialize(&ArgumentCount, Arguments);
	if (benchmark::ReportUnrecognizedArguments(ArgumentCount, Arguments))
	{
		return 2;
	}
	benchmark::RunSpecifiedBenchmarks();
	benchmark::Shutdown();
	return 0;
}
