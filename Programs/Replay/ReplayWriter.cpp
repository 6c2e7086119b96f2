// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Replay/ReplayWriter.h"

#include "Replay/Header.h"
#include "Replay/OverlayLog.h"
#include "Replay/Packing.h"
#include "Replay/Page.h"

#include <fmt/format.h>

#include <algorithm>

namespace CrowdAvoidance::Replay
{
namespace
{
/// Agents times frames: 10,000 agents for 1,600 frames. A page of them has some 20 MB and takes a browser 100 MB of memory.
constexpr size_t MostPositions = 16'000'000;
/// So that 1,000 agents and as many frames stay below 5 MB.
constexpr OverlayLog::Budget WhatFits = {64u << 20, 2u << 20};
/// For agents that were asked for.
constexpr OverlayLog::Budget WhatWasAskedFor = {512u << 20, 24u << 20};
/// Where nobody was asked for, so many are watched at first.
constexpr size_t MostUnasked = 128;

std::vector<uint32_t> SpreadEvenly(size_t Agents)
{
	const size_t Count = std::min(Agents, MostUnasked);
	std::vector<uint32_t> Out;
	for (size_t Index = 0; Index < Count; ++Index)
	{
		Out.push_back(static_cast<uint32_t>(Index * Agents / Count));
	}
	return Out;
}

/// Throws InputError where one of them is no agent of the scene.
std::vector<uint32_t> Checked(std::vector<uint32_t> Watch, const Scenarios::Scene& Scene)
{
	std::sort(Watch.begin(), Watch.end());
	Watch.erase(std::unique(Watch.begin(), Watch.end()), Watch.end());
	if (Watch.back() >= Scene.Agents.size())
	{
		throw Scenarios::InputError(
			fmt::format("--watch has {}, must be below {}, the agents of {}", Watch.back(), Scene.Agents.size(), Scene.Name));
	}
	if (Watch.size() > CrowdMaxWatched)
	{
		throw Scenarios::InputError(fmt::format("--watch has {} agents, must be at most {}", Watch.size(), CrowdMaxWatched));
	}
	return Watch;
}
}

struct ReplayWriter::Impl
{
	Impl(Scenarios::Simulation& Run, Info InInfo, const std::vector<uint32_t>& Watch, OverlayLog::Budget Most)
		: Scene(Run.GetScene()),
		  About(std::move(InInfo)),
		  Frames(Scene, MostPositions),
		  Overlays(Run, Watch, Most),
		  WatchedAtFirst(Watch.size())
	{}

	const Scenarios::Scene& Scene;
	Info About;
	FrameLog Frames;
	OverlayLog Overlays;
	size_t WatchedAtFirst;
	uint32_t Added = 0; ///< Frames.
};

ReplayWriter::ReplayWriter(Scenarios::Simulation& Run, Info InInfo, std::vector<uint32_t> Watch)
{
	const Scenarios::Scene& Scene = Run.GetScene();
	const bool bAsked = !Watch.empty();
	State = std::make_unique<Impl>(Run, std::move(InInfo),
		bAsked ? Checked(std::move(Watch), Scene) : SpreadEvenly(Scene.Agents.size()), bAsked ? WhatWasAskedFor : WhatFits);
}

ReplayWriter::~ReplayWriter() = default;

void ReplayWriter::AddFrame(Scenarios::Simulation& Run)
{
	// The step that led here began at the frame before.
	if (State->Added > 0 && State->Frames.Keeps(State->Added - 1))
	{
		State->Overlays.Add(Run, State->Added - 1);
	}
	if (State->Frames.Add(Run))
	{
		State->Overlays.Thin(State->Frames);
	}
	++State->Added;
}

std::string ReplayWriter::Finish(const Scenarios::Metrics& Metrics)
{
	const FrameLog& Frames = State->Frames;
	const Grid On = Frames.ChooseGrid();
	const std::vector<uint32_t> Groups = GroupsOf(State->Scene);
	const std::string Sections[] = {Frames.EncodeAgents(On, Groups), Frames.EncodeFrames(),
		Frames.EncodePositions(On, &Grid::X), Frames.EncodePositions(On, &Grid::Y), Frames.EncodeOverlaps()};
	const std::vector<OverlayLog::Packed> Overlays = State->Overlays.Encode(Frames, On);

	HeaderInput Input = {State->Scene, State->About, Metrics, Frames, On, Groups, {}, {}, State->WatchedAtFirst};
	std::string Numbers;
	for (const std::string& Section : Sections)
	{
		Input.Sections.push_back(Section.size());
		Numbers += Section;
	}
	std::string OverlayBytes;
	for (const OverlayLog::Packed& Overlay : Overlays)
	{
		Input.Overlays.emplace_back(Overlay.Agent, Overlay.Bytes.size());
		OverlayBytes += Overlay.Bytes;
	}
	const std::string Header = MakeHeader(Input);
	const std::string Core = Compress(LengthBytes(Header.size()) + Header + Numbers);
	return MakePage(State->About.Title, ToBase64(LengthBytes(Core.size()) + Core + OverlayBytes));
}
}
