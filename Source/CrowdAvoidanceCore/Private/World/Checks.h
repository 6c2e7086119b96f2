// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdAgent.h"
#include "CrowdCore/CrowdStatus.h"

#include <initializer_list>

namespace CrowdAvoidance
{
/// A place or velocity that the world can have; NaN is none.
inline bool IsBounded(Vec2 Value)
{
	return Value.X >= -CrowdMaxCoordinate && Value.X <= CrowdMaxCoordinate && Value.Y >= -CrowdMaxCoordinate &&
		Value.Y <= CrowdMaxCoordinate;
}

inline Result<void> CheckVector(const char* Field, Vec2 Value)
{
	if (!IsBounded(Value))
	{
		return Error::Format("%s is (%g, %g); both must be within %g .. %g", Field, static_cast<double>(Value.X),
			static_cast<double>(Value.Y), static_cast<double>(-CrowdMaxCoordinate),
			static_cast<double>(CrowdMaxCoordinate));
	}
	return {};
}

inline Result<void> FirstError(std::initializer_list<Result<void>> Checks)
{
	for (const Result<void>& Check : Checks)
	{
		if (!Check)
		{
			return Check;
		}
	}
	return {};
}
}
