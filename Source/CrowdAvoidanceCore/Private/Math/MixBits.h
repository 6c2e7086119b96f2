// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace CrowdAvoidance
{
/// A number whose bits all depend on all bits of Value.
inline uint64_t MixBits(uint64_t Value)
{
	Value ^= Value >> 30;
	Value *= 0xbf58476d1ce4e5b9ull;
	Value ^= Value >> 27;
	Value *= 0x94d049bb133111ebull;
	Value ^= Value >> 31;
	return Value;
}
}
