// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavigation/CrowdNavGraph.h"

#include <memory>

namespace CrowdAvoidance
{
/// The shortest ways from everywhere on a mesh to the nearest of some points, for all agents of about one radius: for each
/// polygon the edge (or link) by which to leave it. It is made a piece at a time; until the new one is whole the old one serves.
///
/// A polygon's exit leads into a polygon whose own exit was settled before, so ways never loop. Which exit: the one with the
/// shortest string from the polygon's centre, pulled tight along all of the way to the goal.
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
		int32_t Link = NavGraph::None; ///< ... or by this link. Neither: the goal is in this polygon, or cannot be reached from it.
	};

	FlowField();
	~FlowField();
	FlowField(FlowField&&) noexcept;
	FlowField& operator=(FlowField&&) noexcept;

	/// Starts to make the field anew. Crowding: by polygon, how many times longer its ways are taken to be [>= 1]; empty: 1. Edges
	/// that a disc of Radius cannot pass are walls. The graph must stay as it is until Advance has returned true.
	void Begin(const NavGraph& Graph, std::span<const Goal> Goals, float Radius, std::span<const float> Crowding);
	/// Looks at about Budget edges. True: done, what follows is about the new field. How the work is cut up changes nothing.
	bool Advance(const NavGraph& Graph, int Budget);
	bool IsReady() const { return bReady; }             ///< There is a field, if perhaps an old one.
	bool IsMaking() const { return Making != nullptr; } ///< A new one is being made.

	Exit ExitOf(int32_t Polygon) const;
	/// From its centre, without crowding; infinity where the goal cannot be reached. For a point, not a disc: corners are cut close. [m]
	float Distance(int32_t Polygon) const;
	/// Number of the goal that the ways of this polygon lead to; None where there is no way.
	int32_t GoalOf(int32_t Polygon) const;

	size_t Bytes() const;

private:
	struct Maker;

	/// What is kept of a polygon.
	struct Way
	{
		int32_t Code = -1; ///< Edge; or -2 - link; or -1.
		float Length = 0.0f;
		int32_t GoalIndex = NavGraph::None;
	};

	std::vector<Way> Ways;
	std::unique_ptr<Maker> Making;
	bool bReady = false;
};
}
