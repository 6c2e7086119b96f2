// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Engine/TimerHandle.h"
#include "Kismet/BlueprintAsyncActionBase.h"
#include "UObject/WeakObjectPtrTemplates.h"

#include "CrowdMoveTo.generated.h"

class UCrowdAgentComponent;

/// How a move ended.
UENUM(BlueprintType)
enum class ECrowdMoveResult : uint8
{
	/// It is within its arrival radius of the goal, and stands.
	Arrived,
	/// There was no agent, or it was in no crowd.
	NotInCrowd,
	/// No agent can go there: the goal is no number, or beyond 1,000 km; or its arrival radius is out of range.
	BadGoal,
	/// Somebody else gave it a goal or a desired velocity, or stopped it: it does that now.
	Replaced,
	/// The time limit was over before it came there. It stands where it was then.
	TimedOut,
	/// It was destroyed, its level was unloaded, or the world ended.
	AgentGone,
};

DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FCrowdMoveEnded, UCrowdAgentComponent*, Agent, ECrowdMoveResult, Result);

/// The node "Crowd Move To": sends an agent to a point and goes on when it is there, or will not be. Exactly one of its outputs
/// is called, once, whatever happens to the agent.
UCLASS()
class CROWDAVOIDANCE_API UCrowdMoveTo : public UBlueprintAsyncActionBase
{
	GENERATED_BODY()

public:
	/// Sends an agent to a point of the world.
	/// @param TimeLimit In the world's own time: not while paused, slower or faster with its dilation. 0: none. [s]
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance",
		meta = (BlueprintInternalUseOnly = "true", WorldContext = "WorldContextObject"))
	static UCrowdMoveTo* CrowdMoveTo(
		const UObject* WorldContextObject, UCrowdAgentComponent* Agent, FVector Goal, float TimeLimit = 0.0f);

	/// It has come to the goal.
	UPROPERTY(BlueprintAssignable, Category = "Crowd Avoidance")
	FCrowdMoveEnded OnArrived;

	/// It will not come to the goal; Result says why.
	UPROPERTY(BlueprintAssignable, Category = "Crowd Avoidance")
	FCrowdMoveEnded OnFailed;

	virtual void Activate() override;

private:
	friend UCrowdAgentComponent;

	/// Tells listeners, once, and lets go of everything.
	void End(ECrowdMoveResult Result);
	void StartTimeLimit(const UCrowdAgentComponent& Agent);
	void HandleTimeLimit();

	UFUNCTION()
	void HandleArrived(UCrowdAgentComponent* Agent);

	TWeakObjectPtr<UCrowdAgentComponent> Mover;
	FVector Destination = FVector::ZeroVector;
	float Limit = 0.0f; ///< As given. [s]
	FTimerHandle Timer;
	bool bEnded = false;
};
