// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "AIController.h"
#include "CoreMinimal.h"

#include "CrowdAIController.generated.h"

/// An AI controller whose pawn gets past others on its way: the engine's, with a UCrowdPathFollowingComponent for path following. The
/// pawn needs a UCrowdAgentComponent and a movement component; MoveTo and behaviour trees work as ever.
UCLASS()
class CROWDAVOIDANCE_API ACrowdAIController : public AAIController
{
	GENERATED_BODY()

public:
	ACrowdAIController(const FObjectInitializer& ObjectInitializer = FObjectInitializer::Get());
};
