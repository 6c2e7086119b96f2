// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Pictures/Layout.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance::Pictures
{
namespace
{
/// Below this words would cover the crowd. [pixels]
constexpr double LeastForFurniture = 240.0;

/// @name In heights of the text
/// @{
constexpr double HeaderHeight = 2.4;
constexpr double FooterHeight = 2.6;
constexpr double TitleHeight = 2.0;
constexpr double KeyHeight = 11.5;
constexpr double LeastInset = 8.0;
constexpr double LeastPanel = 27.0;
constexpr double PanelMargin = 0.8;
/// @}

/// Insets at the right edge, more than two in two columns, with the key under them. Nothing where they would be too small to read.
void AddPanel(Layout& Out, size_t Watched)
{
	const size_t Columns = Watched > 2 ? 2 : 1;
	const size_t Rows = (Watched + Columns - 1) / Columns;
	const double Margin = PanelMargin * Out.Em;
	const double Title = TitleHeight * Out.Em;
	const double Tall = (Out.Map.Height() - KeyHeight * Out.Em) / static_cast<double>(Rows) - Title;
	const double Wide = 0.42 * Out.Map.Width() / static_cast<double>(Columns);
	const double Side = std::floor(std::min(Wide, Tall));
	if (Side < LeastInset * Out.Em)
	{
		return;
	}
	const double Insets = static_cast<double>(Columns) * (Side + Margin) - Margin;
	const double Panel = std::min(std::max(Insets, LeastPanel * Out.Em), 0.5 * Out.Map.Width());
	const double Right = Out.Map.Right - Margin;
	const double Left = std::floor(Right - 0.5 * (Panel + Insets));
	const double Top = Out.Map.Top + Title;
	for (size_t Inset = 0; Inset < Watched; ++Inset)
	{
		const double X = std::floor(Left + static_cast<double>(Inset % Columns) * (Side + Margin));
		const double Y = std::floor(Top + static_cast<double>(Inset / Columns) * (Side + Title));
		Out.Insets.push_back({X, Y, X + Side, Y + Side});
	}
	Out.Key = {Right - Panel, Out.Insets.back().Bottom + Margin, Right, Out.Map.Bottom};
	Out.Map.Right = std::floor(Right - Panel - Margin);
}
}

View::View(const Display::Bounds& Shown, const Box& InPixels) : Area(InPixels)
{
	// A view of nothing, a lone point, still has a scale.
	constexpr double Least = 1e-3;
	const double Width = std::max(static_cast<double>(Shown.Max.X) - static_cast<double>(Shown.Min.X), Least);
	const double Height = std::max(static_cast<double>(Shown.Max.Y) - static_cast<double>(Shown.Min.Y), Least);
	Scale = std::min(Area.Width() / Width, Area.Height() / Height);
	CenterX = 0.5 * (static_cast<double>(Shown.Min.X) + static_cast<double>(Shown.Max.X));
	CenterY = 0.5 * (static_cast<double>(Shown.Min.Y) + static_cast<double>(Shown.Max.Y));
}

Point View::ToPixel(Vec2 Place) const
{
	const Point Middle = Area.Center();
	return {Middle.X + (static_cast<double>(Place.X) - CenterX) * Scale,
		Middle.Y - (static_cast<double>(Place.Y) - CenterY) * Scale};
}

bool View::CanSee(Point Center, double Radius) const
{
	const Box Near = Area.Grown(Radius);
	return Center.X >= Near.Left && Center.X <= Near.Right && Center.Y >= Near.Top && Center.Y <= Near.Bottom;
}

Box View::Meters() const
{
	const double HalfWidth = 0.5 * Area.Width() / Scale;
	const double HalfHeight = 0.5 * Area.Height() / Scale;
	return {CenterX - HalfWidth, CenterY + HalfHeight, CenterX + HalfWidth, CenterY - HalfHeight};
}

Layout LayOut(int Width, int Height, size_t Watched)
{
	Layout Out;
	const double Least = std::min(Width, Height);
	Out.Em = std::max(std::min(std::sqrt(static_cast<double>(Width) * Height) / 70.0, Least / 20.0), 9.0);
	Out.bFurniture = Least >= LeastForFurniture;
	Out.Map = {0.0, 0.0, static_cast<double>(Width), static_cast<double>(Height)};
	if (!Out.bFurniture)
	{
		return Out;
	}
	Out.Header = Out.Footer = Out.Map;
	Out.Map.Top = Out.Header.Bottom = std::round(HeaderHeight * Out.Em);
	Out.Map.Bottom = Out.Footer.Top = std::round(Height - FooterHeight * Out.Em);
	if (Watched > 0)
	{
		AddPanel(Out, std::min(Watched, MaxWatched));
	}
	return Out;
}
}
