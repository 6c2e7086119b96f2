// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Validation/Validation.h"

namespace CrowdAvoidance::Validation
{
std::span<const Suite> Suites()
{
	static constexpr Suite Table[] = {
		{"clearpath", "the ClearPath paper: collisions, time of its steps, speed, threads", &RunClearPathSuite},
	};
	return Table;
}
}
