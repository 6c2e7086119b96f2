// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace CrowdAvoidance::Testing
{
/// What stands before a snapshot's first part.
constexpr size_t ForgedHeaderSize = 32;

/// Puts size and checksum right, as a forger would: otherwise nothing behind them would be tried.
void SignSnapshot(std::vector<std::byte>& Bytes);

/// The first place with these bytes has others of the same length from now on; without one the test ends.
void ReplaceIn(std::vector<std::byte>& Bytes, std::string_view What, std::string_view By);
template <typename T>
void ReplaceIn(std::vector<std::byte>& Bytes, const T& What, const T& By)
{
	ReplaceIn(
		Bytes, {reinterpret_cast<const char*>(&What), sizeof(T)}, {reinterpret_cast<const char*>(&By), sizeof(T)});
}
}
