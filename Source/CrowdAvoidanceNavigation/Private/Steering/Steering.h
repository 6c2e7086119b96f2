// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavigation/CrowdSteering.h"

#include <span>

namespace CrowdAvoidance
{
/// What steering knows of an agent.
struct SteeringAgent
{
	Vec2 Position = {};
	Vec2 Velocity = {};
	Vec2 Goal = {};             ///< Only of the one that steers.
	float ArrivalRadius = 0.5f; ///< Within it the agent slows down. [m, > 0]
	float Radius = 0.3f;
	float MaxSpeed = 1.5f;
	float PreferredSpeed = 1.3f;
};

/// The law by which agents steer: the velocity that an agent should have after a step of Dt seconds, given the others in sight.
Vec2 Steer(const SteeringDef& Def, const SteeringAgent& Self, std::span<const SteeringAgent> InSight, double Dt);
}
