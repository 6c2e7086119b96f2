// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

namespace CrowdAvoidance
{
/// A straight piece of a navmesh's border. [cm]
struct FNavBorder
{
	FVector From;
	FVector To;
	/// A point of it where the mesh surely ends: no height in between is made up.
	FVector Probe;
};

/// Pieces in one line joined, each of them once, none shorter than a millimetre, in an order that depends on nothing but where they are.
/// Ends: two by two.
TArray<FNavBorder> JoinBorders(const TArray<FVector>& Ends);

/// Moves borders, each of which has the mesh on its right, to the left; those that meet still do. What is short after that is left out,
/// and its neighbours meet instead. [cm]
TArray<FNavBorder> ShiftBorders(const TArray<FNavBorder>& Borders, double Distance);
}
