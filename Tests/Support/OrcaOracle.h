// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <vector>

/// Optimal reciprocal collision avoidance by brute force and in double precision: the definition of van den Berg, Guy, Lin
/// and Manocha, "Reciprocal n-body collision avoidance" (2011), written down as literally as a program can be. It shares no
/// code with Core, not even a vector type, and makes no attempt to be fast.
namespace CrowdAvoidance::Testing::Oracle
{
struct Vec
{
	double X = 0.0;
	double Y = 0.0;
};

struct Agent
{
	Vec Position;
	Vec Velocity;
	double Radius = 0.0;
};

/// Velocities V with dot(V - Point, Normal) >= 0. The normal has length one.
struct HalfPlane
{
	Vec Point;
	Vec Normal;

	/// How far V is on the wrong side, negative when it is on the right one.
	double Violation(Vec V) const;
};

/// What is undefined in the paper and has to be chosen: agents that exactly touch.
enum class ETouching
{
	Apart,
	Overlapping,
};

/// The permitted velocities of Self against Other when Self does Share of the avoiding.
HalfPlane AvoidanceHalfPlane(const Agent& Self, const Agent& Other, double Horizon, double Dt, double Share = 0.5,
	ETouching Touching = ETouching::Overlapping);

/// Indices of the nearest others within Range, at most Count of them; the nearest first, the lower index first among equals.
std::vector<int> Nearest(const std::vector<Agent>& Agents, int Self, double Range, int Count);

struct Solution
{
	bool bFeasible = false;
	Vec Velocity; ///< Permitted and nearest to the desired one; without any, the one of the least violation.
	double Violation =
		0.0; ///< The largest one of any half-plane at Velocity; meaningful where there is no permitted velocity.
};

/// The permitted velocity nearest to Desired among those no faster than MaxSpeed.
/// Slack shifts every half-plane: positive makes all of them more lenient.
Solution Solve(const std::vector<HalfPlane>& HalfPlanes, Vec Desired, double MaxSpeed, double Slack = 0.0);

/// The velocity no faster than MaxSpeed whose largest violation is least.
Solution SolveLeastViolation(const std::vector<HalfPlane>& HalfPlanes, double MaxSpeed);

double WorstViolation(const std::vector<HalfPlane>& HalfPlanes, Vec Velocity);
}
