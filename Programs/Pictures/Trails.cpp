// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Pictures/Trails.h"

namespace CrowdAvoidance::Pictures
{
namespace
{
/// A long trail of small steps takes no more memory than this: samples lie further apart then.
constexpr double MaxSamples = 48.0;
/// Times are sums of steps, and rounded. [s]
constexpr double Rounding = 1e-6;
}

Trails::Trails(size_t Agents, double InSeconds) : AgentCount(Agents), Length(InSeconds) {}

void Trails::Add(const Display::Snapshot& Now)
{
	const double Apart = Length / MaxSamples;
	if (Length <= 0.0 || (!Kept.empty() && Now.Seconds < Kept.back().Seconds + Apart - Rounding) ||
		(!Kept.empty() && Now.Seconds <= Kept.back().Seconds))
	{
		return;
	}
	Sample Next;
	if (!Kept.empty() && Kept.front().Seconds < Now.Seconds - Length - Rounding)
	{
		// Its memory is used again.
		Next = std::move(Kept.front());
		Kept.pop_front();
	}
	Next.Seconds = Now.Seconds;
	Next.Positions.resize(AgentCount);
	for (const Display::SnapshotAgent& Agent : Now.Agents)
	{
		Next.Positions[Agent.Number] = Agent.Position;
	}
	Kept.push_back(std::move(Next));
}
}
