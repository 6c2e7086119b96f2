// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/Encounter.h"
#include "Scenarios/Scene.h"
#include "Scenarios/TrajectoryText.h"
#include "Scenarios/WallCheck.h"

#include <memory>

namespace CrowdAvoidance::Scenarios
{
/// What is to be measured besides what every run with metrics measures.
struct MeasureOptions
{
	/// Numbers of agents whose encounters with each other are followed. Empty: of all, where that makes no more than MostPairs. [at
	/// most MostAgents]
	std::vector<uint32_t> PairsOf = {};
	/// Where the agents are compared with; an agent's number is the id there, the run begins with frame 0. Null: nothing.
	std::shared_ptr<const TrajectorySet> Reference = nullptr;

	static constexpr size_t MostPairs = 16;
	static constexpr size_t MostAgents = 16;
};

struct MeasuredPair
{
	uint32_t First = 0;
	uint32_t Second = 0;
	Encounter Course;
};

/// How far from the reference agents were at equal times.
struct ReferenceDifference
{
	uint64_t Samples = 0;
	double SumMeters = 0.0;
	double LargestMeters = 0.0;

	/// Of at least one sample.
	double MeanMeters() const { return SumMeters / static_cast<double>(Samples); }
};

/// What is measured of an agent's motion at one moment.
struct MeteredAgent : Mover
{
	bool bPresent = false; ///< It has not left the scene.
	bool bWalks = false;   ///< It has somewhere to go.
};

/// Measures velocities, encounters and paths, frame by frame.
class MotionMeter
{
public:
	/// Throws InputError. The scene must outlive it.
	MotionMeter(const Scene& Scene, const MeasureOptions& InOptions);

	/// Agents: as in the scene. The first call says where they begin.
	void Add(double Seconds, const std::vector<MeteredAgent>& Agents, WallCheck& Walls);

	/// Of agents that walk, in every step. [m/s^2]
	const Distribution& Accelerations() const { return AccelerationSizes; }
	const std::vector<MeasuredPair>& Pairs() const { return AllPairs; }
	/// Null: there is no reference.
	const ReferenceDifference* Difference() const { return Options.Reference ? &ReferenceSums : nullptr; }

private:
	void AddPairs(double Seconds, const std::vector<MeteredAgent>& Agents, WallCheck& Walls);
	void CompareWithReference(double Seconds, const std::vector<MeteredAgent>& Agents);

	MeasureOptions Options;
	double Dt;
	std::vector<MeasuredPair> AllPairs;
	std::vector<const PersonTrack*> References; ///< Of each agent; null: it has none.
	std::vector<MeteredAgent> Last;             ///< Empty before the first frame.
	Distribution AccelerationSizes;
	ReferenceDifference ReferenceSums;
};
}
