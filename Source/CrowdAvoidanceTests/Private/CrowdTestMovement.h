// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "CrowdAIController.h"
#include "GameFramework/NavMovementComponent.h"

#include "CrowdTestMovement.generated.h"

/// The least that a movement component can be: it goes at the velocity that was requested last. Of any actor.
UCLASS()
class UCrowdTestMovement : public UNavMovementComponent
{
	GENERATED_BODY()

public:
	virtual float GetMaxSpeed() const override;
	virtual void RequestDirectMove(const FVector& MoveVelocity, bool bForceMaxSpeed) override;
	virtual void TickComponent(
		float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction) override;

	float MaxSpeed = 500.0f;
	int32 Requests = 0;
};

/// Remembers how its moves ended.
UCLASS()
class ACrowdTestAIController : public ACrowdAIController
{
	GENERATED_BODY()

public:
	ACrowdTestAIController(const FObjectInitializer& ObjectInitializer);

	virtual void OnMoveCompleted(FAIRequestID RequestID, const FPathFollowingResult& Result) override;

	int32 Successes = 0;
	int32 Failures = 0;
	FPathFollowingResult Last;
	/// Done in the middle of it.
	TFunction<void()> Reaction;
};
