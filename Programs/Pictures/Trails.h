// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Display/Snapshot.h"

#include <deque>
#include <vector>

namespace CrowdAvoidance::Pictures
{
/// Where everybody has been lately.
class Trails
{
public:
	/// Seconds of way are kept for agents with numbers below Agents. 0: none.
	Trails(size_t Agents, double InSeconds);

	/// The next moment; one that is not later than the last is left out.
	void Add(const Display::Snapshot& Now);

	struct Sample
	{
		double Seconds = 0.0;
		std::vector<Vec2> Positions; ///< By number; of those who have left, something.
	};

	/// Oldest first; the last one is not older than a sample's distance.
	const std::deque<Sample>& Samples() const { return Kept; }
	double Seconds() const { return Length; }

private:
	size_t AgentCount;
	double Length;
	std::deque<Sample> Kept;
};
}
