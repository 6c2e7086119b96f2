// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "CrowdAgentProfile.h"
#include "Engine/DataAsset.h"

#include "CrowdScenarioAsset.generated.h"

class ACrowdInstances;
class UStaticMesh;

/// One agent of a scenario, as it is at the start.
USTRUCT(BlueprintType)
struct CROWDAVOIDANCE_API FCrowdScenarioAgent
{
	GENERATED_BODY()

	/// In centimetres, of the world.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Agent")
	FVector Location = FVector::ZeroVector;

	/// At the start; without a goal also what it keeps to. In cm/s.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Agent")
	FVector Velocity = FVector::ZeroVector;

	/// Whether it has somewhere to go.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Agent")
	bool bHasGoal = false;

	/// In centimetres, of the world.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Agent", meta = (EditCondition = "bHasGoal"))
	FVector Goal = FVector::ZeroVector;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Agent", meta = (ShowOnlyInnerProperties))
	FCrowdAgentParameters Parameters;

	/// Which of the scenario's profiles it has.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Avoidance", meta = (ClampMin = "0"))
	int32 Profile = 0;
};

/// Something solid of a scenario.
USTRUCT(BlueprintType)
struct CROWDAVOIDANCE_API FCrowdScenarioWall
{
	GENERATED_BODY()

	/// Two make a wall, solid on both sides; three or more a closed polygon, solid inside. In centimetres, of the world.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Wall")
	TArray<FVector> Points;
};

/// A scenario as plain data: every agent and every wall. Made in the editor, or from a file that "crowd export" writes.
UCLASS(BlueprintType)
class CROWDAVOIDANCE_API UCrowdScenarioAsset : public UDataAsset
{
	GENERATED_BODY()

public:
	/// The model that it was made for. A world has the model of its project's settings.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Scenario",
		meta = (GetOptions = "CrowdAvoidance.CrowdAvoidanceSettings.GetModelNames"))
	FName Model = TEXT("orca");

	/// The options of that model that are to differ from their defaults. A world has those of its project's settings.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Scenario", meta = (GetOptions = "GetModelOptionNames"))
	TMap<FName, double> ModelOptions;

	/// The step that it was made for. A world has the step of its project's settings.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Scenario",
		meta = (ClampMin = "0.001", ClampMax = "1", Units = "s"))
	float FixedStep = 1.0f / 60.0f;

	/// How near to its goal an agent has arrived.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Scenario",
		meta = (ClampMin = "1", ClampMax = "100000", Units = "cm"))
	double ArrivalRadius = 50.0;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Scenario")
	TArray<FCrowdProfileParameters> Profiles;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Scenario")
	TArray<FCrowdScenarioAgent> Agents;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Scenario")
	TArray<FCrowdScenarioWall> Walls;

	/// Takes over a scenario from the text of a file that "crowd export" wrote. Otherwise false: OutError says in one sentence which
	/// field is wrong, its value and what it must be, and nothing is changed.
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance")
	bool LoadFromJson(const FString& Text, FString& OutError);

	/// Puts the scenario into the crowd of a world that has begun play: one actor for all its agents, which are instances of Mesh (unseen
	/// without one), and for its walls. They are gone when the actor is destroyed. Null where that is not possible; the log says why.
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance", meta = (WorldContext = "WorldContextObject"))
	ACrowdInstances* SpawnScenario(UObject* WorldContextObject, UStaticMesh* Mesh = nullptr);

	/// The options that Model has, for lists to choose from.
	UFUNCTION()
	TArray<FName> GetModelOptionNames() const;

private:
	void WarnOfOtherSettings() const;
	void WarnOfRefusal(const TCHAR* List, int32 Index) const;
	/// @name False: something was refused, which is logged
	bool AddWalls(ACrowdInstances& Actor) const;
	bool AddAgents(ACrowdInstances& Actor) const;
	/// @}
};
