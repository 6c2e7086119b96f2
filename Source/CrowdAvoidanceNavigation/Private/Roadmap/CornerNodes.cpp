// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Roadmap/CornerNodes.h"

#include <map>
#include <utility>

namespace CrowdAvoidance
{
namespace
{
/// Corners that turn less count as straight. [rad]
constexpr double LeastTurn = 1.0e-5;
/// Corners that turn more get two nodes. [rad]
constexpr double MostTurnOfOneNode = 1.75;
/// Nodes with edges of other corners this near count as crowded. [times the offset of nodes]
constexpr double CrowdedWithin = 3.0;

DoubleVec2 Rotated(DoubleVec2 Vector, double Angle)
{
	const double Cosine = std::cos(Angle);
	const double Sine = std::sin(Angle);
	return {Vector.X * Cosine - Vector.Y * Sine, Vector.X * Sine + Vector.Y * Cosine};
}

/// What nodes are handed out as.
DoubleVec2 RoundedToFloat(DoubleVec2 Point)
{
	return DoubleVec2(Vec2{static_cast<float>(Point.X), static_cast<float>(Point.Y)});
}

/// Puts nodes together, each place once.
class NodeCollector
{
public:
	NodeCollector(const RoadSolids& InSolids, const SegmentGrid& InGrid) : Solids(InSolids), Grid(InGrid) {}

	void AddCorner(DoubleVec2 Before, DoubleVec2 Corner, DoubleVec2 After, double Offset)
	{
		const DoubleVec2 In = (1.0 / Length(Corner - Before)) * (Corner - Before);
		const DoubleVec2 Out = (1.0 / Length(After - Corner)) * (After - Corner);
		// At the end of a wall the path turns back: half a turn to the left, whatever the sign of a zero.
		const bool bWallEnd = Before == After;
		const double Turn = bWallEnd ? std::acos(-1.0) : std::atan2(Cross(In, Out), Dot(In, Out));
		if (Turn < LeastTurn)
		{
			return;
		}
		const int Count = Turn > MostTurnOfOneNode ? 2 : 1;
		const double Half = Turn / (2.0 * Count);
		const DoubleVec2 Outwards{In.Y, -In.X};
		for (int Index = 0; Index < Count; ++Index)
		{
			const DoubleVec2 Bisector = Rotated(Outwards, (2.0 * Index + 1.0) * Half);
			Add({RoundedToFloat(Corner + (Offset / std::cos(Half)) * Bisector), Corner, Before, After},
				CrowdedWithin * Offset);
		}
	}

	std::vector<RoadNode> Nodes;

private:
	void Add(RoadNode Node, double Near)
	{
		if (!Grid.HasRoom(Node.Position) || Solids.Contains(Node.Position))
		{
			return;
		}
		if (IsCrowded(Node, Near))
		{
			Node.Before = Node.After = Node.Corner;
		}
		const auto [Known, bNew] = Places.try_emplace(std::pair(Node.Position.X, Node.Position.Y), Nodes.size());
		if (bNew)
		{
			Nodes.push_back(Node);
			return;
		}
		RoadNode& Other = Nodes[Known->second];
		const bool bSameCorner = Other.Corner == Node.Corner &&
			((Other.Before == Node.Before && Other.After == Node.After) ||
				(Other.Before == Node.After && Other.After == Node.Before));
		if (!bSameCorner)
		{
			// The place serves two corners, so nothing can be said about how paths turn there.
			Other.Before = Other.After = Other.Corner;
		}
	}

	/// Whether other edges than those of its corner are near. Paths through gaps that just let an agent pass may turn at the
	/// nodes of either side, for want of others, so nothing is said about how they turn there.
	bool IsCrowded(const RoadNode& Node, double Near) const
	{
		bool bCrowded = false;
		Grid.ForEachNear(Node.Position, Near,
			[&](const RoadSegment& Segment)
			{
				const auto IsEdgeTo = [&](DoubleVec2 Vertex)
				{
					return (Segment.From == Node.Corner && Segment.To == Vertex) ||
						(Segment.To == Node.Corner && Segment.From == Vertex);
				};
				bCrowded = !IsEdgeTo(Node.Before) && !IsEdgeTo(Node.After);
				return !bCrowded;
			});
		return bCrowded;
	}

	const RoadSolids& Solids;
	const SegmentGrid& Grid;
	std::map<std::pair<double, double>, size_t> Places;
};

/// Whether the ray from the origin along the x axis, Clearance wide to either side, runs into a segment that does not come
/// within Clearance of the origin. (X, Y) of its ends: along and across the ray.
bool RunsInto(DoubleVec2 A, DoubleVec2 B, double Clearance)
{
	if (std::min(A.Y, B.Y) >= Clearance || std::max(A.Y, B.Y) <= -Clearance)
	{
		return false;
	}
	// All that lies within the strip is on one side of the origin: any point of it will do.
	if (std::fabs(A.Y) < Clearance)
	{
		return A.X > 0.0;
	}
	if (std::fabs(B.Y) < Clearance)
	{
		return B.X > 0.0;
	}
	return A.X + (B.X - A.X) * (A.Y / (A.Y - B.Y)) > 0.0;
}
}

std::vector<RoadSegment> RoadSolids::Segments() const
{
	std::vector<RoadSegment> Found;
	for (const std::vector<DoubleVec2>& Shape : Shapes)
	{
		if (Shape.size() == 2)
		{
			Found.push_back({Shape[0], Shape[1], true});
			continue;
		}
		for (size_t Index = 0; Index < Shape.size(); ++Index)
		{
			Found.push_back({Shape[Index], Shape[(Index + 1) % Shape.size()], false});
		}
	}
	return Found;
}

void RoadSolids::Finish()
{
	Boxes.clear();
	for (const std::vector<DoubleVec2>& Shape : Shapes)
	{
		Box Around{Shape[0], Shape[0]};
		for (const DoubleVec2 Vertex : Shape)
		{
			Around.Min = {std::min(Around.Min.X, Vertex.X), std::min(Around.Min.Y, Vertex.Y)};
			Around.Max = {std::max(Around.Max.X, Vertex.X), std::max(Around.Max.Y, Vertex.Y)};
		}
		Boxes.push_back(Around);
	}
}

bool RoadSolids::Contains(DoubleVec2 Point) const
{
	for (size_t Index = 0; Index < Shapes.size(); ++Index)
	{
		const std::vector<DoubleVec2>& Shape = Shapes[Index];
		const Box& Around = Boxes[Index];
		if (Shape.size() < 3 || Point.X < Around.Min.X || Point.X > Around.Max.X || Point.Y < Around.Min.Y ||
			Point.Y > Around.Max.Y)
		{
			continue;
		}
		bool bInside = false;
		for (size_t Vertex = 0; Vertex < Shape.size(); ++Vertex)
		{
			const DoubleVec2 A = Shape[Vertex];
			const DoubleVec2 B = Shape[(Vertex + 1) % Shape.size()];
			if ((A.Y > Point.Y) != (B.Y > Point.Y) && Point.X < A.X + (B.X - A.X) * ((Point.Y - A.Y) / (B.Y - A.Y)))
			{
				bInside = !bInside;
			}
		}
		if (bInside)
		{
			return true;
		}
	}
	return false;
}

std::vector<RoadNode> MakeCornerNodes(const RoadSolids& Solids, const SegmentGrid& Grid, double Offset)
{
	NodeCollector Collector(Solids, Grid);
	for (const std::vector<DoubleVec2>& Shape : Solids.Shapes)
	{
		const size_t Count = Shape.size();
		for (size_t Index = 0; Index < Count; ++Index)
		{
			Collector.AddCorner(Shape[(Index + Count - 1) % Count], Shape[Index], Shape[(Index + 1) % Count], Offset);
		}
	}
	return std::move(Collector.Nodes);
}

bool CanTurnAt(const RoadNode& Node, DoubleVec2 Direction, double Clearance)
{
	if (!Node.HasCorner())
	{
		return true;
	}
	const auto AlongAndAcross = [&](DoubleVec2 Point)
	{
		const DoubleVec2 Relative = Point - Node.Position;
		return DoubleVec2{Dot(Direction, Relative), Cross(Direction, Relative)};
	};
	const DoubleVec2 Corner = AlongAndAcross(Node.Corner);
	return !RunsInto(Corner, AlongAndAcross(Node.Before), Clearance) &&
		!RunsInto(Corner, AlongAndAcross(Node.After), Clearance);
}
}
