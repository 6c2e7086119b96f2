// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/BenchScenes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace CrowdAvoidance::Bench
{
namespace
{
using Scenarios::InputError;

std::vector<SceneChoice> StandardScenes(bool bQuick)
{
	if (bQuick)
	{
		return {{"uniform", 500, true}, {"uniform", 2000}, {"dense", 500}, {"evac", 200}};
	}
	return {{"uniform", 1000}, {"uniform", 10000, true}, {"uniform", 100000}, {"uniform", 250000},
		{"dense", 10000, true}, {"dense", 100000}, {"four-streams"}, {"circle-1k"}, {"evac-1k"}, {"stad-25k"},
		{"city-250k"}};
}

std::vector<SceneChoice> SmallScenes(bool bQuick)
{
	std::vector<SceneChoice> Choices;
	for (const char* Name : {"uniform", "circle"})
	{
		for (const int Agents : {100, 250, 500, 1000, 2000})
		{
			if (!bQuick || Agents <= 250)
			{
				Choices.push_back({Name, Agents});
			}
		}
	}
	return Choices;
}

/// Each with something of its own: many neighbours and few, walls, paths, all agents in one place.
std::vector<SceneChoice> CountedScenes(bool bQuick)
{
	if (bQuick)
	{
		return {{"uniform", 500}};
	}
	return {{"uniform", 4096}, {"dense", 10000}, {"circle-1k"}, {"evac-1k"}, {"city-5k"}};
}

SceneChoice ParseChoice(const std::string& Text)
{
	const size_t Colon = Text.rfind(':');
	if (Colon == std::string::npos)
	{
		return {Text};
	}
	const char* First = Text.data() + Colon + 1;
	const char* Last = Text.data() + Text.size();
	int Agents = 0;
	const auto [Stop, Code] = std::from_chars(First, Last, Agents);
	if (Code != std::errc() || Stop != Last || Agents < 1)
	{
		throw InputError(fmt::format(
			"scenario {}: what follows the colon must be a number of agents, 1 or more", Scenarios::Quoted(Text)));
	}
	return {Text.substr(0, Colon), Agents};
}

/// Steps after which the median agent would be half way to its first goal, were it alone.
int HalfwaySteps(const Scenarios::Scene& Scene)
{
	std::vector<double> Seconds;
	for (const Scenarios::SceneAgent& Agent : Scene.Agents)
	{
		if (!Agent.Goals.empty())
		{
			const Vec2 Goal = Agent.Goals.front();
			Seconds.push_back(
				0.5 * std::hypot(Goal.X - Agent.Position.X, Goal.Y - Agent.Position.Y) / Agent.PreferredSpeed);
		}
	}
	return Seconds.empty() ? 0 : static_cast<int>(Median(Seconds) / Scene.Dt);
}
}

std::vector<SceneChoice> ChooseScenes(const BenchOptions& Options)
{
	if (Options.Scenarios.empty())
	{
		return Options.bCallgrind ? CountedScenes(Options.bQuick)
			: Options.bSmall      ? SmallScenes(Options.bQuick)
								  : StandardScenes(Options.bQuick);
	}
	std::vector<SceneChoice> Choices;
	for (const std::string& Text : Options.Scenarios)
	{
		Choices.push_back(ParseChoice(Text));
	}
	return Choices;
}

std::vector<Scenarios::Scene> LoadScenes(const std::vector<SceneChoice>& Choices, std::optional<float> Dt)
{
	std::vector<Scenarios::Scene> Scenes;
	for (const SceneChoice& Choice : Choices)
	{
		Scenarios::SceneOptions SceneOptions;
		SceneOptions.Agents = Choice.Agents;
		SceneOptions.Dt = Dt;
		Scenes.push_back(Scenarios::LoadScene(Choice.Name, SceneOptions));
		if (Scenes.back().Agents.empty())
		{
			throw InputError(fmt::format("scenario {} has no agents", Scenarios::Quoted(Choice.Name)));
		}
	}
	return Scenes;
}

bool HasPlanner(const Scenarios::Scene& Scene)
{
	return Scene.Planner != "goal";
}

TimingPlan MakePlan(const BenchOptions& Options, const Scenarios::Scene& Scene)
{
	TimingPlan Plan;
	Plan.Rounds = Options.Rounds;
	// Shorter steps take more of them until the crowd is in motion.
	Plan.WarmupSteps = std::max(Plan.WarmupSteps, static_cast<int>(std::lround(2.0f / Scene.Dt)));
	if (HasPlanner(Scene))
	{
		// Until there are queues where there will be some; in a large crowd that is spread out there are none.
		const double Seconds = Scene.Agents.size() > 100000 ? 10.0 : 20.0;
		Plan.WarmupSteps = static_cast<int>(std::lround(Seconds / Scene.Dt));
		// Twice as many as agents of ours walk at most before they look again where to go.
		Plan.SettleSteps = 16;
	}
	else if (Scene.StopFraction <= 1.0)
	{
		// A crowd that sets out to arrive is timed where it is hardest: when all meet.
		Plan.WarmupSteps = std::max(Plan.WarmupSteps, HalfwaySteps(Scene));
	}
	// Four seconds of simulated time where that is cheap. Large crowds change little in a few steps, but planners have work
	// that comes round every two seconds.
	Plan.WindowSteps = HasPlanner(Scene) ? 40 : std::clamp(static_cast<int>(800000 / Scene.Agents.size()), 4, 40);
	if (Options.bQuick)
	{
		Plan.WarmupSteps = 5;
		Plan.SettleSteps = std::min(Plan.SettleSteps, 2);
		Plan.WindowSteps = 4;
		Plan.BlockSeconds = 0.002;
		Plan.Rounds = std::min(Plan.Rounds, 3);
	}
	return Plan;
}

TimingPlan MakeGamePlan(const BenchOptions& Options, const Scenarios::Scene& Scene)
{
	TimingPlan Plan = MakePlan(Options, Scene);
	Plan.FrameSeconds = Scene.Dt;
	Plan.bHistogram = true;
	Plan.BlockSeconds = 0.0;
	// Two seconds, so that five rounds have a 99th percentile.
	Plan.WindowSteps = Options.bQuick ? 10 : 120;
	return Plan;
}
}
