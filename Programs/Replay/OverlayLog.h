// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Replay/FrameLog.h"

#include <cstdint>
#include <string>
#include <vector>

namespace CrowdAvoidance::Replay
{
/// The debug geometry of watched agents, frame by frame. Takes a bounded amount of memory: when it would be more, kinds that are not
/// shown unless the user says so are kept no longer, and then every second agent is not.
class OverlayLog
{
public:
	/// Watches these agents of the run, whose numbers ascend. MostBytes: what it may hold. Throws InputError.
	OverlayLog(Scenarios::Simulation& Run, const std::vector<uint32_t>& Agents, size_t InMostBytes);

	/// After a step: what it saw and decided, which belongs to the frame before it, of that number.
	void Add(Scenarios::Simulation& Run, uint32_t Number);
	/// Forgets the frames that Frames does not keep.
	void Thin(const FrameLog& Frames);

	struct Packed
	{
		uint32_t Agent = 0;
		std::string Bytes; ///< Compressed.
	};
	/// Of as many agents, spread evenly, as fit into MostPackedBytes; at least of one.
	std::vector<Packed> Encode(const FrameLog& Frames, const Grid& On, size_t MostPackedBytes);
	/// Whether kinds that are not shown by default are among it.
	bool HasAllKinds() const { return bAllKinds; }

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
	void DropHiddenKinds();
	void DropEverySecond(World& Crowd);
	std::vector<Packed> PackAll(const FrameLog& Frames, const Grid& On) const;

	std::vector<Watched> Agents;
	size_t MostBytes;
	size_t Bytes = 0;
	bool bAllKinds = true;
};
}
