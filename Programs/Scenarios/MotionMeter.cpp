// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/MotionMeter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace CrowdAvoidance::Scenarios
{
namespace
{
std::vector<uint32_t> ChoosePairsOf(const Scene& Scene, const MeasureOptions& Options)
{
	const size_t Count = Scene.Agents.size();
	if (Options.PairsOf.size() > MeasureOptions::MostAgents)
	{
		throw InputError(fmt::format(
			"--pairs names {} agents, must be at most {}", Options.PairsOf.size(), MeasureOptions::MostAgents));
	}
	for (const uint32_t Agent : Options.PairsOf)
	{
		if (Agent >= Count)
		{
			throw InputError(Count == 0
					? fmt::format("--pairs is {}, but the scenario has no agents", Agent)
					: fmt::format("--pairs is {}, must be the number of an agent, 0 to {}", Agent, Count - 1));
		}
	}
	if (!Options.PairsOf.empty() || Count < 2 || Count > MeasureOptions::MostAgents ||
		Count * (Count - 1) / 2 > MeasureOptions::MostPairs)
	{
		return Options.PairsOf;
	}
	std::vector<uint32_t> All(Count);
	std::iota(All.begin(), All.end(), 0u);
	return All;
}
}

MotionMeter::MotionMeter(const Scene& Scene, const MeasureOptions& InOptions)
	: Options(InOptions),
	  Dt(static_cast<double>(Scene.Dt)),
	  References(Scene.Agents.size())
{
	const std::vector<uint32_t> Chosen = ChoosePairsOf(Scene, Options);
	for (size_t First = 0; First < Chosen.size(); ++First)
	{
		for (size_t Second = First + 1; Second < Chosen.size(); ++Second)
		{
			AllPairs.push_back({Chosen[First], Chosen[Second], {}});
		}
	}
	for (size_t Agent = 0; Options.Reference && Agent < References.size(); ++Agent)
	{
		References[Agent] = Options.Reference->Find(static_cast<int64_t>(Agent));
	}
}

void MotionMeter::Add(double Seconds, const std::vector<MeteredAgent>& Agents, WallCheck& Walls)
{
	for (size_t Agent = 0; Agent < Last.size(); ++Agent)
	{
		if (Last[Agent].bPresent && Agents[Agent].bWalks)
		{
			AccelerationSizes.Add((Agents[Agent].Velocity - Last[Agent].Velocity).Length() / Dt);
		}
	}
	AddPairs(Seconds, Agents, Walls);
	CompareWithReference(Seconds, Agents);
	Last = Agents;
}

void MotionMeter::AddPairs(double Seconds, const std::vector<MeteredAgent>& Agents, WallCheck& Walls)
{
	for (MeasuredPair& Pair : AllPairs)
	{
		const MeteredAgent& First = Agents[Pair.First];
		const MeteredAgent& Second = Agents[Pair.Second];
		if (First.bWalks && Second.bWalks)
		{
			const bool bSeen = !Pair.Course.SinceSight().empty();
			Pair.Course.Add(
				Seconds, First, Second, bSeen || !Walls.Crosses(First.Position.Rounded(), Second.Position.Rounded()));
		}
	}
}

void MotionMeter::CompareWithReference(double Seconds, const std::vector<MeteredAgent>& Agents)
{
	if (!Options.Reference)
	{
		return;
	}
	// A time that is a frame's but for rounding is that frame's, also at the very end of a track.
	constexpr double Rounding = 1e-3;
	const double Exact = Seconds * Options.Reference->FrameRate;
	const double Frame = std::abs(Exact - std::round(Exact)) < Rounding ? std::round(Exact) : Exact;
	for (size_t Agent = 0; Agent < Agents.size(); ++Agent)
	{
		const PersonTrack* const Track = References[Agent];
		const std::optional<Point> There = Track != nullptr && Agents[Agent].bPresent ? Track->At(Frame) : std::nullopt;
		if (There)
		{
			const double Meters = (Agents[Agent].Position - *There).Length();
			++ReferenceSums.Samples;
			ReferenceSums.SumMeters += Meters;
			ReferenceSums.LargestMeters = std::max(ReferenceSums.LargestMeters, Meters);
		}
	}
}
}
