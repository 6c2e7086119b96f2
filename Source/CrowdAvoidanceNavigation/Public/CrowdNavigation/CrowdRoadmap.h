// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTask.h"
#include "CrowdCore/CrowdWorld.h"
#include "CrowdNavigation/CrowdNavigationApi.h"

#include <memory>
#include <span>
#include <vector>

namespace CrowdAvoidance
{
/// Obstacles and the agents that are to find paths between them.
struct RoadmapDef
{
	std::vector<std::vector<Vec2>> Solids; ///< Polygons of either winding, or two vertices: a wall.
	float Radius = 0.3f;  ///< Of the largest agent: paths keep this far away from corners. [m, > 0 .. 1000]
	float Margin = 0.05f; ///< And this much more. [m, 0 .. 1000]
	/// Nodes besides the corners (where a scenario brings its own). They must lie outside all solids.
	std::vector<Vec2> ExtraNodes;
};

/// A roadmap in the manner of the RVO library and of Bleiweiss 2009: the corners of obstacles that a shortest path can turn at
/// (reduced visibility graph, by rotational sweep), a shortest-path tree for each goal (Dijkstra), and at run time the
/// visible node with the shortest path. Docs/Planners/Roadmap.md
class CROWDAVOIDANCENAVIGATION_API Roadmap
{
public:
	Roadmap();
	~Roadmap();
	Roadmap(Roadmap&&) noexcept;
	Roadmap& operator=(Roadmap&&) noexcept;

	static Result<Roadmap> Build(const RoadmapDef& Def, TaskScheduler* Scheduler = nullptr);

	int NodeCount() const;
	int EdgeCount() const; ///< Each counted once.
	Vec2 Node(int Index) const;
	/// Nodes that share an edge with this one.
	std::span<const int32_t> NeighborsOf(int Index) const;

	/// Whether a disc of the map's radius can go straight from one point to the other (grazing counts as free). Where one of the
	/// points is nearer to a solid than that, the line must not bring it nearer still.
	bool IsVisible(Vec2 From, Vec2 To) const;

	bool IsInSolid(Vec2 Point) const;

	/// A shortest-path tree to the nearest of some points. Error where one lies inside a solid. [1 .. 1024 points]
	Result<int> AddGoal(std::span<const Vec2> AnyOf);
	/// Its number may be another goal's from now on.
	void RemoveGoal(int Goal);
	std::span<const Vec2> GoalPoints(int Goal) const;
	/// Length of the shortest path from a node to the goal; infinity where there is none. [m]
	float Distance(int Goal, int Node) const;

	/// Where to head for from a point: the goal itself, or the visible node with the shortest path. Hint: the node of the last
	/// call for this agent, or -1; it is tried first, then what follows it on the path. Returns the node, GoalNode for the goal
	/// itself, or NoNode where nothing is visible. OutTarget: where it is.
	static constexpr int NoNode = -1;
	static constexpr int GoalNode = -2;
	int NextNode(int Goal, Vec2 From, int Hint, Vec2& OutTarget) const;
	/// Where the shortest path from a node turns, the node first, and the goal it ends at; empty where there is none.
	std::vector<Vec2> PathFrom(int Goal, int Start) const;

private:
	struct Impl;
	std::unique_ptr<Impl> State;
};

/// Leads the agents of one world by a roadmap, to the goals that World::SetGoal gives them.
class CROWDAVOIDANCENAVIGATION_API RoadmapPlanner final : public Planner
{
public:
	/// Map must outlive the planner, which adds goals to it and removes them.
	explicit RoadmapPlanner(Roadmap& Map);
	~RoadmapPlanner() override;

private:
	/// World::SetGoal calls it. Points inside a solid are left out; where that leaves none, the goal is Unreachable.
	Result<bool> SetGoal(AgentHandle Agent, uint64_t Id, std::span<const Vec2> AnyOf, float ArrivalRadius) override;
	void Forget(AgentHandle Agent) override;
	/// Lost: it sees no node and has seen none lately, so it goes straight for the goal and may be stuck behind an obstacle.
	ENavStatus Status(AgentHandle Agent) const override;
	void Plan(const PlanBlock& Block) override;
	void Confine(const MoveBlock& Block) override;
	void Describe(AgentHandle Agent, DebugGeometry& Out) const override;
	Result<void> Save(SnapshotWriter& To) const override;
	Result<void> Load(SnapshotReader& From, const World& Crowd) override;

	struct Impl;
	std::unique_ptr<Impl> State;
};
}
