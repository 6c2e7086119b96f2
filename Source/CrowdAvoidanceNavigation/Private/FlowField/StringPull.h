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
	Vec2 Direction;                ///< Of the tangent, of any length.
	int32_t Edge = NavGraph::None; ///< The corner is an end of it.
};

/// How far a disc keeps from an end of an edge: its radius, or half the edge where that is too short between walls.
inline float ClearanceAt(const NavGraph::Edge& Side, bool bLeft, float Radius)
{
	if (!(bLeft ? Side.bToSolid : Side.bFromSolid))
	{
		return 0.0f;
	}
	if (!Side.bFromSolid || !Side.bToSolid)
	{
		return Radius;
	}
	const Vec2 Along = Side.To - Side.From;
	const float Squared = Dot(Along, Along);
	return Squared < 4.0f * Radius * Radius ? 0.5f * std::sqrt(Squared) : Radius;
}

/// From the eye to where a string touches the circle around a corner, times any number.
inline Vec2 TangentTo(Vec2 Away, bool bLeft, float Clearance)
{
	// Within the circle there is no tangent: straight across, which leads out of it.
	const float Tangent = std::sqrt(std::max(Dot(Away, Away) - Clearance * Clearance, 0.0f));
	const float Turn = bLeft ? Clearance : -Clearance;
	return {Away.X * Tangent + Away.Y * Turn, Away.Y * Tangent - Away.X * Turn};
}

/// The point to head for to get round the corner: where the tangent touches; from close by a radius ahead, so that it is always
/// a direction.
inline Heading RoundCorner(const NavGraph& Graph, Vec2 From, float Radius, const Limit& View, bool bLeft)
{
	const NavGraph::Edge& Side = Graph.Edges[static_cast<size_t>(View.Edge)];
	const Vec2 Away = (bLeft ? Side.To : Side.From) - From;
	Heading Found{.Target = From + Away, .bLeft = bLeft, .Edge = View.Edge, .Polygon = Side.Owner};
	const float Clearance = ClearanceAt(Side, bLeft, Radius);
	const float Long = std::sqrt(Dot(View.Direction, View.Direction));
	if (Clearance > 0.0f && Long > 0.0f)
	{
		const float Tangent = std::sqrt(std::max(Dot(Away, Away) - Clearance * Clearance, 0.0f));
		const float Scale = std::max(Tangent, Clearance) / Long;
		Found.Target = {From.X + View.Direction.X * Scale, From.Y + View.Direction.Y * Scale};
	}
	return Found;
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
	const auto DirectionTo = [Radius](const NavGraph::Edge& Side, bool bLeft, Vec2 Away)
	{
		const float Clearance = ClearanceAt(Side, bLeft, Radius);
		return Clearance > 0.0f ? TangentTo(Away, bLeft, Clearance) : Away;
	};
	Limit Left, Right;
	Vec2 LastLeft, LastRight;
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
		const NavGraph::Edge& Side = Graph.Edges[static_cast<size_t>(Index)];
		if (Seen >= Most)
		{
			End.Target = {(Side.From.X + Side.To.X) * 0.5f, (Side.From.Y + Side.To.Y) * 0.5f};
			End.bGoal = false;
			break;
		}
		Polygon = Side.Neighbor;
		const Vec2 ToRight = Side.From - From, ToLeft = Side.To - From;
		if (!bLimited)
		{
			if (Cross(ToRight, ToLeft) <= 0.0f && Dot(ToRight, ToLeft) <= 0.0f)
			{
				// From is on this edge, or a hair past it: as good as crossed.
				continue;
			}
			Right = {DirectionTo(Side, false, ToRight), Index};
			Left = {DirectionTo(Side, true, ToLeft), Index};
			LastRight = Side.From;
			LastLeft = Side.To;
			bLimited = true;
			if (Cross(Right.Direction, Left.Direction) < 0.0f)
			{
				const bool bLeft = Dot(ToLeft, ToLeft) <= Dot(ToRight, ToRight);
				return RoundCorner(Graph, From, Radius, bLeft ? Left : Right, bLeft);
			}
			continue;
		}
		Vec2 NewRight = Right.Direction, NewLeft = Left.Direction;
		bool bRightMoves = false, bLeftMoves = false;
		if (Side.From != LastRight)
		{
			LastRight = Side.From;
			NewRight = DirectionTo(Side, false, ToRight);
			if (Cross(NewRight, Left.Direction) < 0.0f)
			{
				return RoundCorner(Graph, From, Radius, Left, true);
			}
			bRightMoves = Cross(Right.Direction, NewRight) > 0.0f;
		}
		if (Side.To != LastLeft)
		{
			LastLeft = Side.To;
			NewLeft = DirectionTo(Side, true, ToLeft);
			if (Cross(Right.Direction, NewLeft) < 0.0f)
			{
				return RoundCorner(Graph, From, Radius, Right, false);
			}
			bLeftMoves = Cross(NewLeft, Left.Direction) > 0.0f;
		}
		const bool bCrossed = bRightMoves && bLeftMoves && Cross(NewRight, NewLeft) < 0.0f;
		if (bRightMoves)
		{
			Right = {NewRight, Index};
		}
		if (bLeftMoves)
		{
			Left = {NewLeft, Index};
		}
		if (bCrossed)
		{
			const bool bLeft = Dot(ToLeft, ToLeft) <= Dot(ToRight, ToRight);
			return RoundCorner(Graph, From, Radius, bLeft ? Left : Right, bLeft);
		}
	}
	const Vec2 Ahead = End.Target - From;
	if (bLimited && Cross(Ahead, Left.Direction) < 0.0f)
	{
		return RoundCorner(Graph, From, Radius, Left, true);
	}
	if (bLimited && Cross(Right.Direction, Ahead) < 0.0f)
	{
		return RoundCorner(Graph, From, Radius, Right, false);
	}
	return End;
}
}
