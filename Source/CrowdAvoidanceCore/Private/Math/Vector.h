// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"

namespace CrowdAvoidance
{
inline Vec2 operator+(Vec2 A, Vec2 B)
{
	return {A.X + B.X, A.Y + B.Y};
}

inline Vec2 operator-(Vec2 A, Vec2 B)
{
	return {A.X - B.X, A.Y - B.Y};
}

inline Vec2 operator-(Vec2 A)
{
	return {-A.X, -A.Y};
}

inline Vec2 operator*(float Scale, Vec2 A)
{
	return {Scale * A.X, Scale * A.Y};
}

inline float Dot(Vec2 A, Vec2 B)
{
	return A.X * B.X + A.Y * B.Y;
}

inline float Cross(Vec2 A, Vec2 B)
{
	return A.X * B.Y - A.Y * B.X;
}

inline Vec2 LeftOf(Vec2 Direction)
{
	return {-Direction.Y, Direction.X};
}
}
