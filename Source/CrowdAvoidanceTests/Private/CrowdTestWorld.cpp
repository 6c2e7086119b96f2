// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdTestWorld.h"

#include "Components/SceneComponent.h"
#include "Engine/Engine.h"
#include "GameFramework/PlayerState.h"
#include "GameFramework/WorldSettings.h"

FCrowdTestWorld::FCrowdTestWorld(EWorldType::Type Type)
{
	World = UWorld::CreateWorld(Type, false);
	GEngine->CreateNewWorldContext(Type).SetCurrentWorld(World);
	World->InitializeActorsForPlay(FURL());
	World->BeginPlay();
	// There is no game mode to do it.
	World->GetWorldSettings()->NotifyBeginPlay();
	Profile = NewObject<UCrowdAgentProfile>(World);
}

FCrowdTestWorld::~FCrowdTestWorld()
{
	World->DestroyWorld(false);
	GEngine->DestroyWorldContext(World);
}

void FCrowdTestWorld::Tick(int32 Frames, float Seconds)
{
	for (int32 Frame = 0; Frame < Frames; ++Frame)
	{
		++GFrameCounter;
		World->Tick(LEVELTICK_All, Seconds);
	}
}

AActor* FCrowdTestWorld::SpawnActor(const FVector& Location)
{
	AActor* Actor = World->SpawnActor<AActor>();
	USceneComponent* Root = NewObject<USceneComponent>(Actor);
	Actor->SetRootComponent(Root);
	Root->RegisterComponent();
	Actor->SetActorLocation(Location);
	return Actor;
}

UCrowdAgentComponent* FCrowdTestWorld::SpawnAgent(const FVector& Location, UCrowdAgentProfile* OtherProfile)
{
	UCrowdAgentComponent* Agent = NewObject<UCrowdAgentComponent>(SpawnActor(Location));
	Agent->Profile = OtherProfile ? OtherProfile : Profile;
	Agent->RegisterComponent();
	return Agent;
}

UCrowdObstacleComponent* FCrowdTestWorld::SpawnObstacle(const FVector& Location, const TArray<FVector>& Points)
{
	UCrowdObstacleComponent* Obstacle = NewObject<UCrowdObstacleComponent>(SpawnActor(Location));
	Obstacle->Points = Points;
	Obstacle->RegisterComponent();
	return Obstacle;
}

UCrowdTestListener* FCrowdTestWorld::Listen(UCrowdAgentComponent& Agent)
{
	UCrowdTestListener* Listener = NewObject<UCrowdTestListener>(World);
	Agent.OnArrived.AddDynamic(Listener, &UCrowdTestListener::HandleArrived);
	return Listener;
}

void FCrowdTestWorld::SetPaused(bool bPaused)
{
	World->GetWorldSettings()->SetPauserPlayerState(bPaused ? World->SpawnActor<APlayerState>() : nullptr);
}

FCrowdTestSettings::FCrowdTestSettings()
	: Settings(GetMutableDefault<UCrowdAvoidanceSettings>()), Model(Settings->Model), StepMode(Settings->StepMode),
	  FixedStep(Settings->FixedStep), LongestStep(Settings->LongestStep), MaxStepsPerFrame(Settings->MaxStepsPerFrame),
	  MaxWorkers(Settings->MaxWorkers), bInterpolate(Settings->bInterpolate)
{
}

FCrowdTestSettings::~FCrowdTestSettings()
{
	Settings->Model = Model;
	Settings->StepMode = StepMode;
	Settings->FixedStep = FixedStep;
	Settings->LongestStep = LongestStep;
	Settings->MaxStepsPerFrame = MaxStepsPerFrame;
	Settings->MaxWorkers = MaxWorkers;
	Settings->bInterpolate = bInterpolate;
}
