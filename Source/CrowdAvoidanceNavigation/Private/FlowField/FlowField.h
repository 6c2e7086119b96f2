// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdSnapshot.h"
#include "CrowdNavigation/CrowdNavGraph.h"

#include <cmath>
#include <memory>

namespace CrowdAvoidance
{
/// The shortest paths from everywhere on a mesh to the nearest of some points, for all agents of about one radius: for each
/// polygon the edge (or link) by which to leave it. It is made a piece at a time; until the new one is whole the old one serves.
///
/// There are two ways to follow it. ExitOf, polygon by polygon, needs no memory. ExitOf once and ExitAfter from then on (Follow does
/// it) is shorter: a polygon has one exit from its centre, but those who come through it by different edges may do better by
/// others. Neither ever goes in circles; a mixture might.
class FlowField
{
public:
	struct Goal
	{
		Vec2 Point;
		int32_t Polygon = NavGraph::None; ///< None, or a point that is no number: the goal cannot be reached.
	};

	/// How to go on from a polygon.
	struct Exit
	{
		int32_t Edge = NavGraph::None; ///< Leave by this edge ...
		/// ... or by this link. Neither: the goal is in this polygon, or cannot be reached from it.
		int32_t Link = NavGraph::None;
	};

	/// Where somebody is who follows the field.
	struct Trail
	{
		int32_t Polygon = NavGraph::None;
		int32_t GoalIndex = NavGraph::None; ///< Where the path leads to; None where there is none.
		Exit Next;                          ///< By which to leave Polygon.

		template <typename Self, typename Stream>
		static void Exchange(Self& Item, Stream& Bytes)
		{
			Bytes(Item.Polygon, Item.GoalIndex, Item.Next.Edge, Item.Next.Link);
		}
	};

	FlowField();
	~FlowField();
	FlowField(FlowField&&) noexcept;
	FlowField& operator=(FlowField&&) noexcept;

	/// Starts to make the field anew. Crowding: by polygon, how many times longer paths through it are taken to be [>= 1]; empty: 1. Edges
	/// that a disc of Radius cannot pass are walls. The graph must stay as it is until Advance has returned true.
	void Begin(const NavGraph& Graph, std::span<const Goal> Goals, float Radius, std::span<const float> Crowding);
	/// Visits about Budget edges. True: done, what follows is about the new field. How the work is cut up changes nothing.
	bool Advance(const NavGraph& Graph, int Budget);
	bool IsReady() const { return bReady; }             ///< There is a field, if perhaps an old one.
	bool IsMaking() const { return Making != nullptr; } ///< A new one is being made.

	/// Best from the centre of the polygon. Taken one after the other, exits lead to the polygon of a goal.
	Exit ExitOf(int32_t Polygon) const;
	/// How to go on in the polygon that an exit has led into. The path from ExitOf(Polygon) on ends at GoalOf(Polygon).
	Exit ExitAfter(Exit Taken) const;
	/// Graph: the one that the field was made for. Brings a trail up to date for somebody who is in Polygon now. Who has come there along the trail goes on along it, any other
	/// starts at ExitOf. A trail must be made anew ({}) when the field is.
	void Follow(const NavGraph& Graph, int32_t Polygon, Trail& Where) const;
	/// From its centre by ExitOf and ExitAfter, without crowding; infinity where the goal cannot be reached. For a point, not a disc: corners are cut close. [m]
	float Distance(int32_t Polygon) const;
	/// Number of the goal that the path from this polygon by ExitOf and ExitAfter leads to; None where there is no path.
	int32_t GoalOf(int32_t Polygon) const;

	size_t Bytes() const;

	/// The field as it is, and how far the new one has come.
	void Save(SnapshotWriter& To) const;
	/// Goals, Radius: with which the new one was begun.
	void Load(SnapshotReader& From, const NavGraph& Graph, std::span<const Goal> Goals, float Radius);

private:
	struct Maker;

	/// What is kept of a polygon.
	struct Route
	{
		int32_t First = -1; ///< Gate: an edge, or a link from the number of edges on; -1: none.
		float Length = INFINITY;
		int32_t GoalIndex = NavGraph::None;

		template <typename Self, typename Stream>
		static void Exchange(Self& Item, Stream& Bytes)
		{
			Bytes(Item.First, Item.GoalIndex);
			Bytes.MayBeInfinite(Item.Length);
		}
	};

	/// That what was read leads from gate to gate of the graph, and to goals.
	bool IsSound(const NavGraph& Graph, size_t GoalCount) const;
	Exit ExitBy(int32_t Gate) const;

	std::vector<Route> Routes;
	std::vector<int32_t> Next; ///< By gate: the one after it; -1: none, or not known.
	int32_t EdgeCount = 0;
	std::unique_ptr<Maker> Making;
	bool bReady = false;
};
}
