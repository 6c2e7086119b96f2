// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Components/ActorComponent.h"

/// A component with a place. There are no attachments.
class USceneComponent : public UActorComponent
{
	STANDIN_CLASS_BODY(USceneComponent, UActorComponent)

public:
	EComponentMobility::Type Mobility = EComponentMobility::Movable;
	USceneComponent* GetAttachParent() const { return nullptr; }
	const FTransform& GetComponentTransform() const { return Placement; }
	FVector GetComponentLocation() const { return Placement.GetLocation(); }
	void SetWorldLocation(FVector NewLocation, bool /*bSweep*/ = false, FHitResult* /*OutSweepHitResult*/ = nullptr,
		ETeleportType /*Teleport*/ = ETeleportType::None)
	{
		Placement.SetLocation(NewLocation);
	}
	FRotator GetComponentRotation() const { return Placement.Rotator(); }

private:
	friend AActor;
	friend class UMovementComponent;
	friend UWorld;
	FTransform Placement;
};
