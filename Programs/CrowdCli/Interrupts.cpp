// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/Interrupts.h"

#include <csignal>
#include <iterator>

namespace CrowdAvoidance::Cli
{
namespace
{
/// Ctrl-C, a polite kill, and a terminal that was closed.
constexpr int Signals[] = {SIGINT, SIGTERM, SIGHUP};

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

static_assert(std::size(Signals) == InterruptGuard::SignalCount);

InterruptGuard::InterruptGuard()
{
	for (size_t Index = 0; Index < SignalCount; ++Index)
	{
		Previous[Index] = Catch(Signals[Index]);
	}
}

InterruptGuard::~InterruptGuard()
{
	for (size_t Index = 0; Index < SignalCount; ++Index)
	{
		std::signal(Signals[Index], Previous[Index]);
	}
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
