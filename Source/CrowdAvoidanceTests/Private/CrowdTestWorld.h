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
class FAutomationTestBase;
class FCrowdTestNavMesh;

namespace CrowdAvoidance
{
class World;
}

/// A game world without a map, for as long as a test needs it.
class FCrowdTestWorld
{
public:
	/// Ground: the world's navmesh, if the test is about that; agents have bUseNavigation only then. Without bBegin play has yet to
	/// begin, so that what is spawned can be set up before it does.
	explicit FCrowdTestWorld(
		EWorldType::Type Type = EWorldType::Game, const FCrowdTestNavMesh* Ground = nullptr, bool bBegin = true);
	~FCrowdTestWorld();
	FCrowdTestWorld(const FCrowdTestWorld&) = delete;
	FCrowdTestWorld& operator=(const FCrowdTestWorld&) = delete;

	void Begin();

	/// That many frames of that length. [s]
	void Tick(int32 Frames, float Seconds);
	/// The same of Core by itself, whose steps are as long. An error of the spec where the two had or have not the same state hash.
	void TickWithCore(FAutomationTestBase& Spec, CrowdAvoidance::World& Core, int32 Frames, float Seconds);

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
	/// How far an agent comes that walks from the origin along +x for ten seconds. [cm]
	double WalkAlongX();
	UCrowdTestListener* Listen(UCrowdAgentComponent& Agent);
	void SetPaused(bool bPaused);

	UCrowdAvoidanceSubsystem* GetCrowd() const { return World->GetSubsystem<UCrowdAvoidanceSubsystem>(); }

	/// Whether the world has the navmesh that it was to have.
	bool HasNavMesh() const { return bNavMesh; }

	UWorld* World = nullptr; // uplugin-lint: allow object-member: the engine's world context holds it.
	/// What SpawnAgent gives agents that get no other.
	UCrowdAgentProfile* Profile = nullptr; // uplugin-lint: allow object-member: nothing is collected within a test.

private:
	bool bNavMesh = false;
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
	FName Model;
	TMap<FName, double> ModelOptions;
	ECrowdStepMode StepMode;
	float FixedStep;
	float LongestStep;
	int32 MaxStepsPerFrame;
	int32 MaxWorkers;
	int32 MaxPathRequestsPerFrame;
	bool bInterpolate;
	bool bWalkBeforePath;
	bool bSynchronousPaths;
	bool bWallsFromNavMesh;
};
