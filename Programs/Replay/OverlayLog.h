// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Replay/FrameLog.h"

#include <cstdint>
#include <string>
#include <vector>

namespace CrowdAvoidance::Replay
{
/// The debug geometry of watched agents, frame by frame. Takes a bounded amount of memory: when it would be more, every second
/// agent is watched no longer.
class OverlayLog
{
public:
	/// What may be kept. [bytes]
	struct Budget
	{
		size_t Memory = 0; ///< While the run goes on.
		size_t Packed = 0; ///< In the page, before base64.
	};

	/// Watches these agents of the run, whose numbers ascend. Throws InputError.
	OverlayLog(Scenarios::Simulation& Run, const std::vector<uint32_t>& Agents, Budget InBudget);

	/// After a step: what it saw and decided, which belongs to the frame before it, of that number.
	void Add(Scenarios::Simulation& Run, uint32_t Number);
	/// Forgets the frames that Frames does not keep.
	void Thin(const FrameLog& Frames);

	struct Packed
	{
		uint32_t Agent = 0;
		std::string Bytes; ///< Compressed.
	};
	/// Of as many agents as the budget allows.
	std::vector<Packed> Encode(const FrameLog& Frames, const Grid& On);

private:
	struct Kept
	{
		uint32_t Number = 0; ///< Of the frame.
		DebugGeometry Geometry;
	};
	struct Watched
	{
		AgentHandle Handle;
		std::vector<Kept> Frames;
	};

	size_t MemoryBytes() const;
	void DropEverySecond(World& Crowd);

	std::vector<Watched> Agents;
	Budget Most;
	size_t Bytes = 0;
};
}
