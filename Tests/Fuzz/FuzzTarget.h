// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

/// What each fuzz target defines. It must come back from any input; the only exception allowed inside is InputError.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size);

/// Valid inputs to start from. libFuzzer brings its own corpus and does not ask.
std::vector<std::string> FuzzSeeds();

/// Ends the process, so that a wrong answer counts as much as a crash.
inline void FuzzRequire(bool bTrue, const char* What)
{
	if (!bTrue)
	{
		std::fprintf(stderr, "fuzz: %s\n", What);
		std::abort();
	}
}
