// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/Machine.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <thread>

#if defined(__linux__)
#include <malloc.h>
#include <unistd.h>
#endif

namespace CrowdAvoidance::Bench
{
namespace
{
std::string CpuModel()
{
	std::ifstream File("/proc/cpuinfo");
	for (std::string Line; std::getline(File, Line);)
	{
		const size_t Colon = Line.find(": ");
		if (Line.starts_with("model name") && Colon != std::string::npos)
		{
			return Line.substr(Colon + 2);
		}
	}
	return "unknown";
}

std::string CompilerName()
{
#if defined(__clang__)
	return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
	return fmt::format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
	return "unknown";
#endif
}
}

Machine DescribeMachine()
{
	const std::time_t Now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
	return {.Date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(Now)),
		.Cpu = CpuModel(),
		.Cores = static_cast<int>(std::thread::hardware_concurrency()),
		.Compiler = CompilerName()};
}

std::string DescribeBuild()
{
	return CompilerName() + ", " CROWD_BUILD_KIND;
}

double LoadAverage()
{
	std::ifstream File("/proc/loadavg");
	double Load = -1.0;
	File >> Load;
	return File ? Load : -1.0;
}

size_t ResidentBytes()
{
#if defined(__linux__)
	// What was freed goes back first, so that the difference of two readings is what was made in between.
	malloc_trim(0);
	std::ifstream File("/proc/self/statm");
	size_t Total = 0;
	size_t Resident = 0;
	if (File >> Total >> Resident)
	{
		return Resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
	}
#endif
	return 0;
}
}
