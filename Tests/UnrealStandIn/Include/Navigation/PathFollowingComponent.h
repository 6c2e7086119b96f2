// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "AITypes.h"
#include "GameFramework/NavMovementComponent.h"
#include "NavigationData.h"
#include "UObject/WeakInterfacePtr.h"

class APawn;

namespace EPathFollowingStatus
{
enum Type : int
{
	Idle,
	Waiting,
	Paused,
	Moving,
};
}

namespace EPathFollowingResult
{
enum Type : int
{
	Success,
	Blocked,
	OffPath,
	Aborted,
	Skipped_DEPRECATED,
	Invalid,
};
}

namespace FPathFollowingResultFlags
{
using Type = uint16;
inline constexpr Type None = 0;
inline constexpr Type UserAbort = 1 << 3;
inline constexpr Type MovementStop = 1 << 6;
inline constexpr Type NewRequest = 1 << 7;
}

struct FPathFollowingResult
{
	FPathFollowingResultFlags::Type Flags = 0;
	EPathFollowingResult::Type Code = EPathFollowingResult::Invalid;

	FPathFollowingResult() = default;
	FPathFollowingResult(EPathFollowingResult::Type InCode, FPathFollowingResultFlags::Type InFlags)
		: Flags(InFlags),
		  Code(InCode)
	{}
	bool HasFlag(FPathFollowingResultFlags::Type Flag) const { return (Flags & Flag) != 0; }
	bool IsSuccess() const { return Code == EPathFollowingResult::Success; }
};

namespace EPathFollowingRequestResult
{
enum Type : int
{
	Failed,
	AlreadyAtGoal,
	RequestSuccessful,
};
}

struct FPathFollowingRequestResult
{
	FAIRequestID MoveId;
	EPathFollowingRequestResult::Type Code = EPathFollowingRequestResult::Failed;
	operator EPathFollowingRequestResult::Type() const { return Code; }
};

enum class EPathFollowingVelocityMode : uint8
{
	Reset,
	Keep,
};

/// Has its controller's pawn follow a path, point by point; the last stretch goes to the goal actor where there is one.
class UPathFollowingComponent : public UActorComponent
{
	STANDIN_CLASS_BODY(UPathFollowingComponent, UActorComponent)

public:
	UPathFollowingComponent(const FObjectInitializer& ObjectInitializer = FObjectInitializer::Get());

	virtual void TickComponent(
		float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction) override;
	virtual void Initialize() { UpdateCachedComponents(); }
	virtual void Cleanup();
	virtual void UpdateCachedComponents();
	virtual FAIRequestID RequestMove(const FAIMoveRequest& RequestData, FNavPathSharedPtr InPath);
	virtual void AbortMove(const UObject& Instigator, FPathFollowingResultFlags::Type AbortFlags,
		FAIRequestID RequestID = FAIRequestID::CurrentRequest,
		EPathFollowingVelocityMode VelocityMode = EPathFollowingVelocityMode::Reset);
	virtual void PauseMove(FAIRequestID RequestID = FAIRequestID::CurrentRequest,
		EPathFollowingVelocityMode VelocityMode = EPathFollowingVelocityMode::Reset);
	virtual void ResumeMove(FAIRequestID RequestID = FAIRequestID::CurrentRequest);
	virtual void OnPathFinished(const FPathFollowingResult& Result);
	bool HasReached(const FAIMoveRequest& MoveRequest) const;
	void SetBlockDetection(float DistanceThreshold, float Interval, int32 NumSamples);

	EPathFollowingStatus::Type GetStatus() const { return Status; }
	AActor* GetMoveGoal() const { return DestinationActor.Get(); }
	FAIRequestID GetCurrentRequestId() const { return CurrentRequestId; }
	FVector GetCurrentTargetLocation() const { return CurrentDestination; }
	const FNavPathSharedPtr GetPath() const { return Path; }

protected:
	virtual void Reset();
	virtual void OnNewPawn(APawn*) { UpdateCachedComponents(); }
	virtual void SetMoveSegment(int32 SegmentStartIndex);
	virtual void FollowPathSegment(float DeltaTime);
	virtual void UpdatePathSegment();
	virtual bool UpdateBlockDetection();
	virtual bool HasReachedDestination(const FVector& CurrentLocation) const;
	bool IsBlocked() const;
	void ResetBlockDetectionData();

	TWeakInterfacePtr<INavMovementInterface> NavMovementInterface;
	FNavPathSharedPtr Path;
	TWeakObjectPtr<AActor> DestinationActor;
	FVector CurrentDestination = FVector::ZeroVector;
	float AcceptanceRadius = 0.0f;
	int32 MoveSegmentStartIndex = 0;
	int32 MoveSegmentEndIndex = 1;
	EPathFollowingStatus::Type Status = EPathFollowingStatus::Idle;

private:
	friend class AAIController;
	float BlockDetectionDistance = 10.0f;
	float BlockDetectionInterval = 0.5f;
	int32 BlockDetectionSampleCount = 10;
	double LastSampleTime = 0.0;
	std::vector<FVector> LocationSamples;
	FAIRequestID CurrentRequestId;
};
