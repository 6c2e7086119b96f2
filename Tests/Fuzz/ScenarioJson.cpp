// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Any text as a scenario: refused with an InputError, or made into a scene.

#include "FuzzTarget.h"
#include "Scenarios/JsonReader.h"
#include "Scenarios/Scene.h"

using namespace CrowdAvoidance;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	// Small crowds: the number of agents is a scenario's own business, and a million of them would hide everything else.
	Scenarios::SceneOptions Options;
	Options.Agents = 20;
	try
	{
		const Scenarios::Scene Scene =
			Scenarios::ParseScene(std::string(reinterpret_cast<const char*>(Data), Size), "fuzz", Options);
		FuzzRequire(Scene.Dt > 0.0f && Scene.MaxSeconds > 0.0, "impossible scene accepted");
		for (const Scenarios::SceneAgent& Agent : Scene.Agents)
		{
			FuzzRequire(Agent.Radius > 0.0f && Agent.ProfileIndex < Scene.Profiles.size() &&
					(!Agent.Shape || *Agent.Shape < Scene.Shapes.size()),
				"impossible agent accepted");
		}
	}
	catch (const Scenarios::InputError& Refused)
	{
		FuzzRequire(Refused.what()[0] != '\0', "refused without a text");
	}
	return 0;
}

std::vector<std::string> FuzzSeeds()
{
	std::vector<std::string> Seeds;
	for (const Scenarios::ScenarioInfo& Info : Scenarios::ListScenarios())
	{
		Seeds.push_back(Scenarios::ReadFile(Info.File));
	}
	return Seeds;
}
