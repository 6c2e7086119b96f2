// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/Interrupts.h"

#include <csignal>

namespace CrowdAvoidance::Cli
{
namespace
{
volatile std::sig_atomic_t InterruptSignal = 0;

void OnInterrupt(int Signal)
{
	InterruptSignal = Signal;
}

/// A signal that whoever started the program wants ignored stays ignored.
auto Catch(int Signal)
{
	const auto Previous = std::signal(Signal, &OnInterrupt);
	if (Previous == SIG_IGN)
	{
		std::signal(Signal, SIG_IGN);
	}
	return Previous;
}
}

InterruptGuard::InterruptGuard() : PreviousInt(Catch(SIGINT)), PreviousTerm(Catch(SIGTERM)) {}

InterruptGuard::~InterruptGuard()
{
	std::signal(SIGINT, PreviousInt);
	std::signal(SIGTERM, PreviousTerm);
	if (InterruptSignal != 0)
	{
		std::raise(InterruptSignal);
	}
}

bool WasInterrupted()
{
	return InterruptSignal != 0;
}
}
