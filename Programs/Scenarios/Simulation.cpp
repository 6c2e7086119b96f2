// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Simulation.h"

#include "Scenarios/Require.h"
#include "Scenarios/WallCheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace CrowdAvoidance::Scenarios
{
namespace
{
constexpr int MaxThreads = 256;

/// Metabolic power of walking at a speed, 2.23 + 1.26 v^2 W/kg, for a person of 70 kg.
constexpr double BodyKilograms = 70.0;
constexpr double StandingWattsPerKilogram = 2.23;
constexpr double WalkingWattsPerKilogram = 1.26;

/// An agent slower than this has no heading worth the name.
constexpr double HeadingSpeed = 0.1;
constexpr double StuckSeconds = 5.0;

double PreciseDistance(Vec2 A, Vec2 B)
{
	return std::hypot(static_cast<double>(A.X) - B.X, static_cast<double>(A.Y) - B.Y);
}

/// The smallest of the sorted values that at least this share of them does not exceed.
double Percentile(const std::vector<double>& Sorted, double Share)
{
	const double Rank = std::ceil(Share * static_cast<double>(Sorted.size()));
	return Sorted.empty() ? 0.0 : Sorted[static_cast<size_t>(std::max(Rank, 1.0)) - 1];
}

/// Where an agent is on its list of goals.
struct Progress
{
	AgentHandle Handle;
	size_t NextGoal = 0;
	Vec2 Goal;             ///< Where it is bound, or has arrived when it is done. Nothing for an agent without goals.
	bool bArrived = false; ///< Has been at its last goal once.
	bool bDone = false;    ///< Has nowhere to go any more.
	bool bGone = false;    ///< Has left the scene by an exit.
};

/// What is measured of one agent when metrics are on.
struct Track
{
	Vec2 Position;
	Vec2 LegStart; ///< Where it was when it was given its goal.
	Vec2 Anchor;   ///< It has stayed within a radius of this point since AnchorTime.
	double AnchorTime = 0.0;
	double Walked = 0.0;   ///< Until it arrived the first time.
	double Straight = 0.0; ///< The legs of that way as the crow flies.
	double HeadingX = 0.0; ///< Displacement of the last step in which it had a heading; zero before the first.
	double HeadingY = 0.0;
};

/// Null: the calling thread does everything.
std::unique_ptr<TaskScheduler> MakeScheduler(int Threads)
{
	if (Threads < 0 || Threads > MaxThreads)
	{
		throw InputError(fmt::format("--threads is {}, must be from 0 (all) to {}", Threads, MaxThreads));
	}
	std::unique_ptr<TaskScheduler> Scheduler = Threads != 1 ? CreateTbbScheduler(Threads) : nullptr;
	if (Scheduler == nullptr && Threads > 1)
	{
		throw InputError(fmt::format("--threads is {}, must be 0 or 1 in a build without TBB", Threads));
	}
	return Scheduler;
}

WorldDef WorldDefOf(const Scene& InScene, const RunOptions& Options, TaskScheduler* Scheduler)
{
	WorldDef Def;
	Def.Model = Options.Model;
	Def.Options = Options.ModelOptions;
	Def.Isa = Options.Isa;
	Def.bTimeModel = Options.bTimeModel;
	Def.Scheduler = Scheduler;
	Def.ReserveAgents = static_cast<int>(InScene.Agents.size());
	return Def;
}
}

struct Simulation::Impl
{
	Impl(const Scene& InScene, const RunOptions& Options);

	Scene TheScene;
	std::unique_ptr<TaskScheduler> Scheduler; ///< Before the world, which must go first.
	World TheWorld;
	std::unique_ptr<Guide> TheGuide; ///< After the world, which must go last.
	StepReport Report;
	uint64_t Steps = 0;

	std::vector<Progress> Agents;        ///< As in the scene.
	std::vector<uint32_t> AgentOfHandle; ///< Scene index by AgentHandle::Index.
	int AgentsWithGoals = 0;
	std::vector<double> ArrivalTimes;                ///< Ascending.
	std::vector<std::pair<uint32_t, Vec2>> Arrivals; ///< In this step: agent and position.

	std::vector<double> StepMilliseconds;
	StageTimes StageSums;
	uint32_t StatusBits = 0;
	double InfeasibleSum = 0.0;

	double PlanSeconds = 0.0; ///< Of the guide, in this step.

	std::vector<Track> Tracks;      ///< Empty: metrics are off.
	std::optional<WallCheck> Walls; ///< With metrics only.
	uint64_t WallCrossings = 0;
	uint64_t AstraySteps = 0;
	double DeepestInWall = 0.0;
	uint64_t MeasuredSteps = 0;
	double OverlapPairs = 0.0;
	double DeepPairs = 0.0;
	double DeepestMeters = 0.0;
	double DeepestFraction = 0.0;
	double Joules = 0.0;
	double Flips = 0.0;
	double ActiveSeconds = 0.0; ///< Summed over agents that are not done.

	double Seconds() const { return static_cast<double>(Steps) * TheScene.Dt; }

	void AddAgents();
	void SetNextGoal(uint32_t Agent);
	void CollectStepTimes();
	void Measure(const AgentsView& View);
	void MeasureWalls(uint32_t Agent, Vec2 Before, Vec2 Now);
	void FindArrivals(const AgentsView& View);
	void AdvanceGoals();
	bool IsFinished() const;
	double ArrivalTime(double Share) const;
};

Simulation::Impl::Impl(const Scene& InScene, const RunOptions& Options)
	: TheScene(InScene),
	  Scheduler(MakeScheduler(Options.Threads)),
	  TheWorld(Require(World::Create(WorldDefOf(InScene, Options, Scheduler.get())), InScene.Name, "world"))
{
	TheGuide = MakeGuide(Options.Planner ? *Options.Planner : FindPlanner("planner", InScene.Planner).Planner, TheScene,
		TheWorld, Scheduler.get());
	AddAgents();
	TheGuide->GetReady();
}

void Simulation::Impl::AddAgents()
{
	std::vector<ProfileHandle> Profiles;
	for (size_t I = 0; I < TheScene.Profiles.size(); ++I)
	{
		Profiles.push_back(
			Require(TheWorld.AddProfile(TheScene.Profiles[I]), TheScene.Name, fmt::format("profile {}", I)));
	}
	Agents.resize(TheScene.Agents.size());
	for (uint32_t I = 0; I < Agents.size(); ++I)
	{
		const SceneAgent& Source = TheScene.Agents[I];
		AgentDef Def;
		Def.Position = Source.Position;
		Def.Velocity = Source.Velocity;
		Def.DesiredVelocity = Source.Velocity;
		Def.Height = Source.Height;
		Def.Radius = Source.Radius;
		Def.MaxSpeed = Source.MaxSpeed;
		Def.PreferredSpeed = Source.PreferredSpeed;
		Def.MaxAcceleration = Source.MaxAcceleration;
		Def.Responsibility = Source.Responsibility;
		if (Source.Profile < Profiles.size())
		{
			Def.Profile = Profiles[Source.Profile];
		}
		else if (Source.Profile != 0)
		{
			throw InputError(fmt::format(
				"{}: agent {}: profile is {}, must be below {}", TheScene.Name, I, Source.Profile, Profiles.size()));
		}
		const AgentHandle Handle = Require(TheWorld.AddAgent(Def), TheScene.Name, fmt::format("agent {}", I));
		Agents[I].Handle = Handle;
		AgentOfHandle.resize(std::max<size_t>(AgentOfHandle.size(), Handle.Index + 1));
		AgentOfHandle[Handle.Index] = I;
		if (!Source.Goals.empty())
		{
			++AgentsWithGoals;
			SetNextGoal(I);
		}
	}
}

void Simulation::Impl::SetNextGoal(uint32_t Agent)
{
	Progress& Current = Agents[Agent];
	const std::vector<Vec2>& Goals = TheScene.Agents[Agent].Goals;
	Current.Goal = Goals[Current.NextGoal];
	++Current.NextGoal;
	const bool bExit = TheScene.Agents[Agent].bLeaves && Current.NextGoal == Goals.size();
	TheGuide->Send(Current.Handle, Current.Goal, bExit);
}

void Simulation::Impl::CollectStepTimes()
{
	const StageTimes& Times = Report.Times;
	StepMilliseconds.push_back(1000.0 * (Times.Wall + PlanSeconds));
	StageSums.Plan += Times.Plan + PlanSeconds;
	StageSums.Sort += Times.Sort;
	StageSums.Neighbors += Times.Neighbors;
	StageSums.Solve += Times.Solve;
	StageSums.Integrate += Times.Integrate;
	StageSums.Wall += Times.Wall + PlanSeconds;
	StatusBits |= static_cast<uint32_t>(Report.Status);
	InfeasibleSum += Report.InfeasibleAgents;
}

void Simulation::Impl::Measure(const AgentsView& View)
{
	++MeasuredSteps;
	const size_t Count = static_cast<size_t>(View.Count);
	std::vector<float> X(Count);
	std::vector<float> Y(Count);
	std::vector<float> Radius(Count);
	// Sums go in the order of the scene, because those of doubles depend on it and the world's order is its own business.
	std::vector<size_t> ViewOfAgent(Agents.size());
	for (size_t I = 0; I < Count; ++I)
	{
		X[I] = View.PositionX[I];
		Y[I] = View.PositionY[I];
		Radius[I] = View.Radius[I];
		ViewOfAgent[AgentOfHandle[View.HandleIndex[I]]] = I;
	}
	const OverlapCount Overlaps = CountOverlaps(View.Count, X.data(), Y.data(), Radius.data());
	OverlapPairs += Overlaps.Pairs;
	DeepPairs += Overlaps.DeepPairs;
	DeepestMeters = std::max(DeepestMeters, Overlaps.DeepestMeters);
	DeepestFraction = std::max(DeepestFraction, Overlaps.DeepestFraction);

	const double Dt = TheScene.Dt;
	for (size_t Agent = 0; Agent < Agents.size(); ++Agent)
	{
		if (Agents[Agent].bGone)
		{
			continue;
		}
		Track& Track = Tracks[Agent];
		const size_t I = ViewOfAgent[Agent];
		const Vec2 Before = Track.Position;
		Track.Position = {X[I], Y[I]};
		MeasureWalls(static_cast<uint32_t>(Agent), Before, Track.Position);
		if (PreciseDistance(Track.Position, Track.Anchor) >= Radius[I])
		{
			Track.Anchor = Track.Position;
			Track.AnchorTime = Seconds();
		}
		if (Agents[Agent].bDone)
		{
			continue;
		}

		// Everything from positions, not velocities: what is seen is what counts.
		const double MovedX = static_cast<double>(Track.Position.X) - Before.X;
		const double MovedY = static_cast<double>(Track.Position.Y) - Before.Y;
		const double Moved = std::hypot(MovedX, MovedY);
		const double Speed = Moved / Dt;
		ActiveSeconds += Dt;
		Joules += BodyKilograms * (StandingWattsPerKilogram + WalkingWattsPerKilogram * Speed * Speed) * Dt;
		if (!Agents[Agent].bArrived)
		{
			Track.Walked += Moved;
		}
		if (Speed >= HeadingSpeed)
		{
			Flips += MovedX * Track.HeadingX + MovedY * Track.HeadingY < 0.0 ? 1.0 : 0.0;
			Track.HeadingX = MovedX;
			Track.HeadingY = MovedY;
		}
	}
}

void Simulation::Impl::MeasureWalls(uint32_t Agent, Vec2 Before, Vec2 Now)
{
	// An agent without goals is led by nobody and heeds walls all the same.
	const bool bLed = !TheScene.Agents[Agent].Goals.empty();
	AstraySteps += bLed && TheGuide->IsAstray(Agents[Agent].Handle) ? 1 : 0;
	WallCrossings += Walls->Crosses(Before, Now) ? 1 : 0;
	DeepestInWall = std::max(DeepestInWall, Walls->Depth(Now, TheScene.Agents[Agent].Radius));
}

void Simulation::Impl::FindArrivals(const AgentsView& View)
{
	Arrivals.clear();
	for (size_t I = 0; I < static_cast<size_t>(View.Count); ++I)
	{
		const uint32_t Agent = AgentOfHandle[View.HandleIndex[I]];
		if (!Agents[Agent].bDone && !TheScene.Agents[Agent].Goals.empty() && TheGuide->HasArrived(View, I))
		{
			Arrivals.emplace_back(Agent, Vec2{View.PositionX[I], View.PositionY[I]});
		}
	}
}

void Simulation::Impl::AdvanceGoals()
{
	for (const auto& [Agent, Position] : Arrivals)
	{
		Progress& Current = Agents[Agent];
		const bool bWasFirstRound = !Current.bArrived;
		if (Current.NextGoal == TheScene.Agents[Agent].Goals.size())
		{
			if (!Current.bArrived)
			{
				Current.bArrived = true;
				ArrivalTimes.push_back(Seconds());
			}
			Current.bDone = !TheScene.bCycleGoals;
			Current.NextGoal = 0;
		}
		if (!Current.bDone)
		{
			SetNextGoal(Agent);
		}
		else if (TheScene.Agents[Agent].bLeaves)
		{
			Require(TheWorld.RemoveAgent(Current.Handle), TheScene.Name, fmt::format("agent {}", Agent));
			Current.bGone = true;
		}
		if (!Tracks.empty())
		{
			Track& Track = Tracks[Agent];
			Track.Straight += bWasFirstRound ? PreciseDistance(Track.LegStart, Position) : 0.0;
			Track.LegStart = Position;
			// To turn round for a new goal is no jitter.
			Track.HeadingX = 0.0;
			Track.HeadingY = 0.0;
		}
	}
}

bool Simulation::Impl::IsFinished() const
{
	// Dt is single precision: do not take one step more because the sum falls short by a rounding error.
	const double Rounding = 1e-3 * TheScene.Dt;
	const bool bEnoughArrived =
		AgentsWithGoals > 0 && static_cast<double>(ArrivalTimes.size()) >= TheScene.StopFraction * AgentsWithGoals;
	return bEnoughArrived || Seconds() + Rounding >= TheScene.MaxSeconds;
}

double Simulation::Impl::ArrivalTime(double Share) const
{
	const size_t Needed = static_cast<size_t>(std::ceil(Share * AgentsWithGoals));
	return Needed == 0 || Needed > ArrivalTimes.size() ? -1.0 : ArrivalTimes[Needed - 1];
}

Simulation::Simulation(const Scene& InScene, const RunOptions& Options)
	: State(std::make_unique<Impl>(InScene, Options))
{}

Simulation::~Simulation() = default;

bool Simulation::Step()
{
	State->PlanSeconds = State->TheGuide->BeginStep(State->Seconds());
	State->Report = Require(State->TheWorld.Step(State->TheScene.Dt), State->TheScene.Name, "step");
	++State->Steps;
	State->CollectStepTimes();
	const AgentsView View = State->TheWorld.Agents();
	if (!State->Tracks.empty())
	{
		State->Measure(View);
	}
	// Setting a goal ends the life of the view, so first all are found.
	State->FindArrivals(View);
	State->AdvanceGoals();
	return !State->IsFinished();
}

void Simulation::EnableMetrics()
{
	if (!State->Tracks.empty())
	{
		return;
	}
	State->Tracks.resize(State->Agents.size());
	State->Walls.emplace(State->TheScene.Obstacles);
	const AgentsView View = State->TheWorld.Agents();
	for (size_t I = 0; I < static_cast<size_t>(View.Count); ++I)
	{
		Track& Track = State->Tracks[State->AgentOfHandle[View.HandleIndex[I]]];
		Track.Position = {View.PositionX[I], View.PositionY[I]};
		Track.LegStart = Track.Position;
		Track.Anchor = Track.Position;
		Track.AnchorTime = State->Seconds();
	}
}

const World& Simulation::GetWorld() const
{
	return State->TheWorld;
}

bool Simulation::HasArrived(uint32_t Agent) const
{
	return State->Agents.at(Agent).bArrived;
}

int Simulation::ArrivedCount() const
{
	return static_cast<int>(State->ArrivalTimes.size());
}

World& Simulation::GetWorld()
{
	return State->TheWorld;
}

const Scene& Simulation::GetScene() const
{
	return State->TheScene;
}

const char* Simulation::Trouble(uint32_t Agent) const
{
	const Progress& Item = State->Agents[Agent];
	return Item.bDone || State->TheScene.Agents[Agent].Goals.empty() ? "" : State->TheGuide->Trouble(Item.Handle);
}

double Simulation::SimulatedSeconds() const
{
	return State->Seconds();
}

const StepReport& Simulation::LastReport() const
{
	return State->Report;
}

Metrics Simulation::ComputeMetrics() const
{
	Metrics Result;
	Result.Steps = State->Steps;
	Result.Agents = static_cast<int>(State->Agents.size());
	Result.AgentsWithGoals = State->AgentsWithGoals;
	Result.Arrived = ArrivedCount();
	for (uint32_t Agent = 0; Agent < State->Agents.size(); ++Agent)
	{
		if (!State->Agents[Agent].bArrived && !State->TheScene.Agents[Agent].Goals.empty())
		{
			Result.Left.emplace_back(Agent, Trouble(Agent));
		}
	}
	Result.Time50 = State->ArrivalTime(0.5);
	Result.Time95 = State->ArrivalTime(0.95);
	Result.TimeAll = State->ArrivalTime(1.0);
	Result.StatusBits = State->StatusBits;
	Result.StateHash = State->TheWorld.StateHash();

	if (State->Steps > 0)
	{
		const double Steps = static_cast<double>(State->Steps);
		std::vector<double> Sorted = State->StepMilliseconds;
		std::sort(Sorted.begin(), Sorted.end());
		Result.MsP50 = Percentile(Sorted, 0.5);
		Result.MsP99 = Percentile(Sorted, 0.99);
		Result.MsMean = 1000.0 * State->StageSums.Wall / Steps;
		Result.Stages.Sort = State->StageSums.Sort / Steps;
		Result.Stages.Neighbors = State->StageSums.Neighbors / Steps;
		Result.Stages.Solve = State->StageSums.Solve / Steps;
		Result.Stages.Plan = State->StageSums.Plan / Steps;
		Result.Stages.Integrate = State->StageSums.Integrate / Steps;
		const double Busy = State->StageSums.Sort + State->StageSums.Neighbors + State->StageSums.Solve +
			State->StageSums.Plan + State->StageSums.Integrate;
		Result.PlanShare = Busy > 0.0 ? State->StageSums.Plan / Busy : 0.0;
		Result.Stages.Wall = State->StageSums.Wall / Steps;
		Result.InfeasibleShare = Result.Agents > 0 ? State->InfeasibleSum / (Steps * Result.Agents) : 0.0;
	}

	if (State->MeasuredSteps > 0)
	{
		const double Frames = static_cast<double>(State->MeasuredSteps);
		Result.OverlapPairsPerFrame = State->OverlapPairs / Frames;
		Result.DeepPairsPerFrame = State->DeepPairs / Frames;
		Result.DeepestPenetration = State->DeepestMeters;
		Result.DeepestFraction = State->DeepestFraction;
		Result.WallCrossings = State->WallCrossings;
		Result.AstraySteps = State->AstraySteps;
		Result.DeepestInWall = State->DeepestInWall;
		Result.EnergyJoules = State->Joules / Result.Agents;
		Result.Jitter = State->ActiveSeconds > 0.0 ? State->Flips / State->ActiveSeconds : 0.0;
		double RatioSum = 0.0;
		int Walkers = 0;
		for (uint32_t Agent = 0; Agent < State->Tracks.size(); ++Agent)
		{
			const Track& Track = State->Tracks[Agent];
			const Progress& Progress = State->Agents[Agent];
			if (Progress.bArrived && Track.Straight > 0.0)
			{
				RatioSum += Track.Walked / Track.Straight;
				++Walkers;
			}
			const bool bWantsToMove = !Progress.bDone && !State->TheScene.Agents[Agent].Goals.empty();
			if (bWantsToMove && State->Seconds() - Track.AnchorTime >= StuckSeconds)
			{
				Result.StuckAgents.push_back(Agent);
			}
		}
		Result.PathLengthRatio = Walkers > 0 ? RatioSum / Walkers : 0.0;
	}
	return Result;
}
}
