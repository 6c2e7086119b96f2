// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/DetourPeer.h"

#include <algorithm>
#include <cstring>

namespace CrowdAvoidance::Bench
{
namespace
{
constexpr int Quality = 3;
}

DetourCrowdPtr MakeDetourCrowd(const Scenarios::Scene& Scene, dtNavMesh& Mesh)
{
	float MaxRadius = 0.0f;
	for (const Scenarios::SceneAgent& Agent : Scene.Agents)
	{
		MaxRadius = std::max(MaxRadius, Agent.Radius);
	}
	DetourCrowdPtr Crowd(dtAllocCrowd());
	if (!Crowd || !Crowd->init(static_cast<int>(Scene.Agents.size()), MaxRadius, &Mesh))
	{
		throw Scenarios::InputError("detour: no crowd can be made for scene " + Scene.Name);
	}
	dtObstacleAvoidanceParams Avoidance = *Crowd->getObstacleAvoidanceParams(Quality);
	Avoidance.velBias = 0.5f;
	Avoidance.adaptiveDivs = 7;
	Avoidance.adaptiveRings = 3;
	Avoidance.adaptiveDepth = 3;
	Crowd->setObstacleAvoidanceParams(Quality, &Avoidance);
	return Crowd;
}

dtCrowdAgentParams MakeDetourParams(const Scenarios::SceneAgent& Agent, float Speed)
{
	dtCrowdAgentParams Params;
	std::memset(&Params, 0, sizeof(Params));
	Params.radius = Agent.Radius;
	Params.height = 2.0f;
	Params.maxAcceleration = 8.0f;
	Params.maxSpeed = Speed;
	Params.collisionQueryRange = 12.0f * Agent.Radius;
	Params.pathOptimizationRange = 30.0f * Agent.Radius;
	Params.updateFlags = DT_CROWD_OBSTACLE_AVOIDANCE;
	Params.obstacleAvoidanceType = Quality;
	return Params;
}

int AddDetourAgent(dtCrowd& Crowd, const Scenarios::Scene& Scene, Vec2 Position, const dtCrowdAgentParams& Params)
{
	const float At[3] = {Position.X, 0.0f, Position.Y};
	const int Index = Crowd.addAgent(At, &Params);
	if (Index < 0 || Crowd.getAgent(Index)->state != DT_CROWDAGENT_STATE_WALKING)
	{
		throw Scenarios::InputError("detour: an agent of scene " + Scene.Name + " finds no place");
	}
	return Index;
}
}
