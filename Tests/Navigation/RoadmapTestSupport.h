// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavigation/CrowdRoadmap.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance::Testing
{
/// Length of the shortest path from a point to a goal, over all nodes; infinity where there is none. [m]
inline float PathLength(const Roadmap& Map, int Goal, Vec2 From)
{
	double Least = INFINITY;
	const auto Consider = [&](Vec2 Place, double Rest)
	{
		if (Map.IsVisible(From, Place))
		{
			const double X = static_cast<double>(Place.X) - From.X;
			const double Y = static_cast<double>(Place.Y) - From.Y;
			Least = std::min(Least, std::sqrt(X * X + Y * Y) + Rest);
		}
	};
	for (const Vec2 Point : Map.GoalPoints(Goal))
	{
		Consider(Point, 0.0);
	}
	for (int Node = 0; Node < Map.NodeCount(); ++Node)
	{
		Consider(Map.Node(Node), Map.Distance(Goal, Node));
	}
	return static_cast<float>(Least);
}
}
