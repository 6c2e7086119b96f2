// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"

#include <algorithm>

namespace CrowdAvoidance
{
/// What a disc sweeps on a straight line; a disc where both ends are one. In double precision, which is exact enough
/// for any difference of two positions.
struct Capsule
{
	double FromX, FromY, ToX, ToY;
	double Radius;

	Capsule(Vec2 From, Vec2 To, double InRadius) : FromX(From.X), FromY(From.Y), ToX(To.X), ToY(To.Y), Radius(InRadius)
	{}

	double MinY() const { return std::min(FromY, ToY) - Radius; }
	double MaxY() const { return std::max(FromY, ToY) + Radius; }

	struct Interval
	{
		double Min, Max;
	};
	/// Of all points of the capsule with Low <= y <= High, and few others: their x.
	Interval Across(double Low, double High) const
	{
		double Begin = 0.0;
		double End = 1.0;
		if (FromY != ToY)
		{
			const double AtLow = (Low - Radius - FromY) / (ToY - FromY);
			const double AtHigh = (High + Radius - FromY) / (ToY - FromY);
			Begin = std::clamp(std::min(AtLow, AtHigh), 0.0, 1.0);
			End = std::clamp(std::max(AtLow, AtHigh), 0.0, 1.0);
		}
		const double BeginX = FromX + Begin * (ToX - FromX);
		const double EndX = FromX + End * (ToX - FromX);
		return {std::min(BeginX, EndX) - Radius, std::max(BeginX, EndX) + Radius};
	}
};
}
