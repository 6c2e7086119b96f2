// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdStatus.h"

namespace CrowdAvoidance
{
inline Result<void> CheckRange(const char* Field, double Value, double Low, double High)
{
	if (!(Value >= Low && Value <= High))
	{
		return Error::Format("%s is %g; it must be within %g .. %g", Field, Value, Low, High);
	}
	return {};
}
}
