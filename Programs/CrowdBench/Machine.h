// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace CrowdAvoidance::Bench
{
struct Machine
{
	std::string Date; ///< YYYY-MM-DD, UTC.
	std::string Cpu;
	int Cores = 0;
	std::string Compiler;
};

Machine DescribeMachine();

/// Compilers, and how they were asked to build.
std::string DescribeBuild();

/// Of the last minute; -1 where the system does not tell. Above the benchmark's own threads it means that others were running.
double LoadAverage();

/// Memory of this process that is resident now; 0 where the system does not tell. [bytes]
size_t ResidentBytes();
}
