// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdQueries.h"

#include "Algo/BinarySearch.h"
#include "CrowdSimulation.h"

#include <cmath>

namespace CrowdAvoidance::Queries
{
static float DistanceSquaredToSegment(Vec2 Point, Vec2 A, Vec2 B)
{
	const Vec2 Along = B - A;
	const Vec2 To = Point - A;
	const float Length = Dot(Along, Along);
	const float Share = Length > 0.0f ? FMath::Clamp(Dot(To, Along) / Length, 0.0f, 1.0f) : 0.0f;
	const Vec2 Rest = {To.X - Along.X * Share, To.Y - Along.Y * Share};
	return Dot(Rest, Rest);
}

/// Whether a ray from the point along +x crosses the segment.
static bool CrossesRay(Vec2 Point, Vec2 A, Vec2 B)
{
	return (A.Y > Point.Y) != (B.Y > Point.Y) && Point.X < A.X + (Point.Y - A.Y) / (B.Y - A.Y) * (B.X - A.X);
}

TArray<FNearAgent> FindAgents(const World& Crowd, Vec2 Point, float Height, float Reach, bool bBodies)
{
	AgentFilter Filter;
	Filter.bGhosts = false;
	Filter.bBodies = bBodies;
	std::vector<AgentHit> Hits;
	TArray<FNearAgent> Found;
	if (!Crowd.InDisc(Point, Reach, Hits, Filter))
	{
		return Found;
	}
	for (const AgentHit& Hit : Hits)
	{
		const AgentState State = Crowd.GetAgent(Hit.Agent).Value();
		if (std::abs(State.Height - Height) <= Crowd.GetProfile(State.Profile).Value().FloorHeight)
		{
			Found.Add({Hit.Agent.Index, State.Position, State.Radius});
		}
	}
	return Found;
}

bool Overlaps(std::span<const Vec2> Outline, Vec2 Center, float Radius)
{
	bool bInside = false;
	Vec2 Before = Outline.back();
	for (const Vec2 Vertex : Outline)
	{
		if (DistanceSquaredToSegment(Center, Before, Vertex) < Radius * Radius)
		{
			return true;
		}
		bInside = bInside != CrossesRay(Center, Before, Vertex);
		Before = Vertex;
	}
	return bInside;
}

FSurroundings::FSurroundings(const FCrowdSimulation& Simulation, Vec2 Point, float Height, float Reach)
	: Agents(FindAgents(Simulation.GetWorld(), Point, Height, Reach, true))
{
	Agents.Sort([](const FNearAgent& A, const FNearAgent& B) { return A.Center.X < B.Center.X; });
	for (const FNearAgent& Agent : Agents)
	{
		LargestRadius = FMath::Max(LargestRadius, Agent.Radius);
	}
	Simulation.ForEachOutline(
		[&](std::span<const Vec2> Outline, double)
		{
			if (Overlaps(Outline, Point, Reach))
			{
				Outlines.Add(Outline);
			}
		});
}

bool FSurroundings::IsFree(Vec2 Center, float Radius) const
{
	const float Reach = Radius + LargestRadius;
	const int32 First =
		Algo::LowerBoundBy(Agents, Center.X - Reach, [](const FNearAgent& Agent) { return Agent.Center.X; });
	for (int32 Index = First; Index < Agents.Num() && Agents[Index].Center.X <= Center.X + Reach; ++Index)
	{
		const Vec2 To = Agents[Index].Center - Center;
		if (Dot(To, To) < FMath::Square(Radius + Agents[Index].Radius))
		{
			return false;
		}
	}
	for (const std::span<const Vec2> Outline : Outlines)
	{
		if (Overlaps(Outline, Center, Radius))
		{
			return false;
		}
	}
	return true;
}
}
