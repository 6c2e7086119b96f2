// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace CrowdAvoidance::Scenarios
{
/// How agents steer. Reynolds gives no numbers; these are for people on foot. How much the choice matters is in
/// Docs/Planners/Steering.md.
struct SteeringParameters
{
	double MaxAcceleration = 1.5;  ///< The most that steering changes a velocity. [m/s^2, > 0]
	double SeekSeconds = 0.5;      ///< In which a velocity would become the one towards the goal. [s, > 0]
	double HorizonSeconds = 2.0;   ///< Encounters further ahead in time do not matter. [s, > 0]
	double SightMeters = 6.0;      ///< Others further away, centre to centre, do not matter. [m, > 0]
	double ClearanceMeters = 0.1;  ///< An encounter with less room than this between the bodies is a threat. [m, >= 0]
	double SeparationMeters = 0.0; ///< Bodies closer than this push apart. None by default: Reynolds has it for groups
								   ///< that walk in one direction. [m, >= 0]
};

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

/// Steering towards goals and away from others as Reynolds describes it (Steering Behaviors For Autonomous Characters, 1999): a
/// baseline that knows no velocity obstacles, and a source of desired velocities for the models that do. Docs/Planners/Steering.md
class Steering
{
public:
	explicit Steering(const SteeringParameters& InParameters = {});

	/// The velocity that each agent should have after a step of Dt seconds; its present one where it has no goal. The result
	/// depends on the agents and on their order, on nothing else.
	void Compute(std::span<const SteeringAgent> Agents, float Dt, std::span<Vec2> Velocities);

private:
	SteeringParameters Parameters;

	/// @name Agents by square cells of SightMeters, whose columns and rows are hashed into buckets
	/// @{
	void SortIntoBuckets(std::span<const SteeringAgent> Agents);
	int64_t CellOf(float Coordinate) const;
	size_t BucketOf(int64_t Column, int64_t Row) const;

	std::vector<uint32_t> BucketStart; ///< Into Sorted; one more than there are buckets.
	std::vector<uint32_t> Sorted;      ///< Agents by bucket, ascending within one.
	/// @}

	template <typename VisitType>
	void ForEachInSight(std::span<const SteeringAgent> Agents, size_t Agent, const VisitType& Visit) const;
	Vec2 Steer(std::span<const SteeringAgent> Agents, size_t Agent, double Dt) const;
};
}
