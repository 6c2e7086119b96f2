// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "CrowdClock.h"
#include "CrowdCore/CrowdWorld.h"
#include "CrowdScheduler.h"
#include "UObject/WeakObjectPtr.h"
#include "UObject/WeakObjectPtrTemplates.h"

class UCrowdAgentComponent;
class UCrowdAgentProfile;
class UCrowdAvoidanceSettings;
class UCrowdObstacleComponent;
class UWorld;

/// Core's world, and the components that stand behind its agents and obstacles.
///
/// A frame: read where owners are, step, move owners, tell listeners. The last two run code of others, which may add and remove
/// agents, or end the world: nothing is held on to across such a call but the slot's number, and a closed simulation does nothing more.
class FCrowdSimulation : public TSharedFromThis<FCrowdSimulation>
{
public:
	FCrowdSimulation(UWorld& InWorld, const UCrowdAvoidanceSettings& Settings);

	void AddAgent(UCrowdAgentComponent& Agent);
	void RemoveAgent(UCrowdAgentComponent& Agent);
	void SetGoal(UCrowdAgentComponent& Agent, const FVector& Location);
	void SetDesiredVelocity(UCrowdAgentComponent& Agent, const FVector& Velocity);

	void AddObstacle(UCrowdObstacleComponent& Obstacle);
	void RemoveObstacle(UCrowdObstacleComponent& Obstacle);

	/// One frame of the world. [s]
	void Advance(float DeltaSeconds);

	/// The world is over: lets go of all components.
	void Close();

	const CrowdAvoidance::World& GetWorld() const { return Crowd; }

private:
	/// By AgentHandle::Index; without a component: free.
	struct FAgentSlot
	{
		TWeakObjectPtr<UCrowdAgentComponent> Component;
		CrowdAvoidance::AgentHandle Handle;
		FVector Placed = FVector::ZeroVector; ///< Where the owner was last put or found. [cm, absolute]
		CrowdAvoidance::Vec2 Before;          ///< Before and after the last step. [m]
		CrowdAvoidance::Vec2 After;
		CrowdAvoidance::Vec2 Velocity; ///< [m/s]
		bool bArrived = false;
		bool bTold = false; ///< Listeners know that it has arrived.
	};

	struct FObstacleSlot
	{
		TWeakObjectPtr<UCrowdObstacleComponent> Component;
		FTransform Placed; ///< Of the owner. [cm, absolute]
	};

	struct FKnownProfile
	{
		TWeakObjectPtr<const UCrowdAgentProfile> Asset;
		CrowdAvoidance::ProfileHandle Handle;
	};

	FAgentSlot* FindSlot(const UCrowdAgentComponent& Agent);
	CrowdAvoidance::ProfileHandle HandleOf(const UCrowdAgentProfile& Profile);
	CrowdAvoidance::Result<CrowdAvoidance::ObstacleHandle> PlaceObstacle(const UCrowdObstacleComponent& Obstacle, const FTransform& At);
	FTransform AbsoluteTransform(const UCrowdObstacleComponent& Obstacle) const;
	FIntVector WorldOrigin() const;

	void ReadOwners();
	void ReadObstacles();
	void Step(const CrowdAvoidance::Time::FFrame& Frame);
	void Gather(bool bBefore);
	void MoveOwners(double Blend);
	void TellArrivals();
	void DrawDebug() const;
	void WarnOf(CrowdAvoidance::EStepStatus Status);
	void WarnOfLostTime(double LostSeconds);

	TWeakObjectPtr<UWorld> EngineWorld;
	CrowdAvoidance::Tasks::FEngineScheduler Scheduler;
	CrowdAvoidance::Time::FClock Clock;
	CrowdAvoidance::World Crowd;
	TArray<FAgentSlot> Agents;
	TArray<FObstacleSlot> Obstacles;
	TArray<FKnownProfile> Profiles;
	uint32 WarnedOf = 0; ///< Bits of EStepStatus.
	bool bWarnedOfLostTime = false;
	bool bWarnedOfNoProfile = false;
	bool bClosed = false;
};
