// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/Rvo2Contender.h"

#include "CrowdBench/Contender.h"

#include <chrono>
#include <memory>

namespace CrowdAvoidance::Bench
{
namespace
{
float SignedArea(const std::vector<Vec2>& Vertices)
{
	float Twice = 0.0f;
	for (size_t Vertex = 0; Vertex < Vertices.size(); ++Vertex)
	{
		const Vec2 A = Vertices[Vertex];
		const Vec2 B = Vertices[(Vertex + 1) % Vertices.size()];
		Twice += A.X * B.Y - A.Y * B.X;
	}
	return 0.5f * Twice;
}

/// Preferred velocities are set in a loop before the clock starts, so RVO2's time is doStep() and nothing else. Ours
/// makes them from goals inside the timed step: where the two differ, it is in the peer's favour.
class Rvo2Contender final : public SteeredContender
{
public:
	explicit Rvo2Contender(int InThreads) : SteeredContender("rvo2", "native", InThreads) {}

	void Fill(const Scenarios::Scene& InScene) override
	{
		Scene = &InScene;
		Peer.reset(CreateFastRvo2(InScene.Dt));
		FillRvo2(*Peer, InScene);
		Goals.Reset(InScene);
	}

	double Step() override
	{
		for (int Agent = 0; Agent < AgentCount(); ++Agent)
		{
			Vec2 Position;
			Vec2 Velocity;
			Peer->GetState(Agent, Position.X, Position.Y, Velocity.X, Velocity.Y);
			const Vec2 Desired = Goals.Follow(static_cast<size_t>(Agent), Position);
			Peer->SetPreferredVelocity(Agent, Desired.X, Desired.Y);
		}
		Peer->UseThreads(Threads());
		const auto Start = std::chrono::steady_clock::now();
		Peer->Step();
		const std::chrono::duration<double> Elapsed = std::chrono::steady_clock::now() - Start;
		return Elapsed.count();
	}

	void Read(CrowdFrame& Out) const override
	{
		Out.Resize(Scene->Agents.size());
		for (int Agent = 0; Agent < AgentCount(); ++Agent)
		{
			Peer->GetState(Agent, Out.X[Agent], Out.Y[Agent], Out.VelocityX[Agent], Out.VelocityY[Agent]);
		}
	}

	void Restore(const CrowdFrame& Frame) override
	{
		for (int Agent = 0; Agent < AgentCount(); ++Agent)
		{
			Peer->SetState(Agent, Frame.X[Agent], Frame.Y[Agent], Frame.VelocityX[Agent], Frame.VelocityY[Agent]);
		}
		Goals.Reset(*Scene);
	}

private:
	std::unique_ptr<Rvo2Peer> Peer;
};
}

void FillRvo2(Rvo2Peer& Peer, const Scenarios::Scene& Scene)
{
	const AgentProfile DefaultProfile;
	for (const Scenarios::SceneAgent& Agent : Scene.Agents)
	{
		const AgentProfile& Profile = Scene.Profiles.empty() ? DefaultProfile : Scene.Profiles[Agent.ProfileIndex];
		Peer.AddAgent({.X = Agent.Position.X,
			.Y = Agent.Position.Y,
			.VelocityX = Agent.Velocity.X,
			.VelocityY = Agent.Velocity.Y,
			.NeighborDistance = Profile.NeighborDistance,
			.MaxNeighbors = Profile.MaxNeighbors,
			.AgentHorizon = Profile.AgentHorizon,
			.ObstacleHorizon = Profile.ObstacleHorizon,
			.Radius = Agent.Radius,
			.MaxSpeed = Agent.MaxSpeed});
	}
	for (const std::vector<Vec2>& Vertices : Scene.Obstacles)
	{
		// We accept either winding; to RVO2 a clockwise polygon is a room with the agents inside.
		const bool bReverse = Vertices.size() > 2 && SignedArea(Vertices) < 0.0f;
		std::vector<float> Xy;
		for (size_t Vertex = 0; Vertex < Vertices.size(); ++Vertex)
		{
			const Vec2 Point = Vertices[bReverse ? Vertices.size() - 1 - Vertex : Vertex];
			Xy.push_back(Point.X);
			Xy.push_back(Point.Y);
		}
		Peer.AddObstacle(Xy.data(), static_cast<int>(Vertices.size()));
	}
	Peer.FinishObstacles();
}

std::unique_ptr<Contender> CreateRvo2Contender(int Threads)
{
	return std::make_unique<Rvo2Contender>(Threads);
}
}
