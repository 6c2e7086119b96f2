// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "NavMesh/NavMeshCells.h"

namespace CrowdAvoidance
{
/// A vertex of a contour. [half cells from the tile's corner]
struct NavCorner
{
	int X = 0, Y = 0;

	friend bool operator==(const NavCorner&, const NavCorner&) = default;
	// clang-tidy 14 takes what is made of it for a null pointer.
	friend auto operator<=>(const NavCorner&, const NavCorner&) = default; // NOLINT(modernize-use-nullptr)
};

/// The border of a piece of ground without holes, counter-clockwise.
struct NavContour
{
	std::vector<NavCorner> Corners;
	uint16_t Area = NavCells::Ground;
};

/// Cuts the walkable cells of a tile into regions without holes (monotone along y) and draws their borders with few
/// vertices: straight where the cells are the stairs of a slanting wall, exact where they are not.
/// Recast's own contours lie up to 1.3 cells off and choose their vertices among the corners of cells; these go through the
/// middles of cells' sides, which are never more than half a cell off. Neighbouring regions share their vertices.
class NavContourTracer
{
public:
	/// bExact: every corner of every cell stays. A contour has at most MostCorners wherever that can be had.
	void Trace(const NavCells& Cells, bool bExact, std::vector<NavContour>& Out);

	/// Polygon meshes are made of contours in cubic time.
	static constexpr size_t MostCorners = 32;

private:
	struct Run
	{
		int Begin, End; ///< Columns.
		uint16_t Area;
		int Region;
		int Overlaps; ///< Runs of the same area in the other row that touch it.
		int Partner;  ///< The last of them.
	};
	struct Region
	{
		int Column, Row; ///< Its first cell, lower left.
		uint16_t Area;
	};
	struct ContourSide
	{
		NavCorner Low, High; ///< By y.
		size_t Region;
	};
	struct Point
	{
		NavCorner Where;
		bool bFixed;
	};

	/// Regions end at every BlockSize-th row and column.
	void FindRegions(int BlockSize);
	void FindRuns(int Row, int BlockSize);
	void JoinRuns(bool bMayJoin);
	int LabelAt(int Column, int Row) const;
	/// Of the cell on the right of the side that begins there and goes that way.
	int LabelRightOf(NavCorner At, NavCorner Ahead) const;
	/// Whether regions on both sides of the path must agree on this vertex of it. Where regions touch a solid alone, each has its own
	/// way round it: two that meet at a corner across a wall must not get an edge in common.
	bool IsNode(NavCorner Before, NavCorner At, NavCorner After) const;
	/// Once round the region along the sides of its cells, region on the left. [cells]
	void Walk(const Region& Owner);
	void TraceRegion(const Region& Owner, bool bExactWalls, NavContour& Out);
	/// Traces those again, with exact walls, that were straightened into each other across a thin solid.
	void SeparateContours(std::vector<NavContour>& Contours);
	/// Makes a contour of the path, pieces along solids exact where that is wanted.
	void JoinChains(bool bExactWalls, std::vector<NavCorner>& Out);
	/// Adds the vertices of Path[First .. Last] without the last one.
	void Simplify(size_t First, size_t Last, bool bExact, std::vector<NavCorner>& Out);
	void CollectPoints(bool bExact);
	void KeepFarthest(size_t First, size_t Last);
	/// Whether the points between may be the stairs of one straight line.
	bool IsStraight(size_t First, size_t Last);

	const NavCells* Cells = nullptr;
	bool bKeepAll = false;
	int TracedLabel = 0;     ///< Of the region that Walk went round.
	std::vector<int> Labels; ///< Region of each cell.
	std::vector<Region> Regions;
	std::vector<Run> Previous, Current;
	std::vector<NavCorner> Path;  ///< Of Walk, closed. [cells]
	std::vector<NavCorner> Chain; ///< A piece of the path between two nodes, turns only. [cells]
	std::vector<Point> Points;    ///< What may become vertices. [half cells]
	std::vector<NavCorner> Sorted, Hull;
	std::vector<ContourSide> Sides;
};
}
