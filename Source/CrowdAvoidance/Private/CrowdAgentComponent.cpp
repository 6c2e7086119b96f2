// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdAgentComponent.h"

#include "CrowdAvoidanceLog.h"
#include "CrowdAvoidanceSubsystem.h"
#include "CrowdMoveTo.h"
#include "CrowdSimulation.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"

UCrowdAgentComponent::UCrowdAgentComponent()
{
	// The crowd's own tick moves all agents at once.
	PrimaryComponentTick.bCanEverTick = false;
}

void UCrowdAgentComponent::BeginPlay()
{
	Super::BeginPlay();
	UCrowdAvoidanceSubsystem* Subsystem = GetWorld()->GetSubsystem<UCrowdAvoidanceSubsystem>();
	if (Subsystem && !GetOwner()->HasAuthority())
	{
		UE_LOG(LogCrowdAvoidance, Log, TEXT("Crowd agent '%s' stays out of the crowd: the server moves its owner."),
			*GetPathName());
	}
	else if (Subsystem)
	{
		Subsystem->RegisterAgent(*this);
		PassOnIntent();
	}
}

void UCrowdAgentComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	if (const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin())
	{
		Simulation->RemoveAgent(*this);
	}
	if (UCrowdMoveTo* Ended = Move.Get())
	{
		Ended->End(ECrowdMoveResult::AgentGone);
	}
	Super::EndPlay(EndPlayReason);
}

void UCrowdAgentComponent::ApplyWorldOffset(const FVector& InOffset, bool bWorldShift)
{
	Super::ApplyWorldOffset(InOffset, bWorldShift);
	// The crowd has its goal where it was; this is for when the agent comes back to it.
	if (bHasGoal)
	{
		Target = Target + InOffset;
	}
}

void UCrowdAgentComponent::SetGoal(const FVector& Location)
{
	SetIntent(true, Location, nullptr);
}

void UCrowdAgentComponent::SetDesiredVelocity(const FVector& Velocity)
{
	SetIntent(false, Velocity, nullptr);
}

void UCrowdAgentComponent::StopMoving()
{
	SetDesiredVelocity(FVector::ZeroVector);
}

FVector UCrowdAgentComponent::GetCrowdVelocity() const
{
	const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin();
	return Simulation ? Simulation->Shown(Handle).Velocity : FVector::ZeroVector;
}

bool UCrowdAgentComponent::HasArrived() const
{
	const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin();
	return Simulation && Simulation->Shown(Handle).bArrived;
}

bool UCrowdAgentComponent::IsInCrowd() const
{
	return Crowd.IsValid();
}

TArray<FCrowdSeenAgent> UCrowdAgentComponent::GetSeenAgents() const
{
	const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin();
	return Simulation ? Simulation->GetSeen(Handle) : TArray<FCrowdSeenAgent>();
}

FCrowdAgentState UCrowdAgentComponent::SaveState() const
{
	FCrowdAgentState State;
	if (const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin())
	{
		Simulation->SaveAgent(*this, State);
	}
	else if (GetOwner())
	{
		State.Location = GetOwner()->GetActorLocation();
	}
	State.Target = Target;
	State.bHasGoal = bHasGoal;
	return State;
}

void UCrowdAgentComponent::RestoreState(const FCrowdAgentState& State)
{
	const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin();
	if (Simulation && !Simulation->RestoreAgent(*this, State))
	{
		return;
	}
	if (SetIntent(State.bHasGoal, State.Target, nullptr) && Simulation && State.bHasGoal && State.bArrived)
	{
		Simulation->SetArrived(*this);
	}
}

float UCrowdAgentComponent::GetPreferredSpeed() const
{
	const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin();
	return Simulation ? Simulation->GetPreferredSpeed(Handle) : 0.0f;
}

bool UCrowdAgentComponent::PassOnIntent()
{
	const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin();
	if (!Simulation)
	{
		return true;
	}
	return bHasGoal ? Simulation->SetGoal(*this, Target) : Simulation->SetDesiredVelocity(*this, Target);
}

bool UCrowdAgentComponent::SetIntent(bool bGoal, const FVector& NewTarget, UCrowdMoveTo* NewMove)
{
	const bool bHadArrived = Move.IsValid() && HasArrived();
	const bool bHadGoal = bHasGoal;
	const FVector OldTarget = Target;
	bHasGoal = bGoal;
	Target = NewTarget;
	if (!PassOnIntent())
	{
		bHasGoal = bHadGoal;
		Target = OldTarget;
		return false;
	}
	UCrowdMoveTo* Replaced = Move.Get();
	Move = NewMove;
	if (Replaced)
	{
		// Last, since its listeners may do anything. One that has arrived, and not been told yet, was not kept from it.
		Replaced->End(bHadArrived ? ECrowdMoveResult::Arrived : ECrowdMoveResult::Replaced);
	}
	return true;
}

bool UCrowdAgentComponent::BeginMove(UCrowdMoveTo& NewMove, const FVector& Location)
{
	return SetIntent(true, Location, &NewMove);
}

void UCrowdAgentComponent::ForgetMove(const UCrowdMoveTo& Ended)
{
	if (Move.Get() == &Ended)
	{
		Move = nullptr;
	}
}
