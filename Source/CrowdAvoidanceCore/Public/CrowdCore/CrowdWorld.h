// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdAgent.h"
#include "CrowdCore/CrowdDebug.h"
#include "CrowdCore/CrowdModel.h"
#include "CrowdCore/CrowdObstacle.h"
#include "CrowdCore/CrowdPlanner.h"
#include "CrowdCore/CrowdQuery.h"
#include "CrowdCore/CrowdStatus.h"
#include "CrowdCore/CrowdTask.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace CrowdAvoidance
{
/// A number or switch of a model, by its name in ModelType::Options.
struct ModelOption
{
	std::string Name;
	double Value = 0.0; ///< Switches: 0 or 1.
};

/// How long a step may be.
inline constexpr NumberRange CrowdStepRange{0.0001, 10.0, "s"};

/// How a world is set up.
struct WorldDef
{
	/// One of Models(): "orca", "orca-plain", "clearpath" ... Docs/Models has a page for each.
	std::string Model = "orca";
	/// Those that are to differ from their defaults.
	std::vector<ModelOption> Options = {};
	EIsa Isa = EIsa::Auto;
	/// Fill StageTimes::Model. Reading the clock that often costs some percent of the step.
	bool bTimeModel = false;
	/// Where threads come from; must outlive the world. Null: the calling thread does everything.
	TaskScheduler* Scheduler = nullptr;
	/// Room to make at once, so that adding that many agents allocates nothing later. [0 .. 16,000,000]
	int ReserveAgents = 0;
};

CROWDAVOIDANCECORE_API const ParameterTable& WorldParameters();

/// What the host of a world that is loaded brings along.
struct WorldHost
{
	EIsa Isa = EIsa::Auto;
	TaskScheduler* Scheduler = nullptr; ///< As in WorldDef.
	/// Set up like the one that the world had when it was saved, and leading nobody yet. Null: it had none.
	CrowdAvoidance::Planner* Planner = nullptr;
};

/// Processor time of one step by stage, summed over workers (Sort and Integrate as if all were busy). [s]
struct StageTimes
{
	double Sort = 0.0;      ///< Bucketing agents by cell.
	double Neighbors = 0.0; ///< The nearest agents of each agent.
	double Perceive = 0.0;  ///< Which of them it has noticed, and what it remembers.
	double Solve = 0.0;     ///< The avoidance model, walls included.
	double Plan = 0.0;      ///< The planner: desired velocities, and keeping agents where they may be.
	double Integrate = 0.0; ///< Velocities into positions, arrival.
	/// Of Solve: the model's own steps, where it has some and WorldDef::bTimeModel asks for it. ClearPath: steps 0 .. 6 of its page.
	double Model[8] = {};
	double Wall = 0.0; ///< The whole step as a clock on the wall saw it.
};

/// What a step has to say.
struct StepReport
{
	EStepStatus Status = EStepStatus::None;
	/// Agents with no collision-free velocity, which took the least bad one (or, where walls alone leave none, one that avoids
	/// the nearest walls). ClearPath: agents that left some neighbours out of account.
	int InfeasibleAgents = 0;
	StageTimes Times;
};

/// One whom an agent sees or remembers.
struct SeenAgent
{
	AgentHandle Agent;
	bool bNoticed = false; ///< It has been in sight for the observation time: it is avoided while it is in sight.
	bool bInSight =
		false; ///< As the last step saw it; where nothing is kept of it (Docs/Models/Rcap.md), as it is now.
	/// Since it came into sight, until it is noticed; afterwards since it was lost, and 0 while it is in sight. [s]
	float Since = 0.0f;
};

/// All agents at once, in the world's internal order (neighbours in space lie near each other in memory; the order changes
/// with every step). Valid until the next call that is not const.
struct AgentsView
{
	int Count = 0;                           ///< Without ghosts ...
	int GhostCount = 0;                      ///< ... which come after the others.
	AgentColumn<const uint32_t> HandleIndex; ///< AgentHandle::Index of each.
	AgentColumn<const float> PositionX, PositionY;
	AgentColumn<const float> VelocityX, VelocityY;
	AgentColumn<const float> Radius;
	AgentColumn<const uint32_t> Flags; ///< AgentFlagGoal, AgentFlagArrived, AgentFlagLed

	static constexpr uint32_t AgentFlagGoal = 1u << 16;
	static constexpr uint32_t AgentFlagArrived = 1u << 17;
	static constexpr uint32_t AgentFlagLed = 1u << 18; ///< The planner leads it to its goal.
};

class Backend;

/// A crowd: agents, obstacles, and the step that moves them. Not thread-safe, queries apart; two worlds are independent.
class CROWDAVOIDANCECORE_API World
{
public:
	static Result<World> Create(const WorldDef& Def);

	~World();
	/// What is left behind may only be assigned to or destroyed.
	World(World&&) noexcept;
	World& operator=(World&&) noexcept;

	/// @name Profiles
	Result<ProfileHandle> AddProfile(const AgentProfile& Profile);
	Result<void> SetProfile(ProfileHandle Handle, const AgentProfile& Profile);
	Result<AgentProfile> GetProfile(ProfileHandle Handle) const;

	/// @name Agents
	Result<AgentHandle> AddAgent(const AgentDef& Def);
	Result<void> RemoveAgent(AgentHandle Handle);
	bool IsValid(AgentHandle Handle) const;
	/// The agent with that AgentDef::Id.
	Result<AgentHandle> FindAgent(uint64_t Id) const;
	/// Ghosts not counted.
	int AgentCount() const;
	Result<AgentState> GetAgent(AgentHandle Handle) const;

	Result<void> SetPosition(AgentHandle Handle, Vec2 Position);
	Result<void> SetVelocity(AgentHandle Handle, Vec2 Velocity);
	/// Changes one of AgentParameters(): Set(Agent, &AgentDef::MaxSpeed, 2.0f).
	Result<void> Set(AgentHandle Handle, float AgentDef::*Field, float Value);
	/// The same by an entry of that table.
	Result<void> Set(AgentHandle Handle, const Parameter& Entry, float Value);
	Result<void> SetAgentProfile(AgentHandle Handle, ProfileHandle Profile);

	/// A body for agents of ClearPath worlds, as ShapeOutline makes it of the vertices.
	Result<ShapeHandle> AddShape(std::span<const Vec2> Vertices);
	/// Gives an agent that body, turned counter-clockwise by Heading [rad], or makes it a disc again ({}). It does not turn
	/// with the agent's velocity: whoever moves the agent knows. Its Radius becomes that of the smallest disc around its position
	/// that holds the body, which is also what other models and neighbours' ranges go by.
	Result<void> SetShape(AgentHandle Handle, ShapeHandle Shape, float Heading = 0.0f);

	/// Whether the model perceives: its agents avoid only those whom they have noticed.
	bool Perceives() const;
	/// Whom the agent has in sight or remembers, in the order of ids: of models that perceive; of others nobody.
	Result<void> Seen(AgentHandle Handle, std::vector<SeenAgent>& Out) const;

	/// What the agent would do were it alone; holds until changed. Ends a goal.
	Result<void> SetDesiredVelocity(AgentHandle Handle, Vec2 Velocity);
	/// As above for many. All are checked first: on an error nothing is changed.
	Result<void> SetDesiredVelocities(std::span<const AgentHandle> Handles, std::span<const Vec2> Velocities);
	/// Walk to a point at the preferred speed, and stand there: along the planner's path, or straight where there is no planner.
	/// ArrivalRadius: [m, > 0 .. 1000]
	Result<void> SetGoal(AgentHandle Handle, Vec2 Goal, float ArrivalRadius = 0.5f);
	/// The same to whichever of some points (exits) the planner finds best; without one, to the first. [1 .. 1024 points]
	Result<void> SetGoal(AgentHandle Handle, std::span<const Vec2> AnyOf, float ArrivalRadius = 0.5f);

	/// As if it had come to its goal, where it has one; for states that were saved.
	Result<void> SetArrived(AgentHandle Handle);

	/// Plans the paths to goals that are set from now on, and may change desired velocities in every step. Null: nobody does.
	/// Agents that another planner led go straight from now on. It must outlive the world, or be taken away.
	void SetPlanner(CrowdAvoidance::Planner* Planner);

	AgentsView Agents() const;
	/// The whole handle of an agent that Agents() lists.
	AgentHandle HandleOf(uint32_t HandleIndex) const;

	/// @name Obstacles
	Result<ObstacleHandle> AddObstacle(const ObstacleDef& Def);
	Result<void> RemoveObstacle(ObstacleHandle Handle);
	/// Shifts an obstacle. Agents meet it where it is; it does not push them. [m]
	Result<void> MoveObstacle(ObstacleHandle Handle, Vec2 Offset);
	bool IsValid(ObstacleHandle Handle) const;
	int ObstacleCount() const;

	/// @name Queries
	/// Exact, about agents and obstacles as they are now, in the grids of the last step: whoever was added, put elsewhere or
	/// given another radius since then is tested by every query. Any number of threads may ask at once while nobody changes or
	/// steps the world; a planner may ask in BeginStep. [Points: |x|, |y| <= CrowdMaxCoordinate; radii and ranges: 0 .. CrowdMaxRange]
	/// @{

	/// The nearest agents within Range, nearest first, those equally near by their ids. Returns how many there are in Out.
	Result<int> Nearest(Vec2 Point, float Range, std::span<AgentHit> Out, const AgentFilter& Filter = {}) const;
	/// All agents in a disc, in that order.
	Result<void> InDisc(Vec2 Center, float Radius, std::vector<AgentHit>& Out, const AgentFilter& Filter = {}) const;
	/// All agents that a disc touches on a straight line, in the order in which it meets them.
	Result<void> AlongSegment(
		Vec2 From, Vec2 To, float Radius, std::vector<AgentHit>& Out, const AgentFilter& Filter = {}) const;
	/// All edges that reach into a disc, nearest first. Groups: of obstacles that share one of them.
	Result<void> WallsInDisc(Vec2 Center, float Radius, std::vector<WallHit>& Out, uint32_t Groups = ~0u) const;
	/// All edges that a disc touches on a straight line, in the order in which it meets them.
	Result<void> WallsAlongSegment(
		Vec2 From, Vec2 To, float Radius, std::vector<WallHit>& Out, uint32_t Groups = ~0u) const;
	/// @}

	/// @name The step
	/// Advances by Dt. [s, CrowdStepRange] Docs/Architecture.md follows one step through the code.
	Result<StepReport> Step(float Dt);
	/// Steps done so far.
	uint64_t StepCount() const;
	/// Of every agent's position, velocity, goal state and what it remembers of others, ghosts left out; the same for any number of threads, any instruction set and
	/// any order of adding.
	uint64_t StateHash() const;

	/// @name Snapshots (Docs/Snapshots.md)
	/// All that later steps depend on, planner included: equal states make equal bytes, whatever the threads and the instruction set.
	/// Left out: what is watched, ReserveAgents, bTimeModel. An error where the planner or its ground cannot be saved.
	Result<std::vector<std::byte>> Save() const;
	/// Goes on where Save was called, handles included, with the same hashes. Bytes that are damaged, or that no Save has made, are refused.
	/// A model of your own must be registered.
	static Result<World> Load(std::span<const std::byte> Bytes, const WorldHost& Host = {});

	/// @name Debugging
	/// Whether every step from now on is to keep what it saw and decided for the agent. Costs the step a search of all agents for
	/// each that is watched, and the results nothing. Ends with the agent. [at most CrowdMaxWatched at once]
	Result<void> Watch(AgentHandle Handle, bool bWatch = true);
	/// Of a watched agent and the last step, until the next one; null: it is not watched.
	const DebugGeometry* DebugOf(AgentHandle Handle) const;

	EIsa ActiveIsa() const;
	/// What the world holds in memory. [bytes]
	size_t MemoryBytes() const;

private:
	friend Result<World> CreateWorld(const WorldDef& Def, std::unique_ptr<Backend> Stepper);
	friend Result<World> LoadWorld(
		std::span<const std::byte> Bytes, const WorldHost& Host, std::unique_ptr<Backend> Stepper);

	struct Impl;
	explicit World(std::unique_ptr<Impl> InState);
	std::unique_ptr<Impl> State;
};
}
