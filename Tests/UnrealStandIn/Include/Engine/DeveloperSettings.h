// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "UObject/ObjectMacros.h"

class UDeveloperSettings : public UObject
{
	STANDIN_CLASS_BODY(UDeveloperSettings, UObject)

public:
	virtual FName GetCategoryName() const { return FName(TEXT("Game")); }
};
