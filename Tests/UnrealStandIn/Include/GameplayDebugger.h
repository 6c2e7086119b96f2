// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Delegates/StandInStaticDelegate.h"
#include "Modules/ModuleManager.h"

class FGameplayDebuggerCategory;

enum class EGameplayDebuggerCategoryState : uint8
{
	EnabledInGameAndSimulate,
	EnabledInGame,
	EnabledInSimulate,
	Disabled,
	Hidden,
};

/// Remembers categories. Tests make instances of them as the debugger would.
class IGameplayDebugger
{
public:
	using FOnGetCategory = StandIn::TStaticDelegate<TSharedRef<FGameplayDebuggerCategory>>;

	static IGameplayDebugger& Get();
	static bool IsAvailable() { return true; }

	void RegisterCategory(FName Name, FOnGetCategory Make,
		EGameplayDebuggerCategoryState State = EGameplayDebuggerCategoryState::Disabled, int32 Slot = INDEX_NONE);
	void UnregisterCategory(FName Name);
	void NotifyCategoriesChanged() { ++Notified; }

	struct FCategory
	{
		FName Name;
		FOnGetCategory Make;
	};
	std::vector<FCategory> Categories;
	int32 Notified = 0;
};
