// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/Simulation.h"

namespace CrowdAvoidance::Display
{
/// Around an agent, what counts towards the density there: so far from its centre. [m]
constexpr float DensityRadius = 1.5f;

struct SnapshotAgent
{
	uint32_t Number = 0; ///< Of the scene, which is the index of its handle.
	uint32_t Group = 0;  ///< SceneAgent::Group.
	Vec2 Position;
	Vec2 Velocity;
	float Radius = 0.0f;
	float MaxSpeed = 0.0f;
	float Density = 0.0f; ///< People within DensityRadius, itself included, over that area. [1/m^2]
	bool bOverlaps = false;
	bool bArrived = false;
};

/// A crowd at one moment, by itself: the world may go on.
struct Snapshot
{
	uint64_t Step = 0;
	double Seconds = 0.0;
	std::vector<SnapshotAgent> Agents; ///< Ascending number. Those who have left are not among them.
	int OverlappingPairs = 0;
	int Arrived = 0;          ///< Of the whole scene, with those who have left.
	double MeanDensity = 0.0; ///< That agents stand in, on average. [1/m^2]
};

/// Fills Out, whose memory is used again.
void TakeSnapshot(const Scenarios::Simulation& Run, Snapshot& Out);
/// Without looking for overlaps and densities.
void TakePositions(const Scenarios::Simulation& Run, Snapshot& Out);
/// What TakePositions has left out, from the positions in it: the run may have gone on.
void MeasureCrowding(const Scenarios::Scene& Scene, Snapshot& Out);

struct Bounds
{
	Vec2 Min, Max;
};

/// Of walls, goals and where agents start.
Bounds BoundsOf(const Scenarios::Scene& Scene);
}
