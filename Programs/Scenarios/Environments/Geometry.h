// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdWorld.h"

namespace CrowdAvoidance::Scenarios
{
/// A point or a vector, in double precision until it goes into the scene. [m]
struct Point
{
	double X = 0.0;
	double Y = 0.0;

	Point operator+(const Point& Other) const { return {X + Other.X, Y + Other.Y}; }
	Point operator-(const Point& Other) const { return {X - Other.X, Y - Other.Y}; }
	Point operator*(double Factor) const { return {X * Factor, Y * Factor}; }
	/// Turned left by a right angle.
	Point Left() const { return {-Y, X}; }
	double Length() const;
	double SquaredLength() const { return X * X + Y * Y; }
	Vec2 Rounded() const { return {static_cast<float>(X), static_cast<float>(Y)}; }
};

/// Cosine and sine of an angle in turns. Our own, because those of C libraries differ in the last bit.
Point UnitVector(double Turns);
}
