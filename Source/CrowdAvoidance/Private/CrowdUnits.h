// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "CrowdCore/CrowdTypes.h"

/// Between the engine and Core, and the only place where this is done.
///
/// The engine: centimetres, doubles, x forward, y right, z up (left-handed), relative to a world origin that can be moved.
/// Core: metres, floats, x right, y forward. So x and y change places, and right stays right: agents that pass each other on
/// the right in Core do so in the engine. Core sees locations relative to the origin that the world started with ("absolute"), so
/// a moved world origin changes nothing in it.
///
/// Divisions by 100, not multiplications by 0.01: what was metres in a float comes back as the same float.
namespace CrowdAvoidance::Units
{
constexpr double CentimetersPerMeter = 100.0;

inline float ToMeters(double Centimeters)
{
	return static_cast<float>(Centimeters / CentimetersPerMeter);
}

inline double ToCentimeters(float Meters)
{
	return static_cast<double>(Meters) * CentimetersPerMeter;
}

/// A location (cm, absolute) or a velocity (cm/s) on the ground plane; its height is left out.
inline Vec2 ToPlane(const FVector& Centimeters)
{
	return {ToMeters(Centimeters.Y), ToMeters(Centimeters.X)};
}

/// The way back, at a height that Core does not know. [cm]
inline FVector FromPlane(Vec2 Meters, double Height = 0.0)
{
	return FVector(ToCentimeters(Meters.Y), ToCentimeters(Meters.X), Height);
}

/// A location of the world as it would be had its origin never been moved. [cm]
inline FVector ToAbsolute(const FVector& Location, const FIntVector& WorldOrigin)
{
	return Location + FVector(WorldOrigin);
}

inline FVector FromAbsolute(const FVector& Absolute, const FIntVector& WorldOrigin)
{
	return Absolute - FVector(WorldOrigin);
}
}
