// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What is done before each step: searches, fields, changes of the mesh, crowding.
#include "Navigator/NavigatorState.h"

#include <chrono>

namespace CrowdAvoidance
{
namespace
{
constexpr int32_t None = NavGraph::None;
/// Radii of agents that share a field are rounded up to multiples of this. [m]
constexpr float RadiusStep = 0.05f;
/// Edges that a field which is made anew for crowding may look at in one step, however few agents there are.
constexpr int LeastRefresh = 1000;
}

void Navigator::BeginStep(World& Crowd, float Dt)
{
	const auto Start = std::chrono::steady_clock::now();
	Impl& S = *State;
	++S.Step;
	S.Dt = Dt;
	S.Last = {};
	if (S.Mesh->NeedsUpdate())
	{
		S.Last.TilesPending = S.Mesh->Update(S.Def.TileBudget);
	}
	if (S.Mesh->Version() != S.Version)
	{
		S.MeshChanged();
		S.Walls.Update(Crowd, S.Graph(), S.Mesh->ChangedTiles());
	}
	S.CollectRequests();
	for (const uint32_t Agent : S.Fresh)
	{
		S.Place(Crowd, Agent);
	}
	S.Fresh.clear();
	S.SinceCrowding += Dt;
	if (S.Def.CongestionPeriod > 0.0f && S.SinceCrowding >= S.Def.CongestionPeriod)
	{
		S.MeasureCrowding();
		S.SinceCrowding = 0.0f;
	}
	S.FoundPaths.clear();
	S.Search.Advance(S.Def.SearchBudget, S.FoundPaths);
	for (PathSearch::Found& Found : S.FoundPaths)
	{
		S.TakePath(Found);
	}
	S.AdvanceFields(Crowd.AgentCount());
	S.Last.PathsFound = static_cast<int>(S.FoundPaths.size());
	S.Last.PathsPending = S.Search.Pending();
	S.Last.FieldsPending = static_cast<int>(S.FieldQueue.size());
	S.Last.BeginSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
}

void Navigator::Prepare(World& Crowd, TaskScheduler* Scheduler)
{
	Impl& S = *State;
	for (const uint32_t Agent : S.Fresh)
	{
		S.Place(Crowd, Agent);
	}
	S.Fresh.clear();
	// Fields are independent of each other, so each is made by one thread.
	std::vector<int32_t> Queue(S.FieldQueue.begin(), S.FieldQueue.end());
	S.FieldQueue.clear();
	const auto Make = [&S, &Queue](int Begin, int End)
	{
		for (int Index = Begin; Index < End; ++Index)
		{
			SharedField& Item = S.Fields[static_cast<size_t>(Queue[static_cast<size_t>(Index)])];
			Item.Field.Begin(S.Graph(), S.Destinations[Item.Destination].Goals, Item.Radius, S.Crowd.Factors());
			while (!Item.Field.Advance(S.Graph(), INT32_MAX))
			{}
			Item.Version = S.Version;
			++Item.Edition;
			Item.bQueued = false;
		}
	};
	if (Scheduler)
	{
		auto Context = &Make;
		Scheduler->ParallelFor(
			static_cast<int>(Queue.size()),
			[](void* Function, int Begin, int End, int) { (**static_cast<decltype(Context)*>(Function))(Begin, End); },
			&Context);
	}
	else
	{
		Make(0, static_cast<int>(Queue.size()));
	}
	while (S.Search.Pending() > 0)
	{
		S.FoundPaths.clear();
		S.Search.Advance(INT32_MAX, S.FoundPaths);
		for (PathSearch::Found& Found : S.FoundPaths)
		{
			S.TakePath(Found);
		}
	}
}

/// Polygons have new numbers. Agents keep going where they were going until they can look again.
void Navigator::Impl::MeshChanged()
{
	Version = Mesh->Version();
	Crowd.Resize(Graph());
	Search.Drain();
	for (Destination& Item : Destinations)
	{
		FindGoals(Item);
	}
	for (uint32_t Agent = 0; Agent < Travellers.size(); ++Agent)
	{
		Traveller& Item = Travellers[Agent];
		if (Item.Polygon == None)
		{
			continue;
		}
		Land(Item, Item.Position);
		DropPath(Journeys[Agent]);
		Journeys[Agent].bAsked = false;
		const bool bTravels = Item.Destination != NoDestination && Item.Status != ENavStatus::Arrived;
		if (bTravels && Item.Polygon != None)
		{
			// What was shut may be open now.
			const bool bMoves = Item.Status == ENavStatus::Walking || Item.Status == ENavStatus::Waiting;
			Item.Status = bMoves ? Item.Status : ENavStatus::Pending;
			Item.Countdown = 0;
			if (Journeys[Agent].Field < 0)
			{
				AskForPath(Agent);
			}
		}
	}
	for (int32_t Index = 0; Index < static_cast<int32_t>(Fields.size()); ++Index)
	{
		QueueField(Index);
	}
}

/// Finds the polygon of a position; the nearest one within SnapDistance where it lies in none.
void Navigator::Impl::Land(Traveller& Item, Vec2 Position) const
{
	Item.Position = Position;
	Item.Room = 0.0f;
	Item.Polygon = Graph().Find(Position);
	if (Item.Polygon == None)
	{
		Item.Polygon = Graph().FindNearest(Position, Def.SnapDistance, Item.Position);
	}
}

void Navigator::Impl::Place(World& Target, uint32_t Agent)
{
	Traveller& Item = Travellers[Agent];
	const Result<AgentState> Now = Target.GetAgent(Target.HandleOf(Agent));
	if (Item.Destination == NoDestination || !Now)
	{
		return;
	}
	const Vec2 Before = Now.Value().Position;
	Land(Item, Before);
	if (Item.Polygon == None)
	{
		Item.Status = ENavStatus::OffMesh;
		return;
	}
	if (Item.Position != Before)
	{
		// Within SnapDistance of where it was, so the world takes it.
		const Result<void> Moved = Target.SetPosition(Target.HandleOf(Agent), Item.Position);
		CROWD_ASSERT(Moved.IsOk());
	}
	Journey& Trip = Journeys[Agent];
	Trip.Radius = Now.Value().Radius;
	Trip.Anchor = Item.Position;
	Trip.LastLook = Step;
	// Agents take turns in looking.
	Item.Countdown = static_cast<uint8_t>(Agent % static_cast<uint32_t>(Def.LookEvery));
	Item.Target = Item.Position;
	Item.bTargetIsGoal = false;
	SetOff(Agent);
}

void Navigator::Impl::SetOff(uint32_t Agent)
{
	Traveller& Item = Travellers[Agent];
	const Destination& Where = Destinations[Item.Destination];
	if (Where.Goals.empty())
	{
		Item.Status = ENavStatus::Unreachable;
		return;
	}
	Item.Status = ENavStatus::Pending;
	if (Where.Agents >= Def.FieldFromAgents || Where.Goals.size() > 1)
	{
		Journeys[Agent].Field = FieldFor(Item.Destination, Journeys[Agent].Radius);
		Item.Countdown = 0;
	}
	else
	{
		AskForPath(Agent);
	}
}

void Navigator::Impl::AskForPath(uint32_t Agent)
{
	const Traveller& Item = Travellers[Agent];
	Journey& Trip = Journeys[Agent];
	const Destination& Where = Destinations[Item.Destination];
	if (Trip.bAsked || Where.Goals.empty())
	{
		return;
	}
	Trip.bAsked = true;
	const auto Nearest = std::min_element(Where.Goals.begin(), Where.Goals.end(),
		[&](const FlowField::Goal& A, const FlowField::Goal& B)
		{ return DistanceSq(A.Point, Item.Position) < DistanceSq(B.Point, Item.Position); });
	Search.Add({Agent, Item.Polygon, Nearest->Polygon, Item.Position, Nearest->Point});
}

void Navigator::Impl::TakePath(PathSearch::Found& Found)
{
	const uint32_t Agent = Found.Of.Agent;
	Traveller& Item = Travellers[Agent];
	Journey& Trip = Journeys[Agent];
	// It may have been sent elsewhere, or removed, since it asked.
	if (!Trip.bAsked || Item.Destination == NoDestination)
	{
		return;
	}
	Trip.bAsked = false;
	DropPath(Trip);
	if (Found.Steps.empty())
	{
		Item.Status = ENavStatus::Unreachable;
		return;
	}
	const auto TooNarrow = std::find_if(Found.Steps.begin(), Found.Steps.end(),
		[&](const PathStep& Now)
		{
			const NavGraph::Polygon& Owner = Graph().Polygons[static_cast<size_t>(Now.Polygon)];
			return Now.Edge != None && !Graph().CanPass(Now.Edge, Owner, Trip.Radius);
		});
	if (TooNarrow != Found.Steps.end())
	{
		if (Trip.Field < 0)
		{
			// Detour knows nothing of radii; fields do.
			Trip.Field = FieldFor(Item.Destination, Trip.Radius);
			return;
		}
		// The field knew no other way: as far as it can.
		*TooNarrow = {TooNarrow->Polygon, None, None};
		Found.Steps.erase(TooNarrow + 1, Found.Steps.end());
		Found.bPartial = true;
	}
	Trip.Field = -1;
	Trip.bPartial = Found.bPartial;
	Trip.Cursor = 0;
	if (FreePaths.empty())
	{
		FreePaths.push_back(static_cast<int32_t>(Paths.size()));
		Paths.emplace_back();
	}
	Trip.Path = FreePaths.back();
	FreePaths.pop_back();
	Paths[static_cast<size_t>(Trip.Path)].swap(Found.Steps);
	Item.Status = Found.bPartial ? ENavStatus::Partial : ENavStatus::Walking;
	Item.Countdown = 0;
}

int32_t Navigator::Impl::FieldFor(uint32_t Index, float Radius)
{
	const float Rounded = std::ceil(Radius / RadiusStep - 0.001f) * RadiusStep;
	for (size_t Known = 0; Known < Fields.size(); ++Known)
	{
		if (Fields[Known].Destination == Index && Fields[Known].Radius == Rounded)
		{
			return static_cast<int32_t>(Known);
		}
	}
	SharedField& Item = Fields.emplace_back();
	Item.Destination = Index;
	Item.Radius = Rounded;
	QueueField(static_cast<int32_t>(Fields.size() - 1));
	return static_cast<int32_t>(Fields.size() - 1);
}

void Navigator::Impl::QueueField(int32_t Index)
{
	SharedField& Item = Fields[static_cast<size_t>(Index)];
	Item.bBegun = false;
	if (!Item.bQueued)
	{
		Item.bQueued = true;
		FieldQueue.push_back(Index);
	}
}

void Navigator::Impl::AdvanceFields(int Agents)
{
	// One at a time, so that the first is of use soonest.
	if (FieldQueue.empty())
	{
		return;
	}
	SharedField& Item = Fields[static_cast<size_t>(FieldQueue.front())];
	// One that is only out of date by crowding can wait: no more than its share of a step.
	const bool bRefresh = Item.Version == Version;
	const int Budget = bRefresh ? std::clamp(Agents / 4, LeastRefresh, Def.FieldBudget) : Def.FieldBudget;
	if (!Item.bBegun)
	{
		Item.Field.Begin(Graph(), Destinations[Item.Destination].Goals, Item.Radius, Crowd.Factors());
		Item.bBegun = true;
	}
	if (Item.Field.Advance(Graph(), Budget))
	{
		Item.Version = Version;
		++Item.Edition;
		Item.bQueued = false;
		FieldQueue.pop_front();
	}
}

void Navigator::Impl::CollectRequests()
{
	Crowd.NoteStep();
	std::vector<uint32_t> PathsWanted, FieldsWanted;
	for (Requests& Worker : Workers)
	{
		PathsWanted.insert(PathsWanted.end(), Worker.Paths.begin(), Worker.Paths.end());
		FieldsWanted.insert(FieldsWanted.end(), Worker.Fields.begin(), Worker.Fields.end());
		for (const int32_t Polygon : Worker.BlockedPolygons)
		{
			Crowd.NoteBlocked(Polygon);
		}
		for (const Crowding::Sight& Item : Worker.Seen)
		{
			Crowd.Add(Item);
		}
		Worker.Seen.clear();
		for (const uint32_t Index : Worker.Arrivals)
		{
			++Destinations[Index].Arrived;
		}
		Worker.Arrivals.clear();
		Last.PushedBack += Worker.PushedBack;
		Worker.Paths.clear();
		Worker.Fields.clear();
		Worker.BlockedPolygons.clear();
		Worker.PushedBack = 0;
	}
	// Which worker had which agents is chance.
	std::sort(PathsWanted.begin(), PathsWanted.end());
	std::sort(FieldsWanted.begin(), FieldsWanted.end());
	for (const uint32_t Agent : PathsWanted)
	{
		if (Travellers[Agent].Destination != NoDestination)
		{
			AskForPath(Agent);
		}
	}
	for (const uint32_t Agent : FieldsWanted)
	{
		if (Travellers[Agent].Destination != NoDestination && Journeys[Agent].Field < 0)
		{
			Journeys[Agent].Field = FieldFor(Travellers[Agent].Destination, Journeys[Agent].Radius);
		}
	}
}

void Navigator::Impl::MeasureCrowding()
{
	if (Crowd.EndPeriod())
	{
		for (int32_t Index = 0; Index < static_cast<int32_t>(Fields.size()); ++Index)
		{
			if (!Fields[static_cast<size_t>(Index)].bQueued)
			{
				QueueField(Index);
			}
		}
	}
}
}
