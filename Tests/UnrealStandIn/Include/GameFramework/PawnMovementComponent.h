// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "GameFramework/NavMovementComponent.h"

class APawn;

/// Takes input: of its pawn, which may have a controller that has it ignored.
class UPawnMovementComponent : public UNavMovementComponent
{
	STANDIN_CLASS_BODY(UPawnMovementComponent, UNavMovementComponent)

public:
	virtual void AddInputVector(FVector WorldVector, bool bForce = false);
	FVector GetPendingInputVector() const;
	virtual FVector ConsumeInputVector();
	APawn* GetPawnOwner() const { return PawnOwner; }

	virtual void SetUpdatedComponent(USceneComponent* NewUpdatedComponent) override;

protected:
	TObjectPtr<APawn> PawnOwner;
};
