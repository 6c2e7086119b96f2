// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
/// A point or vector in double precision: a roadmap decides what is in line with what, which floats cannot. [m]
struct RoadPoint
{
	double X = 0.0;
	double Y = 0.0;

	RoadPoint() = default;
	RoadPoint(double InX, double InY) : X(InX), Y(InY) {}
	explicit RoadPoint(Vec2 Point) : X(Point.X), Y(Point.Y) {}

	friend bool operator==(const RoadPoint&, const RoadPoint&) = default;
};

inline RoadPoint operator+(RoadPoint A, RoadPoint B)
{
	return {A.X + B.X, A.Y + B.Y};
}

inline RoadPoint operator-(RoadPoint A, RoadPoint B)
{
	return {A.X - B.X, A.Y - B.Y};
}

inline RoadPoint operator-(RoadPoint A)
{
	return {-A.X, -A.Y};
}

inline RoadPoint operator*(double Scale, RoadPoint A)
{
	return {Scale * A.X, Scale * A.Y};
}

inline double Dot(RoadPoint A, RoadPoint B)
{
	return A.X * B.X + A.Y * B.Y;
}

/// Positive where B points to the left of A.
inline double Cross(RoadPoint A, RoadPoint B)
{
	return A.X * B.Y - A.Y * B.X;
}

inline double Length(RoadPoint A)
{
	return std::sqrt(Dot(A, A));
}

inline bool IsFinite(RoadPoint A)
{
	return std::isfinite(A.X) && std::isfinite(A.Y);
}

/// One edge of a solid.
struct RoadSegment
{
	RoadPoint From, To;
	bool bWall = false; ///< Can be seen from both sides; otherwise the solid is to the left.
};

inline double SquaredDistance(RoadPoint Point, RoadPoint From, RoadPoint To)
{
	const RoadPoint Along = To - From;
	const double Square = Dot(Along, Along);
	const double Where = Square > 0.0 ? std::clamp(Dot(Point - From, Along) / Square, 0.0, 1.0) : 0.0;
	const RoadPoint Away = Point - (From + Where * Along);
	return Dot(Away, Away);
}
}
