// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdAgent.h"
#include "Models/ClearPath/ClearPathShared.h"

#include <span>

namespace CrowdAvoidance
{
class ObstacleStore;
class ShapeStore;

/// One side of a line: velocities V with X * V.X + Y * V.Y > C.
struct SidePlane
{
	float X, Y, C;
};

/// Holds everywhere, and nowhere.
constexpr SidePlane AlwaysInside = {0.0f, 0.0f, -CROWD_FAR};
constexpr SidePlane NeverInside = {0.0f, 0.0f, CROWD_FAR};

/// What is forbidden: where all three hold. Convex.
struct ForbiddenRegion
{
	SidePlane Planes[3];
};

/// The cone of directions in which a convex body lies, and how far away it is.
struct BodyCone
{
	SidePlane Left, Right; ///< Through the apex.
	Vec2 Towards;          ///< The body lies beyond the line across this direction ...
	float Gap;             ///< ... that far away; not positive: the agent is in it.
};

/// Hull: a convex body relative to the agent, counter-clockwise (or two ends of a segment), to be grown by a disc. Across:
/// the way into it for an agent right on its border.
BodyCone ConeOf(std::span<const Vec2> Hull, float Grown, Vec2 Across);

/// What is left of the plane for A's position relative to B's where they would overlap: corners of B minus corners of A.
/// Either may be a single point.
class BodyDifference
{
public:
	BodyDifference(std::span<const Vec2> B, std::span<const Vec2> A, Vec2 Offset);
	std::span<const Vec2> Hull() const { return {Points, Count}; }

private:
	Vec2 Points[CrowdMaxShapeVertices * CrowdMaxShapeVertices];
	size_t Count;
};

/// The regions of walls near agents Begin .. End - 1, nearest first, into Own.WallPlanes; sets Own.WallSlots. The
/// third plane's C is the gap: what is forbidden begins at gap / horizon. Returns false when an agent had more walls in
/// reach than CrowdMaxWalls.
bool AddWallRegions(const StepView& View, const ObstacleStore& Obstacles, const ShapeStore& Shapes,
	ClearPathScratch& Own, int BlockBegin, int Begin, int End);
/// Whether a velocity of an agent leads into one of its walls within the horizon.
bool LeadsIntoWall(const ClearPathScratch& Own, int InBlock, float InvObstacleHorizon, Vec2 Velocity);
}
