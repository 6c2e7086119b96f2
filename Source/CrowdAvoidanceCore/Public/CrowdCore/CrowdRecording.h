// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdWorld.h"

#include <memory>
#include <string_view>

namespace CrowdAvoidance
{
/// A .crowdrec file: how a run was set up (a text that only its writer understands), then for each frame the state hash and
/// where every agent was. It is the format of bug reports: `crowd replay` runs it again and compares every hash.
class CROWDAVOIDANCECORE_API RecordingWriter
{
public:
	RecordingWriter();
	~RecordingWriter();
	RecordingWriter(const RecordingWriter&) = delete;
	RecordingWriter& operator=(const RecordingWriter&) = delete;

	/// Writes beside Path and moves there in Close, so that a failed run leaves no half file.
	Result<void> Open(const char* Path, std::string_view SetupText, float Dt);
	/// Appends the world's present state.
	Result<void> AddFrame(const World& World);
	/// The file is complete only after this. Without it nothing appears at Path.
	Result<void> Close();

private:
	struct Impl;
	std::unique_ptr<Impl> State;
};

/// One agent in one frame.
struct RecordedAgent
{
	uint32_t HandleIndex = 0;
	Vec2 Position;
	Vec2 Velocity;
};

struct RecordedFrame
{
	uint64_t StateHash = 0;
	int AgentCount = 0;
	const RecordedAgent* Agents = nullptr; ///< Ascending HandleIndex. Valid until the next call.
};

/// Reads what the writer wrote; anything else, truncated or tampered with, is refused with an error that says where.
class CROWDAVOIDANCECORE_API RecordingReader
{
public:
	RecordingReader();
	~RecordingReader();
	RecordingReader(const RecordingReader&) = delete;
	RecordingReader& operator=(const RecordingReader&) = delete;

	Result<void> Open(const char* Path);
	std::string_view SetupText() const;
	float Dt() const;
	int FrameCount() const;
	Result<RecordedFrame> ReadFrame(int Frame);

private:
	struct Impl;
	std::unique_ptr<Impl> State;
};
}
