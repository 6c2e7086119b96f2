// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/Simulation.h"

#include <memory>
#include <string>
#include <vector>

namespace CrowdAvoidance::Bench
{
/// Where a crowd is.
struct CrowdFrame : Scenarios::CrowdFrame
{
	/// Of simulators that keep a path for each agent: the polygons ahead of it. Empty: of the others.
	std::vector<std::vector<uint64_t>> Paths;
};

/// Which goal each agent of a peer is after, by the rules of Scenarios::Simulation.
class GoalTracker
{
public:
	void Reset(const Scenarios::Scene& InScene);
	/// Null: the agent has none and keeps the velocity it started with.
	const Vec2* Goal(size_t Agent) const;
	/// Whether the agent may take any exit now, and leaves the scene there.
	bool IsLeaving(size_t Agent) const;
	/// The agent has reached its present goal. True when that gave it another one.
	bool Advance(size_t Agent);
	/// The agent has nowhere to go any more.
	void Finish(size_t Agent);
	bool IsDone(size_t Agent) const { return bDone[Agent] != 0; }
	/// Peers know no goals. Takes note of an arrival at Position and returns what the agent would do were it alone: walk
	/// at its preferred speed without overshooting the goal, and stand once it has arrived.
	Vec2 Follow(size_t Agent, Vec2 Position);
	int ArrivedCount() const { return Arrived; }

private:
	const Scenarios::Scene* Scene = nullptr;
	std::vector<uint32_t> GoalIndex;
	std::vector<uint8_t> bDone;
	int Arrived = 0;
};

/// A simulator that takes part. It is filled once, steps, and can be set back to an earlier state, so that every
/// contender is timed over the same stretch of simulated time however fast it is.
class Contender
{
public:
	Contender(std::string InName, std::string InIsa, int InThreads);
	virtual ~Contender() = default;

	const std::string& Name() const { return ContenderName; }
	/// Instruction set of its kernels.
	const std::string& Isa() const { return IsaText; }
	int Threads() const { return ThreadCount; }

	/// InScene must outlive the contender.
	virtual void Fill(const Scenarios::Scene& InScene) = 0;
	/// One step of the scene's Dt. Returns the seconds that the simulator's own step took, planning included; goals that it
	/// does not know of are followed, and those who have arrived looked for, outside that time.
	virtual double Step() = 0;
	virtual void Read(CrowdFrame& Out) const = 0;
	/// Back to a state that Read gave and to the first goals.
	virtual void Restore(const CrowdFrame& Frame) = 0;
	virtual int ArrivedCount() const = 0;
	/// Agents that have not left the scene.
	virtual int PresentCount() const = 0;
	/// Of the last step, with all planning in Plan; null when the simulator does not tell.
	virtual const StageTimes* Stages() const { return nullptr; }
	/// What the simulator says it holds; 0 when it does not tell.
	virtual size_t MemoryBytes() const { return 0; }

private:
	std::string ContenderName;
	std::string IsaText;
	int ThreadCount;
};

/// A peer without goals: it is told in each step how each agent is to move, and all agents stay.
class SteeredContender : public Contender
{
public:
	using Contender::Contender;

	int ArrivedCount() const override { return Goals.ArrivedCount(); }
	int PresentCount() const override { return AgentCount(); }

protected:
	int AgentCount() const { return static_cast<int>(Scene->Agents.size()); }

	const Scenarios::Scene* Scene = nullptr;
	GoalTracker Goals;
};

/// Ours.
std::unique_ptr<Contender> CreateCrowdContender(const ModelType& Model, EIsa Isa, int Threads);

#if CROWD_WITH_RVO2
std::unique_ptr<Contender> CreateRvo2Contender(int Threads);
#endif

#if CROWD_WITH_DETOUR
/// Its grid and neighbour indices are 16-bit and it makes four grid items an agent.
constexpr int DetourMaxAgents = 16000;
/// On open ground: everybody is told in each step how to move.
std::unique_ptr<Contender> CreateDetourContender();
/// On the navigation mesh of the scene as it is at the start: everybody has a path.
std::unique_ptr<Contender> CreateDetourMeshContender();
#endif
}
