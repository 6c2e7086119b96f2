// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/WallCheck.h"

#include <algorithm>

namespace CrowdAvoidance::Scenarios
{
namespace
{
/// Twice the signed area of a triangle; exact enough for single precision coordinates in double precision.
double Side(Vec2 A, Vec2 B, Vec2 C)
{
	return (static_cast<double>(B.X) - A.X) * (static_cast<double>(C.Y) - A.Y) -
		(static_cast<double>(B.Y) - A.Y) * (static_cast<double>(C.X) - A.X);
}
}

WallCheck::WallCheck(const std::vector<std::vector<Vec2>>& Obstacles) : Edges(World::Create({}).Value())
{
	for (const std::vector<Vec2>& Outline : Obstacles)
	{
		const size_t Count = Outline.size() == 2 ? 1 : Outline.size();
		for (size_t Index = 0; Index < Count; ++Index)
		{
			// Edge by edge, since a mesh may accept an outline that a world does not. Those below a millimetre do not matter.
			const Vec2 Ends[] = {Outline[Index], Outline[(Index + 1) % Outline.size()]};
			(void)Edges.AddObstacle({.Vertices = Ends, .bOneSided = true});
		}
	}
}

bool WallCheck::Crosses(Vec2 From, Vec2 To)
{
	// Those that come near the line, of which the exact test picks. Nothing stands beyond the coordinates that a query takes.
	constexpr float Near = 0.001f;
	return Edges.WallsAlongSegment(From, To, Near, Hits) &&
		std::any_of(Hits.begin(), Hits.end(),
			[&](const WallHit& Wall)
			{
				return Side(Wall.From, Wall.To, From) * Side(Wall.From, Wall.To, To) < 0.0 &&
					Side(From, To, Wall.From) * Side(From, To, Wall.To) < 0.0;
			});
}

double WallCheck::Depth(Vec2 Center, float Radius)
{
	return Edges.WallsInDisc(Center, Radius, Hits) && !Hits.empty()
		? static_cast<double>(Radius) - static_cast<double>(Hits[0].Distance)
		: 0.0;
}
}
