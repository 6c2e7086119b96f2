// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "Engine/World.h"
#include "GameFramework/Character.h"
#include "GameFramework/CharacterMovementComponent.h"
#include "GameFramework/Controller.h"
#include "GameFramework/FloatingPawnMovement.h"
#include "GameFramework/PlayerController.h"

STANDIN_IMPLEMENT_CLASS(UInterface, nullptr)
STANDIN_IMPLEMENT_CLASS(UNavMovementInterface, nullptr)
STANDIN_IMPLEMENT_CLASS(UMovementComponent, nullptr)
STANDIN_IMPLEMENT_CLASS(UNavMovementComponent, nullptr)
STANDIN_IMPLEMENT_CLASS(UPawnMovementComponent, nullptr)
STANDIN_IMPLEMENT_CLASS(UFloatingPawnMovement, &StandIn::Construct<UFloatingPawnMovement>)
STANDIN_IMPLEMENT_CLASS(UCharacterMovementComponent, &StandIn::Construct<UCharacterMovementComponent>)
STANDIN_IMPLEMENT_CLASS(APawn, &StandIn::Construct<APawn>)
STANDIN_IMPLEMENT_CLASS(ACharacter, &StandIn::Construct<ACharacter>)
STANDIN_IMPLEMENT_CLASS(AController, nullptr)
STANDIN_IMPLEMENT_CLASS(APlayerController, &StandIn::Construct<APlayerController>)

bool UMovementComponent::IsExceedingMaxSpeed(float MaxSpeed) const
{
	return Velocity.SizeSquared() > FMath::Square(static_cast<double>(FMath::Max(MaxSpeed, 0.0f))) * 1.01;
}

bool UMovementComponent::MoveUpdatedComponent(const FVector& Delta, const FRotator& NewRotation, bool /*bSweep*/,
	FHitResult* /*OutHit*/, ETeleportType /*Teleport*/)
{
	if (UpdatedComponent)
	{
		const FTransform& At = UpdatedComponent->Placement;
		UpdatedComponent->Placement = FTransform(NewRotation, At.GetLocation() + Delta, At.GetScale3D());
	}
	return UpdatedComponent != nullptr;
}

void UMovementComponent::OnRegister()
{
	Super::OnRegister();
	SetUpdatedComponent(UpdatedComponent ? UpdatedComponent.Get() : GetOwner()->GetRootComponent());
}

void* UNavMovementComponent::GetNativeInterfaceAddress(UClass* InterfaceClass)
{
	return InterfaceClass == UNavMovementInterface::StaticClass() ? static_cast<INavMovementInterface*>(this) : nullptr;
}

void UNavMovementComponent::RequestDirectMove(const FVector& MoveVelocity, bool /*bForceMaxSpeed*/)
{
	Velocity = MoveVelocity;
}

FVector UNavMovementComponent::GetFeetLocation() const
{
	return UpdatedComponent ? UpdatedComponent->GetComponentLocation() : FVector::ZeroVector;
}

void UNavMovementComponent::GetSimpleCollisionCylinder(float& CollisionRadius, float& CollisionHalfHeight) const
{
	CollisionRadius = 0.0f;
	CollisionHalfHeight = 0.0f;
}

void UPawnMovementComponent::SetUpdatedComponent(USceneComponent* NewUpdatedComponent)
{
	Super::SetUpdatedComponent(NewUpdatedComponent);
	PawnOwner = NewUpdatedComponent ? Cast<APawn>(NewUpdatedComponent->GetOwner()) : nullptr;
}

void UPawnMovementComponent::AddInputVector(FVector WorldVector, bool bForce)
{
	if (PawnOwner)
	{
		PawnOwner->Internal_AddMovementInput(WorldVector, bForce);
	}
}

FVector UPawnMovementComponent::GetPendingInputVector() const
{
	return PawnOwner ? PawnOwner->Internal_GetPendingMovementInputVector() : FVector::ZeroVector;
}

FVector UPawnMovementComponent::ConsumeInputVector()
{
	return PawnOwner ? PawnOwner->Internal_ConsumeMovementInputVector() : FVector::ZeroVector;
}

void UFloatingPawnMovement::TickComponent(
	float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction)
{
	Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
	const AController* Controller = PawnOwner ? PawnOwner->GetController() : nullptr;
	if (!Controller || !UpdatedComponent)
	{
		return;
	}
	if (!Controller->IsFollowingAPath())
	{
		ApplyControlInputToVelocity(DeltaTime);
	}
	else if (IsExceedingMaxSpeed(MaxSpeed))
	{
		Velocity = Velocity.GetSafeNormal() * static_cast<double>(MaxSpeed);
	}
	MoveUpdatedComponent(Velocity * static_cast<double>(DeltaTime), UpdatedComponent->GetComponentRotation(), true);
}

void UFloatingPawnMovement::ApplyControlInputToVelocity(float DeltaTime)
{
	const double Seconds = static_cast<double>(DeltaTime);
	const FVector Input = ConsumeInputVector().GetClampedToMaxSize(1.0);
	// The input's size is a share of the speed; above it there is only deceleration.
	const float Limit = static_cast<float>(static_cast<double>(MaxSpeed) * Input.Size());
	if (!Input.IsZero() && !IsExceedingMaxSpeed(Limit))
	{
		const double Turned = FMath::Clamp(Seconds * static_cast<double>(TurningBoost), 0.0, 1.0);
		Velocity = FMath::Lerp(Velocity, Input * Velocity.Size(), Turned);
	}
	else
	{
		const double Slower = FMath::Max(Velocity.Size() - static_cast<double>(Deceleration) * Seconds, 0.0);
		Velocity = Velocity.GetSafeNormal() *
			(IsExceedingMaxSpeed(Limit) ? FMath::Max(Slower, static_cast<double>(Limit)) : Slower);
	}
	const double Most = IsExceedingMaxSpeed(Limit) ? Velocity.Size() : static_cast<double>(Limit);
	Velocity = (Velocity + Input * (static_cast<double>(Acceleration) * Seconds)).GetClampedToMaxSize(Most);
}

float UCharacterMovementComponent::GetMaxSpeed() const
{
	switch (MovementMode)
	{
	case MOVE_Walking:
	case MOVE_NavWalking:
	case MOVE_Falling:
		return MaxWalkSpeed;
	case MOVE_Flying:
		return MaxFlySpeed;
	default:
		return 0.0f;
	}
}

void UCharacterMovementComponent::RequestDirectMove(const FVector& MoveVelocity, bool /*bForceMaxSpeed*/)
{
	if (MoveVelocity.SizeSquared() >= 1.0e-4)
	{
		RequestedVelocity = MoveVelocity;
		bHasRequestedVelocity = true;
	}
}

void UCharacterMovementComponent::SetMovementMode(EMovementMode NewMovementMode, uint8 /*NewCustomMode*/)
{
	MovementMode = NewMovementMode;
}

void UCharacterMovementComponent::TickComponent(
	float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction)
{
	Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
	if (!PawnOwner || !UpdatedComponent || MovementMode == MOVE_None ||
		(!PawnOwner->GetController() && !bRunPhysicsWithNoController))
	{
		return;
	}
	if (bHasRequestedVelocity)
	{
		FollowRequest(DeltaTime);
	}
	else
	{
		Brake(DeltaTime);
	}
	bHasRequestedVelocity = false;
	MoveUpdatedComponent(Velocity * static_cast<double>(DeltaTime), UpdatedComponent->GetComponentRotation(), true);
}

void UCharacterMovementComponent::FollowRequest(float DeltaTime)
{
	const FVector Wanted = RequestedVelocity.GetClampedToMaxSize(static_cast<double>(GetMaxSpeed()));
	if (Velocity.SizeSquared() >= FMath::Square(Wanted.Size() * 1.01))
	{
		Velocity = Wanted;
		return;
	}
	const double Turned = FMath::Min(static_cast<double>(DeltaTime * GroundFriction), 1.0);
	Velocity = FMath::Lerp(Velocity, Wanted.GetSafeNormal() * Velocity.Size(), Turned);
	Velocity += (Wanted - Velocity).GetClampedToMaxSize(static_cast<double>(MaxAcceleration * DeltaTime));
}

void UCharacterMovementComponent::Brake(float DeltaTime)
{
	const bool bFlying = MovementMode == MOVE_Flying;
	const double Friction = bFlying ? 0.0 : static_cast<double>(GroundFriction * BrakingFrictionFactor);
	const double Deceleration = static_cast<double>(bFlying ? BrakingDecelerationFlying : BrakingDecelerationWalking);
	const double Speed = Velocity.Size();
	const double Slower = Speed - (Friction * Speed + Deceleration) * static_cast<double>(DeltaTime);
	Velocity = Velocity.GetSafeNormal() * FMath::Max(Slower, 0.0);
}

UPawnMovementComponent* APawn::GetMovementComponent() const
{
	return FindComponentByClass<UPawnMovementComponent>();
}

void APawn::Internal_AddMovementInput(FVector WorldAccel, bool /*bForce*/)
{
	ControlInputVector += WorldAccel;
}

FVector APawn::Internal_ConsumeMovementInputVector()
{
	const FVector Consumed = ControlInputVector;
	ControlInputVector = FVector::ZeroVector;
	return Consumed;
}

void APawn::EndPlay(const EEndPlayReason::Type Reason)
{
	if (Controller)
	{
		Controller->UnPossess();
	}
	Super::EndPlay(Reason);
}

ACharacter::ACharacter(const FObjectInitializer& /*ObjectInitializer*/)
{
	RootComponent = CreateDefaultSubobject<USceneComponent>(TEXT("CollisionCylinder"));
	CharacterMovement = CreateDefaultSubobject<UCharacterMovementComponent>(TEXT("CharMoveComp"));
}

void AController::Possess(APawn* InPawn)
{
	UnPossess();
	if (InPawn)
	{
		if (InPawn->Controller)
		{
			InPawn->Controller->UnPossess();
		}
		OnPossess(InPawn);
	}
}

void AController::UnPossess()
{
	if (Pawn)
	{
		OnUnPossess();
	}
}

void AController::OnPossess(APawn* InPawn)
{
	Pawn = InPawn;
	Pawn->Controller = this;
}

void AController::OnUnPossess()
{
	Pawn->Controller = nullptr;
	Pawn = nullptr;
}

void AController::EndPlay(const EEndPlayReason::Type Reason)
{
	UnPossess();
	Super::EndPlay(Reason);
}
