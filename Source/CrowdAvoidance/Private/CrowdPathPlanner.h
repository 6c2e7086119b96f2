// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "CrowdCore/CrowdPlanner.h"

#include <atomic>

namespace CrowdAvoidance
{
/// A point of a way. [m]
struct FWayPoint
{
	Vec2 Position;
	float Height = 0.0f;
	/// A corner; otherwise the way goes straight on here, and only begins to rise or fall differently.
	bool bTurn = true;
};

/// Follows ways inside the step: to each corner in turn, and leaves the last leg to the agent's own goal, which it declines so that Core
/// keeps it. Agents without a way are left to Core, and so are handles of the past. Changed outside steps only; a step changes nothing
/// but how far each agent has come.
class FCrowdPathPlanner final : public Planner
{
public:
	/// Stands, until it gets a way or is let go.
	void Hold(AgentHandle Agent);
	/// Back to what Core does by itself.
	void Release(AgentHandle Agent);
	/// Points: from where it set out to the end, at least two. bPartial: the end is not the goal, so it stands there.
	void SetWay(AgentHandle Agent, const TArray<FWayPoint>& Points, bool bPartial);

	bool HasWay(AgentHandle Agent) const;
	/// Whether any way rises or falls.
	bool HasSlopes() const { return Sloped > 0; }
	/// Whether anybody was pushed away from its way since this was last asked.
	bool TakeAnyLost() { return bAnyLost.exchange(false, std::memory_order_relaxed); }
	/// Whether it was pushed away from its way since it was last asked.
	bool TakeLost(AgentHandle Agent);
	/// Height of the way next to a position; false where there is none, or it is level. [m]
	bool HeightAt(AgentHandle Agent, Vec2 Position, float& OutHeight) const;

	virtual void Plan(const PlanBlock& Block) override;
	virtual void Forget(AgentHandle Agent) override;
	virtual void Describe(AgentHandle Agent, DebugGeometry& Out) const override;

private:
	enum class EState : uint8
	{
		Free,
		Held,
		Following,
	};

	struct FWay
	{
		uint32 Generation = 0; ///< Of the agent's handle.
		int32 First = 0;       ///< In Points.
		int32 Count = 0;
		int32 Next = 0; ///< Of the way: where its present leg ends. [1 .. Count - 1]
		EState State = EState::Free;
		bool bPartial = false;
		bool bLost = false;
		bool bLevel = true;
	};

	struct FBody
	{
		Vec2 Position;
		float Radius;
		float Speed;
		float Dt;
	};

	/// Afresh, whoever's it was.
	FWay& Take(AgentHandle Agent);
	void Drop(FWay& Way);
	const FWay* Find(AgentHandle Agent, EState State) const;
	void Pack();
	bool IsPassed(const FWay& Way, const FBody& Body) const;
	/// Desired: in, what Core would do; out, what the way wants instead.
	void Follow(FWay& Way, const FBody& Body, Vec2& Desired) const;

	TArray<FWay> Ways;        ///< By AgentHandle::Index.
	TArray<FWayPoint> Points; ///< Of all ways; those of old ways stay until there are too many of them.
	mutable std::atomic<bool> bAnyLost = false; ///< Several threads may find somebody lost.
	int32 Unused = 0;                           ///< Points of old ways.
	int32 Sloped = 0;                           ///< Ways that are not level.
};
}
