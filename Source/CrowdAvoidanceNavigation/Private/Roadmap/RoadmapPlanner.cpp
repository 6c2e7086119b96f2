// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdNavigation/CrowdRoadmap.h"

#include "Navigator/Settling.h"
#include "NearestGoal.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace CrowdAvoidance
{
namespace
{
/// Steps from one search for the next node to another.
constexpr uint8_t SearchEvery = 8;
/// Searches without a result after which an agent gives up its last target and counts as lost.
constexpr uint8_t MostBlindSearches = 4;
/// Goals that nobody goes to any more are kept for those who return, but no more than this.
constexpr size_t MostIdleGoals = 256;
}

struct RoadmapPlanner::Impl
{
	static constexpr int NoGoal = -1;

	/// What is known of one agent. Only whoever plans for it writes here.
	struct Follower
	{
		uint64_t Id = 0;
		int Goal = NoGoal; ///< Of the map; NoGoal: its goal lies in a solid.
		uint32_t Generation = 0;
		float ArrivalRadius = 0.0f;
		/// It cannot have arrived before it has gone that far. [m]
		float PathToArrival = 0.0f;
		Vec2 Target;
		int32_t Node = Roadmap::NoNode; ///< Target is this node, or Roadmap::GoalNode.
		uint8_t StepsToSearch = 0;
		uint8_t BlindSearches = 0;
		bool bLed = false;
		bool bArrived = false;
		bool bLost = false;
		bool bToPlace = true; ///< It goes to its place, once it has arrived.

		/// Goals have other numbers in snapshots.
		template <typename Self, typename Stream>
		static void Exchange(Self& Item, Stream& Bytes)
		{
			Bytes(Item.Id, Item.Goal, Item.Generation, Item.ArrivalRadius, Item.PathToArrival, Item.Target, Item.Node,
				Item.StepsToSearch, Item.BlindSearches, Item.bLed, Item.bArrived, Item.bLost, Item.bToPlace);
		}
	};

	using GoalKeys = std::map<std::vector<float>, int>;
	struct SharedGoal
	{
		GoalKeys::iterator Key;
		int Followers = 0;
	};

	Roadmap& Map;
	std::vector<Follower> Followers;     ///< By handle index.
	std::vector<SharedGoal> SharedGoals; ///< By number of the map's goal.
	GoalKeys GoalOfPoints;
	std::vector<int> IdleGoals; ///< Without followers; the first one has been for longest.

	explicit Impl(Roadmap& InMap) : Map(InMap) {}

	/// Null where the agent is not led.
	Follower* Find(uint32_t HandleIndex)
	{
		return HandleIndex < Followers.size() && Followers[HandleIndex].bLed ? &Followers[HandleIndex] : nullptr;
	}
	const Follower* Find(AgentHandle Agent) const
	{
		const bool bKnown = Agent.Index < Followers.size() && Followers[Agent.Index].bLed &&
			Followers[Agent.Index].Generation == Agent.Generation;
		return bKnown ? &Followers[Agent.Index] : nullptr;
	}

	/// One more agent goes there. NoGoal: all points lie in solids.
	Result<int> TakeGoal(std::span<const Vec2> AnyOf);
	GoalKeys::iterator AddGoal(std::vector<float>&& Key, int Goal);
	void LeaveGoal(int Goal);
	uint64_t MapFingerprint() const;
	void LoadGoals(SnapshotReader& From);
	/// The goal point nearest as the crow flies. Notes arrival.
	Vec2 CheckArrival(Follower& Agent, Vec2 Position) const;
	void FindNode(Follower& Agent, Vec2 Position) const;
	Vec2 DesiredVelocity(Follower& Agent, Vec2 Position, float Speed, float Dt) const;
};

Result<int> RoadmapPlanner::Impl::TakeGoal(std::span<const Vec2> AnyOf)
{
	std::vector<Vec2> Free;
	std::vector<float> Key;
	for (const Vec2 Point : AnyOf)
	{
		if (!Map.IsInSolid(Point))
		{
			Free.push_back(Point);
			Key.insert(Key.end(), {Point.X, Point.Y});
		}
	}
	if (Free.empty())
	{
		return NoGoal;
	}
	auto Known = GoalOfPoints.find(Key);
	if (Known == GoalOfPoints.end())
	{
		const Result<int> Added = Map.AddGoal(Free);
		if (!Added)
		{
			return Added.GetError();
		}
		Known = AddGoal(std::move(Key), Added.Value());
	}
	else if (SharedGoals[static_cast<size_t>(Known->second)].Followers == 0)
	{
		std::erase(IdleGoals, Known->second);
	}
	++SharedGoals[static_cast<size_t>(Known->second)].Followers;
	return Known->second;
}

RoadmapPlanner::Impl::GoalKeys::iterator RoadmapPlanner::Impl::AddGoal(std::vector<float>&& Key, int Goal)
{
	const GoalKeys::iterator Known = GoalOfPoints.emplace(std::move(Key), Goal).first;
	SharedGoals.resize(std::max(SharedGoals.size(), static_cast<size_t>(Goal) + 1));
	SharedGoals[static_cast<size_t>(Goal)] = {Known, 0};
	return Known;
}

void RoadmapPlanner::Impl::LeaveGoal(int Goal)
{
	if (Goal == NoGoal || --SharedGoals[static_cast<size_t>(Goal)].Followers > 0)
	{
		return;
	}
	IdleGoals.push_back(Goal);
	if (IdleGoals.size() > MostIdleGoals)
	{
		GoalOfPoints.erase(SharedGoals[static_cast<size_t>(IdleGoals[0])].Key);
		Map.RemoveGoal(IdleGoals[0]);
		IdleGoals.erase(IdleGoals.begin());
	}
}

Vec2 RoadmapPlanner::Impl::CheckArrival(Follower& Agent, Vec2 Position) const
{
	const NearestGoal Nearest(Map.GoalPoints(Agent.Goal), Position);
	Agent.PathToArrival = Nearest.Distance - Agent.ArrivalRadius;
	if (!Agent.bArrived && Nearest.Distance <= Agent.ArrivalRadius)
	{
		Agent.bArrived = true;
		Agent.Target = Nearest.Point;
	}
	return Nearest.Point;
}

void RoadmapPlanner::Impl::FindNode(Follower& Agent, Vec2 Position) const
{
	Agent.StepsToSearch = SearchEvery;
	const Vec2 Nearest = CheckArrival(Agent, Position);
	const int Hint = Agent.Node >= 0 ? Agent.Node : Roadmap::NoNode;
	const int Node = Map.NextNode(Agent.Goal, Position, Hint, Agent.Target);
	if (Node != Roadmap::NoNode)
	{
		Agent.Node = Node;
		Agent.BlindSearches = 0;
		Agent.bLost = false;
		return;
	}
	// Pushed out of sight for a moment: it keeps its target for a while.
	if (Agent.Node != Roadmap::NoNode && ++Agent.BlindSearches <= MostBlindSearches)
	{
		return;
	}
	Agent.Node = Roadmap::NoNode;
	Agent.Target = Nearest;
	Agent.bLost = true;
}

Vec2 RoadmapPlanner::Impl::DesiredVelocity(Follower& Agent, Vec2 Position, float Speed, float Dt) const
{
	const Vec2 Left{Agent.Target.X - Position.X, Agent.Target.Y - Position.Y};
	const float Distance = std::hypot(Left.X, Left.Y);
	if (!(Distance > 0.0f))
	{
		return {};
	}
	if (Agent.bArrived)
	{
		const bool bOwnGoal = SharedGoals[static_cast<size_t>(Agent.Goal)].Followers == 1;
		const bool bTakesPlace = TakesPlace(Distance, Agent.ArrivalRadius, Agent.bToPlace) && bOwnGoal;
		const float Ease = bTakesPlace ? std::min(Speed / Distance, 1.0f / SecondsToSettle) : 0.0f;
		return {Ease * Left.X, Ease * Left.Y};
	}
	const float Scale = std::min(Speed, Distance / Dt) / Distance;
	return {Scale * Left.X, Scale * Left.Y};
}

RoadmapPlanner::RoadmapPlanner(Roadmap& Map) : State(std::make_unique<Impl>(Map)) {}
RoadmapPlanner::~RoadmapPlanner() = default;

Result<bool> RoadmapPlanner::SetGoal(AgentHandle Agent, uint64_t Id, std::span<const Vec2> AnyOf, float ArrivalRadius)
{
	const Result<int> Goal = State->TakeGoal(AnyOf);
	if (!Goal)
	{
		return Goal.GetError();
	}
	if (Agent.Index >= State->Followers.size())
	{
		State->Followers.resize(Agent.Index + size_t{1});
	}
	Impl::Follower& Known = State->Followers[Agent.Index];
	if (Known.bLed)
	{
		State->LeaveGoal(Known.Goal);
	}
	Known = {};
	Known.bLed = true;
	Known.Id = Id;
	Known.Goal = Goal.Value();
	Known.Generation = Agent.Generation;
	Known.ArrivalRadius = ArrivalRadius;
	return true;
}

void RoadmapPlanner::Forget(AgentHandle Agent)
{
	if (const Impl::Follower* Known = State->Find(Agent))
	{
		State->LeaveGoal(Known->Goal);
		State->Followers[Agent.Index] = {};
	}
}

ENavStatus RoadmapPlanner::Status(AgentHandle Agent) const
{
	const Impl::Follower* Found = State->Find(Agent);
	return !Found                     ? ENavStatus::None
		: Found->Goal == Impl::NoGoal ? ENavStatus::Unreachable
		: Found->bLost                ? ENavStatus::Lost
									  : ENavStatus::Walking;
}

void RoadmapPlanner::Plan(const PlanBlock& Block)
{
	for (size_t Index = 0; Index < static_cast<size_t>(Block.Count); ++Index)
	{
		Impl::Follower* Agent = State->Find(Block.HandleIndex[Index]);
		if (!Agent)
		{
			continue;
		}
		if (Agent->Goal == Impl::NoGoal)
		{
			Block.DesiredX[Index] = 0.0f;
			Block.DesiredY[Index] = 0.0f;
			continue;
		}
		const Vec2 Position{Block.PositionX[Index], Block.PositionY[Index]};
		const float Speed = Block.PreferredSpeed[Index];
		const bool bNew = Agent->Node == Roadmap::NoNode && !Agent->bLost;
		const float ToTarget = std::hypot(Agent->Target.X - Position.X, Agent->Target.Y - Position.Y);
		const bool bNear = Agent->Node >= 0 && ToTarget <= 2.0f * Speed * Block.Dt + Block.Radius[Index];
		if (!Agent->bArrived && (bNew || bNear || Agent->StepsToSearch == 0))
		{
			State->FindNode(*Agent, Position);
			if (bNew)
			{
				// From here on agents that set off together search in different steps.
				Agent->StepsToSearch = static_cast<uint8_t>(1 + Agent->Id % SearchEvery);
			}
		}
		if (Agent->StepsToSearch > 0)
		{
			--Agent->StepsToSearch;
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
		uint32_t& Flags = Block.Flags[Index];
		if (!Agent || Agent->Goal == Impl::NoGoal || ((Flags & AgentsView::AgentFlagArrived) != 0 && Agent->bArrived))
		{
			continue;
		}
		const Vec2 Position = {Block.PositionX[Index], Block.PositionY[Index]};
		if ((Flags & AgentsView::AgentFlagArrived) != 0)
		{
			// By World::SetArrived: here is where it stands.
			Agent->bArrived = true;
			Agent->Target = Position;
		}
		Agent->PathToArrival -= std::hypot(Block.VelocityX[Index], Block.VelocityY[Index]) * Block.Dt * 1.001f;
		if (!Agent->bArrived && Agent->PathToArrival <= 0.001f)
		{
			State->CheckArrival(*Agent, Position);
		}
		// It may have found out in Plan.
		Flags |= Agent->bArrived ? AgentsView::AgentFlagArrived : 0u;
	}
}

void RoadmapPlanner::Describe(AgentHandle Handle, DebugGeometry& Out) const
{
	const Impl::Follower* const Agent = State->Find(Handle);
	if (!Agent || Agent->Goal == Impl::NoGoal || Agent->bArrived || Agent->bLost)
	{
		return;
	}
	std::vector<Vec2> Path = {Out.Position};
	if (Agent->Node == Roadmap::GoalNode)
	{
		Path.push_back(Agent->Target);
	}
	else if (Agent->Node >= 0)
	{
		const std::vector<Vec2> Turns = State->Map.PathFrom(Agent->Goal, Agent->Node);
		Path.insert(Path.end(), Turns.begin(), Turns.end());
	}
	Out.Add(EDebugKind::Path, Path);
}

uint64_t RoadmapPlanner::Impl::MapFingerprint() const
{
	SnapshotWriter All;
	All(Map.EdgeCount());
	for (int Node = 0; Node < Map.NodeCount(); ++Node)
	{
		All(Map.Node(Node));
		for (const int32_t Neighbor : Map.NeighborsOf(Node))
		{
			All(Neighbor);
		}
	}
	return All.Fingerprint();
}

/// Goals by the order of their points, which is the same however they came to their numbers.
Result<void> RoadmapPlanner::Save(SnapshotWriter& To) const
{
	const Impl& S = *State;
	To.Section("roadmap");
	To(S.MapFingerprint());
	std::vector<int> Rank(S.SharedGoals.size(), Impl::NoGoal);
	int Count = 0;
	for (const auto& [Points, Goal] : S.GoalOfPoints)
	{
		Rank[static_cast<size_t>(Goal)] = Count++;
	}
	const auto RankOf = [&Rank](int Goal) { return Goal == Impl::NoGoal ? Goal : Rank[static_cast<size_t>(Goal)]; };
	std::vector<Impl::Follower> Followers = S.Followers;
	for (Impl::Follower& Item : Followers)
	{
		Item.Goal = RankOf(Item.Goal);
	}
	To(Followers);
	To.Count(S.GoalOfPoints.size());
	for (const auto& [Points, Goal] : S.GoalOfPoints)
	{
		To(Points);
	}
	To.Count(S.IdleGoals.size());
	for (const int Goal : S.IdleGoals)
	{
		To(RankOf(Goal));
	}
	return {};
}

/// Whatever has been added to the map by then is among GoalOfPoints.
void RoadmapPlanner::Impl::LoadGoals(SnapshotReader& From)
{
	const size_t Count = From.Count();
	const size_t Led = static_cast<size_t>(
		std::count_if(Followers.begin(), Followers.end(), [](const Follower& Item) { return Item.bLed; }));
	if (Count > Led + MostIdleGoals)
	{
		From.Refuse(Error::Format("it has %zu goals for %zu agents", Count, Led));
	}
	std::vector<int> Goals;
	for (size_t Left = Count; Left > 0 && From.IsGood(); --Left)
	{
		std::vector<float> Key;
		From(Key);
		if (Key.size() % 2 != 0 || GoalOfPoints.contains(Key))
		{
			From.Refuse(Error::Format("a goal is half a point, or there twice"));
			return;
		}
		std::vector<Vec2> Points;
		for (size_t Index = 0; Index < Key.size(); Index += 2)
		{
			Points.push_back({Key[Index], Key[Index + 1]});
		}
		const Result<int> Added = Map.AddGoal(Points);
		if (!Added)
		{
			From.Refuse(Added.GetError());
			return;
		}
		Goals.push_back(Added.Value());
		AddGoal(std::move(Key), Added.Value());
	}
	const auto GoalOf = [&](int Rank)
	{
		if (Rank < 0 || static_cast<size_t>(Rank) >= Goals.size())
		{
			From.Refuse(Error::Format("goal %d is meant; there are %zu", Rank, Goals.size()));
			return NoGoal;
		}
		return Goals[static_cast<size_t>(Rank)];
	};
	for (Follower& Item : Followers)
	{
		if (Item.bLed && Item.Goal != NoGoal)
		{
			Item.Goal = GoalOf(Item.Goal);
			if (Item.Goal != NoGoal)
			{
				++SharedGoals[static_cast<size_t>(Item.Goal)].Followers;
			}
		}
	}
	std::vector<int> Idle;
	From(Idle);
	for (const int Rank : Idle)
	{
		IdleGoals.push_back(GoalOf(Rank));
	}
	size_t WithoutFollowers = 0;
	for (const int Goal : Goals)
	{
		WithoutFollowers += SharedGoals[static_cast<size_t>(Goal)].Followers == 0 ? 1 : 0;
	}
	const std::set<int> Named(IdleGoals.begin(), IdleGoals.end());
	if (From.IsGood() &&
		(IdleGoals.size() != WithoutFollowers || Named.size() != WithoutFollowers || Named.size() > MostIdleGoals ||
			std::any_of(Named.begin(), Named.end(),
				[this](int Goal) { return SharedGoals[static_cast<size_t>(Goal)].Followers > 0; })))
	{
		From.Refuse(Error::Format("%zu goals have nobody; %zu are named", WithoutFollowers, IdleGoals.size()));
	}
}

Result<void> RoadmapPlanner::Load(SnapshotReader& From, const World& Crowd)
{
	Roadmap& Map = State->Map;
	auto New = std::make_unique<Impl>(Map);
	From.Section("roadmap");
	uint64_t Fingerprint = 0;
	From(Fingerprint);
	if (From.IsGood() && Fingerprint != New->MapFingerprint())
	{
		From.Refuse(Error::Format("its map is another one"));
	}
	From(New->Followers);
	for (uint32_t Index = 0; Index < New->Followers.size(); ++Index)
	{
		const Impl::Follower& Item = New->Followers[Index];
		if (Item.bLed && !Crowd.IsValid(AgentHandle{Index, Item.Generation}))
		{
			From.Refuse(Error::Format("it leads agent %u, which the world does not have", Index));
		}
		else if (Item.bLed && (Item.Node < Roadmap::GoalNode || Item.Node >= Map.NodeCount()))
		{
			From.Refuse(Error::Format("node %d is meant; there are %d", Item.Node, Map.NodeCount()));
		}
	}
	if (From.IsGood())
	{
		New->LoadGoals(From);
	}
	const Result<void> Read = From.Finish();
	if (Read)
	{
		State.swap(New);
	}
	// Of a failure what has been added is taken out, of the past what nobody goes to any more.
	for (const auto& [Points, Goal] : New->GoalOfPoints)
	{
		Map.RemoveGoal(Goal);
	}
	return Read;
}
}
