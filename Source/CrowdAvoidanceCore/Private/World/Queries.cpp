// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Distances are worked out in double precision and then rounded once.
#include "World/Checks.h"
#include "World/WorldState.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
/// Never: it does not touch at all.
constexpr double Never = INFINITY;

/// A straight line, and points as they lie along and beside it.
struct Line
{
	double X, Y;
	double DirX = 1.0, DirY = 0.0;
	double Extent = 0.0;

	Line(Vec2 From, Vec2 To) : X(From.X), Y(From.Y)
	{
		const double ToX = static_cast<double>(To.X) - X;
		const double ToY = static_cast<double>(To.Y) - Y;
		Extent = std::sqrt(ToX * ToX + ToY * ToY);
		if (Extent > 0.0)
		{
			DirX = ToX / Extent;
			DirY = ToY / Extent;
		}
	}
	double Along(Vec2 Point) const
	{
		return (static_cast<double>(Point.X) - X) * DirX + (static_cast<double>(Point.Y) - Y) * DirY;
	}
	/// Positive: on the left.
	double Beside(Vec2 Point) const
	{
		return (static_cast<double>(Point.Y) - Y) * DirX - (static_cast<double>(Point.X) - X) * DirY;
	}
	double DistanceTo(Vec2 Point) const
	{
		const double Forward = Along(Point);
		const double Beyond = Forward - std::clamp(Forward, 0.0, Extent);
		const double Aside = Beside(Point);
		return std::sqrt(Beyond * Beyond + Aside * Aside);
	}
};

double DistanceBetween(Vec2 A, Vec2 B)
{
	const double X = static_cast<double>(B.X) - A.X;
	const double Y = static_cast<double>(B.Y) - A.Y;
	return std::sqrt(X * X + Y * Y);
}

/// How far along the line one has to go to be within Reach of the point.
double DistanceUntilWithin(const Line& Sweep, Vec2 Point, double Reach)
{
	const double Forward = Sweep.Along(Point);
	const double Aside = Sweep.Beside(Point);
	if (Forward * Forward + Aside * Aside <= Reach * Reach)
	{
		return 0.0;
	}
	const double HalfChordSq = Reach * Reach - Aside * Aside;
	const double Entry = HalfChordSq >= 0.0 ? Forward - std::sqrt(HalfChordSq) : Never;
	return Entry >= 0.0 && Entry <= Sweep.Extent ? Entry : Never;
}

/// How far along the line one has to go to be within Reach of the wall.
double DistanceUntilWithin(const Line& Sweep, Vec2 Start, Vec2 End, const WallSegment& Wall, double Reach)
{
	const Line Edge(Wall.From, Wall.To);
	if (Edge.DistanceTo(Start) <= Reach)
	{
		return 0.0;
	}
	double First = std::min(DistanceUntilWithin(Sweep, Wall.From, Reach), DistanceUntilWithin(Sweep, Wall.To, Reach));
	// Or where it comes that near to the line of the wall, between its ends.
	const double Before = Edge.Beside(Start);
	const double After = Edge.Beside(End);
	const double Border = Before > 0.0 ? Reach : -Reach;
	if ((Before - Border) * (After - Border) <= 0.0 && Before != After)
	{
		const double Share = (Before - Border) / (Before - After);
		const double Beside = Edge.Along(Start) + Share * (Edge.Along(End) - Edge.Along(Start));
		First = Beside >= 0.0 && Beside <= Edge.Extent ? std::min(First, Share * Sweep.Extent) : First;
	}
	return First;
}

Result<void> CheckFilter(const AgentFilter& Filter)
{
	const double Lowest = static_cast<double>(Filter.MinHeight);
	return FirstError({NumberRange{-CrowdMaxCoordinate, CrowdMaxCoordinate, "m"}.Check("MinHeight", Lowest),
		NumberRange{Lowest, CrowdMaxCoordinate, "m"}.Check("MaxHeight", static_cast<double>(Filter.MaxHeight))});
}

Result<void> CheckRange(const char* Field, float Value)
{
	return NumberRange{0.0, CrowdMaxRange, "m"}.Check(Field, static_cast<double>(Value));
}

void SortWalls(std::vector<WallHit>& Hits)
{
	std::sort(Hits.begin(), Hits.end(),
		[](const WallHit& A, const WallHit& B)
		{
			return A.Distance != B.Distance   ? A.Distance < B.Distance
				: !(A.Obstacle == B.Obstacle) ? A.Obstacle.Index < B.Obstacle.Index
				: A.From.X != B.From.X        ? A.From.X < B.From.X
											  : A.From.Y < B.From.Y;
		});
}
}

/// Agents of a query: who passes the filter, and which of two comes first.
struct World::Impl::AgentQuery
{
	const AgentStore& Agents;
	const AlignedArray<ProfileKernelData>& Profiles;
	const AgentFilter& Filter;

	/// Calls Visit(place, position, radius as the filter wants it) for those that pass it, and some from outside the area.
	template <typename Visitor>
	int ForEachIn(const Capsule& Area, Visitor&& Visit) const
	{
		const AgentArrays& Columns = Agents.Now;
		return Agents.Map.ForEachIn(Area, Filter.bBodies, Columns.Motion.Get(), Agents.Count(),
			[&](int At)
			{
				const size_t Place = static_cast<size_t>(At);
				const AgentAim& Aim = Columns.Aim[Place];
				const float Height = Columns.Scalars[CROWD_HEIGHT][Place];
				const bool bGroup =
					Filter.Groups == ~0u || (Profiles[Aim.Flags & CROWD_FLAG_PROFILE].Groups & Filter.Groups) != 0;
				if (bGroup && Height >= Filter.MinHeight && Height <= Filter.MaxHeight &&
					(Filter.bGhosts || At < Agents.OwnedCount()) && !(Agents.HandleOf(Aim.Slot) == Filter.Except))
				{
					const AgentMotion& Motion = Columns.Motion[Place];
					Visit(Agents.HandleOf(Aim.Slot), Vec2{Motion.X, Motion.Y},
						Filter.bBodies ? static_cast<double>(Columns.Body[Place].Radius) : 0.0);
				}
			});
	}
	/// Rounded once: what is reported is what decides.
	static float Away(Vec2 Point, Vec2 Center, double Radius)
	{
		return static_cast<float>(std::max(DistanceBetween(Point, Center) - Radius, 0.0));
	}
	auto InOrder() const
	{
		return [this](const AgentHit& A, const AgentHit& B)
		{
			return A.Distance != B.Distance ? A.Distance < B.Distance
											: Agents.Ids.Of(A.Agent.Index) < Agents.Ids.Of(B.Agent.Index);
		};
	}
};

World::Impl::AgentQuery World::Impl::Ask(const AgentFilter& Filter)
{
	Read(EColumns::Agents);
	return {Agents, KernelProfiles, Filter};
}

Result<int> World::Nearest(Vec2 Point, float Range, std::span<AgentHit> Out, const AgentFilter& Filter) const
{
	if (const Result<void> Check =
			FirstError({CheckVector("Point", Point), CheckRange("Range", Range), CheckFilter(Filter)});
		!Check)
	{
		return Check.GetError();
	}
	if (Out.empty())
	{
		return 0;
	}
	const Impl::AgentQuery Query = State->Ask(Filter);
	const auto InOrder = Query.InOrder();
	size_t Count = 0;
	// Further and further, until there are enough.
	for (float Reach = std::min(State->Agents.Map.UsualReach(), Range);; Reach = std::min(2.0f * Reach, Range))
	{
		Count = 0;
		const int Visited = Query.ForEachIn(Capsule(Point, Point, static_cast<double>(Reach)),
			[&](AgentHandle Agent, Vec2 Center, double Radius)
			{
				const AgentHit Hit = {Agent, Impl::AgentQuery::Away(Point, Center, Radius)};
				if (Hit.Distance <= Reach && Count < Out.size())
				{
					Out[Count++] = Hit;
					std::push_heap(Out.begin(), Out.begin() + static_cast<std::ptrdiff_t>(Count), InOrder);
				}
				else if (Hit.Distance <= Reach && InOrder(Hit, Out[0]))
				{
					std::pop_heap(Out.begin(), Out.end(), InOrder);
					Out.back() = Hit;
					std::push_heap(Out.begin(), Out.end(), InOrder);
				}
			});
		if (Count == Out.size() || Reach >= Range)
		{
			break;
		}
		if (Visited == State->Agents.Count())
		{
			// One more time decides about all of them.
			Reach = Range;
		}
	}
	std::sort_heap(Out.begin(), Out.begin() + static_cast<std::ptrdiff_t>(Count), InOrder);
	return static_cast<int>(Count);
}

Result<void> World::InDisc(Vec2 Center, float Radius, std::vector<AgentHit>& Out, const AgentFilter& Filter) const
{
	if (const Result<void> Check =
			FirstError({CheckVector("Center", Center), CheckRange("Radius", Radius), CheckFilter(Filter)});
		!Check)
	{
		return Check;
	}
	Out.clear();
	const Impl::AgentQuery Query = State->Ask(Filter);
	Query.ForEachIn(Capsule(Center, Center, static_cast<double>(Radius)),
		[&](AgentHandle Agent, Vec2 Other, double OtherRadius)
		{
			const float Distance = Impl::AgentQuery::Away(Center, Other, OtherRadius);
			if (Distance <= Radius)
			{
				Out.push_back({Agent, Distance});
			}
		});
	std::sort(Out.begin(), Out.end(), Query.InOrder());
	return {};
}

Result<void> World::AlongSegment(
	Vec2 From, Vec2 To, float Radius, std::vector<AgentHit>& Out, const AgentFilter& Filter) const
{
	if (const Result<void> Check = FirstError(
			{CheckVector("From", From), CheckVector("To", To), CheckRange("Radius", Radius), CheckFilter(Filter)});
		!Check)
	{
		return Check;
	}
	Out.clear();
	const Impl::AgentQuery Query = State->Ask(Filter);
	const Line Sweep(From, To);
	Query.ForEachIn(Capsule(From, To, static_cast<double>(Radius)),
		[&](AgentHandle Agent, Vec2 Center, double OtherRadius)
		{
			const double Distance = DistanceUntilWithin(Sweep, Center, static_cast<double>(Radius) + OtherRadius);
			if (Distance < Never)
			{
				Out.push_back({Agent, static_cast<float>(Distance)});
			}
		});
	std::sort(Out.begin(), Out.end(), Query.InOrder());
	return {};
}

Result<void> World::WallsInDisc(Vec2 Center, float Radius, std::vector<WallHit>& Out, uint32_t Groups) const
{
	if (const Result<void> Check = FirstError({CheckVector("Center", Center), CheckRange("Radius", Radius)}); !Check)
	{
		return Check;
	}
	Out.clear();
	const ObstacleStore& Obstacles = State->Obstacles;
	for (const uint32_t Index : Obstacles.FindIn(Capsule(Center, Center, static_cast<double>(Radius))))
	{
		const WallSegment& Wall = Obstacles.Segment(Index);
		const float Distance = static_cast<float>(Line(Wall.From, Wall.To).DistanceTo(Center));
		if ((Wall.Groups & Groups) != 0 && Distance <= Radius)
		{
			Out.push_back({Obstacles.OwnerOf(Index), Wall.From, Wall.To, Distance});
		}
	}
	SortWalls(Out);
	return {};
}

Result<void> World::WallsAlongSegment(
	Vec2 From, Vec2 To, float Radius, std::vector<WallHit>& Out, uint32_t Groups) const
{
	if (const Result<void> Check =
			FirstError({CheckVector("From", From), CheckVector("To", To), CheckRange("Radius", Radius)});
		!Check)
	{
		return Check;
	}
	Out.clear();
	const ObstacleStore& Obstacles = State->Obstacles;
	const Line Sweep(From, To);
	for (const uint32_t Index : Obstacles.FindIn(Capsule(From, To, static_cast<double>(Radius))))
	{
		const WallSegment& Wall = Obstacles.Segment(Index);
		const double Distance = DistanceUntilWithin(Sweep, From, To, Wall, static_cast<double>(Radius));
		if ((Wall.Groups & Groups) != 0 && Distance < Never)
		{
			Out.push_back({Obstacles.OwnerOf(Index), Wall.From, Wall.To, static_cast<float>(Distance)});
		}
	}
	SortWalls(Out);
	return {};
}
}
