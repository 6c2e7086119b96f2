// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdSimulation.h"

#include "Components/SceneComponent.h"
#include "CrowdAgentComponent.h"
#include "CrowdAgentProfile.h"
#include "CrowdAvoidanceLog.h"
#include "CrowdAvoidanceSettings.h"
#include "CrowdConsole.h"
#include "CrowdDebugDraw.h"
#include "CrowdModels.h"
#include "CrowdObstacleComponent.h"
#include "CrowdStats.h"
#include "CrowdUnits.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "HAL/PlatformMisc.h"

#include <cmath>

DECLARE_CYCLE_STAT(TEXT("Step"), STAT_CrowdStep, STATGROUP_CrowdAvoidance);
DECLARE_CYCLE_STAT(TEXT("Gather"), STAT_CrowdGather, STATGROUP_CrowdAvoidance);
DECLARE_CYCLE_STAT(TEXT("Move owners"), STAT_CrowdMoveOwners, STATGROUP_CrowdAvoidance);
DECLARE_DWORD_COUNTER_STAT(TEXT("Agents"), STAT_CrowdAgents, STATGROUP_CrowdAvoidance);
DECLARE_DWORD_COUNTER_STAT(TEXT("Obstacles"), STAT_CrowdObstacles, STATGROUP_CrowdAvoidance);
DECLARE_DWORD_COUNTER_STAT(TEXT("Steps in the frame"), STAT_CrowdSteps, STATGROUP_CrowdAvoidance);
DECLARE_DWORD_COUNTER_STAT(TEXT("Agents without a free velocity"), STAT_CrowdInfeasible, STATGROUP_CrowdAvoidance);

CSV_DEFINE_CATEGORY(CrowdAvoidance, true);

using namespace CrowdAvoidance;

namespace CrowdAvoidance::Simulation
{
/// An owner that is further than this from where it was put has been moved by somebody else. [cm]
static constexpr double MovedDistance = 0.01;

/// A turn or a change of scale by less than this leaves walls where they are, as far as a crowd can see.
static constexpr double TurnedShare = 1.0e-6;

static bool IsSamePlace(const FTransform& A, const FTransform& B)
{
	const FTransform Turned(A.GetRotation(), B.GetLocation(), A.GetScale3D());
	return A.GetLocation().Equals(B.GetLocation(), MovedDistance) && Turned.Equals(B, TurnedShare);
}

/// So many frames in a row no teleport takes.
static constexpr int32 RivalFrames = 120;

/// Core uses x and y of a goal only. [cm]
static constexpr double MostHeight = 1.0e8;

/// Fewer agents than this are gone through faster than other threads are woken.
static constexpr int WorthSharing = 2048;

/// Owners lie anywhere in memory: has those that come soon brought nearer.
static void FetchAhead(USceneComponent* const* Bodies, int32 Index, int32 Count)
{
	constexpr int32 Ahead = 12;
	if (Index + Ahead < Count && Bodies[Index + Ahead])
	{
		FPlatformMisc::PrefetchBlock(
			&Bodies[Index + Ahead]->GetComponentTransform(), static_cast<int32>(sizeof(FTransform)));
	}
}

/// Settings from a hand-edited file have not been through the editor's limits.
static bool AreInRange(const UCrowdAvoidanceSettings& Settings)
{
	return Settings.FixedStep >= 0.001f && Settings.FixedStep <= 1.0f && Settings.LongestStep >= 0.001f &&
		Settings.LongestStep <= 1.0f && Settings.MaxStepsPerFrame >= 1 && Settings.MaxStepsPerFrame <= 100 &&
		Settings.MaxWorkers >= 0 && Settings.MaxWorkers <= 256;
}

/// Where Core refuses the settings, of the model as it is by default, or of Core's own default.
static World MakeWorld(const UCrowdAvoidanceSettings& Settings, TaskScheduler& Scheduler)
{
	WorldDef Def = ModelNames::ToWorldDef(Settings.Model, Settings.ModelOptions);
	Def.Scheduler = &Scheduler;
	Result<World> Made = World::Create(Def);
	if (Made)
	{
		return MoveTemp(Made).Value();
	}
	const FString Trouble = UTF8_TO_TCHAR(Made.ErrorText());
	Def.Options.clear();
	Made = World::Create(Def);
	if (!Made)
	{
		Def.Model = WorldDef().Model;
		Made = World::Create(Def);
	}
	UE_LOG(LogCrowdAvoidance, Warning,
		TEXT("Crowd Avoidance settings: %s. Model '%s' is used, as it is by default; correct Model and ModelOptions in "
			 "Project Settings, Plugins."),
		*Trouble, UTF8_TO_TCHAR(Def.Model.c_str()));
	return MoveTemp(Made).Value();
}
}

FCrowdSimulation::FCrowdSimulation(UWorld& InWorld, const UCrowdAvoidanceSettings& Settings)
	: EngineWorld(&InWorld),
	  Scheduler(Settings.MaxWorkers),
	  Crowd(Simulation::MakeWorld(Settings, Scheduler))
{
	if (Simulation::AreInRange(Settings))
	{
		Clock = Time::FClock(Settings);
	}
	else
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd Avoidance settings: FixedStep is %g s and LongestStep %g s (both must be within 0.001 .. 1), "
				 "MaxStepsPerFrame is %d ") TEXT("(1 .. 100), MaxWorkers is %d (0 .. 256). The defaults are used; "
												 "correct them in Project Settings, Plugins."),
			static_cast<double>(Settings.FixedStep), static_cast<double>(Settings.LongestStep),
			Settings.MaxStepsPerFrame, Settings.MaxWorkers);
	}
	Navigation = MakeShared<FCrowdNavigation>(InWorld, Crowd, *this, Settings);
}

UWorld* FCrowdSimulation::GetEngineWorld() const
{
	return EngineWorld.Get();
}

FIntVector FCrowdSimulation::WorldOrigin() const
{
	const UWorld* World = EngineWorld.Get();
	return World ? World->OriginLocation : FIntVector(0, 0, 0);
}

void FCrowdSimulation::FAgentColumns::SetNum(int32 Count)
{
	Bodies.SetNum(Count);
	Found.SetNumZeroed(Count);
	Placed.SetNum(Count);
	Before.SetNum(Count);
	After.SetNum(Count);
	Velocity.SetNum(Count);
	Arrived.SetNumZeroed(Count);
	Told.SetNumZeroed(Count);
}

void FCrowdSimulation::FAgentColumns::Reset(int32 Index, const FVector& AbsoluteLocation, Vec2 Position)
{
	Bodies[Index] = nullptr;
	Found[Index] = nullptr;
	Placed[Index] = AbsoluteLocation;
	Before[Index] = Position;
	After[Index] = Position;
	Velocity[Index] = Vec2();
	Arrived[Index] = 0;
	Told[Index] = 0;
}

int32 FCrowdSimulation::FindAgent(AgentHandle Handle) const
{
	return !bClosed && Crowd.IsValid(Handle) ? static_cast<int32>(Handle.Index) : INDEX_NONE;
}

ProfileHandle FCrowdSimulation::HandleOf(const UCrowdAgentProfile& Profile)
{
	const AgentProfile Wanted = Profile.Avoidance.ToCore();
	for (const FKnownProfile& Known : Profiles)
	{
		// Another one where the asset has been changed: those that are in keep what they entered with.
		if (Known.Asset.Get() == &Profile && Known.Profile == Wanted)
		{
			return Known.Handle;
		}
	}
	const ProfileHandle Handle = AddProfile(Wanted, Profile);
	Profiles.Add({&Profile, Wanted, Handle});
	return Handle;
}

AgentHandle FCrowdSimulation::Enter(
	const FVector& AbsoluteLocation, const UCrowdAgentProfile& Profile, const UObject& Who)
{
	AgentDef Def = Profile.Agent.ToCore();
	Def.Profile = HandleOf(Profile);
	return Enter(AbsoluteLocation, Def, Who, Profile);
}

AgentHandle FCrowdSimulation::Enter(
	const FVector& AbsoluteLocation, AgentDef Def, const UObject& Who, const UObject& Source)
{
	Def.Position = Units::ToPlane(AbsoluteLocation);
	Def.Height = Units::ToMeters(AbsoluteLocation.Z);
	const Result<AgentHandle> Added = Crowd.AddAgent(Def);
	if (!Added)
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd agent '%s' stays out of the crowd: %s (in metres and seconds). Correct its location, or its "
				 "body in '%s'."),
			*Who.GetPathName(), UTF8_TO_TCHAR(Added.ErrorText()), *Source.GetPathName());
		return AgentHandle();
	}
	const int32 Index = static_cast<int32>(Added.Value().Index);
	if (Index >= Agents.Num())
	{
		Agents.SetNum(Index + 1);
		Components.SetNum(Index + 1);
		Carried.SetNum(Index + 1);
	}
	Agents.Reset(Index, AbsoluteLocation, Def.Position);
	return Added.Value();
}

void FCrowdSimulation::AddAgent(UCrowdAgentComponent& Agent)
{
	if (bClosed || FindAgent(Agent.Handle) != INDEX_NONE)
	{
		return;
	}
	const AActor* Owner = Agent.GetOwner();
	if (!Owner || !Owner->GetRootComponent())
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd agent '%s' stays out of the crowd: its owner has no root component, so it is nowhere and "
				 "cannot be moved. Give the ") TEXT("actor a scene component as its root."),
			*Agent.GetPathName());
		return;
	}
	const UCrowdAgentComponent* First = nullptr;
	Owner->ForEachComponent<UCrowdAgentComponent>(
		false, [&](const UCrowdAgentComponent* Other) { First = Other->IsInCrowd() ? Other : First; });
	if (First)
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd agent '%s' stays out of the crowd: its owner is an agent already, through '%s'. Remove one of "
				 "the two components."),
			*Agent.GetPathName(), *First->GetPathName());
		return;
	}
	if (!Agent.Profile && IsNewComplaint(TEXT("NoProfile")))
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd agent '%s' has no profile and is as a new profile asset is; so are others like it. Set Profile "
				 "on the component."),
			*Agent.GetPathName());
	}
	const UCrowdAgentProfile& Profile = Agent.Profile ? *Agent.Profile : *GetDefault<UCrowdAgentProfile>();
	Agent.Handle = Enter(Units::ToAbsolute(Owner->GetActorLocation(), WorldOrigin()), Profile, Agent);
	const int32 Index = FindAgent(Agent.Handle);
	if (Index != INDEX_NONE)
	{
		Agent.Crowd = AsShared();
		Newcomers.Add(Agent.Handle);
		Components[Index] = &Agent;
		AddMovement(Index, Agent);
	}
}

void FCrowdSimulation::RemoveAgent(UCrowdAgentComponent& Agent)
{
	const int32 Index = FindAgent(Agent.Handle);
	if (Index != INDEX_NONE)
	{
		if (Agents.Bodies[Index].IsExplicitlyNull())
		{
			StopMover(Agent);
		}
		Components[Index] = nullptr;
		RemoveFreeAgent(Agent.Handle);
	}
	Agent.Crowd.Reset();
	Agent.Handle = AgentHandle();
}

void FCrowdSimulation::SaveAgent(const UCrowdAgentComponent& Agent, FCrowdAgentState& Out) const
{
	const int32 Index = FindAgent(Agent.Handle);
	if (Index == INDEX_NONE)
	{
		return;
	}
	const FVector Location = Units::FromPlane(Agents.After[Index], Agents.Placed[Index].Z);
	Out.Location = Units::FromAbsolute(Location, WorldOrigin());
	Out.Velocity = Units::FromPlane(Agents.Velocity[Index]);
	Out.bArrived = Agents.Arrived[Index] != 0;
}

bool FCrowdSimulation::RestoreAgent(UCrowdAgentComponent& Agent, const FCrowdAgentState& State)
{
	const int32 Index = FindAgent(Agent.Handle);
	AActor* Owner = Agent.GetOwner();
	if (Index == INDEX_NONE || !Owner)
	{
		return false;
	}
	const FVector Location = Units::ToAbsolute(State.Location, WorldOrigin());
	const Vec2 Position = Units::ToPlane(Location);
	const Vec2 Velocity = Units::ToPlane(State.Velocity);
	const Result<void> Moving = Crowd.SetVelocity(Agent.Handle, Velocity);
	const Result<void> Raised =
		Moving ? Crowd.Set(Agent.Handle, &AgentDef::Height, Units::ToMeters(Location.Z)) : Moving;
	const Result<void> Moved = Raised ? Crowd.SetPosition(Agent.Handle, Position) : Raised;
	if (!Moved)
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd agent '%s' is not restored: %s (in metres and seconds). Look at what was saved."),
			*Agent.GetPathName(), UTF8_TO_TCHAR(Moved.ErrorText()));
		(void)Crowd.SetVelocity(Agent.Handle, Agents.Velocity[Index]);
		(void)Crowd.Set(Agent.Handle, &AgentDef::Height, Units::ToMeters(Agents.Placed[Index].Z));
		return false;
	}
	Agents.Placed[Index] = Location;
	Agents.Before[Index] = Position;
	Agents.After[Index] = Position;
	Agents.Velocity[Index] = Velocity;
	Owner->SetActorLocation(State.Location, false, nullptr, ETeleportType::TeleportPhysics);
	return true;
}

void FCrowdSimulation::SetArrived(UCrowdAgentComponent& Agent)
{
	const int32 Index = FindAgent(Agent.Handle);
	if (Index != INDEX_NONE)
	{
		(void)Crowd.SetArrived(Agent.Handle);
		Agents.Arrived[Index] = 1;
		Agents.Told[Index] = 1;
	}
}

bool FCrowdSimulation::SetGoal(UCrowdAgentComponent& Agent, const FVector& Location)
{
	return SetFreeGoal(Agent.Handle, Location, Agent.ArrivalRadius, Agent, Agent.bUseNavigation);
}

bool FCrowdSimulation::SetDesiredVelocity(UCrowdAgentComponent& Agent, const FVector& Velocity)
{
	return SetFreeDesiredVelocity(Agent.Handle, Velocity, Agent);
}

AgentHandle FCrowdSimulation::AddFreeAgent(
	const FVector& Location, const UCrowdAgentProfile& Profile, const UObject& Who)
{
	return bClosed ? AgentHandle() : Enter(Units::ToAbsolute(Location, WorldOrigin()), Profile, Who);
}

AgentHandle FCrowdSimulation::AddFreeAgent(const FVector& Location, const AgentDef& Def, const UObject& Who)
{
	return bClosed ? AgentHandle() : Enter(Units::ToAbsolute(Location, WorldOrigin()), Def, Who, Who);
}

ProfileHandle FCrowdSimulation::AddProfile(const AgentProfile& Profile, const UObject& Who)
{
	const Result<ProfileHandle> Added = Crowd.AddProfile(Profile);
	if (!Added)
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd agent profile '%s': %s (in metres and seconds). Its agents perceive as default agents do; "
				 "correct the asset."),
			*Who.GetPathName(), UTF8_TO_TCHAR(Added.ErrorText()));
	}
	return Added ? Added.Value() : ProfileHandle{};
}

void FCrowdSimulation::RemoveFreeAgent(AgentHandle Handle)
{
	const int32 Index = FindAgent(Handle);
	if (Index != INDEX_NONE)
	{
		Agents.Reset(Index, FVector::ZeroVector, Vec2());
		Navigation->EndGoal(Handle);
		(void)Crowd.RemoveAgent(Handle);
	}
}

bool FCrowdSimulation::SetFreeGoal(
	AgentHandle Handle, const FVector& Location, double ArrivalRadius, const UObject& Who, bool bNavigate)
{
	const int32 Index = FindAgent(Handle);
	if (Index == INDEX_NONE)
	{
		return false;
	}
	const FVector Goal = Units::ToAbsolute(Location, WorldOrigin());
	if (!(std::abs(Goal.Z) <= Simulation::MostHeight))
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd agent '%s' keeps to what it did: its goal's Z is %g; it must be within 1,000 km. Correct the "
				 "goal."),
			*Who.GetPathName(), Goal.Z);
		return false;
	}
	const Result<void> Set = Crowd.SetGoal(Handle, Units::ToPlane(Goal), Units::ToMeters(ArrivalRadius));
	if (!Set)
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd agent '%s' keeps to what it did: %s (in metres). Correct the goal or ArrivalRadius."),
			*Who.GetPathName(), UTF8_TO_TCHAR(Set.ErrorText()));
		return false;
	}
	Agents.Arrived[Index] = 0;
	Agents.Told[Index] = 0;
	if (bNavigate)
	{
		Navigation->SetGoal(Handle, Goal);
	}
	else
	{
		Navigation->EndGoal(Handle);
	}
	return true;
}

bool FCrowdSimulation::SetFreeDesiredVelocity(AgentHandle Handle, const FVector& Velocity, const UObject& Who)
{
	const int32 Index = FindAgent(Handle);
	if (Index == INDEX_NONE)
	{
		return false;
	}
	const Result<void> Set = Crowd.SetDesiredVelocity(Handle, Units::ToPlane(Velocity));
	if (!Set)
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd agent '%s' keeps to what it did: %s (in m/s). Correct the velocity."), *Who.GetPathName(),
			UTF8_TO_TCHAR(Set.ErrorText()));
		return false;
	}
	Agents.Arrived[Index] = 0;
	Navigation->EndGoal(Handle);
	return true;
}

void FCrowdSimulation::AddFrameListener(ICrowdFrameListener& Listener)
{
	FrameListeners.AddUnique(&Listener);
}

void FCrowdSimulation::RemoveFrameListener(ICrowdFrameListener& Listener)
{
	// Not taken out: the list may be being gone through.
	for (ICrowdFrameListener*& Known : FrameListeners)
	{
		Known = Known == &Listener ? nullptr : Known;
	}
}

FCrowdSimulation::FShown FCrowdSimulation::Shown(AgentHandle Handle) const
{
	const int32 Index = FindAgent(Handle);
	if (Index == INDEX_NONE)
	{
		return FShown();
	}
	return {Units::FromAbsolute(ShownAt(Index), WorldOrigin()), Units::FromPlane(Agents.Velocity[Index]),
		Agents.Arrived[Index] != 0};
}

float FCrowdSimulation::GetPreferredSpeed(AgentHandle Handle) const
{
	const Result<AgentState> State = Crowd.GetAgent(Handle);
	return State ? static_cast<float>(Units::ToCentimeters(State.Value().PreferredSpeed)) : 0.0f;
}

FTransform FCrowdSimulation::AbsoluteTransform(const UCrowdObstacleComponent& Obstacle) const
{
	FTransform At = Obstacle.GetOwner() ? Obstacle.GetOwner()->GetActorTransform() : FTransform();
	At.SetLocation(Units::ToAbsolute(At.GetLocation(), WorldOrigin()));
	return At;
}

Result<ObstacleHandle> FCrowdSimulation::PlaceObstacle(
	const UCrowdObstacleComponent& Obstacle, const FTransform& At, TArray<Vec2>& OutOutline)
{
	TArray<Vec2> Vertices;
	Vertices.Reserve(Obstacle.Points.Num());
	for (const FVector& Point : Obstacle.Points)
	{
		Vertices.Add(Units::ToPlane(At.TransformPosition(Point)));
	}
	ObstacleDef Def;
	Def.Vertices = std::span<const Vec2>(Vertices.GetData(), static_cast<size_t>(Vertices.Num()));
	Def.Groups = static_cast<uint32_t>(Obstacle.Groups);
	const Result<ObstacleHandle> Added = Crowd.AddObstacle(Def);
	if (Added)
	{
		OutOutline = MoveTemp(Vertices);
	}
	return Added;
}

void FCrowdSimulation::AddObstacle(UCrowdObstacleComponent& Obstacle)
{
	if (bClosed || Crowd.IsValid(Obstacle.Handle))
	{
		return;
	}
	const FTransform At = AbsoluteTransform(Obstacle);
	TArray<Vec2> Outline;
	const Result<ObstacleHandle> Added = PlaceObstacle(Obstacle, At, Outline);
	if (!Added)
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd obstacle '%s' stays out of the crowd: %s (in metres). Correct its Points."),
			*Obstacle.GetPathName(), UTF8_TO_TCHAR(Added.ErrorText()));
		return;
	}
	Obstacle.Handle = Added.Value();
	Obstacle.Crowd = AsShared();
	Obstacles.Add({&Obstacle, At, MoveTemp(Outline)});
}

void FCrowdSimulation::RemoveObstacle(UCrowdObstacleComponent& Obstacle)
{
	if (!bClosed && Crowd.IsValid(Obstacle.Handle))
	{
		(void)Crowd.RemoveObstacle(Obstacle.Handle);
	}
	Obstacles.RemoveAll([&](const FObstacleSlot& Slot) { return Slot.Component.Get() == &Obstacle; });
	Obstacle.Crowd.Reset();
	Obstacle.Handle = ObstacleHandle();
}

void FCrowdSimulation::Advance(float DeltaSeconds)
{
	TRACE_CPUPROFILER_EVENT_SCOPE(CrowdAvoidance);
	CSV_SCOPED_TIMING_STAT(CrowdAvoidance, Frame);
	const Time::FFrame Frame = Clock.Advance(static_cast<double>(DeltaSeconds));
	WarnOfLostTime(Frame.LostSeconds);
	ReadNewcomers();
	ReadMovers();
	ReadObstacles();
	Navigation->Update();
	Step(Frame);
	Count(Frame);
	RequestMoves();
	MoveOwners();
	TellListeners();
	TellArrivals();
	if (Frame.Steps > 0)
	{
		TellSightings();
	}
	if (!bClosed)
	{
		DebugDraw::Draw(*this, Console::DebugLevel());
		DebugDraw::LogWatched(*this);
	}
}

void FCrowdSimulation::Close()
{
	bClosed = true;
	Navigation->Close();
	for (TWeakObjectPtr<UCrowdAgentComponent>& Component : Components)
	{
		if (UCrowdAgentComponent* Agent = Component.Get())
		{
			Agent->Crowd.Reset();
		}
	}
	for (FObstacleSlot& Slot : Obstacles)
	{
		if (UCrowdObstacleComponent* Obstacle = Slot.Component.Get())
		{
			Obstacle->Crowd.Reset();
		}
	}
}

/// Whoever spawns an owner may put it in its place only after it has begun: its first step is to be from there.
void FCrowdSimulation::ReadNewcomers()
{
	const FVector Origin(WorldOrigin());
	for (const AgentHandle Handle : Newcomers)
	{
		const int32 Index = FindAgent(Handle);
		const USceneComponent* Body = Index != INDEX_NONE ? Agents.Bodies[Index].Get() : nullptr;
		if (Body)
		{
			CarryAlong(Index, Body->GetComponentLocation() + Origin);
		}
	}
	Newcomers.Reset();
}

/// Somebody else has moved the owner there: its agent goes on from there.
bool FCrowdSimulation::CarryAlong(int32 Index, const FVector& AbsoluteLocation)
{
	const AgentHandle Handle = Crowd.HandleOf(static_cast<uint32_t>(Index));
	const Vec2 Offset = Units::ToPlane(AbsoluteLocation - Agents.Placed[Index]);
	const Vec2 Before = {Agents.Before[Index].X + Offset.X, Agents.Before[Index].Y + Offset.Y};
	const Vec2 Position = {Agents.After[Index].X + Offset.X, Agents.After[Index].Y + Offset.Y};
	const Result<void> Raised = Crowd.Set(Handle, &AgentDef::Height, Units::ToMeters(AbsoluteLocation.Z));
	const Result<void> Moved = Raised ? Crowd.SetPosition(Handle, Position) : Raised;
	if (!Moved)
	{
		(void)Crowd.Set(Handle, &AgentDef::Height, Units::ToMeters(Agents.Placed[Index].Z));
		if (IsNewComplaint(TEXT("NoPlace")))
		{
			UE_LOG(LogCrowdAvoidance, Warning,
				TEXT("Crowd agent '%s' was moved to where no agent can be: %s (in metres). Its owner is put back, and "
					 "so are others like it."),
				*GetPathNameSafe(Components[Index].Get()), UTF8_TO_TCHAR(Moved.ErrorText()));
		}
		return false;
	}
	Navigation->OnMoved(Handle.Index);
	Agents.Placed[Index] = AbsoluteLocation;
	Agents.Before[Index] = Before;
	Agents.After[Index] = Position;
	return true;
}

/// Obstacles go where their owners have gone.
void FCrowdSimulation::ReadObstacles()
{
	for (FObstacleSlot& Slot : Obstacles)
	{
		UCrowdObstacleComponent* Obstacle = Slot.Component.Get();
		if (!Obstacle)
		{
			continue;
		}
		const FTransform At = AbsoluteTransform(*Obstacle);
		if (Simulation::IsSamePlace(At, Slot.Placed))
		{
			continue;
		}
		Slot.Placed = At;
		const Result<ObstacleHandle> Placed = PlaceObstacle(*Obstacle, At, Slot.Outline);
		if (!Placed)
		{
			if (!Slot.bWarned)
			{
				Slot.bWarned = true;
				UE_LOG(LogCrowdAvoidance, Warning,
					TEXT("Crowd obstacle '%s' stays where it was: %s (in metres). Move its owner back."),
					*Obstacle->GetPathName(), UTF8_TO_TCHAR(Placed.ErrorText()));
			}
			continue;
		}
		(void)Crowd.RemoveObstacle(Obstacle->Handle);
		Obstacle->Handle = Placed.Value();
	}
}

void FCrowdSimulation::Step(const Time::FFrame& Frame)
{
	SCOPE_CYCLE_COUNTER(STAT_CrowdStep);
	TRACE_CPUPROFILER_EVENT_SCOPE(CrowdAvoidanceStep);
	Blend = Frame.Blend;
	StepSeconds = 0.0;
	for (int32 Left = Frame.Steps; Left > 0; --Left)
	{
		const Result<StepReport> Report = Crowd.Step(Frame.StepSeconds);
		if (!Report)
		{
			UE_LOG(LogCrowdAvoidance, Error, TEXT("The crowd could not step: %s."), UTF8_TO_TCHAR(Report.ErrorText()));
			return;
		}
		LastReport = Report.Value();
		StepSeconds += LastReport.Times.Wall;
		WarnOf(LastReport.Status);
		if (Left <= 2)
		{
			// The last two are what the frame is between.
			Gather();
		}
	}
}

/// For "stat CrowdAvoidance" and the CSV profiler.
void FCrowdSimulation::Count(const Time::FFrame& Frame) const
{
	SET_DWORD_STAT(STAT_CrowdAgents, Crowd.AgentCount());
	SET_DWORD_STAT(STAT_CrowdObstacles, Crowd.ObstacleCount());
	SET_DWORD_STAT(STAT_CrowdSteps, Frame.Steps);
	SET_DWORD_STAT(STAT_CrowdInfeasible, LastReport.InfeasibleAgents);
	CSV_CUSTOM_STAT(CrowdAvoidance, Agents, Crowd.AgentCount(), ECsvCustomStatOp::Set);
	CSV_CUSTOM_STAT(CrowdAvoidance, Steps, Frame.Steps, ECsvCustomStatOp::Set);
	CSV_CUSTOM_STAT(CrowdAvoidance, Infeasible, LastReport.InfeasibleAgents, ECsvCustomStatOp::Set);
}

/// Copies what Core knows to the columns; the copy stays when code of others changes the crowd.
void FCrowdSimulation::Gather()
{
	SCOPE_CYCLE_COUNTER(STAT_CrowdGather);
	struct FWork
	{
		AgentsView View;
		FAgentColumns& To;
	};
	Swap(Agents.Before, Agents.After);
	FWork Work = {Crowd.Agents(), Agents};
	const auto GatherRange = [](void* Context, int Begin, int End, int /*Worker*/)
	{
		const FWork& Some = *static_cast<const FWork*>(Context);
		const AgentsView& View = Some.View;
		Vec2* const After = Some.To.After.GetData();
		Vec2* const Velocity = Some.To.Velocity.GetData();
		uint8* const Arrived = Some.To.Arrived.GetData();
		for (size_t At = static_cast<size_t>(Begin); At < static_cast<size_t>(End); ++At)
		{
			const uint32_t Index = View.HandleIndex[At];
			After[Index] = {View.PositionX[At], View.PositionY[At]};
			Velocity[Index] = {View.VelocityX[At], View.VelocityY[At]};
			Arrived[Index] = (View.Flags[At] & AgentsView::AgentFlagArrived) ? 1 : 0;
		}
	};
	if (Work.View.Count < Simulation::WorthSharing)
	{
		GatherRange(&Work, 0, Work.View.Count, 0);
	}
	else
	{
		Scheduler.ParallelFor(Work.View.Count, GatherRange, &Work);
	}
}

FVector FCrowdSimulation::OnGround(int32 Index, const FVector& Absolute)
{
	const uint32 Number = static_cast<uint32>(Index);
	const double Height = Navigation->HeightAt(Number, Units::ToPlane(Absolute), Absolute.Z);
	if (Height != Absolute.Z)
	{
		(void)Crowd.Set(Crowd.HandleOf(Number), &AgentDef::Height, Units::ToMeters(Height));
	}
	return FVector(Absolute.X, Absolute.Y, Height);
}

/// Looks at each owner once, since most of the time goes into waiting for its memory: that somebody else has moved it is found here too.
void FCrowdSimulation::MoveOwners()
{
	SCOPE_CYCLE_COUNTER(STAT_CrowdMoveOwners);
	const FVector Origin(WorldOrigin());
	++FramesMade;
	const bool bSlopes = Navigation->HasSlopes();
	Arrivals.Reset();
	for (int32 Index = 0; Index < Agents.Num(); ++Index)
	{
		Agents.Found.GetData()[Index] = Agents.Bodies.GetData()[Index].Get();
		if (!Agents.Found.GetData()[Index] && !Agents.Bodies.GetData()[Index].IsExplicitlyNull())
		{
			FindBody(Index);
		}
	}
	for (int32 Index = 0; Index < Agents.Num() && !bClosed; ++Index)
	{
		// The columns anew for each: moving an owner runs code of others.
		USceneComponent* const* const Found = Agents.Found.GetData();
		const FVector& Placed = Agents.Placed.GetData()[Index];
		Simulation::FetchAhead(Found, Index, Agents.Num());
		if (Agents.Arrived.GetData()[Index] > Agents.Told.GetData()[Index])
		{
			Arrivals.Add(Index);
		}
		if (!Found[Index])
		{
			if (bSlopes)
			{
				Agents.Placed.GetData()[Index] = OnGround(Index, ShownAt(Index));
			}
			continue;
		}
		const FVector Location = Found[Index]->GetComponentLocation() + Origin;
		if (Location != Placed && !Location.Equals(Placed, Simulation::MovedDistance))
		{
			if (!CarryAlong(Index, Location))
			{
				Found[Index]->SetWorldLocation(Placed - Origin);
				continue;
			}
			WarnOfRival(Index);
		}
		const FVector To = bSlopes ? OnGround(Index, ShownAt(Index)) : ShownAt(Index);
		if (To != Placed)
		{
			Agents.Placed.GetData()[Index] = To;
			Found[Index]->SetWorldLocation(To - Origin);
		}
	}
}

/// The owner's root is gone; it may have another.
void FCrowdSimulation::FindBody(int32 Index)
{
	const UCrowdAgentComponent* Agent = Components[Index].Get();
	USceneComponent* const Root = Agent && Agent->GetOwner() ? Agent->GetOwner()->GetRootComponent() : nullptr;
	if (IsValid(Root))
	{
		Agents.Bodies[Index] = Root;
		Agents.Found[Index] = Root;
	}
}

/// A teleport is one frame, and what carries an owner has it attached. Somebody who moves it in every frame for seconds is another
/// plugin's movement or avoidance, and both together do what neither wants.
void FCrowdSimulation::WarnOfRival(int32 Index)
{
	FCarried& Run = Carried[Index];
	Run.Frames = Run.LastFrame + 1 == FramesMade ? Run.Frames + 1 : 1;
	Run.LastFrame = FramesMade;
	if (Run.Frames < Simulation::RivalFrames || Agents.Found[Index]->GetAttachParent() ||
		!IsNewComplaint(TEXT("Rival")))
	{
		return;
	}
	UE_LOG(LogCrowdAvoidance, Warning,
		TEXT("The owner of crowd agent '%s' is moved by somebody else in every frame, as well as by the crowd. Take "
			 "the other movement off, or ") TEXT("let the crowd drive it as a movement component; attach the owner to "
												 "what carries it if that is meant."),
		*GetPathNameSafe(Components[Index].Get()));
}

void FCrowdSimulation::TellListeners()
{
	for (int32 Index = 0; Index < FrameListeners.Num() && !bClosed; ++Index)
	{
		if (FrameListeners[Index])
		{
			FrameListeners[Index]->OnCrowdMoved();
		}
	}
	FrameListeners.RemoveAll([](const ICrowdFrameListener* Listener) { return !Listener; });
}

void FCrowdSimulation::TellStopped()
{
	for (ICrowdFrameListener* Listener : FrameListeners)
	{
		if (Listener)
		{
			Listener->OnCrowdStopped();
		}
	}
}

void FCrowdSimulation::TellArrivals()
{
	for (int32 Told = 0; Told < Arrivals.Num() && !bClosed; ++Told)
	{
		const int32 Index = Arrivals[Told];
		if (!Agents.Arrived[Index] || Agents.Told[Index])
		{
			continue;
		}
		Agents.Told[Index] = 1;
		if (UCrowdAgentComponent* Agent = Components[Index].Get())
		{
			Agent->OnArrived.Broadcast(Agent);
		}
	}
}

TArray<uint32> FCrowdSimulation::ListAgents() const
{
	TArray<uint32> Out;
	const AgentsView View = Crowd.Agents();
	Out.Reserve(View.Count);
	for (int32 Place = 0; Place < View.Count; ++Place)
	{
		Out.Add(View.HandleIndex[static_cast<size_t>(Place)]);
	}
	Out.Sort([](uint32 A, uint32 B) { return A < B; });
	return Out;
}

UCrowdAgentComponent* FCrowdSimulation::FindComponent(uint32 HandleIndex) const
{
	const int32 Index = static_cast<int32>(HandleIndex);
	return Components.IsValidIndex(Index) ? Components[Index].Get() : nullptr;
}

AgentHandle FCrowdSimulation::FindHandle(const UCrowdAgentComponent& Agent) const
{
	return FindComponent(Agent.Handle.Index) == &Agent ? Agent.Handle : AgentHandle();
}

void FCrowdSimulation::Watch(AgentHandle Agent)
{
	if (Agent == Watched)
	{
		return;
	}
	if (Crowd.IsValid(Watched))
	{
		(void)Crowd.Watch(Watched, false);
	}
	Watched = Crowd.IsValid(Agent) && Crowd.Watch(Agent) ? Agent : AgentHandle();
}

bool FCrowdSimulation::IsNewComplaint(FName What)
{
	const int32 Known = Complaints.Num();
	return Complaints.AddUnique(What) == Known;
}

void FCrowdSimulation::WarnOf(EStepStatus Status)
{
	const auto WarnOnce = [&](EStepStatus Bit, const TCHAR* Text)
	{
		if (HasStatus(Status, Bit) && (WarnedOf & static_cast<uint32>(Bit)) == 0)
		{
			WarnedOf |= static_cast<uint32>(Bit);
			UE_LOG(LogCrowdAvoidance, Warning, TEXT("The crowd of world '%s': %s"), *GetPathNameSafe(EngineWorld.Get()),
				Text);
		}
	};
	WarnOnce(EStepStatus::NeighborsTruncated,
		TEXT("more than 1,024 agents stand in one heap, so some avoid only a part of it. Spawn agents apart, or use "
			 "smaller radii."));
	WarnOnce(EStepStatus::WallsTruncated,
		TEXT("an agent has more walls in reach than it can avoid. Use fewer, longer walls, or a shorter "
			 "ObstacleHorizon."));
	WarnOnce(EStepStatus::GuaranteeLost,
		TEXT("ClearPath1 found no collision-free velocity for an agent. Give agents more room, or use shorter steps."));
	WarnOnce(EStepStatus::PlanRefused,
		TEXT("a planner gave a velocity or place that is no number, so its agent stood still. Mend the planner."));
	WarnOnce(EStepStatus::MoveRefused,
		TEXT("an agent would have left the world (10,000 km from its origin), so it stands. Give it goals nearer by."));
}

void FCrowdSimulation::WarnOfLostTime(double LostSeconds)
{
	if (LostSeconds > 0.0 && IsNewComplaint(TEXT("LostTime")))
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("The crowd of world '%s' fell %g s behind in a long frame, as it may again. If that matters, raise "
				 "MaxStepsPerFrame in ") TEXT("Project Settings, Plugins."),
			*GetPathNameSafe(EngineWorld.Get()), LostSeconds);
	}
}

void FCrowdSimulation::OnNavMeshChanged()
{
	Navigation->OnMeshChanged();
}

FVector FCrowdSimulation::GetAgentLocation(uint32 Index) const
{
	const int32 At = static_cast<int32>(Index);
	const USceneComponent* Body = Agents.Bodies[At].Get();
	return Body ? Body->GetComponentLocation() : Units::FromAbsolute(ShownAt(At), WorldOrigin());
}

FString FCrowdSimulation::GetAgentName(uint32 Index) const
{
	const UCrowdAgentComponent* Agent = Components[static_cast<int32>(Index)].Get();
	return Agent
		? Agent->GetPathName()
		: FString::Printf(TEXT("%s, number %d"), *GetPathNameSafe(EngineWorld.Get()), static_cast<int32>(Index));
}

bool FCrowdSimulation::IsHeightOurs(uint32 Index) const
{
	// A component without a body: somebody else moves the owner.
	return Agents.Bodies[static_cast<int32>(Index)].IsValid() || !Components[static_cast<int32>(Index)].IsValid();
}
