// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Engine/EngineTypes.h"

class AActor;

/// Tick functions in the order of their registration.
class ULevel : public UObject
{
	STANDIN_CLASS_BODY(ULevel, UObject)

public:
	std::vector<FTickFunction*> TickFunctions;
};
