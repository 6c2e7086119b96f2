// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdDebug.h"

namespace CrowdAvoidance::Testing
{
/// Whether what it shows is a set of velocities that the model refuses.
constexpr bool IsForbidden(EDebugKind Kind)
{
	return Kind == EDebugKind::ForbiddenRegion || Kind == EDebugKind::ForbiddenHalfPlane;
}
}
