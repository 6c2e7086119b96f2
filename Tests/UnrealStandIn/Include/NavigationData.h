// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "AI/Navigation/NavigationTypes.h"
#include "GameFramework/Actor.h"

struct FNavigationPath
{
	FNavigationPath() = default;
	FNavigationPath(const TArray<FVector>& Points, AActor* /*Base*/ = nullptr)
	{
		for (const FVector& Point : Points)
		{
			PathPoints.Add(FNavPathPoint(Point));
		}
	}

	bool IsValid() const { return PathPoints.Num() > 1; }
	const TArray<FNavPathPoint>& GetPathPoints() const { return PathPoints; }
	TArray<FNavPathPoint>& GetPathPoints() { return PathPoints; }

private:
	TArray<FNavPathPoint> PathPoints;
};
