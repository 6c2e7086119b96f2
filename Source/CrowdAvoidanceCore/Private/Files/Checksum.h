// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace CrowdAvoidance
{
/// A running 64-bit checksum. Each step is a bijection of the sum for a given word and of the word for a given sum, so a
/// change within one word (any single bit, any single byte) always changes the result.
inline uint64_t Checksum(uint64_t Sum, const void* Data, size_t Size)
{
	const char* Bytes = static_cast<const char*>(Data);
	Sum += Size;
	while (Size > 0)
	{
		uint64_t Word = 0;
		const size_t Part = Size < sizeof(Word) ? Size : sizeof(Word);
		std::memcpy(&Word, Bytes, Part);
		Sum = (Sum ^ Word) * 0x9e3779b97f4a7c15ull;
		Sum ^= Sum >> 29;
		Bytes += Part;
		Size -= Part;
	}
	return Sum;
}
}
