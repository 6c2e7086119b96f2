// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "ForgedSnapshot.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace CrowdAvoidance::Testing
{
void SignSnapshot(std::vector<std::byte>& Bytes)
{
	// As Docs/Snapshots.md describes it.
	const uint64_t Size = Bytes.size() - ForgedHeaderSize;
	uint64_t Sum = (0xc0de0003ull << 32) + Size;
	for (size_t At = ForgedHeaderSize; At < Bytes.size(); At += sizeof(Sum))
	{
		uint64_t Word = 0;
		std::memcpy(&Word, Bytes.data() + At, std::min(sizeof(Word), Bytes.size() - At));
		Sum = (Sum ^ Word) * 0x9e3779b97f4a7c15ull;
		Sum ^= Sum >> 29;
	}
	std::memcpy(Bytes.data() + 16, &Size, sizeof(Size));
	std::memcpy(Bytes.data() + 24, &Sum, sizeof(Sum));
}

void ReplaceIn(std::vector<std::byte>& Bytes, std::string_view What, std::string_view By)
{
	const std::string_view Text(reinterpret_cast<const char*>(Bytes.data()), Bytes.size());
	const size_t At = Text.find(What);
	if (At == std::string_view::npos || What.size() != By.size())
	{
		std::fprintf(stderr, "The snapshot does not have the bytes that the test is about\n");
		std::abort();
	}
	std::memcpy(Bytes.data() + At, By.data(), By.size());
}
}
