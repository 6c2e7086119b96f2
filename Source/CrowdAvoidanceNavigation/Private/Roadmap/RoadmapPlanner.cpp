// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdNavigation/CrowdRoadmap.h"

#include "Navigator/Settling.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
/// Steps from one look round to the next.
constexpr uint8_t LookEvery = 8;
/// Looks without a result after which an agent gives up its last target and counts as lost.
constexpr uint8_t MostBlindLooks = 4;
constexpr uint32_t MostAgents = 16'000'000;
constexpr float LongestArrivalRadius = 1000.0f;
}

struct RoadmapPlanner::Impl
{
	/// What is known of one agent. Only whoever plans for it writes here.
	struct Follower
	{
		int32_t Goal = -1;
		uint32_t Generation = 0;
		float ArrivalRadius = 0.0f;
		/// It cannot have arrived before it has gone that far. [m]
		float WayToArrival = 0.0f;
		Vec2 Target;
		int32_t Node = Roadmap::NoNode; ///< Target is this node, or Roadmap::GoalNode.
		uint8_t StepsToLook = 0;
		uint8_t BlindLooks = 0;
		bool bArrived = false;
		bool bLost = false;
		bool bOnTheWay = true; ///< To its place, once it has arrived.
	};

	const Roadmap& Map;
	std::vector<Follower> Followers; ///< By handle index.
	std::vector<int> FollowersOfGoal;

	explicit Impl(const Roadmap& InMap) : Map(InMap) {}

	/// Null where the agent has no goal here.
	Follower* Find(uint32_t HandleIndex)
	{
		return HandleIndex < Followers.size() && Followers[HandleIndex].Goal >= 0 ? &Followers[HandleIndex] : nullptr;
	}
	const Follower* Find(AgentHandle Agent) const
	{
		const bool bKnown = Agent.Index < Followers.size() && Followers[Agent.Index].Goal >= 0 &&
			Followers[Agent.Index].Generation == Agent.Generation;
		return bKnown ? &Followers[Agent.Index] : nullptr;
	}

	/// The goal point nearest as the crow flies. Notes arrival.
	Vec2 CheckArrival(Follower& Agent, Vec2 Position) const;
	void Look(Follower& Agent, Vec2 Position) const;
	Vec2 DesiredVelocity(Follower& Agent, Vec2 Position, float Speed, float Dt) const;
};

Vec2 RoadmapPlanner::Impl::CheckArrival(Follower& Agent, Vec2 Position) const
{
	Vec2 Nearest;
	float Least = INFINITY;
	for (const Vec2 Point : Map.GoalPoints(Agent.Goal))
	{
		const float Distance = std::hypot(Point.X - Position.X, Point.Y - Position.Y);
		if (Distance < Least)
		{
			Least = Distance;
			Nearest = Point;
		}
	}
	Agent.WayToArrival = Least - Agent.ArrivalRadius;
	if (!Agent.bArrived && Least <= Agent.ArrivalRadius)
	{
		Agent.bArrived = true;
		Agent.Target = Nearest;
	}
	return Nearest;
}

void RoadmapPlanner::Impl::Look(Follower& Agent, Vec2 Position) const
{
	Agent.StepsToLook = LookEvery;
	const Vec2 Nearest = CheckArrival(Agent, Position);
	const int Hint = Agent.Node >= 0 ? Agent.Node : Roadmap::NoNode;
	const int Node = Map.NextNode(Agent.Goal, Position, Hint, Agent.Target);
	if (Node != Roadmap::NoNode)
	{
		Agent.Node = Node;
		Agent.BlindLooks = 0;
		Agent.bLost = false;
		return;
	}
	// Pushed out of sight for a moment: it keeps its target for a while.
	if (Agent.Node != Roadmap::NoNode && ++Agent.BlindLooks <= MostBlindLooks)
	{
		return;
	}
	Agent.Node = Roadmap::NoNode;
	Agent.Target = Nearest;
	Agent.bLost = true;
}

Vec2 RoadmapPlanner::Impl::DesiredVelocity(Follower& Agent, Vec2 Position, float Speed, float Dt) const
{
	const Vec2 Way{Agent.Target.X - Position.X, Agent.Target.Y - Position.Y};
	const float Distance = std::hypot(Way.X, Way.Y);
	if (!(Distance > 0.0f))
	{
		return {};
	}
	if (Agent.bArrived)
	{
		const bool bOwnGoal = FollowersOfGoal[static_cast<size_t>(Agent.Goal)] == 1;
		const bool bTakesPlace = TakesPlace(Distance, Agent.ArrivalRadius, Agent.bOnTheWay) && bOwnGoal;
		const float Ease = bTakesPlace ? std::min(Speed / Distance, 1.0f / SecondsToSettle) : 0.0f;
		return {Ease * Way.X, Ease * Way.Y};
	}
	const float Scale = std::min(Speed, Distance / Dt) / Distance;
	return {Scale * Way.X, Scale * Way.Y};
}

RoadmapPlanner::RoadmapPlanner(const Roadmap& Map) : State(std::make_unique<Impl>(Map)) {}
RoadmapPlanner::~RoadmapPlanner() = default;

Result<void> RoadmapPlanner::SetGoal(AgentHandle Agent, int Goal, float ArrivalRadius)
{
	if (Agent.Index >= MostAgents)
	{
		return Error::Format("agent handle {%u, %u} was never given out", Agent.Index, Agent.Generation);
	}
	if (Goal < 0 || Goal >= State->Map.GoalCount())
	{
		return Error::Format("Goal is %d; the roadmap has %d goals, numbered from 0", Goal, State->Map.GoalCount());
	}
	if (!(ArrivalRadius > 0.0f && ArrivalRadius <= LongestArrivalRadius))
	{
		return Error::Format("ArrivalRadius is %g; it must be above 0 and at most %g",
			static_cast<double>(ArrivalRadius), static_cast<double>(LongestArrivalRadius));
	}
	if (Agent.Index >= State->Followers.size())
	{
		State->Followers.resize(Agent.Index + size_t{1});
	}
	Forget({Agent.Index, State->Followers[Agent.Index].Generation});
	State->FollowersOfGoal.resize(static_cast<size_t>(State->Map.GoalCount()));
	++State->FollowersOfGoal[static_cast<size_t>(Goal)];
	Impl::Follower Fresh;
	Fresh.Goal = Goal;
	Fresh.Generation = Agent.Generation;
	Fresh.ArrivalRadius = ArrivalRadius;
	State->Followers[Agent.Index] = Fresh;
	return {};
}

bool RoadmapPlanner::HasArrived(AgentHandle Agent) const
{
	const Impl::Follower* Found = State->Find(Agent);
	return Found && Found->bArrived;
}

bool RoadmapPlanner::IsLost(AgentHandle Agent) const
{
	const Impl::Follower* Found = State->Find(Agent);
	return Found && Found->bLost && !Found->bArrived;
}

void RoadmapPlanner::Plan(const PlanBlock& Block)
{
	for (size_t Index = 0; Index < static_cast<size_t>(Block.Count); ++Index)
	{
		const uint32_t Handle = Block.HandleIndex[Index];
		Impl::Follower* Agent = State->Find(Handle);
		if (!Agent)
		{
			continue;
		}
		const Vec2 Position{Block.PositionX[Index], Block.PositionY[Index]};
		const float Speed = Block.PreferredSpeed[Index];
		const bool bNew = Agent->Node == Roadmap::NoNode && !Agent->bLost;
		const float ToTarget = std::hypot(Agent->Target.X - Position.X, Agent->Target.Y - Position.Y);
		const bool bNear = Agent->Node >= 0 && ToTarget <= 2.0f * Speed * Block.Dt + Block.Radius[Index];
		if (!Agent->bArrived && (bNew || bNear || Agent->StepsToLook == 0))
		{
			State->Look(*Agent, Position);
			if (bNew)
			{
				// From here on agents that set off together look in different steps.
				Agent->StepsToLook = static_cast<uint8_t>(1 + Handle % LookEvery);
			}
		}
		if (Agent->StepsToLook > 0)
		{
			--Agent->StepsToLook;
		}
		const Vec2 Desired = State->DesiredVelocity(*Agent, Position, Speed, Block.Dt);
		Block.DesiredX[Index] = Desired.X;
		Block.DesiredY[Index] = Desired.Y;
	}
}

void RoadmapPlanner::Confine(const MoveBlock& Block)
{
	for (size_t Index = 0; Index < static_cast<size_t>(Block.Count); ++Index)
	{
		Impl::Follower* Agent = State->Find(Block.HandleIndex[Index]);
		if (!Agent || Agent->bArrived)
		{
			continue;
		}
		Agent->WayToArrival -= std::hypot(Block.VelocityX[Index], Block.VelocityY[Index]) * Block.Dt * 1.001f;
		if (Agent->WayToArrival <= 0.001f)
		{
			State->CheckArrival(*Agent, {Block.PositionX[Index], Block.PositionY[Index]});
		}
	}
}

void RoadmapPlanner::Forget(AgentHandle Agent)
{
	if (const Impl::Follower* Known = State->Find(Agent))
	{
		--State->FollowersOfGoal[static_cast<size_t>(Known->Goal)];
		State->Followers[Agent.Index] = {};
	}
}

void RoadmapPlanner::Describe(AgentHandle Handle, DebugGeometry& Out) const
{
	const Impl::Follower* const Agent = State->Find(Handle);
	if (!Agent || Agent->bArrived || Agent->bLost)
	{
		return;
	}
	std::vector<Vec2> Way = {Out.Position};
	if (Agent->Node == Roadmap::GoalNode)
	{
		Way.push_back(Agent->Target);
	}
	else if (Agent->Node >= 0)
	{
		const std::vector<Vec2> Turns = State->Map.WayFrom(Agent->Goal, Agent->Node);
		Way.insert(Way.end(), Turns.begin(), Turns.end());
	}
	Out.Add(EDebugKind::Path, Way);
}
}
