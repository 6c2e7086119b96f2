// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "World/WorldState.h"

#include "Math/MixBits.h"
#include "Perception/Manner.h"
#include "World/Checks.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cinttypes>
#include <cmath>
#include <cstring>

namespace CrowdAvoidance
{
namespace
{
static_assert(AgentsView::AgentFlagGoal == CROWD_FLAG_GOAL && AgentsView::AgentFlagArrived == CROWD_FLAG_ARRIVED &&
	AgentsView::AgentFlagLed == CROWD_FLAG_LED);

constexpr int MostAgents = 16'000'000;
constexpr int MostWorkers = 256;
constexpr size_t MostGoalPoints = 1024;
/// Who is put further away than this comes into sight anew. [m]
constexpr float FurthestPush = 1.0f;

Error StaleAgent(AgentHandle Handle)
{
	return Error::Format("agent handle {%u, %u} is stale or was never given out", Handle.Index, Handle.Generation);
}

Error GhostAgent(AgentHandle Handle)
{
	return Error::Format("agent {%u, %u} is a ghost, which only its owner leads", Handle.Index, Handle.Generation);
}

ProfileKernelData ForKernels(const AgentProfile& Profile, const ModelTraits& Model)
{
	const float Range = std::max(Profile.NeighborDistance, Model.LeastSight);
	const bool bAllRound = !Model.bPerceives || Profile.FieldOfView >= CrowdAllRound;
	return {Range, Range * Range, 1.0f / std::max(Profile.AgentHorizon, Model.LeastHorizon),
		1.0f / Profile.ObstacleHorizon, Profile.ObstacleHorizon, Profile.FloorHeight, Profile.Groups, Profile.Avoids,
		Profile.MaxNeighbors, Profile.SightMemory,
		bAllRound ? CROWD_ALL_ROUND : static_cast<float>(std::cos(0.5 * static_cast<double>(Profile.FieldOfView)))};
}

/// The longest that any agent of the profile can observe somebody. [ms, rounded up]
int LongestObservation(const AgentProfile& Profile)
{
	const float Seconds = (Profile.ObservationTimeSpread > 0.0f ? 2.0f : 1.0f) * Profile.ObservationTime;
	return static_cast<int>(Seconds * CROWD_TICKS) + 2;
}

ProfileManner MannerOf(const AgentProfile& Profile)
{
	return {{Profile.ObservationTime, Profile.PersonalSpace, Profile.ReactionAcceleration, Profile.BrakingAcceleration},
		{Profile.ObservationTimeSpread, Profile.PersonalSpaceSpread, Profile.ReactionAccelerationSpread,
			Profile.BrakingAccelerationSpread}};
}

uint64_t Pair(float A, float B)
{
	return (static_cast<uint64_t>(std::bit_cast<uint32_t>(A)) << 32) | std::bit_cast<uint32_t>(B);
}
}

World::World(std::unique_ptr<Impl> InState) : State(std::move(InState)) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

namespace
{
/// The model's own options by default, then as Given says.
Result<std::unique_ptr<Model>> MakeModel(const WorldDef& Def, EIsa Isa)
{
	const ModelType* const Type = FindModel(Def.Model);
	if (!Type)
	{
		return Error::Format(
			"Model is '%.64s', which is not known; it must be one that Models() lists", Def.Model.c_str());
	}
	AlignedArray<char> Options;
	Options.Resize(Type->Options.Bytes);
	if (Type->Options.Bytes > 0)
	{
		std::memcpy(Options.Get(), Type->Options.Defaults, Type->Options.Bytes);
	}
	for (const ModelOption& Given : Def.Options)
	{
		const Parameter* const Known = Type->Options.Find(Given.Name);
		if (!Known)
		{
			return Error::Format("Options has '%.64s', which model '%s' does not have", Given.Name.c_str(), Type->Name);
		}
		if (const Result<void> Written = Known->Write(Options.Get(), Given.Value); !Written)
		{
			return Written.GetError();
		}
	}
	std::unique_ptr<Model> Made = Type->Create({Options.Get(), Isa});
	if (!Made)
	{
		return Error::Format("model '%s' could not be made: its Create gave nothing", Type->Name);
	}
	return Made;
}
}

Result<void> CheckIsa(EIsa Isa)
{
	if (!IsIsaAvailable(Isa))
	{
		return Error::Format("Isa is %s, which this build or this machine does not have; the best here is %s",
			IsaName(Isa), IsaName(BestIsa()));
	}
	return {};
}

Result<World> World::Create(const WorldDef& Def)
{
	if (const Result<void> Available = CheckIsa(Def.Isa); !Available)
	{
		return Available.GetError();
	}
	return CreateWorld(Def, CreateCpuBackend(Def.Isa == EIsa::Auto ? BestIsa() : Def.Isa));
}

Result<World> CreateWorld(const WorldDef& Def, std::unique_ptr<Backend> Stepper)
{
	if (Def.Scheduler && (Def.Scheduler->WorkerCount() < 1 || Def.Scheduler->WorkerCount() > MostWorkers))
	{
		return Error::Format(
			"Scheduler has %d workers; it must have 1 .. %d", Def.Scheduler->WorkerCount(), MostWorkers);
	}
	if (const Result<void> Check = WorldParameters().Check(&Def); !Check)
	{
		return Check.GetError();
	}
	Result<std::unique_ptr<Model>> Solver = MakeModel(Def, Stepper->Isa());
	if (!Solver)
	{
		return Solver.GetError();
	}
	World Out(std::make_unique<World::Impl>());
	World::Impl& S = *Out.State;
	S.Def = Def;
	S.Scheduler = Def.Scheduler ? Def.Scheduler : &S.Serial;
	S.Model = std::move(Solver).Value();
	S.Stepper = std::move(Stepper);
	S.SetProfiles({AgentProfile{}});
	S.NoteProfile(S.Profiles[0]);
	S.Agents.KeepModelState(S.Model->AgentStateBytes(), S.Model->Traits().bPerceives, S.Model->PairStateBytes());
	S.Agents.Reserve(static_cast<size_t>(Def.ReserveAgents));
	S.Stepper->Reserve(static_cast<size_t>(Def.ReserveAgents));
	return Out;
}

void World::Impl::SetProfiles(std::vector<AgentProfile> Given)
{
	Profiles = std::move(Given);
	KernelProfiles.Resize(0);
	Manners.Resize(0);
	for (const AgentProfile& Profile : Profiles)
	{
		KernelProfiles.Push(ForKernels(Profile, Model->Traits()));
		Manners.Push(MannerOf(Profile));
	}
}

void World::Impl::NoteProfile(const AgentProfile& Profile)
{
	Needs.Range = std::max({Needs.Range, Profile.NeighborDistance, Model->Traits().LeastSight});
	Needs.bLimitedView = Needs.bLimitedView || Profile.FieldOfView < CrowdAllRound;
	Needs.LongestObservation = std::max(Needs.LongestObservation, LongestObservation(Profile));
	Needs.ObstacleHorizon = std::max(Needs.ObstacleHorizon, Profile.ObstacleHorizon);
	Needs.Neighbors = std::max(Needs.Neighbors, Profile.MaxNeighbors);
	// Whether everybody avoids everybody.
	for (const AgentProfile& Other : Profiles)
	{
		Needs.bGroups = Needs.bGroups || (Profile.Avoids & Other.Groups) == 0 || (Other.Avoids & Profile.Groups) == 0;
	}
}

Result<StepReport> World::Step(float Dt)
{
	using Clock = std::chrono::steady_clock;
	if (const Result<void> Check = CrowdStepRange.Check("Dt", static_cast<double>(Dt)); !Check)
	{
		return Check.GetError();
	}
	Impl& S = *State;
	const Clock::time_point Start = Clock::now();
	if (S.Planner)
	{
		S.Planner->BeginStep(*this, Dt);
	}
	const Clock::time_point Planned = Clock::now();
	StepReport Report;
	++S.Steps;
	const uint64_t Milliseconds = static_cast<uint64_t>(S.Seconds * 1000.0);
	S.Seconds += static_cast<double>(Dt);
	if (S.Agents.OwnedCount() > 0)
	{
		if (S.Agents.Traits().bRecheck)
		{
			S.Read(EColumns::Traits);
			S.Agents.RecheckTraits();
		}
		S.Agents.Map.Clear();
		Report = S.Stepper->Step(S.Agents,
			{Dt, S.Steps, Milliseconds, S.LastClock, *S.Model, S.Planner, S.KernelProfiles.Get(), S.Manners.Get(),
				S.Needs, S.Obstacles, S.Shapes, S.Watched, *S.Scheduler, S.Def.bTimeModel});
	}
	S.LastClock = Milliseconds;
	S.Agents.Pairs.SetClock(static_cast<uint64_t>(S.Seconds * 1000.0));
	const auto Seconds = [](Clock::time_point From, Clock::time_point To)
	{ return std::chrono::duration<double>(To - From).count(); };
	Report.Times.Plan += Seconds(Start, Planned);
	Report.Times.Wall = Seconds(Start, Clock::now());
	return Report;
}

Result<ProfileHandle> World::AddProfile(const AgentProfile& Profile)
{
	if (const Result<void> Check = ProfileParameters().Check(&Profile); !Check)
	{
		return Check.GetError();
	}
	if (State->Profiles.size() >= CrowdMaxProfiles)
	{
		return Error::Format(
			"the world has %zu profiles already; it must have at most %d", State->Profiles.size(), CrowdMaxProfiles);
	}
	State->Profiles.push_back(Profile);
	State->KernelProfiles.Push(ForKernels(Profile, State->Model->Traits()));
	State->Manners.Push(MannerOf(Profile));
	State->NoteProfile(Profile);
	return ProfileHandle{static_cast<uint32_t>(State->Profiles.size() - 1)};
}

Result<void> World::SetProfile(ProfileHandle Handle, const AgentProfile& Profile)
{
	if (Handle.Index >= State->Profiles.size())
	{
		return Error::Format("Profile is %u; it must be below %zu", Handle.Index, State->Profiles.size());
	}
	if (const Result<void> Check = ProfileParameters().Check(&Profile); !Check)
	{
		return Check;
	}
	State->Profiles[Handle.Index] = Profile;
	State->KernelProfiles[Handle.Index] = ForKernels(Profile, State->Model->Traits());
	State->Manners[Handle.Index] = MannerOf(Profile);
	State->NoteProfile(Profile);
	return {};
}

Result<AgentProfile> World::GetProfile(ProfileHandle Handle) const
{
	if (Handle.Index >= State->Profiles.size())
	{
		return Error::Format("Profile is %u; it must be below %zu", Handle.Index, State->Profiles.size());
	}
	return State->Profiles[Handle.Index];
}

Result<AgentHandle> World::AddAgent(const AgentDef& Def)
{
	Impl& S = *State;
	if (const Result<void> Check =
			FirstError({CheckVector("Position", Def.Position), CheckVector("Velocity", Def.Velocity),
				CheckVector("DesiredVelocity", Def.DesiredVelocity), AgentParameters().Check(&Def)});
		!Check)
	{
		return Check.GetError();
	}
	if (Def.Profile.Index >= S.Profiles.size())
	{
		return Error::Format("Profile is %u; it must be below %zu", Def.Profile.Index, S.Profiles.size());
	}
	if (S.Agents.Count() >= MostAgents)
	{
		return Error::Format("the world has %d agents already; it must have at most %d", S.Agents.Count(), MostAgents);
	}
	if (Def.Id != CrowdAutoId && S.Agents.Ids.Find(Def.Id) != AgentIds::None)
	{
		return Error::Format("Id is %" PRIu64 ", which another agent has; it must be one that nobody has", Def.Id);
	}
	S.Edit(EColumns::All);
	return S.Agents.Add(Def);
}

Result<void> World::RemoveAgent(AgentHandle Handle)
{
	if (!IsValid(Handle))
	{
		return StaleAgent(Handle);
	}
	Impl& S = *State;
	if (S.Planner)
	{
		S.Planner->Forget(Handle);
	}
	S.Edit(EColumns::Agents);
	S.Agents.Remove(Handle.Index);
	S.Shapes.MakeDisc(Handle.Index);
	S.Watched.Remove(Handle.Index);
	return {};
}

bool World::IsValid(AgentHandle Handle) const
{
	return State->Agents.IsValid(Handle);
}

Result<AgentHandle> World::FindAgent(uint64_t Id) const
{
	const uint32_t Slot = State->Agents.Ids.Find(Id);
	if (Slot == AgentIds::None)
	{
		return Error::Format("Id is %" PRIu64 ", which no agent has", Id);
	}
	return HandleOf(Slot);
}

int World::AgentCount() const
{
	return State->Agents.OwnedCount();
}

Result<AgentState> World::GetAgent(AgentHandle Handle) const
{
	if (!IsValid(Handle))
	{
		return StaleAgent(Handle);
	}
	Impl& S = *State;
	const AgentArrays& Columns = S.Read(EColumns::Agents);
	const size_t Place = S.Agents.PlaceOf(Handle.Index);
	const uint32_t Flags = Columns.Aim[Place].Flags;
	AgentState Out;
	S.Agents.Read(Place, Out);
	Out.bHasGoal = (Flags & CROWD_FLAG_GOAL) != 0;
	Out.bArrived = (Flags & CROWD_FLAG_ARRIVED) != 0;
	if (!Out.bHasGoal)
	{
		return Out;
	}
	Out.Status = Out.bArrived           ? ENavStatus::Arrived
		: (Flags & CROWD_FLAG_LED) != 0 ? S.Planner->Status(Handle)
										: ENavStatus::Walking;
	Out.Goal = Out.DesiredVelocity;
	Out.DesiredVelocity = {};
	const float Away = std::hypot(Out.Goal.X - Out.Position.X, Out.Goal.Y - Out.Position.Y);
	if (!Out.bArrived && Away > 0.0f)
	{
		Out.DesiredVelocity = (Out.PreferredSpeed / Away) * (Out.Goal - Out.Position);
	}
	return Out;
}

void World::Impl::Fetch(EColumns Columns)
{
	const std::lock_guard<std::mutex> Lock(Fetching);
	// Somebody else may have been here first.
	const EColumns Stale = Agents.Stale.load(std::memory_order_relaxed);
	if ((Stale & Columns) != EColumns::None)
	{
		Stepper->Fetch(Agents, Stale & Columns);
		Agents.Stale.store(Stale & ~Columns, std::memory_order_release);
	}
}

void World::Impl::NoteTraits(size_t Place)
{
	Read(EColumns::Traits);
	Agents.NoteTraits(Place);
}

template <typename Setter>
Result<void> World::Impl::Change(AgentHandle Handle, EColumns Columns, const Result<void>& Check, Setter&& Set)
{
	if (!Agents.IsValid(Handle))
	{
		return StaleAgent(Handle);
	}
	if (!Check)
	{
		return Check;
	}
	const size_t Place = Agents.PlaceOf(Handle.Index);
	Set(Edit(Columns), Place);
	if ((Columns & EColumns::Traits) != EColumns::None)
	{
		NoteTraits(Place);
	}
	return {};
}

Result<void> World::SetPosition(AgentHandle Handle, Vec2 Position)
{
	return State->Change(Handle, EColumns::Motion, CheckVector("Position", Position),
		[&](AgentArrays& A, size_t Place)
		{
			const Vec2 Jump = Position - Vec2{A.Motion[Place].X, A.Motion[Place].Y};
			if (State->Agents.Pairs.IsKept() && Dot(Jump, Jump) > FurthestPush * FurthestPush)
			{
				State->Edit(EColumns::Memory);
				State->Agents.Pairs.NoteEntered(Handle.Index);
			}
			A.Motion[Place].X = Position.X;
			A.Motion[Place].Y = Position.Y;
			State->Agents.Map.NoteStray(Place);
		});
}

Result<void> World::SetVelocity(AgentHandle Handle, Vec2 Velocity)
{
	return State->Change(Handle, EColumns::Motion, CheckVector("Velocity", Velocity),
		[&](AgentArrays& A, size_t Place)
		{
			A.Motion[Place].VelX = Velocity.X;
			A.Motion[Place].VelY = Velocity.Y;
		});
}

Result<void> World::Set(AgentHandle Handle, float AgentDef::*Field, float Value)
{
	const std::span<const Parameter> List = AgentParameters().List;
	const auto Known = std::find_if(List.begin(), List.end(),
		[Offset = OffsetOf(Field)](const Parameter& Entry) { return Entry.Offset == Offset; });
	CROWD_ASSERT(Known != List.end());
	return Set(Handle, *Known, Value);
}

Result<void> World::Set(AgentHandle Handle, const Parameter& Entry, float Value)
{
	// Offsets of other structs' entries would lead to some column too.
	if (AgentParameters().Find(Entry.Name) != &Entry)
	{
		return Error::Format("'%s' is no entry of AgentParameters()", Entry.Name);
	}
	const bool bRadius = Entry.Offset == OffsetOf(&AgentDef::Radius);
	Result<void> Check = Entry.Check(static_cast<double>(Value));
	if (Check && bRadius && IsValid(Handle) && State->Shapes.IsShaped(Handle.Index))
	{
		Check =
			Error::Format("Radius of agent {%u, %u} is that of its shape; SetShape with no shape makes it a disc first",
				Handle.Index, Handle.Generation);
	}
	return State->Change(Handle, EColumns::Body | EColumns::Scalars, Check,
		[&](AgentArrays&, size_t Place)
		{
			State->Agents.FieldAt(Place, Entry.Offset) = Value;
			if (bRadius)
			{
				State->Agents.Map.NoteStray(Place);
			}
		});
}

Result<void> World::SetAgentProfile(AgentHandle Handle, ProfileHandle Profile)
{
	Result<void> Check;
	if (Profile.Index >= State->Profiles.size())
	{
		Check = Error::Format("Profile is %u; it must be below %zu", Profile.Index, State->Profiles.size());
	}
	return State->Change(Handle, EColumns::Aim, Check,
		[&](AgentArrays& A, size_t Place)
		{ A.Aim[Place].Flags = (A.Aim[Place].Flags & ~CROWD_FLAG_PROFILE) | Profile.Index; });
}

Result<ShapeHandle> World::AddShape(std::span<const Vec2> Vertices)
{
	return State->Shapes.Add(Vertices);
}

Result<void> World::SetShape(AgentHandle Handle, ShapeHandle Shape, float Heading)
{
	Impl& S = *State;
	if (Shape == ShapeHandle{})
	{
		return S.Change(Handle, EColumns::None, {}, [&](AgentArrays&, size_t) { S.Shapes.MakeDisc(Handle.Index); });
	}
	return S.Change(Handle, EColumns::Body,
		FirstError({S.Shapes.Check(Shape),
			NumberRange{-1000.0, 1000.0, "rad"}.Check("Heading", static_cast<double>(Heading))}),
		[&](AgentArrays& A, size_t Place)
		{
			S.Shapes.Assign(Handle.Index, Shape, Heading);
			A.Body[Place].Radius = S.Shapes.RadiusOf(Shape);
			S.Agents.Map.NoteStray(Place);
		});
}

Result<void> World::SetDesiredVelocity(AgentHandle Handle, Vec2 Velocity)
{
	return SetDesiredVelocities({&Handle, 1}, {&Velocity, 1});
}

Result<void> World::SetDesiredVelocities(std::span<const AgentHandle> Handles, std::span<const Vec2> Velocities)
{
	if (Handles.size() != Velocities.size())
	{
		return Error::Format("Velocities has %zu entries; it must have one for each of the %zu handles",
			Velocities.size(), Handles.size());
	}
	for (size_t Index = 0; Index < Handles.size(); ++Index)
	{
		if (!IsValid(Handles[Index]))
		{
			return StaleAgent(Handles[Index]);
		}
		if (State->Agents.IsGhost(Handles[Index].Index))
		{
			return GhostAgent(Handles[Index]);
		}
		if (const Result<void> Check = CheckVector("DesiredVelocity", Velocities[Index]); !Check)
		{
			return Check;
		}
	}
	AgentArrays& Columns = State->Edit(EColumns::Aim);
	for (size_t Index = 0; Index < Handles.size(); ++Index)
	{
		State->EndGoal(Handles[Index]);
		AgentAim& Aim = Columns.Aim[State->Agents.PlaceOf(Handles[Index].Index)];
		Aim.TargetX = Velocities[Index].X;
		Aim.TargetY = Velocities[Index].Y;
	}
	return {};
}

void World::Impl::EndGoal(AgentHandle Handle)
{
	uint32_t& Flags = Agents.Now.Aim[Agents.PlaceOf(Handle.Index)].Flags;
	if (Flags & CROWD_FLAG_LED)
	{
		Planner->Forget(Handle);
	}
	Flags &= ~CROWD_FLAGS_GOAL;
}

Result<void> World::SetGoal(AgentHandle Handle, Vec2 Goal, float ArrivalRadius)
{
	return SetGoal(Handle, {&Goal, 1}, ArrivalRadius);
}

Result<void> World::SetGoal(AgentHandle Handle, std::span<const Vec2> AnyOf, float ArrivalRadius)
{
	Impl& S = *State;
	if (!IsValid(Handle))
	{
		return StaleAgent(Handle);
	}
	if (S.Agents.IsGhost(Handle.Index))
	{
		return GhostAgent(Handle);
	}
	if (AnyOf.empty() || AnyOf.size() > MostGoalPoints)
	{
		return Error::Format("Goal has %zu points; it must have 1 .. %zu", AnyOf.size(), MostGoalPoints);
	}
	for (const Vec2 Point : AnyOf)
	{
		if (const Result<void> Check = CheckVector("Goal", Point); !Check)
		{
			return Check;
		}
	}
	if (const Result<void> Check = CrowdArrivalRange.Check("ArrivalRadius", static_cast<double>(ArrivalRadius)); !Check)
	{
		return Check;
	}
	bool bLed = false;
	if (S.Planner)
	{
		const Result<bool> Taken = S.Planner->SetGoal(Handle, S.Agents.Ids.Of(Handle.Index), AnyOf, ArrivalRadius);
		if (!Taken)
		{
			return Taken.GetError();
		}
		bLed = Taken.Value();
	}
	const size_t Place = S.Agents.PlaceOf(Handle.Index);
	AgentArrays& Columns = S.Edit(EColumns::Aim | EColumns::Body);
	AgentAim& Aim = Columns.Aim[Place];
	if (!bLed && (Aim.Flags & CROWD_FLAG_LED))
	{
		S.Planner->Forget(Handle);
	}
	Aim.TargetX = AnyOf[0].X;
	Aim.TargetY = AnyOf[0].Y;
	Aim.Flags = (Aim.Flags & ~CROWD_FLAGS_GOAL) | CROWD_FLAG_GOAL | (bLed ? CROWD_FLAG_LED : 0u);
	Columns.Body[Place].ArrivalRadius = ArrivalRadius;
	S.NoteTraits(Place);
	return {};
}

Result<void> World::SetArrived(AgentHandle Handle)
{
	return State->Change(Handle, EColumns::Aim, {},
		[&](AgentArrays& A, size_t Place)
		{
			AgentAim& Aim = A.Aim[Place];
			Aim.Flags |= (Aim.Flags & CROWD_FLAG_GOAL) != 0 ? CROWD_FLAG_ARRIVED : 0u;
		});
}

void World::SetPlanner(CrowdAvoidance::Planner* Planner)
{
	Impl& S = *State;
	if (Planner == S.Planner)
	{
		return;
	}
	AgentArrays& Columns = S.Edit(EColumns::Aim);
	for (size_t Place = 0; Place < static_cast<size_t>(S.Agents.OwnedCount()); ++Place)
	{
		AgentAim& Aim = Columns.Aim[Place];
		if (Aim.Flags & CROWD_FLAG_LED)
		{
			S.Planner->Forget(HandleOf(Aim.Slot));
			Aim.Flags &= ~CROWD_FLAG_LED;
		}
	}
	S.Planner = Planner;
}

AgentsView World::Agents() const
{
	if (State->Agents.Count() == 0)
	{
		return {};
	}
	const AgentArrays& A = State->Read(EColumns::Motion | EColumns::Aim | EColumns::Body);
	const AgentMotion* Motion = A.Motion.Get();
	const AgentAim* Aim = A.Aim.Get();
	return {State->Agents.OwnedCount(), State->Agents.GhostCount(), {&Aim->Slot, sizeof(AgentAim)},
		{&Motion->X, sizeof(AgentMotion)}, {&Motion->Y, sizeof(AgentMotion)}, {&Motion->VelX, sizeof(AgentMotion)},
		{&Motion->VelY, sizeof(AgentMotion)}, {&A.Body.Get()->Radius, sizeof(AgentBody)},
		{&Aim->Flags, sizeof(AgentAim)}};
}

AgentHandle World::HandleOf(uint32_t HandleIndex) const
{
	CROWD_ASSERT(HandleIndex < State->Agents.SlotCount());
	return State->Agents.HandleOf(HandleIndex);
}

Result<ObstacleHandle> World::AddObstacle(const ObstacleDef& Def)
{
	return State->Obstacles.Add(Def);
}

Result<void> World::RemoveObstacle(ObstacleHandle Handle)
{
	return State->Obstacles.Remove(Handle);
}

Result<void> World::MoveObstacle(ObstacleHandle Handle, Vec2 Offset)
{
	return State->Obstacles.Move(Handle, Offset);
}

bool World::IsValid(ObstacleHandle Handle) const
{
	return State->Obstacles.IsValid(Handle);
}

int World::ObstacleCount() const
{
	return State->Obstacles.Count();
}

uint64_t World::StepCount() const
{
	return State->Steps;
}

uint64_t World::StateHash() const
{
	// A sum over agents, so that the order in memory has no say.
	const bool bPairs = State->Agents.Pairs.IsKept();
	const AgentArrays& A = State->Read(EColumns::Motion | EColumns::Aim | (bPairs ? EColumns::Memory : EColumns::None));
	const size_t Count = static_cast<size_t>(State->Agents.OwnedCount());
	uint64_t Sum = MixBits(Count + 0x9e3779b97f4a7c15ull);
	for (size_t Place = 0; Place < Count; ++Place)
	{
		const AgentMotion& Motion = A.Motion[Place];
		const AgentAim& Aim = A.Aim[Place];
		uint64_t Hash = MixBits(State->Agents.Ids.Of(Aim.Slot) + 0x9e3779b97f4a7c15ull);
		Hash = MixBits(Hash ^ Pair(Motion.X, Motion.Y));
		Hash = MixBits(Hash ^ Pair(Motion.VelX, Motion.VelY));
		Hash = MixBits(Hash ^ Pair(Aim.TargetX, Aim.TargetY));
		Hash = MixBits(Hash ^ Aim.Flags);
		Sum += bPairs ? MixBits(Hash ^ State->Agents.Pairs.HashOf(Aim.Slot)) : Hash;
	}
	return Sum;
}

bool World::Perceives() const
{
	return State->Model->Traits().bPerceives;
}

std::vector<AgentHandle> World::Impl::NoticedNear(const World& Self, AgentHandle Handle, float ObservationTime)
{
	const AgentArrays& Columns = Read(EColumns::Agents);
	const size_t Place = Agents.PlaceOf(Handle.Index);
	const AgentMotion& Motion = Columns.Motion[Place];
	const AgentProfile& Profile = Profiles[Columns.Aim[Place].Flags & CROWD_FLAG_PROFILE];
	const ModelTraits Traits = Model->Traits();
	const auto RimOf = [&](float Radius) { return !Traits.bPlain && Radius > CrowdLargeRadius ? Radius : 0.0f; };
	// They were nearer than they can have come in an observation time; half of it leaves out who has come into range since.
	const float Range = std::max(0.0f,
		std::max(Profile.NeighborDistance, Traits.LeastSight) + RimOf(Columns.Body[Place].Radius) -
			Agents.Traits().FastestSpeed * ObservationTime);
	const uint64_t Clock = static_cast<uint64_t>(Seconds * 1000.0);
	std::vector<AgentHit> Near;
	(void)Self.InDisc({Motion.X, Motion.Y}, Range + RimOf(Agents.Traits().LargestRadius), Near, {.Except = Handle});
	std::vector<std::pair<float, AgentHandle>>
		Noticed; // With squared distances, as the search for neighbours has them.
	for (const AgentHit& Hit : Near)
	{
		const size_t Other = Agents.PlaceOf(Hit.Agent.Index);
		const Vec2 Away = {Columns.Motion[Other].X - Motion.X, Columns.Motion[Other].Y - Motion.Y};
		const float Rim = RimOf(Columns.Body[Other].Radius);
		const float ToRim = Rim > 0.0f ? std::max(Length(Away) - Rim, 0.0f) : 0.0f;
		const float ToOtherSq = Rim > 0.0f ? ToRim * ToRim : Dot(Away, Away);
		const uint32_t Groups = Profiles[Columns.Aim[Other].Flags & CROWD_FLAG_PROFILE].Groups;
		const float Height = Columns.Scalars[CROWD_HEIGHT][Other] - Columns.Scalars[CROWD_HEIGHT][Place];
		if (ToOtherSq < Range * Range && (Profile.Avoids & Groups) != 0 && std::fabs(Height) <= Profile.FloorHeight &&
			Agents.Pairs.PresenceOf(Hit.Agent.Index, Clock) > Needs.LongestObservation)
		{
			Noticed.emplace_back(ToOtherSq, Hit.Agent);
		}
	}
	std::sort(Noticed.begin(), Noticed.end(),
		[this](const auto& A, const auto& B) {
			return A.first != B.first ? A.first < B.first
									  : Agents.Ids.Of(A.second.Index) < Agents.Ids.Of(B.second.Index);
		});
	std::vector<AgentHandle> Out;
	for (size_t Rank = 0; Rank < std::min(Noticed.size(), static_cast<size_t>(Profile.MaxNeighbors)); ++Rank)
	{
		Out.push_back(Noticed[Rank].second);
	}
	return Out;
}

Result<void> World::Seen(AgentHandle Handle, std::vector<SeenAgent>& Out) const
{
	if (!IsValid(Handle))
	{
		return StaleAgent(Handle);
	}
	Out.clear();
	Impl& S = *State;
	S.Read(EColumns::All);
	if (!Perceives() || !S.Agents.Pairs.Has(Handle.Index))
	{
		return {};
	}
	const PairRecord Record = S.Agents.Pairs.Of(Handle.Index);
	const size_t Place = S.Agents.PlaceOf(Handle.Index);
	const AgentProfile& Profile = S.Profiles[S.Agents.Now.Aim[Place].Flags & CROWD_FLAG_PROFILE];
	const ProfileManner Manner = MannerOf(Profile);
	const float ObservationTime = DrawManner(Manner.Mean, Manner.Spread, S.Agents.Ids.Of(Handle.Index)).ObservationTime;
	if (!S.Agents.Pairs.IsAwake(Handle.Index))
	{
		// Its neighbours are near enough for it to have noticed them all: nothing of them is kept.
		for (const AgentHandle Near : S.NoticedNear(*this, Handle, ObservationTime))
		{
			Out.push_back({Near, true, true, 0.0f});
		}
	}
	const auto NearEnd = static_cast<std::ptrdiff_t>(Out.size());
	const PairTimes Times(ObservationTime, Profile.SightMemory);
	const int Clock = static_cast<int>(S.LastClock & CROWD_CLOCK_MASK);
	for (int Entry = 0; Entry < Record.Room; ++Entry)
	{
		if (Record.IsForgotten(Entry, Clock, Times))
		{
			continue;
		}
		const uint32_t Slot = S.Agents.Ids.FindKey(Record.Words[Entry] & CROWD_PAIR_KEY);
		const bool bInSight = Record.IsListed(Entry);
		const bool bNoticed = Record.IsNoticed(Entry) || (bInSight && Record.Age(Entry, Clock) >= Times.Observation);
		const int Age = bNoticed && bInSight ? 0 : Record.Age(Entry, Clock);
		const auto IsIt = [Slot](const SeenAgent& Other) { return Other.Agent.Index == Slot; };
		if (Slot != AgentIds::None && std::none_of(Out.begin(), Out.begin() + NearEnd, IsIt))
		{
			Out.push_back({S.Agents.HandleOf(Slot), bNoticed, bInSight, static_cast<float>(Age) / CROWD_TICKS});
		}
	}
	std::sort(Out.begin(), Out.end(),
		[&S](const SeenAgent& A, const SeenAgent& B)
		{ return S.Agents.Ids.Of(A.Agent.Index) < S.Agents.Ids.Of(B.Agent.Index); });
	return {};
}

Result<void> World::Watch(AgentHandle Handle, bool bWatch)
{
	if (!IsValid(Handle))
	{
		return StaleAgent(Handle);
	}
	Watches& Watched = State->Watched;
	if (!bWatch)
	{
		Watched.Remove(Handle.Index);
	}
	else if (!Watched.Find(Handle.Index))
	{
		if (Watched.Count() >= CrowdMaxWatched)
		{
			return Error::Format(
				"agent %u cannot be watched: %d are watched already, which is the most", Handle.Index, CrowdMaxWatched);
		}
		Watched.Add(Handle);
	}
	return {};
}

const DebugGeometry* World::DebugOf(AgentHandle Handle) const
{
	return IsValid(Handle) ? State->Watched.Find(Handle.Index) : nullptr;
}

EIsa World::ActiveIsa() const
{
	return State->Stepper->Isa();
}

size_t World::MemoryBytes() const
{
	Impl& S = *State;
	return sizeof(Impl) + S.Agents.Bytes() + S.Stepper->MemoryBytes() + S.Obstacles.Bytes() + S.KernelProfiles.Bytes() +
		S.Shapes.Bytes() + S.Profiles.capacity() * sizeof(AgentProfile);
}
}
