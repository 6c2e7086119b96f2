// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdAgent.h"
#include "CrowdCore/CrowdDebug.h"
#include "CrowdCore/CrowdSnapshot.h"
#include "CrowdCore/CrowdStatus.h"

#include <cstddef>
#include <span>
#include <type_traits>

namespace CrowdAvoidance
{
/// One field of consecutive agents, wherever the world keeps it. T is const where it is only to be read.
template <typename T>
class AgentColumn
{
public:
	AgentColumn() = default;
	AgentColumn(T* InFirst, size_t InStrideBytes) : First(InFirst), StrideBytes(InStrideBytes) {}

	T& operator[](size_t Index) const
	{
		using Byte = std::conditional_t<std::is_const_v<T>, const char, char>;
		return *reinterpret_cast<T*>(reinterpret_cast<Byte*>(First) + Index * StrideBytes);
	}

private:
	T* First = nullptr;
	size_t StrideBytes = 0;
};

/// Some agents inside a step (all of them, where the backend works on whole arrays), in the world's internal order.
struct AgentBlock
{
	int Count = 0;
	int Worker = 0; ///< Below the scheduler's WorkerCount(); no two blocks that are worked on at once share it.
	float Dt = 0.0f;
	AgentColumn<const uint32_t> HandleIndex;
	AgentColumn<const float> Radius, MaxSpeed, PreferredSpeed;
};

class World;

/// Finds paths to goals inside the step, on all threads at once. World::SetGoal hands goals to it; handles have been checked by
/// then. It must outlive the world, or be taken away with SetPlanner(nullptr).
///
/// In Plan and Confine each agent is in exactly one block; what a planner does for it there must not depend on what it does for
/// others in the same call, or results would depend on threads. What concerns several agents belongs into BeginStep.
///
/// Whoever leads an agent decides when it has arrived. Agents that go straight have when their goal's first point is within the
/// arrival radius. Of our planners steering and the roadmap take the nearest of its points; the navigator only the one that its
/// path ends at and only while it walks (not through a wall, nor where the goal cannot be reached), and more room where many share
/// a goal that they would crowd.
class CROWDAVOIDANCECORE_API Planner
{
public:
	struct PlanBlock : AgentBlock
	{
		AgentColumn<const float> PositionX, PositionY;
		AgentColumn<const float> VelocityX, VelocityY;
		/// In: what the world would do (straight to its goal, or the desired velocity as given). Out: leave or replace.
		/// [m/s]
		float* DesiredX = nullptr;
		float* DesiredY = nullptr;
	};

	struct MoveBlock : AgentBlock
	{
		AgentColumn<float> PositionX, PositionY; ///< Where the step has brought them.
		AgentColumn<float> VelocityX, VelocityY;
		/// AgentsView::AgentFlagArrived is the planner's to set, for agents that it leads; the other bits stay as they are.
		AgentColumn<uint32_t> Flags;
	};

	virtual ~Planner() = default;

	/// The agent is to go to whichever of some points has the shortest path. True: the planner leads it from now on, until Forget. False:
	/// the world does, straight to the first point. Id: AgentDef::Id, by which ties are to be broken.
	virtual Result<bool> SetGoal(
		AgentHandle /*Agent*/, uint64_t /*Id*/, std::span<const Vec2> /*AnyOf*/, float /*ArrivalRadius*/)
	{
		return false;
	}
	/// The agent has no goal any more, or is gone and its index may be another agent's from now on.
	virtual void Forget(AgentHandle Agent) = 0;
	/// Of an agent that the planner leads and that has not arrived.
	virtual ENavStatus Status(AgentHandle /*Agent*/) const { return ENavStatus::None; }

	/// Before each step, on the thread that called it: whatever is not done for each agent by itself. May change the world.
	virtual void BeginStep(World& /*Crowd*/, float /*Dt*/) {}
	/// What each agent would do were it alone.
	virtual void Plan(const PlanBlock& Block) = 0;
	/// After the agents have moved: notes arrivals, and may put agents elsewhere (back onto a navigation mesh). Neighbours see
	/// that in the next step.
	virtual void Confine(const MoveBlock& /*Block*/) {}

	/// After a step, for a watched agent: adds its path (EDebugKind::Path, Corridor), from Out.Position on.
	virtual void Describe(AgentHandle /*Agent*/, DebugGeometry& /*Out*/) const {}

	/// For World::Save: all that its later answers depend on.
	virtual Result<void> Save(SnapshotWriter& /*To*/) const
	{
		return Error::Format("the world's planner cannot be saved");
	}
	/// For World::Load, on a planner that was set up like the one that was saved and leads nobody: from now on it answers as that one
	/// would. Crowd has its agents, under the same handles, and its obstacles. On an error it still leads nobody.
	virtual Result<void> Load(SnapshotReader& /*From*/, const World& /*Crowd*/)
	{
		return Error::Format("the world's planner cannot be loaded");
	}
};
}
