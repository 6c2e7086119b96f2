// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Display/Snapshot.h"

#include <algorithm>

namespace CrowdAvoidance::Viewer
{
/// A rectangle of the window. [pixels, y down]
struct ScreenRect
{
	float X = 0.0f, Y = 0.0f, Width = 1.0f, Height = 1.0f;

	bool Contains(Vec2 Pixel) const
	{
		return Pixel.X >= X && Pixel.X < X + Width && Pixel.Y >= Y && Pixel.Y < Y + Height;
	}
};

/// Which part of the world a rectangle of the window shows. The world's y points up on the screen.
struct Camera
{
	static constexpr float MinScale = 0.05f;
	static constexpr float MaxScale = 2000.0f;

	Vec2 Center;         ///< What is in the middle. [m]
	float Scale = 20.0f; ///< [pixels/m, MinScale .. MaxScale]

	Vec2 ToScreen(Vec2 Point, const ScreenRect& View) const
	{
		return {View.X + View.Width / 2 + (Point.X - Center.X) * Scale,
			View.Y + View.Height / 2 - (Point.Y - Center.Y) * Scale};
	}
	Vec2 ToWorld(Vec2 Pixel, const ScreenRect& View) const
	{
		return {Center.X + (Pixel.X - View.X - View.Width / 2) / Scale,
			Center.Y - (Pixel.Y - View.Y - View.Height / 2) / Scale};
	}
	/// What lies under the pixel stays there.
	void ZoomAt(Vec2 Pixel, const ScreenRect& View, float Factor)
	{
		const Vec2 Kept = ToWorld(Pixel, View);
		Scale = std::clamp(Scale * Factor, MinScale, MaxScale);
		const Vec2 Now = ToWorld(Pixel, View);
		Center = {Center.X + Kept.X - Now.X, Center.Y + Kept.Y - Now.Y};
	}
	void Pan(Vec2 Pixels)
	{
		const auto Clamp = [](float Value) { return std::clamp(Value, -CrowdMaxCoordinate, CrowdMaxCoordinate); };
		Center = {Clamp(Center.X - Pixels.X / Scale), Clamp(Center.Y + Pixels.Y / Scale)};
	}
	void Fit(const Display::Bounds& World, const ScreenRect& View)
	{
		constexpr float Margin = 1.06f;
		Center = {(World.Min.X + World.Max.X) / 2, (World.Min.Y + World.Max.Y) / 2};
		const float Width = std::max(World.Max.X - World.Min.X, 0.1f) * Margin;
		const float Height = std::max(World.Max.Y - World.Min.Y, 0.1f) * Margin;
		Scale = std::clamp(std::min(View.Width / Width, View.Height / Height), MinScale, MaxScale);
	}
};
}
