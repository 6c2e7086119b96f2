// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdWorld.h"
#include "TestRandom.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace CrowdAvoidance::Testing
{
/// A scene that depends on these numbers only, to the last bit.
struct SceneOptions
{
	const char* Name = "";
	uint64_t Seed = 1;
	int Agents = 100;
	float Density = 0.7f; ///< [1/m²]
	Vec2 Center = {};     ///< [m]
	std::string Model = "orca";
	bool bPlain = false;
	std::vector<ModelOption> ModelOptions = {};
	bool bObstacles = false;
	bool bMixedProfiles = false;       ///< Neighbour counts 0, 1, 5, 10, 17, 64, all kinds of ranges and horizons.
	bool bMixedRadii = false;          ///< Two orders of magnitude.
	bool bMasks = false;               ///< Groups and avoids; obstacles too.
	bool bFloors = false;              ///< Several heights.
	bool bMixedResponsibility = false; ///< 0 included.
	bool bAccelerations = false;       ///< From one that hardly moves to none.
	bool bTurnRates = false;           ///< From one that hardly turns to none.
	bool bShapes = false;              ///< Some agents are polygons.
	bool bManners = false;             ///< How people see and react, by profile and by person.
	bool bGhosts = false;              ///< Some agents are somebody else's, and stand.
	float ShapeShare = 0.3f;           ///< So many.
	bool bGoals = false;               ///< Half of the agents have one.
	bool bLattice = false;             ///< Exactly regular places and velocities: every tie there can be.
	bool bChurn = false;               ///< Agents and obstacles come, go and change between the steps.
};

/// Few agents, but with everything that a snapshot has to hold.
SceneOptions SmallMixedScene(std::string Model, int Agents);

/// So that a failing test says which scene it was.
std::ostream& operator<<(std::ostream& Stream, const SceneOptions& Options);

class RandomScene
{
public:
	RandomScene(const SceneOptions& InOptions, EIsa Isa, TaskScheduler* Scheduler = nullptr);

	/// One step, with the changes that belong before it.
	StepReport Step(float Dt = 0.1f);

	World& Get() { return Crowd; }
	const World& Get() const { return Crowd; }

private:
	SceneOptions Options;
	TestRandom Random;
	World Crowd;
	float HalfSide = 0.0f;
	std::vector<ProfileHandle> Profiles;
	std::vector<AgentHandle> Handles;
	std::vector<ObstacleHandle> Obstacles;

	void AddProfiles();
	void AddAgent(int Number);
	void AddObstacle();
	void Churn();
};

/// The state hash after every one of so many steps.
std::vector<uint64_t> RunScene(const SceneOptions& Options, EIsa Isa, TaskScheduler* Scheduler, int Steps);
}
