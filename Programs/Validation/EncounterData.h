// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/Encounter.h"
#include "Scenarios/TrajectoryText.h"
#include "Validation/Validation.h"

#include <array>
#include <string>
#include <vector>

/// Encounters of two people from trajectory files, and what models make of them. Docs/Validation.md
namespace CrowdAvoidance::Validation
{
using Scenarios::Mover;
using Scenarios::Point;

/// Where two people were, frame by frame.
using PairPath = std::array<std::vector<Point>, 2>;

struct DataEncounter
{
	std::string Source;        ///< File and ids.
	double FrameSeconds = 0.0; ///< Between two frames. [s]
	PairPath Paths;            ///< Equally long.

	/// At the start, as measured over the first half of a second.
	Mover Start(size_t Person) const;
};

/// All encounters of the file: two who were there together for at least 3 s, came nearer than 2 m, were walking at the start, and had
/// nobody else within 4 m meanwhile. OnProgress, in people, may throw to end it: a file may have very many of them.
std::vector<DataEncounter> CutEncounters(
	const Scenarios::TrajectorySet& Set, const std::string& File,
	const std::function<void(uint64_t Done, uint64_t Total)>& OnProgress = [](auto&&...) {});

/// What is fitted.
struct ReactionConstants
{
	double ObservationTime = 0.0; ///< [s]
	double Acceleration = 0.0;    ///< [m/s^2]
	double PersonalSpace = 0.0;   ///< [m]
};

/// Both as the model has them go from the measured start, at the measured speed, to where they were last.
PairPath Simulate(const DataEncounter& Encounter, const char* Model, const ReactionConstants& Constants);
/// Both keep the velocity of the start.
PairPath KeepVelocity(const DataEncounter& Encounter);

/// How far a simulated pair is from the measured one.
struct PathAgreement
{
	double MeanMeters = 0.0;   ///< At equal times, mean over both and all frames.
	double OverlapShare = 0.0; ///< Of the frames: nearer than the radius of a body.
};
PathAgreement Compare(const PairPath& Measured, const PairPath& Simulated);

/// Mean of both people, 70 kg at 2.23 + 1.26 v^2 W/kg, v over half a second. [J]
double WalkingEnergy(const PairPath& Paths, double FrameSeconds);

/// The constants with which the model comes nearest to the encounters.
ReactionConstants FitConstants(const std::vector<const DataEncounter*>& Encounters, const char* Model,
	const std::function<void(uint64_t Done, uint64_t Total)>& OnProgress);

/// The paper's protocol on all files of a folder.
void CompareWithData(const SuiteOptions& Options, SuiteReport& Report);
}
