// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "UObject/Object.h"

#include "CrowdTestListener.generated.h"

class UCrowdAgentComponent;

/// Counts arrivals, and does what a test wants done in the middle of one.
UCLASS()
class UCrowdTestListener : public UObject
{
	GENERATED_BODY()

public:
	UFUNCTION()
	void HandleArrived(UCrowdAgentComponent* Agent);

	int32 Arrivals = 0;
	TFunction<void(UCrowdAgentComponent&)> Reaction;
};
