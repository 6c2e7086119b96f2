// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

// One step of a world, by number of agents and instruction set, with the stages as counters (ns per agent, processor
// time). Agents stand at 0.7 per square metre and keep a desired velocity.
//
// What to expect on a core with 32 KB of L1, 512 KB of L2 and 32 MB of L3: the cost of an agent hardly grows from 256
// (all in L2) over 4,096 (L2 overflows) to 65,536 (L3), because neighbours in space are neighbours in memory. Eight
// lanes beat scalar several times over in Neighbors and Solve, and not at all in Sort.
//
// And what a navigator and its mesh do at once when something changes in the city (9,602 polygons): a flow field for a new
// goal, the graph after a door or a block.
#include "CrowdCore/CrowdWorld.h"
#include "CrowdNavMesh/CrowdNavMesh.h"
#include "CrowdNavigation/CrowdNavigator.h"
#include "Scenarios/SceneMesh.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
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
void MakeFlowField(benchmark::State& State)
{
	NavMesh City = MakeCity();
	const std::vector<NavGraph::Polygon>& Polygons = City.Graph().Polygons;
	World Crowd = World::Create({}).Value();
	const std::unique_ptr<Navigator> Leader = Navigator::Create(City, {.FieldFromAgents = 1}).Value();
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
	Crowd.SetPlanner(nullptr);
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
	const std::pair<const char*, void (*)(benchmark::State&)> OfTheCity[] = {
		{"City/FlowField", MakeFlowField}, {"City/Door", ShutDoor}, {"City/Block", PutBlock}};
	for (const auto& [Name, Function] : OfTheCity)
	{
		benchmark::RegisterBenchmark(Name, Function)
			->Iterations(20)
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
