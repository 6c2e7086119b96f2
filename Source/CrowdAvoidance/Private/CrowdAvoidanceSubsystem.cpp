// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdAvoidanceSubsystem.h"

#include "CrowdAvoidanceSettings.h"
#include "CrowdConsole.h"
#include "CrowdSimulation.h"
#include "Engine/Level.h"
#include "Engine/World.h"
#include "NavigationSystem.h"

void FCrowdStepTick::ExecuteTick(float DeltaTime, ELevelTick TickType, ENamedThreads::Type /*CurrentThread*/,
	const FGraphEventRef& /*CompletionEvent*/)
{
	UCrowdAvoidanceSubsystem* const Crowd = Target.Get();
	if (Crowd && TickType != LEVELTICK_ViewportsOnly)
	{
		Crowd->Advance(DeltaTime);
	}
}

FString FCrowdStepTick::DiagnosticMessage()
{
	return TEXT("UCrowdAvoidanceSubsystem step");
}

FName FCrowdStepTick::DiagnosticContext(bool /*bDetailed*/)
{
	return FName(TEXT("CrowdAvoidanceSubsystem"));
}

void UCrowdAvoidanceSubsystem::Initialize(FSubsystemCollectionBase& Collection)
{
	Super::Initialize(Collection);
	Simulation = MakeShared<FCrowdSimulation>(*GetWorld(), *GetDefault<UCrowdAvoidanceSettings>());
}

void UCrowdAvoidanceSubsystem::OnWorldBeginPlay(UWorld& InWorld)
{
	Super::OnWorldBeginPlay(InWorld);
	StepTick.Target = this;
	StepTick.TickGroup = TG_PrePhysics;
	StepTick.bCanEverTick = true;
	StepTick.bTickEvenWhenPaused = false;
	StepTick.RegisterTickFunction(InWorld.PersistentLevel);
	if (UNavigationSystemV1* Navigation = UNavigationSystemV1::GetCurrent(&InWorld))
	{
		Navigation->OnNavigationGenerationFinishedDelegate.AddDynamic(
			this, &UCrowdAvoidanceSubsystem::OnNavigationGenerationFinished);
	}
}

void UCrowdAvoidanceSubsystem::Deinitialize()
{
	if (UNavigationSystemV1* Navigation = UNavigationSystemV1::GetCurrent(GetWorld()))
	{
		Navigation->OnNavigationGenerationFinishedDelegate.RemoveDynamic(
			this, &UCrowdAvoidanceSubsystem::OnNavigationGenerationFinished);
	}
	StepTick.UnRegisterTickFunction();
	StepTick.Target = nullptr;
	if (Simulation)
	{
		Simulation->Close();
		Simulation.Reset();
	}
	Super::Deinitialize();
}

bool UCrowdAvoidanceSubsystem::DoesSupportWorldType(const EWorldType::Type WorldType) const
{
	return WorldType == EWorldType::Game || WorldType == EWorldType::PIE;
}

int32 UCrowdAvoidanceSubsystem::GetAgentCount() const
{
	return Simulation ? Simulation->GetWorld().AgentCount() : 0;
}

int32 UCrowdAvoidanceSubsystem::GetObstacleCount() const
{
	return Simulation ? Simulation->GetWorld().ObstacleCount() : 0;
}

int64 UCrowdAvoidanceSubsystem::GetStepCount() const
{
	return Simulation ? static_cast<int64>(Simulation->GetWorld().StepCount()) : 0;
}

float UCrowdAvoidanceSubsystem::GetStepMilliseconds() const
{
	return Simulation ? static_cast<float>(Simulation->GetStepSeconds() * 1000.0) : 0.0f;
}

uint64 UCrowdAvoidanceSubsystem::GetStateHash() const
{
	return Simulation ? Simulation->GetWorld().StateHash() : 0;
}

void UCrowdAvoidanceSubsystem::RegisterAgent(UCrowdAgentComponent& Agent)
{
	if (Simulation)
	{
		Simulation->AddAgent(Agent);
	}
}

void UCrowdAvoidanceSubsystem::RegisterObstacle(UCrowdObstacleComponent& Obstacle)
{
	if (Simulation)
	{
		Simulation->AddObstacle(Obstacle);
	}
}

void UCrowdAvoidanceSubsystem::Advance(float DeltaSeconds)
{
	// What agents' owners and listeners do may end this world, and the subsystem's own reference with it.
	const TSharedPtr<FCrowdSimulation> Kept = Simulation;
	if (!Kept)
	{
		return;
	}
	if (CrowdAvoidance::Console::IsEnabled())
	{
		Kept->Advance(DeltaSeconds);
	}
	else
	{
		Kept->StandStill();
	}
}

void UCrowdAvoidanceSubsystem::OnNavigationGenerationFinished(ANavigationData* NavData)
{
	const UNavigationSystemV1* Navigation = UNavigationSystemV1::GetCurrent(GetWorld());
	if (Simulation && Navigation && NavData == Navigation->GetDefaultNavDataInstance())
	{
		Simulation->OnNavMeshChanged();
	}
}
