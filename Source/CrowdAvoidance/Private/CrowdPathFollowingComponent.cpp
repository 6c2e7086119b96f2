// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdPathFollowingComponent.h"

#include "CrowdAgentComponent.h"
#include "CrowdAvoidanceLog.h"
#include "CrowdAvoidanceSubsystem.h"
#include "Engine/World.h"
#include "GameFramework/Controller.h"
#include "GameFramework/NavMovementInterface.h"
#include "GameFramework/Pawn.h"

namespace CrowdAvoidance::PathFollowing
{
/// From here on to a place at the end of the path it goes slower and slower. [cm]
static constexpr double SlowingDistance = 100.0;
/// But not slower than this share, or it would never get there.
static constexpr double LeastShare = 0.1;
/// Others hold an agent up when they change its velocity by more than this share of it.
static constexpr double HeldUpShare = 0.5;
}

using namespace CrowdAvoidance;

void UCrowdPathFollowingComponent::BeginPlay()
{
	Super::BeginPlay();
	if (UCrowdAvoidanceSubsystem* Subsystem = GetWorld()->GetSubsystem<UCrowdAvoidanceSubsystem>())
	{
		// What it says of the way is heard in the same frame.
		Subsystem->GetStepTick().AddPrerequisite(this, PrimaryComponentTick);
	}
}

void UCrowdPathFollowingComponent::Cleanup()
{
	StopAgent();
	Super::Cleanup();
}

void UCrowdPathFollowingComponent::OnPathFinished(const FPathFollowingResult& Result)
{
	// First: whoever hears of it may ask for the next move at once.
	StopAgent();
	Super::OnPathFinished(Result);
}

void UCrowdPathFollowingComponent::PauseMove(FAIRequestID RequestID, EPathFollowingVelocityMode VelocityMode)
{
	Super::PauseMove(RequestID, VelocityMode);
	if (GetStatus() == EPathFollowingStatus::Paused)
	{
		StopAgent();
	}
}

void UCrowdPathFollowingComponent::FollowPathSegment(float DeltaTime)
{
	UCrowdAgentComponent* const Follower = FindAgent();
	if (!Follower)
	{
		Super::FollowPathSegment(DeltaTime);
		return;
	}
	if (!Path.IsValid() || !NavMovementInterface.IsValid())
	{
		return;
	}
	FVector ToTarget = GetCurrentTargetLocation() - NavMovementInterface->GetFeetLocation();
	ToTarget.Z = 0.0;
	const double Speed =
		SpeedAt(ToTarget.Size(), static_cast<double>(Follower->GetPreferredSpeed()), static_cast<double>(DeltaTime));
	DesiredVelocity = ToTarget.GetSafeNormal() * Speed;
	bSteering = true;
	Follower->SetDesiredVelocity(DesiredVelocity);
}

double UCrowdPathFollowingComponent::SpeedAt(double Distance, double PreferredSpeed, double DeltaSeconds) const
{
	const bool bLastSegment = MoveSegmentEndIndex >= Path->GetPathPoints().Num() - 1;
	if (!bLastSegment)
	{
		return PreferredSpeed;
	}
	// Whoever follows an actor would not catch up with it.
	const double Share =
		GetMoveGoal() ? 1.0 : FMath::Clamp(Distance / PathFollowing::SlowingDistance, PathFollowing::LeastShare, 1.0);
	return FMath::Min(PreferredSpeed * Share, DeltaSeconds > 0.0 ? Distance / DeltaSeconds : PreferredSpeed);
}

bool UCrowdPathFollowingComponent::UpdateBlockDetection()
{
	const UCrowdAgentComponent* const Follower = Agent.Get();
	if (Follower && bSteering && !bGiveUpWhenHeldUp)
	{
		const double Change = FVector::Dist(Follower->GetCrowdVelocity(), DesiredVelocity);
		if (Change > PathFollowing::HeldUpShare * DesiredVelocity.Size())
		{
			ResetBlockDetectionData();
			return false;
		}
	}
	return Super::UpdateBlockDetection();
}

UCrowdAgentComponent* UCrowdPathFollowingComponent::FindAgent()
{
	const AController* Controller = Cast<AController>(GetOwner());
	const APawn* Pawn = Controller ? Controller->GetPawn() : nullptr;
	if (!Pawn)
	{
		return nullptr;
	}
	UCrowdAgentComponent* Known = Agent.Get();
	if (!Known || Known->GetOwner() != Pawn)
	{
		Known = Pawn->FindComponentByClass<UCrowdAgentComponent>();
		Agent = Known;
	}
	if (Known && Known->IsInCrowd())
	{
		return Known;
	}
	WarnOfNoAgent(*Pawn);
	return nullptr;
}

void UCrowdPathFollowingComponent::StopAgent()
{
	UCrowdAgentComponent* const Follower = Agent.Get();
	if (Follower && bSteering)
	{
		Follower->StopMoving();
	}
	bSteering = false;
}

void UCrowdPathFollowingComponent::WarnOfNoAgent(const APawn& Pawn)
{
	if (WarnedOf.Get() == &Pawn)
	{
		return;
	}
	WarnedOf = &Pawn;
	UE_LOG(LogCrowdAvoidance, Warning,
		TEXT("Pawn '%s' follows its path without avoiding others: it has no Crowd Agent component that is in the "
			 "crowd. Add one; where it ") TEXT("has one, an earlier warning says why that stays out."),
		*Pawn.GetPathName());
}
