// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "UObject/Object.h"

#include "CrowdTestInstancesListener.generated.h"

/// Remembers what crowd instances tell, and does what a test wants done in the middle of it.
UCLASS()
class UCrowdTestInstancesListener : public UObject
{
	GENERATED_BODY()

public:
	UFUNCTION()
	void HandleAgent(int32 Agent);

	UFUNCTION()
	void HandleAll();

	TArray<int32> Agents;
	int32 AllTimes = 0;
	TFunction<void(int32)> Reaction;
};
