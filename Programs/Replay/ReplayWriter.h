// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/Simulation.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace CrowdAvoidance::Replay
{
/// Makes one HTML file, with nothing outside it, that plays a run. Docs/Replay.md says what it keeps.
class ReplayWriter
{
public:
	/// What the page says of the run; any text, nothing of it is taken as HTML.
	struct Info
	{
		std::string Title;
		std::string Model;
		std::string Planner;
	};

	/// Run must outlive the writer. Watch: numbers of agents whose overlay is kept in every frame; empty: as many as fit, all of a
	/// small crowd or some of a large one, spread evenly. Throws InputError where there are no such agents, or too many.
	ReplayWriter(Scenarios::Simulation& Run, Info InInfo, std::vector<uint32_t> Watch);
	~ReplayWriter();

	/// Once before the first step, then after each step.
	void AddFrame(Scenarios::Simulation& Run);
	/// The whole page.
	std::string Finish(const Scenarios::Metrics& Metrics);
	/// Agents whose overlays the finished page has.
	size_t OverlayCount() const;

private:
	struct Impl;
	std::unique_ptr<Impl> State;
};
}
