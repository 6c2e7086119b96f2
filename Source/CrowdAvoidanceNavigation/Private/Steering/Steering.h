// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavigation/CrowdSteering.h"
#include "Steering/SightGrid.h"

#include <cstddef>
#include <span>

namespace CrowdAvoidance
{
/// What steering knows of an agent.
struct SteeringAgent
{
	Vec2 Position = {};
	Vec2 Velocity = {};
	Vec2 Goal = {};             ///< Only where bHasGoal.
	float ArrivalRadius = 0.5f; ///< Within it the agent slows down. [m, > 0]
	float Radius = 0.3f;
	float MaxSpeed = 1.5f;
	float PreferredSpeed = 1.3f;
	bool bHasGoal = false; ///< An agent without one is seen by the others and is not steered.
};

/// The law by which agents steer.
class Steering
{
public:
	explicit Steering(const SteeringDef& InDef = {});

	/// The velocity that each agent should have after a step of Dt seconds; its present one where it has no goal. The result
	/// depends on the agents and on their order, on nothing else.
	void Compute(std::span<const SteeringAgent> Agents, float Dt, std::span<Vec2> Velocities);

private:
	SteeringDef Def;
	SightGrid Grid;
	std::vector<Vec2> Positions;

	Vec2 Steer(std::span<const SteeringAgent> Agents, size_t Agent, double Dt) const;
};
}
