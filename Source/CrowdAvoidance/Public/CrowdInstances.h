// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "CrowdCore/CrowdTypes.h"
#include "GameFramework/Actor.h"

#include "CrowdInstances.generated.h"

class FCrowdInstancesListener;
class FCrowdSimulation;
class UCrowdAgentProfile;
class UCrowdScenarioAsset;
class UInstancedStaticMeshComponent;

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FCrowdInstanceArrived, int32, Agent);
DECLARE_DYNAMIC_MULTICAST_DELEGATE(FCrowdInstancesAllArrived);

/// A crowd without an actor for each agent: every agent is an instance of one mesh. For tens of thousands.
///  - Agents are added after BeginPlay and gone with EndPlay. An agent is named by a number that stays its own while others come
///    and go; no number is given out twice.
///  - Each walks at the height that it was added at, or follows its path over the navmesh up and down, and faces where it goes.
///  - The mesh and materials are those of the component Instances, whose instances are the crowd's own. The actor's scale is
///    theirs; where the actor is does not matter.
UCLASS(meta = (DisplayName = "Crowd Instances"))
class CROWDAVOIDANCE_API ACrowdInstances : public AActor
{
	GENERATED_BODY()

public:
	ACrowdInstances();

	/// What agents look like. Without a mesh they walk unseen.
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Crowd Avoidance")
	TObjectPtr<UInstancedStaticMeshComponent> Instances;

	/// What kind of agents these are, for those added from now on. Without one they are as a new profile asset is.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Crowd Avoidance")
	TObjectPtr<UCrowdAgentProfile> Profile;

	/// How near to its goal an agent has arrived. Read when a goal is set.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Crowd Avoidance",
		meta = (ClampMin = "1", ClampMax = "100000", UIMax = "500", Units = "cm"))
	float ArrivalRadius = 50.0f;

	/// Whether agents find their paths to goals over the world's navmesh; otherwise they go straight. Read with each goal. Each asks for a
	/// path of its own, so many with a new goal at once take some frames: MaxPathRequestsPerFrame in the project settings.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Crowd Avoidance")
	bool bUseNavigation = true;

	/// How fast an agent turns towards where it goes. One that stands does not turn. In degrees per second.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Appearance", meta = (ClampMin = "0", UIMax = "1000"))
	float TurnRate = 360.0f;

	/// Which way the mesh faces as it was made: 0 along x, 90 along y.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Appearance", meta = (Units = "deg"))
	float MeshYaw = 0.0f;

	/// How far above an agent's location the mesh's origin is.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Appearance", meta = (Units = "cm"))
	float VerticalOffset = 0.0f;

	/// Whether each agent's speed (cm/s) is written to its first custom data float, for materials that animate vertices.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Appearance")
	bool bWriteSpeed = false;

	/// An agent has come within ArrivalRadius of its goal. Once for each goal, when all have moved.
	UPROPERTY(BlueprintAssignable, Category = "Crowd Avoidance")
	FCrowdInstanceArrived OnAgentArrived;

	/// Nobody is on the way any more: those with a goal have arrived or were removed. Again after the next goal.
	UPROPERTY(BlueprintAssignable, Category = "Crowd Avoidance")
	FCrowdInstancesAllArrived OnAllArrived;

	/// One agent at each location; each goes to the goal of the same place in Goals, or stands where Goals is empty. Gives back the
	/// agents' numbers in the same order; -1 where a location is refused, which the log explains.
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance", meta = (AutoCreateRefTerm = "Goals"))
	TArray<int32> AddAgents(const TArray<FVector>& Locations, const TArray<FVector>& Goals);

	/// Agents that stand in a square around Center, Spacing apart (cm). Gives back their numbers. [1 .. 1,000,000]
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance")
	TArray<int32> SpawnGrid(int32 Count, FVector Center, float Spacing = 100.0f);

	/// Walk to a point of the world at the profile's preferred speed, and stand there.
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance")
	void SetGoal(int32 Agent, FVector Location);

	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance")
	void SetGoalForAll(FVector Location);

	/// Go at this velocity (cm/s), as far as others let it, until told otherwise. Ends a goal; zero is standing.
	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance")
	void SetDesiredVelocity(int32 Agent, FVector Velocity);

	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance")
	void RemoveAgent(int32 Agent);

	UFUNCTION(BlueprintCallable, Category = "Crowd Avoidance")
	void RemoveAgents(const TArray<int32>& Agents);

	/// Whether there is, still, an agent of that number here.
	UFUNCTION(BlueprintPure, Category = "Crowd Avoidance")
	bool HasAgent(int32 Agent) const;

	/// Where it is shown; zero where there is no such agent.
	UFUNCTION(BlueprintPure, Category = "Crowd Avoidance")
	FVector GetAgentLocation(int32 Agent) const;

	/// The collision-free velocity that the last step chose (cm/s); zero where there is no such agent.
	UFUNCTION(BlueprintPure, Category = "Crowd Avoidance")
	FVector GetAgentVelocity(int32 Agent) const;

	/// Whether it has come to its goal; false again with the next goal or desired velocity, and where there is no such agent.
	UFUNCTION(BlueprintPure, Category = "Crowd Avoidance")
	bool HasArrived(int32 Agent) const;

	/// How many agents there are here.
	UFUNCTION(BlueprintPure, Category = "Crowd Avoidance")
	int32 NumAgents() const;

protected:
	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;

private:
	friend FCrowdInstancesListener;
	friend UCrowdScenarioAsset;

	/// A direction on the ground plane, of length 1: angles would have to be taken apart for each agent in each frame.
	struct FHeading
	{
		double X = 1.0;
		double Y = 0.0;
	};

	/// In the order of the component's instances.
	struct FMember
	{
		CrowdAvoidance::AgentHandle Handle;
		int32 Number = INDEX_NONE;
		float Speed = 0.0f;     ///< [cm/s]
		FHeading Heading;       ///< Where it faces.
		bool bOnTheWay = false; ///< Has a goal, and listeners do not know that it has arrived.
		bool bArrived = false;
	};

	/// How members are shown, in numbers that are none of them wrong.
	struct FLook
	{
		FVector Scale;
		double TurnCos; ///< Of the furthest turn in this frame.
		double TurnSin;
		double MeshCos; ///< Of half of MeshYaw.
		double MeshSin;
		double VerticalOffset;
	};

	/// Once a frame, when the crowd has moved.
	void OnCrowdMoved();
	/// Nobody of the crowd has a goal any more.
	void OnCrowdStopped();
	FLook ReadLook();
	static void TurnTowards(FHeading& Heading, const FHeading& Wanted, const FLook& Look);
	static FTransform ToTransform(const FHeading& Heading, const FVector& Location, const FLook& Look);
	void FillTransforms(const FCrowdSimulation& Simulation);
	void ShowTransforms();
	void TellArrivals();

	/// Makes an agent of the crowd a member, not shown yet. Gives back its number.
	int32 Enlist(CrowdAvoidance::AgentHandle Handle, const FVector& Location, const FVector& Towards);
	/// Shows members enlisted since First.
	void ShowNew(int32 First);
	bool CanAdd(int32 Locations, int32 Goals) const;
	void WarnOfNoPlaces(int32 Locations, int32 Goals) const;
	const UCrowdAgentProfile& ProfileOfNew();
	FMember* Find(int32 Agent, const TCHAR* What);
	/// False: refused, which is logged.
	bool SetGoalOf(FMember& Member, const FVector& Location, double Radius);
	void Remove(int32 Index);

	/// Of the scenario that these are agents of, where they are: an actor of its own, since this one may be moved and scaled.
	UPROPERTY(Transient)
	TObjectPtr<AActor> ScenarioWalls;

	/// The crowd its agents are in; null before BeginPlay, after EndPlay, and when the crowd is over.
	TWeakPtr<FCrowdSimulation> Crowd;
	/// What the crowd knows of this actor.
	TSharedPtr<FCrowdInstancesListener> Listener;
	TArray<FMember> Members;
	TArray<FTransform> Transforms; ///< Of each member. [cm, of the world]
	TMap<int32, int32> IndexOf;    ///< In Members, by number.
	TArray<int32> Arrived;         ///< Numbers of those whose arrival is being told.
	int32 NextNumber = 0;
	bool bAwaitsAll = false; ///< A goal was set since OnAllArrived.
	bool bWarnedOfNoProfile = false;
	bool bWarnedOfLook = false;
	bool bWarnedOfNumber = false;
};
