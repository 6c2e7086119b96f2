// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/Simulation.h"

#include <atomic>
#include <mutex>
#include <string>
#include <thread>

namespace CrowdAvoidance::Viewer
{
/// One of the two runs that are compared.
struct CheckedRun
{
	Scenarios::Scene Scene;
	Scenarios::RunOptions Options;
};

enum class ECheckState : uint8_t
{
	Idle,
	Running,
	Same,
	Different,
	Failed, ///< It could not run.
};

/// Runs two set-ups side by side in a thread of its own and compares their state hashes after every step.
class DeterminismCheck
{
public:
	~DeterminismCheck();

	/// Ends a check that is under way.
	void Start(CheckedRun First, CheckedRun Second, uint64_t Steps);
	/// Ends the check and forgets it.
	void Cancel();
	ECheckState State() const { return Now; }
	/// Steps compared so far, and in all.
	uint64_t Done() const { return DoneSteps; }
	uint64_t Wanted() const { return WantedSteps; }
	/// One sentence: what has come out.
	std::string Verdict() const;

private:
	void Run(const std::stop_token& Stop, const CheckedRun& First, const CheckedRun& Second);
	void Compare(const std::stop_token& Stop, const CheckedRun& First, const CheckedRun& Second);
	void Finish(ECheckState State, std::string Text);

	std::atomic<ECheckState> Now = ECheckState::Idle;
	std::atomic<uint64_t> DoneSteps = 0;
	std::atomic<uint64_t> WantedSteps = 0;
	mutable std::mutex TextLock;
	std::string Text;
	std::jthread Worker; ///< Last: it ends before what it writes to.
};
}
