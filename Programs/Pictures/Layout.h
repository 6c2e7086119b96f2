// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Display/Snapshot.h"

#include <vector>

/// Where things go in a picture.
namespace CrowdAvoidance::Pictures
{
/// In pixels, from the top left corner, y down.
struct Point
{
	double X = 0.0;
	double Y = 0.0;
};

struct Box
{
	double Left = 0.0, Top = 0.0, Right = 0.0, Bottom = 0.0; ///< [pixels]

	double Width() const { return Right - Left; }
	double Height() const { return Bottom - Top; }
	Point Center() const { return {0.5 * (Left + Right), 0.5 * (Top + Bottom)}; }
	Box Grown(double By) const { return {Left - By, Top - By, Right + By, Bottom + By}; }
};

/// Puts a part of the ground, or of velocity space, into a box: whole, in the middle, as large as fits, y up.
class View
{
public:
	View(const Display::Bounds& Shown, const Box& InPixels);

	Point ToPixel(Vec2 Place) const;
	double PixelsPerMeter() const { return Scale; }
	const Box& Pixels() const { return Area; }
	/// Whether a disc is at least partly in the box. Radius: [pixels]
	bool CanSee(Point Center, double Radius) const;
	/// What the box shows, in metres: x and y at its left and bottom, right and top edges.
	Box Meters() const;

private:
	Box Area;
	double Scale = 1.0;
	double CenterX = 0.0, CenterY = 0.0; ///< [m]
};

/// The parts of a picture. Those of a small picture are left out: then only the map remains.
struct Layout
{
	double Em = 0.0;         ///< Height of the text. [pixels]
	bool bFurniture = false; ///< There are a header and a footer.
	Box Header, Map, Footer;
	std::vector<Box> Insets; ///< Velocity space of each watched agent; its title stands above.
	Box Key;                 ///< What overlay colours mean, below the insets.
};

/// At most so many agents are watched in a picture: each needs an inset that can be read.
constexpr size_t MaxWatched = 4;

Layout LayOut(int Width, int Height, size_t Watched);
}
