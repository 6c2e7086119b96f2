// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdVersion.h"

#include <cmath>
#include <cstdint>

namespace CrowdAvoidance
{
/// Coordinates and speeds beyond this are refused: single precision has no room for centimetres out there.
constexpr float CrowdMaxCoordinate = 1.0e6f;

/// A point or vector of the ground plane. Metres, or metres per second. x right, y forward, counter-clockwise positive.
struct Vec2
{
	float X = 0.0f;
	float Y = 0.0f;

	friend bool operator==(const Vec2&, const Vec2&) = default;
};

constexpr Vec2 operator+(Vec2 A, Vec2 B)
{
	return {A.X + B.X, A.Y + B.Y};
}

constexpr Vec2 operator-(Vec2 A, Vec2 B)
{
	return {A.X - B.X, A.Y - B.Y};
}

constexpr Vec2 operator-(Vec2 A)
{
	return {-A.X, -A.Y};
}

constexpr Vec2 operator*(float Scale, Vec2 A)
{
	return {Scale * A.X, Scale * A.Y};
}

constexpr float Dot(Vec2 A, Vec2 B)
{
	return A.X * B.X + A.Y * B.Y;
}

/// Positive where B lies to the left of A.
constexpr float Cross(Vec2 A, Vec2 B)
{
	return A.X * B.Y - A.Y * B.X;
}

/// A quarter turn counter-clockwise.
constexpr Vec2 LeftOf(Vec2 A)
{
	return {-A.Y, A.X};
}

inline float Length(Vec2 A)
{
	return std::sqrt(Dot(A, A));
}

constexpr float DistanceSq(Vec2 A, Vec2 B)
{
	return Dot(B - A, B - A);
}

inline float Distance(Vec2 A, Vec2 B)
{
	return std::sqrt(DistanceSq(A, B));
}

/// Names an agent. Stays safe to hold after the agent is removed: the generation no longer matches.
struct AgentHandle
{
	uint32_t Index = UINT32_MAX;
	uint32_t Generation = 0;

	friend bool operator==(const AgentHandle&, const AgentHandle&) = default;
};

/// Names an obstacle; as safe to hold as an AgentHandle.
struct ObstacleHandle
{
	uint32_t Index = UINT32_MAX;
	uint32_t Generation = 0;

	friend bool operator==(const ObstacleHandle&, const ObstacleHandle&) = default;
};

/// Names a profile of one world. Profiles live as long as their world; number 0 is the default profile and always exists.
struct ProfileHandle
{
	uint32_t Index = 0;

	friend bool operator==(const ProfileHandle&, const ProfileHandle&) = default;
};

/// Names a shape of one world. Shapes live as long as their world.
struct ShapeHandle
{
	uint32_t Index = UINT32_MAX; ///< The default names none: a disc.

	friend bool operator==(const ShapeHandle&, const ShapeHandle&) = default;
};

/// Instruction set of the kernels. All give the same bits (in the CMake build).
enum class EIsa : uint8_t
{
	Auto,   ///< The widest one that this build and this machine have.
	Scalar, ///< Plain C++: the readable reference, and the fall-back where there is no ISPC.
	Sse4,
	Avx2,
	Avx512,
};

/// Whether this build and this machine can run the instruction set (Auto and Scalar: always).
CROWDAVOIDANCECORE_API bool IsIsaAvailable(EIsa Isa);
/// What Auto means here.
CROWDAVOIDANCECORE_API EIsa BestIsa();
/// "auto", "scalar", "sse4", "avx2", "avx512".
CROWDAVOIDANCECORE_API const char* IsaName(EIsa Isa);
}
