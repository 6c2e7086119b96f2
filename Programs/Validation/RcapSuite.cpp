// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The measurements of the RCAP paper (Guy, Lin, Manocha, 2010), on our scenes, and what it leaves open. Docs/Validation.md

#include "Validation/EncounterData.h"
#include "Validation/ReferenceTable.h"
#include "Validation/StepTiming.h"
#include "Validation/SvgPlot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance::Validation
{
namespace
{
using Scenarios::Encounter;
using Scenarios::EPlanner;
using Scenarios::Metrics;
using Scenarios::Scene;
using Scenarios::Simulation;

constexpr const char* Rcap = "rcap";
constexpr const char* RcapPlain = "rcap-plain";
constexpr const char* Orca = "orca";
/// Centres of two bodies of the paper that touch. [m]
constexpr double ContactMeters = 0.5;
/// What is less deep than this is none, as in the metrics. [m]
constexpr double ContactTolerance = 0.001;

/// A scenario file may be anybody's: what the suite relies on is that at least two walk somewhere.
Scene LoadWalkers(const char* Name, const Scenarios::SceneOptions& Options)
{
	Scene Result = Scenarios::LoadScene(Name, Options);
	const auto HasNoGoal = [](const Scenarios::SceneAgent& Agent) { return Agent.Goals.empty(); };
	if (Result.Agents.size() < 2 || std::any_of(Result.Agents.begin(), Result.Agents.end(), HasNoGoal))
	{
		throw Scenarios::InputError(fmt::format("{}: must have two agents at least, and a goal for each", Name));
	}
	return Result;
}

Scene LoadSeeded(const char* Name, uint64_t Seed)
{
	Scenarios::SceneOptions Options;
	Options.Seed = Seed;
	return LoadWalkers(Name, Options);
}

/// A run to the end by the stop rule of the scene.
struct Course
{
	std::vector<Scenarios::CrowdFrame> Frames; ///< Before the first step, and after every one.
	Metrics Measured;
	double Dt = 0.0;

	/// Of the first two agents.
	const Encounter& Pair() const { return Measured.Pairs.at(0).Course; }
	/// The frame in which they were nearest; frames and samples are the same moments.
	size_t NearestFrame() const
	{
		return static_cast<size_t>(Pair().UntilNearest().data() - Pair().Samples().data()) +
			Pair().UntilNearest().size() - 1;
	}
	double NearestMeters() const { return Pair().UntilNearest().back().Distance; }
	Point Velocity(size_t Frame, size_t Agent) const
	{
		return {Frames[Frame].VelocityX[Agent], Frames[Frame].VelocityY[Agent]};
	}
	Point Position(size_t Frame, size_t Agent) const { return {Frames[Frame].X[Agent], Frames[Frame].Y[Agent]}; }
	/// The most by which either of the first two had changed its velocity in these frames. [m/s]
	double LargestChange(size_t FirstFrame, size_t EndFrame, size_t SinceFrame = 0) const
	{
		double Largest = 0.0;
		for (size_t Frame = FirstFrame; Frame < EndFrame; ++Frame)
		{
			for (const size_t Agent : {0, 1})
			{
				Largest = std::max(Largest, (Velocity(Frame, Agent) - Velocity(SinceFrame, Agent)).Length());
			}
		}
		return Largest;
	}
};

Course Walk(const Scene& Scene, const std::string& Model)
{
	// One thread: a few agents have no work for more.
	Simulation Crowd(Scene, {.World = {.Model = Model}, .Threads = 1});
	Crowd.EnableMetrics();
	Course Result;
	Result.Dt = static_cast<double>(Scene.Dt);
	Crowd.Read(Result.Frames.emplace_back());
	for (bool bGoOn = true; bGoOn;)
	{
		bGoOn = Crowd.Step();
		Crowd.Read(Result.Frames.emplace_back());
	}
	Result.Measured = Crowd.ComputeMetrics();
	const std::vector<Scenarios::MeasuredPair>& Pairs = Result.Measured.Pairs;
	if (Pairs.empty() ||
		std::any_of(Pairs.begin(), Pairs.end(),
			[](const Scenarios::MeasuredPair& Pair) { return Pair.Course.SinceSight().empty(); }))
	{
		throw Scenarios::InputError(fmt::format("{}: must have a few agents who all see each other", Scene.Name));
	}
	return Result;
}

void AddCheck(SuiteReport& Report, std::string Name, double Value, double Min, double Max)
{
	Report.Checks.push_back({.Name = std::move(Name), .Value = Value, .Min = Min, .Max = Max, .SkipReason = {}});
}

constexpr double Unbounded = std::numeric_limits<double>::infinity();

// ------------------------------------------------------------------------ Figures 5 and 6: the response to a collision course

void DescribePhases(const std::string& Model, const Course& Run, Table& Result)
{
	const Scenarios::ResponsePhases Phases = Run.Pair().Phases();
	Result.Rows.push_back({Model, Run.Pair().Samples().front().Projected, Run.Pair().UntilNearest().back().Projected,
		Phases.Observation.value_or(NotMeasured), Phases.Reaction.value_or(NotMeasured),
		Phases.Maintenance.value_or(NotMeasured), Run.Measured.AccelerationMax});
}

void CheckPhases(const std::string& Model, const Course& Run, double ObservationTime, SuiteReport& Report)
{
	const auto FrameAt = [&Run](double Seconds)
	{ return std::min(static_cast<size_t>(std::floor(Seconds / Run.Dt + 1e-3)), Run.NearestFrame()); };
	const size_t Nearest = Run.NearestFrame();
	const double Whole = Run.LargestChange(0, Nearest + 1);
	AddCheck(Report, fmt::format("{}: change of velocity within the observation time, m/s", Model),
		Run.LargestChange(0, FrameAt(ObservationTime) + 1), 0.0, 1e-6);
	size_t Done = 0;
	while (Done < Nearest && Run.LargestChange(Done, Done + 1) < 0.9 * Whole)
	{
		++Done;
	}
	AddCheck(Report, fmt::format("{}: seconds from then until 90 % of the change are done", Model),
		Run.Dt * static_cast<double>(Done) - ObservationTime, 1.0, 2.0);
	const size_t Settled = FrameAt(ObservationTime + 2.0);
	// Up to the step before they are nearest: in that one they may be past each other, and free to do as they like.
	AddCheck(Report, fmt::format("{}: % of the change that is still to come 2 s after it began", Model),
		100.0 * Run.LargestChange(Settled, Nearest, Settled) / Whole, 0.0, 5.0);
	AddCheck(Report, fmt::format("{}: projected approach when they pass, m", Model),
		Run.Pair().UntilNearest().back().Projected, 0.6, 0.8);
}

LineSeries CurveOf(const std::string& Label, const Course& Run)
{
	LineSeries Curve = {.Label = Label, .X = {}, .Y = {}};
	// A marker for each point: more would hide the curve.
	const size_t Every = static_cast<size_t>(std::max(1.0, std::round(0.1 / Run.Dt)));
	const std::span<const Encounter::Sample> Samples = Run.Pair().UntilNearest();
	for (size_t I = 0; I < Samples.size(); I += Every)
	{
		Curve.X.push_back(Samples[I].Seconds);
		Curve.Y.push_back(Samples[I].Projected);
	}
	return Curve;
}

/// Who steps aside must turn to a goal that is near: that would be a change of velocity too, and none of the response.
Scene WithFarGoals(Scene Start)
{
	for (Scenarios::SceneAgent& Agent : Start.Agents)
	{
		Agent.Goals = {Agent.Position + 1000.0f * Agent.Velocity};
	}
	return Start;
}

void CompareResponses(const SuiteOptions& Options, SuiteReport& Report)
{
	const double ObservationTime = static_cast<double>(AgentProfile().ObservationTime);
	const Scene Meeting = WithFarGoals(LoadSeeded("encounter", 1));
	const Scene Passing = WithFarGoals(LoadSeeded("no-reaction", 1));
	Table Result = {"phases", "Response to a collision course in the open (figures 5 and 6)",
		{"Model", "Projected at the start, m", "When they pass, m", "Observation, s", "Reaction, s", "Maintenance, s",
			"Largest acceleration, m/s^2"},
		{}};
	LinePlot Plot = {.Title = "Two people cross: how near they would pass if both kept their velocity",
		.XLabel = "seconds since they see each other",
		.YLabel = "projected closest approach, m",
		.Series = {}};
	double End = 0.0;
	uint64_t Done = 0;
	for (const char* Model : {Rcap, RcapPlain, Orca})
	{
		const Course Met = Walk(Meeting, Model);
		DescribePhases(Model, Met, Result);
		Plot.Series.push_back(CurveOf(Model, Met));
		End = std::max(End, Plot.Series.back().X.back());
		if (Model == Orca)
		{
			const Scenarios::ResponsePhases Phases = Met.Pair().Phases();
			AddCheck(Report, "orca: steps until 90 % of the change are done",
				(Phases.Observation.value_or(NotMeasured) + Phases.Reaction.value_or(NotMeasured)) / Met.Dt, 0.0,
				2.001);
		}
		else
		{
			CheckPhases(Model, Met, ObservationTime, Report);
			const Course Passed = Walk(Passing, Model);
			const double Speed = Passed.Velocity(0, 0).Length();
			AddCheck(Report, fmt::format("{}: % of the velocity that changes where no collision is ahead", Model),
				100.0 * Passed.LargestChange(0, Passed.NearestFrame() + 1) / Speed, 0.0, 1.0);
		}
		Options.OnProgress("response", ++Done, 3);
	}
	const ReferenceTable Paper("rcap-approach.csv");
	for (size_t Row = 0; Row < Paper.RowCount(); ++Row)
	{
		const double Meters = Paper.Number(Row, "meters");
		Plot.Series.push_back({.Label = "the paper: " + Paper.Text(Row, "what"),
			.X = {0.0, End},
			.Y = {Meters, Meters},
			.bReference = true});
	}
	Report.Tables.push_back(std::move(Result));
	Report.Plots.push_back({"approach", RenderSvg(Plot)});
}

// ---------------------------------------------------------------------------------------------- Figure 9: exchange of places

/// How far an agent has gone to the side of its first direction. [m]
double Aside(const Course& Run, size_t Agent, size_t Frame)
{
	const Point Way = Run.Velocity(0, Agent);
	const Point Moved = Run.Position(Frame, Agent) - Run.Position(0, Agent);
	return std::abs(Way.X * Moved.Y - Way.Y * Moved.X) / Way.Length();
}

void CompareSwaps(const SuiteOptions& Options, SuiteReport& Report)
{
	const uint64_t Seeds = Options.bQuick ? 2 : 16;
	Table Result = {"swap", "Two exchange places (figure 9): share of the first in going aside, over seeds",
		{"Scene", "Model", "Least, %", "Greatest, %", "Nearest, m"}, {}};
	for (const char* Name : {"swap", "swap-wall"})
	{
		for (const char* Model : {Rcap, RcapPlain, Orca})
		{
			double Least = 100.0;
			double Greatest = 0.0;
			double Nearest = Unbounded;
			for (uint64_t Seed = 1; Seed <= Seeds; ++Seed)
			{
				const Course Swap = Walk(LoadSeeded(Name, Seed), Model);
				const double First = Aside(Swap, 0, Swap.NearestFrame());
				const double Second = Aside(Swap, 1, Swap.NearestFrame());
				Least = std::min(Least, 100.0 * First / (First + Second));
				Greatest = std::max(Greatest, 100.0 * First / (First + Second));
				Nearest = std::min(Nearest, Swap.NearestMeters());
				Options.OnProgress(fmt::format("{}, {}", Name, Model), Seed, Seeds);
			}
			Result.Rows.push_back({Name, Model, Least, Greatest, Nearest});
			if (Model != Orca && std::string_view(Name) == "swap")
			{
				AddCheck(Report, fmt::format("{}: most that a share of going aside is off 50 %", Model),
					std::max(50.0 - Least, Greatest - 50.0), 0.0, 5.0);
			}
			else if (Model != Orca)
			{
				AddCheck(Report, fmt::format("{}: least share of the free one beside the wall, %", Model),
					100.0 - Greatest, 95.0, 100.0);
			}
		}
	}
	Report.Tables.push_back(std::move(Result));
}

// ---------------------------------------------------------------------------------------------------- Figure 10: five on a circle

void CompareCircles(const SuiteOptions& Options, SuiteReport& Report)
{
	const uint64_t Seeds = Options.bQuick ? 2 : 20;
	Table Result = {"circle", "Five on a circle (figure 10), over seeds",
		{"Model", "Nearest, m", "All arrived", "Path over straight line", "Energy, J"}, {}};
	for (const char* Model : {Rcap, RcapPlain, Orca})
	{
		double Nearest = Unbounded;
		double Arrived = 0.0;
		double Path = 0.0;
		double Energy = 0.0;
		for (uint64_t Seed = 1; Seed <= Seeds; ++Seed)
		{
			const Metrics Measured = Walk(LoadSeeded("circle-5", Seed), Model).Measured;
			for (const Scenarios::MeasuredPair& Pair : Measured.Pairs)
			{
				Nearest = std::min(Nearest, Pair.Course.UntilNearest().back().Distance);
			}
			Arrived += Measured.Arrived == Measured.Agents ? 1.0 : 0.0;
			Path += Measured.PathLengthRatio / static_cast<double>(Seeds);
			Energy += Measured.EnergyJoules / static_cast<double>(Seeds);
			Options.OnProgress(fmt::format("circle, {}", Model), Seed, Seeds);
		}
		Result.Rows.push_back({Model, Nearest, Arrived, Path, Energy});
		if (Model == Rcap)
		{
			AddCheck(Report, fmt::format("{}: least distance of five on a circle, m", Model), Nearest, ContactMeters,
				Unbounded);
		}
	}
	Report.Tables.push_back(std::move(Result));
}

// --------------------------------------------------------------------------------------------------------- The crossing room

/// What all rooms come to.
struct RoomResult
{
	double Least = Unbounded;
	double Mean = 0.0;
	double Contacts = 0.0; ///< Of the rooms. [%]
	Metrics Measured;
};

/// One room for each seed, side by side, out of sight of each other: so all walkers are different people, as far as models draw
/// what people are like from their numbers.
Scene ManyRooms(uint64_t Seeds)
{
	constexpr int RoomsInRow = 14;
	constexpr double RoomPitch = 35.0;
	Scene All;
	for (uint64_t Seed = 1; Seed <= Seeds; ++Seed)
	{
		const Scene Room = LoadSeeded("rcap-crossing", Seed);
		// Around the origin, where single precision is finest.
		const int Place = static_cast<int>(Seed) - 1;
		const Vec2 Offset =
			Point{RoomPitch * (Place % RoomsInRow - RoomsInRow / 2), RoomPitch * (Place / RoomsInRow - RoomsInRow / 2)}
				.Rounded();
		if (Seed == 1)
		{
			All = Room;
			All.Agents.clear();
			All.Obstacles.clear();
		}
		for (Scenarios::SceneAgent Agent : Room.Agents)
		{
			Agent.Position = Agent.Position + Offset;
			Agent.Goals[0] = Agent.Goals[0] + Offset;
			All.Agents.push_back(std::move(Agent));
		}
		for (std::vector<Vec2> Wall : Room.Obstacles)
		{
			for (Vec2& Corner : Wall)
			{
				Corner = Corner + Offset;
			}
			All.Obstacles.push_back(std::move(Wall));
		}
	}
	return All;
}

RoomResult CrossRooms(const Scene& Rooms, const std::string& Model, EPlanner Planner, const std::string& Part,
	const SuiteOptions& Options)
{
	Simulation Crowd(Rooms, {.World = {.Model = Model}, .Planner = Planner, .Threads = Options.Threads});
	Crowd.EnableMetrics();
	const size_t Pairs = Rooms.Agents.size() / 2;
	const uint64_t MostSteps = static_cast<uint64_t>(std::ceil(Rooms.MaxSeconds / static_cast<double>(Rooms.Dt)));
	std::vector<double> Nearest(Pairs, Unbounded);
	Scenarios::CrowdFrame Frame;
	bool bGoOn = true;
	for (uint64_t Step = 0; bGoOn; ++Step)
	{
		bGoOn = Crowd.Step();
		Crowd.Read(Frame);
		for (size_t Pair = 0; Pair < Pairs; ++Pair)
		{
			const size_t A = 2 * Pair;
			const double Meters = std::hypot(
				static_cast<double>(Frame.X[A]) - Frame.X[A + 1], static_cast<double>(Frame.Y[A]) - Frame.Y[A + 1]);
			Nearest[Pair] = std::min(Nearest[Pair], Meters);
		}
		Options.OnProgress(Part, Step, MostSteps);
	}
	RoomResult Result;
	Result.Measured = Crowd.ComputeMetrics();
	const double Share = 1.0 / static_cast<double>(Pairs);
	for (const double Meters : Nearest)
	{
		Result.Least = std::min(Result.Least, Meters);
		Result.Mean += Share * Meters;
		Result.Contacts += Meters < ContactMeters - ContactTolerance ? 100.0 * Share : 0.0;
	}
	return Result;
}

const std::vector<std::string> RoomColumns = {"Least distance, m", "Mean distance, m", "Contacts, %", "Energy, J",
	"95 % there after, s", "Arrived, %", "Acceleration p99, m/s^2", "Largest acceleration, m/s^2"};

std::vector<Cell> ToCells(std::string Label, const RoomResult& Result)
{
	const Metrics& Measured = Result.Measured;
	return {std::move(Label), Result.Least, Result.Mean, Result.Contacts, Measured.EnergyJoules,
		Measured.Time95 < 0.0 ? NotMeasured : Measured.Time95, 100.0 * Measured.Arrived / Measured.Agents,
		Measured.AccelerationP99, Measured.AccelerationMax};
}

uint64_t RoomCount(const SuiteOptions& Options)
{
	return Options.bQuick ? 5 : 200;
}

std::vector<std::string> RoomTableColumns(const char* First)
{
	std::vector<std::string> Columns = {First};
	Columns.insert(Columns.end(), RoomColumns.begin(), RoomColumns.end());
	return Columns;
}

void CompareModels(const SuiteOptions& Options, SuiteReport& Report)
{
	Table Result = {"models", "The crossing room with every model", RoomTableColumns("Model"), {}};
	BarPlot Plot = {.Title = "The crossing room: nearest distance of the centres",
		.YLabel = "cm",
		.Groups = {},
		.Series = {{"least", {}}, {"mean", {}}}};
	const Scene Rooms = ManyRooms(RoomCount(Options));
	const auto Cross = [&](const std::string& Label, const std::string& Model, EPlanner Planner)
	{
		const RoomResult Found = CrossRooms(Rooms, Model, Planner, "room, " + Label, Options);
		Result.Rows.push_back(ToCells(Label, Found));
		Plot.Groups.push_back(Label);
		Plot.Series[0].Values.push_back(100.0 * Found.Least);
		Plot.Series[1].Values.push_back(100.0 * Found.Mean);
		if (Model == Rcap)
		{
			AddCheck(Report, "rcap: least distance in the crossing room, m", Found.Least, ContactMeters, Unbounded);
		}
	};
	for (const ModelType& Type : Models())
	{
		Cross(Type.Name, Type.Name, EPlanner::Goal);
	}
	Cross("steering", "none", EPlanner::Steering);
	Report.Tables.push_back(std::move(Result));
	Report.Plots.push_back({"models", RenderSvg(Plot)});
}

/// The share of its mean by which people differ in each of what RCAP has constants for.
void SetSpread(Scene& Scene, double Share)
{
	for (AgentProfile& Profile : Scene.Profiles)
	{
		const auto Part = [Share](float Mean) { return static_cast<float>(Share * static_cast<double>(Mean)); };
		Profile.ObservationTimeSpread = Part(Profile.ObservationTime);
		Profile.PersonalSpaceSpread = Part(Profile.PersonalSpace);
		Profile.ReactionAccelerationSpread = Part(Profile.ReactionAcceleration);
		Profile.BrakingAccelerationSpread = Part(Profile.BrakingAcceleration);
	}
}

void CompareSpreads(const SuiteOptions& Options, SuiteReport& Report)
{
	Table Result = {"variation", "The crossing room, rcap, by how much people differ",
		RoomTableColumns("Deviation of each constant, %"), {}};
	for (const double Share : {0.0, 0.1, 0.2, 0.4})
	{
		Scene Rooms = ManyRooms(RoomCount(Options));
		SetSpread(Rooms, Share);
		const std::string Label = fmt::format("{:.0f}", 100.0 * Share);
		Result.Rows.push_back(
			ToCells(Label, CrossRooms(Rooms, Rcap, EPlanner::Goal, "variation, " + Label + " %", Options)));
	}
	Report.Tables.push_back(std::move(Result));
}

// ------------------------------------------------------------------------------------------------- Collisions against density

/// Agents all over a square, walking already.
Scene DenseScene(int Agents, double Density)
{
	Scenarios::SceneOptions Options;
	Options.Agents = Agents;
	Options.Dt = 1.0f / 30.0f;
	Options.Set = {{"density", fmt::format("{}", Density)}, {"radius", "0.25"}};
	Scene Result = LoadWalkers("uniform", Options);
	for (Scenarios::SceneAgent& Agent : Result.Agents)
	{
		const Vec2 Way = Agent.Goals[0] - Agent.Position;
		Agent.Velocity = (Agent.PreferredSpeed / Length(Way)) * Way;
	}
	return Result;
}

void CompareDensities(const SuiteOptions& Options, SuiteReport& Report)
{
	const int Agents = Options.bQuick ? 50 : 400;
	// Nobody has seen anybody at the start, which no crowd is like.
	const double UnmeasuredSeconds = Options.bQuick ? 2.0 : 10.0;
	const double Seconds = Options.bQuick ? 5.0 : 70.0;
	const char* const Names[] = {RcapPlain, Rcap, Orca};
	Table Result = {"density",
		fmt::format("{} agents to and fro in a square: overlapping pairs a frame, by density", Agents),
		{"Agents/m^2", "rcap-plain", "rcap", "orca", "rcap-plain: deepest, m", "rcap: deepest, m", "orca: deepest, m"},
		{}};
	LinePlot Plot = {.Title = "Collisions against density",
		.XLabel = "agents/m^2",
		.YLabel = "overlapping pairs a frame, of 100 agents",
		.bLogX = true,
		.Series = {}};
	for (const char* Name : Names)
	{
		Plot.Series.push_back({.Label = Name, .X = {}, .Y = {}});
	}
	uint64_t Done = 0;
	for (const double Density : {0.02, 0.05, 0.1, 0.2, 0.4, 0.8})
	{
		Scene Crowd = DenseScene(Agents, Density);
		Crowd.MaxSeconds = Seconds;
		std::vector<Cell> Row = {Density};
		std::vector<Cell> Deepest;
		for (size_t I = 0; I < std::size(Names); ++I)
		{
			Simulation Moving(Crowd, {.World = {.Model = Names[I]}, .Threads = Options.Threads});
			while (Moving.SimulatedSeconds() < UnmeasuredSeconds)
			{
				Moving.Step();
			}
			Moving.EnableMetrics();
			while (Moving.Step())
			{}
			const Metrics Measured = Moving.ComputeMetrics();
			Row.push_back(Measured.OverlapPairsPerFrame);
			Deepest.push_back(Measured.DeepestPenetration);
			Plot.Series[I].X.push_back(Density);
			Plot.Series[I].Y.push_back(100.0 * Measured.OverlapPairsPerFrame / Agents);
			Options.OnProgress("density", ++Done, 6 * std::size(Names));
		}
		Row.insert(Row.end(), Deepest.begin(), Deepest.end());
		Result.Rows.push_back(std::move(Row));
	}
	Report.Tables.push_back(std::move(Result));
	Report.Plots.push_back({"density", RenderSvg(Plot)});
}

// -------------------------------------------------------------------------------------------------- Figure 11: the office

void CompareOffices(const SuiteOptions& Options, SuiteReport& Report)
{
	Table Result = {"office", "The office empties (figure 11)",
		{"Agents", "Model", "Arrived, %", "Half out after, s", "All out after, s", "Overlapping pairs a frame",
			"Deep ones", "Deepest, m", "Deepest in a wall, m", "Energy, J"},
		{}};
	const std::vector<int> Sizes = Options.bQuick ? std::vector<int>{100} : std::vector<int>{1000, 5000};
	for (const int Agents : Sizes)
	{
		Scenarios::SceneOptions Size;
		Size.Agents = Agents;
		Scene Office = LoadWalkers("office", Size);
		Office.MaxSeconds = Options.bQuick ? 5.0 : Office.MaxSeconds;
		for (const char* Model : {Rcap, Orca})
		{
			Simulation Crowd(Office, {.World = {.Model = Model}, .Threads = Options.Threads});
			Crowd.EnableMetrics();
			while (Crowd.Step())
			{
				Options.OnProgress(fmt::format("office, {}, {}", Agents, Model),
					static_cast<uint64_t>(Crowd.ArrivedCount()), static_cast<uint64_t>(Agents));
			}
			const Metrics Measured = Crowd.ComputeMetrics();
			const auto Time = [](double Seconds) { return Seconds < 0.0 ? NotMeasured : Seconds; };
			Result.Rows.push_back(
				{static_cast<double>(Agents), Model, 100.0 * Measured.Arrived / Agents, Time(Measured.Time50),
					Time(Measured.TimeAll), Measured.OverlapPairsPerFrame, Measured.DeepPairsPerFrame,
					Measured.DeepestPenetration, Measured.DeepestInWall, Measured.EnergyJoules});
		}
	}
	Report.Tables.push_back(std::move(Result));
}

// --------------------------------------------------------------------------------------------------------- What it costs

double PerceiveTime(const StageTimes& Times)
{
	return Times.Perceive;
}

double BusyTime(const StageTimes& Times)
{
	return Times.Sort + Times.Neighbors + Times.Perceive + Times.Solve + Times.Plan + Times.Integrate;
}

struct CostPlan
{
	const char* Scene;
	std::optional<int> Agents;
	double WarmUpSeconds = 0.0;
	/// So long they run before anything is timed: until those who have just come into sight are noticed.
	double SettleSeconds = 1.5;
	TimingPlan Timing;
};

/// orca and rcap in turn.
std::vector<RoundTimes> TimeCosts(const CostPlan& Plan, const Scene& Crowd, int Threads, const SuiteOptions& Options)
{
	const std::string Part = fmt::format("time, {}", Plan.Scene);
	const Bench::CrowdFrame Start = WarmUp(Crowd, {.World = {.Model = Orca}, .Threads = Threads}, Plan.WarmUpSeconds);
	std::vector<TimedStep> Runners;
	for (const char* Model : {Orca, Rcap})
	{
		Runners.push_back(MakeSimulation(Crowd, {.World = {.Model = Model}, .Threads = Threads}, Start));
		for (double Seconds = 0.0; Seconds < Plan.SettleSeconds; Seconds += static_cast<double>(Crowd.Dt))
		{
			Runners.back()();
		}
	}
	uint64_t Round = 0;
	return TimeSteps(
		Runners, Plan.Timing, [&] { Options.OnProgress(Part, ++Round, static_cast<uint64_t>(Plan.Timing.Rounds)); });
}

Scene LoadForTiming(const CostPlan& Plan)
{
	Scenarios::SceneOptions Options;
	Options.Agents = Plan.Agents;
	Scene Crowd = Scenarios::LoadScene(Plan.Scene, Options);
	for (Scenarios::SceneAgent& Agent : Crowd.Agents)
	{
		// The same crowd for both, however fast they get out.
		Agent.bLeaves = false;
	}
	return Crowd;
}

void AddTimingCheck(
	SuiteReport& Report, const SuiteOptions& Options, std::string Name, double Value, double Max, int NeededThreads)
{
	Check Timed = {.Name = std::move(Name), .Value = Value, .Min = 0.0, .Max = Max, .SkipReason = {}};
	if (Options.bQuick)
	{
		Timed.SkipReason = "skipped: a quick run";
	}
	else if (Options.Threads < NeededThreads)
	{
		Timed.SkipReason = fmt::format("skipped: {} threads are needed", NeededThreads);
	}
	Report.Checks.push_back(std::move(Timed));
}

size_t MemoryOf(const Scene& Crowd, const char* Model, int Threads)
{
	Simulation Holder(Crowd, {.World = {.Model = Model}, .Threads = Threads});
	for (int Step = 0; Step < 3; ++Step)
	{
		Holder.Step();
	}
	return Holder.GetWorld().MemoryBytes();
}

void CompareCosts(const SuiteOptions& Options, SuiteReport& Report)
{
	constexpr int FewThreads = 2;
	const int Threads = std::min(Options.Threads, FewThreads);
	const bool bQuick = Options.bQuick;
	const CostPlan Office = {.Scene = "office",
		.Agents = bQuick ? 200 : 5000,
		.WarmUpSeconds = bQuick ? 1.0 : 15.0,
		.Timing = {.Rounds = bQuick ? 2 : 9, .StepsPerRound = bQuick ? 2 : 60}};
	const CostPlan Uniform = {.Scene = "uniform",
		.Agents = bQuick ? 500 : 100'000,
		.WarmUpSeconds = bQuick ? 0.5 : 2.0,
		.Timing = {.Rounds = bQuick ? 2 : 7, .StepsPerRound = bQuick ? 2 : 6}};
	Table Result = {"cost", fmt::format("What rcap costs, {} threads: medians of alternating rounds", Threads),
		{"Scene", "Agents", "orca, ms", "rcap, ms", "rcap / orca", "Perception, % of rcap's time",
			"More memory than orca, bytes an agent"},
		{}};
	for (const CostPlan& Plan : {Office, Uniform})
	{
		const Scene Crowd = LoadForTiming(Plan);
		const std::vector<RoundTimes> Times = TimeCosts(Plan, Crowd, Threads, Options);
		const double Ratio = MedianRatio(Times[1], Times[0], WallTime);
		const double Milliseconds = 1e3 * MedianTime(Times[1], WallTime);
		const double Perception = 100.0 * MedianTime(Times[1], PerceiveTime) / MedianTime(Times[1], BusyTime);
		const double Memory = (static_cast<double>(MemoryOf(Crowd, Rcap, Threads)) -
								  static_cast<double>(MemoryOf(Crowd, Orca, Threads))) /
			static_cast<double>(Crowd.Agents.size());
		Result.Rows.push_back({Plan.Scene, static_cast<double>(Crowd.Agents.size()),
			1e3 * MedianTime(Times[0], WallTime), Milliseconds, Ratio, Perception, Memory});
		if (std::string_view(Plan.Scene) == "office")
		{
			AddTimingCheck(Report, Options, "office-5k: rcap's step over orca's", Ratio, 1.05, 1);
			AddTimingCheck(Report, Options, "office-5k: rcap's step on two threads, ms", Milliseconds, 1.0, FewThreads);
		}
		else
		{
			AddTimingCheck(Report, Options, "uniform, 100,000 agents: perception, % of the step", Perception, 10.0, 1);
			AddTimingCheck(
				Report, Options, "uniform, 100,000 agents: memory of perception, bytes an agent", Memory, 80.0, 1);
		}
	}
	Report.Tables.push_back(std::move(Result));
}
}

SuiteReport RunRcapSuite(const SuiteOptions& Options)
{
	SuiteReport Report;
	if (Options.Data)
	{
		CompareWithData(Options, Report);
		return Report;
	}
	CompareResponses(Options, Report);
	CompareSwaps(Options, Report);
	CompareCircles(Options, Report);
	CompareModels(Options, Report);
	CompareSpreads(Options, Report);
	CompareDensities(Options, Report);
	CompareOffices(Options, Report);
	CompareCosts(Options, Report);
	return Report;
}
}
