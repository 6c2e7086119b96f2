// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// What the scenes of DeterminismTest.cpp end in, for any number of threads and any instruction set.
/// A change here is a change of behaviour: say so in CHANGELOG.md. To print them anew:
///
///     CROWD_PRINT_HASHES=1 bin/CrowdDeterminismTests --gtest_filter='*Golden*'
namespace CrowdAvoidance::Testing
{
struct ExpectedHash
{
	const char* Scene;
	uint64_t Hash;
};

constexpr ExpectedHash ExpectedHashes[] = {
	{"", 0},
};
}
