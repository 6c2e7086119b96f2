// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Engine/World.h"

class UNavigationSystemConfig;

enum class FNavigationSystemRunMode : uint8
{
	InvalidMode,
	GameMode,
};

namespace FNavigationSystem
{
/// The engine wants it even for straight moves; those need nothing of it here.
inline void AddNavigationSystemToWorld(UWorld& /*WorldOwner*/, const FNavigationSystemRunMode /*RunMode*/,
	UNavigationSystemConfig* /*NavigationSystemConfig*/ = nullptr, const bool /*bInitializeForWorld*/ = true)
{}
}

/// What a world knows of its navigation.
class UNavigationSystemBase : public UObject
{
	STANDIN_CLASS_BODY(UNavigationSystemBase, UObject)

public:
	virtual void Tick(float DeltaSeconds) = 0;
};
