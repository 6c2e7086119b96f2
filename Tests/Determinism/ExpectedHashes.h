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
	{"Sparse", 0x73D1DDA85A5DDCD7ull},
	{"Crowd", 0xC295D52A5D6E0223ull},
	{"Packed", 0xD9CE750FF6D83025ull},
	{"Plain", 0x57CD28871FF56C42ull},
	{"Walls", 0xCA9CC4E7739C03B6ull},
	{"Mixed", 0xEC2EEACF008ADF1Cull},
	{"Lattice", 0xCDF9FD8F7B82CF54ull},
	{"Churn", 0xE6E513A5DA28D145ull},
	{"Heap", 0x6A9B97B669C3052Bull},
	{"ClearPath", 0xF3C5B9573779055Eull},
	{"ClearPathMixed", 0x6883C7AEA64DA4BCull},
	{"ClearPath1", 0x66D5FE89B51109A3ull},
};
}
