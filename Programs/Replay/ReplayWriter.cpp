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
/// However few agents there are.
constexpr size_t MostFrames = 20'000;
/// What the page's data may have together with overlays that nobody asked for; base64 makes a third more of it. [bytes]
constexpr size_t MostData = 3'500'000;
/// What such overlays may have in any case, and what those that were asked for may have. [bytes]
constexpr size_t LeastOverlays = 2'000'000;
constexpr size_t MostOverlays = 24'000'000;
/// Of overlays while the run goes on, where nobody asked and where somebody did. [bytes]
constexpr size_t SomeMemory = 256u << 20;
constexpr size_t MuchMemory = 512u << 20;
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
		throw Scenarios::InputError(fmt::format(
			"--watch has {}, must be below {}, the agents of {}", Watch.back(), Scene.Agents.size(), Scene.Name));
	}
	if (Watch.size() > CrowdMaxWatched)
	{
		throw Scenarios::InputError(
			fmt::format("--watch has {} agents, must be at most {}", Watch.size(), CrowdMaxWatched));
	}
	return Watch;
}
}

struct ReplayWriter::Impl
{
	Impl(Scenarios::Simulation& Run, Info InInfo, const std::vector<uint32_t>& Watch, bool bInAsked)
		: Scene(Run.GetScene()),
		  About(std::move(InInfo)),
		  bAsked(bInAsked),
		  Frames(Scene, std::clamp(MostPositions / std::max<size_t>(Scene.Agents.size(), 1), size_t{2}, MostFrames)),
		  Overlays(Run, Watch, bAsked ? MuchMemory : SomeMemory)
	{}

	const Scenarios::Scene& Scene;
	Info About;
	bool bAsked; ///< For the agents that are watched.
	FrameLog Frames;
	OverlayLog Overlays;
	uint32_t Added = 0; ///< Frames.
	size_t OverlayCount = 0;
};

ReplayWriter::ReplayWriter(Scenarios::Simulation& Run, Info InInfo, std::vector<uint32_t> Watch)
{
	const Scenarios::Scene& Scene = Run.GetScene();
	const bool bAsked = !Watch.empty();
	State = std::make_unique<Impl>(
		Run, std::move(InInfo), bAsked ? Checked(std::move(Watch), Scene) : SpreadEvenly(Scene.Agents.size()), bAsked);
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
	HeaderInput Input = {State->Scene, State->About, Metrics, Frames, On, Groups, {}, {}};
	std::string Numbers;
	for (const std::string& Section : Sections)
	{
		Input.Sections.push_back(Section.size());
		Numbers += Section;
	}
	const std::string PackedNumbers = Compress(Numbers);

	const size_t Room = MostData - std::min(PackedNumbers.size(), MostData);
	std::string Overlays;
	for (const OverlayLog::Packed& Overlay :
		State->Overlays.Encode(Frames, On, State->bAsked ? MostOverlays : std::max(Room, LeastOverlays)))
	{
		Input.Overlays.emplace_back(Overlay.Agent, Overlay.Bytes.size());
		Overlays += Overlay.Bytes;
	}
	Input.bAllKinds = State->Overlays.HasAllKinds();
	State->OverlayCount = Input.Overlays.size();
	const std::string Header = Compress(MakeHeader(Input));
	return MakePage(State->About.Title,
		ToBase64(LengthBytes(Header.size()) + Header + LengthBytes(PackedNumbers.size()) + PackedNumbers + Overlays));
}

size_t ReplayWriter::OverlayCount() const
{
	return State->OverlayCount;
}
}
