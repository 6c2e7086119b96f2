// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/Guide.h"
#include "Scenarios/MotionMeter.h"

#include <functional>
#include <memory>
#include <optional>

namespace CrowdAvoidance::Scenarios
{
struct RunOptions
{
	WorldDef World = {};                            ///< Scheduler: the simulation's own, of so many threads.
	std::optional<EPlanner> Planner = std::nullopt; ///< Empty: the one that the scene asks for.
	int Threads = 0;                                ///< 0: as many as the machine has.
};

/// Overlaps in one frame. A pair overlaps when it is deeper than 1 mm.
struct OverlapCount
{
	int Pairs = 0;
	int DeepPairs = 0; ///< Deeper than 10 % of the sum of radii.
	double DeepestMeters = 0.0;
	double DeepestFraction = 0.0; ///< Of the sum of radii.
};

/// Counts over any set of discs (ours or a peer's), with a grid of its own. OutOverlaps, where it is given: for each disc
/// whether it overlaps another (1) or not (0). Bodies, where they are given: for each disc what BodyOf says, which counts in
/// its place; no body is larger than its disc.
OverlapCount CountOverlaps(int Count, const float* X, const float* Y, const float* Radius,
	std::vector<uint8_t>* OutOverlaps = nullptr, std::span<const std::vector<Vec2>> Bodies = {});

/// What `--metrics` writes (Docs/CommandLine.md). Times in seconds.
struct Metrics
{
	uint64_t Steps = 0;
	int Agents = 0;
	int AgentsWithGoals = 0;
	double MsMean = 0.0, MsP50 = 0.0, MsP99 = 0.0;
	StageTimes Stages; ///< Mean per step.
	double OverlapPairsPerFrame = 0.0, DeepPairsPerFrame = 0.0;
	double DeepestPenetration = 0.0, DeepestFraction = 0.0;
	int Arrived = 0;
	double Time50 = -1.0, Time95 = -1.0, TimeAll = -1.0; ///< Simulated time at which that share had arrived; -1: never.
	double PathLengthRatio = 0.0;                        ///< Walked over straight line, mean of those arrived.
	double EnergyJoules = 0.0;                           ///< Mean per agent; 70 kg, 2.23 + 1.26 v^2 W/kg.
	double Jitter = 0.0;                                 ///< Heading flips per agent-second.
	double AccelerationP99 = 0.0, AccelerationMax = 0.0; ///< Over the steps of agents that walk. [m/s^2]
	std::vector<MeasuredPair> Pairs;                     ///< Empty in a crowd where nobody asked for them.
	std::optional<ReferenceDifference> Reference;        ///< Empty: there is none.
	std::vector<uint32_t> StuckAgents;                   ///< Not arrived and moved less than a radius in the last 5 s.
	std::vector<std::pair<uint32_t, std::string>> Left;  ///< All that have not arrived, and why, where that is known.
	uint64_t WallCrossings = 0;                          ///< Steps in which some agent's centre went through a wall.
	uint64_t AstraySteps = 0;                            ///< Steps that some agent ended off the mesh it is led over.
	double DeepestInWall = 0.0;                          ///< How far a body has reached into a wall. [m]
	Navigator::Work MeshWork;                            ///< Of the planner, where it leads over a mesh.
	double PlanShare = 0.0;                              ///< Of all processor time, what planning took.
	uint32_t StatusBits = 0;
	double InfeasibleShare = 0.0;
	uint64_t StateHash = 0;
};

/// Where everybody is at some moment, in the order of Scene::Agents.
struct CrowdFrame
{
	std::vector<float> X, Y;
	std::vector<float> VelocityX, VelocityY;
	std::vector<uint8_t> bGone; ///< It has left the scene; its other fields mean nothing.
	uint64_t Steps = 0;         ///< Done so far.

	/// Everybody is there afterwards.
	void Resize(size_t Count);
};

/// A scene in a world of ours, with goals, stop rule and metrics.
class Simulation
{
public:
	/// Throws InputError.
	Simulation(std::shared_ptr<const Scene> InScene, const RunOptions& Options);
	Simulation(const Scene& InScene, const RunOptions& Options);
	~Simulation();

	/// One step of the scene's Dt. Returns false when the stop rule has been met (after that step).
	bool Step();
	/// Switch on the per-frame measuring (overlaps, jitter, energy ...); off by default because it costs more than the step.
	/// Throws InputError.
	void EnableMetrics(const MeasureOptions& Options = {});

	void Read(CrowdFrame& Out) const;
	/// All that the rest of the run depends on, apart from scene and options. What has been measured stays behind. Throws InputError.
	void Save(SnapshotWriter& To) const;
	/// Goes on where Save was called, for a simulation of the same scene and options. Throws InputError, and is of no more use then.
	void Load(SnapshotReader& From);
	/// Everybody back to a frame that Read gave, and to its first goal. Measuring starts afresh.
	void Restore(const CrowdFrame& Frame);

	/// To look at, watch or push agents. Only the simulation takes agents away: those who have left by an exit.
	World& GetWorld();
	const World& GetWorld() const;
	/// Has been at its last goal once.
	bool HasArrived(uint32_t Agent) const;
	int ArrivedCount() const;
	/// Why an agent does not get to its goal; empty where that is not known.
	const char* Trouble(uint32_t Agent) const;
	const Scene& GetScene() const;
	double SimulatedSeconds() const;
	const StepReport& LastReport() const;
	Metrics ComputeMetrics() const;

private:
	struct Impl;
	std::unique_ptr<Impl> State;
};
}
