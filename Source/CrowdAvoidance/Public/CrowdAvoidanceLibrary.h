// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Kismet/BlueprintFunctionLibrary.h"

#include "CrowdAvoidanceLibrary.generated.h"

class UCrowdAgentComponent;
class UCrowdAvoidanceSubsystem;

/// Questions to a world's crowd, for Blueprint and C++.
///  - A question looks at the agents near the point, and at those that came or were put elsewhere since the last step.
///  - Agents are where the last step put them; seen from above, without those of other floors (more than their profile's FloorHeight
///    above or below).
///  - A question that makes no sense (no world, no number, a negative radius) is answered with nothing, and the log says so.
UCLASS()
class CROWDAVOIDANCE_API UCrowdAvoidanceLibrary : public UBlueprintFunctionLibrary
{
	GENERATED_BODY()

public:
	/// The crowd of the object's world; none in worlds that are not played.
	UFUNCTION(BlueprintPure, Category = "Crowd Avoidance", meta = (WorldContext = "WorldContextObject"))
	static UCrowdAvoidanceSubsystem* GetCrowd(const UObject* WorldContextObject);

	/// A place near a point where a disc of that radius overlaps no agent and no obstacle: the point itself, or else the nearest on
	/// rings around it, half a radius apart but at most 50 of them. The same crowd gives the same place.
	/// @param Radius Of the disc. [cm, above 0 to 100,000]
	/// @param MaxDistance How far from the point to look. [cm, 0 to 1,000,000]
	/// @param OutLocation That place, at the point's height; the point itself where there is none.
	/// @return Whether there is one.
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance", meta = (WorldContext = "WorldContextObject"))
	static bool FindFreePosition(
		const UObject* WorldContextObject, FVector Near, float Radius, float MaxDistance, FVector& OutLocation);

	/// Whether a disc overlaps no agent and no obstacle there. [cm]
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance", meta = (WorldContext = "WorldContextObject"))
	static bool IsPositionFree(const UObject* WorldContextObject, FVector Location, float Radius);

	/// The agents within that distance of a point, the nearest first; those with a component. [cm, centre to centre]
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance", meta = (WorldContext = "WorldContextObject"))
	static TArray<UCrowdAgentComponent*> GetNeighbors(
		const UObject* WorldContextObject, FVector Location, float Radius);

	/// How many agents are within that distance of a point. [cm, centre to centre]
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance", meta = (WorldContext = "WorldContextObject"))
	static int32 CountAgentsInRadius(const UObject* WorldContextObject, FVector Location, float Radius);

	/// Agents per square metre within that distance of a point. Above 4 people can hardly move. [cm]
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance", meta = (WorldContext = "WorldContextObject"))
	static float GetDensityAt(const UObject* WorldContextObject, FVector Location, float Radius);

	/// Makes every agent stand, whatever it was told to do.
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance", meta = (WorldContext = "WorldContextObject"))
	static void StopAll(const UObject* WorldContextObject);
};
