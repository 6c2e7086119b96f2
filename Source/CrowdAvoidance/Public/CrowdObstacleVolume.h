// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "GameFramework/Actor.h"

#include "CrowdObstacleVolume.generated.h"

class UBoxComponent;
class UCrowdObstacleComponent;

/// A box that agents walk around: place it, turn it, scale it. Seen from above: how high it is does not matter. It concerns nothing but crowds:
/// it has no collision, and the navmesh does not know it.
UCLASS(meta = (DisplayName = "Crowd Obstacle Volume"))
class CROWDAVOIDANCE_API ACrowdObstacleVolume : public AActor
{
	GENERATED_BODY()

public:
	ACrowdObstacleVolume();

	/// How large it is. Its extent is read when play begins; later the actor can be moved, turned and scaled.
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Crowd Avoidance")
	TObjectPtr<UBoxComponent> Box;

	/// What the crowd knows of it: set Groups here. Its Points become those of the box.
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Crowd Avoidance")
	TObjectPtr<UCrowdObstacleComponent> Obstacle;

protected:
	virtual void BeginPlay() override;
};
