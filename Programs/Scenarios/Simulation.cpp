// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Simulation.h"

#include "Scenarios/Require.h"
#include "Scenarios/Shapes.h"
#include "Scenarios/WallCheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

namespace CrowdAvoidance::Scenarios
{
namespace
{
constexpr int MaxThreads = 256;

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
	bool bArrived = false; ///< Has been at its last goal once.
	bool bDone = false;    ///< Has nowhere to go any more.
	bool bGone = false;    ///< Has left the scene by an exit.

	template <typename Self, typename Stream>
	static void Exchange(Self& Item, Stream& Bytes)
	{
		Bytes(Item.Handle, Item.NextGoal, Item.bArrived, Item.bDone, Item.bGone);
	}
};

/// What is measured of one agent when metrics are on.
struct Track
{
	Vec2 Position;
	Vec2 LegStart; ///< Where it was when it was given its goal.
	Vec2 Anchor;   ///< It has stayed within a radius of this point since AnchorTime.
	double AnchorTime = 0.0;
	double Walked = 0.0;   ///< Until it arrived the first time.
	double Straight = 0.0; ///< The legs of that path as the crow flies.
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
	return Threads != 1 ? CreateThreadPool(Threads) : nullptr;
}

WorldDef WorldDefOf(const Scene& InScene, const RunOptions& Options, TaskScheduler* Scheduler)
{
	WorldDef Def = Options.World;
	Def.Scheduler = Scheduler;
	Def.ReserveAgents = std::max(Def.ReserveAgents, static_cast<int>(InScene.Agents.size()));
	return Def;
}
}

struct Simulation::Impl
{
	Impl(std::shared_ptr<const Scene> InScene, const RunOptions& Options);

	std::shared_ptr<const Scene> SharedScene;
	const Scene& TheScene;
	std::unique_ptr<TaskScheduler> Scheduler; ///< Before the world, which must go first.
	World TheWorld;
	Guide TheGuide; ///< After the world, which must go last.
	StepReport Report;
	uint64_t Steps = 0;

	std::vector<ProfileHandle> Profiles; ///< As in the scene.
	std::vector<ShapeHandle> Shapes;     ///< As in the scene.
	std::vector<Progress> Agents;        ///< As in the scene.
	std::vector<uint32_t> AgentOfHandle; ///< Scene index by AgentHandle::Index.
	int AgentsWithGoals = 0;
	std::vector<double> ArrivalTimes;                ///< Ascending.
	std::vector<std::pair<uint32_t, Vec2>> Arrivals; ///< In this step: agent and position.

	/// @name With metrics only
	std::vector<Track> Tracks; ///< Empty: metrics are off.
	std::optional<WallCheck> Walls;
	MeasureOptions Measured;
	std::optional<MotionMeter> Motion;
	std::vector<MeteredAgent> Metered; ///< As in the scene.

	/// What has been measured.
	struct Tally
	{
		std::vector<double> StepMilliseconds;
		StageTimes StageSums;
		uint32_t StatusBits = 0;
		double InfeasibleSum = 0.0;
		/// @name With metrics only
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
	};
	Tally Sums;

	double Seconds() const { return static_cast<double>(Steps) * TheScene.Dt; }

	void AddAgent(uint32_t Agent);
	void SetNextGoal(uint32_t Agent);
	void StartTracks();
	void MeasureMotion(const AgentsView& View);
	void Restore(const CrowdFrame& Frame);
	void Load(SnapshotReader& From);
	void CheckLoaded(SnapshotReader& From) const;
	void CollectStepTimes();
	void Measure(const AgentsView& View);
	void MeasureWalls(uint32_t Agent, Vec2 Before, Vec2 Now);
	void FindArrivals(const AgentsView& View);
	void AdvanceGoals();
	bool IsFinished() const;
	double ArrivalTime(double Share) const;
	const char* Trouble(uint32_t Agent) const;
};

Simulation::Impl::Impl(std::shared_ptr<const Scene> InScene, const RunOptions& Options)
	: SharedScene(std::move(InScene)),
	  TheScene(*SharedScene),
	  Scheduler(MakeScheduler(Options.Threads)),
	  TheWorld(Require(World::Create(WorldDefOf(TheScene, Options, Scheduler.get())), TheScene.Name, "world")),
	  TheGuide(Options.Planner ? *Options.Planner : FindPlanner("planner", TheScene.Planner).Planner, TheScene,
		  TheWorld, Scheduler.get())
{
	for (size_t I = 0; I < TheScene.Profiles.size(); ++I)
	{
		Profiles.push_back(
			Require(TheWorld.AddProfile(TheScene.Profiles[I]), TheScene.Name, fmt::format("profile {}", I)));
	}
	for (size_t I = 0; I < TheScene.Shapes.size(); ++I)
	{
		Shapes.push_back(Require(TheWorld.AddShape(TheScene.Shapes[I]), TheScene.Name, fmt::format("shape {}", I)));
	}
	Agents.resize(TheScene.Agents.size());
	for (uint32_t Agent = 0; Agent < Agents.size(); ++Agent)
	{
		AddAgent(Agent);
		if (!TheScene.Agents[Agent].Goals.empty())
		{
			++AgentsWithGoals;
			SetNextGoal(Agent);
		}
	}
	TheGuide.Prepare();
}

void Simulation::Impl::AddAgent(uint32_t Agent)
{
	const SceneAgent& Source = TheScene.Agents[Agent];
	AgentDef Def = Source;
	Def.Id = Agent;
	if (Source.ProfileIndex < Profiles.size())
	{
		Def.Profile = Profiles[Source.ProfileIndex];
	}
	else if (Source.ProfileIndex != 0)
	{
		throw InputError(fmt::format("{}: agent {}: profile is {}, must be below {}", TheScene.Name, Agent,
			Source.ProfileIndex, Profiles.size()));
	}
	if (Source.Shape && *Source.Shape >= Shapes.size())
	{
		throw InputError(fmt::format(
			"{}: agent {}: shape is {}, must be below {}", TheScene.Name, Agent, *Source.Shape, Shapes.size()));
	}
	const std::string Name = fmt::format("agent {}", Agent);
	const AgentHandle Handle = Require(TheWorld.AddAgent(Def), TheScene.Name, Name);
	if (Source.Shape)
	{
		Require(TheWorld.SetShape(Handle, Shapes[*Source.Shape], Source.Heading), TheScene.Name, Name);
	}
	Agents[Agent].Handle = Handle;
	AgentOfHandle.resize(std::max<size_t>(AgentOfHandle.size(), Handle.Index + 1));
	AgentOfHandle[Handle.Index] = Agent;
}

void Simulation::Impl::SetNextGoal(uint32_t Agent)
{
	Progress& Current = Agents[Agent];
	const SceneAgent& Source = TheScene.Agents[Agent];
	const Vec2& Goal = Source.Goals[Current.NextGoal];
	++Current.NextGoal;
	const bool bAnyExit =
		Source.bLeaves && Current.NextGoal == Source.Goals.size() && !TheScene.Exits.empty() && TheGuide.ChoosesExits();
	Require(TheWorld.SetGoal(
				Current.Handle, bAnyExit ? std::span(TheScene.Exits) : std::span(&Goal, 1), TheScene.ArrivalRadius),
		TheScene.Name, fmt::format("goal of agent {}", Agent));
}

void Simulation::Impl::Restore(const CrowdFrame& Frame)
{
	Steps = Frame.Steps;
	Sums = {};
	ArrivalTimes.clear();
	for (uint32_t Agent = 0; Agent < Agents.size(); ++Agent)
	{
		Progress& Current = Agents[Agent];
		const bool bGone = Frame.bGone[Agent] != 0;
		if (bGone && !Current.bGone)
		{
			Require(TheWorld.RemoveAgent(Current.Handle), TheScene.Name, fmt::format("agent {}", Agent));
		}
		else if (!bGone && Current.bGone)
		{
			AddAgent(Agent);
		}
		Current = {.Handle = Current.Handle, .bArrived = bGone, .bDone = bGone, .bGone = bGone};
		if (bGone)
		{
			ArrivalTimes.push_back(Seconds());
			continue;
		}
		const std::string Name = fmt::format("agent {}", Agent);
		Require(TheWorld.SetPosition(Current.Handle, {Frame.X[Agent], Frame.Y[Agent]}), TheScene.Name, Name);
		Require(TheWorld.SetVelocity(Current.Handle, {Frame.VelocityX[Agent], Frame.VelocityY[Agent]}), TheScene.Name,
			Name);
		if (!TheScene.Agents[Agent].Goals.empty())
		{
			SetNextGoal(Agent);
		}
	}
	TheGuide.Prepare();
	if (!Tracks.empty())
	{
		StartTracks();
	}
}

void Simulation::Impl::Load(SnapshotReader& From)
{
	From.Section("simulation");
	const size_t Expected = Agents.size();
	From(Steps, Agents, ArrivalTimes);
	if (Agents.size() != Expected)
	{
		From.Refuse(Error::Format("it has %zu agents; the scene has %zu", Agents.size(), Expected));
	}
	TheGuide.Load(From);
	const std::span<const std::byte> OfWorld = From.Raw(From.Count());
	Require(From.Finish(), TheScene.Name, "snapshot");
	TheWorld.SetPlanner(nullptr);
	TheWorld = Require(
		World::Load(OfWorld, {TheWorld.ActiveIsa(), Scheduler.get(), TheGuide.GetPlanner()}), TheScene.Name, "world");
	CheckLoaded(From);
	Require(From.Outcome(), TheScene.Name, "snapshot");
	for (uint32_t Agent = 0; Agent < Agents.size(); ++Agent)
	{
		if (!Agents[Agent].bGone)
		{
			AgentOfHandle.resize(std::max<size_t>(AgentOfHandle.size(), Agents[Agent].Handle.Index + 1));
			AgentOfHandle[Agents[Agent].Handle.Index] = Agent;
		}
	}
	Sums = {};
	if (!Tracks.empty())
	{
		StartTracks();
	}
}

/// The world has the agents of the scene, each once and with a goal only where the scene has one.
void Simulation::Impl::CheckLoaded(SnapshotReader& From) const
{
	std::vector<bool> Named;
	int Present = 0;
	for (size_t Agent = 0; Agent < Agents.size(); ++Agent)
	{
		const Progress& Item = Agents[Agent];
		const size_t Goals = TheScene.Agents[Agent].Goals.size();
		const Result<AgentState> Found = TheWorld.GetAgent(Item.Handle);
		Named.resize(std::max<size_t>(Named.size(), Found ? Item.Handle.Index + 1 : 0));
		if (Item.NextGoal > Goals ||
			(!Item.bGone &&
				(!Found || Found.Value().bGhost || Named[Item.Handle.Index] || (Found.Value().bHasGoal && Goals == 0))))
		{
			From.Refuse(Error::Format("agent %zu is not the one that the scene has", Agent));
			return;
		}
		if (!Item.bGone)
		{
			Named[Item.Handle.Index] = true;
			++Present;
		}
	}
	if (Present != TheWorld.AgentCount() || !std::is_sorted(ArrivalTimes.begin(), ArrivalTimes.end()))
	{
		From.Refuse(Error::Format("it has agents that the scene does not have, or arrivals before others"));
	}
}

void Simulation::Impl::CollectStepTimes()
{
	const StageTimes& Times = Report.Times;
	Sums.StepMilliseconds.push_back(1000.0 * Times.Wall);
	Sums.StageSums.Plan += Times.Plan;
	Sums.StageSums.Sort += Times.Sort;
	Sums.StageSums.Neighbors += Times.Neighbors;
	Sums.StageSums.Perceive += Times.Perceive;
	Sums.StageSums.Solve += Times.Solve;
	Sums.StageSums.Integrate += Times.Integrate;
	Sums.StageSums.Wall += Times.Wall;
	Sums.StatusBits |= static_cast<uint32_t>(Report.Status);
	Sums.InfeasibleSum += Report.InfeasibleAgents;
}

void Simulation::Impl::Measure(const AgentsView& View)
{
	++Sums.MeasuredSteps;
	const size_t Count = static_cast<size_t>(View.Count);
	std::vector<float> X(Count);
	std::vector<float> Y(Count);
	std::vector<float> Radius(Count);
	std::vector<std::vector<Vec2>> Bodies(TheScene.Shapes.empty() ? 0 : Count);
	// Sums go in the order of the scene, because those of doubles depend on it and the world's order is its own business.
	std::vector<size_t> ViewOfAgent(Agents.size());
	for (size_t I = 0; I < Count; ++I)
	{
		X[I] = View.PositionX[I];
		Y[I] = View.PositionY[I];
		Radius[I] = View.Radius[I];
		const uint32_t Agent = AgentOfHandle[View.HandleIndex[I]];
		ViewOfAgent[Agent] = I;
		if (!Bodies.empty())
		{
			Bodies[I] = BodyOf(TheScene, TheScene.Agents[Agent]);
		}
	}
	const OverlapCount Overlaps = CountOverlaps(View.Count, X.data(), Y.data(), Radius.data(), nullptr, Bodies);
	Sums.OverlapPairs += Overlaps.Pairs;
	Sums.DeepPairs += Overlaps.DeepPairs;
	Sums.DeepestMeters = std::max(Sums.DeepestMeters, Overlaps.DeepestMeters);
	Sums.DeepestFraction = std::max(Sums.DeepestFraction, Overlaps.DeepestFraction);

	MeasureMotion(View);
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
		Sums.ActiveSeconds += Dt;
		Sums.Joules += WalkingWatts(Speed) * Dt;
		if (!Agents[Agent].bArrived)
		{
			Track.Walked += Moved;
		}
		if (Speed >= HeadingSpeed)
		{
			Sums.Flips += MovedX * Track.HeadingX + MovedY * Track.HeadingY < 0.0 ? 1.0 : 0.0;
			Track.HeadingX = MovedX;
			Track.HeadingY = MovedY;
		}
	}
}

void Simulation::Impl::MeasureMotion(const AgentsView& View)
{
	Metered.assign(Agents.size(), {});
	for (size_t I = 0; I < static_cast<size_t>(View.Count); ++I)
	{
		const uint32_t Agent = AgentOfHandle[View.HandleIndex[I]];
		// Velocities as the world has them: those of positions in single precision are too coarse to tell a gentle reaction.
		Metered[Agent] = {{{View.PositionX[I], View.PositionY[I]}, {View.VelocityX[I], View.VelocityY[I]}}, true,
			!Agents[Agent].bDone};
	}
	Motion->Add(Seconds(), Metered, *Walls);
}

void Simulation::Impl::MeasureWalls(uint32_t Agent, Vec2 Before, Vec2 Now)
{
	// An agent without goals is led by nobody and avoids walls all the same.
	const bool bLed = !TheScene.Agents[Agent].Goals.empty();
	Sums.AstraySteps += bLed && TheGuide.IsAstray(Agents[Agent].Handle) ? 1 : 0;
	Sums.WallCrossings += Walls->Crosses(Before, Now) ? 1 : 0;
	Sums.DeepestInWall = std::max(Sums.DeepestInWall, Walls->Depth(Now, TheScene.Agents[Agent].Radius));
}

void Simulation::Impl::FindArrivals(const AgentsView& View)
{
	Arrivals.clear();
	for (size_t I = 0; I < static_cast<size_t>(View.Count); ++I)
	{
		if ((View.Flags[I] & AgentsView::AgentFlagArrived) == 0)
		{
			continue;
		}
		const uint32_t Agent = AgentOfHandle[View.HandleIndex[I]];
		if (!Agents[Agent].bDone)
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

const char* Simulation::Impl::Trouble(uint32_t Agent) const
{
	const Progress& Item = Agents[Agent];
	if (Item.bDone || TheScene.Agents[Agent].Goals.empty())
	{
		return "";
	}
	const ENavStatus Status = TheWorld.GetAgent(Item.Handle).Value().Status;
	return Status == ENavStatus::Walking || Status == ENavStatus::Arrived ? "" : NavStatusText(Status);
}

void Simulation::Impl::StartTracks()
{
	Tracks.assign(Agents.size(), {});
	const AgentsView View = TheWorld.Agents();
	for (size_t I = 0; I < static_cast<size_t>(View.Count); ++I)
	{
		Track& Track = Tracks[AgentOfHandle[View.HandleIndex[I]]];
		Track.Position = {View.PositionX[I], View.PositionY[I]};
		Track.LegStart = Track.Position;
		Track.Anchor = Track.Position;
		Track.AnchorTime = Seconds();
	}
	Motion.emplace(TheScene, Measured);
	MeasureMotion(View);
}

void CrowdFrame::Resize(size_t Count)
{
	for (std::vector<float>* Array : {&X, &Y, &VelocityX, &VelocityY})
	{
		Array->resize(Count);
	}
	bGone.assign(Count, 0);
}

Simulation::Simulation(std::shared_ptr<const Scene> InScene, const RunOptions& Options)
	: State(std::make_unique<Impl>(std::move(InScene), Options))
{}

Simulation::Simulation(const Scene& InScene, const RunOptions& Options)
	: Simulation(std::make_shared<const Scene>(InScene), Options)
{}

Simulation::~Simulation() = default;

bool Simulation::Step()
{
	State->TheGuide.Update(State->Seconds());
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

void Simulation::EnableMetrics(const MeasureOptions& Options)
{
	if (State->Tracks.empty())
	{
		State->Measured = Options;
		State->Walls.emplace(State->TheScene.Obstacles);
		State->StartTracks();
	}
}

void Simulation::Read(CrowdFrame& Out) const
{
	const AgentsView View = State->TheWorld.Agents();
	Out.Resize(State->Agents.size());
	Out.bGone.assign(State->Agents.size(), 1);
	Out.Steps = State->Steps;
	for (size_t I = 0; I < static_cast<size_t>(View.Count); ++I)
	{
		const uint32_t Agent = State->AgentOfHandle[View.HandleIndex[I]];
		Out.X[Agent] = View.PositionX[I];
		Out.Y[Agent] = View.PositionY[I];
		Out.VelocityX[Agent] = View.VelocityX[I];
		Out.VelocityY[Agent] = View.VelocityY[I];
		Out.bGone[Agent] = 0;
	}
}

void Simulation::Save(SnapshotWriter& To) const
{
	To.Section("simulation");
	To(State->Steps, State->Agents, State->ArrivalTimes);
	State->TheGuide.Save(To);
	const std::vector<std::byte> OfWorld = Require(State->TheWorld.Save(), State->TheScene.Name, "snapshot");
	To.Count(OfWorld.size());
	To.Raw(OfWorld);
}

void Simulation::Load(SnapshotReader& From)
{
	State->Load(From);
}

void Simulation::Restore(const CrowdFrame& Frame)
{
	State->Restore(Frame);
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
	return State->Trouble(Agent);
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
	const Impl::Tally& Sums = State->Sums;
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
	Result.StatusBits = Sums.StatusBits;
	Result.StateHash = State->TheWorld.StateHash();

	if (const Navigator::Work* const Work = State->TheGuide.WorkDone())
	{
		Result.MeshWork = *Work;
	}

	if (!Sums.StepMilliseconds.empty())
	{
		const double Steps = static_cast<double>(Sums.StepMilliseconds.size());
		std::vector<double> Sorted = Sums.StepMilliseconds;
		std::sort(Sorted.begin(), Sorted.end());
		Result.MsP50 = Percentile(Sorted, 0.5);
		Result.MsP99 = Percentile(Sorted, 0.99);
		Result.MsMean = 1000.0 * Sums.StageSums.Wall / Steps;
		Result.Stages.Sort = Sums.StageSums.Sort / Steps;
		Result.Stages.Neighbors = Sums.StageSums.Neighbors / Steps;
		Result.Stages.Perceive = Sums.StageSums.Perceive / Steps;
		Result.Stages.Solve = Sums.StageSums.Solve / Steps;
		Result.Stages.Plan = Sums.StageSums.Plan / Steps;
		Result.Stages.Integrate = Sums.StageSums.Integrate / Steps;
		const double Busy = Sums.StageSums.Sort + Sums.StageSums.Neighbors + Sums.StageSums.Perceive +
			Sums.StageSums.Solve + Sums.StageSums.Plan + Sums.StageSums.Integrate;
		Result.PlanShare = Busy > 0.0 ? Sums.StageSums.Plan / Busy : 0.0;
		Result.Stages.Wall = Sums.StageSums.Wall / Steps;
		Result.InfeasibleShare = Result.Agents > 0 ? Sums.InfeasibleSum / (Steps * Result.Agents) : 0.0;
	}

	if (State->Motion)
	{
		Result.Pairs = State->Motion->Pairs();
		if (const ReferenceDifference* const Difference = State->Motion->Difference())
		{
			Result.Reference = *Difference;
		}
	}
	if (Sums.MeasuredSteps > 0)
	{
		const double Frames = static_cast<double>(Sums.MeasuredSteps);
		Result.OverlapPairsPerFrame = Sums.OverlapPairs / Frames;
		Result.DeepPairsPerFrame = Sums.DeepPairs / Frames;
		Result.DeepestPenetration = Sums.DeepestMeters;
		Result.DeepestFraction = Sums.DeepestFraction;
		Result.WallCrossings = Sums.WallCrossings;
		Result.AstraySteps = Sums.AstraySteps;
		Result.DeepestInWall = Sums.DeepestInWall;
		Result.EnergyJoules = Sums.Joules / Result.Agents;
		Result.Jitter = Sums.ActiveSeconds > 0.0 ? Sums.Flips / Sums.ActiveSeconds : 0.0;
		Result.AccelerationP99 = State->Motion->Accelerations().Percentile(0.99);
		Result.AccelerationMax = State->Motion->Accelerations().Maximum();
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
