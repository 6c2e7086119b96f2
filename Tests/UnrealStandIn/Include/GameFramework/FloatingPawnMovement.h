// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "GameFramework/PawnMovementComponent.h"

/// Moves a pawn that has a controller, by input: without input it decelerates, unless its controller follows a path.
class UFloatingPawnMovement : public UPawnMovementComponent
{
	STANDIN_CLASS_BODY(UFloatingPawnMovement, UPawnMovementComponent)

public:
	virtual float GetMaxSpeed() const override { return MaxSpeed; }
	virtual void TickComponent(
		float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction) override;

	float MaxSpeed = 1200.0f;
	float Acceleration = 4000.0f;
	float Deceleration = 8000.0f;
	float TurningBoost = 8.0f;

protected:
	virtual void ApplyControlInputToVelocity(float DeltaTime);
};
