// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdSnapshot.h"

#include <span>
#include <vector>

namespace CrowdAvoidance
{
/// A free list must name every place that is not in use once: IsUsed(place).
template <typename Predicate>
void CheckFreeList(SnapshotReader& From, std::span<const uint32_t> Free, size_t Places, Predicate&& IsUsed)
{
	std::vector<bool> Named(Places, false);
	size_t Missing = 0;
	for (uint32_t Place = 0; Place < Places; ++Place)
	{
		Missing += IsUsed(Place) ? 0 : 1;
	}
	for (const uint32_t Place : Free)
	{
		if (Place >= Places || IsUsed(Place) || Named[Place])
		{
			From.Refuse(Error::Format("free place %u is in use, named twice or none of %zu", Place, Places));
			return;
		}
		Named[Place] = true;
	}
	if (Free.size() != Missing)
	{
		From.Refuse(Error::Format("%zu places are named as free; it must be %zu", Free.size(), Missing));
	}
}
}
