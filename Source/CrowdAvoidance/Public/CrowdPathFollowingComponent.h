// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Navigation/PathFollowingComponent.h"
#include "UObject/WeakObjectPtrTemplates.h"

#include "CrowdPathFollowingComponent.generated.h"

class APawn;
class UCrowdAgentComponent;

/// Path following for pawns that are agents of a crowd: MoveTo and behaviour trees say where to go as ever, the path says which way, and
/// the crowd how to get past others on it.
///  - Comes with ACrowdAIController.
///  - A pawn without a UCrowdAgentComponent follows paths as with the engine's own component.
UCLASS()
class CROWDAVOIDANCE_API UCrowdPathFollowingComponent : public UPathFollowingComponent
{
	GENERATED_BODY()

public:
	/// Whether a move fails as blocked when the crowd's agents and obstacles hold the pawn up for long. Otherwise it waits for them, and
	/// is blocked only by what is not in the crowd.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Crowd Avoidance")
	bool bGiveUpWhenHeldUp = false;

	virtual void BeginPlay() override;
	virtual void Cleanup() override;
	virtual void OnPathFinished(const FPathFollowingResult& Result) override;
	virtual void PauseMove(FAIRequestID RequestID = FAIRequestID::CurrentRequest,
		EPathFollowingVelocityMode VelocityMode = EPathFollowingVelocityMode::Reset) override;

protected:
	virtual void FollowPathSegment(float DeltaTime) override;
	virtual bool UpdateBlockDetection() override;

private:
	/// The pawn's agent, or null: it has none, or that is in no crowd.
	UCrowdAgentComponent* FindAgent();
	/// Where there is a path no more, or not for now.
	void StopAgent();
	/// How fast to go that far from the end of the segment. [cm/s, cm, s]
	double SpeedAt(double Distance, double PreferredSpeed, double DeltaSeconds) const;
	void WarnOfNoAgent(const APawn& Pawn);

	/// The pawn's, once asked for.
	TWeakObjectPtr<UCrowdAgentComponent> Agent;
	/// Whether it tells the agent where to go; otherwise whoever else does is left alone.
	bool bSteering = false;
	FVector DesiredVelocity = FVector::ZeroVector;
	/// Whom it has warned of last.
	TWeakObjectPtr<const APawn> WarnedOf;
};
