// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Engine/DeveloperSettings.h"

#include "CrowdAvoidanceSettings.generated.h"

/// How frames become steps of the crowd.
UENUM(BlueprintType)
enum class ECrowdStepMode : uint8
{
	/// Steps of one length, whatever the frame rate: the same inputs give the same run.
	Fixed,
	/// One step a frame, cut in pieces where the frame is long.
	Variable,
};

/// Project Settings, Plugins, Crowd Avoidance. Read when a world begins.
UCLASS(Config = Game, DefaultConfig, meta = (DisplayName = "Crowd Avoidance"))
class CROWDAVOIDANCE_API UCrowdAvoidanceSettings : public UDeveloperSettings
{
	GENERATED_BODY()

public:
	virtual FName GetCategoryName() const override;

	/// What turns a desired velocity into a collision-free one: "orca" is fast and smooth, the choice for most crowds; "none" takes desired
	/// velocities as they are. Models that a game registers with Core can be chosen too.
	UPROPERTY(Config, EditAnywhere, BlueprintReadOnly, Category = "Simulation", meta = (GetOptions = "GetModelNames"))
	FName Model = TEXT("orca");

	/// Options of the model that are to differ from their defaults; for a switch 0 or 1.
	UPROPERTY(
		Config, EditAnywhere, BlueprintReadOnly, Category = "Simulation", meta = (GetOptions = "GetModelOptionNames"))
	TMap<FName, double> ModelOptions;

	/// How frames become steps.
	UPROPERTY(Config, EditAnywhere, BlueprintReadOnly, Category = "Time")
	ECrowdStepMode StepMode = ECrowdStepMode::Fixed;

	/// Length of a fixed step.
	UPROPERTY(Config, EditAnywhere, BlueprintReadOnly, Category = "Time",
		meta = (ClampMin = "0.001", ClampMax = "1", Units = "s", EditCondition = "StepMode == ECrowdStepMode::Fixed"))
	float FixedStep = 1.0f / 60.0f;

	/// Whether agents are shown between two fixed steps where the frame falls there: smooth at any frame rate, up to one step late.
	UPROPERTY(Config, EditAnywhere, BlueprintReadOnly, Category = "Time",
		meta = (EditCondition = "StepMode == ECrowdStepMode::Fixed"))
	bool bInterpolate = true;

	/// A longer frame is cut into pieces of at most this.
	UPROPERTY(Config, EditAnywhere, BlueprintReadOnly, Category = "Time",
		meta = (ClampMin = "0.001", ClampMax = "1", Units = "s",
			EditCondition = "StepMode == ECrowdStepMode::Variable"))
	float LongestStep = 0.05f;

	/// The most steps in one frame. After a longer frame the crowd is behind the world's time for good, instead of slowing the next
	/// frames down too.
	UPROPERTY(Config, EditAnywhere, BlueprintReadOnly, Category = "Time", meta = (ClampMin = "1", ClampMax = "100"))
	int32 MaxStepsPerFrame = 8;

	/// The most paths over the navmesh that are asked for in one frame; the rest waits for the next ones.
	UPROPERTY(
		Config, EditAnywhere, BlueprintReadOnly, Category = "Navigation", meta = (ClampMin = "1", ClampMax = "10000"))
	int32 MaxPathRequestsPerFrame = 64;

	/// Whether an agent goes straight to a new goal until it has a path; otherwise it stands.
	UPROPERTY(Config, EditAnywhere, BlueprintReadOnly, Category = "Navigation")
	bool bWalkBeforePath = false;

	/// Whether paths are found on the game thread, in the frame that asks for them: slower, but runs can be repeated. Otherwise they come
	/// when the engine's navigation system has found them.
	UPROPERTY(Config, EditAnywhere, BlueprintReadOnly, Category = "Navigation")
	bool bSynchronousPaths = false;

	/// Whether the borders of the navmesh are walls for agents, with or without a path.
	UPROPERTY(Config, EditAnywhere, BlueprintReadOnly, Category = "Navigation")
	bool bWallsFromNavMesh = true;

	/// The most threads that work on one crowd. 0: as many as the engine has. Results do not depend on it.
	UPROPERTY(
		Config, EditAnywhere, BlueprintReadOnly, Category = "Performance", meta = (ClampMin = "0", ClampMax = "256"))
	int32 MaxWorkers = 0;

	/// The models that there are, for lists to choose from.
	UFUNCTION()
	static TArray<FName> GetModelNames();

	/// The options that Model has.
	UFUNCTION()
	TArray<FName> GetModelOptionNames() const;
};
