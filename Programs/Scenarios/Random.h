// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace CrowdAvoidance::Scenarios
{
/// Spreads every input bit over all output bits (the finaliser of SplitMix64).
constexpr uint64_t MixBits(uint64_t Bits)
{
	Bits = (Bits ^ (Bits >> 30)) * 0xbf58476d1ce4e5b9ull;
	Bits = (Bits ^ (Bits >> 27)) * 0x94d049bb133111ebull;
	return Bits ^ (Bits >> 31);
}

/// A number in [0, 1) that depends on nothing but its arguments: the same on every platform, in any order, and adding an
/// agent or a spawner changes no other agent's numbers. The distributions of the standard library promise none of that.
constexpr double RandomUnit(uint64_t Seed, uint64_t Stream, uint64_t Index)
{
	constexpr uint64_t GoldenGamma = 0x9e3779b97f4a7c15ull;
	uint64_t Bits = MixBits(Seed + GoldenGamma);
	Bits = MixBits(Bits + (Stream + 1) * GoldenGamma);
	Bits = MixBits(Bits + (Index + 1) * GoldenGamma);
	return static_cast<double>(Bits >> 11) * 0x1.0p-53;
}

/// The same in [-1, 1).
constexpr double RandomSigned(uint64_t Seed, uint64_t Stream, uint64_t Index)
{
	return 2.0 * RandomUnit(Seed, Stream, Index) - 1.0;
}
}
