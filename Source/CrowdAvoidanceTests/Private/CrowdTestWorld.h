// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "CrowdAgentComponent.h"
#include "CrowdAgentProfile.h"
#include "CrowdAvoidanceSettings.h"
#include "CrowdAvoidanceSubsystem.h"
#include "CrowdObstacleComponent.h"
#include "CrowdTestListener.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"

class ACharacter;
class APawn;

/// A game world without a map, for as long as a test needs it.
class FCrowdTestWorld
{
public:
	/// Without bBegin play has yet to begin, so that what is spawned can be set up before it does.
	explicit FCrowdTestWorld(EWorldType::Type Type = EWorldType::Game, bool bBegin = true);
	~FCrowdTestWorld();
	FCrowdTestWorld(const FCrowdTestWorld&) = delete;
	FCrowdTestWorld& operator=(const FCrowdTestWorld&) = delete;

	void Begin();

	/// That many frames of that length. [s]
	void Tick(int32 Frames, float Seconds);

	/// An actor that can be moved.
	AActor* SpawnActor(const FVector& Location);
	UCrowdAgentComponent* SpawnAgent(const FVector& Location, UCrowdAgentProfile* Profile = nullptr);
	/// Makes an actor an agent.
	UCrowdAgentComponent* AddAgent(AActor& Actor, UCrowdAgentProfile* Profile = nullptr);
	/// A pawn that floats, with a controller where a class is given.
	APawn* SpawnPawn(const FVector& Location, UClass* ControllerClass);
	/// A character that flies, since there is no floor.
	ACharacter* SpawnCharacter(const FVector& Location, UClass* ControllerClass);
	UCrowdObstacleComponent* SpawnObstacle(const FVector& Location, const TArray<FVector>& Points);
	UCrowdTestListener* Listen(UCrowdAgentComponent& Agent);
	void SetPaused(bool bPaused);

	UCrowdAvoidanceSubsystem* GetCrowd() const { return World->GetSubsystem<UCrowdAvoidanceSubsystem>(); }

	UWorld* World = nullptr; // uplugin-lint: allow object-member: the engine's world context holds it.
	/// What SpawnAgent gives agents that get no other.
	UCrowdAgentProfile* Profile = nullptr; // uplugin-lint: allow object-member: nothing is collected within a test.
};

/// Project settings for one test; as they were when it is over.
class FCrowdTestSettings
{
public:
	FCrowdTestSettings();
	~FCrowdTestSettings();
	UCrowdAvoidanceSettings* operator->() const { return Settings; }

private:
	UCrowdAvoidanceSettings* Settings; // uplugin-lint: allow object-member: the class's default object, which stays.
	ECrowdModel Model;
	ECrowdStepMode StepMode;
	float FixedStep;
	float LongestStep;
	int32 MaxStepsPerFrame;
	int32 MaxWorkers;
	bool bInterpolate;
};
