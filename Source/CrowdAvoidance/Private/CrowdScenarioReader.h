// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

class UCrowdScenarioAsset;

namespace CrowdAvoidance::ScenarioFile
{
/// Reads the flat file of "crowd export" into the asset. False: OutError says why, and the asset is in no particular state.
bool Read(const FString& Text, UCrowdScenarioAsset& OutAsset, FString& OutError);
}
