// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What is done before each step: searches, fields, changes of the mesh, crowding.
#include "Navigator/NavigatorState.h"

namespace CrowdAvoidance
{
namespace
{
constexpr int32_t None = NavGraph::None;
/// Radii of agents that share a field are rounded up to multiples of this. [m]
constexpr float RadiusStep = 0.05f;
/// Edges that a field which is made anew for crowding may visit in one step, however few agents there are.
constexpr int LeastRefresh = 1000;
}

void Navigator::BeginStep(World& Crowd, float Dt)
{
	Impl& S = *State;
	++S.Step;
	S.Dt = Dt;
	if (S.Ground->NeedsUpdate())
	{
		S.Ground->Update(S.Def.TileBudget);
	}
	S.FollowGround(Crowd);
	S.CollectRequests();
	S.PlaceFresh(Crowd);
	S.SinceCrowding += Dt;
	if (S.Def.CongestionPeriod > 0.0f && S.SinceCrowding >= S.Def.CongestionPeriod)
	{
		S.MeasureCrowding();
		S.SinceCrowding = 0.0f;
	}
	S.SearchPaths(S.Def.SearchBudget);
	S.AdvanceFields(Crowd.AgentCount());
}

/// The ground may have been changed by others too, and more than once.
void Navigator::Impl::FollowGround(World& Target)
{
	if (Ground->Version() == Version)
	{
		return;
	}
	GroundChanged();
	if (Walls.AreAdded())
	{
		const Result<int> Changed = Walls.Add(Target, Graph());
		CROWD_ASSERT(Changed.IsOk());
		Done.TilesChanged += Changed ? Changed.Value() : 0;
	}
}

void Navigator::Impl::SearchPaths(int Budget)
{
	FoundPaths.clear();
	Searches.Advance(Budget, FoundPaths);
	Done.PathsFound += static_cast<int64_t>(FoundPaths.size());
	for (PathQueue::Found& Found : FoundPaths)
	{
		TakePath(Found);
	}
}

void Navigator::Prepare(World& Crowd, TaskScheduler* Scheduler)
{
	Impl& S = *State;
	S.FollowGround(Crowd);
	S.PlaceFresh(Crowd);
	// Fields are independent of each other, so each is made by one thread.
	std::vector<int32_t> Queue(S.FieldQueue.begin(), S.FieldQueue.end());
	S.FieldQueue.clear();
	const auto Make = [&S, &Queue](int Begin, int End, FieldScratch& Scratch)
	{
		for (int Index = Begin; Index < End; ++Index)
		{
			SharedField& Item = S.Fields[static_cast<size_t>(Queue[static_cast<size_t>(Index)])];
			Item.Field.Begin(
				S.Graph(), S.Destinations[Item.Destination].Goals, Item.Radius, S.Crowd.Factors(), Scratch);
			while (!Item.Field.Advance(S.Graph(), INT32_MAX))
			{}
			Item.Version = S.Version;
			++Item.Edition;
			Item.bQueued = false;
		}
	};
	S.Done.FieldsMade += static_cast<int64_t>(Queue.size());
	if (Scheduler)
	{
		auto Context = &Make;
		Scheduler->ParallelFor(
			static_cast<int>(Queue.size()),
			[](void* Function, int Begin, int End, int)
			{
				FieldScratch Own;
				(**static_cast<decltype(Context)*>(Function))(Begin, End, Own);
			},
			&Context);
	}
	else
	{
		Make(0, static_cast<int>(Queue.size()), S.Scratch);
	}
	while (S.Searches.Pending() > 0)
	{
		S.SearchPaths(INT32_MAX);
	}
}

void Navigator::Impl::SortById(std::vector<uint32_t>& Agents) const
{
	std::sort(Agents.begin(), Agents.end(), [this](uint32_t A, uint32_t B) { return Journeys[A].Id < Journeys[B].Id; });
}

/// Polygons have new numbers. Agents keep going where they were going until they have a path again.
void Navigator::Impl::GroundChanged()
{
	const NavGraph::Change* const What = Ground->Version() == Version + 1 ? Ground->LastChange() : nullptr;
	Version = Ground->Version();
	if (What == nullptr)
	{
		Crowd.Resize(Graph());
		for (Requests& Worker : Workers)
		{
			// By the numbers that polygons had.
			Worker.Seen.clear();
			Worker.BlockedPolygons.clear();
		}
	}
	Searches.Clear();
	for (Destination& Item : Destinations)
	{
		FindGoals(Item);
	}
	std::vector<uint32_t> WithoutPath;
	for (uint32_t Agent = 0; Agent < Travellers.size(); ++Agent)
	{
		Traveller& Item = Travellers[Agent];
		DropPath(Journeys[Agent]);
		Journeys[Agent].bAsked = false;
		Journeys[Agent].Trail = {};
		if (Item.Polygon == None)
		{
			continue;
		}
		if (!Item.bOnLink || !LandAhead(Item, Journeys[Agent]))
		{
			Land(Item, Item.Position);
		}
		if (Item.Status != ENavStatus::Arrived && Item.Polygon != None)
		{
			// What was shut may be open now.
			const bool bMoves = Item.Status == ENavStatus::Walking || Item.Status == ENavStatus::Waiting;
			Item.Status = bMoves ? Item.Status : ENavStatus::Pending;
			Item.Countdown = 0;
			if (Journeys[Agent].Field < 0)
			{
				WithoutPath.push_back(Agent);
			}
		}
	}
	SortById(WithoutPath);
	for (const uint32_t Agent : WithoutPath)
	{
		AskForPath(Agent);
	}
	RepairFields(What);
}

/// What can be repaired within one step is of use again at once; the others are made anew. Those with most agents are first.
void Navigator::Impl::RepairFields(const NavGraph::Change* What)
{
	std::vector<int> Users(Fields.size(), 0);
	for (const Journey& Trip : Journeys)
	{
		if (Trip.Field >= 0)
		{
			++Users[static_cast<size_t>(Trip.Field)];
		}
	}
	std::vector<int32_t> Order;
	for (size_t Index = 0; Index < Fields.size(); ++Index)
	{
		if (Fields[Index].Destination != NoDestination)
		{
			Order.push_back(static_cast<int32_t>(Index));
		}
	}
	std::stable_sort(Order.begin(), Order.end(),
		[&](int32_t A, int32_t B) { return Users[static_cast<size_t>(A)] > Users[static_cast<size_t>(B)]; });
	std::deque<int32_t> Before;
	Before.swap(FieldQueue);
	int64_t Budget = Def.FieldBudget;
	for (const int32_t Index : Order)
	{
		SharedField& Item = Fields[static_cast<size_t>(Index)];
		const bool bWhole = Item.Version + 1 == Version && What != nullptr && Budget > 0;
		if (bWhole && Item.Field.Repair(Graph(), *What, Destinations[Item.Destination].Goals, Budget, Scratch))
		{
			Item.Version = Version;
			++Item.Edition;
			++Done.FieldsRepaired;
			continue;
		}
		Item.Field = {};
		Item.bQueued = true;
		FieldQueue.push_back(Index);
	}
	// Those that were to be made anew for crowding still are.
	for (const int32_t Index : Before)
	{
		if (Fields[static_cast<size_t>(Index)].Version == Version)
		{
			FieldQueue.push_back(Index);
		}
	}
}

/// Finds the polygon of a position; the nearest one within SnapDistance where it lies in none. Where that is none either, the agent
/// is off the mesh.
void Navigator::Impl::Land(Traveller& Item, Vec2 Position) const
{
	Item.Position = Position;
	Item.Room = 0.0f;
	Item.bOnLink = false;
	Item.Polygon = Graph().Find(Position);
	if (Item.Polygon == None)
	{
		Item.Polygon = Graph().FindNearest(Position, Def.SnapDistance, Item.Position);
	}
	if (Item.Polygon == None && Item.Status != ENavStatus::Arrived)
	{
		Item.Status = ENavStatus::OffMesh;
	}
}

/// Of an agent that is on a link: where it comes down. False: there is no ground any more, so it has to stay where it is.
bool Navigator::Impl::LandAhead(Traveller& Item, Journey& Trip) const
{
	Item.Polygon = Graph().FindNearest(Trip.LinkEnd, Def.SnapDistance, Trip.LinkEnd);
	return Item.Polygon != None;
}

void Navigator::Impl::PlaceFresh(World& Target)
{
	// Some may have lost their goals again, or have got another one.
	std::erase_if(Fresh, [this](uint32_t Agent) { return Travellers[Agent].Destination == NoDestination; });
	SortById(Fresh);
	Fresh.erase(std::unique(Fresh.begin(), Fresh.end()), Fresh.end());
	for (const uint32_t Agent : Fresh)
	{
		Place(Target, Agent);
	}
	Fresh.clear();
}

void Navigator::Impl::Place(World& Target, uint32_t Agent)
{
	Traveller& Item = Travellers[Agent];
	const AgentState Now = Target.GetAgent(Target.HandleOf(Agent)).Value();
	const Vec2 Before = Now.Position;
	Journey& Trip = Journeys[Agent];
	if (!Item.bOnLink || !LandAhead(Item, Trip))
	{
		Land(Item, Before);
	}
	if (Item.Polygon == None)
	{
		return;
	}
	if (Item.Position != Before && !Item.bOnLink)
	{
		// Within SnapDistance of where it was, so the world takes it.
		const Result<void> Moved = Target.SetPosition(Target.HandleOf(Agent), Item.Position);
		CROWD_ASSERT(Moved.IsOk());
	}
	Trip.Radius = Now.Radius;
	Trip.Anchor = Item.Position;
	Trip.LastCorner = Step;
	// Agents take turns in finding their corners.
	Item.Countdown = static_cast<uint8_t>(Trip.Id % static_cast<uint64_t>(Def.CornerEvery));
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
	// It may have been put off the mesh since it asked; once it is back it asks again.
	if (Trip.bAsked || Where.Goals.empty() || Item.Polygon == None)
	{
		return;
	}
	Trip.bAsked = true;
	const auto Nearest = std::min_element(Where.Goals.begin(), Where.Goals.end(),
		[&](const FlowField::Goal& A, const FlowField::Goal& B)
		{ return DistanceSq(A.Point, Item.Position) < DistanceSq(B.Point, Item.Position); });
	const Vec2 From = Item.bOnLink ? Trip.LinkEnd : Item.Position;
	Searches.Add({Agent, Trip.Ticket, {Item.Polygon, From}, {Nearest->Polygon, Nearest->Point}});
}

void Navigator::Impl::TakePath(PathQueue::Found& Found)
{
	const uint32_t Agent = Found.Of.Agent;
	Traveller& Item = Travellers[Agent];
	Journey& Trip = Journeys[Agent];
	// It may have been sent elsewhere, or removed, since it asked.
	if (Trip.Ticket != Found.Of.Ticket)
	{
		return;
	}
	Trip.bAsked = false;
	// Once it is back on the mesh it asks again.
	if (Item.Status == ENavStatus::Arrived || Item.Polygon == None)
	{
		return;
	}
	DropPath(Trip);
	if (Found.Path.Steps.empty())
	{
		Item.Status = ENavStatus::Unreachable;
		return;
	}
	const auto TooNarrow = std::find_if(Found.Path.Steps.begin(), Found.Path.Steps.end(),
		[&](const NavPathStep& Now)
		{ return Now.Edge != None && !NavGraph::CanPass(Graph().Edges[static_cast<size_t>(Now.Edge)], Trip.Radius); });
	if (TooNarrow != Found.Path.Steps.end())
	{
		if (Trip.Field < 0)
		{
			// Detour knows nothing of radii; fields do.
			Trip.Field = FieldFor(Item.Destination, Trip.Radius);
			return;
		}
		// The field knew no other path: as far as it can.
		*TooNarrow = {TooNarrow->Polygon, None, None};
		Found.Path.Steps.erase(TooNarrow + 1, Found.Path.Steps.end());
		Found.Path.bPartial = true;
	}
	Trip.Field = -1;
	Trip.bPartial = Found.Path.bPartial;
	Trip.Cursor = 0;
	if (FreePaths.empty())
	{
		FreePaths.push_back(static_cast<uint32_t>(Paths.size()));
		Paths.emplace_back();
	}
	Trip.Path = static_cast<int32_t>(FreePaths.back());
	FreePaths.pop_back();
	Paths[static_cast<size_t>(Trip.Path)].swap(Found.Path.Steps);
	Item.Status = Found.Path.bPartial ? ENavStatus::Partial : ENavStatus::Walking;
	Item.Countdown = 0;
}

int32_t Navigator::Impl::FieldFor(uint32_t Index, float Radius)
{
	const float Rounded = std::ceil(Radius / RadiusStep - 0.001f) * RadiusStep;
	size_t Free = Fields.size();
	for (size_t Known = 0; Known < Fields.size(); ++Known)
	{
		if (Fields[Known].Destination == Index && Fields[Known].Radius == Rounded)
		{
			return static_cast<int32_t>(Known);
		}
		// The first one, whichever was given up last.
		Free = Fields[Known].Destination == NoDestination ? std::min(Free, Known) : Free;
	}
	Fields.resize(std::max(Fields.size(), Free + 1));
	Fields[Free].Destination = Index;
	Fields[Free].Radius = Rounded;
	QueueField(static_cast<int32_t>(Free));
	return static_cast<int32_t>(Free);
}

void Navigator::Impl::QueueField(int32_t Index)
{
	SharedField& Item = Fields[static_cast<size_t>(Index)];
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
	if (!Item.Field.IsMaking())
	{
		Item.Field.Begin(Graph(), Destinations[Item.Destination].Goals, Item.Radius, Crowd.Factors(), Scratch);
	}
	if (Item.Field.Advance(Graph(), Budget))
	{
		Item.Version = Version;
		++Item.Edition;
		Item.bQueued = false;
		FieldQueue.pop_front();
		++Done.FieldsMade;
	}
}

/// Of all workers: the agents that ask for the goal that they still have.
std::vector<uint32_t> Navigator::Impl::TakeAsks(std::vector<Ask> Requests::*Kind)
{
	std::vector<uint32_t> Agents;
	for (Requests& Worker : Workers)
	{
		for (const Ask& Item : Worker.*Kind)
		{
			if (Journeys[Item.Agent].Ticket == Item.Ticket)
			{
				Agents.push_back(Item.Agent);
			}
		}
		(Worker.*Kind).clear();
	}
	// Which worker had which agents is chance.
	SortById(Agents);
	return Agents;
}

void Navigator::Impl::CollectRequests()
{
	Crowd.NoteStep();
	for (Requests& Worker : Workers)
	{
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
		Done.PushedBack += Worker.PushedBack;
		Worker.BlockedPolygons.clear();
		Worker.PushedBack = 0;
	}
	for (const uint32_t Agent : TakeAsks(&Requests::Paths))
	{
		AskForPath(Agent);
	}
	for (const uint32_t Agent : TakeAsks(&Requests::Landed))
	{
		Fresh.push_back(Agent);
	}
	for (const uint32_t Agent : TakeAsks(&Requests::Fields))
	{
		if (Journeys[Agent].Field < 0)
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
			if (Fields[static_cast<size_t>(Index)].Destination != NoDestination)
			{
				QueueField(Index);
			}
		}
	}
}
}
