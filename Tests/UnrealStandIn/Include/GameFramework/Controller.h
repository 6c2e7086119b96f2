// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "GameFramework/Pawn.h"

class AController : public AActor
{
	STANDIN_CLASS_BODY(AController, AActor)

public:
	virtual void Possess(APawn* InPawn) final;
	virtual void UnPossess() final;
	APawn* GetPawn() const { return Pawn; }
	virtual bool IsLocalController() const { return true; }
	bool IsPlayerController() const { return bIsPlayerController; }
	virtual bool IsFollowingAPath() const { return false; }
	virtual void StopMovement() {}

protected:
	virtual void OnPossess(APawn* InPawn);
	virtual void OnUnPossess();
	virtual void EndPlay(const EEndPlayReason::Type Reason) override;

	bool bIsPlayerController = false;

private:
	TObjectPtr<APawn> Pawn;
};
