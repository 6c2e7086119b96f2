// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"

#include <memory>

namespace CrowdAvoidance
{
/// Where Core gets its threads from. Implement it over the host's own task system, or use one of these.
/// Results never depend on it: Core cuts work into the same pieces whatever runs them.
class CROWDAVOIDANCECORE_API TaskScheduler
{
public:
	/// Does the pieces Begin .. End - 1. Worker is below WorkerCount() and no two calls that run at once share it.
	using RangeFunction = void (*)(void* Context, int Begin, int End, int Worker);

	virtual ~TaskScheduler() = default;

	/// [1 .. 256]
	virtual int WorkerCount() const = 0;

	/// Calls Function over disjoint ranges that cover 0 .. Count - 1, and returns when all are done.
	virtual void ParallelFor(int Count, RangeFunction Function, void* Context) = 0;

	/// A step that takes less processor time than this is done by the calling thread alone, as others would have to wake up first.
	/// [s] 0: none is.
	virtual double WorthSharing() const { return 0.0; }
};

/// Threads of its own, that many with the calling one (0: as many as the machine has), which sleep shortly after the last call.
/// They wake sooner than TBB's, which is what counts when a step is done once a frame. Calls from several threads wait for
/// one another; a call from within another one is done by its own thread. Null in the engine's build, which has threads of its own.
CROWDAVOIDANCECORE_API std::unique_ptr<TaskScheduler> CreateThreadPool(int Threads);

/// A scheduler on TBB with that many threads (0: as many as the machine has). Null in a build without TBB.
CROWDAVOIDANCECORE_API std::unique_ptr<TaskScheduler> CreateTbbScheduler(int Threads);
}
