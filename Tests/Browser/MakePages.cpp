// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Writes replay pages for the browser test, and beside each what is true of its run:  CrowdReplayPages OUTDIR

#include "Replay/ReplayWriter.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

namespace CrowdAvoidance
{
namespace
{
struct PageDef
{
	const char* Name; ///< Of the file.
	const char* Scenario;
	std::string Model;
	int Steps; ///< At most.
	std::vector<uint32_t> Watch;
	const char* Title;
};

void WriteFile(const std::filesystem::path& Path, const std::string& Text)
{
	std::ofstream File(Path, std::ios::binary);
	File << Text;
	if (!File.flush())
	{
		throw Scenarios::InputError(fmt::format("{}: cannot be written", Path.string()));
	}
}

/// Where a few agents are in this frame, by their numbers; null: has left.
nlohmann::json TruthOf(const Scenarios::Simulation& Run)
{
	const World& Crowd = Run.GetWorld();
	const uint32_t Agents = static_cast<uint32_t>(Run.GetScene().Agents.size());
	std::map<uint32_t, Vec2> There;
	const AgentsView View = Crowd.Agents();
	for (int Place = 0; Place < View.Count; ++Place)
	{
		There[View.HandleIndex[Place]] = {View.PositionX[Place], View.PositionY[Place]};
	}
	nlohmann::json Out = nlohmann::json::array();
	for (uint32_t Agent = 0; Agent < Agents; Agent += std::max(Agents / 8, 1u))
	{
		const auto Found = There.find(Agent);
		Out.push_back({{"agent", Agent}, {"position", nullptr}});
		if (Found != There.end())
		{
			Out.back()["position"] = {Found->second.X, Found->second.Y};
		}
	}
	return Out;
}

void MakePage(const PageDef& Def, const std::filesystem::path& Folder)
{
	Scenarios::SceneOptions SceneOptions;
	const Scenarios::Scene Scene = Scenarios::LoadScene(Def.Scenario, SceneOptions);
	Scenarios::RunOptions Options;
	Options.World.Model = Def.Model;
	Scenarios::Simulation Run(Scene, Options);
	Run.EnableMetrics();
	Replay::ReplayWriter Writer(Run, {Def.Title, Def.Model, Scene.Planner}, Def.Watch);

	nlohmann::json Truth = {{"agents", Scene.Agents.size()}, {"frames", nlohmann::json::array()}};
	Writer.AddFrame(Run);
	int Frame = 0;
	for (bool bGoOn = true; bGoOn && Frame < Def.Steps;)
	{
		if (Frame % 25 == 0)
		{
			Truth["frames"].push_back({{"frame", Frame}, {"agents", TruthOf(Run)}});
		}
		bGoOn = Run.Step();
		++Frame;
		Writer.AddFrame(Run);
	}
	Truth["frameCount"] = Frame + 1;
	const std::string Page = Writer.Finish(Run.ComputeMetrics());
	WriteFile(Folder / fmt::format("{}.html", Def.Name), Page);
	WriteFile(Folder / fmt::format("{}.json", Def.Name), Truth.dump());
	fmt::print("{}: {} agents, {} frames, {:.2f} MB\n", Def.Name, Scene.Agents.size(), Frame + 1,
		static_cast<double>(Page.size()) / 1e6);
}
}
}

int main(int ArgumentCount, char** Arguments)
{
	using namespace CrowdAvoidance;
	if (ArgumentCount != 2)
	{
		fmt::print(stderr, "usage: CrowdReplayPages OUTDIR\n");
		return 2;
	}
	const PageDef Pages[] = {
		{"circle", "circle-32", "orca", 300, {}, "circle-32"},
		{"clearpath", "four-streams", "clearpath", 200, {}, "four-streams"},
		{"doors", "doors", "orca", 400, {0, 5}, "</title><script>alert(1)</script> & doors @DATA@"},
		{"evacuation", "evac-500", "orca", 600, {}, "evac-500"},
		{"large", "uniform-10k", "orca", 60, {}, "uniform-10k"},
	};
	try
	{
		std::filesystem::create_directories(Arguments[1]);
		for (const PageDef& Def : Pages)
		{
			MakePage(Def, Arguments[1]);
		}
	}
	catch (const std::exception& Error)
	{
		fmt::print(stderr, "CrowdReplayPages: {}\n", Error.what());
		return 2;
	}
	return 0;
}
