// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Components/ActorComponent.h"
#include "CoreMinimal.h"
#include "CrowdCore/CrowdTypes.h"

#include "CrowdObstacleComponent.generated.h"

class FCrowdSimulation;

/// Something solid that agents walk around, from BeginPlay to EndPlay. It goes where its owner goes; it does not push agents.
UCLASS(ClassGroup = (AI), meta = (BlueprintSpawnableComponent))
class CROWDAVOIDANCE_API UCrowdObstacleComponent : public UActorComponent
{
	GENERATED_BODY()

public:
	UCrowdObstacleComponent();

	/// Its outline seen from above, relative to the owner: moved, turned and scaled as the owner is. In centimetres. Two points make a
	/// wall, solid on both sides; three or more a closed polygon, solid inside. Points closer than a millimetre to each other and
	/// polygons without area are refused.
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Crowd Avoidance", meta = (MakeEditWidget))
	TArray<FVector> Points;

	/// Avoided by agents whose profile avoids one of these groups.
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Crowd Avoidance", meta = (Bitmask))
	int32 Groups = -1;

	/// Whether it is an obstacle of a crowd now. Where it is not after BeginPlay, the log says why.
	UFUNCTION(BlueprintPure, Category = "Crowd Avoidance")
	bool IsInCrowd() const;

	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;

private:
	friend FCrowdSimulation;

	/// The crowd it is in; null when it is in none, or that is over.
	TWeakPtr<FCrowdSimulation> Crowd;
	CrowdAvoidance::ObstacleHandle Handle;
};
