// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Any text as a state for `crowd step`: refused with an InputError, or answered with as many finite velocities as agents.

#include "../FuzzTarget.h"
#include "CrowdCli/StepState.h"
#include "Scenarios/JsonReader.h"

#include <cmath>

using namespace CrowdAvoidance;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	const std::string Text(reinterpret_cast<const char*>(Data), Size);
	try
	{
		const Scenarios::Json Answer = Scenarios::Json::parse(Cli::StepState(Text, "fuzz", {}));
		const Scenarios::Json& Velocities = Answer.at("velocities");
		FuzzRequire(Velocities.size() == Scenarios::Json::parse(Text).at("agents").size(), "not one velocity an agent");
		for (const Scenarios::Json& Velocity : Velocities)
		{
			FuzzRequire(std::isfinite(Velocity.at(0).get<double>()) && std::isfinite(Velocity.at(1).get<double>()),
				"a velocity that is not finite");
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
	return {
		R"({"dt": 0.1, "agents": []})",
		R"({"dt": 0.1, "model": "orca", "options": {"plain": true}, "agents": [
			{"position": [0, 0], "velocity": [1, 0], "desiredVelocity": [1.5, 0], "radius": 0.3, "maxSpeed": 1.5,
				"neighborDistance": 5, "maxNeighbors": 10, "agentHorizon": 2, "obstacleHorizon": 2},
			{"position": [2, 0.1], "velocity": [-1, 0], "desiredVelocity": [-1.5, 0], "radius": 0.3, "maxSpeed": 1.5,
				"neighborDistance": 5, "maxNeighbors": 10, "agentHorizon": 2, "obstacleHorizon": 2}],
			"obstacles": [[[0, 1], [5, 1]], [[3, 3], [4, 3], [4, 4], [3, 4]]]})",
		R"({"dt": 0.05, "agents": [{"position": [0, 0], "velocity": [0, 0], "desiredVelocity": [1, 1]},
			{"position": [0, 0], "velocity": [0, 0], "desiredVelocity": [-1, 1]},
			{"position": [0.1, 0], "velocity": [0, 0], "desiredVelocity": [1, -1], "radius": 1}],
			"obstacles": [[[-1, -1], [1, -1], [0, 0.5]]]})",
		R"({"dt": 0.1, "model": "clearpath", "agents": [{"position": [2, 0.2], "velocity": [-1, 0],
			"desiredVelocity": [-1, 0]}, {"position": [0, 0], "velocity": [1, 0], "desiredVelocity": [1, 0],
			"shape": [[-1, -0.4], [1, -0.4], [1, 0.4], [-1, 0.4]], "heading": 0.3}]})",
	};
}
