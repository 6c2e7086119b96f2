// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "GameFramework/PawnMovementComponent.h"

class ACharacter;

/// Accelerates to a requested velocity, slows down to one at once, and brakes where nothing is requested. There is a floor everywhere.
class UCharacterMovementComponent : public UPawnMovementComponent
{
	STANDIN_CLASS_BODY(UCharacterMovementComponent, UPawnMovementComponent)

public:
	virtual float GetMaxSpeed() const override;
	/// Holds for one tick. Next to nothing is no request.
	virtual void RequestDirectMove(const FVector& MoveVelocity, bool bForceMaxSpeed) override;
	virtual void SetMovementMode(EMovementMode NewMovementMode, uint8 NewCustomMode = 0);
	virtual void TickComponent(
		float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction) override;

	EMovementMode MovementMode = MOVE_Walking;
	float MaxWalkSpeed = 600.0f;
	float MaxFlySpeed = 600.0f;
	float MaxAcceleration = 2048.0f;
	float GroundFriction = 8.0f;
	float BrakingFrictionFactor = 2.0f;
	float BrakingDecelerationWalking = 2048.0f;
	float BrakingDecelerationFlying = 0.0f;
	uint8 bRunPhysicsWithNoController : 1 = 0;
	uint8 bUseRVOAvoidance : 1 = 0;

private:
	void FollowRequest(float DeltaTime);
	void Brake(float DeltaTime);

	FVector RequestedVelocity = FVector::ZeroVector;
	bool bHasRequestedVelocity = false;
};
