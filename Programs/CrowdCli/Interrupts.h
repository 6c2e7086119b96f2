// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace CrowdAvoidance::Cli
{
/// While it lives, Ctrl-C, termination and the end of the terminal wait until files half written have been removed; then they
/// take their usual course.
class InterruptGuard
{
public:
	static constexpr size_t SignalCount = 3;

	InterruptGuard();
	~InterruptGuard();
	InterruptGuard(const InterruptGuard&) = delete;
	InterruptGuard& operator=(const InterruptGuard&) = delete;

private:
	using Handler = void (*)(int);

	Handler Previous[SignalCount];
};

/// Whether long work should come to an end.
bool WasInterrupted();
}
