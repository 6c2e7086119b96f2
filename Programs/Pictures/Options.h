// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Display/Colors.h"

#include <optional>
#include <string>
#include <vector>

namespace CrowdAvoidance::Pictures
{
/// @name Limits
constexpr int MinPictureSize = 64;   ///< [pixels]
constexpr int MaxPictureSize = 8192; ///< [pixels]
constexpr double MaxTrailSeconds = 60.0;
/// @}

struct PictureOptions
{
	int Width = 1600; ///< [pixels, MinPictureSize .. MaxPictureSize]
	int Height = 900; ///< The same.
	Display::EColorBy ColorBy = Display::EColorBy::Group;
	double TrailSeconds = 1.5;           ///< How much of its way an agent draws behind it. [0 .. MaxTrailSeconds]
	std::vector<uint32_t> Watch;         ///< Numbers of the agents whose overlay is drawn. [at most MaxWatched]
	std::optional<Display::Bounds> View; ///< What is shown, at least. Empty: the whole scene. [m]
	std::string Model;                   ///< For the caption; empty: not said.
	std::string Planner;                 ///< The same.
};

/// Throws InputError that names the flag.
void CheckOptions(const PictureOptions& Options, const Scenarios::Scene& Scene);
}
