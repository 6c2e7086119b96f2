// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdAvoidanceSettings.h"

FName UCrowdAvoidanceSettings::GetCategoryName() const
{
	return FName(TEXT("Plugins"));
}
