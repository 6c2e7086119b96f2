// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavigation/CrowdNavGraph.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
/// Where an agent has to head for next.
struct Heading
{
	Vec2 Target;
	bool bGoal = false;            ///< Target is the end of the path, not a corner or a link.
	bool bLink = false;            ///< Target is where a link begins.
	bool bLeft = false;            ///< The corner is the left end of Edge as one leaves, not the right one.
	int32_t Edge = NavGraph::None; ///< Target is there to get round an end of this edge; None: it is none of a corner.
	int32_t Polygon =
		NavGraph::None; ///< The one that Edge leaves; without a corner the last one that the path was followed to.
};

namespace StringPull
{
/// What limits the view to one side: the tangent from the eye to the circle that a disc must stay out of around a corner; the
/// corner itself where there is no wall.
struct Limit
{
	Vec2 Direction; ///< Of the tangent, of any length.
	Vec2 Away;      ///< From the eye to the corner.
	float Clearance = 0.0f;
	int32_t Edge = NavGraph::None;
	int32_t Polygon = NavGraph::None;
	bool bLeft = false;
};

/// How far a disc keeps from the solid ends of an edge: its radius, or half the edge where that is too short.
inline float ClearanceAt(const NavGraph::Edge& RightEnd, const NavGraph::Edge& LeftEnd, float Radius)
{
	if (!RightEnd.bFromSolid || !LeftEnd.bFromSolid)
	{
		return Radius;
	}
	const Vec2 Along = LeftEnd.From - RightEnd.From;
	const float Squared = Dot(Along, Along);
	return Squared < 4.0f * Radius * Radius ? 0.5f * std::sqrt(Squared) : Radius;
}

inline Limit MakeLimit(Vec2 Away, float Clearance, bool bLeft, int32_t Edge, int32_t Polygon)
{
	Limit Made{Away, Away, Clearance, Edge, Polygon, bLeft};
	if (Clearance > 0.0f)
	{
		// Within the circle there is no tangent: straight across, which leads out of it.
		const float Tangent = std::sqrt(std::max(Dot(Away, Away) - Clearance * Clearance, 0.0f));
		const float Turn = bLeft ? Clearance : -Clearance;
		Made.Direction = {Away.X * Tangent + Away.Y * Turn, Away.Y * Tangent - Away.X * Turn};
	}
	return Made;
}

/// The point to head for to get round the corner: where the tangent touches; from close by a radius ahead, so that it is always
/// a direction.
inline Heading RoundCorner(Vec2 From, const Limit& Side)
{
	Heading Found{.Target = {From.X + Side.Away.X, From.Y + Side.Away.Y},
		.bLeft = Side.bLeft,
		.Edge = Side.Edge,
		.Polygon = Side.Polygon};
	const float Long = std::sqrt(Dot(Side.Direction, Side.Direction));
	if (Side.Clearance > 0.0f && Long > 0.0f)
	{
		const float Tangent = std::sqrt(std::max(Dot(Side.Away, Side.Away) - Side.Clearance * Side.Clearance, 0.0f));
		const float Scale = std::max(Tangent, Side.Clearance) / Long;
		Found.Target = {From.X + Side.Direction.X * Scale, From.Y + Side.Direction.Y * Scale};
	}
	return Found;
}

inline const Limit& Nearer(const Limit& A, const Limit& B)
{
	return Dot(B.Away, B.Away) < Dot(A.Away, A.Away) ? B : A;
}
}

/// Pulls a string from From (in Polygon) through the edges that lie ahead (funnel), and returns its first corner. Where a wall begins
/// at an end of an edge the string stays Radius away from that corner, on the tangent of a circle around it; less where the edge is too
/// short for that. Ends of edges in the open do not push it away. NextEdge(Polygon, OutEdge, OutLink) says how to leave each polygon, from the
/// agent's own on, by an edge or (OutEdge None) by a link, and returns false where the path ends; Goal is where it ends. Looks at
/// most Most edges ahead: what is further away cannot be seen past yet, and the string ends in the middle of that edge.
template <typename NextEdgeFunction>
Heading PullString(
	const NavGraph& Graph, int32_t Polygon, Vec2 From, float Radius, Vec2 Goal, int Most, NextEdgeFunction&& NextEdge)
{
	using namespace StringPull;
	Limit Left, Right;
	Vec2 LeftVertex, RightVertex;
	bool bLimited = false;
	Heading End{.Target = Goal, .bGoal = true, .Polygon = Polygon};
	for (int Seen = 0;; ++Seen)
	{
		End.Polygon = Polygon;
		int32_t Index = NavGraph::None, LinkIndex = NavGraph::None;
		if (!NextEdge(Polygon, Index, LinkIndex))
		{
			break;
		}
		if (Index == NavGraph::None)
		{
			End.Target = Graph.Links[static_cast<size_t>(LinkIndex)].From;
			End.bGoal = false;
			End.bLink = true;
			break;
		}
		const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Polygon)];
		const int32_t NextIndex = Index + 1 < Owner.FirstEdge + Owner.EdgeCount ? Index + 1 : Owner.FirstEdge;
		const NavGraph::Edge& RightEnd = Graph.Edges[static_cast<size_t>(Index)];
		const NavGraph::Edge& LeftEnd = Graph.Edges[static_cast<size_t>(NextIndex)];
		if (Seen >= Most)
		{
			End.Target = {(RightEnd.From.X + LeftEnd.From.X) * 0.5f, (RightEnd.From.Y + LeftEnd.From.Y) * 0.5f};
			End.bGoal = false;
			break;
		}
		const Vec2 ToRight = RightEnd.From - From, ToLeft = LeftEnd.From - From;
		if (!bLimited && Cross(ToRight, ToLeft) <= 0.0f && Dot(ToRight, ToLeft) <= 0.0f)
		{
			// From is on this edge, or a hair past it: as good as crossed.
			Polygon = RightEnd.Neighbor;
			continue;
		}
		const float Clearance = ClearanceAt(RightEnd, LeftEnd, Radius);
		Limit NewRight, NewLeft;
		bool bRightMoved = false, bLeftMoved = false;
		if (!bLimited || RightEnd.From != RightVertex)
		{
			RightVertex = RightEnd.From;
			NewRight = MakeLimit(ToRight, RightEnd.bFromSolid ? Clearance : 0.0f, false, Index, Polygon);
			if (bLimited && Cross(NewRight.Direction, Left.Direction) < 0.0f)
			{
				return RoundCorner(From, Left);
			}
			bRightMoved = !bLimited || Cross(Right.Direction, NewRight.Direction) > 0.0f;
		}
		if (!bLimited || LeftEnd.From != LeftVertex)
		{
			LeftVertex = LeftEnd.From;
			NewLeft = MakeLimit(ToLeft, LeftEnd.bFromSolid ? Clearance : 0.0f, true, Index, Polygon);
			if (bLimited && Cross(Right.Direction, NewLeft.Direction) < 0.0f)
			{
				return RoundCorner(From, Right);
			}
			bLeftMoved = !bLimited || Cross(NewLeft.Direction, Left.Direction) > 0.0f;
		}
		if (bRightMoved && bLeftMoved && Cross(NewRight.Direction, NewLeft.Direction) < 0.0f)
		{
			return RoundCorner(From, Nearer(NewLeft, NewRight));
		}
		if (bRightMoved)
		{
			Right = NewRight;
		}
		if (bLeftMoved)
		{
			Left = NewLeft;
		}
		bLimited = true;
		Polygon = RightEnd.Neighbor;
	}
	const Vec2 Ahead = End.Target - From;
	if (bLimited && Cross(Ahead, Left.Direction) < 0.0f)
	{
		return RoundCorner(From, Left);
	}
	if (bLimited && Cross(Right.Direction, Ahead) < 0.0f)
	{
		return RoundCorner(From, Right);
	}
	return End;
}
}
