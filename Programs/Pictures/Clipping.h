// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Pictures/Layout.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

/// Cairo counts pixels in 24 bits: what lies millions of pixels away, as in a close-up of a city, has to be cut off before.
namespace CrowdAvoidance::Pictures
{
/// The part of a polygon that lies in a box; empty: none. Edges along the border of the box may come twice.
std::vector<Point> ClipPolygon(std::span<const Point> Polygon, const Box& To);
/// The part of a line that lies in a box.
std::optional<std::pair<Point, Point>> ClipLine(Point From, Point To, const Box& InsideOf);
}
