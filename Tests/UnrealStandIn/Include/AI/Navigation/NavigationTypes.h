// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"

#define INVALID_NAVNODEREF (0)
#define INVALID_NAVQUERYID uint32(0)
#define INVALID_NAVEXTENT (FVector::ZeroVector)

using NavNodeRef = uint64;

struct FNavigationPath;
using FNavPathSharedPtr = TSharedPtr<FNavigationPath>;

/// Below zero: as the navigation data has it.
struct FNavAgentProperties
{
	float AgentRadius;
	float AgentHeight;

	FNavAgentProperties(float Radius = -1.0f, float Height = -1.0f) : AgentRadius(Radius), AgentHeight(Height) {}
};

struct FNavDataConfig : public FNavAgentProperties
{};

struct FNavLocation
{
	FVector Location;
	NavNodeRef NodeRef;

	explicit FNavLocation(const FVector& InLocation = FVector::ZeroVector, NavNodeRef InRef = INVALID_NAVNODEREF)
		: Location(InLocation),
		  NodeRef(InRef)
	{}
};

struct FNavPathPoint : public FNavLocation
{
	FNavPathPoint(const FVector& InLocation = FVector::ZeroVector, NavNodeRef InRef = INVALID_NAVNODEREF)
		: FNavLocation(InLocation, InRef)
	{}
};

namespace ENavigationQueryResult
{
enum Type : int
{
	Invalid,
	Error,
	Fail,
	Success,
};
}

DECLARE_DELEGATE_ThreeParams(FNavPathQueryDelegate, uint32, ENavigationQueryResult::Type, FNavPathSharedPtr);
