// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "CrowdClock.h"
#include "CrowdCore/CrowdWorld.h"
#include "CrowdMovement.h"
#include "CrowdNavigation.h"
#include "CrowdScheduler.h"
#include "CrowdUnits.h"
#include "UObject/WeakObjectPtr.h"
#include "UObject/WeakObjectPtrTemplates.h"

#include <span>

struct FCrowdAgentState;
struct FCrowdSeenAgent;
class UCrowdAgentComponent;
class UCrowdAgentProfile;
class UCrowdAvoidanceSettings;
class UCrowdObstacleComponent;
class USceneComponent;
class UWorld;

/// Is told of every frame when the crowd has moved, before arrivals are told. Must take itself away before it goes.
class ICrowdFrameListener
{
public:
	virtual ~ICrowdFrameListener() = default;
	virtual void OnCrowdMoved() = 0;
	/// All goals have been ended by one command.
	virtual void OnCrowdStopped() = 0;
};

/// Core's world, and what stands behind its agents and obstacles: components with owners, or nobody ("free" agents, which others show).
///
/// A frame: step, move owners (and follow those that others have moved), tell listeners. The last two run code of others, which may add and remove
/// agents, or end the world: nothing is held on to across such a call but the agent's number, and a closed simulation does nothing more.
class FCrowdSimulation : public TSharedFromThis<FCrowdSimulation>, public ICrowdNavigationHost
{
public:
	FCrowdSimulation(UWorld& InWorld, const UCrowdAvoidanceSettings& Settings);

	void AddAgent(UCrowdAgentComponent& Agent);
	void RemoveAgent(UCrowdAgentComponent& Agent);
	/// False: the crowd refuses it, and the log says why.
	bool SetGoal(UCrowdAgentComponent& Agent, const FVector& Location);
	bool SetDesiredVelocity(UCrowdAgentComponent& Agent, const FVector& Velocity);

	/// Where it is and how it goes; what it is bound for is the component's own.
	void SaveAgent(const UCrowdAgentComponent& Agent, FCrowdAgentState& Out) const;
	/// Puts owner and agent there at once. False: what is wrong is logged, and nothing changed.
	bool RestoreAgent(UCrowdAgentComponent& Agent, const FCrowdAgentState& State);
	/// It has come to its goal, and listeners know.
	void SetArrived(UCrowdAgentComponent& Agent);

	/// How an agent is shown in this frame. [cm, cm/s, of the world as it is placed now]
	struct FShown
	{
		FVector Location = FVector::ZeroVector;
		FVector Velocity = FVector::ZeroVector;
		bool bArrived = false;
	};

	/// Of an agent that is not in the crowd: zeros. Several threads may ask at once.
	FShown Shown(CrowdAvoidance::AgentHandle Handle) const;
	/// How fast an agent goes to a goal; 0: it is not in the crowd. [cm/s]
	float GetPreferredSpeed(CrowdAvoidance::AgentHandle Handle) const;

	/// Whom an agent sees or remembers, in the order in which they came into the crowd.
	TArray<FCrowdSeenAgent> GetSeen(CrowdAvoidance::AgentHandle Handle) const;

	/// @name Agents without a component
	/// Nobody is moved for them. What is wrong is logged in the name of Who. [cm, of the world as it is placed now]
	CrowdAvoidance::AgentHandle AddFreeAgent(
		const FVector& Location, const UCrowdAgentProfile& Profile, const UObject& Who);
	/// One whose body is not that of a profile asset: Def says everything but where it is.
	CrowdAvoidance::AgentHandle AddFreeAgent(
		const FVector& Location, const CrowdAvoidance::AgentDef& Def, const UObject& Who);
	CrowdAvoidance::ProfileHandle AddProfile(const CrowdAvoidance::AgentProfile& Profile, const UObject& Who);
	void RemoveFreeAgent(CrowdAvoidance::AgentHandle Handle);
	/// bNavigate: over the navmesh; otherwise straight. False: refused, and the agent keeps to what it did.
	bool SetFreeGoal(CrowdAvoidance::AgentHandle Handle, const FVector& Location, double ArrivalRadius,
		const UObject& Who, bool bNavigate);
	bool SetFreeDesiredVelocity(CrowdAvoidance::AgentHandle Handle, const FVector& Velocity, const UObject& Who);
	void AddFrameListener(ICrowdFrameListener& Listener);
	void RemoveFrameListener(ICrowdFrameListener& Listener);
	void TellStopped();
	/// @}

	void AddObstacle(UCrowdObstacleComponent& Obstacle);
	void RemoveObstacle(UCrowdObstacleComponent& Obstacle);

	/// One frame of the world. [s]
	void Advance(float DeltaSeconds);
	/// One frame in which nobody goes anywhere.
	void StandStill();

	/// The engine's navmesh is another from now on.
	void OnNavMeshChanged();

	/// The world is over: lets go of all components.
	void Close();

	const CrowdAvoidance::World& GetWorld() const { return Crowd; }
	/// Null once that is gone.
	UWorld* GetEngineWorld() const;
	FIntVector WorldOrigin() const;

	virtual FVector GetAgentLocation(uint32 Index) const override;
	virtual FString GetAgentName(uint32 Index) const override;
	virtual bool IsHeightOurs(uint32 Index) const override;

	/// Of the last step.
	const CrowdAvoidance::StepReport& GetLastReport() const { return LastReport; }
	/// What the steps of the last frame took. [s]
	double GetStepSeconds() const { return StepSeconds; }

	/// AgentHandle::Index of every agent, ascending.
	TArray<uint32> ListAgents() const;
	/// By AgentHandle::Index; null: the agent has no component.
	UCrowdAgentComponent* FindComponent(uint32 HandleIndex) const;
	/// An invalid one, where the component is in another crowd or none.
	CrowdAvoidance::AgentHandle FindHandle(const UCrowdAgentComponent& Agent) const;

	/// Calls Visitor(std::span<const Vec2> Outline [m], double Height [cm, absolute]) for every obstacle.
	template <typename VisitorType>
	void ForEachOutline(const VisitorType& Visitor) const
	{
		for (const FObstacleSlot& Slot : Obstacles)
		{
			Visitor(
				std::span<const CrowdAvoidance::Vec2>(Slot.Outline.GetData(), static_cast<size_t>(Slot.Outline.Num())),
				Slot.Placed.GetLocation().Z);
		}
	}

	/// Keeps what each step sees and decides for this agent, instead of the one before. An invalid handle: for nobody.
	void Watch(CrowdAvoidance::AgentHandle Agent);
	/// An invalid handle: nobody, or one that has left.
	CrowdAvoidance::AgentHandle GetWatched() const { return Watched; }

	/// True the first time: what is wrong in every frame is said once.
	bool IsNewComplaint(FName What);

private:
	/// What a frame looks at of agents, each by AgentHandle::Index: columns, so that what is not needed is not fetched.
	struct FAgentColumns
	{
		TArray<TWeakObjectPtr<USceneComponent>>
			Bodies; ///< The owner's root, which the crowd moves. None: a free agent, or nobody.
		/// Bodies of this frame; nothing is collected within it.
		TArray<USceneComponent*>
			Found; // uplugin-lint: allow object-member: filled anew in each frame, and not looked at outside it.
		TArray<FVector> Placed; ///< Where it was last put or found; of free agents the height alone. [cm, absolute]
		TArray<CrowdAvoidance::Vec2> Before; ///< Before and after the last step. [m]
		TArray<CrowdAvoidance::Vec2> After;
		TArray<CrowdAvoidance::Vec2> Velocity; ///< [m/s]
		TArray<uint8> Arrived;                 ///< 0 or 1.
		TArray<uint8> Told;                    ///< 0 or 1: listeners know that it has arrived.

		int32 Num() const { return Bodies.Num(); }
		void SetNum(int32 Count);
		/// As an agent is that has just come in, or as nobody.
		void Reset(int32 Index, const FVector& AbsoluteLocation, CrowdAvoidance::Vec2 Position);
	};

	/// How long others have been moving an owner without a break.
	struct FCarried
	{
		uint64 LastFrame = 0; ///< As FramesMade.
		int32 Frames = 0;
	};

	/// An agent whose owner is moved by its movement component. It has no body in the columns.
	struct FMover
	{
		CrowdAvoidance::AgentHandle Handle;
		FCrowdMovement Movement;
		float MaxSpeed = 0.0f; ///< As the profile has it, whatever the movement component can do. [m/s]
		float PreferredSpeed = 0.0f;
		float SpeedLimit = 0.0f; ///< The movement component's, as last seen. [cm/s]
		bool bWarnedOfPlace = false;
	};

	/// An agent whose listeners want to know whom it notices.
	struct FObserver
	{
		CrowdAvoidance::AgentHandle Handle;
		TArray<CrowdAvoidance::AgentHandle> Noticed; ///< Those whom listeners know of.
	};

	/// What is to be told of an observer.
	struct FSighting
	{
		uint64 Id = 0; ///< AgentDef::Id of the observer.
		CrowdAvoidance::AgentHandle Agent;
		CrowdAvoidance::AgentHandle Other;
		bool bNoticed = false;
	};

	struct FObstacleSlot
	{
		TWeakObjectPtr<UCrowdObstacleComponent> Component;
		FTransform Placed;                    ///< Of the owner. [cm, absolute]
		TArray<CrowdAvoidance::Vec2> Outline; ///< As Core has it. [m]
		bool bWarned = false;
	};

	struct FKnownProfile
	{
		TWeakObjectPtr<const UCrowdAgentProfile> Asset;
		CrowdAvoidance::AgentProfile Profile; ///< As the asset was.
		CrowdAvoidance::ProfileHandle Handle;
	};

	/// The agent's place in the columns, or INDEX_NONE.
	int32 FindAgent(CrowdAvoidance::AgentHandle Handle) const;
	/// Adds to Core and to the columns; what is wrong is logged.
	CrowdAvoidance::AgentHandle Enter(
		const FVector& AbsoluteLocation, const UCrowdAgentProfile& Profile, const UObject& Who);
	/// Source: the asset that its body is of.
	CrowdAvoidance::AgentHandle Enter(
		const FVector& AbsoluteLocation, CrowdAvoidance::AgentDef Def, const UObject& Who, const UObject& Source);
	/// Where an agent is shown in this frame. [cm, absolute]
	FVector ShownAt(int32 Index) const
	{
		using namespace CrowdAvoidance;
		const double Height = Agents.Placed.GetData()[Index].Z;
		const FVector After = Units::FromPlane(Agents.After.GetData()[Index], Height);
		return Blend == 1.0 ? After : FMath::Lerp(Units::FromPlane(Agents.Before[Index], Height), After, Blend);
	}
	/// Where its way rises or falls, the height that belongs to where it is shown. [cm, absolute]
	FVector OnGround(int32 Index, const FVector& Absolute);
	CrowdAvoidance::ProfileHandle HandleOf(const UCrowdAgentProfile& Profile);
	/// OutOutline is left alone where Core refuses it.
	CrowdAvoidance::Result<CrowdAvoidance::ObstacleHandle> PlaceObstacle(
		const UCrowdObstacleComponent& Obstacle, const FTransform& At, TArray<CrowdAvoidance::Vec2>& OutOutline);
	FTransform AbsoluteTransform(const UCrowdObstacleComponent& Obstacle) const;

	/// Finds out what moves the agent's owner, and remembers it.
	void AddMovement(int32 Index, UCrowdAgentComponent& Agent);
	void ReadMovers();
	/// Whether it still is one.
	bool ReadMover(FMover& Mover);
	void ReadSpeedLimit(FMover& Mover);
	void RequestMoves();
	void StopMover(const UCrowdAgentComponent& Agent);

	void ReadNewcomers();
	/// False: no agent can be there, and it stays where it was.
	bool CarryAlong(int32 Index, const FVector& AbsoluteLocation);
	void FindBody(int32 Index);
	void WarnOfRival(int32 Index);
	void ReadObstacles();
	void Step(const CrowdAvoidance::Time::FFrame& Frame);
	void Count(const CrowdAvoidance::Time::FFrame& Frame) const;
	void Gather();
	void MoveOwners();
	void TellListeners();
	void TellArrivals();
	void TellSightings();
	TArray<FSighting> FindSightings();
	/// What has changed since the observer's listeners were last told.
	void FindSightings(FObserver& Observer, TArray<FSighting>& Out) const;
	/// Null: it has none, or is no longer there.
	UCrowdAgentComponent* FindComponent(CrowdAvoidance::AgentHandle Handle) const;
	void WarnOf(CrowdAvoidance::EStepStatus Status);
	void WarnOfLostTime(double LostSeconds);

	TWeakObjectPtr<UWorld> EngineWorld;
	CrowdAvoidance::Tasks::FEngineScheduler Scheduler;
	CrowdAvoidance::Time::FClock Clock;
	TSharedPtr<FCrowdNavigation> Navigation; ///< Plans for Crowd, so it must outlive that.
	CrowdAvoidance::World Crowd;
	FAgentColumns Agents;
	TArray<TWeakObjectPtr<UCrowdAgentComponent>> Components; ///< By AgentHandle::Index.
	TArray<FCarried> Carried;                                ///< By AgentHandle::Index.
	TArray<CrowdAvoidance::AgentHandle> Newcomers;           ///< Agents with owners that came in since the last frame.
	TArray<FMover> Movers;
	TArray<int32> Arrivals;      ///< Whose listeners are yet to be told.
	TArray<FObserver> Observers; ///< By AgentHandle::Index, ascending.
	TArray<ICrowdFrameListener*> FrameListeners;
	TArray<FObstacleSlot> Obstacles;
	TArray<FKnownProfile> Profiles;
	TArray<FName> Complaints;
	CrowdAvoidance::AgentHandle Watched;
	CrowdAvoidance::StepReport LastReport;
	double StepSeconds = 0.0;
	double Blend = 1.0;  ///< As Time::FFrame::Blend, of this frame.
	uint32 WarnedOf = 0; ///< Bits of EStepStatus.
	uint64 FramesMade = 0;
	bool bClosed = false;
};
