// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdObstacleComponent.h"

#include "CrowdAvoidanceSubsystem.h"
#include "CrowdSimulation.h"
#include "Engine/World.h"

UCrowdObstacleComponent::UCrowdObstacleComponent()
{
	PrimaryComponentTick.bCanEverTick = false;
	// A box of a metre, so that a new component does something that can be seen.
	Points = {
		FVector(-50.0, -50.0, 0.0), FVector(50.0, -50.0, 0.0), FVector(50.0, 50.0, 0.0), FVector(-50.0, 50.0, 0.0)};
}

void UCrowdObstacleComponent::BeginPlay()
{
	Super::BeginPlay();
	if (UCrowdAvoidanceSubsystem* Subsystem = GetWorld()->GetSubsystem<UCrowdAvoidanceSubsystem>())
	{
		Subsystem->RegisterObstacle(*this);
	}
}

void UCrowdObstacleComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	if (const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin())
	{
		Simulation->RemoveObstacle(*this);
	}
	Super::EndPlay(EndPlayReason);
}

bool UCrowdObstacleComponent::IsInCrowd() const
{
	return Crowd.IsValid();
}
