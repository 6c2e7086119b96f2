// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdDebug.h"
#include "CrowdCore/CrowdStatus.h"

#include <algorithm>

namespace CrowdAvoidance
{
/// A convex part of velocity space inside the window of what is drawn, cut down by one line after the other.
class VelocityRegion
{
public:
	/// The most corners of what is cut down. Each cut adds one at the most, and there are fewer than Spare.
	static constexpr size_t MostCorners = 12;

	/// All of the window.
	explicit VelocityRegion(float Window)
	{
		const Vec2 Square[] = {{-Window, -Window}, {Window, -Window}, {Window, Window}, {-Window, Window}};
		Take(Square);
	}

	/// What of a convex polygon is inside the window.
	VelocityRegion(std::span<const Vec2> Polygon, float Window)
	{
		Take(Polygon);
		Keep(1.0f, 0.0f, -Window);
		Keep(-1.0f, 0.0f, -Window);
		Keep(0.0f, 1.0f, -Window);
		Keep(0.0f, -1.0f, -Window);
	}

	/// Velocities V with X * V.X + Y * V.Y > C.
	void Keep(float X, float Y, float C)
	{
		Vec2 Kept[MostCorners + Spare];
		size_t KeptCount = 0;
		for (size_t Index = 0; Index < Count; ++Index)
		{
			const Vec2 From = Corners[Index];
			const Vec2 To = Corners[Index + 1 < Count ? Index + 1 : 0];
			const float FromDepth = X * From.X + Y * From.Y - C;
			const float ToDepth = X * To.X + Y * To.Y - C;
			if (FromDepth > 0.0f)
			{
				Kept[KeptCount++] = From;
			}
			if ((FromDepth > 0.0f) != (ToDepth > 0.0f))
			{
				Kept[KeptCount++] = From + FromDepth / (FromDepth - ToDepth) * (To - From);
			}
		}
		Take({Kept, KeptCount});
	}

	/// Null: nothing is left of it.
	DebugItem* AddTo(DebugGeometry& Out, EDebugKind Kind) const
	{
		return Count > 2 ? &Out.AddPolygon(Kind, {Corners, Count}) : nullptr;
	}

private:
	static constexpr size_t Spare = 12;

	void Take(std::span<const Vec2> Polygon)
	{
		CROWD_ASSERT(Polygon.size() < MostCorners + Spare);
		Count = std::min(Polygon.size(), MostCorners + Spare - 1);
		std::copy_n(Polygon.begin(), Count, Corners);
	}

	Vec2 Corners[MostCorners + Spare];
	size_t Count = 0;
};
}
