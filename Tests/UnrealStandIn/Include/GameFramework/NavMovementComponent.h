// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "GameFramework/MovementComponent.h"
#include "GameFramework/NavMovementInterface.h"

/// A requested velocity is taken on as it is. Feet are at the place of UpdatedComponent: it has no body.
class UNavMovementComponent : public UMovementComponent, public INavMovementInterface
{
	STANDIN_CLASS_BODY(UNavMovementComponent, UMovementComponent)

public:
	virtual void* GetNativeInterfaceAddress(UClass* InterfaceClass) override;

	virtual void RequestDirectMove(const FVector& MoveVelocity, bool bForceMaxSpeed) override;
	virtual void StopMovementKeepPathing() override { StopMovementImmediately(); }
	virtual FVector GetFeetLocation() const override;
	virtual TObjectPtr<UObject> GetUpdatedObject() const override { return UpdatedComponent.Get(); }
	virtual void GetSimpleCollisionCylinder(float& CollisionRadius, float& CollisionHalfHeight) const override;
	virtual FVector GetVelocityForNavMovement() const override { return Velocity; }
	virtual float GetMaxSpeedForNavMovement() const override { return GetMaxSpeed(); }
};
