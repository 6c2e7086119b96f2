// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

namespace CrowdAvoidance::Cli
{
/// While it lives, Ctrl-C and termination wait until files half written have been removed; then they take their usual course.
class InterruptGuard
{
public:
	InterruptGuard();
	~InterruptGuard();
	InterruptGuard(const InterruptGuard&) = delete;
	InterruptGuard& operator=(const InterruptGuard&) = delete;

private:
	using Handler = void (*)(int);

	Handler PreviousInt;
	Handler PreviousTerm;
};

/// Whether long work should come to an end.
bool WasInterrupted();
}
