// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Replay/FrameLog.h"
#include "Replay/ReplayWriter.h"

#include <utility>

namespace CrowdAvoidance::Replay
{
/// What the page has to know before it can read the rest.
struct HeaderInput
{
	const Scenarios::Scene& Scene;
	const ReplayWriter::Info& Info;
	const Scenarios::Metrics& Metrics;
	const FrameLog& Frames;
	const Grid& On;
	const std::vector<uint32_t>& Groups;
	std::vector<size_t> Sections;                      ///< Of the numbers that follow. [bytes]
	std::vector<std::pair<uint32_t, size_t>> Overlays; ///< Agent and length. [bytes]
	bool bAllKinds = true;                             ///< Whether overlays have kinds that are not shown by default.
};

/// As JSON: what the page says, the scene, and all colours and names, which have one source, Display and Core.
std::string MakeHeader(const HeaderInput& Input);

/// The groups of the scene's agents, ascending.
std::vector<uint32_t> GroupsOf(const Scenarios::Scene& Scene);
}
