// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdSnapshot.h"
#include "CrowdNavigation/CrowdNavGraph.h"

#include <cmath>
#include <memory>

namespace CrowdAvoidance
{
struct FieldMaker;
struct FieldScratch;

/// The shortest paths from everywhere on a mesh to the nearest of some points, for all agents of about one radius: for each
/// polygon the edge (or link) by which to leave it. It is made a piece at a time; until the new one is whole the old one serves.
/// Where the mesh changes a little, what depends on that is made anew and the rest stays.
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

		friend bool operator==(const Goal&, const Goal&) = default;
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
	/// that a disc of Radius cannot pass are walls. The graph must stay as it is until Advance has returned true, and Scratch is for this
	/// field alone until then.
	void Begin(const NavGraph& Graph, std::span<const Goal> Goals, float Radius, std::span<const float> Crowding,
		FieldScratch& Scratch);
	/// Visits about Budget edges. True: done, what follows is about the new field. How the work is cut up changes nothing.
	bool Advance(const NavGraph& Graph, int Budget);
	/// The graph has changed. Makes the field the same, to the bit, as if it had been made anew with the crowding that it was made with, by
	/// doing again what depends on the change, and takes the edges that it visits from Budget. False: that would have been more, or
	/// the goals have moved, or there was nothing to begin with, and there is no field any more.
	bool Repair(const NavGraph& Graph, const NavGraph::Change& What, std::span<const Goal> Goals, int64_t& Budget,
		FieldScratch& Scratch);
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

	/// Whether another one is the same, to the bit, in all that is kept.
	bool IsSame(const FlowField& Other) const;
	size_t Bytes() const;

	/// What the field was made with, and how far the new one has come: the rest follows from that.
	void Save(SnapshotWriter& To) const;
	/// Goals, Radius: those of the field that was saved. Load must be called for all fields before Resume is for any.
	void Load(SnapshotReader& From, const NavGraph& Graph);
	void Resume(
		SnapshotReader& From, const NavGraph& Graph, std::span<const Goal> Goals, float Radius, FieldScratch& Scratch);

private:
	friend struct FieldMaker;
	friend struct FieldStrings;
	static constexpr int32_t NoGate = -1;

	/// What is kept of a polygon.
	struct Route
	{
		int32_t First = NoGate; ///< A gate: an edge, or a link from the number of edges on.
		float Length = INFINITY;
		int32_t GoalIndex = NavGraph::None;

		friend bool operator==(const Route&, const Route&) = default;
	};

	/// What is kept of a gate.
	struct Gate
	{
		int32_t Next =
			NoGate;         ///< The one after it. None, if it is known: the goal is in the polygon that it leads into.
		int32_t Corner = 0; ///< Where a string from its middle turns first (FieldStrings).
		float Place = INFINITY; ///< In the order in which gates are settled; infinity: the goal cannot be reached.

		friend bool operator==(const Gate&, const Gate&) = default;
	};

	/// A polygon whose best exit leads in a circle, or to one that does, so that it may have another.
	struct Lost
	{
		int32_t Polygon;
		Route Best;

		friend bool operator==(const Lost&, const Lost&) = default;
	};

	/// All that is kept of a field.
	struct Kept
	{
		std::vector<Goal> Goals;
		std::vector<float> Crowding; ///< By polygon; empty: 1.
		std::vector<Route> Routes;   ///< By polygon.
		std::vector<Gate> Gates;
		std::vector<Lost> LostOnes; ///< By polygon, ascending.
		int32_t EdgeCount = 0;
		float Radius = 0.0f;
	};

	Exit ExitBy(int32_t Number) const;

	Kept Now;
	std::unique_ptr<FieldMaker> Making;
	bool bReady = false;
};
}
