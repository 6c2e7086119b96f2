// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

namespace Algo
{
/// Where in a range that ascends by the projection the first element is that is not below the value.
template <typename RangeType, typename ValueType, typename ProjectionType>
int32 LowerBoundBy(RangeType&& Range, const ValueType& Value, ProjectionType Projection)
{
	const auto Found = std::lower_bound(Range.begin(), Range.end(), Value,
		[&](const auto& Element, const ValueType& Least) { return Projection(Element) < Least; });
	return static_cast<int32>(Found - Range.begin());
}
}
