// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdAgentComponent.h"

#include "CrowdAvoidanceSubsystem.h"
#include "CrowdSimulation.h"
#include "Engine/World.h"

UCrowdAgentComponent::UCrowdAgentComponent()
{
	// The crowd's own tick moves all agents at once.
	PrimaryComponentTick.bCanEverTick = false;
}

void UCrowdAgentComponent::BeginPlay()
{
	Super::BeginPlay();
	if (UCrowdAvoidanceSubsystem* Subsystem = GetWorld()->GetSubsystem<UCrowdAvoidanceSubsystem>())
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
	Super::EndPlay(EndPlayReason);
}

void UCrowdAgentComponent::SetGoal(const FVector& Location)
{
	bHasGoal = true;
	Target = Location;
	PassOnIntent();
}

void UCrowdAgentComponent::SetDesiredVelocity(const FVector& Velocity)
{
	bHasGoal = false;
	Target = Velocity;
	PassOnIntent();
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

float UCrowdAgentComponent::GetPreferredSpeed() const
{
	const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin();
	return Simulation ? Simulation->GetPreferredSpeed(Handle) : 0.0f;
}

void UCrowdAgentComponent::PassOnIntent()
{
	const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin();
	if (!Simulation)
	{
		return;
	}
	if (bHasGoal)
	{
		Simulation->SetGoal(*this, Target);
	}
	else
	{
		Simulation->SetDesiredVelocity(*this, Target);
	}
}
