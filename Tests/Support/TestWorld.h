// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdWorld.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace CrowdAvoidance::Testing
{
/// A world, or the end of the test process with a message: a test that cannot even make its world must not go on.
/// With CROWD_TEST_KEEPING_BACKEND in the environment it is one of CreateKeepingWorld.
World MakeWorld(const WorldDef& Def = {});
World MakePlainWorld();
/// "orca" or "orca-plain".
std::string ModelName(std::string Model, bool bPlain);

ProfileHandle MustAddProfile(World& Target, const AgentProfile& Profile);
AgentHandle MustAdd(World& Target, const AgentDef& Def);
ObstacleHandle MustAddObstacle(World& Target, std::initializer_list<Vec2> Vertices, uint32_t Groups = ~0u);
ObstacleHandle MustAddObstacle(World& Target, const std::vector<Vec2>& Vertices, uint32_t Groups = ~0u);
AgentState MustGet(const World& Target, AgentHandle Handle);
StepReport MustStep(World& Target, float Dt);

/// An agent that walks with that velocity and wants to.
AgentDef Walker(Vec2 Position, Vec2 Velocity, float Radius = 0.3f);

/// How far two agents overlap, negative when they are apart. [m]
float Overlap(const AgentState& A, const AgentState& B);
/// The deepest overlap of any two agents, by brute force. [m]
float DeepestOverlap(const World& Target);

/// Empty when every position and velocity is a finite number, otherwise which one is not.
std::string FindNonFinite(const World& Target);
/// Empty when no agent is faster than it can be, otherwise which one is.
std::string FindTooFast(const World& Target);

/// Everything that can be read of a world without changing it, to prove that a refused call changed nothing.
struct Snapshot
{
	uint64_t Hash = 0;
	uint64_t Steps = 0;
	int AgentCount = 0;
	int ObstacleCount = 0;
	std::vector<uint32_t> Order;
	std::vector<AgentState> States;

	explicit Snapshot(const World& Source);
};
bool operator==(const Snapshot& A, const Snapshot& B);
bool SameState(const AgentState& A, const AgentState& B);

/// The instruction sets that this build and machine can run, Scalar first.
std::vector<EIsa> AvailableIsas();
}
