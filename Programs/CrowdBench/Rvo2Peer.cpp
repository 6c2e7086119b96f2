// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

// Compiled twice, as CMakeLists.txt says: CROWD_RVO2_CREATE is the function to define, CROWD_RVO2_FLAGS the flags. RVO2's
// namespace is renamed in one of the two, so that both fit into one program.
#include "CrowdBench/Rvo2Peer.h"

#include <RVOSimulator.h>
#include <omp.h>

#include <vector>

namespace CrowdAvoidance::Bench
{
namespace
{
class Rvo2PeerImpl final : public Rvo2Peer
{
public:
	explicit Rvo2PeerImpl(float Dt) { Simulator.setTimeStep(Dt); }

	void AddAgent(const Rvo2Agent& Agent) override
	{
		Simulator.addAgent(RVO::Vector2(Agent.X, Agent.Y), Agent.NeighborDistance,
			static_cast<size_t>(Agent.MaxNeighbors), Agent.AgentHorizon, Agent.ObstacleHorizon, Agent.Radius,
			Agent.MaxSpeed, RVO::Vector2(Agent.VelocityX, Agent.VelocityY));
	}

	void AddObstacle(const float* Xy, int VertexCount) override
	{
		std::vector<RVO::Vector2> Vertices;
		for (int Vertex = 0; Vertex < VertexCount; ++Vertex)
		{
			Vertices.push_back(RVO::Vector2(Xy[2 * Vertex], Xy[2 * Vertex + 1]));
		}
		Simulator.addObstacle(Vertices);
	}

	void FinishObstacles() override { Simulator.processObstacles(); }

	void SetPreferredVelocity(int Agent, float X, float Y) override
	{
		Simulator.setAgentPrefVelocity(static_cast<size_t>(Agent), RVO::Vector2(X, Y));
	}

	void SetState(int Agent, float X, float Y, float VelocityX, float VelocityY) override
	{
		Simulator.setAgentPosition(static_cast<size_t>(Agent), RVO::Vector2(X, Y));
		Simulator.setAgentVelocity(static_cast<size_t>(Agent), RVO::Vector2(VelocityX, VelocityY));
	}

	void GetState(int Agent, float& X, float& Y, float& VelocityX, float& VelocityY) const override
	{
		const RVO::Vector2& Position = Simulator.getAgentPosition(static_cast<size_t>(Agent));
		const RVO::Vector2& Velocity = Simulator.getAgentVelocity(static_cast<size_t>(Agent));
		X = Position.x();
		Y = Position.y();
		VelocityX = Velocity.x();
		VelocityY = Velocity.y();
	}

	int ObstacleVertexCount() const override { return static_cast<int>(Simulator.getNumObstacleVertices()); }

	void GetObstacleVertex(int Vertex, float& X, float& Y) const override
	{
		const RVO::Vector2& Point = Simulator.getObstacleVertex(static_cast<size_t>(Vertex));
		X = Point.x();
		Y = Point.y();
	}

	void UseThreads(int Threads) override { omp_set_num_threads(Threads); }
	void Step() override { Simulator.doStep(); }
	const char* CompilerFlags() const override { return CROWD_RVO2_FLAGS; }

private:
	RVO::RVOSimulator Simulator;
};
}

Rvo2Peer* CROWD_RVO2_CREATE(float Dt)
{
	return new Rvo2PeerImpl(Dt);
}
}
