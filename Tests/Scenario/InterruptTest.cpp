// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdCli/Interrupts.h"

#include <gtest/gtest.h>

#include <unistd.h>
#include <csignal>

namespace CrowdAvoidance::Cli
{
namespace
{
/// Exits with 1 where the signal has not been noticed, and with 2 where nothing comes of it in the end.
void InterruptBy(int Signal)
{
	{
		const InterruptGuard Guard;
		std::raise(Signal);
		if (!WasInterrupted())
		{
			_exit(1);
		}
	}
	_exit(2);
}

TEST(InterruptDeathTest, WaitsForWhateverIsToBeCleanedUp)
{
	for (const int Signal : {SIGINT, SIGTERM, SIGHUP})
	{
		EXPECT_EXIT(InterruptBy(Signal), testing::KilledBySignal(Signal), "");
	}
}

TEST(InterruptDeathTest, WhatIsIgnoredStaysIgnored)
{
	// As under nohup.
	const auto Ignoring = []
	{
		std::signal(SIGHUP, SIG_IGN);
		{
			const InterruptGuard Guard;
			std::raise(SIGHUP);
		}
		_exit(WasInterrupted() ? 1 : 0);
	};
	EXPECT_EXIT(Ignoring(), testing::ExitedWithCode(0), "");
}
}
}
