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
	{"Sparse", 0x1E10DB1C5CD43551ull},
	{"Crowd", 0x8708141CA995475Aull},
	{"Packed", 0xE7BBE15061D3EEDAull},
	{"Plain", 0x7C142D97369A0B64ull},
	{"Walls", 0x5E800616D2614A10ull},
	{"Mixed", 0x5BE668A38E0C6586ull},
	{"Lattice", 0xCAB668EB7271E540ull},
	{"Churn", 0x88ADCF9ECEEDC2BDull},
	{"Heap", 0xE48F17F68F0F57F5ull},
	{"ClearPath", 0xF596671DE956EC7Full},
	{"ClearPathMixed", 0xBF2C6FADCCC14603ull},
	{"ClearPath1", 0x2F1E41EEE7773C31ull},
	{"Rcap", 0x267B767AB6AE408Bull},
	{"RcapWalls", 0xA16A95C8D8E76D93ull},
};
}
