// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Guide.h"

#include "CrowdNavigation/CrowdNavigator.h"
#include "CrowdNavigation/CrowdRoadmap.h"
#include "CrowdNavigation/CrowdSteering.h"
#include "Scenarios/Require.h"
#include "Scenarios/SceneMesh.h"
#include "Scenarios/Suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

namespace CrowdAvoidance::Scenarios
{
namespace
{
/// Why an agent does not get to its goal; empty where it does.
const char* TroubleOf(const World& Crowd, AgentHandle Agent)
{
	const ENavStatus Status = Crowd.GetAgent(Agent).Value().Status;
	const bool bTrouble = Status != ENavStatus::Walking && Status != ENavStatus::Arrived && Status != ENavStatus::None;
	return bTrouble ? NavStatusText(Status) : "";
}

/// Walls of the scene as they are, with doors and blocks as obstacles that come and go.
class SceneWalls
{
public:
	SceneWalls(const Scene& InScene, World& InCrowd) : TheScene(InScene), Crowd(InCrowd)
	{
		for (size_t Index = 0; Index < TheScene.Obstacles.size(); ++Index)
		{
			Add(TheScene.Obstacles[Index], fmt::format("obstacle {}", Index));
		}
		Doors.resize(TheScene.Doors.size());
		Blocks.resize(TheScene.Blocks.size());
		Update(0.0);
	}

	void Update(double Seconds)
	{
		for (size_t Index = 0; Index < Doors.size(); ++Index)
		{
			Set(Doors[Index], TheScene.Doors[Index].Outline, !TheScene.Doors[Index].IsOpen(Seconds), "door");
		}
		for (size_t Index = 0; Index < Blocks.size(); ++Index)
		{
			Set(Blocks[Index], TheScene.Blocks[Index].Outline, TheScene.Blocks[Index].Stands(Seconds), "block");
		}
	}

private:
	ObstacleHandle Add(const std::vector<Vec2>& Vertices, const std::string& What)
	{
		return Require(Crowd.AddObstacle({.Vertices = Vertices}), TheScene.Name, What);
	}

	void Set(ObstacleHandle& Handle, const std::vector<Vec2>& Outline, bool bThere, const char* What)
	{
		if (bThere && !Crowd.IsValid(Handle))
		{
			Handle = Add(Outline, What);
		}
		else if (!bThere && Crowd.IsValid(Handle))
		{
			Require(Crowd.RemoveObstacle(Handle), TheScene.Name, What);
		}
	}

	const Scene& TheScene;
	World& Crowd;
	std::vector<ObstacleHandle> Doors;
	std::vector<ObstacleHandle> Blocks;
};

/// The world itself goes for the goals.
class GoalGuide final : public Guide
{
public:
	GoalGuide(const Scene& InScene, World& InCrowd) : TheScene(InScene), Crowd(InCrowd), Walls(InScene, InCrowd) {}

	void Send(AgentHandle Agent, Vec2 Goal, bool) override
	{
		Require(Crowd.SetGoal(Agent, Goal, TheScene.ArrivalRadius), TheScene.Name,
			fmt::format("goal of agent {}", Agent.Index));
	}

	double BeginStep(double Seconds) override
	{
		Walls.Update(Seconds);
		return 0.0;
	}

	bool HasArrived(const AgentsView& View, size_t Place) const override
	{
		return (View.Flags[Place] & AgentsView::AgentFlagArrived) != 0;
	}

private:
	const Scene& TheScene;
	World& Crowd;
	SceneWalls Walls;
};

class SteeringGuide final : public Guide
{
public:
	SteeringGuide(const Scene& InScene, World& InCrowd)
		: TheScene(InScene),
		  Crowd(InCrowd),
		  Walls(InScene, InCrowd),
		  Planner(Require(SteeringPlanner::Create(), InScene.Name, "steering"))
	{
		Crowd.SetPlanner(Planner.get());
	}

	~SteeringGuide() override { Crowd.SetPlanner(nullptr); }

	void Send(AgentHandle Agent, Vec2 Goal, bool) override
	{
		Require(Crowd.SetGoal(Agent, Goal, TheScene.ArrivalRadius), TheScene.Name,
			fmt::format("goal of agent {}", Agent.Index));
	}

	double BeginStep(double Seconds) override
	{
		Walls.Update(Seconds);
		return 0.0;
	}

	bool HasArrived(const AgentsView& View, size_t Place) const override
	{
		return (View.Flags[Place] & AgentsView::AgentFlagArrived) != 0;
	}

private:
	const Scene& TheScene;
	World& Crowd;
	SceneWalls Walls;
	std::unique_ptr<SteeringPlanner> Planner;
};

class RoadmapGuide final : public Guide
{
public:
	RoadmapGuide(const Scene& InScene, World& InCrowd, TaskScheduler* Scheduler)
		: TheScene(InScene),
		  Crowd(InCrowd),
		  Walls(InScene, InCrowd),
		  Map(Build(InScene, Scheduler)),
		  Planner(Map)
	{
		Crowd.SetPlanner(&Planner);
	}

	~RoadmapGuide() override { Crowd.SetPlanner(nullptr); }

	void Send(AgentHandle Agent, Vec2 Goal, bool bExit) override
	{
		const std::vector<Vec2> Points = bExit ? TheScene.Exits : std::vector<Vec2>{Goal};
		Require(Crowd.SetGoal(Agent, Points, TheScene.ArrivalRadius), TheScene.Name,
			fmt::format("goal of agent {}", Agent.Index));
	}

	double BeginStep(double Seconds) override
	{
		Walls.Update(Seconds);
		return 0.0;
	}

	bool HasArrived(const AgentsView& View, size_t Place) const override
	{
		return (View.Flags[Place] & AgentsView::AgentFlagArrived) != 0;
	}

	const char* Trouble(AgentHandle Agent) const override { return TroubleOf(Crowd, Agent); }

private:
	static Roadmap Build(const Scene& InScene, TaskScheduler* Scheduler)
	{
		RoadmapDef Def;
		Def.Solids = InScene.Obstacles;
		Def.Radius = 0.0f;
		for (const SceneAgent& Agent : InScene.Agents)
		{
			Def.Radius = std::max(Def.Radius, Agent.Goals.empty() ? 0.0f : Agent.Radius);
		}
		Def.Radius = Def.Radius > 0.0f ? Def.Radius : SceneAgent{}.Radius;
		Def.ExtraNodes = InScene.RoadmapNodes;
		return Require(Roadmap::Build(Def, Scheduler), InScene.Name, "roadmap");
	}

	const Scene& TheScene;
	World& Crowd;
	SceneWalls Walls;
	Roadmap Map;
	RoadmapPlanner Planner;
};

/// Paths and fields on a navmesh, whose borders are the walls.
class DetourGuide final : public Guide
{
public:
	DetourGuide(const Scene& InScene, World& InCrowd, TaskScheduler* InScheduler)
		: TheScene(InScene),
		  Crowd(InCrowd),
		  Scheduler(InScheduler),
		  Mesh(Require(NavMesh::Build(MeshOf(InScene), InScheduler), InScene.Name, "navmesh")),
		  Planner(Require(Navigator::Create(Mesh), InScene.Name, "navigator")),
		  Blocks(InScene.Blocks.size())
	{
		UpdateDoors(0.0);
		Mesh.Update(INT32_MAX);
		Require(Planner->AddWalls(Crowd), TheScene.Name, "walls");
		Crowd.SetPlanner(Planner.get());
	}

	~DetourGuide() override { Crowd.SetPlanner(nullptr); }

	void Send(AgentHandle Agent, Vec2 Goal, bool bExit) override
	{
		const std::vector<Vec2> Points = bExit ? TheScene.Exits : std::vector<Vec2>{Goal};
		Require(Crowd.SetGoal(Agent, Points, TheScene.ArrivalRadius), TheScene.Name,
			fmt::format("goal of agent {}", Agent.Index));
	}

	void GetReady() override { Planner->Prepare(Crowd, Scheduler); }

	double BeginStep(double Seconds) override
	{
		UpdateDoors(Seconds);
		return 0.0;
	}

	bool HasArrived(const AgentsView& View, size_t Place) const override
	{
		return (View.Flags[Place] & AgentsView::AgentFlagArrived) != 0;
	}

	bool IsAstray(AgentHandle Agent) const override { return !Planner->IsOnMesh(Agent); }

	const char* Trouble(AgentHandle Agent) const override { return TroubleOf(Crowd, Agent); }

private:
	void UpdateDoors(double Seconds)
	{
		for (size_t Index = 0; Index < TheScene.Doors.size(); ++Index)
		{
			const bool bOpen = TheScene.Doors[Index].IsOpen(Seconds);
			const int Door = static_cast<int>(Index);
			if (Mesh.IsDoorOpen(Door) != bOpen)
			{
				Require(Mesh.SetDoor(Door, bOpen), TheScene.Name, fmt::format("door {}", Index));
			}
		}
		for (size_t Index = 0; Index < Blocks.size(); ++Index)
		{
			const bool bStands = TheScene.Blocks[Index].Stands(Seconds);
			if (bStands && !Blocks[Index])
			{
				Blocks[Index] = Require(
					Mesh.AddBlock(TheScene.Blocks[Index].Outline), TheScene.Name, fmt::format("block {}", Index));
			}
			else if (!bStands && Blocks[Index])
			{
				Require(Mesh.RemoveBlock(*Blocks[Index]), TheScene.Name, fmt::format("block {}", Index));
				Blocks[Index].reset();
			}
		}
	}

	const Scene& TheScene;
	World& Crowd;
	TaskScheduler* Scheduler;
	NavMesh Mesh;
	std::unique_ptr<Navigator> Planner;
	std::vector<std::optional<NavBlockHandle>> Blocks;
};
}

const std::vector<NamedPlanner>& Planners()
{
	static const std::vector<NamedPlanner> Table = {
		{"goal", EPlanner::Goal, "straight to the goal"},
		{"steering", EPlanner::Steering, "steering towards the goal and away from others, as Reynolds has it"},
		{"roadmap", EPlanner::Roadmap, "from corner to corner of the obstacles, by a visibility graph"},
		{"detour", EPlanner::Detour, "on a navigation mesh: a path each, or a flow field where many share a goal"},
	};
	return Table;
}

const NamedPlanner& FindPlanner(const std::string& What, const std::string& Name)
{
	std::vector<std::string> Names;
	for (const NamedPlanner& Entry : Planners())
	{
		if (Name == Entry.Name)
		{
			return Entry;
		}
		Names.push_back(Entry.Name);
	}
	throw InputError(fmt::format("{} is the unknown {}{}", What, Quoted(Name), Suggestion(Name, Names)));
}

std::unique_ptr<Guide> MakeGuide(EPlanner Planner, const Scene& InScene, World& Crowd, TaskScheduler* Scheduler)
{
	switch (Planner)
	{
	case EPlanner::Steering:
		return std::make_unique<SteeringGuide>(InScene, Crowd);
	case EPlanner::Roadmap:
		return std::make_unique<RoadmapGuide>(InScene, Crowd, Scheduler);
	case EPlanner::Detour:
		return std::make_unique<DetourGuide>(InScene, Crowd, Scheduler);
	case EPlanner::Goal:
		break;
	}
	return std::make_unique<GoalGuide>(InScene, Crowd);
}
}
