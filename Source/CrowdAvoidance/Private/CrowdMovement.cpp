// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdMovement.h"

#include "AIController.h"
#include "Components/ActorComponent.h"
#include "CrowdAgentComponent.h"
#include "CrowdAvoidanceLog.h"
#include "CrowdAvoidanceSubsystem.h"
#include "CrowdPathFollowingComponent.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "GameFramework/CharacterMovementComponent.h"
#include "GameFramework/Controller.h"
#include "GameFramework/FloatingPawnMovement.h"
#include "GameFramework/NavMovementInterface.h"
#include "GameFramework/Pawn.h"

namespace CrowdAvoidance::Movement
{
/// The first that can be moved by a velocity; a pawn's own one goes before others.
static UActorComponent* FindComponent(const AActor& Owner)
{
	const APawn* Pawn = Cast<APawn>(&Owner);
	UActorComponent* Found = Pawn ? Pawn->GetMovementComponent() : nullptr;
	Owner.ForEachComponent<UActorComponent>(false,
		[&](UActorComponent* Component)
		{
			if (!Found && Cast<INavMovementInterface>(Component))
			{
				Found = Component;
			}
		});
	return Found;
}

static const AController* ControllerOf(const UPawnMovementComponent& Mover)
{
	return Mover.GetPawnOwner() ? Mover.GetPawnOwner()->GetController() : nullptr;
}

static bool IsPlayers(const AActor* Owner)
{
	const APawn* Pawn = Cast<APawn>(Owner);
	return Pawn && Pawn->GetController() && Pawn->GetController()->IsPlayerController();
}

/// Whether its controller has it follow a path that the crowd does not know of.
static bool FollowsOtherPath(const AActor* Owner)
{
	const APawn* Pawn = Cast<APawn>(Owner);
	const AAIController* Controller = Pawn ? Cast<AAIController>(Pawn->GetController()) : nullptr;
	return Controller && Controller->IsFollowingAPath() &&
		!Cast<UCrowdPathFollowingComponent>(Controller->GetPathFollowingComponent());
}

/// Whether it goes by its input in this frame, and slows down without any. Otherwise a requested velocity stays as it is.
static bool GoesByInput(const UFloatingPawnMovement& Mover)
{
	const AController* Controller = ControllerOf(Mover);
	return Controller && (!Controller->IsFollowingAPath() || Mover.UseAccelerationForPathFollowing());
}

/// Input is a share of the maximal speed. A velocity that is a little above that share is brought down to it at once, while one that
/// is not above it is first slowed down for turning: so a little more is asked for, to get all of it.
static void RequestByInput(UFloatingPawnMovement& Mover, const FVector& Velocity)
{
	constexpr double LittleMore = 1.01;
	Mover.AddInputVector(Velocity / static_cast<double>(Mover.GetMaxSpeed()));
	Mover.RequestDirectMove(Velocity * LittleMore, false);
}
}

using namespace CrowdAvoidance;

FCrowdMovement::FCrowdMovement(const UCrowdAgentComponent& Agent)
{
	const AActor* Owner = Agent.GetOwner();
	if (!Owner || Agent.Movement == ECrowdMovement::Transform)
	{
		return;
	}
	UActorComponent* const Found = Movement::FindComponent(*Owner);
	if (!Found)
	{
		if (Agent.Movement == ECrowdMovement::MovementComponent)
		{
			UE_LOG(LogCrowdAvoidance, Warning,
				TEXT("Crowd agent '%s' wants a movement component, and its owner has none that takes velocities: the "
					 "crowd moves the owner's ")
					TEXT("root instead. Add one (such as FloatingPawnMovement), or set Movement to Automatic."),
				*Agent.GetPathName());
		}
		return;
	}
	Component = Found;
	Interface = Cast<INavMovementInterface>(Found);
	const UCharacterMovementComponent* Character = Cast<UCharacterMovementComponent>(Found);
	if (Character && Character->bUseRVOAvoidance)
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd agent '%s': '%s' avoids others too, and the two undo each other's work. Switch its Use RVO "
				 "Avoidance off."),
			*Agent.GetPathName(), *Found->GetPathName());
	}
	if (UCrowdAvoidanceSubsystem* Subsystem = Agent.GetWorld()->GetSubsystem<UCrowdAvoidanceSubsystem>())
	{
		Found->PrimaryComponentTick.AddPrerequisite(Subsystem, Subsystem->GetStepTick());
	}
}

FVector FCrowdMovement::GetVelocity() const
{
	return IsThere() ? Interface->GetVelocityForNavMovement() : FVector::ZeroVector;
}

float FCrowdMovement::GetMaxSpeed() const
{
	return IsThere() ? Interface->GetMaxSpeedForNavMovement() : 0.0f;
}

void FCrowdMovement::Request(const UCrowdAgentComponent& Agent, const FVector& Velocity)
{
	// A player goes where it wants to; others see that.
	if (!IsThere() || Movement::IsPlayers(Agent.GetOwner()))
	{
		return;
	}
	if (Movement::FollowsOtherPath(Agent.GetOwner()))
	{
		WarnOfOtherPath(Agent);
		return;
	}
	if (const TCHAR* Hindrance = FindHindrance())
	{
		if (!bWarned && !Velocity.IsZero())
		{
			bWarned = true;
			UE_LOG(LogCrowdAvoidance, Warning, TEXT("Crowd agent '%s' cannot move: '%s' %s."), *Agent.GetPathName(),
				*Component->GetPathName(), Hindrance);
		}
		return;
	}
	UFloatingPawnMovement* const Floating = Cast<UFloatingPawnMovement>(Component.Get());
	if (Floating && Movement::GoesByInput(*Floating))
	{
		Movement::RequestByInput(*Floating, Velocity);
		return;
	}
	Interface->RequestDirectMove(Velocity, false);
}

void FCrowdMovement::WarnOfOtherPath(const UCrowdAgentComponent& Agent)
{
	if (!bWarnedOfPath)
	{
		bWarnedOfPath = true;
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd agent '%s' does not avoid others while its controller has it follow a path: that knows nothing "
				 "of the crowd. Use a ") TEXT("Crowd AI Controller, or one with a Crowd Path Following Component."),
			*Agent.GetPathName());
	}
}

const TCHAR* FCrowdMovement::FindHindrance() const
{
	if (!Interface->GetUpdatedObject())
	{
		return TEXT("has nothing to move. Give the actor a root component before it, or set its UpdatedComponent");
	}
	if (!(GetMaxSpeed() > 0.0f))
	{
		return TEXT("has a maximal speed of 0. Raise it, and see that its movement mode is not None");
	}
	const UPawnMovementComponent* const Pawns = Cast<UPawnMovementComponent>(Component.Get());
	if (!Pawns || Movement::ControllerOf(*Pawns))
	{
		return nullptr;
	}
	if (const UCharacterMovementComponent* Character = Cast<UCharacterMovementComponent>(Pawns))
	{
		return Character->bRunPhysicsWithNoController ? nullptr
													  : TEXT("does nothing without a controller. Set the pawn's Auto "
															 "Possess AI, or switch Run Physics With No Controller on");
	}
	return Cast<UFloatingPawnMovement>(Pawns)
		? TEXT("does nothing without a controller. Set the pawn's Auto Possess AI")
		: nullptr;
}
