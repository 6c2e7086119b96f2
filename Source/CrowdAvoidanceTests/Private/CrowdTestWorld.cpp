// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdTestWorld.h"

#include "Components/SceneComponent.h"
#include "CrowdCore/CrowdWorld.h"
#include "CrowdTestNavMesh.h"
#include "Engine/Engine.h"
#include "GameFramework/Character.h"
#include "GameFramework/CharacterMovementComponent.h"
#include "GameFramework/Controller.h"
#include "GameFramework/FloatingPawnMovement.h"
#include "GameFramework/Pawn.h"
#include "GameFramework/PlayerState.h"
#include "GameFramework/WorldSettings.h"
#include "Misc/AutomationTest.h"

FCrowdTestWorld::FCrowdTestWorld(EWorldType::Type Type, const FCrowdTestNavMesh* Ground, bool bBegin)
{
	World = UWorld::CreateWorld(Type, false);
	GEngine->CreateNewWorldContext(Type).SetCurrentWorld(World);
	World->InitializeActorsForPlay(FURL());
	bNavMesh = Ground && Ground->Build(*World);
	Profile = NewObject<UCrowdAgentProfile>(World);
	if (bBegin)
	{
		Begin();
	}
}

void FCrowdTestWorld::Begin()
{
	World->BeginPlay();
	// There is no game mode to do it.
	World->GetWorldSettings()->NotifyBeginPlay();
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

void FCrowdTestWorld::TickWithCore(FAutomationTestBase& Spec, CrowdAvoidance::World& Core, int32 Frames, float Seconds)
{
	Spec.TestEqual(TEXT("hash before"), GetCrowd()->GetStateHash(), static_cast<uint64>(Core.StateHash()));
	for (int32 Frame = 0; Frame < Frames; ++Frame)
	{
		Spec.TestTrue(TEXT("Core steps"), Core.Step(Seconds).IsOk());
	}
	Tick(Frames, Seconds);
	Spec.TestEqual(TEXT("hash after"), GetCrowd()->GetStateHash(), static_cast<uint64>(Core.StateHash()));
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
	return AddAgent(*SpawnActor(Location), OtherProfile);
}

UCrowdAgentComponent* FCrowdTestWorld::AddAgent(AActor& Actor, UCrowdAgentProfile* OtherProfile)
{
	UCrowdAgentComponent* Agent = NewObject<UCrowdAgentComponent>(&Actor);
	Agent->Profile = OtherProfile ? OtherProfile : Profile;
	Agent->bUseNavigation = bNavMesh;
	Agent->RegisterComponent();
	return Agent;
}

/// A pawn that is to do without a controller gets none.
static void PossessForTest(UWorld& World, APawn& Pawn, UClass* ControllerClass)
{
	if (ControllerClass)
	{
		World.SpawnActor<AController>(ControllerClass, Pawn.GetActorLocation(), FRotator::ZeroRotator)->Possess(&Pawn);
	}
}

APawn* FCrowdTestWorld::SpawnPawn(const FVector& Location, UClass* ControllerClass)
{
	APawn* Pawn = World->SpawnActor<APawn>();
	USceneComponent* Root = NewObject<USceneComponent>(Pawn);
	Pawn->SetRootComponent(Root);
	Root->RegisterComponent();
	Pawn->SetActorLocation(Location);
	NewObject<UFloatingPawnMovement>(Pawn)->RegisterComponent();
	PossessForTest(*World, *Pawn, ControllerClass);
	return Pawn;
}

ACharacter* FCrowdTestWorld::SpawnCharacter(const FVector& Location, UClass* ControllerClass)
{
	ACharacter* Character = World->SpawnActor<ACharacter>(Location, FRotator::ZeroRotator);
	UCharacterMovementComponent* Movement = Character->GetCharacterMovement();
	Movement->SetMovementMode(MOVE_Flying);
	Movement->BrakingDecelerationFlying = 2048.0f;
	PossessForTest(*World, *Character, ControllerClass);
	return Character;
}

UCrowdObstacleComponent* FCrowdTestWorld::SpawnObstacle(const FVector& Location, const TArray<FVector>& Points)
{
	UCrowdObstacleComponent* Obstacle = NewObject<UCrowdObstacleComponent>(SpawnActor(Location));
	Obstacle->Points = Points;
	Obstacle->RegisterComponent();
	return Obstacle;
}

double FCrowdTestWorld::WalkAlongX()
{
	UCrowdAgentComponent* Agent = SpawnAgent(FVector::ZeroVector);
	Agent->SetDesiredVelocity(FVector(100.0, 0.0, 0.0));
	Tick(600, 1.0f / 60.0f);
	const double Reached = Agent->GetOwner()->GetActorLocation().X;
	Agent->GetOwner()->Destroy();
	return Reached;
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
	: Settings(GetMutableDefault<UCrowdAvoidanceSettings>()),
	  Model(Settings->Model),
	  ModelOptions(Settings->ModelOptions),
	  StepMode(Settings->StepMode),
	  FixedStep(Settings->FixedStep),
	  LongestStep(Settings->LongestStep),
	  MaxStepsPerFrame(Settings->MaxStepsPerFrame),
	  MaxWorkers(Settings->MaxWorkers),
	  MaxPathRequestsPerFrame(Settings->MaxPathRequestsPerFrame),
	  bInterpolate(Settings->bInterpolate),
	  bWalkBeforePath(Settings->bWalkBeforePath),
	  bSynchronousPaths(Settings->bSynchronousPaths),
	  bWallsFromNavMesh(Settings->bWallsFromNavMesh)
{}

FCrowdTestSettings::~FCrowdTestSettings()
{
	Settings->Model = Model;
	Settings->ModelOptions = ModelOptions;
	Settings->StepMode = StepMode;
	Settings->FixedStep = FixedStep;
	Settings->LongestStep = LongestStep;
	Settings->MaxStepsPerFrame = MaxStepsPerFrame;
	Settings->MaxWorkers = MaxWorkers;
	Settings->MaxPathRequestsPerFrame = MaxPathRequestsPerFrame;
	Settings->bInterpolate = bInterpolate;
	Settings->bWalkBeforePath = bWalkBeforePath;
	Settings->bSynchronousPaths = bSynchronousPaths;
	Settings->bWallsFromNavMesh = bWallsFromNavMesh;
}
