// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "World/WorldState.h"

#include "Math/MixBits.h"
#include "World/Checks.h"

#include <algorithm>
#include <bit>
#include <cinttypes>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
constexpr int MostAgents = 16'000'000;
constexpr int MostProfiles = 65535;
constexpr int MostWorkers = 256;
constexpr float MostMeters = 1000.0f;
constexpr float MostSeconds = 1000.0f;
constexpr float LeastHorizon = 0.001f;
constexpr size_t MostGoalPoints = 1024;

Error StaleAgent(AgentHandle Handle)
{
	return Error::Format("agent handle {%u, %u} is stale or was never given out", Handle.Index, Handle.Generation);
}

Result<void> FirstError(std::initializer_list<Result<void>> Checks)
{
	for (const Result<void>& Check : Checks)
	{
		if (!Check)
		{
			return Check;
		}
	}
	return {};
}

Result<void> CheckProfile(const AgentProfile& Profile)
{
	if (Profile.MaxNeighbors < 0 || Profile.MaxNeighbors > CrowdMaxNeighbors)
	{
		return Error::Format("MaxNeighbors is %d; it must be within 0 .. %d", Profile.MaxNeighbors, CrowdMaxNeighbors);
	}
	return FirstError({CheckWithin("NeighborDistance", Profile.NeighborDistance, 0.0f, MostMeters),
		CheckWithin("AgentHorizon", Profile.AgentHorizon, LeastHorizon, MostSeconds),
		CheckWithin("ObstacleHorizon", Profile.ObstacleHorizon, LeastHorizon, MostSeconds),
		CheckPositive("FloorHeight", Profile.FloorHeight, CrowdMaxCoordinate)});
}

ProfileKernelData ForKernels(const AgentProfile& Profile)
{
	return {Profile.NeighborDistance * Profile.NeighborDistance, 1.0f / Profile.AgentHorizon,
		1.0f / Profile.ObstacleHorizon, Profile.ObstacleHorizon, Profile.FloorHeight, Profile.Groups, Profile.Avoids,
		Profile.MaxNeighbors};
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

Result<World> World::Create(const WorldDef& Def)
{
	if (Def.Model > EModel::None)
	{
		return Error::Format("Model is %d; it must be within 0 (Orca) .. %d (None)", static_cast<int>(Def.Model),
			static_cast<int>(EModel::None));
	}
	if (Def.Scheduler && (Def.Scheduler->WorkerCount() < 1 || Def.Scheduler->WorkerCount() > MostWorkers))
	{
		return Error::Format(
			"Scheduler has %d workers; it must have 1 .. %d", Def.Scheduler->WorkerCount(), MostWorkers);
	}
	if (!IsIsaAvailable(Def.Isa))
	{
		return Error::Format("Isa is %s, which this build or this machine does not have; the best here is %s",
			IsaName(Def.Isa), IsaName(BestIsa()));
	}
	if (const Result<void> Check = FirstError({CheckWithin("SideBias", Def.SideBias, 0.0f, 1.0f),
			CheckWithin("ClearPathSideBias", Def.ClearPathSideBias, 0.0f, 1.0f),
			CheckWithin("Persistence", Def.Persistence, 0.0f, 1.0f),
			CheckWithin("Clearance", Def.Clearance, 1.0f, 2.0f)});
		!Check)
	{
		return Check.GetError();
	}
	if (Def.ReserveAgents < 0 || Def.ReserveAgents > MostAgents)
	{
		return Error::Format("ReserveAgents is %d; it must be within 0 .. %d", Def.ReserveAgents, MostAgents);
	}
	World Out(std::make_unique<Impl>());
	Impl& S = *Out.State;
	S.Def = Def;
	S.Isa = Def.Isa == EIsa::Auto ? BestIsa() : Def.Isa;
	S.Kernels = &KernelsFor(S.Isa);
	// Both languages must lay out what they share alike.
	CROWD_ASSERT(S.Kernels->StepViewSize() == static_cast<int>(sizeof(StepView)));
	CROWD_ASSERT(S.Kernels->BlockScratchSize() == static_cast<int>(sizeof(BlockScratch)));
	S.Scheduler = Def.Scheduler ? Def.Scheduler : &S.Serial;
	S.Profiles.push_back(AgentProfile{});
	S.KernelProfiles.Push(ForKernels(AgentProfile{}));
	S.Current.Reserve(static_cast<size_t>(Def.ReserveAgents));
	S.Next.Reserve(static_cast<size_t>(Def.ReserveAgents));
	S.NewVelX.Reserve(static_cast<size_t>(Def.ReserveAgents));
	S.NewVelY.Reserve(static_cast<size_t>(Def.ReserveAgents));
	S.Slots.Reserve(static_cast<size_t>(Def.ReserveAgents));
	S.Ids.Reserve(static_cast<size_t>(Def.ReserveAgents));
	S.Heeded.Reserve(static_cast<size_t>(Def.ReserveAgents));
	S.Grid.Reserve(static_cast<size_t>(Def.ReserveAgents));
	return Out;
}

Result<ProfileHandle> World::AddProfile(const AgentProfile& Profile)
{
	if (const Result<void> Check = CheckProfile(Profile); !Check)
	{
		return Check.GetError();
	}
	if (State->Profiles.size() >= MostProfiles)
	{
		return Error::Format(
			"the world has %zu profiles already; it must have at most %d", State->Profiles.size(), MostProfiles);
	}
	State->Profiles.push_back(Profile);
	State->KernelProfiles.Push(ForKernels(Profile));
	State->NoteProfile(Profile);
	return ProfileHandle{static_cast<uint32_t>(State->Profiles.size() - 1)};
}

Result<void> World::SetProfile(ProfileHandle Handle, const AgentProfile& Profile)
{
	if (Handle.Index >= State->Profiles.size())
	{
		return Error::Format("Profile is %u; it must be below %zu", Handle.Index, State->Profiles.size());
	}
	if (const Result<void> Check = CheckProfile(Profile); !Check)
	{
		return Check;
	}
	State->Profiles[Handle.Index] = Profile;
	State->KernelProfiles[Handle.Index] = ForKernels(Profile);
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
	if (const Result<void> Check = FirstError({CheckVector("Position", Def.Position),
			CheckVector("Velocity", Def.Velocity), CheckVector("DesiredVelocity", Def.DesiredVelocity),
			CheckWithin("Height", Def.Height, -CrowdMaxCoordinate, CrowdMaxCoordinate),
			CheckPositive("Radius", Def.Radius, MostMeters), CheckPositive("MaxSpeed", Def.MaxSpeed, MostMeters),
			CheckPositive("PreferredSpeed", Def.PreferredSpeed, MostMeters),
			CheckPositive("MaxAcceleration", Def.MaxAcceleration, CrowdNoLimit),
			CheckWithin("Responsibility", Def.Responsibility, 0.0f, 1000.0f)});
		!Check)
	{
		return Check.GetError();
	}
	if (Def.Profile.Index >= S.Profiles.size())
	{
		return Error::Format("Profile is %u; it must be below %zu", Def.Profile.Index, S.Profiles.size());
	}
	if (S.Count >= MostAgents)
	{
		return Error::Format("the world has %d agents already; it must have at most %d", S.Count, MostAgents);
	}
	if (Def.Id != CrowdAutoId && S.Ids.Find(Def.Id) != AgentIds::None)
	{
		return Error::Format("Id is %" PRIu64 ", which another agent has; it must be one that nobody has", Def.Id);
	}

	uint32_t SlotIndex;
	if (S.FreeSlots.Size() > 0)
	{
		SlotIndex = S.FreeSlots[S.FreeSlots.Size() - 1];
		S.FreeSlots.Pop();
	}
	else
	{
		SlotIndex = static_cast<uint32_t>(S.Slots.Size());
		S.Slots.Push({});
	}
	S.Ids.Add(SlotIndex, Def.Id);
	AgentSlot& Slot = S.Slots[SlotIndex];
	Slot.Place = static_cast<uint32_t>(S.Count);
	++Slot.Generation;
	Slot.bAlive = true;

	AgentArrays& A = S.Current;
	const size_t Place = static_cast<size_t>(S.Count);
	if (S.Count == 0)
	{
		S.Traits = {};
	}
	++S.Count;
	A.Resize(static_cast<size_t>(S.Count));
	A.Motion[Place] = {Def.Position.X, Def.Position.Y, Def.Velocity.X, Def.Velocity.Y};
	A.Aim[Place] = {Def.DesiredVelocity.X, Def.DesiredVelocity.Y, Def.Profile.Index, SlotIndex};
	A.Body[Place] = {Def.Radius, Def.MaxSpeed, Def.PreferredSpeed, 0.0f};
	A.Responsibility[Place] = Def.Responsibility;
	A.Acceleration[Place] = Def.MaxAcceleration;
	A.Height[Place] = Def.Height;
	S.NoteTraits(Place);
	return AgentHandle{SlotIndex, Slot.Generation};
}

Result<void> World::RemoveAgent(AgentHandle Handle)
{
	if (!IsValid(Handle))
	{
		return StaleAgent(Handle);
	}
	Impl& S = *State;
	if (S.Source)
	{
		S.Source->Forget(Handle);
	}
	AgentSlot& Slot = S.Slots[Handle.Index];
	const size_t Hole = Slot.Place;
	const size_t Last = static_cast<size_t>(S.Count - 1);
	S.Current.ForEachField([&](auto& Field) { Field[Hole] = Field[Last]; });
	S.Slots[S.Current.Aim[Hole].Slot].Place = static_cast<uint32_t>(Hole);
	--S.Count;
	S.Current.Resize(static_cast<size_t>(S.Count));
	Slot.bAlive = false;
	S.Shapes.MakeDisc(Handle.Index);
	S.Watched.Remove(Handle.Index);
	S.Ids.Remove(Handle.Index);
	S.FreeSlots.Push(Handle.Index);
	return {};
}

bool World::IsValid(AgentHandle Handle) const
{
	return Handle.Index < State->Slots.Size() && State->Slots[Handle.Index].bAlive &&
		State->Slots[Handle.Index].Generation == Handle.Generation;
}

Result<AgentHandle> World::FindAgent(uint64_t Id) const
{
	const uint32_t Slot = State->Ids.Find(Id);
	if (Slot == AgentIds::None)
	{
		return Error::Format("Id is %" PRIu64 ", which no agent has", Id);
	}
	return HandleOf(Slot);
}

int World::AgentCount() const
{
	return State->Count;
}

Result<AgentState> World::GetAgent(AgentHandle Handle) const
{
	if (!IsValid(Handle))
	{
		return StaleAgent(Handle);
	}
	const AgentArrays& A = State->Current;
	const size_t Place = State->Slots[Handle.Index].Place;
	AgentState Out;
	Out.Id = State->Ids.Of(Handle.Index);
	const AgentMotion& Motion = A.Motion[Place];
	const AgentAim& Aim = A.Aim[Place];
	const AgentBody& Body = A.Body[Place];
	Out.Position = {Motion.X, Motion.Y};
	Out.Velocity = {Motion.VelX, Motion.VelY};
	Out.Height = A.Height[Place];
	Out.Radius = Body.Radius;
	Out.MaxSpeed = Body.MaxSpeed;
	Out.PreferredSpeed = Body.PreferredSpeed;
	Out.MaxAcceleration = A.Acceleration[Place];
	Out.Responsibility = A.Responsibility[Place];
	Out.Profile = {Aim.Flags & CROWD_FLAG_PROFILE};
	Out.bHasGoal = (Aim.Flags & CROWD_FLAG_GOAL) != 0;
	Out.bArrived = (Aim.Flags & CROWD_FLAG_ARRIVED) != 0;
	const bool bLed = (Aim.Flags & CROWD_FLAG_LED) != 0;
	Out.Status = !Out.bHasGoal ? ENavStatus::None
		: Out.bArrived         ? ENavStatus::Arrived
		: bLed                 ? State->Source->Status(Handle)
							   : ENavStatus::Walking;
	const Vec2 Target = {Aim.TargetX, Aim.TargetY};
	if (!Out.bHasGoal)
	{
		Out.DesiredVelocity = Target;
		return Out;
	}
	Out.Goal = Target;
	const float Distance = std::hypot(Target.X - Out.Position.X, Target.Y - Out.Position.Y);
	if (!Out.bArrived && Distance > 0.0f)
	{
		const float Scale = Out.PreferredSpeed / Distance;
		Out.DesiredVelocity = {(Target.X - Out.Position.X) * Scale, (Target.Y - Out.Position.Y) * Scale};
	}
	return Out;
}

/// Checks the handle, then the value, then calls Set(arrays, place).
template <typename Setter>
Result<void> World::Impl::Change(const World& Owner, AgentHandle Handle, const Result<void>& Check, Setter&& Set)
{
	if (!Owner.IsValid(Handle))
	{
		return StaleAgent(Handle);
	}
	if (!Check)
	{
		return Check;
	}
	const size_t Place = Slots[Handle.Index].Place;
	Set(Current, Place);
	NoteTraits(Place);
	return {};
}

Result<void> World::SetPosition(AgentHandle Handle, Vec2 Position)
{
	return State->Change(*this, Handle, CheckVector("Position", Position),
		[&](AgentArrays& A, size_t Place)
		{
			A.Motion[Place].X = Position.X;
			A.Motion[Place].Y = Position.Y;
		});
}

Result<void> World::SetVelocity(AgentHandle Handle, Vec2 Velocity)
{
	return State->Change(*this, Handle, CheckVector("Velocity", Velocity),
		[&](AgentArrays& A, size_t Place)
		{
			A.Motion[Place].VelX = Velocity.X;
			A.Motion[Place].VelY = Velocity.Y;
		});
}

Result<void> World::SetHeight(AgentHandle Handle, float Height)
{
	return State->Change(*this, Handle, CheckWithin("Height", Height, -CrowdMaxCoordinate, CrowdMaxCoordinate),
		[&](AgentArrays& A, size_t Place) { A.Height[Place] = Height; });
}

Result<void> World::SetRadius(AgentHandle Handle, float Radius)
{
	return State->Change(*this, Handle, CheckPositive("Radius", Radius, MostMeters),
		[&](AgentArrays& A, size_t Place) { A.Body[Place].Radius = Radius; });
}

Result<void> World::SetSpeeds(AgentHandle Handle, float MaxSpeed, float PreferredSpeed)
{
	return State->Change(*this, Handle,
		FirstError({CheckPositive("MaxSpeed", MaxSpeed, MostMeters),
			CheckPositive("PreferredSpeed", PreferredSpeed, MostMeters)}),
		[&](AgentArrays& A, size_t Place)
		{
			A.Body[Place].MaxSpeed = MaxSpeed;
			A.Body[Place].PreferredSpeed = PreferredSpeed;
		});
}

Result<void> World::SetMaxAcceleration(AgentHandle Handle, float MaxAcceleration)
{
	return State->Change(*this, Handle, CheckPositive("MaxAcceleration", MaxAcceleration, CrowdNoLimit),
		[&](AgentArrays& A, size_t Place) { A.Acceleration[Place] = MaxAcceleration; });
}

Result<void> World::SetResponsibility(AgentHandle Handle, float Responsibility)
{
	return State->Change(*this, Handle, CheckWithin("Responsibility", Responsibility, 0.0f, 1000.0f),
		[&](AgentArrays& A, size_t Place) { A.Responsibility[Place] = Responsibility; });
}

Result<void> World::SetAgentProfile(AgentHandle Handle, ProfileHandle Profile)
{
	Result<void> Check;
	if (Profile.Index >= State->Profiles.size())
	{
		Check = Error::Format("Profile is %u; it must be below %zu", Profile.Index, State->Profiles.size());
	}
	return State->Change(*this, Handle, Check,
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
		return S.Change(*this, Handle, {}, [&](AgentArrays&, size_t) { S.Shapes.MakeDisc(Handle.Index); });
	}
	return S.Change(*this, Handle,
		FirstError({S.Shapes.Check(Shape), CheckWithin("Heading", Heading, -1000.0f, 1000.0f)}),
		[&](AgentArrays& A, size_t Place)
		{
			S.Shapes.Assign(Handle.Index, Shape, Heading);
			A.Body[Place].Radius = S.Shapes.RadiusOf(Shape);
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
		if (const Result<void> Check = CheckVector("DesiredVelocity", Velocities[Index]); !Check)
		{
			return Check;
		}
	}
	for (size_t Index = 0; Index < Handles.size(); ++Index)
	{
		State->EndGoal(Handles[Index]);
		AgentAim& Aim = State->Current.Aim[State->Slots[Handles[Index].Index].Place];
		Aim.TargetX = Velocities[Index].X;
		Aim.TargetY = Velocities[Index].Y;
	}
	return {};
}

void World::Impl::EndGoal(AgentHandle Handle)
{
	uint32_t& Flags = Current.Aim[Slots[Handle.Index].Place].Flags;
	if (Flags & CROWD_FLAG_LED)
	{
		Source->Forget(Handle);
	}
	Flags &= ~CROWD_FLAGS_GOAL;
}

Result<void> World::SetGoal(AgentHandle Handle, Vec2 Goal, float ArrivalRadius)
{
	return SetGoal(Handle, {&Goal, 1}, ArrivalRadius);
}

Result<void> World::SetGoal(AgentHandle Handle, std::span<const Vec2> AnyOf, float ArrivalRadius)
{
	if (!IsValid(Handle))
	{
		return StaleAgent(Handle);
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
	if (const Result<void> Check = CheckPositive("ArrivalRadius", ArrivalRadius, MostMeters); !Check)
	{
		return Check;
	}
	Impl& S = *State;
	bool bLed = false;
	if (S.Source)
	{
		const Result<bool> Taken = S.Source->SetGoal(Handle, S.Ids.Of(Handle.Index), AnyOf, ArrivalRadius);
		if (!Taken)
		{
			return Taken.GetError();
		}
		bLed = Taken.Value();
	}
	const size_t Place = S.Slots[Handle.Index].Place;
	AgentAim& Aim = S.Current.Aim[Place];
	if (!bLed && (Aim.Flags & CROWD_FLAG_LED))
	{
		S.Source->Forget(Handle);
	}
	Aim.TargetX = AnyOf[0].X;
	Aim.TargetY = AnyOf[0].Y;
	Aim.Flags = (Aim.Flags & ~CROWD_FLAGS_GOAL) | CROWD_FLAG_GOAL | (bLed ? CROWD_FLAG_LED : 0u);
	S.Current.Body[Place].ArrivalRadius = ArrivalRadius;
	S.NoteTraits(Place);
	return {};
}

Result<void> World::SetArrived(AgentHandle Handle)
{
	return State->Change(*this, Handle, {},
		[&](AgentArrays& A, size_t Place)
		{
			AgentAim& Aim = A.Aim[Place];
			Aim.Flags |= (Aim.Flags & CROWD_FLAG_GOAL) != 0 ? CROWD_FLAG_ARRIVED : 0u;
		});
}

void World::SetPlanner(Planner* Source)
{
	Impl& S = *State;
	if (Source == S.Source)
	{
		return;
	}
	for (size_t Place = 0; Place < static_cast<size_t>(S.Count); ++Place)
	{
		AgentAim& Aim = S.Current.Aim[Place];
		if (Aim.Flags & CROWD_FLAG_LED)
		{
			S.Source->Forget(HandleOf(Aim.Slot));
			Aim.Flags &= ~CROWD_FLAG_LED;
		}
	}
	S.Source = Source;
}

AgentsView World::Agents() const
{
	if (State->Count == 0)
	{
		return {};
	}
	const AgentArrays& A = State->Current;
	const AgentMotion* Motion = A.Motion.Get();
	const AgentAim* Aim = A.Aim.Get();
	return {State->Count, {&Aim->Slot, sizeof(AgentAim)}, {&Motion->X, sizeof(AgentMotion)},
		{&Motion->Y, sizeof(AgentMotion)}, {&Motion->VelX, sizeof(AgentMotion)}, {&Motion->VelY, sizeof(AgentMotion)},
		{&A.Body.Get()->Radius, sizeof(AgentBody)}, {&Aim->Flags, sizeof(AgentAim)}};
}

AgentHandle World::HandleOf(uint32_t HandleIndex) const
{
	CROWD_ASSERT(HandleIndex < State->Slots.Size());
	return {HandleIndex, State->Slots[HandleIndex].Generation};
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
	const AgentArrays& A = State->Current;
	uint64_t Sum = MixBits(static_cast<uint64_t>(State->Count) + 0x9e3779b97f4a7c15ull);
	for (size_t Place = 0; Place < static_cast<size_t>(State->Count); ++Place)
	{
		const AgentMotion& Motion = A.Motion[Place];
		const AgentAim& Aim = A.Aim[Place];
		uint64_t Hash = MixBits(State->Ids.Of(Aim.Slot) + 0x9e3779b97f4a7c15ull);
		Hash = MixBits(Hash ^ Pair(Motion.X, Motion.Y));
		Hash = MixBits(Hash ^ Pair(Motion.VelX, Motion.VelY));
		Hash = MixBits(Hash ^ Pair(Aim.TargetX, Aim.TargetY));
		Sum += MixBits(Hash ^ Aim.Flags);
	}
	return Sum;
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
	return State->Isa;
}

size_t World::MemoryBytes() const
{
	Impl& S = *State;
	size_t Total = sizeof(Impl) + S.Current.Bytes() + S.Next.Bytes() + S.NewVelX.Bytes() + S.NewVelY.Bytes() +
		S.Slots.Bytes() + S.FreeSlots.Bytes() + S.Ids.Bytes() + S.Heeded.Bytes() + S.Grid.Bytes() +
		S.Obstacles.Bytes() + S.KernelProfiles.Bytes() + S.Shapes.Bytes() +
		S.Profiles.capacity() * sizeof(AgentProfile);
	for (const WorkerScratch& Worker : S.Workers)
	{
		Total += Worker.Bytes();
	}
	return Total;
}
}
