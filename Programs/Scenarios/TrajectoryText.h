// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/Environments/Geometry.h"
#include "Scenarios/Settings.h"

#include <filesystem>
#include <optional>

/// Where people were, as text: what `crowd run --trajectories` writes, and what PedPy, JuPedSim and the data archive of Jülich
/// have. Docs/CommandLine.md describes it.
namespace CrowdAvoidance::Scenarios
{
constexpr Range FrameRateRange{0.0, 100'000.0, "frames/s", true};

/// What the user says of files; it goes before what they say themselves.
struct TrajectoryFormat
{
	std::optional<double> FrameRate;  ///< FrameRateRange
	std::optional<double> UnitMeters; ///< Length of the unit: 1 or 0.01.
};

struct TrajectoryPoint
{
	int64_t Frame = 0;
	Point Position;
};

struct PersonTrack
{
	int64_t Id = 0;
	std::vector<TrajectoryPoint> Points; ///< By frame, each once; never empty.

	int64_t FirstFrame() const { return Points.front().Frame; }
	int64_t LastFrame() const { return Points.back().Frame; }
	/// Between two points on the straight line; nothing before the first and after the last.
	std::optional<Point> At(double Frame) const;
};

struct TrajectorySet
{
	double FrameRate = 0.0;          ///< [frames/s]
	std::vector<PersonTrack> People; ///< By id.

	/// Null: nobody has that number.
	const PersonTrack* Find(int64_t Id) const;
};

/// @name They throw InputError that names file, line, value and range
TrajectorySet ReadTrajectories(const std::filesystem::path& File, const TrajectoryFormat& Format = {});
/// Origin is what messages call the text.
TrajectorySet ParseTrajectories(std::string_view Text, const std::string& Origin, const TrajectoryFormat& Format = {});
}
