// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace CrowdAvoidance::Replay
{
/// Whole numbers as bytes, small ones in one byte each: seven bits a byte, lowest first, the eighth says that more follow.
/// After such a coding what is alike looks alike to zlib.
class NumberWriter
{
public:
	void Add(uint32_t Number);
	/// Sign in the lowest bit, so that small negative numbers are small too.
	void AddSigned(int32_t Number) { Add(static_cast<uint32_t>(Number) << 1 ^ (Number < 0 ? ~0u : 0u)); }
	const std::string& Bytes() const { return Text; }

private:
	std::string Text;
};

/// Value in units of Quantum, rounded; beyond 2^30 of them it stays there.
int32_t Quantize(double Value, double Quantum);

/// As the zlib format has it, which browsers call 'deflate'.
std::string Compress(std::string_view Bytes);
std::string ToBase64(std::string_view Bytes);
/// Four bytes, lowest first.
std::string LengthBytes(size_t Length);
}
