// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdDebug.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace CrowdAvoidance::Replay
{
/// A replay page read back, by what Docs/Replay.md says of it and with nothing of the writer's code.
struct PageReader
{
	struct Item
	{
		EDebugKind Kind = EDebugKind::Body;
		EDebugReason Reason = EDebugReason::Avoided;
		bool bClosed = false;
		double Radius = 0.0;
		double Seconds = 0.0;
		uint32_t Other = UINT32_MAX;
		std::vector<std::pair<double, double>> Points; ///< None of neighbours.
	};
	struct Overlay
	{
		bool bKept = false;
		bool bRelaxed = false;
		double Window = 0.0;
		std::vector<Item> Items;
	};
	struct Agent
	{
		uint32_t Present = 0, Arrived = 0, Group = 0;
		double Radius = 0.0, MaxSpeed = 0.0;
		std::vector<std::pair<double, double>> Goals;
		std::vector<double> X, Y;      ///< While it is there.
		std::vector<bool> Overlapping; ///< While it is there.
	};
	struct Frame
	{
		uint32_t Step = 0, Pairs = 0, Arrived = 0;
		double MeanDensity = 0.0;
	};

	/// Throws std::runtime_error where the page is not what it should be.
	explicit PageReader(const std::string& Page);

	nlohmann::json Header;
	double Quantum = 0.0;
	std::vector<Agent> Agents;
	std::vector<Frame> Frames;
	std::map<uint32_t, std::map<uint32_t, Overlay>> Overlays; ///< By agent and frame.
};
}
