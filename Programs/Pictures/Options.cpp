// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Pictures/Options.h"

#include "Pictures/Layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace CrowdAvoidance::Pictures
{
namespace
{
/// Of what a view may show. [m]
constexpr float MaxViewCoordinate = 10.0f * CrowdMaxCoordinate;
constexpr float LeastViewSize = 0.01f;

void CheckView(const Display::Bounds& View)
{
	const auto Text = [&View]
	{ return fmt::format("{:g},{:g},{:g},{:g}", View.Min.X, View.Min.Y, View.Max.X, View.Max.Y); };
	for (const float Value : {View.Min.X, View.Min.Y, View.Max.X, View.Max.Y})
	{
		if (!(std::abs(Value) <= MaxViewCoordinate))
		{
			throw Scenarios::InputError(fmt::format(
				"--view is {}, each number must be {:g} to {:g} m", Text(), -MaxViewCoordinate, MaxViewCoordinate));
		}
	}
	if (!(View.Max.X - View.Min.X >= LeastViewSize && View.Max.Y - View.Min.Y >= LeastViewSize))
	{
		throw Scenarios::InputError(fmt::format(
			"--view is {}, must be the lower left and then the upper right corner, at least {:g} m apart each way",
			Text(), LeastViewSize));
	}
}

void CheckWatch(const std::vector<uint32_t>& Watch, size_t Agents)
{
	if (Watch.size() > MaxWatched)
	{
		throw Scenarios::InputError(
			fmt::format("--watch names {} agents, must be at most {}", Watch.size(), MaxWatched));
	}
	std::set<uint32_t> Seen;
	for (const uint32_t Agent : Watch)
	{
		if (Agent >= Agents)
		{
			throw Scenarios::InputError(Agents == 0
					? fmt::format("--watch is {}, but the scenario has no agents", Agent)
					: fmt::format("--watch is {}, must be the number of an agent, 0 to {}", Agent, Agents - 1));
		}
		if (!Seen.insert(Agent).second)
		{
			throw Scenarios::InputError(fmt::format("--watch names agent {} twice", Agent));
		}
	}
}
}

void CheckOptions(const PictureOptions& Options, const Scenarios::Scene& Scene)
{
	for (const int Size : {Options.Width, Options.Height})
	{
		if (Size < MinPictureSize || Size > MaxPictureSize)
		{
			throw Scenarios::InputError(fmt::format("--size is {}x{}, each must be {} to {} pixels", Options.Width,
				Options.Height, MinPictureSize, MaxPictureSize));
		}
	}
	if (!(Options.TrailSeconds >= 0.0 && Options.TrailSeconds <= MaxTrailSeconds))
	{
		throw Scenarios::InputError(
			fmt::format("--trail is {:g} s, must be 0 to {:g} s", Options.TrailSeconds, MaxTrailSeconds));
	}
	if (Options.ColorBy >= Display::EColorBy::Count)
	{
		throw Scenarios::InputError(fmt::format("--color is number {}, must be below {}",
			static_cast<int>(Options.ColorBy), static_cast<int>(Display::EColorBy::Count)));
	}
	if (Options.View)
	{
		CheckView(*Options.View);
	}
	CheckWatch(Options.Watch, Scene.Agents.size());
}
}
