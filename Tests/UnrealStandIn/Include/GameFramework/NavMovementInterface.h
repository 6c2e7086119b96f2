// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Engine/EngineTypes.h"
#include "UObject/Interface.h"

class UNavMovementInterface : public UInterface
{
	STANDIN_CLASS_BODY(UNavMovementInterface, UInterface)
};

/// What can be moved by a velocity. The engine's has more to implement; these are the ones that are called.
class INavMovementInterface
{
public:
	using UClassType = UNavMovementInterface;

	virtual ~INavMovementInterface() = default;

	virtual void RequestDirectMove(const FVector& MoveVelocity, bool bForceMaxSpeed) = 0;
	virtual void StopMovementKeepPathing() = 0;
	virtual FVector GetFeetLocation() const = 0;
	virtual TObjectPtr<UObject> GetUpdatedObject() const = 0;
	virtual void GetSimpleCollisionCylinder(float& CollisionRadius, float& CollisionHalfHeight) const = 0;
	virtual FVector GetVelocityForNavMovement() const = 0;
	virtual float GetMaxSpeedForNavMovement() const = 0;
	bool UseAccelerationForPathFollowing() const { return false; }
};
