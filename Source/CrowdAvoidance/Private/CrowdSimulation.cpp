// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdSimulation.h"

#include "CrowdAgentComponent.h"
#include "CrowdAgentProfile.h"
#include "CrowdAvoidanceLog.h"
#include "CrowdAvoidanceSettings.h"
#include "CrowdConsole.h"
#include "CrowdObstacleComponent.h"
#include "CrowdStats.h"
#include "CrowdUnits.h"
#include "DrawDebugHelpers.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"

DECLARE_CYCLE_STAT(TEXT("Read owners"), STAT_CrowdReadOwners, STATGROUP_CrowdAvoidance);
DECLARE_CYCLE_STAT(TEXT("Step"), STAT_CrowdStep, STATGROUP_CrowdAvoidance);
DECLARE_CYCLE_STAT(TEXT("Move owners"), STAT_CrowdMoveOwners, STATGROUP_CrowdAvoidance);
DECLARE_DWORD_COUNTER_STAT(TEXT("Agents"), STAT_CrowdAgents, STATGROUP_CrowdAvoidance);

CSV_DEFINE_CATEGORY(CrowdAvoidance, true);

using namespace CrowdAvoidance;

namespace CrowdAvoidance::Simulation
{
/// An owner that is further than this from where it was put has been moved by somebody else. [cm]
static constexpr double MovedDistance = 0.01;

static WorldDef ToWorldDef(const UCrowdAvoidanceSettings& Settings, TaskScheduler& Scheduler)
{
	WorldDef Def;
	Def.Model = static_cast<EModel>(Settings.Model);
	Def.Scheduler = &Scheduler;
	return Def;
}
static_assert(static_cast<uint8>(ECrowdModel::Orca) == static_cast<uint8>(EModel::Orca));
static_assert(static_cast<uint8>(ECrowdModel::ClearPath) == static_cast<uint8>(EModel::ClearPath));
static_assert(static_cast<uint8>(ECrowdModel::ClearPath1) == static_cast<uint8>(EModel::ClearPath1));
static_assert(static_cast<uint8>(ECrowdModel::None) == static_cast<uint8>(EModel::None));

static AgentProfile ToAgentProfile(const UCrowdAgentProfile& Profile)
{
	AgentProfile Out;
	Out.NeighborDistance = Units::ToMeters(Profile.NeighborDistance);
	Out.MaxNeighbors = Profile.MaxNeighbors;
	Out.AgentHorizon = Profile.AgentHorizon;
	Out.ObstacleHorizon = Profile.ObstacleHorizon;
	Out.Groups = static_cast<uint32_t>(Profile.Groups);
	Out.Avoids = static_cast<uint32_t>(Profile.Avoids);
	Out.FloorHeight = Units::ToMeters(Profile.FloorHeight);
	return Out;
}

static AgentDef ToAgentDef(const UCrowdAgentProfile& Profile, const FVector& AbsoluteLocation)
{
	AgentDef Out;
	Out.Position = Units::ToPlane(AbsoluteLocation);
	Out.Height = Units::ToMeters(AbsoluteLocation.Z);
	Out.Radius = Units::ToMeters(Profile.Radius);
	Out.MaxSpeed = Units::ToMeters(Profile.MaxSpeed);
	Out.PreferredSpeed = Units::ToMeters(Profile.PreferredSpeed);
	Out.MaxAcceleration = Profile.bLimitAcceleration ? Units::ToMeters(Profile.MaxAcceleration) : CrowdNoLimit;
	Out.Responsibility = Profile.Responsibility;
	return Out;
}

/// Settings from a hand-edited file have not been through the editor's limits.
static bool AreInRange(const UCrowdAvoidanceSettings& Settings)
{
	return Settings.FixedStep >= 0.001f && Settings.FixedStep <= 1.0f && Settings.LongestStep >= 0.001f && Settings.LongestStep <= 1.0f &&
		Settings.MaxStepsPerFrame >= 1 && Settings.MaxStepsPerFrame <= 100 && Settings.MaxWorkers >= 0 && Settings.MaxWorkers <= 256;
}
}

FCrowdSimulation::FCrowdSimulation(UWorld& InWorld, const UCrowdAvoidanceSettings& Settings)
	: EngineWorld(&InWorld), Scheduler(Settings.MaxWorkers)
{
	if (Simulation::AreInRange(Settings))
	{
		Clock = Time::FClock(Settings);
	}
	else
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd Avoidance settings: FixedStep is %g s and LongestStep %g s (both must be within 0.001 .. 1), MaxStepsPerFrame is %d ")
				TEXT("(1 .. 100), MaxWorkers is %d (0 .. 256). The defaults are used; correct them in Project Settings, Plugins."),
			static_cast<double>(Settings.FixedStep), static_cast<double>(Settings.LongestStep), Settings.MaxStepsPerFrame, Settings.MaxWorkers);
	}
	Result<World> Made = World::Create(Simulation::ToWorldDef(Settings, Scheduler));
	if (!Made)
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd Avoidance settings: %s. ORCA is used; correct Model in Project Settings, Plugins."), UTF8_TO_TCHAR(Made.ErrorText()));
		WorldDef Default;
		Default.Scheduler = &Scheduler;
		Made = World::Create(Default);
	}
	Crowd = MoveTemp(Made.Value());
}

FIntVector FCrowdSimulation::WorldOrigin() const
{
	const UWorld* World = EngineWorld.Get();
	return World ? World->OriginLocation : FIntVector(0, 0, 0);
}

FCrowdSimulation::FAgentSlot* FCrowdSimulation::FindSlot(const UCrowdAgentComponent& Agent)
{
	return !bClosed && Crowd.IsValid(Agent.Handle) ? &Agents[static_cast<int32>(Agent.Handle.Index)] : nullptr;
}

ProfileHandle FCrowdSimulation::HandleOf(const UCrowdAgentProfile& Profile)
{
	for (const FKnownProfile& Known : Profiles)
	{
		if (Known.Asset.Get() == &Profile)
		{
			return Known.Handle;
		}
	}
	const Result<ProfileHandle> Added = Crowd.AddProfile(Simulation::ToAgentProfile(Profile));
	if (!Added)
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd agent profile '%s': %s (in metres and seconds). Its agents perceive as default agents do; correct the asset."),
			*Profile.GetPathName(), UTF8_TO_TCHAR(Added.ErrorText()));
	}
	const ProfileHandle Handle = Added ? Added.Value() : ProfileHandle{};
	Profiles.Add({&Profile, Handle});
	return Handle;
}

void FCrowdSimulation::AddAgent(UCrowdAgentComponent& Agent)
{
	if (bClosed || FindSlot(Agent))
	{
		return;
	}
	const AActor* Owner = Agent.GetOwner();
	if (!Owner || !Owner->GetRootComponent())
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd agent '%s' stays out of the crowd: its owner has no root component, so it is nowhere and cannot be moved. Give the ")
				TEXT("actor a scene component as its root."),
			*Agent.GetPathName());
		return;
	}
	if (!Agent.Profile && !bWarnedOfNoProfile)
	{
		bWarnedOfNoProfile = true;
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd agent '%s' has no profile and is as a new profile asset is; so are others like it. Set Profile on the component."),
			*Agent.GetPathName());
	}
	const UCrowdAgentProfile& Profile = Agent.Profile ? *Agent.Profile : *GetDefault<UCrowdAgentProfile>();
	const FVector Location = Units::ToAbsolute(Owner->GetActorLocation(), WorldOrigin());
	AgentDef Def = Simulation::ToAgentDef(Profile, Location);
	Def.Profile = HandleOf(Profile);
	const Result<AgentHandle> Added = Crowd.AddAgent(Def);
	if (!Added)
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd agent '%s' stays out of the crowd: %s (in metres and seconds). Correct its location or its profile '%s'."),
			*Agent.GetPathName(), UTF8_TO_TCHAR(Added.ErrorText()), *Profile.GetPathName());
		return;
	}
	Agent.Handle = Added.Value();
	Agent.Crowd = AsShared();
	const int32 Index = static_cast<int32>(Agent.Handle.Index);
	if (Index >= Agents.Num())
	{
		Agents.SetNum(Index + 1);
	}
	FAgentSlot& Slot = Agents[Index];
	Slot = FAgentSlot();
	Slot.Component = &Agent;
	Slot.Handle = Agent.Handle;
	Slot.Placed = Location;
	Slot.Before = Def.Position;
	Slot.After = Def.Position;
}

void FCrowdSimulation::RemoveAgent(UCrowdAgentComponent& Agent)
{
	if (FAgentSlot* Slot = FindSlot(Agent))
	{
		*Slot = FAgentSlot();
		(void)Crowd.RemoveAgent(Agent.Handle);
	}
	Agent.Crowd.Reset();
	Agent.Handle = AgentHandle();
	Agent.CrowdVelocity = FVector::ZeroVector;
	Agent.bArrived = false;
}

void FCrowdSimulation::SetGoal(UCrowdAgentComponent& Agent, const FVector& Location)
{
	FAgentSlot* Slot = FindSlot(Agent);
	if (!Slot)
	{
		return;
	}
	const Vec2 Goal = Units::ToPlane(Units::ToAbsolute(Location, WorldOrigin()));
	const Result<void> Set = Crowd.SetGoal(Agent.Handle, Goal, Units::ToMeters(Agent.ArrivalRadius));
	if (!Set)
	{
		UE_LOG(LogCrowdAvoidance, Warning, TEXT("Crowd agent '%s' keeps to what it did: %s (in metres). Correct the goal or ArrivalRadius."),
			*Agent.GetPathName(), UTF8_TO_TCHAR(Set.ErrorText()));
		return;
	}
	Slot->bArrived = false;
	Slot->bTold = false;
	Agent.bArrived = false;
}

void FCrowdSimulation::SetDesiredVelocity(UCrowdAgentComponent& Agent, const FVector& Velocity)
{
	FAgentSlot* Slot = FindSlot(Agent);
	if (!Slot)
	{
		return;
	}
	const Result<void> Set = Crowd.SetDesiredVelocity(Agent.Handle, Units::ToPlane(Velocity));
	if (!Set)
	{
		UE_LOG(LogCrowdAvoidance, Warning, TEXT("Crowd agent '%s' keeps to what it did: %s (in m/s). Correct the velocity."),
			*Agent.GetPathName(), UTF8_TO_TCHAR(Set.ErrorText()));
		return;
	}
	Slot->bArrived = false;
	Agent.bArrived = false;
}

FTransform FCrowdSimulation::AbsoluteTransform(const UCrowdObstacleComponent& Obstacle) const
{
	FTransform At = Obstacle.GetOwner() ? Obstacle.GetOwner()->GetActorTransform() : FTransform();
	At.SetLocation(Units::ToAbsolute(At.GetLocation(), WorldOrigin()));
	return At;
}

Result<ObstacleHandle> FCrowdSimulation::PlaceObstacle(const UCrowdObstacleComponent& Obstacle, const FTransform& At)
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
	return Crowd.AddObstacle(Def);
}

void FCrowdSimulation::AddObstacle(UCrowdObstacleComponent& Obstacle)
{
	if (bClosed || Crowd.IsValid(Obstacle.Handle))
	{
		return;
	}
	const FTransform At = AbsoluteTransform(Obstacle);
	const Result<ObstacleHandle> Added = PlaceObstacle(Obstacle, At);
	if (!Added)
	{
		UE_LOG(LogCrowdAvoidance, Warning, TEXT("Crowd obstacle '%s' stays out of the crowd: %s (in metres). Correct its Points."),
			*Obstacle.GetPathName(), UTF8_TO_TCHAR(Added.ErrorText()));
		return;
	}
	Obstacle.Handle = Added.Value();
	Obstacle.Crowd = AsShared();
	Obstacles.Add({&Obstacle, At});
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
	SET_DWORD_STAT(STAT_CrowdAgents, Crowd.AgentCount());
	const Time::FFrame Frame = Clock.Advance(static_cast<double>(DeltaSeconds));
	WarnOfLostTime(Frame.LostSeconds);
	ReadOwners();
	ReadObstacles();
	Step(Frame);
	MoveOwners(Frame.Blend);
	TellArrivals();
	if (!bClosed && Console::DebugLevel() > 0)
	{
		DrawDebug();
	}
}

void FCrowdSimulation::Close()
{
	bClosed = true;
	for (FAgentSlot& Slot : Agents)
	{
		if (UCrowdAgentComponent* Agent = Slot.Component.Get())
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

/// Owners that somebody else has moved take their agents along.
void FCrowdSimulation::ReadOwners()
{
	SCOPE_CYCLE_COUNTER(STAT_CrowdReadOwners);
	const FIntVector Origin = WorldOrigin();
	for (FAgentSlot& Slot : Agents)
	{
		UCrowdAgentComponent* Agent = Slot.Component.Get();
		if (!Agent || !Agent->GetOwner())
		{
			continue;
		}
		const FVector Location = Units::ToAbsolute(Agent->GetOwner()->GetActorLocation(), Origin);
		if (Location.Equals(Slot.Placed, Simulation::MovedDistance))
		{
			continue;
		}
		Slot.Placed = Location;
		const Vec2 Position = Units::ToPlane(Location);
		const Result<void> Moved = Crowd.SetPosition(Slot.Handle, Position);
		const Result<void> Raised = Crowd.SetHeight(Slot.Handle, Units::ToMeters(Location.Z));
		if (!Moved || !Raised)
		{
			UE_LOG(LogCrowdAvoidance, Warning, TEXT("Crowd agent '%s' was moved to where no agent can be: %s (in metres). Move it back."),
				*Agent->GetPathName(), UTF8_TO_TCHAR(Moved ? Raised.ErrorText() : Moved.ErrorText()));
			continue;
		}
		Slot.Before = Position;
		Slot.After = Position;
	}
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
		if (At.Equals(Slot.Placed, Simulation::MovedDistance))
		{
			continue;
		}
		Slot.Placed = At;
		const Result<ObstacleHandle> Placed = PlaceObstacle(*Obstacle, At);
		if (!Placed)
		{
			UE_LOG(LogCrowdAvoidance, Warning, TEXT("Crowd obstacle '%s' stays where it was: %s (in metres). Move its owner back."),
				*Obstacle->GetPathName(), UTF8_TO_TCHAR(Placed.ErrorText()));
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
	for (int32 Done = 0; Done < Frame.Steps; ++Done)
	{
		if (Done == Frame.Steps - 1)
		{
			Gather(true);
		}
		const Result<StepReport> Report = Crowd.Step(Frame.StepSeconds);
		if (!Report)
		{
			UE_LOG(LogCrowdAvoidance, Error, TEXT("The crowd could not step: %s."), UTF8_TO_TCHAR(Report.ErrorText()));
			return;
		}
		WarnOf(Report.Value().Status);
	}
	if (Frame.Steps > 0)
	{
		Gather(false);
	}
}

/// Copies what Core knows to the slots; the copy stays when code of others changes the crowd.
void FCrowdSimulation::Gather(bool bBefore)
{
	const AgentsView View = Crowd.Agents();
	for (int32 Place = 0; Place < View.Count; ++Place)
	{
		const size_t At = static_cast<size_t>(Place);
		FAgentSlot& Slot = Agents[static_cast<int32>(View.HandleIndex[At])];
		const Vec2 Position = {View.PositionX[At], View.PositionY[At]};
		if (bBefore)
		{
			Slot.Before = Position;
			continue;
		}
		Slot.After = Position;
		Slot.Velocity = {View.VelocityX[At], View.VelocityY[At]};
		Slot.bArrived = (View.Flags[At] & AgentsView::AgentFlagArrived) != 0;
	}
}

void FCrowdSimulation::MoveOwners(double Blend)
{
	SCOPE_CYCLE_COUNTER(STAT_CrowdMoveOwners);
	const FIntVector Origin = WorldOrigin();
	for (int32 Index = 0; Index < Agents.Num() && !bClosed; ++Index)
	{
		FAgentSlot& Slot = Agents[Index];
		UCrowdAgentComponent* Agent = Slot.Component.Get();
		if (!Agent || !Agent->GetOwner())
		{
			continue;
		}
		const double Height = Slot.Placed.Z;
		const FVector To = FMath::Lerp(Units::FromPlane(Slot.Before, Height), Units::FromPlane(Slot.After, Height), Blend);
		Agent->CrowdVelocity = Units::FromPlane(Slot.Velocity);
		Agent->bArrived = Slot.bArrived;
		if (!To.Equals(Slot.Placed, 0.0))
		{
			Slot.Placed = To;
			Agent->GetOwner()->SetActorLocation(Units::FromAbsolute(To, Origin));
		}
	}
}

void FCrowdSimulation::TellArrivals()
{
	for (int32 Index = 0; Index < Agents.Num() && !bClosed; ++Index)
	{
		FAgentSlot& Slot = Agents[Index];
		UCrowdAgentComponent* Agent = Slot.Component.Get();
		if (Agent && Slot.bArrived && !Slot.bTold)
		{
			Slot.bTold = true;
			Agent->OnArrived.Broadcast(Agent);
		}
	}
}

void FCrowdSimulation::DrawDebug() const
{
#if ENABLE_DRAW_DEBUG
	const UWorld* World = EngineWorld.Get();
	const FIntVector Origin = WorldOrigin();
	const AgentsView View = Crowd.Agents();
	for (int32 Place = 0; World && Place < View.Count; ++Place)
	{
		const size_t At = static_cast<size_t>(Place);
		const FAgentSlot& Slot = Agents[static_cast<int32>(View.HandleIndex[At])];
		const FVector Center = Units::FromAbsolute(Slot.Placed, Origin);
		DrawDebugCircle(World, Center, static_cast<float>(Units::ToCentimeters(View.Radius[At])), 24,
			Slot.bArrived ? FColor::Green : FColor::Yellow, false, -1.0f, 0, 1.0f, FVector(1.0, 0.0, 0.0), FVector(0.0, 1.0, 0.0), false);
		DrawDebugLine(World, Center, Center + Units::FromPlane(Slot.Velocity), FColor::White, false, -1.0f, 0, 1.0f);
	}
#endif
}

void FCrowdSimulation::WarnOf(EStepStatus Status)
{
	const auto WarnOnce = [&](EStepStatus Bit, const TCHAR* Text)
	{
		if (HasStatus(Status, Bit) && (WarnedOf & static_cast<uint32>(Bit)) == 0)
		{
			WarnedOf |= static_cast<uint32>(Bit);
			UE_LOG(LogCrowdAvoidance, Warning, TEXT("The crowd of world '%s': %s"), *GetPathNameSafe(EngineWorld.Get()), Text);
		}
	};
	WarnOnce(EStepStatus::NeighborsTruncated,
		TEXT("more than 1,024 agents stand in one heap, so some heed only a part of it. Spawn agents apart, or use smaller radii."));
	WarnOnce(EStepStatus::WallsTruncated,
		TEXT("an agent has more walls in reach than it can heed. Use fewer, longer walls, or a shorter ObstacleHorizon."));
	WarnOnce(EStepStatus::GuaranteeLost,
		TEXT("ClearPath1 found no collision-free velocity for an agent. Give agents more room, or use shorter steps."));
}

void FCrowdSimulation::WarnOfLostTime(double LostSeconds)
{
	if (LostSeconds > 0.0 && !bWarnedOfLostTime)
	{
		bWarnedOfLostTime = true;
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("The crowd of world '%s' fell %g s behind in a long frame, as it may again. If that matters, raise MaxStepsPerFrame in ")
				TEXT("Project Settings, Plugins."),
			*GetPathNameSafe(EngineWorld.Get()), LostSeconds);
	}
}
