// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCli/RunOutputs.h"

namespace CrowdAvoidance::Cli
{
struct RunOutcome
{
	Scenarios::Metrics Metrics;
	double SimulatedSeconds = 0.0;
	double ClockSeconds = 0.0; ///< With measuring and writing.
	float Dt = 0.0f;
	EIsa Isa = EIsa::Auto;
	int Threads = 0;
};

/// Simulates, shows progress, writes the outputs. Setup says when it ends.
/// Throws InputError; then, as after an interruption by a signal, no output file appears, but the frames of a film stay.
RunOutcome RunScene(const RunSetup& Setup, const Scenarios::RunOptions& Options, const RunOutputs& Outputs,
	const Scenarios::MeasureOptions& Measures = {});

/// Threads as a number: 0 means all that the machine has.
int CountThreads(int Threads);
}
