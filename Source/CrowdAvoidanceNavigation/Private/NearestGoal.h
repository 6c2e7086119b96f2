// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"

#include <cmath>
#include <span>

namespace CrowdAvoidance
{
struct NearestGoal
{
	Vec2 Point;
	float Distance = INFINITY; ///< [m]

	/// Of equally near ones the first. An agent that sees all of its goals has arrived when Distance is within its arrival radius.
	NearestGoal(std::span<const Vec2> Goals, Vec2 Position)
	{
		for (const Vec2 Goal : Goals)
		{
			const float Away = std::hypot(Goal.X - Position.X, Goal.Y - Position.Y);
			if (Away < Distance)
			{
				Distance = Away;
				Point = Goal;
			}
		}
	}
};
}
