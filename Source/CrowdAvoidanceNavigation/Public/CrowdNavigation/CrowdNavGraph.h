// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdStatus.h"
#include "CrowdNavigation/CrowdNavigationApi.h"

#include <span>
#include <vector>

namespace CrowdAvoidance
{
/// A navigation mesh as agents use it in every step: convex polygons side by side, in compact arrays that know nothing of the
/// library that made them. Every edge has one polygon on its other side, or none and is a wall: where several polygons
/// of a neighbouring tile share an edge, it is split, so polygons may have vertices in the middle of a straight side.
class CROWDAVOIDANCENAVIGATION_API NavGraph
{
public:
	static constexpr int32_t None = -1;

	struct Edge
	{
		Vec2 From;               ///< Counter-clockwise round the polygon.
		Vec2 To = {};            ///< Where the next edge of the polygon begins (Finish puts it here).
		int32_t Neighbor = None; ///< Polygon that one comes into by it. None: a wall.
		/// The same edge seen from the other side, also where only one of both can be crossed.
		int32_t Twin = None;
		int32_t Owner = None;    ///< Polygon that it leads out of (by Finish).
		bool bFromSolid = false; ///< A wall begins or ends at From.
		bool bToSolid = false;   ///< The same of To (by Finish).
	};

	struct Polygon
	{
		int32_t FirstEdge = 0;
		int32_t EdgeCount = 0;
		Vec2 Center;
		int32_t FirstLink = 0; ///< Into Links.
		int32_t LinkCount = 0;
		uint64_t Source = 0; ///< What its maker calls it.
		int32_t Tile = 0;    ///< Which tile it came from.
		int16_t Door = None; ///< It lies in this doorway, and is a wall while that is closed.
	};

	/// A connection that is no surface: a jump, a ladder, a teleport. Leads from a polygon to another.
	struct Link
	{
		Vec2 From, To;
		int32_t Target = None; ///< Polygon. None: it leads nowhere at present.
		int32_t Owner = None;  ///< Polygon that it leads out of (by Finish).
	};

	std::vector<Polygon> Polygons;
	std::vector<Edge> Edges;
	std::vector<Link> Links; ///< Grouped by the polygon they leave.

	/// How a graph differs from the one before, where all numbers and places are as they were.
	struct Change
	{
		std::vector<int32_t> Edges,
			Links; ///< That lead elsewhere, or have become solid at an end or have ceased to be.
	};

	/// Makes what the queries below need from Polygons, Edges and Links, and what of edges follows from the others. Call it after
	/// filling or changing them.
	void Finish();
	/// The same after only targets of links have changed.
	void FinishLinks();

	/// The polygon that holds the point, border included (of several the one with the lowest number), or None.
	int32_t Find(Vec2 Point) const;
	/// The polygon nearest to the point within Reach, and the nearest point of it; or None.
	int32_t FindNearest(Vec2 Point, float Reach, Vec2& OutNearest) const;

	/// Goes in a straight line From (inside Polygon) towards To, across edges between polygons, and slides along walls as
	/// it goes. Returns the polygon in which it ends and puts the end, To itself where nothing is in the way, into OutEnd. Never ends
	/// outside the mesh. Stops after 256 edges. Where From or To is no number it stays where it is.
	int32_t Walk(int32_t Polygon, Vec2 From, Vec2 To, Vec2& OutEnd) const;

	/// Whether a disc can pass the edge: it is no wall, and long enough where walls begin at both of its ends. [m]
	static bool CanPass(const Edge& Side, float Radius)
	{
		if (Side.Neighbor == None)
		{
			return false;
		}
		if (!Side.bFromSolid || !Side.bToSolid)
		{
			return true;
		}
		const double X = static_cast<double>(Side.From.X) - static_cast<double>(Side.To.X);
		const double Y = static_cast<double>(Side.From.Y) - static_cast<double>(Side.To.Y);
		return X * X + Y * Y >= 4.0 * static_cast<double>(Radius) * static_cast<double>(Radius);
	}

	/// The links that lead into a polygon, by number.
	std::span<const int32_t> LinksInto(int32_t Target) const
	{
		return LinksByTarget.empty() ? std::span<const int32_t>() : FindLinksInto(Target);
	}

	/// All walls: edges with no polygon on the other side, From -> To with the walkable side on the left.
	struct Wall
	{
		Vec2 From, To;
		int32_t Tile = 0;
	};
	std::vector<Wall> Walls() const;

	/// A number by which another graph is told from this one. What its maker calls the polygons does not count.
	uint64_t Fingerprint() const;

private:
	std::span<const int32_t> FindLinksInto(int32_t Target) const;

	std::vector<int32_t> LinksByTarget; ///< Those that lead somewhere.
	/// Polygons by cell of a uniform grid.
	Vec2 GridOrigin;
	float GridCell = 1.0f;
	int32_t GridColumns = 0, GridRows = 0;
	std::vector<int32_t> GridStart, GridPolygons;
};
}
