// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Perception/Manner.h"

#include "Math/MixBits.h"

#include <algorithm>

namespace CrowdAvoidance
{
namespace
{
/// Bell-shaped around 0 with a standard deviation of 1: the sum of four even numbers.
float Draw(uint64_t Id, uint64_t Which)
{
	const uint64_t Bits = MixBits(MixBits(Id + 0x9e3779b97f4a7c15ull) + Which);
	const uint64_t Sum = (Bits & 0xffff) + (Bits >> 16 & 0xffff) + (Bits >> 32 & 0xffff) + (Bits >> 48);
	constexpr float Scale = 1.7320508f / 65536.0f;
	return (static_cast<float>(Sum) - 131070.0f) * Scale;
}
}

AgentManner DrawManner(const AgentManner& Mean, const AgentManner& Spread, uint64_t Id)
{
	AgentManner Out;
	uint64_t Which = 0;
	for (float AgentManner::*const Field :
		{&AgentManner::ObservationTime, &AgentManner::PersonalSpace, &AgentManner::Reaction, &AgentManner::Braking})
	{
		const float Middle = Mean.*Field;
		Out.*Field = std::clamp(Middle + Spread.*Field * Draw(Id, ++Which), 0.0f, 2.0f * Middle);
	}
	return Out;
}
}
