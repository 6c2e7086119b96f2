// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "CrowdAvoidanceSettings.h"
#include "Engine/DataAsset.h"

#include "CrowdScenarioAsset.generated.h"

class ACrowdInstances;
class UStaticMesh;

/// How agents of a scenario perceive and avoid. Fields as in UCrowdAgentProfile; doubles, so that a scenario of metres keeps every bit.
USTRUCT(BlueprintType)
struct CROWDAVOIDANCE_API FCrowdScenarioProfile
{
	GENERATED_BODY()

	/// How far away other agents are seen, centre to centre.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Avoidance",
		meta = (ClampMin = "0", ClampMax = "100000", Units = "cm"))
	double NeighborDistance = 500.0;

	/// How many of them, the nearest, are heeded.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Avoidance", meta = (ClampMin = "0", ClampMax = "64"))
	int32 MaxNeighbors = 10;

	/// How far ahead in time other agents matter.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Avoidance",
		meta = (ClampMin = "0.001", ClampMax = "1000", Units = "s"))
	float AgentHorizon = 2.0f;

	/// How far ahead in time walls matter.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Avoidance",
		meta = (ClampMin = "0.001", ClampMax = "1000", Units = "s"))
	float ObstacleHorizon = 1.0f;

	/// Which groups an agent belongs to.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Avoidance", meta = (Bitmask))
	int32 Groups = 1;

	/// Which groups it heeds.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Avoidance", meta = (Bitmask))
	int32 Avoids = -1;

	/// Agents more than this above or below are on another floor.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Avoidance",
		meta = (ClampMin = "1", ClampMax = "100000000", Units = "cm"))
	double FloorHeight = 200.0;
};

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

	/// Of the disc that others keep clear of.
	UPROPERTY(
		EditAnywhere, BlueprintReadWrite, Category = "Body", meta = (ClampMin = "1", ClampMax = "100000", Units = "cm"))
	double Radius = 30.0;

	/// Never faster than this, whatever it wants.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Body",
		meta = (ClampMin = "1", ClampMax = "100000", Units = "cm/s"))
	double MaxSpeed = 150.0;

	/// How fast it goes to its goal.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Body",
		meta = (ClampMin = "1", ClampMax = "100000", Units = "cm/s"))
	double PreferredSpeed = 130.0;

	/// Whether its velocity can only change so fast.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Body")
	bool bLimitAcceleration = false;

	/// How fast its velocity can change. In cm/s per second.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Body",
		meta = (ClampMin = "1", ClampMax = "100000000", EditCondition = "bLimitAcceleration"))
	double MaxAcceleration = 500.0;

	/// Its share of the avoiding against another agent's share.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Avoidance", meta = (ClampMin = "0", ClampMax = "1000"))
	float Responsibility = 1.0f;

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
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Scenario")
	ECrowdModel Model = ECrowdModel::Orca;

	/// The step that it was made for. A world has the step of its project's settings.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Scenario",
		meta = (ClampMin = "0.001", ClampMax = "1", Units = "s"))
	float FixedStep = 1.0f / 60.0f;

	/// How near to its goal an agent has arrived.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Scenario",
		meta = (ClampMin = "1", ClampMax = "100000", Units = "cm"))
	double ArrivalRadius = 50.0;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Scenario")
	TArray<FCrowdScenarioProfile> Profiles;

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

private:
	void WarnOfOtherSettings() const;
	void WarnOfRefusal(const TCHAR* List, int32 Index) const;
	/// @name False: something was refused, which is logged
	bool AddWalls(ACrowdInstances& Actor) const;
	bool AddAgents(ACrowdInstances& Actor) const;
	/// @}
};
