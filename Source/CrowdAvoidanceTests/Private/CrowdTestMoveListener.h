// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "CrowdMoveTo.h"
#include "UObject/Object.h"

#include "CrowdTestMoveListener.generated.h"

class UCrowdAgentComponent;

/// Hears how a move ended, and does what a test wants done then.
UCLASS()
class UCrowdTestMoveListener : public UObject
{
	GENERATED_BODY()

public:
	/// Makes a move, listens to it and activates it, as a Blueprint does.
	static UCrowdTestMoveListener* Move(
		const UObject* Context, UCrowdAgentComponent* Agent, const FVector& Goal, float TimeLimit = 0.0f);

	UFUNCTION()
	void HandleArrived(UCrowdAgentComponent* Agent, ECrowdMoveResult HowItEnded);

	UFUNCTION()
	void HandleFailed(UCrowdAgentComponent* Agent, ECrowdMoveResult HowItEnded);

	int32 Arrivals = 0;
	int32 Failures = 0;
	ECrowdMoveResult Result = ECrowdMoveResult::Arrived;
	TFunction<void()> Reaction;
};
