// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>

using int8 = signed char;
using int16 = short;
using int32 = int;
using int64 = long long;
using uint8 = unsigned char;
using uint16 = unsigned short;
using uint32 = unsigned int;
using uint64 = unsigned long long;
/// As on Linux: a literal without TEXT() does not pass for one with it.
using TCHAR = char16_t;

#define TEXT(Literal) u##Literal
#define INDEX_NONE -1
#define WITH_DEV_AUTOMATION_TESTS 1
#define WITH_EDITOR 0
#define UE_BUILD_SHIPPING 0
#define ENABLE_DRAW_DEBUG 1
/// Of SetupGameplayDebuggerSupport in a Build.cs.
#define WITH_GAMEPLAY_DEBUGGER 1
#define FORCEINLINE inline __attribute__((always_inline))

/// Unlike the engine's, never compiled out: the stand-in is there to find mistakes.
#define check(Condition) \
	do \
	{ \
		if (!(Condition)) \
		{ \
			std::fprintf(stderr, "%s:%d: check failed: %s\n", __FILE__, __LINE__, #Condition); \
			std::abort(); \
		} \
	} while (false)

template <typename T>
constexpr void Swap(T& A, T& B)
{
	std::swap(A, B);
}

template <typename T>
constexpr std::remove_reference_t<T>&& MoveTemp(T&& Value)
{
	static_assert(std::is_lvalue_reference_v<T>, "MoveTemp called on an rvalue");
	static_assert(!std::is_const_v<std::remove_reference_t<T>>, "MoveTemp called on a const object");
	return static_cast<std::remove_reference_t<T>&&>(Value);
}
