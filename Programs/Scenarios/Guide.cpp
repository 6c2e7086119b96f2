// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Guide.h"

#include "CrowdNavigation/CrowdRoadmap.h"
#include "CrowdNavigation/CrowdSteering.h"
#include "Scenarios/Require.h"
#include "Scenarios/SceneMesh.h"
#include "Scenarios/Suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace CrowdAvoidance::Scenarios
{
namespace
{
RoadmapDef MapOf(const Scene& InScene)
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
	return Def;
}
}

struct Guide::Impl
{
	const Scene& TheScene;
	World& Crowd;
	TaskScheduler* Scheduler;
	/// @name Where there is no mesh
	std::vector<ObstacleHandle> ShutDoors;
	std::vector<ObstacleHandle> StandingBlocks;
	/// @name Where there is one
	std::optional<NavMesh> Mesh;
	Navigator* OnMesh = nullptr;
	std::vector<std::optional<NavBlockHandle>> MeshBlocks;

	std::optional<Roadmap> Map;
	std::unique_ptr<Planner> Leader; ///< Null: the world goes straight. After mesh and map, which it needs.

	Impl(const Scene& InScene, World& InCrowd, TaskScheduler* InScheduler)
		: TheScene(InScene),
		  Crowd(InCrowd),
		  Scheduler(InScheduler),
		  ShutDoors(InScene.Doors.size()),
		  StandingBlocks(InScene.Blocks.size()),
		  MeshBlocks(InScene.Blocks.size())
	{}

	std::unique_ptr<Planner> MakePlanner(EPlanner Which)
	{
		switch (Which)
		{
		case EPlanner::Steering:
			return Require(SteeringPlanner::Create(), TheScene.Name, "steering");
		case EPlanner::Roadmap:
			Map = Require(Roadmap::Build(MapOf(TheScene), Scheduler), TheScene.Name, "roadmap");
			return std::make_unique<RoadmapPlanner>(*Map);
		case EPlanner::Detour:
		{
			Mesh = Require(NavMesh::Build(MeshOf(TheScene), Scheduler), TheScene.Name, "navmesh");
			std::unique_ptr<Navigator> Made = Require(Navigator::Create(*Mesh), TheScene.Name, "navigator");
			OnMesh = Made.get();
			return Made;
		}
		case EPlanner::Goal:
			break;
		}
		return nullptr;
	}

	void SetDoor(size_t Index, bool bOpen)
	{
		if (!Mesh)
		{
			SetObstacle(ShutDoors[Index], TheScene.Doors[Index].Outline, !bOpen, "door", Index);
		}
		else if (Mesh->IsDoorOpen(static_cast<int>(Index)) != bOpen)
		{
			Require(Mesh->SetDoor(static_cast<int>(Index), bOpen), TheScene.Name, fmt::format("door {}", Index));
		}
	}

	void SetBlock(size_t Index, bool bStands)
	{
		const std::vector<Vec2>& Outline = TheScene.Blocks[Index].Outline;
		std::optional<NavBlockHandle>& Block = MeshBlocks[Index];
		if (!Mesh)
		{
			SetObstacle(StandingBlocks[Index], Outline, bStands, "block", Index);
		}
		else if (bStands && !Block)
		{
			Block = Require(Mesh->AddBlock(Outline), TheScene.Name, fmt::format("block {}", Index));
		}
		else if (!bStands && Block)
		{
			Require(Mesh->RemoveBlock(*Block), TheScene.Name, fmt::format("block {}", Index));
			Block.reset();
		}
	}

	void SetObstacle(
		ObstacleHandle& Handle, const std::vector<Vec2>& Outline, bool bThere, const char* What, size_t Index)
	{
		if (bThere && !Crowd.IsValid(Handle))
		{
			Handle =
				Require(Crowd.AddObstacle({.Vertices = Outline}), TheScene.Name, fmt::format("{} {}", What, Index));
		}
		else if (!bThere && Crowd.IsValid(Handle))
		{
			Require(Crowd.RemoveObstacle(Handle), TheScene.Name, fmt::format("{} {}", What, Index));
		}
	}
};

Guide::Guide(EPlanner Planner, const Scene& InScene, World& Crowd, TaskScheduler* Scheduler)
	: State(std::make_unique<Impl>(InScene, Crowd, Scheduler))
{
	State->Leader = State->MakePlanner(Planner);
	if (State->OnMesh)
	{
		Update(0.0);
		State->Mesh->Update(INT32_MAX);
		Require(State->OnMesh->AddWalls(Crowd), InScene.Name, "walls");
	}
	else
	{
		for (size_t Index = 0; Index < InScene.Obstacles.size(); ++Index)
		{
			ObstacleHandle Wall;
			State->SetObstacle(Wall, InScene.Obstacles[Index], true, "obstacle", Index);
		}
		Update(0.0);
	}
	Crowd.SetPlanner(State->Leader.get());
}

Guide::~Guide()
{
	State->Crowd.SetPlanner(nullptr);
}

void Guide::Prepare()
{
	if (State->OnMesh)
	{
		State->OnMesh->Prepare(State->Crowd, State->Scheduler);
	}
}

void Guide::Update(double Seconds)
{
	const Scene& TheScene = State->TheScene;
	for (size_t Index = 0; Index < TheScene.Doors.size(); ++Index)
	{
		State->SetDoor(Index, TheScene.Doors[Index].IsOpen(Seconds));
	}
	for (size_t Index = 0; Index < TheScene.Blocks.size(); ++Index)
	{
		State->SetBlock(Index, TheScene.Blocks[Index].Stands(Seconds));
	}
}

Planner* Guide::GetPlanner() const
{
	return State->Leader.get();
}

void Guide::Save(SnapshotWriter& To) const
{
	To.Section("guide");
	To(State->ShutDoors, State->StandingBlocks);
	for (const std::optional<NavBlockHandle>& Block : State->MeshBlocks)
	{
		To(Block.has_value(), Block.value_or(NavBlockHandle{}));
	}
}

void Guide::Load(SnapshotReader& From)
{
	From.Section("guide");
	for (std::vector<ObstacleHandle>* const Handles : {&State->ShutDoors, &State->StandingBlocks})
	{
		const size_t Expected = Handles->size();
		From(*Handles);
		if (Handles->size() != Expected)
		{
			From.Refuse(Error::Format("it has %zu doors or blocks; it must be %zu", Handles->size(), Expected));
			Handles->resize(Expected);
		}
	}
	for (std::optional<NavBlockHandle>& Block : State->MeshBlocks)
	{
		bool bStands = false;
		NavBlockHandle Handle;
		From(bStands, Handle);
		Block = bStands ? std::optional(Handle) : std::nullopt;
	}
}

bool Guide::ChoosesExits() const
{
	return State->OnMesh || State->Map;
}

bool Guide::IsAstray(AgentHandle Agent) const
{
	return State->OnMesh && !State->OnMesh->IsOnMesh(Agent);
}

const Navigator::Work* Guide::WorkDone() const
{
	return State->OnMesh ? &State->OnMesh->WorkDone() : nullptr;
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

std::vector<std::string> PlannerNames()
{
	std::vector<std::string> Names;
	for (const NamedPlanner& Entry : Planners())
	{
		Names.push_back(Entry.Name);
	}
	return Names;
}

const NamedPlanner& FindPlanner(const std::string& What, const std::string& Name)
{
	for (const NamedPlanner& Entry : Planners())
	{
		if (Name == Entry.Name)
		{
			return Entry;
		}
	}
	throw InputError(fmt::format("{} is the unknown {}{}", What, Quoted(Name), Suggestion(Name, PlannerNames())));
}
}
