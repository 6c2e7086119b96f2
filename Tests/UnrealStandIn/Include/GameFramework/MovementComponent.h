// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "GameFramework/Actor.h"

/// Moves its UpdatedComponent, which is the owner's root unless somebody says otherwise. Nothing is in the way.
class UMovementComponent : public UActorComponent
{
	STANDIN_CLASS_BODY(UMovementComponent, UActorComponent)

public:
	UMovementComponent() { PrimaryComponentTick.bCanEverTick = true; }

	virtual float GetMaxSpeed() const { return 0.0f; }
	/// By more than half a percent: the square is compared with 1.01 times the limit's.
	virtual bool IsExceedingMaxSpeed(float MaxSpeed) const;
	virtual void StopMovementImmediately() { Velocity = FVector::ZeroVector; }
	virtual void SetUpdatedComponent(USceneComponent* NewUpdatedComponent) { UpdatedComponent = NewUpdatedComponent; }
	bool MoveUpdatedComponent(const FVector& Delta, const FRotator& NewRotation, bool bSweep,
		FHitResult* OutHit = nullptr, ETeleportType Teleport = ETeleportType::None);

	TObjectPtr<USceneComponent> UpdatedComponent;
	FVector Velocity = FVector::ZeroVector;

protected:
	virtual void OnRegister() override;
};
