// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/Scene.h"

namespace CrowdAvoidance::Scenarios
{
/// Tells whether agents have gone through the walls of a scene, whatever the world or a mesh makes of them.
class WallCheck
{
public:
	/// Polygons of either winding; two vertices: a wall.
	explicit WallCheck(const std::vector<std::vector<Vec2>>& Obstacles);

	/// Whether the straight line between two points crosses an edge. Touching one does not count.
	bool Crosses(Vec2 From, Vec2 To) const;
	/// How far a disc reaches over an edge; 0: not at all. [m]
	double Depth(Vec2 Center, double Radius) const;

private:
	struct Segment
	{
		Vec2 From, To;
	};

	/// Calls Visit(segment) for every segment that may lie within the rectangle.
	template <typename Visitor>
	void ForEachIn(double MinX, double MinY, double MaxX, double MaxY, Visitor&& Visit) const;
	int Column(double X) const;
	int Row(double Y) const;

	std::vector<Segment> Segments;
	double OriginX = 0.0, OriginY = 0.0;
	double CellSize = 1.0;
	int Columns = 0, Rows = 0;
	std::vector<uint32_t> CellStart; ///< Into CellSegments.
	std::vector<uint32_t> CellSegments;
};
}
