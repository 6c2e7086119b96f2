// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"

#include <cmath>

namespace CrowdAvoidance
{
/// A point or vector in double precision, for what floats cannot decide: what is in line with what, what is where far from the origin.
struct DoubleVec2
{
	double X = 0.0;
	double Y = 0.0;

	DoubleVec2() = default;
	DoubleVec2(double InX, double InY) : X(InX), Y(InY) {}
	explicit DoubleVec2(Vec2 Point) : X(Point.X), Y(Point.Y) {}

	friend bool operator==(const DoubleVec2&, const DoubleVec2&) = default;
};

inline DoubleVec2 operator+(DoubleVec2 A, DoubleVec2 B)
{
	return {A.X + B.X, A.Y + B.Y};
}

inline DoubleVec2 operator-(DoubleVec2 A, DoubleVec2 B)
{
	return {A.X - B.X, A.Y - B.Y};
}

inline DoubleVec2 operator-(DoubleVec2 A)
{
	return {-A.X, -A.Y};
}

inline DoubleVec2 operator*(double Scale, DoubleVec2 A)
{
	return {Scale * A.X, Scale * A.Y};
}

inline double Dot(DoubleVec2 A, DoubleVec2 B)
{
	return A.X * B.X + A.Y * B.Y;
}

/// Positive where B points to the left of A.
inline double Cross(DoubleVec2 A, DoubleVec2 B)
{
	return A.X * B.Y - A.Y * B.X;
}

inline double Length(DoubleVec2 A)
{
	return std::sqrt(Dot(A, A));
}

inline bool IsFinite(DoubleVec2 A)
{
	return std::isfinite(A.X) && std::isfinite(A.Y);
}
}
