// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The measurements of the ClearPath paper (Guy et al., 2009), on our machine and our scenes. Docs/Validation.md

#include "Validation/ReferenceTable.h"
#include "Validation/StepTiming.h"
#include "Validation/SvgPlot.h"
#include "Validation/Validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace CrowdAvoidance::Validation
{
namespace
{
using Scenarios::EPlanner;
using Scenarios::RunOptions;
using Scenarios::Scene;

Scene LoadScene(const char* Name, std::optional<int> Agents = {})
{
	Scenarios::SceneOptions Options;
	Options.Agents = Agents;
	return Scenarios::LoadScene(Name, Options);
}

double SolveTime(const StageTimes& Times)
{
	return Times.Solve;
}

// ---------------------------------------------------------------------------------- Figures 8 and 9: collisions

struct CollisionRun
{
	const char* Label;
	const char* Model;
	EPlanner Planner;
};

constexpr CollisionRun SteeringAlone = {"steering", "none", EPlanner::Steering};
constexpr CollisionRun SteeringAndClearPath = {"steering + ClearPath", "clearpath", EPlanner::Steering};
constexpr CollisionRun ClearPathAlone = {"ClearPath", "clearpath", EPlanner::Goal};

/// The size that the paper gives numbers for.
constexpr int CheckedAgents = 80;

Scenarios::Metrics WalkBackAndForth(const CollisionRun& Run, int Agents, const SuiteOptions& Options)
{
	Scene Scene = LoadScene("back-and-forth", Agents);
	if (Options.bQuick)
	{
		// Until the two groups have met.
		Scene.MaxSeconds = 20.0;
	}
	Scenarios::Simulation Crowd(
		Scene, {.World = {.Model = Run.Model}, .Planner = Run.Planner, .Threads = Options.Threads});
	Crowd.EnableMetrics();
	while (Crowd.Step())
	{}
	return Crowd.ComputeMetrics();
}

/// With avoidance not one in the whole run; without it many, or the scene proves nothing.
Check CheckCollisions(const CollisionRun& Run, const Scenarios::Metrics& Metrics)
{
	const std::string What = fmt::format("{} agents back and forth, {}: overlapping pairs", Metrics.Agents, Run.Label);
	if (std::string_view(Run.Model) == "none")
	{
		return {.Name = What + " a frame", .Value = Metrics.OverlapPairsPerFrame, .Min = 5.0, .SkipReason = {}};
	}
	const double Pairs = Metrics.OverlapPairsPerFrame * static_cast<double>(Metrics.Steps);
	return {.Name = What + " in all frames", .Value = Pairs, .Min = 0.0, .Max = 0.0, .SkipReason = {}};
}

void AddOpenSteer(LinePlot& Plot)
{
	const ReferenceTable Reference("clearpath-collisions.csv");
	std::vector<LineSeries> Curves;
	for (size_t Row = 0; Row < Reference.RowCount(); ++Row)
	{
		const std::string Label = "OpenSteer, " + Reference.Text(Row, "source");
		if (Curves.empty() || Curves.back().Label != Label)
		{
			Curves.push_back({.Label = Label, .X = {}, .Y = {}, .bReference = true});
		}
		Curves.back().X.push_back(Reference.Number(Row, "agents"));
		Curves.back().Y.push_back(Reference.Number(Row, "pairsPerFrame"));
	}
	Plot.Series.insert(Plot.Series.end(), Curves.begin(), Curves.end());
}

void CompareCollisions(const SuiteOptions& Options, SuiteReport& Report)
{
	const std::vector<int> Sizes = Options.bQuick
		? std::vector<int>{20, CheckedAgents}
		: std::vector<int>{10, 20, 30, 40, 50, 60, 70, CheckedAgents, 90, 100};
	const CollisionRun Runs[] = {SteeringAlone, SteeringAndClearPath, ClearPathAlone};
	Table Result = {"collisions",
		"Back and forth (figures 8 and 9): overlapping pairs a frame, and who has been there and back", {"Agents"}, {}};
	LinePlot Plot = {
		.Title = "Back and forth: collisions", .XLabel = "agents", .YLabel = "overlapping pairs a frame", .Series = {}};
	for (const CollisionRun& Run : Runs)
	{
		Result.Columns.push_back(fmt::format("{}: pairs", Run.Label));
		Plot.Series.push_back({.Label = Run.Label, .X = {}, .Y = {}});
	}
	for (const CollisionRun& Run : Runs)
	{
		Result.Columns.push_back(fmt::format("{}: back", Run.Label));
	}

	uint64_t Done = 0;
	for (const int Agents : Sizes)
	{
		std::vector<Cell> Pairs;
		std::vector<Cell> Arrived;
		for (size_t Run = 0; Run < std::size(Runs); ++Run)
		{
			const Scenarios::Metrics Metrics = WalkBackAndForth(Runs[Run], Agents, Options);
			Pairs.push_back(Metrics.OverlapPairsPerFrame);
			Arrived.push_back(static_cast<double>(Metrics.Arrived));
			Plot.Series[Run].X.push_back(Agents);
			Plot.Series[Run].Y.push_back(Metrics.OverlapPairsPerFrame);
			if (Agents == CheckedAgents)
			{
				Report.Checks.push_back(CheckCollisions(Runs[Run], Metrics));
			}
			Options.OnProgress("collisions", ++Done, Sizes.size() * std::size(Runs));
		}
		std::vector<Cell>& Row = Result.Rows.emplace_back();
		Row.push_back(static_cast<double>(Agents));
		Row.insert(Row.end(), Pairs.begin(), Pairs.end());
		Row.insert(Row.end(), Arrived.begin(), Arrived.end());
	}
	AddOpenSteer(Plot);
	Report.Tables.push_back(std::move(Result));
	Report.Plots.push_back({"collisions", RenderSvg(Plot)});
}

// --------------------------------------------------------------------------------------------- Timings

struct TimedScene
{
	const char* Name;
	std::optional<int> Agents;
	double WarmUpSeconds;
};

/// A crowd that is in motion, and one that is half way, where all meet.
std::vector<TimedScene> TimedScenes(bool bQuick)
{
	if (bQuick)
	{
		return {{"uniform", 300, 0.5}, {"circle-1k", {}, 0.5}};
	}
	return {{"uniform", 10'000, 2.0}, {"circle-1k", {}, 100.0}};
}

TimingPlan PlanFor(const Scene& Scene, bool bQuick)
{
	if (bQuick)
	{
		return {.Rounds = 2, .StepsPerRound = 2};
	}
	// Two hundred thousand agent steps a round, where that is a sensible number of steps.
	return {.Rounds = 7, .StepsPerRound = std::clamp(static_cast<int>(200'000 / Scene.Agents.size()), 8, 100)};
}

Bench::CrowdFrame WarmUpClearPath(const Scene& Scene, double Seconds, const SuiteOptions& Options)
{
	return WarmUp(Scene, {.World = {.Model = "clearpath"}, .Threads = Options.Threads}, Seconds);
}

/// Times in turn, and tells the progress as rounds of this part.
std::vector<RoundTimes> TimeInTurn(
	const std::vector<TimedStep>& Runners, const Scene& Scene, const std::string& Part, const SuiteOptions& Options)
{
	const TimingPlan Plan = PlanFor(Scene, Options.bQuick);
	uint64_t Round = 0;
	return TimeSteps(Runners, Plan, [&] { Options.OnProgress(Part, ++Round, static_cast<uint64_t>(Plan.Rounds)); });
}

// -------------------------------------------------------------------------- Table B.1: the steps of the algorithm

/// Numbered from 0; the paper's table has 1 to 5.
constexpr const char* StepNames[] = {"0 velocity obstacles", "1 normals", "2 intersections", "3 classification",
	"4 ordering", "5 nearest point", "6 relaxation"};
constexpr size_t FirstPaperStep = 1;
constexpr size_t LastPaperStep = 5;

struct StepColumn
{
	double Share[std::size(StepNames)]; ///< Of steps 1 to 5, as the paper counts. [%]
	double Nanoseconds[std::size(StepNames)];
};

StepColumn Breakdown(const RoundTimes& Times, size_t Agents)
{
	StepColumn Column = {};
	double Sum = 0.0;
	for (size_t Step = 0; Step < std::size(StepNames); ++Step)
	{
		const double Seconds = MedianTime(Times, [Step](const StageTimes& Round) { return Round.Model[Step]; });
		Column.Nanoseconds[Step] = 1e9 * Seconds / static_cast<double>(Agents);
		Sum += Step >= FirstPaperStep && Step <= LastPaperStep ? Column.Nanoseconds[Step] : 0.0;
	}
	for (size_t Step = 0; Step < std::size(StepNames); ++Step)
	{
		const bool bInPaper = Step >= FirstPaperStep && Step <= LastPaperStep;
		Column.Share[Step] = bInPaper && Sum > 0.0 ? 100.0 * Column.Nanoseconds[Step] / Sum : NotMeasured;
	}
	return Column;
}

/// What the paper has for a step (its number, or "total"); not a number where it has nothing.
double PaperValue(const ReferenceTable& Paper, const std::string& Step, const char* Column)
{
	for (size_t Row = 0; Row < Paper.RowCount(); ++Row)
	{
		if (Paper.Text(Row, "step") == Step)
		{
			return Paper.Number(Row, Column);
		}
	}
	return NotMeasured;
}

void AddScalingCheck(const std::string& SceneName, double Scaling, bool bQuick, SuiteReport& Report)
{
	constexpr double RequiredScaling = 4.0;
	Check Scaled = {
		.Name = fmt::format("{}: scalar over {} time of the solver, one thread", SceneName, IsaName(BestIsa())),
		.Value = Scaling,
		.Min = RequiredScaling,
		.SkipReason = {}};
	if (!IsIsaAvailable(EIsa::Avx2))
	{
		Scaled.SkipReason = "skipped: no avx2 here";
	}
	else if (bQuick)
	{
		Scaled.SkipReason = "skipped: a quick run";
	}
	Report.Checks.push_back(Scaled);
}

void CompareSteps(const SuiteOptions& Options, SuiteReport& Report)
{
	const ReferenceTable Paper("clearpath-steps.csv");
	const auto PaperShare = [&](const std::string& Step) { return PaperValue(Paper, Step, "sharePercent"); };
	const auto PaperScaling = [&](const std::string& Step) { return PaperValue(Paper, Step, "simdScaling"); };
	const std::string Simd = IsaName(BestIsa());
	BarPlot Shares = {.Title = "Table B.1: share of the time of each step",
		.YLabel = "% of steps 1 to 5",
		.Groups = {},
		.Series = {{"the paper", {}}}};
	BarPlot Scalings = {.Title = "Table B.1: scalar over SIMD time of each step",
		.YLabel = "times as fast",
		.Groups = {},
		.Series = {{"the paper, 16 lanes", {}}}};
	for (size_t Step = FirstPaperStep; Step <= LastPaperStep; ++Step)
	{
		Shares.Groups.push_back(StepNames[Step]);
		Shares.Series[0].Values.push_back(PaperShare(std::to_string(Step)));
		Scalings.Series[0].Values.push_back(PaperScaling(std::to_string(Step)));
	}
	Scalings.Groups = Shares.Groups;

	for (const TimedScene& Choice : TimedScenes(Options.bQuick))
	{
		const Scene Scene = LoadScene(Choice.Name, Choice.Agents);
		const Bench::CrowdFrame Start = WarmUpClearPath(Scene, Choice.WarmUpSeconds, Options);
		// Reading the clock within the solver costs time, so the total comes from runs without that.
		std::vector<TimedStep> Runners;
		for (const bool bTimeSteps : {true, false})
		{
			for (const EIsa Isa : {EIsa::Scalar, BestIsa()})
			{
				Runners.push_back(MakeSimulation(Scene,
					{.World = {.Model = "clearpath", .Isa = Isa, .bTimeModel = bTimeSteps}, .Threads = 1}, Start));
			}
		}
		const std::vector<RoundTimes> Times = TimeInTurn(Runners, Scene, fmt::format("steps, {}", Scene.Name), Options);
		const StepColumn Scalar = Breakdown(Times[0], Scene.Agents.size());
		const StepColumn Vector = Breakdown(Times[1], Scene.Agents.size());

		Table Result = {fmt::format("steps-{}", Scene.Name),
			fmt::format(
				"Steps of ClearPath (table B.1), {}, {} agents, one thread: ns for each agent, share of steps 1 to 5",
				Scene.Name, Scene.Agents.size()),
			{"Step", "Paper, %", "Scalar, %", Simd + ", %", "Scalar, ns", Simd + ", ns", "Paper, scaling", "Scaling"},
			{}};
		Shares.Series.push_back({fmt::format("scalar, {}", Scene.Name), {}});
		Shares.Series.push_back({fmt::format("{}, {}", Simd, Scene.Name), {}});
		Scalings.Series.push_back({fmt::format("{}, {}", Simd, Scene.Name), {}});
		for (size_t Step = 0; Step < std::size(StepNames); ++Step)
		{
			const double Scaling =
				MedianRatio(Times[0], Times[1], [Step](const StageTimes& Round) { return Round.Model[Step]; });
			Result.Rows.push_back(
				{StepNames[Step], PaperShare(std::to_string(Step)), Scalar.Share[Step], Vector.Share[Step],
					Scalar.Nanoseconds[Step], Vector.Nanoseconds[Step], PaperScaling(std::to_string(Step)), Scaling});
			if (Step >= FirstPaperStep && Step <= LastPaperStep)
			{
				Shares.Series.end()[-2].Values.push_back(Scalar.Share[Step]);
				Shares.Series.back().Values.push_back(Vector.Share[Step]);
				Scalings.Series.back().Values.push_back(Scaling);
			}
		}
		const double TotalScaling = MedianRatio(Times[2], Times[3], SolveTime);
		const double PerAgent = 1e9 / static_cast<double>(Scene.Agents.size());
		Result.Rows.push_back(
			{"the whole solver", NotMeasured, NotMeasured, NotMeasured, PerAgent * MedianTime(Times[2], SolveTime),
				PerAgent * MedianTime(Times[3], SolveTime), PaperScaling("total"), TotalScaling});
		Report.Tables.push_back(std::move(Result));
		AddScalingCheck(Scene.Name, TotalScaling, Options.bQuick, Report);
	}
	Report.Plots.push_back({"step-shares", RenderSvg(Shares)});
	Report.Plots.push_back({"step-scaling", RenderSvg(Scalings)});
}

// ------------------------------------------------------------------------ Figure 6: frames a second on one core

void CompareSpeed(const SuiteOptions& Options, SuiteReport& Report)
{
	const std::vector<int> Sizes =
		Options.bQuick ? std::vector<int>{100, 200} : std::vector<int>{500, 1000, 2000, 5000, 10'000, 20'000};
	std::vector<std::string> Names;
#if CROWD_WITH_RVO2
	Names.push_back("RVO2");
#else
	Report.Notes.push_back("This build has no RVO2: figure 6 is without it.");
#endif
	Names.push_back("ClearPath, scalar");
	Names.push_back(fmt::format("ClearPath, {}", IsaName(BestIsa())));
	Table Result = {"speed", "Frames a second on one core (figure 6), uniform", {"Agents"}, {}};
	LinePlot Plot = {.Title = "Frames a second on one core, uniform",
		.XLabel = "agents",
		.YLabel = "frames a second",
		.bLogX = true,
		.bLogY = true,
		.Series = {}};
	for (const std::string& Name : Names)
	{
		Result.Columns.push_back(Name);
		Plot.Series.push_back({.Label = Name, .X = {}, .Y = {}});
	}

	for (const int Agents : Sizes)
	{
		const Scene Scene = LoadScene("uniform", Agents);
		const Bench::CrowdFrame Start = WarmUpClearPath(Scene, Options.bQuick ? 0.5 : 2.0, Options);
		std::vector<TimedStep> Runners;
#if CROWD_WITH_RVO2
		Runners.push_back(MakePeer(Scene, Bench::CreateRvo2Contender(1), Start));
#endif
		for (const EIsa Isa : {EIsa::Scalar, BestIsa()})
		{
			Runners.push_back(
				MakeSimulation(Scene, {.World = {.Model = "clearpath", .Isa = Isa}, .Threads = 1}, Start));
		}
		const std::vector<RoundTimes> Times =
			TimeInTurn(Runners, Scene, fmt::format("speed, {} agents", Agents), Options);
		std::vector<Cell>& Row = Result.Rows.emplace_back();
		Row.push_back(static_cast<double>(Agents));
		for (size_t Runner = 0; Runner < Runners.size(); ++Runner)
		{
			const double FramesPerSecond = 1.0 / MedianTime(Times[Runner], WallTime);
			Row.push_back(FramesPerSecond);
			Plot.Series[Runner].X.push_back(Agents);
			Plot.Series[Runner].Y.push_back(FramesPerSecond);
		}
	}
	Report.Tables.push_back(std::move(Result));
	Report.Plots.push_back({"speed", RenderSvg(Plot)});
}

// -------------------------------------------------------------------------------------------- Threads

/// All numbers up to eight, then doubling, and always the most.
std::vector<int> ThreadCounts(int Most)
{
	std::vector<int> Counts;
	for (int Count = 1; Count < Most; Count += Count < 8 ? 1 : Count)
	{
		Counts.push_back(Count);
	}
	Counts.push_back(Most);
	return Counts;
}

void CompareThreads(const SuiteOptions& Options, SuiteReport& Report)
{
	const std::vector<int> Counts = ThreadCounts(Options.Threads);
	Table Result = {"threads", "Threads (section 5.2.2): ms a step and speed-up over one thread", {"Threads"}, {}};
	LinePlot Plot = {
		.Title = "Speed-up by threads", .XLabel = "threads", .YLabel = "times as fast as one", .Series = {}};
	for (const int Count : Counts)
	{
		Result.Rows.push_back({static_cast<double>(Count)});
	}
	for (const TimedScene& Choice : TimedScenes(Options.bQuick))
	{
		const Scene Scene = LoadScene(Choice.Name, Choice.Agents);
		const Bench::CrowdFrame Start = WarmUpClearPath(Scene, Choice.WarmUpSeconds, Options);
		std::vector<TimedStep> Runners;
		for (const int Count : Counts)
		{
			Runners.push_back(MakeSimulation(Scene, {.World = {.Model = "clearpath"}, .Threads = Count}, Start));
		}
		const std::vector<RoundTimes> Times =
			TimeInTurn(Runners, Scene, fmt::format("threads, {}", Scene.Name), Options);
		const std::string Label = fmt::format("{}, {} agents", Scene.Name, Scene.Agents.size());
		Result.Columns.push_back(Label + ": ms");
		Result.Columns.push_back(Label + ": speed-up");
		LineSeries& Curve = Plot.Series.emplace_back();
		Curve.Label = Label;
		for (size_t Runner = 0; Runner < Counts.size(); ++Runner)
		{
			const double SpeedUp = MedianRatio(Times[0], Times[Runner], WallTime);
			Result.Rows[Runner].push_back(1e3 * MedianTime(Times[Runner], WallTime));
			Result.Rows[Runner].push_back(SpeedUp);
			Curve.X.push_back(Counts[Runner]);
			Curve.Y.push_back(SpeedUp);
		}
	}
	Plot.Series.push_back({.Label = "ideal",
		.X = {1.0, static_cast<double>(Options.Threads)},
		.Y = {1.0, static_cast<double>(Options.Threads)},
		.bReference = true});
	Report.Tables.push_back(std::move(Result));
	Report.Plots.push_back({"threads", RenderSvg(Plot)});
}
}

SuiteReport RunClearPathSuite(const SuiteOptions& Options)
{
	SuiteReport Report;
	CompareCollisions(Options, Report);
	CompareSteps(Options, Report);
	CompareSpeed(Options, Report);
	CompareThreads(Options, Report);
	return Report;
}
}
