// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Engine/EngineBaseTypes.h"
#include "Subsystems/WorldSubsystem.h"
#include "UObject/WeakObjectPtrTemplates.h"

#include "CrowdAvoidanceSubsystem.generated.h"

class ANavigationData;
class FCrowdSimulation;
class UCrowdAgentComponent;
class UCrowdAvoidanceSubsystem;
class UCrowdObstacleComponent;

/// The crowd's place in the frame: before physics, so that agents have moved when the frame's other work looks at them.
struct FCrowdStepTick final : public FTickFunction
{
	virtual void ExecuteTick(float DeltaTime, ELevelTick TickType, ENamedThreads::Type CurrentThread,
		const FGraphEventRef& CompletionEvent) override;
	virtual FString DiagnosticMessage() override;
	virtual FName DiagnosticContext(bool bDetailed) override;

	TWeakObjectPtr<UCrowdAvoidanceSubsystem> Target;
};

/// The crowd of one game world. Components register themselves with it; most projects need nothing else of it.
///  - Steps in TG_PrePhysics, at the world's own pace: not while paused, slower or faster with its time dilation.
///  - Fixed or variable steps: Project Settings, Plugins, Crowd Avoidance.
UCLASS()
class CROWDAVOIDANCE_API UCrowdAvoidanceSubsystem : public UWorldSubsystem
{
	GENERATED_BODY()

public:
	/// Agents in the crowd.
	UFUNCTION(BlueprintPure, Category = "Crowd Avoidance")
	int32 GetAgentCount() const;

	/// Obstacles in the crowd's way.
	UFUNCTION(BlueprintPure, Category = "Crowd Avoidance")
	int32 GetObstacleCount() const;

	/// Steps made since the world began.
	UFUNCTION(BlueprintPure, Category = "Crowd Avoidance")
	int64 GetStepCount() const;

	/// What the steps of the last frame took, by themselves. [ms]
	UFUNCTION(BlueprintPure, Category = "Crowd Avoidance")
	float GetStepMilliseconds() const;

	/// Of every agent's position, velocity and goal state: equal in two runs that went the same way, whatever the number of threads.
	uint64 GetStateHash() const;

	/// Of this module's own use; null before Initialize and after Deinitialize.
	FCrowdSimulation* GetSimulation() const { return Simulation.Get(); }

	/// Makes the component's owner an agent. What keeps it from that is logged with the cure, and the component stays out.
	void RegisterAgent(UCrowdAgentComponent& Agent);

	/// Puts the component's outline in the crowd's way. What keeps it from that is logged with the cure.
	void RegisterObstacle(UCrowdObstacleComponent& Obstacle);

	/// For ticks that must come before or after the crowd's step.
	FTickFunction& GetStepTick() { return StepTick; }

	virtual void Initialize(FSubsystemCollectionBase& Collection) override;
	virtual void OnWorldBeginPlay(UWorld& InWorld) override;
	virtual void Deinitialize() override;

protected:
	virtual bool DoesSupportWorldType(const EWorldType::Type WorldType) const override;

private:
	friend FCrowdStepTick;

	void Advance(float DeltaSeconds);

	UFUNCTION()
	void OnNavigationGenerationFinished(ANavigationData* NavData);

	FCrowdStepTick StepTick;
	/// Shared, so that it outlives a step in whose middle the world is torn down. Null outside Initialize .. Deinitialize.
	TSharedPtr<FCrowdSimulation> Simulation;
};
