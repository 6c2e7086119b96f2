// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdDebug.h"

#include <cstddef>
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

/// A few neighbouring agents inside a step, in the world's internal order.
struct AgentBlock
{
	int Count = 0;
	int Worker = 0; ///< Below the scheduler's WorkerCount(); no two blocks that are worked on at once share it.
	float Dt = 0.0f;
	AgentColumn<const uint32_t> HandleIndex;
	AgentColumn<const float> Radius, MaxSpeed, PreferredSpeed;
};

/// A source of desired velocities that works inside the step, on all threads at once. Each agent is in exactly one block of
/// each call; what a planner does for it must not depend on other agents of that call, or results would depend on threads.
/// It must outlive the world, or be taken away with SetPlanner(nullptr).
class CROWDAVOIDANCECORE_API Planner
{
public:
	struct PlanBlock : AgentBlock
	{
		AgentColumn<const float> PositionX, PositionY;
		AgentColumn<const float> VelocityX, VelocityY;
		/// In: what the world would do (towards its own goal, or the desired velocity as given). Out: leave or replace. [m/s]
		float* DesiredX = nullptr;
		float* DesiredY = nullptr;
	};

	struct MoveBlock : AgentBlock
	{
		AgentColumn<float> PositionX, PositionY; ///< Where the step has brought them.
		AgentColumn<float> VelocityX, VelocityY;
	};

	virtual ~Planner() = default;

	/// Before avoidance: what each agent would do were it alone.
	virtual void Plan(const PlanBlock& Block) = 0;
	/// After the agents have moved: may put them elsewhere (back onto a navmesh). Neighbours see that in the next step.
	virtual void Confine(const MoveBlock& Block) = 0;
	/// The index may be given to another agent from now on. Called outside steps.
	virtual void Forget(uint32_t HandleIndex) = 0;
	/// After a step, for a watched agent: adds its way ahead (EDebugKind::Path, Corridor), from Out.Position on.
	virtual void Describe(uint32_t /*HandleIndex*/, DebugGeometry& /*Out*/) const {}
};
}
