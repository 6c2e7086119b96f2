// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Display/Snapshot.h"

#include <cstdint>
#include <string>
#include <vector>

namespace CrowdAvoidance::Replay
{
/// How positions are stored: whole numbers from Origin, in steps of Quantum. [m]
struct Grid
{
	Vec2 Origin;
	double Quantum = 0.005;

	int32_t X(Vec2 Point) const;
	int32_t Y(Vec2 Point) const;
};

/// Where everybody was, frame by frame. Keeps a bounded number of frames: when there would be more, every second one goes.
class FrameLog
{
public:
	/// InMostFrames: at least 1.
	FrameLog(const Scenarios::Scene& InScene, size_t InMostFrames);

	/// The next frame; those between the kept ones are ignored. Returns whether frames were dropped to make room.
	bool Add(const Scenarios::Simulation& Run);
	/// Whether the frame with this number, counted from the first that was added, is kept as things stand.
	bool Keeps(uint64_t Number) const { return Number % Stride == 0; }
	/// One frame in so many is kept.
	uint64_t GetStride() const { return Stride; }
	size_t Count() const { return Frames.size(); }

	/// A grid of 16 bits each way that holds all positions, goals and walls.
	Grid ChooseGrid() const;
	/// Radius, speed, group, goals and the frames of leaving and arriving, agent by agent.
	std::string EncodeAgents(const Grid& On, const std::vector<uint32_t>& Groups) const;
	/// Step and the numbers for charts, frame by frame.
	std::string EncodeFrames() const;
	/// Agent by agent its positions on one axis, &Grid::X or &Grid::Y, while it is there: by how much each is off the straight
	/// line through the two before it.
	std::string EncodePositions(const Grid& On, int32_t (Grid::*Axis)(Vec2) const) const;
	/// Agent by agent how long it overlaps nobody, somebody, nobody ... while it is there. [frames]
	std::string EncodeOverlaps() const;

private:
	struct Frame
	{
		uint64_t Step = 0;
		int OverlappingPairs = 0;
		int Arrived = 0;
		double MeanDensity = 0.0;
		std::vector<Vec2> Positions; ///< By agent; NaN: has left.
		std::vector<bool> Overlaps;  ///< By agent.
	};

	void DropEverySecond();
	/// In how many frames the agent is there; after that it has left.
	size_t PresentFrames(size_t Agent) const;

	const Scenarios::Scene& TheScene;
	size_t MostFrames;
	uint64_t Added = 0;
	uint64_t Stride = 1;
	Display::Snapshot Scratch;
	std::vector<Frame> Frames;
	std::vector<uint64_t>
		ArrivedAt; ///< By agent: the number of the frame in which it first had arrived; UINT64_MAX: never.
};
}
