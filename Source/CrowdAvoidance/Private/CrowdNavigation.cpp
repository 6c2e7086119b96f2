// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdNavigation.h"

#include "CrowdAvoidanceLog.h"
#include "CrowdAvoidanceSettings.h"
#include "CrowdNavGround.h"
#include "CrowdUnits.h"
#include "Engine/World.h"
#include "NavigationData.h"
#include "NavigationSystem.h"

using namespace CrowdAvoidance;

namespace CrowdAvoidance::Navigation
{
/// A goal that has moved by less than this is reached by the route to where it was: nothing solid fits in between. [cm]
static constexpr double SameGoal = 30.0;
/// A goal that has moved by less than this is near enough for the old route to be of use until there is another. [cm]
static constexpr double NearGoal = 200.0;
/// Whoever is lost and found no path waits so many frames before it asks again.
static constexpr uint64 UpdatesAfterFailure = 60;
/// Nobody who is further out, or nowhere, is asked for. [cm]
static constexpr double FarOut = 1.0e9;
}

FCrowdNavigation::FCrowdNavigation(
	UWorld& InWorld, World& InCrowd, const ICrowdNavigationHost& InHost, const UCrowdAvoidanceSettings& Settings)
	: EngineWorld(&InWorld),
	  Crowd(InCrowd),
	  Host(InHost),
	  bWalkBeforePath(Settings.bWalkBeforePath),
	  bSynchronous(Settings.bSynchronousPaths),
	  bWallsFromMesh(Settings.bWallsFromNavMesh),
	  bWallsWanted(bWallsFromMesh)
{
	if (Settings.MaxPathRequestsPerFrame >= 1 && Settings.MaxPathRequestsPerFrame <= 10000)
	{
		MaxAsksPerFrame = Settings.MaxPathRequestsPerFrame;
	}
	else
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd Avoidance settings: MaxPathRequestsPerFrame is %d; it must be within 1 .. 10000. %d is used; "
				 "correct it in Project ") TEXT("Settings, Plugins."),
			Settings.MaxPathRequestsPerFrame, MaxAsksPerFrame);
	}
}

FIntVector FCrowdNavigation::WorldOrigin() const
{
	const UWorld* World = EngineWorld.Get();
	return World ? World->OriginLocation : FIntVector(0, 0, 0);
}

void FCrowdNavigation::SetGoal(AgentHandle Agent, const FVector& Goal)
{
	if (bClosed)
	{
		return;
	}
	if (!bPlanning)
	{
		bPlanning = true;
		Crowd.SetPlanner(&Planner);
	}
	const uint32 Index = Agent.Index;
	if (static_cast<int32>(Index) >= Walkers.Num())
	{
		Walkers.SetNum(static_cast<int32>(Index) + 1);
	}
	FWalker& Walker = Walkers[static_cast<int32>(Index)];
	if (!(Walker.Agent == Agent))
	{
		AbortQuery(Walker);
		Walker = FWalker();
		Walker.Agent = Agent;
	}
	const bool bNew = !Walker.bHasGoal;
	Walker.bHasGoal = true;
	Walker.Goal = Goal;
	if (Walker.Ask == EAsk::First)
	{
		// Asks for this goal when it is its turn.
		return;
	}
	const double Moved = bNew ? Navigation::NearGoal : FVector::Dist(Goal, Walker.Asked);
	if (Moved >= Navigation::NearGoal)
	{
		WaitForPath(Index);
	}
	else if (Moved >= Navigation::SameGoal && Walker.Ask == EAsk::Sent)
	{
		// Were the query sent anew for each step of a goal that moves, there would never be an answer.
		Walker.bAskAgain = true;
	}
	else if (Moved >= Navigation::SameGoal)
	{
		Enqueue(Index, EAsk::Later);
	}
}

void FCrowdNavigation::WaitForPath(uint32 Index)
{
	if (bWalkBeforePath)
	{
		Planner.Release(Walkers[static_cast<int32>(Index)].Agent);
	}
	else
	{
		Planner.Hold(Walkers[static_cast<int32>(Index)].Agent);
	}
	Enqueue(Index, EAsk::First);
}

void FCrowdNavigation::EndGoal(AgentHandle Agent)
{
	const int32 Index = static_cast<int32>(Agent.Index);
	if (Index >= 0 && Index < Walkers.Num() && Walkers[Index].Agent == Agent)
	{
		AbortQuery(Walkers[Index]);
		Walkers[Index] = FWalker();
		Planner.Release(Agent);
	}
}

void FCrowdNavigation::Enqueue(uint32 Index, EAsk Ask)
{
	FWalker& Walker = Walkers[static_cast<int32>(Index)];
	AbortQuery(Walker);
	if (Walker.Ask == Ask)
	{
		return;
	}
	Walker.Ask = Ask;
	Walker.Ticket = ++LastTicket;
	(Ask == EAsk::First ? FirstAsks : LaterAsks).Add({Index, Walker.Ticket});
}

void FCrowdNavigation::AbortQuery(FWalker& Walker)
{
	if (Walker.Query != INVALID_NAVQUERYID)
	{
		if (UNavigationSystemV1* System = UNavigationSystemV1::GetCurrent(EngineWorld.Get()))
		{
			System->AbortAsyncFindPathRequest(Walker.Query);
		}
		Walker.Query = INVALID_NAVQUERYID;
	}
	Walker.bAskAgain = false;
}

void FCrowdNavigation::Update()
{
	if (bClosed)
	{
		return;
	}
	++Updates;
	AskForLost();
	TakeWalls();
	SendAll();
}

/// Whoever was pushed far off its route needs another.
void FCrowdNavigation::AskForLost()
{
	if (!Planner.TakeAnyLost())
	{
		return;
	}
	for (int32 Index = 0; Index < Walkers.Num(); ++Index)
	{
		const bool bFailedLately = Walkers[Index].FailedUpdate + Navigation::UpdatesAfterFailure > Updates;
		if (Planner.TakeLost(Walkers[Index].Agent) && Walkers[Index].Ask == EAsk::None && !bFailedLately)
		{
			Enqueue(static_cast<uint32>(Index), EAsk::Later);
		}
	}
}

void FCrowdNavigation::TakeWalls()
{
	if (!bWallsWanted || Crowd.AgentCount() == 0)
	{
		return;
	}
	UNavigationSystemV1* System = UNavigationSystemV1::GetCurrent(EngineWorld.Get());
	if (const ANavigationData* NavData = System ? System->GetDefaultNavDataInstance() : nullptr)
	{
		bWallsWanted = false;
		Walls.Take(Crowd, *NavData, WorldOrigin());
	}
}

void FCrowdNavigation::SendAll()
{
	if (FirstAsks.IsEmpty() && LaterAsks.IsEmpty())
	{
		return;
	}
	UNavigationSystemV1* System = UNavigationSystemV1::GetCurrent(EngineWorld.Get());
	const ANavigationData* NavData = System ? System->GetDefaultNavDataInstance() : nullptr;
	if (!NavData)
	{
		GiveUpAll();
		return;
	}
	const int32 Left = SendFrom(FirstAsks, MaxAsksPerFrame, *System, *NavData);
	SendFrom(LaterAsks, Left, *System, *NavData);
}

FCrowdNavigation::FWalker* FCrowdNavigation::FindQueued(const FAsk& Entry)
{
	FWalker& Walker = Walkers[static_cast<int32>(Entry.Index)];
	return Walker.Ticket == Entry.Ticket && (Walker.Ask == EAsk::First || Walker.Ask == EAsk::Later) ? &Walker
																									 : nullptr;
}

/// Returns what is left of the budget.
int32 FCrowdNavigation::SendFrom(
	TArray<FAsk>& Queue, int32 Budget, UNavigationSystemV1& System, const ANavigationData& NavData)
{
	int32 Done = 0;
	for (; Done < Queue.Num() && Budget > 0; ++Done)
	{
		if (FindQueued(Queue[Done]))
		{
			Send(Queue[Done].Index, System, NavData);
			--Budget;
		}
	}
	Queue.RemoveAt(0, Done);
	return Budget;
}

void FCrowdNavigation::Send(uint32 Index, UNavigationSystemV1& System, const ANavigationData& NavData)
{
	FWalker& Walker = Walkers[static_cast<int32>(Index)];
	Walker.Asked = Walker.Goal;
	const FVector Start = Host.GetAgentLocation(Index);
	if (!(Start.Size() <= Navigation::FarOut))
	{
		Walker.Ask = EAsk::None;
		TakeNoPath(Index);
		return;
	}
	const FPathFindingQuery Query(EngineWorld.Get(), NavData, Start, Units::FromAbsolute(Walker.Goal, WorldOrigin()));
	if (bSynchronous)
	{
		Walker.Ask = EAsk::None;
		const FPathFindingResult Found = System.FindPathSync(Query);
		TakePath(Index, Found.Result, Found.Path);
		return;
	}
	Walker.Ask = EAsk::Sent;
	Walker.Query = System.FindPathAsync(
		NavData.GetConfig(), Query, FNavPathQueryDelegate::CreateSP(this, &FCrowdNavigation::OnPathFound, Index));
	if (Walker.Query == INVALID_NAVQUERYID)
	{
		Walker.Ask = EAsk::None;
		TakeNoPath(Index);
	}
}

/// There is nothing to ask: all go straight.
void FCrowdNavigation::GiveUpAll()
{
	for (TArray<FAsk>* Queue : {&FirstAsks, &LaterAsks})
	{
		for (const FAsk& Entry : *Queue)
		{
			if (FWalker* Walker = FindQueued(Entry))
			{
				Walker->Ask = EAsk::None;
				Planner.Release(Walker->Agent);
			}
		}
		Queue->Reset();
	}
	if (!bWarnedOfNoMesh)
	{
		bWarnedOfNoMesh = true;
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("World '%s' has no navmesh, so crowd agents go straight to their goals. Add a Nav Mesh Bounds Volume, "
				 "or clear ") TEXT("bUseNavigation on the agents."),
			*GetPathNameSafe(EngineWorld.Get()));
	}
}

void FCrowdNavigation::OnPathFound(
	uint32 QueryId, ENavigationQueryResult::Type Result, FNavPathSharedPtr Path, uint32 Index)
{
	// Ids are given out once, so an answer that is no longer waited for is not taken for another.
	FWalker& Walker = Walkers[static_cast<int32>(Index)];
	if (bClosed || Walker.Query != QueryId)
	{
		return;
	}
	Walker.Query = INVALID_NAVQUERYID;
	Walker.Ask = EAsk::None;
	const bool bAskAgain = Walker.bAskAgain;
	TakePath(Index, Result, Path);
	if (bAskAgain)
	{
		Enqueue(Index, EAsk::Later);
	}
}

void FCrowdNavigation::TakePath(uint32 Index, ENavigationQueryResult::Type Result, const FNavPathSharedPtr& Path)
{
	if (Result != ENavigationQueryResult::Success || !Path.IsValid())
	{
		TakeNoPath(Index);
		return;
	}
	if (Path->GetPathPoints().Num() < 2)
	{
		// It is there already.
		Planner.Release(Walkers[static_cast<int32>(Index)].Agent);
		return;
	}
	Planner.SetRoute(
		Walkers[static_cast<int32>(Index)].Agent, ToRoute(Index, Path->GetPathPoints()), Path->IsPartial());
	if (Path->IsPartial() && !bWarnedOfPartialPath)
	{
		bWarnedOfPartialPath = true;
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd agent '%s' cannot get to its goal over the navmesh; it goes as near as it can and stands "
				 "there, and so do others like ") TEXT("it. Move the goal, or join the parts of the navmesh."),
			*Host.GetAgentName(Index));
	}
}

void FCrowdNavigation::TakeNoPath(uint32 Index)
{
	if (UNavigationSystemV1::IsNavigationBeingBuilt(EngineWorld.Get()))
	{
		// Once more, within the budget, until that is done: what is being built may be another mesh, and its end nobody hears of.
		Enqueue(Index, EAsk::First);
		return;
	}
	FWalker& Walker = Walkers[static_cast<int32>(Index)];
	Walker.FailedUpdate = Updates;
	if (!Planner.HasRoute(Walker.Agent))
	{
		Planner.Release(Walker.Agent);
	}
	if (!bWarnedOfNoPath)
	{
		bWarnedOfNoPath = true;
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd agent '%s' found no path over the navmesh; it goes straight to its goal, or on along the path "
				 "that it had, and so do ")
				TEXT(
					"others like it. Put the agent and its goal on the navmesh, or clear bUseNavigation on the agent."),
			*Host.GetAgentName(Index));
	}
}

TArray<FRoutePoint> FCrowdNavigation::ToRoute(uint32 Index, const TArray<FNavPathPoint>& Points) const
{
	TArray<FVector> Corners;
	Corners.Reserve(Points.Num());
	for (const FNavPathPoint& Point : Points)
	{
		Corners.Add(Point.Location);
	}
	const UNavigationSystemV1* System = UNavigationSystemV1::GetCurrent(EngineWorld.Get());
	return MakeRoute(Corners, WorldOrigin(), Host.IsHeightOurs(Index) ? System : nullptr);
}

void FCrowdNavigation::OnMeshChanged()
{
	bWallsWanted = bWallsFromMesh;
	for (int32 Index = 0; Index < Walkers.Num(); ++Index)
	{
		const FWalker& Walker = Walkers[Index];
		if (!Walker.bHasGoal || Walker.Ask == EAsk::First)
		{
			continue;
		}
		// Whoever has been waiting for an answer, which may be of the old mesh, goes on waiting.
		const bool bWaits = Walker.Ask == EAsk::Sent && !Planner.HasRoute(Walker.Agent);
		Enqueue(static_cast<uint32>(Index), bWaits ? EAsk::First : EAsk::Later);
	}
}

double FCrowdNavigation::HeightAt(uint32 Index, Vec2 Position, double Height)
{
	float Ground = 0.0f;
	if (static_cast<int32>(Index) >= Walkers.Num() ||
		!Planner.HeightAt(Walkers[static_cast<int32>(Index)].Agent, Position, Ground))
	{
		return Height;
	}
	FWalker& Walker = Walkers[static_cast<int32>(Index)];
	if (!Walker.bGrounded)
	{
		Walker.bGrounded = true;
		Walker.AboveGround = Height - Units::ToCentimeters(Ground);
	}
	return Units::ToCentimeters(Ground) + Walker.AboveGround;
}

void FCrowdNavigation::OnMoved(uint32 Index)
{
	if (static_cast<int32>(Index) < Walkers.Num())
	{
		Walkers[static_cast<int32>(Index)].bGrounded = false;
	}
}

void FCrowdNavigation::Close()
{
	for (FWalker& Walker : Walkers)
	{
		AbortQuery(Walker);
	}
	bClosed = true;
}
