// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

#if WITH_GAMEPLAY_DEBUGGER

#include "GameplayDebuggerCategory.h"

/// The Gameplay Debugger's page on the selected actor's agent: what it wants, what it avoids, what it may not do. The agent that is selected is
/// watched, as with crowd.Watch.
class FCrowdGameplayDebugger final : public FGameplayDebuggerCategory
{
public:
	FCrowdGameplayDebugger();

	virtual void CollectData(APlayerController* OwnerPC, AActor* DebugActor) override;

	/// Called by the module when it starts and when it ends.
	static void Register();
	static void Unregister();
};

#endif
