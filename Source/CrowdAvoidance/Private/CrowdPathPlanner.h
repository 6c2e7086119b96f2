// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "CrowdCore/CrowdPlanner.h"

#include <atomic>

namespace CrowdAvoidance
{
/// A point of a route. [m]
struct FRoutePoint
{
	Vec2 Position;
	float Height = 0.0f;
	/// A corner; otherwise the route goes straight on here, and only begins to rise or fall differently.
	bool bTurn = true;
};

/// Follows routes inside the step: to each corner in turn, and leaves the last leg to the agent's own goal, which it declines so that Core
/// keeps it. Agents without a route are left to Core, and so are handles of the past. Changed outside steps only; a step changes nothing
/// but how far each agent has come.
class FCrowdPathPlanner final : public Planner
{
public:
	/// Stands, until it gets a route or is let go.
	void Hold(AgentHandle Agent);
	/// Back to what Core does by itself.
	void Release(AgentHandle Agent);
	/// Points: from where it set out to the end, at least two. bPartial: the end is not the goal, so it stands there.
	void SetRoute(AgentHandle Agent, const TArray<FRoutePoint>& Points, bool bPartial);

	bool HasRoute(AgentHandle Agent) const;
	/// Whether any route rises or falls.
	bool HasSlopes() const { return Sloped > 0; }
	/// Whether anybody was pushed away from its route since this was last asked.
	bool TakeAnyLost() { return bAnyLost.exchange(false, std::memory_order_relaxed); }
	/// Whether it was pushed away from its route since it was last asked.
	bool TakeLost(AgentHandle Agent);
	/// Height of the route next to a position; false where there is none, or it is level. [m]
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

	struct FRoute
	{
		uint32 Generation = 0; ///< Of the agent's handle.
		int32 First = 0;       ///< In Points.
		int32 Count = 0;
		int32 Next = 0; ///< Of the route: where its present leg ends. [1 .. Count - 1]
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
	FRoute& Take(AgentHandle Agent);
	void Drop(FRoute& Route);
	const FRoute* Find(AgentHandle Agent, EState State) const;
	void Pack();
	bool IsPassed(const FRoute& Route, const FBody& Body) const;
	/// Desired: in, what Core would do; out, what the route wants instead.
	void Follow(FRoute& Route, const FBody& Body, Vec2& Desired) const;

	TArray<FRoute> Routes;      ///< By AgentHandle::Index.
	TArray<FRoutePoint> Points; ///< Of all routes; those of old routes stay until there are too many of them.
	mutable std::atomic<bool> bAnyLost = false; ///< Several threads may find somebody lost.
	int32 Unused = 0;                           ///< Points of old routes.
	int32 Sloped = 0;                           ///< Routes that are not level.
};
}
