// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "GameFramework/Actor.h"

class AController;
class UPawnMovementComponent;

class APawn : public AActor
{
	STANDIN_CLASS_BODY(APawn, AActor)

public:
	AController* GetController() const { return Controller; }
	virtual UPawnMovementComponent* GetMovementComponent() const;

	void Internal_AddMovementInput(FVector WorldAccel, bool bForce = false);
	FVector Internal_GetPendingMovementInputVector() const { return ControlInputVector; }
	FVector Internal_ConsumeMovementInputVector();

	TObjectPtr<AController> Controller;

protected:
	virtual void EndPlay(const EEndPlayReason::Type Reason) override;

	FVector ControlInputVector = FVector::ZeroVector;
};
