// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What is done for each agent inside the step, on all threads at once.
#include "Navigator/NavigatorState.h"
#include "Navigator/Prefetch.h"
#include "Navigator/Settling.h"

namespace CrowdAvoidance
{
namespace
{
constexpr int32_t None = NavGraph::None;
/// An agent that has come this far has made progress. [m]
constexpr float Progress = 0.5f;
/// Who moves well finds its corner anew this many times less often, at the most.
constexpr int MostUnhurried = 6;
/// A link is entered from within this and a radius of where it begins. [m]
constexpr float LinkReach = 0.3f;
/// How long an agent waits that cannot get on; agents wait for different times, lest all set off at once. [s]
constexpr float ShortestWait = 1.0f;
constexpr float LongestWait = 3.0f;

/// How far it is to the nearest border of a polygon from a point in it, a little less for rounding. [m]
float RoomIn(const NavGraph& Graph, int32_t Polygon, Vec2 Point)
{
	const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Polygon)];
	float Least = INFINITY;
	for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
	{
		const Vec2 From = Graph.Edges[static_cast<size_t>(Index)].From;
		const Vec2 To = Graph.Edges[static_cast<size_t>(Index)].To;
		const float X = To.X - From.X;
		const float Y = To.Y - From.Y;
		const float Area = X * (Point.Y - From.Y) - Y * (Point.X - From.X);
		Least = std::min(Least, Area / std::sqrt(X * X + Y * Y));
	}
	return 0.99f * Least - 1.0e-4f * (1.0f + 0.01f * (std::fabs(Point.X) + std::fabs(Point.Y)));
}

/// What is known of an agent whose turn comes a little later.
void FetchAhead(const std::vector<Traveller>& Travellers, const AgentBlock& Block, size_t Index)
{
	constexpr size_t Ahead = 8;
	if (Index + Ahead < static_cast<size_t>(Block.Count) && Block.HandleIndex[Index + Ahead] < Travellers.size())
	{
		Prefetch(&Travellers[Block.HandleIndex[Index + Ahead]]);
	}
}

/// A number between 0 and 1 that agents do not share.
float Spread(uint32_t Number)
{
	return static_cast<float>((Number * 2654435761u) >> 16 & 0xffffu) / 65536.0f;
}
}

void Navigator::Plan(const PlanBlock& Block)
{
	Impl& S = *State;
	const size_t Known = S.Travellers.size();
	for (size_t Index = 0; Index < static_cast<size_t>(Block.Count); ++Index)
	{
		FetchAhead(S.Travellers, Block, Index);
		const uint32_t Agent = Block.HandleIndex[Index];
		if (Agent >= Known || S.Travellers[Agent].Destination == NoDestination)
		{
			continue;
		}
		const Vec2 Desired = S.Desire(Agent, Block, Index);
		Block.DesiredX[Index] = Desired.X;
		Block.DesiredY[Index] = Desired.Y;
	}
}

/// What an agent would do were it alone.
Vec2 Navigator::Impl::Desire(uint32_t Agent, const PlanBlock& Block, size_t Index)
{
	Traveller& Item = Travellers[Agent];
	const float Speed = Block.PreferredSpeed[Index];
	if (Item.Status == ENavStatus::Unreachable || Item.Status == ENavStatus::OffMesh)
	{
		return {};
	}
	const bool bArrived = Item.Status == ENavStatus::Arrived;
	if (!bArrived && Item.Countdown == 0)
	{
		FindCorner(Agent, Item, Block, Index);
	}
	else if (!bArrived)
	{
		--Item.Countdown;
	}
	const Vec2 Left = {Item.Target.X - Block.PositionX[Index], Item.Target.Y - Block.PositionY[Index]};
	const float Distance = std::sqrt(Left.X * Left.X + Left.Y * Left.Y);
	if (Distance < 1.0e-6f)
	{
		return {};
	}
	if (bArrived)
	{
		const Destination& Where = Destinations[Item.Destination];
		const bool bTakesPlace = TakesPlace(Distance, Where.ArrivalRadius, Item.bTargetIsGoal) && Where.Agents == 1;
		const float Ease = bTakesPlace ? std::min(Speed / Distance, 1.0f / SecondsToSettle) : 0.0f;
		return {Ease * Left.X, Ease * Left.Y};
	}
	if (Item.Status != ENavStatus::Walking && Item.Status != ENavStatus::Partial)
	{
		return {};
	}
	const float Reach = Speed * Dt;
	if (Distance <= 2.0f * Reach && !Item.bTargetIsGoal)
	{
		Item.Countdown = 0;
	}
	const float Scale = (Item.bTargetIsGoal && Distance < Reach ? Distance / Dt : Speed) / Distance;
	return {Scale * Left.X, Scale * Left.Y};
}

void Navigator::Confine(const MoveBlock& Block)
{
	Impl& S = *State;
	const NavGraph& Graph = S.Graph();
	const size_t Known = S.Travellers.size();
	int PushedBack = 0;
	for (size_t Index = 0; Index < static_cast<size_t>(Block.Count); ++Index)
	{
		FetchAhead(S.Travellers, Block, Index);
		const uint32_t Agent = Block.HandleIndex[Index];
		if (Agent >= Known)
		{
			continue;
		}
		Traveller& Item = S.Travellers[Agent];
		const Vec2 Before = Item.Position;
		const Vec2 Moved = {Block.PositionX[Index], Block.PositionY[Index]};
		if (Item.Polygon == None)
		{
			if (Item.Status == ENavStatus::OffMesh && Graph.Find(Moved) != None)
			{
				S.Workers[static_cast<size_t>(Block.Worker)].Landed.push_back({Agent, S.Journeys[Agent].Ticket});
			}
			continue;
		}
		if (Item.bOnLink)
		{
			Navigator::Impl::Carry(Item, S.Journeys[Agent], Block.MaxSpeed[Index] * Block.Dt);
		}
		else
		{
			// Faster than it can go: somebody has put it elsewhere.
			const float Most = 2.0f * Block.MaxSpeed[Index] * Block.Dt + 0.1f;
			const float Distance = std::sqrt(DistanceSq(Before, Moved));
			if (Distance < Item.Room)
			{
				Item.Position = Moved;
				Item.Room -= Distance;
			}
			else if (Distance > Most)
			{
				S.Land(Item, Moved);
				Item.Countdown = 0;
				if (Item.Polygon == None)
				{
					continue;
				}
			}
			else
			{
				Item.Polygon = Graph.Walk(Item.Polygon, Before, Moved, Item.Position);
				Item.Room = RoomIn(Graph, Item.Polygon, Item.Position);
			}
		}
		if (Item.Position != Moved)
		{
			Block.PositionX[Index] = Item.Position.X;
			Block.PositionY[Index] = Item.Position.Y;
			Block.VelocityX[Index] = (Item.Position.X - Before.X) / Block.Dt;
			Block.VelocityY[Index] = (Item.Position.Y - Before.Y) / Block.Dt;
			PushedBack += Item.bOnLink ? 0 : 1;
		}
		uint32_t& Flags = Block.Flags[Index];
		if (Item.Status != ENavStatus::Arrived)
		{
			// World::SetArrived says so of an agent wherever it stands.
			const bool bSaid = (Flags & AgentsView::AgentFlagArrived) != 0;
			if (bSaid || S.IsThere(Item, Block.Radius[Index]))
			{
				Flags |= AgentsView::AgentFlagArrived;
				Item.Target = bSaid ? Item.Position : Item.Target;
				Item.Status = ENavStatus::Arrived;
				S.Workers[static_cast<size_t>(Block.Worker)].Arrivals.push_back(Item.Destination);
			}
		}
	}
	S.Workers[static_cast<size_t>(Block.Worker)].PushedBack += PushedBack;
}

bool Navigator::Impl::IsThere(const Traveller& Item, float Radius) const
{
	if (!Item.bTargetIsGoal || Item.Status != ENavStatus::Walking)
	{
		return false;
	}
	const float Near = Destinations[Item.Destination].RadiusFor(Radius);
	return DistanceSq(Item.Position, Item.Target) <= Near * Near;
}

void Navigator::Impl::Carry(Traveller& Item, const Journey& Trip, float Reach)
{
	const Vec2 To = Trip.LinkEnd - Item.Position;
	const float Left = std::sqrt(Dot(To, To));
	if (Left > Reach)
	{
		Item.Position = {Item.Position.X + To.X * (Reach / Left), Item.Position.Y + To.Y * (Reach / Left)};
		return;
	}
	// Item.Polygon is where it comes down since it set off.
	Item.Position = Trip.LinkEnd;
	Item.Room = 0.0f;
	Item.bOnLink = false;
	Item.Countdown = 0;
}

void Navigator::Impl::FindCorner(uint32_t Agent, Traveller& Item, const PlanBlock& Block, size_t Index)
{
	Journey& Trip = Journeys[Agent];
	// Those who set off together would all find their corners in the same step, again and again: each has its turn.
	const auto StepsToTurn = [&](int Period)
	{ return Period - static_cast<int>((Step + Trip.Id) % static_cast<uint64_t>(Period)); };
	Item.Countdown = static_cast<uint8_t>(StepsToTurn(Def.CornerEvery) - 1);
	if (Item.bOnLink || Item.Polygon == None)
	{
		return;
	}
	if (Trip.Field >= 0 && IsFieldReady(Trip))
	{
		FindCornerByField(Agent, Item, Trip, Block.Worker);
	}
	else if (Trip.Path >= 0)
	{
		FindCornerByPath(Agent, Item, Trip, Block.Worker);
	}
	MindProgress(Agent, Item, Trip, Block.Worker);

	const float Speed =
		std::sqrt(Block.VelocityX[Index] * Block.VelocityX[Index] + Block.VelocityY[Index] * Block.VelocityY[Index]);
	if (Speed > 0.5f * Block.PreferredSpeed[Index] && Item.Status == ENavStatus::Walking)
	{
		// Who moves well needs no other corner before half of the distance to this one is behind it.
		const float Steps = 0.5f * std::sqrt(DistanceSq(Item.Position, Item.Target)) / (Speed * Block.Dt);
		const int Most = std::min(MostUnhurried * Def.CornerEvery, 255);
		const int Unhurried = Steps < static_cast<float>(Most) ? static_cast<int>(Steps) : StepsToTurn(Most);
		Item.Countdown = static_cast<uint8_t>(std::max(Unhurried, Def.CornerEvery) - 1);
	}
	Workers[static_cast<size_t>(Block.Worker)].Seen.push_back({Item.Polygon, static_cast<uint16_t>(Item.Countdown + 1),
		static_cast<uint16_t>(std::min(1000.0f * Speed, 65535.0f))});
}

void Navigator::Impl::FindCornerByField(uint32_t Agent, Traveller& Item, Journey& Trip, int Worker)
{
	const SharedField& Shared = Fields[static_cast<size_t>(Trip.Field)];
	const FlowField& Field = Shared.Field;
	if (Trip.Edition != Shared.Edition)
	{
		Trip.Edition = Shared.Edition;
		Trip.Trail = {};
	}
	Field.Follow(Graph(), Item.Polygon, Trip.Trail);
	if (Trip.Trail.GoalIndex == None)
	{
		// No path from here. The search tells how near it can get.
		if (!Trip.bAsked)
		{
			Workers[static_cast<size_t>(Worker)].Paths.push_back({Agent, Trip.Ticket});
		}
		return;
	}
	Item.Status = Item.Status == ENavStatus::Waiting ? Item.Status : ENavStatus::Walking;
	const Vec2 End = Destinations[Item.Destination].Goals[static_cast<size_t>(Trip.Trail.GoalIndex)].Point;
	FlowField::Exit Next = Trip.Trail.Next;
	int32_t Link = None;
	const Heading Ahead = PullString(Graph(), Item.Polygon, Item.Position, Trip.Radius, End, EdgesAhead,
		[&](int32_t, int32_t& OutEdge, int32_t& OutLink)
		{
			OutEdge = Next.Edge;
			OutLink = Link = Next.Link;
			const bool bGoesOn = Next.Edge != None || Next.Link != None;
			Next = bGoesOn ? Field.ExitAfter(Next) : Next;
			return bGoesOn;
		});
	Head(Item, Trip, Ahead, End, Link);
}

int32_t Navigator::Impl::FindOnPath(const Journey& Trip, int32_t Polygon) const
{
	const std::vector<NavPathStep>& Path = Paths[static_cast<size_t>(Trip.Path)];
	const int32_t Count = static_cast<int32_t>(Path.size());
	for (int32_t Index = Trip.Cursor; Index < Count; ++Index)
	{
		if (Path[static_cast<size_t>(Index)].Polygon == Polygon)
		{
			return Index;
		}
	}
	for (int32_t Index = std::min(Trip.Cursor, Count) - 1; Index >= 0; --Index)
	{
		if (Path[static_cast<size_t>(Index)].Polygon == Polygon)
		{
			return Index;
		}
	}
	return -1;
}

int32_t Navigator::Impl::JoinPath(const Journey& Trip, int32_t Polygon, NavPathStep& OutDetour) const
{
	int32_t At = FindOnPath(Trip, Polygon);
	if (At >= 0)
	{
		return At;
	}
	// Pushed off its path: often the next polygon is on it.
	const NavGraph::Polygon& Here = Graph().Polygons[static_cast<size_t>(Polygon)];
	for (int32_t Edge = Here.FirstEdge; Edge < Here.FirstEdge + Here.EdgeCount; ++Edge)
	{
		const int32_t Next = Graph().Edges[static_cast<size_t>(Edge)].Neighbor;
		const int32_t Found = Next == None ? -1 : FindOnPath(Trip, Next);
		if (Found > At)
		{
			At = Found;
			OutDetour = {Polygon, Edge, None};
		}
	}
	return At;
}

void Navigator::Impl::FindCornerByPath(uint32_t Agent, Traveller& Item, Journey& Trip, int Worker)
{
	NavPathStep Detour;
	const int32_t At = JoinPath(Trip, Item.Polygon, Detour);
	if (At < 0)
	{
		if (!Trip.bAsked)
		{
			Workers[static_cast<size_t>(Worker)].Paths.push_back({Agent, Trip.Ticket});
		}
		return;
	}
	Trip.Cursor = At;
	const std::vector<NavPathStep>& Path = Paths[static_cast<size_t>(Trip.Path)];
	size_t Next = static_cast<size_t>(At);
	bool bDetour = Detour.Polygon != None;
	int32_t Link = None;
	const Vec2 End = EndOf(Agent, Path.back().Polygon);
	const Heading Ahead = PullString(Graph(), Item.Polygon, Item.Position, Trip.Radius, End, EdgesAhead,
		[&](int32_t, int32_t& OutEdge, int32_t& OutLink)
		{
			const NavPathStep& Now = bDetour ? Detour : Path[Next];
			Next += bDetour ? 0 : 1;
			bDetour = false;
			OutEdge = Now.Edge;
			OutLink = Link = Now.Link;
			return Now.Edge != None || Now.Link != None;
		});
	Head(Item, Trip, Ahead, End, Link);
	if (Trip.bPartial && Item.bTargetIsGoal &&
		DistanceSq(Item.Position, Item.Target) < 4.0f * Trip.Radius * Trip.Radius)
	{
		Item.Status = ENavStatus::Unreachable;
	}
}

void Navigator::Impl::Head(Traveller& Item, Journey& Trip, const Heading& Ahead, Vec2 End, int32_t Link) const
{
	// Round a last corner but near enough: it has as good as arrived.
	const float ByPath = std::sqrt(DistanceSq(Item.Position, Ahead.Target)) + std::sqrt(DistanceSq(Ahead.Target, End));
	const bool bThere = !Ahead.bLink && ByPath <= Destinations[Item.Destination].RadiusFor(Trip.Radius);
	Item.bTargetIsGoal = Ahead.bGoal || bThere;
	Item.Target = Item.bTargetIsGoal ? End : Ahead.Target;
	const float Near = Trip.Radius + LinkReach;
	if (Ahead.bLink && DistanceSq(Item.Position, Item.Target) <= Near * Near)
	{
		const NavGraph::Link& Jump = Graph().Links[static_cast<size_t>(Link)];
		Item.bOnLink = true;
		Item.Polygon = Jump.Target;
		Trip.LinkEnd = Jump.To;
	}
}

int32_t Navigator::Impl::PolygonAhead(const Traveller& Item, const Journey& Trip) const
{
	int32_t Edge = None;
	if (Trip.Field >= 0 && IsFieldReady(Trip))
	{
		Edge = Trip.Trail.Polygon == Item.Polygon ? Trip.Trail.Next.Edge : None;
	}
	else if (Trip.Path >= 0)
	{
		Edge = Paths[static_cast<size_t>(Trip.Path)][static_cast<size_t>(Trip.Cursor)].Edge;
	}
	const int32_t Next = Edge == None ? None : Graph().Edges[static_cast<size_t>(Edge)].Neighbor;
	return Next == None ? Item.Polygon : Next;
}

/// Pushing on gets nobody anywhere. Whoever cannot get on says so, which makes fields lead round it, and waits.
void Navigator::Impl::MindProgress(uint32_t Agent, Traveller& Item, Journey& Trip, int Worker)
{
	const float Elapsed = static_cast<float>(Step - Trip.LastCorner) * Dt;
	Trip.LastCorner = Step;
	if (Item.Status == ENavStatus::Waiting)
	{
		Trip.WaitLeft -= Elapsed;
		Item.Status = Trip.WaitLeft > 0.0f ? Item.Status : ENavStatus::Walking;
		Trip.AnchorAge = 0.0f;
		return;
	}
	if (Item.Status != ENavStatus::Walking || DistanceSq(Item.Position, Trip.Anchor) >= Progress * Progress)
	{
		Trip.Anchor = Item.Position;
		Trip.AnchorAge = 0.0f;
		return;
	}
	Trip.AnchorAge += Elapsed;
	if (Trip.AnchorAge < Def.PatienceSeconds)
	{
		return;
	}
	Requests& Mine = Workers[static_cast<size_t>(Worker)];
	Mine.BlockedPolygons.push_back(PolygonAhead(Item, Trip));
	if (Trip.Field < 0)
	{
		Mine.Fields.push_back({Agent, Trip.Ticket});
	}
	Item.Status = ENavStatus::Waiting;
	Trip.WaitLeft = ShortestWait + (LongestWait - ShortestWait) * Spread(static_cast<uint32_t>(Trip.Id) + Step);
}
}
