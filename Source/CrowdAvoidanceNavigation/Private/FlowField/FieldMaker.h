// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "FlowField/FieldStrings.h"

namespace CrowdAvoidance
{
/// A field in the making: Dijkstra's algorithm outwards from the goals, from gate to gate. What the path through a gate costs is
/// measured from its middle, by a string pulled tight through the gates that are settled already. That may be less than what the
/// path of the next gate costs, so gates are settled by the greater of both: a gate's path is the best of those whose gates come
/// before it in this order, and nothing else, whatever it was that was looked at first.
///
/// That makes a repair possible. The gates whose paths lead through something that has changed fall; they are offered paths by
/// those around them that stand, and are settled in order again. Where one of them has a better offer for a gate that stands, that one
/// falls too, with all whose paths lead through it. What stands in the end is what would have been settled anew.
struct FieldMaker : FieldStrings
{
	using Route = FlowField::Route;
	using Goal = FlowField::Goal;

	FlowField::Kept New;
	std::vector<std::pair<int32_t, int32_t>> GoalsIn; ///< By polygon, goal.
	size_t Chosen = 0;                                ///< So many of the polygons have chosen where to start ...
	size_t Looked = 0;   ///< ... around so many those that were lost are looked at again ...
	size_t Followed = 0; ///< ... and so many it is known whether their exits come to an end.
	uint64_t Rounds = 0; ///< Calls of Work so far.

	/// Clears the scratch. New has its goals, its radius and its crowding.
	void Start(const NavGraph& InGraph, FieldScratch& InScratch);
	/// For a field that is made from nothing.
	void Begin();
	/// For one that has been made for the graph before the change.
	void BeginRepair(const NavGraph::Change& What);
	/// Does some work. False when there is none left.
	bool Work();

private:
	template <typename Visitor>
	void ForEachGateInto(int32_t Polygon, Visitor&& Visit);
	template <typename Visitor>
	void ForEachGateOutOf(int32_t Polygon, Visitor&& Visit);
	bool IsOpen(int32_t Number) const { return Known(Number).Stamp == Scratch->Now + 1; }
	bool IsSettled(int32_t Number) const { return At(Number).Place < INFINITY && !IsOpen(Number); }
	bool CanPass(int32_t Number) const;
	Route& RouteOf(int32_t Polygon) { return New.Routes[static_cast<size_t>(Polygon)]; }
	FieldScratch::EMark& MarkOf(int32_t Polygon) { return Scratch->Marks[static_cast<size_t>(Polygon)]; }

	bool Offer(int32_t Number, int32_t Ahead, int32_t GoalIndex);
	void OfferGoals(int32_t Number);
	void Settle(int32_t Number);
	void Fell(int32_t Number);
	void CollectOffers();
	void ChooseAgain(int32_t Polygon);
	void Choose(int32_t Polygon);
	void Follow(int32_t Polygon);
	template <typename Visitor>
	void VisitAround(int32_t Polygon, Visitor&& Visit);
	void LookAgain(int32_t Polygon);
	void CollectLost();
	void Root();
};
}
