// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "AIController.h"
#include "Engine/World.h"
#include "GameFramework/PawnMovementComponent.h"

STANDIN_IMPLEMENT_CLASS(UPathFollowingComponent, &StandIn::Construct<UPathFollowingComponent>)
STANDIN_IMPLEMENT_CLASS(AAIController, &StandIn::Construct<AAIController>)

UPathFollowingComponent::UPathFollowingComponent(const FObjectInitializer& /*ObjectInitializer*/)
{
	PrimaryComponentTick.bCanEverTick = true;
}

void UPathFollowingComponent::TickComponent(
	float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction)
{
	Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
	if (Status == EPathFollowingStatus::Moving)
	{
		UpdatePathSegment();
	}
	if (Status == EPathFollowingStatus::Moving)
	{
		FollowPathSegment(DeltaTime);
	}
}

void UPathFollowingComponent::Cleanup()
{
	NavMovementInterface = nullptr;
	Reset();
}

void UPathFollowingComponent::UpdateCachedComponents()
{
	const AController* Controller = Cast<AController>(GetOwner());
	const APawn* Pawn = Controller ? Controller->GetPawn() : nullptr;
	NavMovementInterface = Pawn ? Pawn->GetMovementComponent() : nullptr;
}

FAIRequestID UPathFollowingComponent::RequestMove(const FAIMoveRequest& RequestData, FNavPathSharedPtr InPath)
{
	static uint32 NextRequestId = 1;
	UpdateCachedComponents();
	if (!InPath || !InPath->IsValid() || !NavMovementInterface.IsValid())
	{
		return FAIRequestID::InvalidRequest;
	}
	if (Status != EPathFollowingStatus::Idle)
	{
		OnPathFinished(FPathFollowingResult(EPathFollowingResult::Aborted, FPathFollowingResultFlags::NewRequest));
	}
	Reset();
	CurrentRequestId = FAIRequestID(NextRequestId++);
	Path = InPath;
	DestinationActor = RequestData.GetGoalActor();
	AcceptanceRadius = FMath::Max(RequestData.GetAcceptanceRadius(), 0.0f);
	Status = EPathFollowingStatus::Moving;
	SetMoveSegment(0);
	return CurrentRequestId;
}

void UPathFollowingComponent::AbortMove(const UObject& /*Instigator*/, FPathFollowingResultFlags::Type AbortFlags,
	FAIRequestID RequestID, EPathFollowingVelocityMode /*VelocityMode*/)
{
	if (Status != EPathFollowingStatus::Idle && RequestID.IsEquivalent(CurrentRequestId))
	{
		OnPathFinished(FPathFollowingResult(EPathFollowingResult::Aborted, AbortFlags));
	}
}

void UPathFollowingComponent::PauseMove(FAIRequestID RequestID, EPathFollowingVelocityMode VelocityMode)
{
	if (Status == EPathFollowingStatus::Paused || !RequestID.IsEquivalent(CurrentRequestId))
	{
		return;
	}
	if (VelocityMode == EPathFollowingVelocityMode::Reset && NavMovementInterface.IsValid())
	{
		NavMovementInterface->StopMovementKeepPathing();
	}
	Status = EPathFollowingStatus::Paused;
}

void UPathFollowingComponent::ResumeMove(FAIRequestID RequestID)
{
	if (RequestID.IsEquivalent(CurrentRequestId))
	{
		Status = EPathFollowingStatus::Moving;
	}
}

void UPathFollowingComponent::OnPathFinished(const FPathFollowingResult& Result)
{
	const FAIRequestID Finished = CurrentRequestId;
	Reset();
	if (NavMovementInterface.IsValid() && !Result.HasFlag(FPathFollowingResultFlags::NewRequest))
	{
		NavMovementInterface->StopMovementKeepPathing();
	}
	if (AAIController* Controller = Cast<AAIController>(GetOwner()))
	{
		Controller->OnMoveCompleted(Finished, Result);
	}
}

bool UPathFollowingComponent::HasReached(const FAIMoveRequest& MoveRequest) const
{
	const double Radius = static_cast<double>(FMath::Max(MoveRequest.GetAcceptanceRadius(), 0.0f));
	return NavMovementInterface.IsValid() &&
		FVector::Dist2D(NavMovementInterface->GetFeetLocation(), MoveRequest.GetDestination()) <= Radius;
}

void UPathFollowingComponent::SetBlockDetection(float DistanceThreshold, float Interval, int32 NumSamples)
{
	BlockDetectionDistance = DistanceThreshold;
	BlockDetectionInterval = Interval;
	BlockDetectionSampleCount = NumSamples;
	ResetBlockDetectionData();
}

void UPathFollowingComponent::Reset()
{
	Path.Reset();
	DestinationActor = nullptr;
	Status = EPathFollowingStatus::Idle;
	ResetBlockDetectionData();
}

void UPathFollowingComponent::SetMoveSegment(int32 SegmentStartIndex)
{
	const TArray<FNavPathPoint>& Points = Path->GetPathPoints();
	MoveSegmentStartIndex = FMath::Min(SegmentStartIndex, Points.Num() - 2);
	MoveSegmentEndIndex = MoveSegmentStartIndex + 1;
	CurrentDestination = Points[MoveSegmentEndIndex].Location;
}

void UPathFollowingComponent::UpdatePathSegment()
{
	if (!Path || !NavMovementInterface.IsValid())
	{
		OnPathFinished(FPathFollowingResult(EPathFollowingResult::Aborted, FPathFollowingResultFlags::None));
		return;
	}
	const FVector Location = NavMovementInterface->GetFeetLocation();
	const TArray<FNavPathPoint>& Points = Path->GetPathPoints();
	const bool bLast = MoveSegmentEndIndex == Points.Num() - 1;
	const FVector Direction = (CurrentDestination - Points[MoveSegmentStartIndex].Location).GetSafeNormal();
	if (bLast && HasReachedDestination(Location))
	{
		OnPathFinished(FPathFollowingResult(EPathFollowingResult::Success, FPathFollowingResultFlags::None));
		return;
	}
	if (bLast)
	{
		CurrentDestination = DestinationActor.IsValid() ? DestinationActor->GetActorLocation() : CurrentDestination;
	}
	else if (FVector::DotProduct(CurrentDestination - Location, Direction) < 0.0 ||
		FVector::Dist2D(CurrentDestination, Location) < 1.0)
	{
		SetMoveSegment(MoveSegmentEndIndex);
	}
	if (UpdateBlockDetection() && IsBlocked())
	{
		OnPathFinished(FPathFollowingResult(EPathFollowingResult::Blocked, FPathFollowingResultFlags::None));
	}
}

void UPathFollowingComponent::FollowPathSegment(float DeltaTime)
{
	if (Path && NavMovementInterface.IsValid())
	{
		const bool bLast = MoveSegmentEndIndex == Path->GetPathPoints().Num() - 1;
		const FVector Move = CurrentDestination - NavMovementInterface->GetFeetLocation();
		NavMovementInterface->RequestDirectMove(Move / static_cast<double>(DeltaTime), !bLast);
	}
}

bool UPathFollowingComponent::UpdateBlockDetection()
{
	const double Now = GetWorld()->GetTimeSeconds();
	if (!NavMovementInterface.IsValid() || Now <= LastSampleTime + static_cast<double>(BlockDetectionInterval))
	{
		return false;
	}
	LastSampleTime = Now;
	LocationSamples.push_back(NavMovementInterface->GetFeetLocation());
	if (LocationSamples.size() > static_cast<size_t>(BlockDetectionSampleCount))
	{
		LocationSamples.erase(LocationSamples.begin());
	}
	return true;
}

bool UPathFollowingComponent::HasReachedDestination(const FVector& CurrentLocation) const
{
	const FVector Goal =
		DestinationActor.IsValid() ? DestinationActor->GetActorLocation() : Path->GetPathPoints().Last().Location;
	return FVector::Dist2D(CurrentLocation, Goal) <= static_cast<double>(AcceptanceRadius);
}

bool UPathFollowingComponent::IsBlocked() const
{
	if (LocationSamples.size() < static_cast<size_t>(BlockDetectionSampleCount))
	{
		return false;
	}
	FVector Center;
	for (const FVector& Sample : LocationSamples)
	{
		Center += Sample / static_cast<double>(LocationSamples.size());
	}
	return std::all_of(LocationSamples.begin(), LocationSamples.end(),
		[&](const FVector& Sample)
		{ return FVector::Dist2D(Sample, Center) <= static_cast<double>(BlockDetectionDistance); });
}

void UPathFollowingComponent::ResetBlockDetectionData()
{
	LastSampleTime = 0.0;
	LocationSamples.clear();
}

AAIController::AAIController(const FObjectInitializer& /*ObjectInitializer*/)
	: PathFollowingComponent(CreateDefaultSubobject<UPathFollowingComponent>(TEXT("PathFollowingComponent")))
{}

EPathFollowingRequestResult::Type AAIController::MoveToActor(AActor* Goal, float AcceptanceRadius, bool bStopOnOverlap,
	bool bUsePathfinding, bool /*bCanStrafe*/, TSubclassOf<UNavigationQueryFilter> /*FilterClass*/,
	bool /*bAllowPartialPath*/)
{
	return MoveTo(FAIMoveRequest(Goal)
					  .SetAcceptanceRadius(AcceptanceRadius)
					  .SetReachTestIncludesAgentRadius(bStopOnOverlap)
					  .SetUsePathfinding(bUsePathfinding));
}

EPathFollowingRequestResult::Type AAIController::MoveToLocation(const FVector& Dest, float AcceptanceRadius,
	bool bStopOnOverlap, bool bUsePathfinding, bool /*bProjectDestinationToNavigation*/, bool /*bCanStrafe*/,
	TSubclassOf<UNavigationQueryFilter> /*FilterClass*/, bool /*bAllowPartialPath*/)
{
	return MoveTo(FAIMoveRequest(Dest)
					  .SetAcceptanceRadius(AcceptanceRadius)
					  .SetReachTestIncludesAgentRadius(bStopOnOverlap)
					  .SetUsePathfinding(bUsePathfinding));
}

FPathFollowingRequestResult AAIController::MoveTo(const FAIMoveRequest& MoveRequest, FNavPathSharedPtr* OutPath)
{
	FPathFollowingRequestResult Result;
	if (!GetPawn() || (MoveRequest.IsMoveToActorRequest() && !MoveRequest.GetGoalActor()))
	{
		return Result;
	}
	if (PathFollowingComponent->HasReached(MoveRequest))
	{
		Result.Code = EPathFollowingRequestResult::AlreadyAtGoal;
		return Result;
	}
	const FNavPathSharedPtr Path =
		MakeShared<FNavigationPath>(TArray<FVector>{GetPawn()->GetActorLocation(), MoveRequest.GetDestination()});
	Result.MoveId = RequestMove(MoveRequest, Path);
	Result.Code =
		Result.MoveId.IsValid() ? EPathFollowingRequestResult::RequestSuccessful : EPathFollowingRequestResult::Failed;
	if (OutPath)
	{
		*OutPath = Path;
	}
	return Result;
}

FAIRequestID AAIController::RequestMove(const FAIMoveRequest& MoveRequest, FNavPathSharedPtr Path)
{
	return PathFollowingComponent->RequestMove(MoveRequest, Path);
}

void AAIController::StopMovement()
{
	PathFollowingComponent->AbortMove(*this, FPathFollowingResultFlags::MovementStop);
}

void AAIController::OnPossess(APawn* InPawn)
{
	Super::OnPossess(InPawn);
	PathFollowingComponent->Initialize();
}

void AAIController::OnUnPossess()
{
	Super::OnUnPossess();
	PathFollowingComponent->Cleanup();
	check(!PathFollowingComponent->NavMovementInterface.IsValid()); // Cleanup must call Super.
}
