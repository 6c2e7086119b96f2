// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"

struct FNavigationPath;
using FNavPathSharedPtr = TSharedPtr<FNavigationPath>;

struct FNavLocation
{
	FVector Location;

	explicit FNavLocation(const FVector& InLocation = FVector::ZeroVector) : Location(InLocation) {}
};

struct FNavPathPoint : public FNavLocation
{
	FNavPathPoint(const FVector& InLocation = FVector::ZeroVector) : FNavLocation(InLocation) {}
};
