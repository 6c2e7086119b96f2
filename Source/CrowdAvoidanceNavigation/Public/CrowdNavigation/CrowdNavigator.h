// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdWorld.h"
#include "CrowdNavigation/CrowdNavGround.h"

namespace CrowdAvoidance
{
/// How a navigator is set up. Budgets are in units of work, not of time, so that results stay the same on any machine.
struct NavigatorDef
{
	/// From this many agents on with the same destination, they share a flow field instead of having a path each.
	int FieldFromAgents = 8;
	/// Polygons that path searches may visit in one step, all together. [100 .. 1,000,000]
	int SearchBudget = 4000;
	/// Edges that flow fields may visit in one step; a quarter of the number of agents where only crowding has changed.
	/// [1000 .. 100,000,000]
	int FieldBudget = 20000;
	/// Tiles that may be rebuilt in one step. [1 .. 1000]
	int TileBudget = 1;
	/// An agent finds its next corner anew once in that many steps; up to six times less often while it moves well and the corner is far.
	/// [1 .. 64]
	int CornerEvery = 8;
	/// How often crowding is measured and fields and paths take it into account; 0: never. [s, 0 .. 1000]
	float CongestionPeriod = 2.0f;
	/// An agent that has made no progress for that long waits for a while instead of pushing. [s, 0.1 .. 1000]
	float PatienceSeconds = 8.0f;
	/// How far off the mesh a start or a goal may lie and still be moved onto it. [m, 0 .. 1000]
	float SnapDistance = 1.0f;
};

/// Leads the agents of one world over a navigation mesh, to the goals that World::SetGoal gives them. Docs/Planners/Detour.md
class CROWDAVOIDANCENAVIGATION_API Navigator final : public Planner
{
public:
	/// Ground must outlive the navigator.
	static Result<std::unique_ptr<Navigator>> Create(NavGround& Ground, const NavigatorDef& Def = {});
	~Navigator() override;

	/// Puts the mesh's borders into the world as walls, and keeps them up to date.
	Result<void> AddWalls(World& Crowd);
	/// Does all searches and fields that are pending at once, whatever they cost: for the time a level is loaded.
	void Prepare(World& Crowd, TaskScheduler* Scheduler = nullptr);
	/// Whether it leads the agent and knows it to be on the mesh.
	bool IsOnMesh(AgentHandle Agent) const;

	/// What it has done so far.
	struct Work
	{
		int64_t PathsFound = 0;
		int64_t FieldsMade = 0; ///< Those that were made anew, because of crowding or changes of the mesh, included.
		int64_t FieldsRepaired = 0; ///< After a change of the mesh, instead of being made anew.
		int64_t TilesChanged = 0;   ///< Of the mesh, which got other walls.
		int64_t PushedBack = 0;     ///< Agents that had to be put back onto the mesh, counted in each step.
	};
	const Work& WorkDone() const;

private:
	/// World::SetGoal calls it. Points that lie off the mesh or inside a wall are left out; where that leaves none, the goal is
	/// Unreachable.
	Result<bool> SetGoal(AgentHandle Agent, uint64_t Id, std::span<const Vec2> AnyOf, float ArrivalRadius) override;
	void Forget(AgentHandle Agent) override;
	ENavStatus Status(AgentHandle Agent) const override;
	/// Searches, fields, doors and crowding, within the budgets.
	void BeginStep(World& Crowd, float Dt) override;
	void Plan(const PlanBlock& Block) override;
	void Confine(const MoveBlock& Block) override;
	void Describe(AgentHandle Agent, DebugGeometry& Out) const override;
	Result<void> Save(SnapshotWriter& To) const override;
	Result<void> Load(SnapshotReader& From, const World& Crowd) override;

	Navigator();
	struct Impl;
	std::unique_ptr<Impl> State;
};
}
