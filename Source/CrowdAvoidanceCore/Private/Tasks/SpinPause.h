// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#if defined(_MSC_VER)
#include <intrin.h>
#endif

namespace CrowdAvoidance
{
/// Tells the processor that a loop waits for memory which another thread writes.
inline void SpinPause()
{
#if defined(_MSC_VER) && defined(_M_ARM64)
	__yield();
#elif defined(_MSC_VER)
	_mm_pause();
#elif defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ __volatile__("yield");
#endif
}
}
