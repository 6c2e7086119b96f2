// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/Environments/Geometry.h"

#include <optional>
#include <span>
#include <vector>

/// How two people get past each other.
namespace CrowdAvoidance::Scenarios
{
struct Mover
{
	Point Position;
	Point Velocity;
};

/// Metabolic power of a person of 70 kg who walks at that speed: 2.23 + 1.26 v^2 W/kg. [W]
double WalkingWatts(double Speed);

/// How near two centres come to each other from now on if both keep their velocity. [m]
double ProjectedApproach(const Mover& A, const Mover& B);

/// The response of two to each other as RCAP's paper divides it. Empty: there was none. [s]
struct ResponsePhases
{
	std::optional<double> Observation; ///< From first sight until their relative velocity begins to change.
	std::optional<double> Reaction;    ///< From there until 90 % of the whole change is done.
	std::optional<double> Maintenance; ///< From there until they are nearest to each other.
};

/// The encounter of two, sampled over time.
class Encounter
{
public:
	/// Samples beyond that are left out: a long run with few people must not take all memory.
	static constexpr size_t MostSamples = 20'000;

	struct Sample
	{
		double Seconds = 0.0;
		double Distance = 0.0;  ///< Between the centres. [m]
		double Projected = 0.0; ///< ProjectedApproach. [m]
		Point Relative;         ///< Velocity of the first as the second sees it. [m/s]
	};

	/// bInSight: no wall is between them. Once they have seen each other that is not asked any more.
	void Add(double Seconds, const Mover& First, const Mover& Second, bool bInSight);

	std::span<const Sample> Samples() const { return All; }
	/// From first sight on; empty: they have not seen each other.
	std::span<const Sample> SinceSight() const;
	/// From first sight until they were nearest.
	std::span<const Sample> UntilNearest() const;
	ResponsePhases Phases() const;

private:
	std::vector<Sample> All;
	std::optional<size_t> FirstSight;
};

/// Counts values by size, in bins that are at most 1.6 % wide.
class Distribution
{
public:
	Distribution();
	/// Not negative.
	void Add(double Value);
	/// The size that this share of the values does not exceed, up to the width of a bin; 0: there are none.
	double Percentile(double Share) const;
	double Maximum() const { return Greatest; }

private:
	std::vector<uint64_t> Counts;
	uint64_t Total = 0;
	double Greatest = 0.0;
};
}
