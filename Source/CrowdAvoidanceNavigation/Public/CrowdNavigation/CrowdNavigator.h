// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdWorld.h"
#include "CrowdNavigation/CrowdNavMesh.h"

namespace CrowdAvoidance
{
/// How a navigator is set up. Budgets are in units of work, not of time, so that results stay the same on any machine.
struct NavigatorDef
{
	/// From this many agents on with the same destination, they share a flow field instead of having a path each.
	int FieldFromAgents = 8;
	/// Polygons that path searches may look at in one step, all together. [100 .. 1,000,000]
	int SearchBudget = 4000;
	/// Edges that flow fields may look at in one step; a quarter of the number of agents where only crowding has changed.
	/// [1000 .. 100,000,000]
	int FieldBudget = 20000;
	/// Tiles that may be rebuilt in one step. [1 .. 1000]
	int TileBudget = 1;
	/// An agent looks where to go once in that many steps; up to six times less often while it gets on well and its corner is far. [1 .. 64]
	int LookEvery = 8;
	/// How often crowding is measured and fields and paths take it into account; 0: never. [s, 0 .. 1000]
	float CongestionPeriod = 2.0f;
	/// An agent that has made no way for that long waits for a while instead of pushing. [s, 0.1 .. 1000]
	float PatienceSeconds = 8.0f;
	/// How far off the mesh a start or a goal may lie and still be moved onto it. [m, 0 .. 1000]
	float SnapDistance = 1.0f;
};

/// A place to go to that any number of agents may share.
struct DestinationHandle
{
	uint32_t Index = UINT32_MAX;

	friend bool operator==(const DestinationHandle&, const DestinationHandle&) = default;
};

/// Leads agents over a navigation mesh. Docs/Planners/Detour.md
class CROWDAVOIDANCENAVIGATION_API Navigator final : public Planner
{
public:
	/// Mesh must outlive the navigator.
	static Result<std::unique_ptr<Navigator>> Create(NavMesh& Mesh, const NavigatorDef& Def = {});
	~Navigator() override;

	/// The nearest of some points (exits), by way and by crowding. An agent has arrived within ArrivalRadius of one of them.
	/// Points that lie off the mesh or inside a wall are left out; an error where that leaves none. [1 .. 1024 points]
	Result<DestinationHandle> AddDestination(std::span<const Vec2> AnyOf, float ArrivalRadius);
	/// The agent must be one of the world that this navigator plans for. Its way is taken up in the next step.
	Result<void> SetDestination(AgentHandle Agent, DestinationHandle Destination);
	/// A destination of one point, shared with those who were given the same point and radius.
	Result<void> SetGoal(AgentHandle Agent, Vec2 Goal, float ArrivalRadius = 0.5f);
	/// The agent stands, or follows the world's own goal, from now on.
	void Clear(AgentHandle Agent);
	ENavStatus Status(AgentHandle Agent) const override;
	/// How far it still has to go along its way; infinity where it has none. [m]
	float RemainingDistance(AgentHandle Agent) const;
	/// Whether it is known to be on the mesh.
	bool IsOnMesh(AgentHandle Agent) const;
	/// Whether it shares a flow field.
	bool UsesField(AgentHandle Agent) const;

	/// Puts the mesh's borders into the world as walls, and keeps them up to date.
	Result<void> AddWalls(World& Crowd);
	/// Searches, fields, doors and crowding, within the budgets.
	void BeginStep(World& Crowd, float Dt) override;

	/// Does all searches and fields that are pending at once, whatever they cost: for the time a level is loaded.
	void Prepare(World& Crowd, TaskScheduler* Scheduler = nullptr);

	void Plan(const PlanBlock& Block) override;
	void Confine(const MoveBlock& Block) override;
	void Forget(AgentHandle Agent) override;
	void Describe(AgentHandle Agent, DebugGeometry& Out) const override;

	/// The way ahead of an agent, for drawing: at most Most corners.
	std::vector<Vec2> WayAhead(AgentHandle Agent, int Most = 16) const;

	/// What the last step had to do.
	struct Report
	{
		double BeginSeconds = 0.0; ///< Of BeginStep. [s]
		int PathsFound = 0;
		int PathsPending = 0;
		int FieldsPending = 0;
		int TilesPending = 0;
		int PushedBack = 0; ///< Agents that Confine had to put back onto the mesh since the last BeginStep.
	};
	const Report& LastReport() const;

private:
	Navigator();
	struct Impl;
	std::unique_ptr<Impl> State;
};
}
