// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCli/Flags.h"

namespace CrowdAvoidance::Cli
{
/// What the command line says of what is measured.
struct MeasureFlags
{
	std::vector<uint32_t> PairsOf;
	std::string Reference; ///< Empty: none.
	Scenarios::TrajectoryFormat Format;

	/// Reads the reference. Throws InputError.
	Scenarios::MeasureOptions ToOptions() const;
};

void AddMeasureFlags(CLI::App& Verb, MeasureFlags& Target);
/// Refuses those that are of no use without others.
void CheckMeasureFlags(const CLI::App& Verb);

/// @name --unit and --framerate, of the files that another flag names
void AddTrajectoryFlags(CLI::App& Verb, Scenarios::TrajectoryFormat& Target, const char* Owner);
void CheckTrajectoryFlags(const CLI::App& Verb, const char* Owner);
}
