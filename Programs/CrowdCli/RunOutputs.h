// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCli/RunSetup.h"
#include "Pictures/Options.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CrowdAvoidance::Cli
{
/// Where a run writes; empty: nowhere.
struct RunOutputs
{
	std::string Record;
	std::string Trajectories;
	std::string Metrics;
	std::string Snapshot;
	std::string Html;
	std::string Png;
	std::string Frames;              ///< A folder.
	std::optional<double> FrameRate; ///< Frames in a simulated second; empty: one each step.
	Pictures::PictureOptions Look;   ///< Of pictures; Watch also of the page.

	/// Whether one of them is to go there ("-"), so that nothing else must.
	bool UseStandardOutput() const;
};

/// One of the things that a run writes. Nothing appears at its place before Commit, but the frames of a film.
class RunOutput
{
public:
	virtual ~RunOutput() = default;

	/// Before the first step, and after every one.
	virtual void AddFrame(Scenarios::Simulation& Run) = 0;
	virtual void Commit(const Scenarios::Metrics& Measured) = 0;
};

/// Finds out that all places can be written, before the long work whose results they are to take. Throws InputError.
std::vector<std::unique_ptr<RunOutput>> OpenOutputs(
	const RunOutputs& Places, const RunSetup& Setup, const Scenarios::Scene& Scene);
}
