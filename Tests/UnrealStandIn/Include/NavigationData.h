// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "AI/Navigation/NavigationTypes.h"
#include "GameFramework/Actor.h"
#include "UObject/WeakObjectPtrTemplates.h"

#include <cfloat>

class ANavigationData;
struct FNavigationQueryFilter;
using FSharedConstNavQueryFilter = TSharedPtr<const FNavigationQueryFilter>;

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
	bool IsPartial() const { return bPartial; }
	void SetIsPartial(const bool bNowPartial) { bPartial = bNowPartial; }
	const TArray<FNavPathPoint>& GetPathPoints() const { return PathPoints; }
	TArray<FNavPathPoint>& GetPathPoints() { return PathPoints; }

private:
	TArray<FNavPathPoint> PathPoints;
	bool bPartial = false;
};

struct FPathFindingResult
{
	FNavPathSharedPtr Path;
	ENavigationQueryResult::Type Result;

	FPathFindingResult(ENavigationQueryResult::Type InResult = ENavigationQueryResult::Invalid) : Result(InResult) {}

	bool IsSuccessful() const { return Result == ENavigationQueryResult::Success; }
	bool IsPartial() const { return IsSuccessful() && Path && Path->IsPartial(); }
};

struct FPathFindingQuery
{
	TWeakObjectPtr<const ANavigationData> NavData;
	FVector StartLocation;
	FVector EndLocation;

	FPathFindingQuery(const UObject* InOwner, const ANavigationData& InNavData, const FVector& Start,
		const FVector& End, FSharedConstNavQueryFilter SourceQueryFilter = nullptr,
		FNavPathSharedPtr InPathInstanceToFill = nullptr, const double CostLimit = FLT_MAX,
		const bool bInRequireNavigableEndLocation = true);
};

/// Where agents of one kind can walk.
class ANavigationData : public AActor
{
	STANDIN_CLASS_BODY(ANavigationData, AActor)

public:
	const FNavDataConfig& GetConfig() const { return NavDataConfig; }
	virtual void BeginBatchQuery() const {}
	virtual void FinishBatchQuery() const {}

protected:
	FNavDataConfig NavDataConfig;
};
