// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdAvoidanceSettings.h"

#include "CrowdModels.h"

FName UCrowdAvoidanceSettings::GetCategoryName() const
{
	return FName(TEXT("Plugins"));
}

TArray<FName> UCrowdAvoidanceSettings::GetModelNames()
{
	return CrowdAvoidance::ModelNames::All();
}

TArray<FName> UCrowdAvoidanceSettings::GetModelOptionNames() const
{
	return CrowdAvoidance::ModelNames::OptionsOf(Model);
}
