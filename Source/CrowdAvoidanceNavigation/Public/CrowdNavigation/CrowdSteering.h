// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdWorld.h"
#include "CrowdNavigation/CrowdNavigationApi.h"

#include <memory>

namespace CrowdAvoidance
{
/// How agents steer. Reynolds gives no numbers; these are for people on foot. How much the choice matters is in
/// Docs/Planners/Steering.md.
struct SteeringDef
{
	double MaxAcceleration = 1.5; ///< The most that steering changes a velocity. [m/s^2, 0.001 .. 1,000,000]
	double SeekSeconds = 0.5;     ///< In which a velocity would become the one towards the goal. [s, 0.001 .. 1000]
	double HorizonSeconds = 2.0;  ///< Encounters further ahead in time do not matter. [s, 0.001 .. 1000]
	double SightMeters = 6.0;     ///< Others further away, centre to centre, do not matter. [m, 0.001 .. 1000]
	double ClearanceMeters =
		0.1; ///< An encounter with less room than this between the bodies is a threat. [m, 0 .. 1000]
	double SeparationMeters = 0.0; ///< Bodies closer than this push apart. None by default: Reynolds has it for groups
								   ///< that walk in one direction. [m, 0 .. 1000]
};

/// Steers the agents of one world towards the goals that World::SetGoal gives them, of several points the nearest, and away from
/// others, as Reynolds describes it (Steering Behaviors For Autonomous Characters, 1999): a baseline that knows no velocity obstacles,
/// and a source of desired velocities for the models that do. Docs/Planners/Steering.md
class CROWDAVOIDANCENAVIGATION_API SteeringPlanner final : public Planner
{
public:
	static Result<std::unique_ptr<SteeringPlanner>> Create(const SteeringDef& Def = {});
	~SteeringPlanner() override;

private:
	Result<bool> SetGoal(AgentHandle Agent, uint64_t Id, std::span<const Vec2> AnyOf, float ArrivalRadius) override;
	void Forget(AgentHandle Agent) override;
	ENavStatus Status(AgentHandle Agent) const override;
	/// Steers everybody at once.
	void BeginStep(World& Crowd, float Dt) override;
	void Plan(const PlanBlock& Block) override;
	void Confine(const MoveBlock& Block) override;
	Result<void> Save(SnapshotWriter& To) const override;
	Result<void> Load(SnapshotReader& From, const World& Crowd) override;

	explicit SteeringPlanner(const SteeringDef& Def);
	struct Impl;
	std::unique_ptr<Impl> State;
};
}
