// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/Agreement.h"

#include "CrowdBench/Rvo2Contender.h"
#include "Scenarios/Random.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

namespace CrowdAvoidance::Bench
{
namespace
{
/// Numbers in a row that depend on the seed alone.
class Random
{
public:
	explicit Random(uint64_t InSeed) : Seed(InSeed) {}

	float Uniform(float Low, float High)
	{
		return Low + (High - Low) * static_cast<float>(Scenarios::RandomUnit(Seed, 0, Count++));
	}

	Vec2 Velocity(float MaxSpeed)
	{
		const float Angle = Uniform(0.0f, 2.0f * std::numbers::pi_v<float>);
		const float Speed = Uniform(0.0f, MaxSpeed);
		return {Speed * std::cos(Angle), Speed * std::sin(Angle)};
	}

private:
	uint64_t Seed;
	uint64_t Count = 0;
};

/// Even-odd rule.
bool IsInside(Vec2 Point, const std::vector<Vec2>& Polygon)
{
	bool bInside = false;
	for (size_t Vertex = 0; Vertex < Polygon.size(); ++Vertex)
	{
		const Vec2 A = Polygon[Vertex];
		const Vec2 B = Polygon[(Vertex + 1) % Polygon.size()];
		if ((A.Y > Point.Y) != (B.Y > Point.Y) && Point.X < A.X + (B.X - A.X) * (Point.Y - A.Y) / (B.Y - A.Y))
		{
			bInside = !bInside;
		}
	}
	return bInside;
}

/// One obstacle every eight metres: a square, a wall or an L (whose inner corner is not convex) in turn, each turned its
/// own way.
std::vector<std::vector<Vec2>> MakeObstacles(float Side, Random& Dice)
{
	const std::vector<Vec2> Shapes[] = {
		{{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}},
		{{-1.5f, 0.0f}, {1.5f, 0.0f}},
		{{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 0.0f}, {0.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 1.0f}},
	};
	constexpr float Pitch = 8.0f;
	std::vector<std::vector<Vec2>> Obstacles;
	for (float Y = 0.5f * Pitch; Y < Side; Y += Pitch)
	{
		for (float X = 0.5f * Pitch; X < Side; X += Pitch)
		{
			const float Angle = Dice.Uniform(0.0f, 2.0f * std::numbers::pi_v<float>);
			std::vector<Vec2> Placed;
			for (const Vec2 Corner : Shapes[Obstacles.size() % std::size(Shapes)])
			{
				Placed.push_back({X + std::cos(Angle) * Corner.X - std::sin(Angle) * Corner.Y,
					Y + std::sin(Angle) * Corner.X + std::cos(Angle) * Corner.Y});
			}
			Obstacles.push_back(std::move(Placed));
		}
	}
	return Obstacles;
}

/// Agents that keep a desired velocity (Scene: an agent without goals desires the velocity it starts with) would have
/// the same velocity as desired one, so the two are made apart.
struct RandomState
{
	Scenarios::Scene Scene;
	std::vector<Vec2> Desired;
};

RandomState MakeState(const AgreementOptions& Options)
{
	Random Dice(Options.Seed);
	RandomState State;
	State.Scene.Name = "agreement";
	State.Scene.Profiles.emplace_back();
	const float Side = std::sqrt(static_cast<float>(Options.Agents) / Options.Density);
	if (Options.bObstacles)
	{
		State.Scene.Obstacles = MakeObstacles(Side, Dice);
	}
	while (static_cast<int>(State.Scene.Agents.size()) < Options.Agents)
	{
		Scenarios::SceneAgent Agent;
		Agent.Position = {Dice.Uniform(0.0f, Side), Dice.Uniform(0.0f, Side)};
		Agent.Radius = Dice.Uniform(0.15f, 0.35f);
		Agent.MaxSpeed = Dice.Uniform(1.0f, 2.0f);
		Agent.Velocity = Dice.Velocity(Agent.MaxSpeed);
		const Vec2 Desired = Dice.Velocity(Agent.MaxSpeed);
		// To RVO2 an obstacle has no inside, only edges seen from the right of them.
		const bool bInsideObstacle = std::any_of(State.Scene.Obstacles.begin(), State.Scene.Obstacles.end(),
			[&Agent](const std::vector<Vec2>& Obstacle) { return IsInside(Agent.Position, Obstacle); });
		if (!bInsideObstacle)
		{
			State.Scene.Agents.push_back(Agent);
			State.Desired.push_back(Desired);
		}
	}
	return State;
}

/// Whether rounding decides which neighbours the agent avoids.
bool IsNeighborTie(const Scenarios::Scene& Scene, size_t Agent, std::vector<double>& Scratch)
{
	const AgentProfile& Profile = Scene.Profiles.front();
	const Vec2 Here = Scene.Agents[Agent].Position;
	// The edge of the range takes part as if someone stood there: it too cuts the list off.
	const double Range = static_cast<double>(Profile.NeighborDistance) * Profile.NeighborDistance;
	Scratch.assign(1, Range);
	for (size_t Other = 0; Other < Scene.Agents.size(); ++Other)
	{
		if (Other != Agent)
		{
			const double X = static_cast<double>(Scene.Agents[Other].Position.X) - Here.X;
			const double Y = static_cast<double>(Scene.Agents[Other].Position.Y) - Here.Y;
			Scratch.push_back(X * X + Y * Y);
		}
	}
	const size_t Kept = static_cast<size_t>(Profile.MaxNeighbors);
	const size_t Sorted = std::min(Kept + 2, Scratch.size());
	std::partial_sort(Scratch.begin(), Scratch.begin() + static_cast<std::ptrdiff_t>(Sorted), Scratch.end());
	for (size_t Index = 0; Index + 1 < Sorted; ++Index)
	{
		const double Near = Scratch[Index];
		const double Far = Scratch[Index + 1];
		const bool bCutsOff = Index + 1 == Kept || Near == Range || Far == Range;
		if (bCutsOff && Far - Near < 1e-5 * Far)
		{
			return true;
		}
	}
	return false;
}

/// The velocities after one step of ours. Set up by hand rather than through a contender, which would give goals.
std::vector<Vec2> StepOurs(const RandomState& State, EIsa Isa)
{
	const auto Check = [](const auto& Outcome)
	{
		if (!Outcome)
		{
			throw Scenarios::InputError(Outcome.ErrorText());
		}
	};
	WorldDef Def;
	Def.Model = "orca-plain";
	Def.Isa = Isa;
	Result<World> Crowd = World::Create(Def);
	Check(Crowd);
	World& Ours = Crowd.Value();
	Check(Ours.SetProfile(ProfileHandle{}, State.Scene.Profiles.front()));
	for (const std::vector<Vec2>& Obstacle : State.Scene.Obstacles)
	{
		Check(Ours.AddObstacle({.Vertices = Obstacle}));
	}
	std::vector<AgentHandle> Handles;
	for (size_t Agent = 0; Agent < State.Scene.Agents.size(); ++Agent)
	{
		const Scenarios::SceneAgent& From = State.Scene.Agents[Agent];
		AgentDef Definition;
		Definition.Position = From.Position;
		Definition.Velocity = From.Velocity;
		Definition.DesiredVelocity = State.Desired[Agent];
		Definition.Radius = From.Radius;
		Definition.MaxSpeed = From.MaxSpeed;
		const Result<AgentHandle> Handle = Ours.AddAgent(Definition);
		Check(Handle);
		Handles.push_back(Handle.Value());
	}
	Check(Ours.Step(State.Scene.Dt));
	std::vector<Vec2> Velocities;
	for (const AgentHandle Handle : Handles)
	{
		const Result<AgentState> After = Ours.GetAgent(Handle);
		Check(After);
		Velocities.push_back(After.Value().Velocity);
	}
	return Velocities;
}

struct Edge
{
	Vec2 From, To;
};

double Distance(Vec2 Point, const Edge& Each)
{
	const double SpanX = static_cast<double>(Each.To.X) - Each.From.X;
	const double SpanY = static_cast<double>(Each.To.Y) - Each.From.Y;
	const double X = static_cast<double>(Point.X) - Each.From.X;
	const double Y = static_cast<double>(Point.Y) - Each.From.Y;
	const double Share = std::clamp((X * SpanX + Y * SpanY) / (SpanX * SpanX + SpanY * SpanY), 0.0, 1.0);
	return std::hypot(X - Share * SpanX, Y - Share * SpanY);
}

/// The scene's edges on which RVO2 has put a corner of its own.
std::vector<Edge> FindCutEdges(const Scenarios::Scene& Scene, const Rvo2Peer& Peer)
{
	std::vector<Edge> Edges;
	for (const std::vector<Vec2>& Obstacle : Scene.Obstacles)
	{
		for (size_t Vertex = 0; Vertex < Obstacle.size(); ++Vertex)
		{
			Edges.push_back({Obstacle[Vertex], Obstacle[(Vertex + 1) % Obstacle.size()]});
		}
	}
	std::vector<Edge> Cut;
	for (int Vertex = static_cast<int>(Edges.size()); Vertex < Peer.ObstacleVertexCount(); ++Vertex)
	{
		Vec2 Added;
		Peer.GetObstacleVertex(Vertex, Added.X, Added.Y);
		std::copy_if(Edges.begin(), Edges.end(), std::back_inserter(Cut),
			[Added](const Edge& Each) { return Distance(Added, Each) < 1e-3; });
	}
	return Cut;
}

struct Rvo2Outcome
{
	std::vector<Vec2> Velocities;
	std::vector<Edge> CutEdges;
};

Rvo2Outcome StepRvo2(const RandomState& State)
{
	const std::unique_ptr<Rvo2Peer> Peer(CreateReferenceRvo2(State.Scene.Dt));
	FillRvo2(*Peer, State.Scene);
	for (size_t Agent = 0; Agent < State.Desired.size(); ++Agent)
	{
		Peer->SetPreferredVelocity(static_cast<int>(Agent), State.Desired[Agent].X, State.Desired[Agent].Y);
	}
	Peer->UseThreads(1);
	Peer->Step();
	Rvo2Outcome Outcome;
	for (size_t Agent = 0; Agent < State.Desired.size(); ++Agent)
	{
		Vec2 Position;
		Vec2 Velocity;
		Peer->GetState(static_cast<int>(Agent), Position.X, Position.Y, Velocity.X, Velocity.Y);
		Outcome.Velocities.push_back(Velocity);
	}
	Outcome.CutEdges = FindCutEdges(State.Scene, *Peer);
	return Outcome;
}

bool ReachesAny(const Scenarios::SceneAgent& Agent, const AgentProfile& Profile, const std::vector<Edge>& Edges)
{
	const float Reach = Profile.ObstacleHorizon * Agent.MaxSpeed + Agent.Radius;
	return std::any_of(
		Edges.begin(), Edges.end(), [&](const Edge& Each) { return Distance(Agent.Position, Each) <= Reach; });
}
}

AgreementResult CompareWithRvo2(const AgreementOptions& Options)
{
	const RandomState State = MakeState(Options);
	const std::vector<Vec2> Ours = StepOurs(State, Options.Isa);
	const Rvo2Outcome Rvo2 = StepRvo2(State);
	AgreementResult Outcome;
	std::vector<double> Scratch;
	for (size_t Agent = 0; Agent < Ours.size(); ++Agent)
	{
		if (IsNeighborTie(State.Scene, Agent, Scratch))
		{
			++Outcome.Ties;
			continue;
		}
		if (ReachesAny(State.Scene.Agents[Agent], State.Scene.Profiles.front(), Rvo2.CutEdges))
		{
			++Outcome.CutEdges;
			continue;
		}
		const Vec2 Expected = Rvo2.Velocities[Agent];
		const double Difference = std::hypot(Ours[Agent].X - Expected.X, Ours[Agent].Y - Expected.Y);
		++Outcome.Compared;
		Outcome.Agreeing += Difference < 1e-3;
		Outcome.WorstDifference = std::max(Outcome.WorstDifference, Difference);
	}
	return Outcome;
}
}
