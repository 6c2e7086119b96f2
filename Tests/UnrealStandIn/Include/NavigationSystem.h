// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "AI/NavigationSystemBase.h"
#include "NavigationData.h"

namespace EPathFindingMode
{
enum Type : int
{
	Regular,
	Hierarchical,
};
}

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnNavDataGenericEvent, ANavigationData*, NavData);

/// Answers queries. What is asked asynchronously is begun when the world's next frame begins, from when on it cannot be aborted any
/// more, and answered, in order, when the one after that does.
class UNavigationSystemV1 : public UNavigationSystemBase
{
	STANDIN_CLASS_BODY(UNavigationSystemV1, UNavigationSystemBase)

public:
	static UNavigationSystemV1* GetCurrent(UWorld* World);

	static bool IsNavigationBeingBuilt(UObject* WorldContextObject);

	ANavigationData* GetDefaultNavDataInstance() const { return MainNavData; }
	FPathFindingResult FindPathSync(FPathFindingQuery Query, EPathFindingMode::Type Mode = EPathFindingMode::Regular);
	uint32 FindPathAsync(const FNavAgentProperties& AgentProperties, FPathFindingQuery Query,
		const FNavPathQueryDelegate& ResultDelegate, EPathFindingMode::Type Mode = EPathFindingMode::Regular);
	void AbortAsyncFindPathRequest(uint32 AsynPathQueryID);
	bool ProjectPointToNavigation(const FVector& Point, FNavLocation& OutLocation,
		const FVector& Extent = INVALID_NAVEXTENT, const ANavigationData* NavData = nullptr,
		FSharedConstNavQueryFilter QueryFilter = nullptr) const;

	virtual void Tick(float DeltaSeconds) override;

	FOnNavDataGenericEvent OnNavigationGenerationFinishedDelegate;

	/// As a level with a bounds volume and geometry would have it; without triangles it is still being built. Nothing like it is in the engine.
	static void StandInBuild(UWorld& World, const TArray<FVector>& Triangles, float AgentRadius);

private:
	struct FAsyncQuery
	{
		uint32 Id;
		FPathFindingQuery Query;
		FNavPathQueryDelegate Done;
	};

	ANavigationData* MainNavData = nullptr;
	std::vector<FAsyncQuery> Pending;
	std::vector<FAsyncQuery> UnderWay;
	uint32 LastId = INVALID_NAVQUERYID;
};
