// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdTestMovement.h"

#include "Components/SceneComponent.h"

float UCrowdTestMovement::GetMaxSpeed() const
{
	return MaxSpeed;
}

void UCrowdTestMovement::RequestDirectMove(const FVector& MoveVelocity, bool bForceMaxSpeed)
{
	Super::RequestDirectMove(MoveVelocity, bForceMaxSpeed);
	++Requests;
}

void UCrowdTestMovement::TickComponent(
	float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction)
{
	Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
	if (UpdatedComponent)
	{
		MoveUpdatedComponent(
			Velocity * static_cast<double>(DeltaTime), UpdatedComponent->GetComponentRotation(), false);
	}
}

ACrowdTestAIController::ACrowdTestAIController(const FObjectInitializer& ObjectInitializer) : Super(ObjectInitializer)
{}

void ACrowdTestAIController::OnMoveCompleted(FAIRequestID RequestID, const FPathFollowingResult& Result)
{
	Super::OnMoveCompleted(RequestID, Result);
	(Result.IsSuccess() ? Successes : Failures) += 1;
	Last = Result;
	if (Reaction)
	{
		Reaction();
	}
}
