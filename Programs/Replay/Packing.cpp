// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Replay/Packing.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <new>

namespace CrowdAvoidance::Replay
{
void NumberWriter::Add(uint32_t Number)
{
	for (; Number >= 0x80; Number >>= 7)
	{
		Text.push_back(static_cast<char>(Number | 0x80));
	}
	Text.push_back(static_cast<char>(Number));
}

int32_t Quantize(double Value, double Quantum)
{
	constexpr double Most = 1 << 30;
	return static_cast<int32_t>(std::lround(std::clamp(Value / Quantum, -Most, Most)));
}

std::string Compress(std::string_view Bytes)
{
	uLongf Size = compressBound(static_cast<uLong>(Bytes.size()));
	std::string Out(Size, '\0');
	const int Outcome = compress2(reinterpret_cast<Bytef*>(Out.data()), &Size,
		reinterpret_cast<const Bytef*>(Bytes.data()), static_cast<uLong>(Bytes.size()), Z_DEFAULT_COMPRESSION);
	if (Outcome != Z_OK)
	{
		// There is room enough, so only memory can be short.
		throw std::bad_alloc();
	}
	Out.resize(Size);
	return Out;
}

std::string ToBase64(std::string_view Bytes)
{
	static constexpr char Digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const auto At = [Bytes](size_t Index) { return Index < Bytes.size() ? static_cast<uint8_t>(Bytes[Index]) : 0u; };
	std::string Out;
	Out.reserve((Bytes.size() + 2) / 3 * 4);
	for (size_t Index = 0; Index < Bytes.size(); Index += 3)
	{
		const uint32_t Triple = At(Index) << 16 | At(Index + 1) << 8 | At(Index + 2);
		Out.push_back(Digits[Triple >> 18]);
		Out.push_back(Digits[Triple >> 12 & 63]);
		Out.push_back(Index + 1 < Bytes.size() ? Digits[Triple >> 6 & 63] : '=');
		Out.push_back(Index + 2 < Bytes.size() ? Digits[Triple & 63] : '=');
	}
	return Out;
}

std::string LengthBytes(size_t Length)
{
	std::string Out;
	for (int Shift = 0; Shift < 32; Shift += 8)
	{
		Out.push_back(static_cast<char>(Length >> Shift));
	}
	return Out;
}
}
