// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Agents whose owners are moved by movement components: read before the step, asked after it.

#include "CrowdSimulation.h"

#include "Components/SceneComponent.h"
#include "CrowdAgentComponent.h"
#include "CrowdAvoidanceLog.h"
#include "CrowdUnits.h"
#include "GameFramework/Actor.h"

using namespace CrowdAvoidance;

void FCrowdSimulation::AddMovement(int32 Index, UCrowdAgentComponent& Agent)
{
	const FCrowdMovement Movement(Agent);
	if (!Movement.IsThere())
	{
		USceneComponent* const Root = Agent.GetOwner()->GetRootComponent();
		Agents.Bodies[Index] = Root;
		if (Root->Mobility != EComponentMobility::Movable)
		{
			UE_LOG(LogCrowdAvoidance, Warning,
				TEXT("Crowd agent '%s' cannot be moved: its owner's root component '%s' is not movable. Set its "
					 "Mobility to Movable."),
				*Agent.GetPathName(), *Root->GetPathName());
		}
		return;
	}
	const AgentState State = Crowd.GetAgent(Agent.Handle).Value();
	FMover& Mover = Movers.AddDefaulted_GetRef();
	Mover.Handle = Agent.Handle;
	Mover.Movement = Movement;
	Mover.MaxSpeed = State.MaxSpeed;
	Mover.PreferredSpeed = State.PreferredSpeed;
}

/// Owners with a movement component are where that has brought them, and as fast as it is.
void FCrowdSimulation::ReadMovers()
{
	for (int32 At = Movers.Num() - 1; At >= 0; --At)
	{
		if (!ReadMover(Movers[At]))
		{
			Movers.RemoveAtSwap(At);
		}
	}
}

bool FCrowdSimulation::ReadMover(FMover& Mover)
{
	const int32 Index = FindAgent(Mover.Handle);
	const UCrowdAgentComponent* Agent = Index != INDEX_NONE ? Components[Index].Get() : nullptr;
	if (!Agent || !Agent->GetOwner())
	{
		return false;
	}
	if (!Mover.Movement.IsThere())
	{
		Mover.Movement = FCrowdMovement(*Agent);
	}
	if (!Mover.Movement.IsThere())
	{
		Agents.Bodies[Index] = Agent->GetOwner()->GetRootComponent();
		(void)Crowd.Set(Mover.Handle, &AgentDef::MaxSpeed, Mover.MaxSpeed);
		(void)Crowd.Set(Mover.Handle, &AgentDef::PreferredSpeed, Mover.PreferredSpeed);
		return false;
	}
	ReadSpeedLimit(Mover);
	const FVector Location = Units::ToAbsolute(Agent->GetOwner()->GetActorLocation(), WorldOrigin());
	const Result<void> Moved = Crowd.SetPosition(Mover.Handle, Units::ToPlane(Location));
	const Result<void> Raised = Crowd.Set(Mover.Handle, &AgentDef::Height, Units::ToMeters(Location.Z));
	const Result<void> Sped = Crowd.SetVelocity(Mover.Handle, Units::ToPlane(Mover.Movement.GetVelocity()));
	if (Moved && Raised && Sped)
	{
		Agents.Placed[Index] = Location;
	}
	else if (!Mover.bWarnedOfPlace)
	{
		Mover.bWarnedOfPlace = true;
		const char* const Why = !Moved ? Moved.ErrorText() : !Raised ? Raised.ErrorText() : Sped.ErrorText();
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd agent '%s' was moved to where no agent can be, or as fast: %s (in metres and seconds). Move it "
				 "back."),
			*Agent->GetPathName(), UTF8_TO_TCHAR(Why));
	}
	return true;
}

/// What is planned must be what can be done: an agent is not faster than its owner's movement component.
void FCrowdSimulation::ReadSpeedLimit(FMover& Mover)
{
	const float Limit = Mover.Movement.GetMaxSpeed();
	if (Limit == Mover.SpeedLimit)
	{
		return;
	}
	Mover.SpeedLimit = Limit;
	const float MaxSpeed = Limit > 0.0f ? FMath::Min(Mover.MaxSpeed, Units::ToMeters(Limit)) : Mover.MaxSpeed;
	(void)Crowd.Set(Mover.Handle, &AgentDef::MaxSpeed, MaxSpeed);
	(void)Crowd.Set(Mover.Handle, &AgentDef::PreferredSpeed, FMath::Min(Mover.PreferredSpeed, MaxSpeed));
}

/// In every frame, also where no step falls: a request lasts for one.
void FCrowdSimulation::RequestMoves()
{
	for (int32 At = 0; At < Movers.Num() && !bClosed; ++At)
	{
		const int32 Index = FindAgent(Movers[At].Handle);
		const UCrowdAgentComponent* Agent = Index != INDEX_NONE ? Components[Index].Get() : nullptr;
		if (Agent)
		{
			// Shown where the owner is, not where the step would have it.
			Agents.Before[Index] = Units::ToPlane(Agents.Placed[Index]);
			Agents.After[Index] = Agents.Before[Index];
			Movers[At].Movement.Request(*Agent, Units::FromPlane(Agents.Velocity[Index]));
		}
	}
}

/// A velocity that was requested last may hold for ever.
void FCrowdSimulation::StopMover(const UCrowdAgentComponent& Agent)
{
	for (FMover& Mover : Movers)
	{
		if (Mover.Handle == Agent.Handle)
		{
			Mover.Movement.Request(Agent, FVector::ZeroVector);
			break;
		}
	}
}

void FCrowdSimulation::StandStill()
{
	for (Vec2& Velocity : Agents.Velocity)
	{
		Velocity = Vec2();
	}
	RequestMoves();
	TellListeners();
}
