// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#if defined(_MSC_VER)
#include <intrin.h>
#endif

namespace CrowdAvoidance
{
/// Fetches a cache line ahead of its use. Agents come in the order of their places, what is known of them lies in the order of
/// their handles.
inline void Prefetch(const void* Address)
{
#if defined(__GNUC__)
	__builtin_prefetch(Address, 1);
#elif defined(_M_X64)
	_mm_prefetch(static_cast<const char*>(Address), _MM_HINT_T0);
#else
	(void)Address;
#endif
}
}
