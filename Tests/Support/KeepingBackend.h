// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdWorld.h"

#include <string>
#include <vector>

namespace CrowdAvoidance::Testing
{
/// What a backend was asked for, one letter each: M(otion), A(im), B(ody), S(calars), P(air and agent memory of the model).
struct KeepingLog
{
	std::vector<std::string> Taken;   ///< By steps: what the world said it had changed.
	std::vector<std::string> Fetched; ///< By calls of Fetch.
};

/// A world whose backend keeps the agents as a device would: after each step it has a copy of its own and fills the store with
/// garbage, before the next one it takes nothing but what the world says it has changed. Steps are the CPU's. Log may be null;
/// otherwise it must outlive the world.
Result<World> CreateKeepingWorld(const WorldDef& Def, KeepingLog* Log = nullptr);
/// One from a snapshot.
Result<World> LoadKeepingWorld(std::span<const std::byte> Bytes, const WorldHost& Host);
}
