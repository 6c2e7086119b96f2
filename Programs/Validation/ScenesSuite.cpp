// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The scenes of the papers and our own, each to the end by its stop rule, with the planners that lead through them.
// Docs/Validation.md

#include "Scenarios/Simulation.h"
#include "Validation/Validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace CrowdAvoidance::Validation
{
namespace
{
using Scenarios::EPlanner;
using Scenarios::Metrics;
using Scenarios::Scene;
using Scenarios::Simulation;

constexpr double RequiredPercent = 99.0;

/// What one scene is run with.
struct SceneChoice
{
	const char* Name;
	std::vector<std::string> Models;
	std::vector<EPlanner> Planners;
	uint64_t FixedSteps = 0; ///< 0: by the stop rule of the scene.
};

const std::vector<std::string> BothModels = {"orca", "clearpath"};
const std::vector<EPlanner> BothPlanners = {EPlanner::Detour, EPlanner::Roadmap};

/// Small ones first.
std::vector<SceneChoice> ChooseScenes(bool bQuick)
{
	const std::vector<std::string> Models = bQuick ? std::vector<std::string>{"orca"} : BothModels;
	std::vector<SceneChoice> Choices;
	for (const char* Name : {"simple", "car", "robots", "circle-32", "narrow", "stadium-245", "crosswalk-400", "doors"})
	{
		Choices.push_back({.Name = Name, .Models = Models, .Planners = BothPlanners});
	}
	// A roadmap knows nothing of crowding, which is all that this scene is about.
	Choices.push_back({.Name = "blocked", .Models = Models, .Planners = {EPlanner::Detour}});
	Choices.push_back({.Name = "evac-500", .Models = Models, .Planners = BothPlanners});
	if (!bQuick)
	{
		Choices.push_back({.Name = "evac-1k", .Models = Models, .Planners = BothPlanners});
	}
	return Choices;
}

std::vector<SceneChoice> ChooseLargeScenes(bool bQuick)
{
	if (bQuick)
	{
		return {{.Name = "evac-500", .Models = {"orca"}, .Planners = {EPlanner::Detour}}};
	}
	std::vector<SceneChoice> Choices;
	for (const char* Name : {"evac-5k", "city-10k", "stad-25k", "evac-10k", "evac-20k"})
	{
		Choices.push_back({.Name = Name, .Models = BothModels, .Planners = BothPlanners});
	}
	for (const char* Name : {"city-100k", "city-250k"})
	{
		Choices.push_back({.Name = Name, .Models = {"orca"}, .Planners = {EPlanner::Detour}, .FixedSteps = 300});
	}
	return Choices;
}

const char* PlannerName(EPlanner Planner)
{
	const auto& Table = Scenarios::Planners();
	const auto Found = std::find_if(
		Table.begin(), Table.end(), [Planner](const Scenarios::NamedPlanner& Each) { return Each.Planner == Planner; });
	return Found->Name;
}

/// What one run has come to.
struct RunResult
{
	Metrics Measured;
	double SimulatedSeconds = 0.0;
	std::string LeftBehind; ///< The first few who have not arrived, and why, where that is known.

	double PercentArrived() const
	{
		return Measured.AgentsWithGoals > 0 ? 100.0 * Measured.Arrived / Measured.AgentsWithGoals : NotMeasured;
	}
};

std::string DescribeLeft(const std::vector<std::pair<uint32_t, std::string>>& Left)
{
	constexpr size_t MostNamed = 5;
	std::string Text;
	for (size_t Index = 0; Index < std::min(Left.size(), MostNamed); ++Index)
	{
		const auto& [Agent, Why] = Left[Index];
		Text += fmt::format("{}{}{}", Text.empty() ? "" : "; ", Agent, Why.empty() ? "" : " " + Why);
	}
	return Left.size() > MostNamed ? fmt::format("{}; and {} more", Text, Left.size() - MostNamed) : Text;
}

RunResult RunToTheEnd(
	const Scene& Scene, const SceneChoice& Choice, std::string Model, EPlanner Planner, const SuiteOptions& Options)
{
	const std::string Part = fmt::format("{}, {}, {}", Choice.Name, Model, PlannerName(Planner));
	const uint64_t MostSteps = Choice.FixedSteps > 0
		? Choice.FixedSteps
		: static_cast<uint64_t>(std::ceil(Scene.MaxSeconds / static_cast<double>(Scene.Dt)));
	Options.OnProgress(Part, 0, MostSteps);
	Simulation Crowd(Scene, {.World = {.Model = Model}, .Planner = Planner, .Threads = Options.Threads});
	Crowd.EnableMetrics();
	uint64_t Done = 0;
	bool bGoOn = true;
	while (bGoOn && (Choice.FixedSteps == 0 || Done < Choice.FixedSteps))
	{
		bGoOn = Crowd.Step();
		Options.OnProgress(Part, ++Done, MostSteps);
	}

	RunResult Result;
	Result.Measured = Crowd.ComputeMetrics();
	Result.SimulatedSeconds = Crowd.SimulatedSeconds();
	Result.LeftBehind =
		Choice.FixedSteps > 0 ? fmt::format("{} steps only", Choice.FixedSteps) : DescribeLeft(Result.Measured.Left);
	return Result;
}

const std::vector<std::string> ResultColumns = {"Scene", "Planner", "Model", "Left behind", "Agents", "With goals",
	"Arrived", "Arrived, %", "95 % after, s", "All after, s", "Overlapping pairs a frame", "Deepest overlap, m",
	"Wall crossings", "Deepest in a wall, m", "Steps off the mesh", "ms a step, p50", "ms a step, p99", "Planning, %",
	"Simulated, s"};

std::vector<Cell> ToRow(const SceneChoice& Choice, std::string Model, EPlanner Planner, const RunResult& Result)
{
	const Metrics& Measured = Result.Measured;
	const auto Time = [](double Seconds) { return Seconds < 0.0 ? NotMeasured : Seconds; };
	const bool bOnMesh = Planner == EPlanner::Detour;
	return {Choice.Name, PlannerName(Planner), Model, Result.LeftBehind, static_cast<double>(Measured.Agents),
		static_cast<double>(Measured.AgentsWithGoals), static_cast<double>(Measured.Arrived), Result.PercentArrived(),
		Time(Measured.Time95), Time(Measured.TimeAll), Measured.OverlapPairsPerFrame, Measured.DeepestPenetration,
		static_cast<double>(Measured.WallCrossings), Measured.DeepestInWall,
		bOnMesh ? static_cast<double>(Measured.AstraySteps) : NotMeasured, Measured.MsP50, Measured.MsP99,
		100.0 * Measured.PlanShare, Result.SimulatedSeconds};
}

/// The worst of all runs of one scene.
struct WorstOfScene
{
	double PercentArrived = 100.0;
	double WallCrossings = 0.0;
	double AstraySteps = 0.0;

	void Add(const RunResult& Result)
	{
		// Not a number, of a scene in which nobody has a goal, must not get lost.
		PercentArrived = Result.PercentArrived() >= PercentArrived ? PercentArrived : Result.PercentArrived();
		WallCrossings = std::max(WallCrossings, static_cast<double>(Result.Measured.WallCrossings));
		AstraySteps = std::max(AstraySteps, static_cast<double>(Result.Measured.AstraySteps));
	}
};

void AddChecks(const SceneChoice& Choice, const WorstOfScene& Worst, SuiteReport& Report)
{
	Report.Checks.push_back({.Name = fmt::format("{}: % of the agents with goals that arrived", Choice.Name),
		.Value = Worst.PercentArrived,
		.Min = RequiredPercent,
		.SkipReason = Choice.FixedSteps > 0 ? fmt::format("skipped: {} steps only", Choice.FixedSteps) : ""});
	Report.Checks.push_back({.Name = fmt::format("{}: wall crossings", Choice.Name),
		.Value = Worst.WallCrossings,
		.Min = 0.0,
		.Max = 0.0,
		.SkipReason = {}});
	Report.Checks.push_back({.Name = fmt::format("{}: steps off the mesh", Choice.Name),
		.Value = Worst.AstraySteps,
		.Min = 0.0,
		.Max = 0.0,
		.SkipReason = {}});
}

SuiteReport RunScenes(const SuiteOptions& Options, const std::vector<SceneChoice>& Choices)
{
	SuiteReport Report;
	Table Result = {"runs", "Scenes to the end, by planner and model", ResultColumns, {}};
	for (const SceneChoice& Choice : Choices)
	{
		const Scene Scene = Scenarios::LoadScene(Choice.Name);
		WorstOfScene Worst;
		for (const EPlanner Planner : Choice.Planners)
		{
			for (const std::string& Model : Choice.Models)
			{
				const RunResult Run = RunToTheEnd(Scene, Choice, Model, Planner, Options);
				Result.Rows.push_back(ToRow(Choice, Model, Planner, Run));
				Worst.Add(Run);
			}
		}
		AddChecks(Choice, Worst, Report);
	}
	Report.Tables.push_back(std::move(Result));
	Report.Notes.push_back("Checks are of the worst run of a scene.");
	return Report;
}
}

SuiteReport RunScenesSuite(const SuiteOptions& Options)
{
	return RunScenes(Options, ChooseScenes(Options.bQuick));
}

SuiteReport RunLargeScenesSuite(const SuiteOptions& Options)
{
	return RunScenes(Options, ChooseLargeScenes(Options.bQuick));
}
}
