// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"

#include <memory>

namespace CrowdAvoidance
{
/// Where Core gets its threads from. Implement it over the host's own task system, or use the TBB one.
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
};

/// A scheduler on TBB with that many threads (0: as many as the machine has). Null in a build without TBB.
CROWDAVOIDANCECORE_API std::unique_ptr<TaskScheduler> CreateTbbScheduler(int Threads);
}
