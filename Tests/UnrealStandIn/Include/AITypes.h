// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "GameFramework/Actor.h"
#include "Templates/SubclassOf.h"

class UNavigationQueryFilter;

struct FAIRequestID
{
	FAIRequestID(uint32 InID = 0) : ID(InID) {}
	bool IsValid() const { return ID != 0; }
	bool IsEquivalent(FAIRequestID Other) const { return IsValid() && (ID == Other.ID || ID == CurrentNumber); }
	friend bool operator==(FAIRequestID A, FAIRequestID B) { return A.ID == B.ID; }

	static const FAIRequestID InvalidRequest, CurrentRequest;

private:
	static constexpr uint32 CurrentNumber = UINT32_MAX - 1;
	uint32 ID;
};
inline const FAIRequestID FAIRequestID::InvalidRequest = FAIRequestID(0);
inline const FAIRequestID FAIRequestID::CurrentRequest = FAIRequestID(FAIRequestID::CurrentNumber);

/// Where to go, and what counts as being there.
struct FAIMoveRequest
{
	FAIMoveRequest() = default;
	FAIMoveRequest(const AActor* InGoalActor) : GoalActor(const_cast<AActor*>(InGoalActor)), bMoveToActor(true) {}
	FAIMoveRequest(const FVector& InGoalLocation) : GoalLocation(InGoalLocation) {}

	FAIMoveRequest& SetAcceptanceRadius(float Radius)
	{
		AcceptanceRadius = Radius;
		return *this;
	}
	FAIMoveRequest& SetReachTestIncludesAgentRadius(bool bInclude)
	{
		bReachTestIncludesAgentRadius = bInclude;
		return *this;
	}
	FAIMoveRequest& SetUsePathfinding(bool bPathfinding)
	{
		bUsePathfinding = bPathfinding;
		return *this;
	}

	bool IsMoveToActorRequest() const { return bMoveToActor; }
	AActor* GetGoalActor() const { return GoalActor; }
	FVector GetGoalLocation() const { return GoalLocation; }
	FVector GetDestination() const { return GoalActor ? GoalActor->GetActorLocation() : GoalLocation; }
	float GetAcceptanceRadius() const { return AcceptanceRadius; }
	bool IsReachTestIncludingAgentRadius() const { return bReachTestIncludesAgentRadius; }
	bool IsUsingPathfinding() const { return bUsePathfinding; }

private:
	AActor* GoalActor = nullptr;
	FVector GoalLocation = FVector::ZeroVector;
	float AcceptanceRadius = -1.0f;
	bool bMoveToActor = false;
	bool bReachTestIncludesAgentRadius = true;
	bool bUsePathfinding = true;
};
