// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "GameFramework/Controller.h"
#include "Navigation/PathFollowingComponent.h"

/// Moves its pawn by a path following component. Paths are straight: there is nothing to walk around.
class AAIController : public AController
{
	STANDIN_CLASS_BODY(AAIController, AController)

public:
	AAIController(const FObjectInitializer& ObjectInitializer = FObjectInitializer::Get());

	EPathFollowingRequestResult::Type MoveToActor(AActor* Goal, float AcceptanceRadius = -1, bool bStopOnOverlap = true,
		bool bUsePathfinding = true, bool bCanStrafe = true, TSubclassOf<UNavigationQueryFilter> FilterClass = {},
		bool bAllowPartialPath = true);
	EPathFollowingRequestResult::Type MoveToLocation(const FVector& Dest, float AcceptanceRadius = -1,
		bool bStopOnOverlap = true, bool bUsePathfinding = true, bool bProjectDestinationToNavigation = false,
		bool bCanStrafe = true, TSubclassOf<UNavigationQueryFilter> FilterClass = {}, bool bAllowPartialPath = true);
	virtual FPathFollowingRequestResult MoveTo(const FAIMoveRequest& MoveRequest, FNavPathSharedPtr* OutPath = nullptr);
	virtual FAIRequestID RequestMove(const FAIMoveRequest& MoveRequest, FNavPathSharedPtr Path);
	virtual void OnMoveCompleted(FAIRequestID /*RequestID*/, const FPathFollowingResult& /*Result*/) {}

	UPathFollowingComponent* GetPathFollowingComponent() const { return PathFollowingComponent; }
	EPathFollowingStatus::Type GetMoveStatus() const { return PathFollowingComponent->GetStatus(); }
	virtual bool IsFollowingAPath() const override { return GetMoveStatus() != EPathFollowingStatus::Idle; }
	virtual void StopMovement() override;

protected:
	virtual void OnPossess(APawn* InPawn) override;
	virtual void OnUnPossess() override;

private:
	TObjectPtr<UPathFollowingComponent> PathFollowingComponent;
};
