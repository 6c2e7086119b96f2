// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "AI/Navigation/NavigationTypes.h"
#include "CoreMinimal.h"
#include "CrowdNavWalls.h"
#include "CrowdPathPlanner.h"
#include "UObject/WeakObjectPtr.h"
#include "UObject/WeakObjectPtrTemplates.h"

class ANavigationData;
class UCrowdAvoidanceSettings;
class UNavigationSystemV1;
class UWorld;

/// Whose agents find routes. By AgentHandle::Index.
class ICrowdNavigationHost
{
public:
	virtual ~ICrowdNavigationHost() = default;
	/// Where it is in the world now. [cm]
	virtual FVector GetAgentLocation(uint32 Index) const = 0;
	/// For warnings.
	virtual FString GetAgentName(uint32 Index) const = 0;
	/// Whether its height is the crowd's to set.
	virtual bool IsHeightOurs(uint32 Index) const = 0;
};

/// Routes over the engine's navmesh for agents that have a goal, and the mesh's borders as walls.
///  - Asks are queued, and so many a frame are passed on to the navigation system. Agents that stand and wait come first, then those that
///    go on along their old route meanwhile; the oldest first.
///  - An agent has at most one query under way. The answer to a query that no longer matters is dropped.
///  - Where there is no route, or no navmesh, agents go straight to their goals, with a warning.
class FCrowdNavigation : public TSharedFromThis<FCrowdNavigation>
{
public:
	/// The crowd and the host must outlive it, or Close must be called.
	FCrowdNavigation(UWorld& InWorld, CrowdAvoidance::World& InCrowd, const ICrowdNavigationHost& InHost,
		const UCrowdAvoidanceSettings& Settings);

	/// The agent has a goal, and is to find a route there. [cm, absolute]
	void SetGoal(CrowdAvoidance::AgentHandle Agent, const FVector& Goal);
	/// The agent has none any more, or is gone.
	void EndGoal(CrowdAvoidance::AgentHandle Agent);
	/// Once a frame, before the step.
	void Update();
	/// The navmesh has changed.
	void OnMeshChanged();
	/// Whether HeightAt has anything to say of any agent.
	bool HasSlopes() const { return Planner.HasSlopes(); }
	/// Height of an agent's owner at a position of its route; Height where the route does not say. [m; cm]
	double HeightAt(uint32 Index, CrowdAvoidance::Vec2 Position, double Height);
	/// Somebody else has moved the agent's owner: how high it stands above the ground is found out anew.
	void OnMoved(uint32 Index);
	/// Nothing is asked and nothing answered from now on.
	void Close();

private:
	enum class EAsk : uint8
	{
		None,
		First, ///< Queued; the agent waits for it.
		Later, ///< Queued; the agent has a route meanwhile.
		Sent,
	};

	struct FWalker
	{
		CrowdAvoidance::AgentHandle Agent;
		FVector Goal = FVector::ZeroVector;  ///< [cm, absolute]
		FVector Asked = FVector::ZeroVector; ///< Where its route, or the query under way, leads. [cm, absolute]
		double AboveGround = 0.0;            ///< [cm]
		uint32 Query = INVALID_NAVQUERYID;
		uint32 Ticket = 0;       ///< Of its place in a queue.
		uint64 FailedUpdate = 0; ///< As Updates, when it last found no path.
		EAsk Ask = EAsk::None;
		bool bHasGoal = false;
		bool bAskAgain = false; ///< Its goal has moved since its query was sent.
		bool bGrounded = false; ///< AboveGround is known.
	};

	struct FAsk
	{
		uint32 Index;
		uint32 Ticket;
	};

	/// Whose last queue entry is still to be dealt with.
	FWalker* FindQueued(const FAsk& Entry);
	void WaitForPath(uint32 Index);
	void Enqueue(uint32 Index, EAsk Ask);
	void AbortQuery(FWalker& Walker);
	void AskForLost();
	void SendAll();
	int32 SendFrom(TArray<FAsk>& Queue, int32 Budget, UNavigationSystemV1& System, const ANavigationData& NavData);
	void Send(uint32 Index, UNavigationSystemV1& System, const ANavigationData& NavData);
	void GiveUpAll();
	void OnPathFound(uint32 QueryId, ENavigationQueryResult::Type Result, FNavPathSharedPtr Path, uint32 Index);
	void TakePath(uint32 Index, ENavigationQueryResult::Type Result, const FNavPathSharedPtr& Path);
	void TakeNoPath(uint32 Index);
	TArray<CrowdAvoidance::FRoutePoint> ToRoute(uint32 Index, const TArray<FNavPathPoint>& Points) const;
	void TakeWalls();
	FIntVector WorldOrigin() const;

	TWeakObjectPtr<UWorld> EngineWorld;
	CrowdAvoidance::World& Crowd;
	const ICrowdNavigationHost& Host;
	CrowdAvoidance::FCrowdPathPlanner Planner;
	CrowdAvoidance::FCrowdNavWalls Walls;
	TArray<FWalker> Walkers; ///< By AgentHandle::Index.
	TArray<FAsk> FirstAsks;
	TArray<FAsk> LaterAsks;
	uint64 Updates = 1000; ///< Frames; not from 0, since nothing has failed yet.
	uint32 LastTicket = 0;
	int32 MaxAsksPerFrame = 64;
	bool bWalkBeforePath = false;
	bool bSynchronous = false;
	bool bWallsFromMesh = true;
	bool bWallsWanted = true; ///< They are to be taken anew.
	bool bPlanning = false;
	bool bClosed = false;
	bool bWarnedOfNoMesh = false;
	bool bWarnedOfNoPath = false;
	bool bWarnedOfPartialPath = false;
};
