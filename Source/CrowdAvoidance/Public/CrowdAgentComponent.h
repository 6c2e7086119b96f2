// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Components/ActorComponent.h"
#include "CoreMinimal.h"
#include "CrowdCore/CrowdTypes.h"
#include "UObject/WeakObjectPtrTemplates.h"

#include "CrowdAgentComponent.generated.h"

class FCrowdSimulation;
class UCrowdAgentComponent;
class UCrowdAgentProfile;
class UCrowdMoveTo;

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FCrowdAgentArrived, UCrowdAgentComponent*, Agent);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(
	FCrowdAgentSight, UCrowdAgentComponent*, Agent, UCrowdAgentComponent*, Other);

/// What moves an agent's owner.
UENUM(BlueprintType)
enum class ECrowdMovement : uint8
{
	/// The owner's movement component if it has one, otherwise the crowd itself.
	Automatic,
	/// The owner's movement component: character, floating pawn, or any other that takes velocities.
	MovementComponent,
	/// The crowd itself: it moves the owner's root component. Its height follows its path over the navmesh, or is left alone.
	Transform,
};

/// What a game saves of an agent. Locations are of the world as it is placed when saved.
USTRUCT(BlueprintType)
struct CROWDAVOIDANCE_API FCrowdAgentState
{
	GENERATED_BODY()

	/// Where it is; with interpolation, up to a step ahead of where it is shown. [cm]
	UPROPERTY(EditAnywhere, BlueprintReadWrite, SaveGame, Category = "Crowd Avoidance")
	FVector Location = FVector::ZeroVector;

	/// As GetCrowdVelocity. [cm/s]
	UPROPERTY(EditAnywhere, BlueprintReadWrite, SaveGame, Category = "Crowd Avoidance")
	FVector Velocity = FVector::ZeroVector;

	/// Its goal where bHasGoal [cm], otherwise its desired velocity [cm/s].
	UPROPERTY(EditAnywhere, BlueprintReadWrite, SaveGame, Category = "Crowd Avoidance")
	FVector Target = FVector::ZeroVector;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, SaveGame, Category = "Crowd Avoidance")
	bool bHasGoal = false;

	/// Has come to its goal, and said so.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, SaveGame, Category = "Crowd Avoidance")
	bool bArrived = false;
};

/// One whom an agent sees or remembers.
USTRUCT(BlueprintType)
struct CROWDAVOIDANCE_API FCrowdSeenAgent
{
	GENERATED_BODY()

	/// None: it has no component (ACrowdInstances).
	UPROPERTY(BlueprintReadOnly, Category = "Crowd Avoidance")
	TObjectPtr<UCrowdAgentComponent> Agent;

	/// Where it is, whether it is in sight or not. [cm]
	UPROPERTY(BlueprintReadOnly, Category = "Crowd Avoidance")
	FVector Location = FVector::ZeroVector;

	/// It has been in sight for the profile's ObservationTime: it is avoided while it is in sight.
	UPROPERTY(BlueprintReadOnly, Category = "Crowd Avoidance")
	bool bNoticed = false;

	/// As the last step saw it; otherwise it is remembered.
	UPROPERTY(BlueprintReadOnly, Category = "Crowd Avoidance")
	bool bInSight = false;

	/// Since it came into sight, until it is noticed; afterwards since it was lost from sight, and 0 while it is in sight. [s]
	UPROPERTY(BlueprintReadOnly, Category = "Crowd Avoidance")
	float Seconds = 0.0f;
};

/// Makes its owner an agent of the world's crowd, from BeginPlay to EndPlay.
///  - One for each owner, and where the owner is the game's own: in a client's world replicated owners stay out, and go as the server says.
///  - It says where to go: a goal, or a desired velocity.
///  - The owner's movement component is asked for a collision-free velocity in every frame; where there is none, the crowd moves the
///    owner's root component, on the ground plane. A pawn with a movement component that a player controls is left to the player, and
///    avoided by others.
///  - Whoever else moves the owner (a teleport, a cutscene) is believed: the crowd goes on from there.
UCLASS(ClassGroup = (AI), meta = (BlueprintSpawnableComponent))
class CROWDAVOIDANCE_API UCrowdAgentComponent : public UActorComponent
{
	GENERATED_BODY()

public:
	UCrowdAgentComponent();

	/// What kind of agent this is. Without one it is as a new profile asset is.
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Crowd Avoidance")
	TObjectPtr<UCrowdAgentProfile> Profile;

	/// How near to its goal it has arrived.
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Crowd Avoidance",
		meta = (ClampMin = "1", ClampMax = "100000", UIMax = "500", Units = "cm"))
	float ArrivalRadius = 50.0f;

	/// What moves the owner. Looked at when the agent enters the crowd, and again when the movement component has been destroyed.
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Crowd Avoidance")
	ECrowdMovement Movement = ECrowdMovement::Automatic;

	/// Whether it finds its way to a goal over the world's navmesh; otherwise it goes straight. Read with each goal.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Crowd Avoidance")
	bool bUseNavigation = true;

	/// It has come within ArrivalRadius of its goal. Once for each goal, after all agents have moved.
	UPROPERTY(BlueprintAssignable, Category = "Crowd Avoidance")
	FCrowdAgentArrived OnArrived;

	/// It has noticed another agent, and avoids it from now on. With models that perceive, after OnArrived; whoever binds late
	/// is told of all whom it has noticed already. Other is none where that has no component.
	UPROPERTY(BlueprintAssignable, Category = "Crowd Avoidance")
	FCrowdAgentSight OnNoticed;

	/// It remembers one no longer that it had noticed: out of sight for the profile's SightMemory, displaced by others, or gone from the crowd.
	/// Before OnNoticed of the same step. Other is none where that has no component, or is gone.
	UPROPERTY(BlueprintAssignable, Category = "Crowd Avoidance")
	FCrowdAgentSight OnLost;

	/// Walk to a point of the world at the profile's preferred speed, and stand there. Can be called before BeginPlay.
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance")
	void SetGoal(const FVector& Location);

	/// Go at this velocity (cm/s), as far as others let it, until told otherwise. Ends a goal. Can be called before BeginPlay.
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance")
	void SetDesiredVelocity(const FVector& Velocity);

	/// Stand, and step aside for others only as far as avoidance makes it. Ends a goal.
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance")
	void StopMoving();

	/// The collision-free velocity that the last step chose. [cm/s]
	UFUNCTION(BlueprintPure, Category = "Crowd Avoidance")
	FVector GetCrowdVelocity() const;

	/// Whether it has come to its goal; false again with the next goal or desired velocity.
	UFUNCTION(BlueprintPure, Category = "Crowd Avoidance")
	bool HasArrived() const;

	/// Whether it is an agent of a crowd now. Where it is not after BeginPlay, the log says why.
	UFUNCTION(BlueprintPure, Category = "Crowd Avoidance")
	bool IsInCrowd() const;

	/// Whom it sees or remembers, as the last step left it, with models that perceive (rcap, clearpath with its option
	/// observe); with others nobody.
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance")
	TArray<FCrowdSeenAgent> GetSeenAgents() const;

	/// For a saved game.
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance")
	FCrowdAgentState SaveState() const;

	/// Puts the owner where it was and has the agent go on from there as if nothing had been; where a movement component moves the owner,
	/// that says how fast it begins. When it has begun play; before, only the goal or desired velocity is taken.
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance")
	void RestoreState(const FCrowdAgentState& State);

	/// How fast it goes to a goal: its profile's preferred speed, or its movement component's maximal one where that is less; 0 outside
	/// a crowd. [cm/s]
	float GetPreferredSpeed() const;

	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;
	virtual void ApplyWorldOffset(const FVector& InOffset, bool bWorldShift) override;

private:
	friend FCrowdSimulation;
	friend UCrowdMoveTo;

	/// False: the crowd does not take it, and the agent keeps to what it did.
	bool PassOnIntent();
	bool SetIntent(bool bGoal, const FVector& NewTarget, UCrowdMoveTo* NewMove);
	bool BeginMove(UCrowdMoveTo& NewMove, const FVector& Location);
	void ForgetMove(const UCrowdMoveTo& Ended);

	/// The crowd it is in; null when it is in none, or that is over.
	TWeakPtr<FCrowdSimulation> Crowd;
	CrowdAvoidance::AgentHandle Handle;
	bool bHasGoal = false;
	/// Where it has a goal, that [cm]; otherwise its desired velocity [cm/s].
	FVector Target = FVector::ZeroVector;
	/// What gave it its goal and waits for the end of that; mostly nothing does.
	TWeakObjectPtr<UCrowdMoveTo> Move;
};
