// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdDebug.h"
#include "Math/Vector.h"

#include <utility>

namespace CrowdAvoidance
{
/// A convex part of velocity space inside the window of what is drawn, cut down by one line after the other.
class VelocityRegion
{
public:
	/// All of the window.
	explicit VelocityRegion(float Window)
		: Corners{{-Window, -Window}, {Window, -Window}, {Window, Window}, {-Window, Window}}
	{
	}

	/// What of a convex polygon is inside the window.
	VelocityRegion(std::vector<Vec2> Polygon, float Window) : Corners(std::move(Polygon))
	{
		Keep(1.0f, 0.0f, -Window);
		Keep(-1.0f, 0.0f, -Window);
		Keep(0.0f, 1.0f, -Window);
		Keep(0.0f, -1.0f, -Window);
	}

	/// Velocities V with X * V.X + Y * V.Y > C.
	void Keep(float X, float Y, float C)
	{
		std::vector<Vec2> Kept;
		for (size_t Index = 0; Index < Corners.size(); ++Index)
		{
			const Vec2 From = Corners[Index];
			const Vec2 To = Corners[(Index + 1) % Corners.size()];
			const float FromDepth = X * From.X + Y * From.Y - C;
			const float ToDepth = X * To.X + Y * To.Y - C;
			if (FromDepth > 0.0f)
			{
				Kept.push_back(From);
			}
			if ((FromDepth > 0.0f) != (ToDepth > 0.0f))
			{
				Kept.push_back(From + FromDepth / (FromDepth - ToDepth) * (To - From));
			}
		}
		Corners = std::move(Kept);
	}

	/// Null: nothing is left of it.
	DebugItem* AddTo(DebugGeometry& Out, EDebugKind Kind) const
	{
		return Corners.size() > 2 ? &Out.AddPolygon(Kind, Corners) : nullptr;
	}

private:
	std::vector<Vec2> Corners;
};
}
