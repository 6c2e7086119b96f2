// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace CrowdAvoidance::Cli
{
/// How far long work has come, on stderr: a bar that redraws itself on a terminal, a line now and then otherwise. Work that is
/// soon done shows nothing.
class Progress
{
public:
	Progress(std::string InLabel, uint64_t InTotal);
	~Progress();
	Progress(const Progress&) = delete;
	Progress& operator=(const Progress&) = delete;

	void Update(uint64_t Done);

private:
	using Clock = std::chrono::steady_clock;

	std::string Label;
	uint64_t Total;
	bool bTerminal;
	bool bDrawn = false;
	Clock::time_point Next;
};
}
