// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/Progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

namespace CrowdAvoidance::Cli
{
namespace
{
constexpr std::chrono::milliseconds FirstBar{300};
constexpr std::chrono::milliseconds EachBar{100};
constexpr std::chrono::seconds EachLine{5};

bool IsTerminal()
{
#if defined(_WIN32)
	return _isatty(_fileno(stderr)) != 0;
#else
	return isatty(fileno(stderr)) != 0;
#endif
}
}

Progress::Progress(std::string InLabel, uint64_t InTotal)
	: Label(std::move(InLabel)),
	  Total(std::max<uint64_t>(InTotal, 1)),
	  bTerminal(IsTerminal()),
	  Next(Clock::now() + (bTerminal ? std::chrono::milliseconds(FirstBar) : std::chrono::milliseconds(EachLine)))
{}

Progress::~Progress()
{
	if (bDrawn)
	{
		fmt::print(stderr, "\r\033[K");
	}
}

void Progress::Update(uint64_t Done)
{
	const Clock::time_point Now = Clock::now();
	if (Now < Next)
	{
		return;
	}
	const uint64_t Percent = std::min<uint64_t>(Done, Total) * 100 / Total;
	if (!bTerminal)
	{
		Next = Now + EachLine;
		fmt::print(stderr, "{}: step {} of {} ({} %)\n", Label, Done, Total, Percent);
		return;
	}
	constexpr uint64_t Width = 40;
	const uint64_t Filled = Percent * Width / 100;
	Next = Now + EachBar;
	bDrawn = true;
	fmt::print(stderr, "\r{} [{:=<{}}{:{}}] {:3} %", Label, "", Filled, "", Width - Filled, Percent);
	std::fflush(stderr);
}
}
