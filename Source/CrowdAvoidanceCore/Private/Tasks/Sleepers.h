// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>

namespace CrowdAvoidance
{
/// Threads fall asleep soon after they were last asked for, and take so long to wake up that a short loop is over by then, while
/// waking them takes the calling thread's time. The figures are from Docs/Performance/SmallCrowds.md.
class Sleepers
{
public:
	void NoteEnd() { LastEnd.store(Clock::now().time_since_epoch().count(), std::memory_order_relaxed); }

	/// TaskScheduler::WorthSharing.
	double WorthSharing() const
	{
		const Clock::time_point Last{Clock::duration(LastEnd.load(std::memory_order_relaxed))};
		return Clock::now() - Last < std::chrono::microseconds(50) ? 15e-6 : 60e-6;
	}

private:
	using Clock = std::chrono::steady_clock;
	std::atomic<Clock::rep> LastEnd{0};
};
}
