// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Navigator/NavigatorState.h"

namespace CrowdAvoidance
{
namespace
{
constexpr int32_t None = NavGraph::None;
constexpr int MostWorkers = 256;

Result<void> CheckRange(const char* Field, double Value, double Low, double High)
{
	if (!(Value >= Low && Value <= High))
	{
		return Error::Format("%s is %g; it must be within %g .. %g", Field, Value, Low, High);
	}
	return {};
}

/// Whether it is alive only its world knows, which finds out in the next step.
Result<void> CheckHandle(AgentHandle Agent)
{
	constexpr uint32_t MostAgents = 16'000'000;
	if (Agent.Index >= MostAgents)
	{
		return Error::Format("Agent is {%u, %u}, which no world has given out", Agent.Index, Agent.Generation);
	}
	return {};
}
}

Navigator::Navigator() : State(std::make_unique<Impl>()) {}
Navigator::~Navigator() = default;

Result<std::unique_ptr<Navigator>> Navigator::Create(NavMesh& Mesh, const NavigatorDef& Def)
{
	for (const Result<void>& Check : {CheckRange("FieldFromAgents", Def.FieldFromAgents, 1, 1e9),
			 CheckRange("SearchBudget", Def.SearchBudget, 100, 1e6),
			 CheckRange("FieldBudget", Def.FieldBudget, 1000, 1e8), CheckRange("TileBudget", Def.TileBudget, 1, 1000),
			 CheckRange("LookEvery", Def.LookEvery, 1, 64),
			 CheckRange("CongestionPeriod", static_cast<double>(Def.CongestionPeriod), 0, 1000),
			 CheckRange("PatienceSeconds", static_cast<double>(Def.PatienceSeconds), 0.1, 1000),
			 CheckRange("SnapDistance", static_cast<double>(Def.SnapDistance), 0, 1000)})
	{
		if (!Check)
		{
			return Check.GetError();
		}
	}
	std::unique_ptr<Navigator> Out(new Navigator);
	Impl& S = *Out->State;
	S.Mesh = &Mesh;
	S.Def = Def;
	S.Version = Mesh.Version();
	S.Workers.resize(MostWorkers);
	S.Crowd.Resize(Mesh.Graph());
	if (const Result<void> Ready = S.Search.SetMesh(Mesh); !Ready)
	{
		return Ready.GetError();
	}
	return Out;
}

Result<Destination> Navigator::Impl::MakeDestination(std::span<const Vec2> AnyOf, float ArrivalRadius) const
{
	if (AnyOf.empty() || AnyOf.size() > 1024)
	{
		return Error::Format("AnyOf has %zu points; it must have 1 .. 1024", AnyOf.size());
	}
	for (size_t Index = 0; Index < AnyOf.size(); ++Index)
	{
		if (!(std::fabs(AnyOf[Index].X) <= CrowdMaxCoordinate && std::fabs(AnyOf[Index].Y) <= CrowdMaxCoordinate))
		{
			return Error::Format("AnyOf[%zu] is (%g, %g); coordinates must be within +-%g", Index,
				static_cast<double>(AnyOf[Index].X), static_cast<double>(AnyOf[Index].Y),
				static_cast<double>(CrowdMaxCoordinate));
		}
	}
	if (const Result<void> Check = CheckRange("ArrivalRadius", static_cast<double>(ArrivalRadius), 1e-6, 1000.0);
		!Check)
	{
		return Check.GetError();
	}
	Destination Item;
	Item.Points.assign(AnyOf.begin(), AnyOf.end());
	Item.ArrivalRadius = ArrivalRadius;
	FindGoals(Item);
	return Item;
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

Result<DestinationHandle> Navigator::AddDestination(std::span<const Vec2> AnyOf, float ArrivalRadius)
{
	Result<Destination> Made = State->MakeDestination(AnyOf, ArrivalRadius);
	if (!Made)
	{
		return Made.GetError();
	}
	if (Made.Value().Goals.empty())
	{
		return Error::Format("none of the %zu points, the first at (%g, %g), is within SnapDistance = %g m of the mesh",
			AnyOf.size(), static_cast<double>(AnyOf[0].X), static_cast<double>(AnyOf[0].Y),
			static_cast<double>(State->Def.SnapDistance));
	}
	State->Destinations.push_back(std::move(Made.Value()));
	return DestinationHandle{static_cast<uint32_t>(State->Destinations.size() - 1)};
}

Result<void> Navigator::SetDestination(AgentHandle Agent, DestinationHandle Destination)
{
	if (Destination.Index >= State->Destinations.size())
	{
		return Error::Format("Destination is %u; it must be below %zu", Destination.Index, State->Destinations.size());
	}
	if (const Result<void> Check = CheckHandle(Agent); !Check)
	{
		return Check;
	}
	State->Assign(Agent.Index, Destination.Index);
	return {};
}

Result<void> Navigator::SetGoal(AgentHandle Agent, Vec2 Goal, float ArrivalRadius)
{
	if (const Result<void> Check = CheckHandle(Agent); !Check)
	{
		return Check;
	}
	const std::tuple Key{Goal.X, Goal.Y, ArrivalRadius};
	auto Known = State->DestinationOfPoint.find(Key);
	if (Known == State->DestinationOfPoint.end())
	{
		Result<CrowdAvoidance::Destination> Made = State->MakeDestination({&Goal, 1}, ArrivalRadius);
		if (!Made)
		{
			return Made.GetError();
		}
		State->Destinations.push_back(std::move(Made.Value()));
		Known = State->DestinationOfPoint.emplace(Key, static_cast<uint32_t>(State->Destinations.size() - 1)).first;
	}
	State->Assign(Agent.Index, Known->second);
	return {};
}

void Navigator::Impl::Assign(uint32_t Agent, uint32_t Index)
{
	if (Agent >= Travellers.size())
	{
		Travellers.resize(static_cast<size_t>(Agent) + 1);
		Journeys.resize(static_cast<size_t>(Agent) + 1);
	}
	Release(Agent);
	Travellers[Agent].Destination = Index;
	Travellers[Agent].Status = ENavStatus::Pending;
	++Destinations[Index].Agents;
	Fresh.push_back(Agent);
}

void Navigator::Impl::Release(uint32_t Agent)
{
	Traveller& Item = Travellers[Agent];
	if (Item.Destination != NoDestination)
	{
		--Destinations[Item.Destination].Agents;
		Destinations[Item.Destination].Arrived -= Item.Status == ENavStatus::Arrived ? 1 : 0;
	}
	DropPath(Journeys[Agent]);
	Journeys[Agent] = {};
	Item.Destination = NoDestination;
	Item.Status = ENavStatus::None;
	Item.bOnLink = false;
}

void Navigator::Impl::DropPath(Journey& Trip)
{
	if (Trip.Path >= 0)
	{
		Paths[static_cast<size_t>(Trip.Path)].clear();
		FreePaths.push_back(Trip.Path);
		Trip.Path = -1;
	}
}

void Navigator::Clear(AgentHandle Agent)
{
	if (Agent.Index < State->Travellers.size())
	{
		State->Release(Agent.Index);
	}
}

void Navigator::Forget(AgentHandle Agent)
{
	if (Agent.Index < State->Travellers.size())
	{
		State->Release(Agent.Index);
		State->Travellers[Agent.Index] = {};
	}
}

ENavStatus Navigator::Status(AgentHandle Agent) const
{
	return Agent.Index < State->Travellers.size() ? State->Travellers[Agent.Index].Status : ENavStatus::None;
}

bool Navigator::UsesField(AgentHandle Agent) const
{
	return Agent.Index < State->Journeys.size() && State->Journeys[Agent.Index].Field >= 0;
}

bool Navigator::IsOnMesh(AgentHandle Agent) const
{
	return Agent.Index < State->Travellers.size() && State->Travellers[Agent.Index].Polygon != None;
}

const Navigator::Report& Navigator::LastReport() const
{
	return State->Last;
}

Result<void> Navigator::AddWalls(World& Crowd)
{
	return State->Walls.Add(Crowd, State->Graph());
}

/// The polygons ahead of an agent, its own first.
std::vector<PathStep> Navigator::Impl::WayOf(uint32_t Agent, size_t Most) const
{
	std::vector<PathStep> Way;
	const Traveller& Item = Travellers[Agent];
	const Journey& Trip = Journeys[Agent];
	if (Item.Polygon == None)
	{
		return Way;
	}
	if (Trip.Field >= 0 && IsFieldReady(Trip))
	{
		const FlowField& Field = Fields[static_cast<size_t>(Trip.Field)].Field;
		const bool bOnTrail =
			Trip.Trail.Polygon == Item.Polygon && Trip.Edition == Fields[static_cast<size_t>(Trip.Field)].Edition;
		FlowField::Exit Exit = bOnTrail ? Trip.Trail.Next : Field.ExitOf(Item.Polygon);
		for (int32_t Polygon = Item.Polygon; Polygon != None && Way.size() < Most;)
		{
			Way.push_back({Polygon, Exit.Edge, Exit.Link});
			const bool bGoesOn = Exit.Edge != None || Exit.Link != None;
			Polygon = Exit.Edge != None ? Graph().Edges[static_cast<size_t>(Exit.Edge)].Neighbor
				: Exit.Link != None     ? Graph().Links[static_cast<size_t>(Exit.Link)].Target
										: None;
			Exit = bGoesOn ? Field.ExitAfter(Graph(), Exit) : Exit;
		}
	}
	else if (Trip.Path >= 0)
	{
		const std::vector<PathStep>& Path = Paths[static_cast<size_t>(Trip.Path)];
		PathStep Detour;
		const int32_t At = JoinPath(Trip, Item.Polygon, Detour);
		if (Detour.Polygon != None)
		{
			Way.push_back(Detour);
		}
		for (size_t Index = static_cast<size_t>(At); At >= 0 && Index < Path.size() && Way.size() < Most; ++Index)
		{
			Way.push_back(Path[Index]);
		}
	}
	return Way;
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

std::vector<Vec2> Navigator::WayAhead(AgentHandle Agent, int Most) const
{
	constexpr size_t MostPolygons = 4096;
	std::vector<Vec2> Corners;
	if (Agent.Index >= State->Travellers.size() || State->Travellers[Agent.Index].Destination == NoDestination)
	{
		return Corners;
	}
	const Impl& S = *State;
	const std::vector<PathStep> Way = S.WayOf(Agent.Index, MostPolygons);
	if (Way.empty())
	{
		return Corners;
	}
	const Vec2 End = S.EndOf(Agent.Index, Way.back().Polygon);
	Vec2 From = S.Travellers[Agent.Index].Position;
	for (size_t At = 0; static_cast<int>(Corners.size()) < Most && At < Way.size();)
	{
		size_t Next = At;
		const Heading Ahead =
			PullString(S.Graph(), Way[At].Polygon, From, S.Journeys[Agent.Index].Radius, End, LookAheadEdges,
				[&](int32_t, int32_t& OutEdge, int32_t& OutLink)
				{
					const PathStep& Now = Way[Next];
					Next = std::min(Next + 1, Way.size() - 1);
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
		while (At + 1 < Way.size() && Way[At].Polygon != Ahead.Polygon)
		{
			++At;
		}
		At += Ahead.bLink ? 0 : 1;
		From = Ahead.Target;
		if (Ahead.bLink && At < Way.size() && Way[At].Link != None)
		{
			From = S.Graph().Links[static_cast<size_t>(Way[At].Link)].To;
			Corners.push_back(From);
			++At;
		}
	}
	return Corners;
}

void Navigator::Describe(AgentHandle Agent, DebugGeometry& Out) const
{
	constexpr size_t MostPolygons = 48;
	const std::vector<Vec2> Corners = WayAhead(Out.Agent);
	if (Corners.empty())
	{
		return;
	}
	std::vector<Vec2> Points = {Out.Position};
	Points.insert(Points.end(), Corners.begin(), Corners.end());
	Out.Add(EDebugKind::Path, Points);

	const NavGraph& Graph = State->Graph();
	for (const PathStep& Step : State->WayOf(Agent.Index, MostPolygons))
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

float Navigator::RemainingDistance(AgentHandle Agent) const
{
	const ENavStatus Now = Status(Agent);
	if (Now == ENavStatus::Arrived)
	{
		return 0.0f;
	}
	const std::vector<Vec2> Corners = WayAhead(Agent, 4096);
	if (Corners.empty() || Now == ENavStatus::Unreachable || Now == ENavStatus::Partial)
	{
		return INFINITY;
	}
	float Length = 0.0f;
	Vec2 From = State->Travellers[Agent.Index].Position;
	for (const Vec2 Corner : Corners)
	{
		Length += std::sqrt(DistanceSq(From, Corner));
		From = Corner;
	}
	return Length;
}
}
