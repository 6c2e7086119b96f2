// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Navigator/NavigatorState.h"

namespace CrowdAvoidance
{
namespace
{
constexpr int32_t None = NavGraph::None;
constexpr int MostWorkers = 256;
}

Navigator::Navigator() : State(std::make_unique<Impl>()) {}
Navigator::~Navigator() = default;

Result<std::unique_ptr<Navigator>> Navigator::Create(NavGround& Ground, const NavigatorDef& Def)
{
	for (const Result<void>& Check : {NumberRange{1, 1e9}.Check("FieldFromAgents", Def.FieldFromAgents),
			 NumberRange{100, 1e6}.Check("SearchBudget", Def.SearchBudget),
			 NumberRange{1000, 1e8}.Check("FieldBudget", Def.FieldBudget),
			 NumberRange{1, 1000}.Check("TileBudget", Def.TileBudget),
			 NumberRange{1, 64}.Check("CornerEvery", Def.CornerEvery),
			 NumberRange{0, 1000}.Check("CongestionPeriod", static_cast<double>(Def.CongestionPeriod)),
			 NumberRange{0.1, 1000}.Check("PatienceSeconds", static_cast<double>(Def.PatienceSeconds)),
			 NumberRange{0, 1000}.Check("SnapDistance", static_cast<double>(Def.SnapDistance))})
	{
		if (!Check)
		{
			return Check.GetError();
		}
	}
	std::unique_ptr<Navigator> Out(new Navigator);
	Impl& S = *Out->State;
	S.Ground = &Ground;
	S.Def = Def;
	S.Version = Ground.Version();
	S.Workers.resize(MostWorkers);
	S.Crowd.Resize(Ground.Graph());
	Result<std::unique_ptr<NavPathSearch>> Search = Ground.MakePathSearch();
	if (!Search)
	{
		return Search.GetError();
	}
	S.Searches.SetSearch(std::move(Search.Value()));
	return Out;
}

std::vector<float> Navigator::Impl::KeyOf(std::span<const Vec2> AnyOf, float ArrivalRadius)
{
	std::vector<float> Key = {ArrivalRadius};
	for (const Vec2 Point : AnyOf)
	{
		Key.insert(Key.end(), {Point.X, Point.Y});
	}
	return Key;
}

uint32_t Navigator::Impl::DestinationFor(std::span<const Vec2> AnyOf, float ArrivalRadius)
{
	const auto [Known, bNew] = DestinationOfKey.try_emplace(KeyOf(AnyOf, ArrivalRadius), uint32_t{0});
	if (!bNew)
	{
		return Known->second;
	}
	if (FreeDestinations.empty())
	{
		FreeDestinations.push_back(static_cast<uint32_t>(Destinations.size()));
		Destinations.emplace_back();
	}
	Known->second = FreeDestinations.back();
	FreeDestinations.pop_back();
	Destination& Item = Destinations[Known->second];
	Item.Points.assign(AnyOf.begin(), AnyOf.end());
	Item.ArrivalRadius = ArrivalRadius;
	Item.Key = Known;
	FindGoals(Item);
	return Known->second;
}

void Navigator::Impl::FindGoals(Destination& Item) const
{
	Item.Goals.clear();
	for (const Vec2 Point : Item.Points)
	{
		FlowField::Goal Goal;
		Goal.Polygon = Graph().FindNearest(Point, Def.SnapDistance, Goal.Point);
		if (Goal.Polygon != None)
		{
			Item.Goals.push_back(Goal);
		}
	}
}

Result<bool> Navigator::SetGoal(AgentHandle Agent, uint64_t Id, std::span<const Vec2> AnyOf, float ArrivalRadius)
{
	Impl& S = *State;
	if (Agent.Index >= S.Travellers.size())
	{
		S.Travellers.resize(static_cast<size_t>(Agent.Index) + 1);
		S.Journeys.resize(static_cast<size_t>(Agent.Index) + 1);
	}
	// It may be the one that the agent is bound for already, which must not be given up in between.
	const uint32_t Where = S.DestinationFor(AnyOf, ArrivalRadius);
	++S.Destinations[Where].Agents;
	const bool bOnLink = S.Leads(Agent) && S.Travellers[Agent.Index].bOnLink;
	const Vec2 LinkEnd = S.Journeys[Agent.Index].LinkEnd;
	S.Release(Agent.Index);
	Journey& Trip = S.Journeys[Agent.Index];
	// Whoever is in the middle of a jump comes down first.
	S.Travellers[Agent.Index].bOnLink = bOnLink;
	Trip.LinkEnd = LinkEnd;
	Trip.Id = Id;
	Trip.Generation = Agent.Generation;
	Trip.Ticket = ++S.LastTicket;
	S.Travellers[Agent.Index].Destination = Where;
	S.Travellers[Agent.Index].Status = ENavStatus::Pending;
	S.Fresh.push_back(Agent.Index);
	return true;
}

void Navigator::Impl::Release(uint32_t Agent)
{
	Traveller& Item = Travellers[Agent];
	if (Item.Destination != NoDestination)
	{
		Destination& Where = Destinations[Item.Destination];
		Where.Arrived -= Item.Status == ENavStatus::Arrived ? 1 : 0;
		if (--Where.Agents == 0)
		{
			// Were all kept, an agent that follows another would add one in every step.
			ReleaseFields(Item.Destination);
			DestinationOfKey.erase(Where.Key);
			Where.Points.clear();
			FreeDestinations.push_back(Item.Destination);
		}
	}
	DropPath(Journeys[Agent]);
	Journeys[Agent] = {};
	Item.Destination = NoDestination;
	Item.Status = ENavStatus::None;
	Item.bOnLink = false;
}

void Navigator::Impl::ReleaseFields(uint32_t Index)
{
	for (size_t Known = 0; Known < Fields.size(); ++Known)
	{
		if (Fields[Known].Destination == Index)
		{
			Fields[Known] = {};
			std::erase(FieldQueue, static_cast<int32_t>(Known));
		}
	}
}

void Navigator::Impl::DropPath(Journey& Trip)
{
	if (Trip.Path >= 0)
	{
		Paths[static_cast<size_t>(Trip.Path)].clear();
		FreePaths.push_back(static_cast<uint32_t>(Trip.Path));
		Trip.Path = -1;
	}
}

bool Navigator::Impl::Leads(AgentHandle Agent) const
{
	return Agent.Index < Travellers.size() && Travellers[Agent.Index].Destination != NoDestination &&
		Journeys[Agent.Index].Generation == Agent.Generation;
}

void Navigator::Forget(AgentHandle Agent)
{
	if (State->Leads(Agent))
	{
		State->Release(Agent.Index);
		State->Travellers[Agent.Index] = {};
	}
}

ENavStatus Navigator::Status(AgentHandle Agent) const
{
	return State->Leads(Agent) ? State->Travellers[Agent.Index].Status : ENavStatus::None;
}

bool Navigator::IsOnMesh(AgentHandle Agent) const
{
	return State->Leads(Agent) && State->Travellers[Agent.Index].Polygon != None;
}

const Navigator::Work& Navigator::WorkDone() const
{
	return State->Done;
}

Result<void> Navigator::AddWalls(World& Crowd)
{
	const Result<int> Added = State->Walls.Add(Crowd, State->Graph());
	if (!Added)
	{
		return Added.GetError();
	}
	return {};
}

/// The polygons ahead of an agent, its own first.
std::vector<NavPathStep> Navigator::Impl::PathOf(uint32_t Agent, size_t Most) const
{
	std::vector<NavPathStep> Ahead;
	const Traveller& Item = Travellers[Agent];
	const Journey& Trip = Journeys[Agent];
	if (Item.Polygon == None)
	{
		return Ahead;
	}
	if (Trip.Field >= 0 && IsFieldReady(Trip))
	{
		const FlowField& Field = Fields[static_cast<size_t>(Trip.Field)].Field;
		const bool bOnTrail =
			Trip.Trail.Polygon == Item.Polygon && Trip.Edition == Fields[static_cast<size_t>(Trip.Field)].Edition;
		FlowField::Exit Exit = bOnTrail ? Trip.Trail.Next : Field.ExitOf(Item.Polygon);
		for (int32_t Polygon = Item.Polygon; Polygon != None && Ahead.size() < Most;)
		{
			Ahead.push_back({Polygon, Exit.Edge, Exit.Link});
			const bool bGoesOn = Exit.Edge != None || Exit.Link != None;
			Polygon = Exit.Edge != None ? Graph().Edges[static_cast<size_t>(Exit.Edge)].Neighbor
				: Exit.Link != None     ? Graph().Links[static_cast<size_t>(Exit.Link)].Target
										: None;
			Exit = bGoesOn ? Field.ExitAfter(Exit) : Exit;
		}
	}
	else if (Trip.Path >= 0)
	{
		const std::vector<NavPathStep>& Path = Paths[static_cast<size_t>(Trip.Path)];
		NavPathStep Detour;
		const int32_t At = JoinPath(Trip, Item.Polygon, Detour);
		if (Detour.Polygon != None)
		{
			Ahead.push_back(Detour);
		}
		for (size_t Index = static_cast<size_t>(At); At >= 0 && Index < Path.size() && Ahead.size() < Most; ++Index)
		{
			Ahead.push_back(Path[Index]);
		}
	}
	return Ahead;
}

Vec2 Navigator::Impl::EndOf(uint32_t Agent, int32_t LastPolygon) const
{
	for (const FlowField::Goal& Goal : Destinations[Travellers[Agent].Destination].Goals)
	{
		if (Goal.Polygon == LastPolygon)
		{
			return Goal.Point;
		}
	}
	return Graph().Polygons[static_cast<size_t>(LastPolygon)].Center;
}

/// Where the path of an agent turns, and where it ends: at most Most points.
std::vector<Vec2> Navigator::Impl::CornersAhead(uint32_t Agent, size_t Most) const
{
	constexpr size_t MostPolygons = 4096;
	std::vector<Vec2> Corners;
	const std::vector<NavPathStep> Path = PathOf(Agent, MostPolygons);
	if (Path.empty())
	{
		return Corners;
	}
	const Vec2 End = EndOf(Agent, Path.back().Polygon);
	Vec2 From = Travellers[Agent].Position;
	for (size_t At = 0; Corners.size() < Most && At < Path.size();)
	{
		size_t Next = At;
		const Heading Ahead = PullString(Graph(), Path[At].Polygon, From, Journeys[Agent].Radius, End, EdgesAhead,
			[&](int32_t, int32_t& OutEdge, int32_t& OutLink)
			{
				const NavPathStep& Now = Path[Next];
				Next = std::min(Next + 1, Path.size() - 1);
				OutEdge = Now.Edge;
				OutLink = Now.Link;
				return Now.Edge != None || Now.Link != None;
			});
		Corners.push_back(Ahead.Target);
		if (Ahead.bGoal)
		{
			break;
		}
		// On from the polygon that the corner belongs to; the string may have left several behind.
		while (At + 1 < Path.size() && Path[At].Polygon != Ahead.Polygon)
		{
			++At;
		}
		At += Ahead.bLink ? 0 : 1;
		From = Ahead.Target;
		if (Ahead.bLink && At < Path.size() && Path[At].Link != None)
		{
			From = Graph().Links[static_cast<size_t>(Path[At].Link)].To;
			Corners.push_back(From);
			++At;
		}
	}
	return Corners;
}

void Navigator::Describe(AgentHandle Agent, DebugGeometry& Out) const
{
	constexpr size_t MostPolygons = 48;
	constexpr size_t MostCorners = 16;
	if (!State->Leads(Agent))
	{
		return;
	}
	const std::vector<Vec2> Corners = State->CornersAhead(Agent.Index, MostCorners);
	if (Corners.empty())
	{
		return;
	}
	std::vector<Vec2> Points = {Out.Position};
	Points.insert(Points.end(), Corners.begin(), Corners.end());
	Out.Add(EDebugKind::Path, Points);

	const NavGraph& Graph = State->Graph();
	for (const NavPathStep& Step : State->PathOf(Agent.Index, MostPolygons))
	{
		const NavGraph::Polygon& Polygon = Graph.Polygons[static_cast<size_t>(Step.Polygon)];
		Points.clear();
		for (int32_t Edge = Polygon.FirstEdge; Edge < Polygon.FirstEdge + Polygon.EdgeCount; ++Edge)
		{
			Points.push_back(Graph.Edges[static_cast<size_t>(Edge)].From);
		}
		Out.AddPolygon(EDebugKind::Corridor, Points);
	}
}
}
