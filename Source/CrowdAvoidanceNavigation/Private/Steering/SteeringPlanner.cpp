// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "NearestGoal.h"
#include "Steering/Steering.h"

#include <vector>

namespace CrowdAvoidance
{
struct SteeringPlanner::Impl
{
	struct Walker
	{
		std::vector<Vec2> Goals; ///< Empty: it is not led.
		uint32_t Generation = 0;
		float ArrivalRadius = 0.0f;
		Vec2 Desired; ///< In this step. [m/s]

		template <typename Self, typename Stream>
		static void Exchange(Self& Item, Stream& Bytes)
		{
			Bytes(Item.Goals, Item.Generation);
			// Walkers who are not led have neither.
			Bytes.Within("arrival radius", Item.ArrivalRadius, 0, Item.Goals.empty() ? 0 : CrowdMaxCoordinate);
		}
	};

	SteeringDef Def;
	std::vector<Walker> Walkers; ///< By AgentHandle::Index.
	/// @name For one agent at a time
	std::vector<AgentHit> Near;
	std::vector<SteeringAgent> InSight;

	explicit Impl(const SteeringDef& InDef) : Def(InDef) {}

	/// Null where the agent is not led.
	Walker* Find(uint32_t HandleIndex)
	{
		return HandleIndex < Walkers.size() && !Walkers[HandleIndex].Goals.empty() ? &Walkers[HandleIndex] : nullptr;
	}
	bool Leads(AgentHandle Agent)
	{
		const Walker* const Known = Find(Agent.Index);
		return Known && Known->Generation == Agent.Generation;
	}

	template <typename Stream>
	void ExchangeDef(Stream& Bytes) const
	{
		Bytes.Section("steering");
		Bytes.Same("MaxAcceleration", Def.MaxAcceleration);
		Bytes.Same("SeekSeconds", Def.SeekSeconds);
		Bytes.Same("HorizonSeconds", Def.HorizonSeconds);
		Bytes.Same("SightMeters", Def.SightMeters);
		Bytes.Same("ClearanceMeters", Def.ClearanceMeters);
		Bytes.Same("SeparationMeters", Def.SeparationMeters);
	}
};

namespace
{
SteeringAgent SteeringAgentOf(const AgentState& Agent)
{
	return {.Position = Agent.Position,
		.Velocity = Agent.Velocity,
		.Radius = Agent.Radius,
		.MaxSpeed = Agent.MaxSpeed,
		.PreferredSpeed = Agent.PreferredSpeed};
}
}

SteeringPlanner::SteeringPlanner(const SteeringDef& Def) : State(std::make_unique<Impl>(Def)) {}
SteeringPlanner::~SteeringPlanner() = default;

Result<std::unique_ptr<SteeringPlanner>> SteeringPlanner::Create(const SteeringDef& Def)
{
	for (const Result<void>& Check : {NumberRange{0.001, 1e6}.Check("MaxAcceleration", Def.MaxAcceleration),
			 NumberRange{0.001, 1000}.Check("SeekSeconds", Def.SeekSeconds),
			 NumberRange{0.001, 1000}.Check("HorizonSeconds", Def.HorizonSeconds),
			 NumberRange{0.001, 1000}.Check("SightMeters", Def.SightMeters),
			 NumberRange{0, 1000}.Check("ClearanceMeters", Def.ClearanceMeters),
			 NumberRange{0, 1000}.Check("SeparationMeters", Def.SeparationMeters)})
	{
		if (!Check)
		{
			return Check.GetError();
		}
	}
	return std::unique_ptr<SteeringPlanner>(new SteeringPlanner(Def));
}

Result<bool> SteeringPlanner::SetGoal(AgentHandle Agent, uint64_t, std::span<const Vec2> AnyOf, float ArrivalRadius)
{
	if (Agent.Index >= State->Walkers.size())
	{
		State->Walkers.resize(Agent.Index + size_t{1});
	}
	Impl::Walker& Own = State->Walkers[Agent.Index];
	Own.Goals.assign(AnyOf.begin(), AnyOf.end());
	Own.Generation = Agent.Generation;
	Own.ArrivalRadius = ArrivalRadius;
	return true;
}

void SteeringPlanner::Forget(AgentHandle Agent)
{
	if (State->Leads(Agent))
	{
		State->Walkers[Agent.Index] = {};
	}
}

ENavStatus SteeringPlanner::Status(AgentHandle Agent) const
{
	return State->Leads(Agent) ? ENavStatus::Walking : ENavStatus::None;
}

void SteeringPlanner::BeginStep(World& Crowd, float Dt)
{
	Impl& S = *State;
	const AgentsView View = Crowd.Agents();
	for (size_t Place = 0; Place < static_cast<size_t>(View.Count); ++Place)
	{
		const AgentHandle Handle = Crowd.HandleOf(View.HandleIndex[Place]);
		Impl::Walker* const Led = S.Find(Handle.Index);
		if (!Led)
		{
			continue;
		}
		SteeringAgent Self = SteeringAgentOf(Crowd.GetAgent(Handle).Value());
		Self.Goal = NearestGoal(Led->Goals, Self.Position).Point;
		Self.ArrivalRadius = Led->ArrivalRadius;
		// Their order does not depend on that in which agents were added.
		Crowd.InDisc(Self.Position, static_cast<float>(S.Def.SightMeters), S.Near, {.Except = Handle}).Value();
		S.InSight.clear();
		for (const AgentHit& Hit : S.Near)
		{
			S.InSight.push_back(SteeringAgentOf(Crowd.GetAgent(Hit.Agent).Value()));
		}
		Led->Desired = Steer(S.Def, Self, S.InSight, Dt);
	}
}

void SteeringPlanner::Plan(const PlanBlock& Block)
{
	for (size_t Index = 0; Index < static_cast<size_t>(Block.Count); ++Index)
	{
		if (const Impl::Walker* const Led = State->Find(Block.HandleIndex[Index]))
		{
			Block.DesiredX[Index] = Led->Desired.X;
			Block.DesiredY[Index] = Led->Desired.Y;
		}
	}
}

void SteeringPlanner::Confine(const MoveBlock& Block)
{
	for (size_t Index = 0; Index < static_cast<size_t>(Block.Count); ++Index)
	{
		const Vec2 Position = {Block.PositionX[Index], Block.PositionY[Index]};
		const Impl::Walker* const Led = State->Find(Block.HandleIndex[Index]);
		if (Led && NearestGoal(Led->Goals, Position).Distance <= Led->ArrivalRadius)
		{
			Block.Flags[Index] |= AgentsView::AgentFlagArrived;
		}
	}
}

Result<void> SteeringPlanner::Save(SnapshotWriter& To) const
{
	State->ExchangeDef(To);
	To(State->Walkers);
	return {};
}

Result<void> SteeringPlanner::Load(SnapshotReader& From, const World& Crowd)
{
	State->ExchangeDef(From);
	std::vector<Impl::Walker> Found;
	From(Found);
	for (uint32_t Index = 0; Index < Found.size(); ++Index)
	{
		const Impl::Walker& Item = Found[Index];
		if (!Item.Goals.empty() && !Crowd.IsValid(AgentHandle{Index, Item.Generation}))
		{
			From.Refuse(Error::Format("it leads agent %u, which the world does not have", Index));
		}
		if (!Item.Goals.empty() && !(Item.ArrivalRadius > 0.0f))
		{
			From.Refuse(Error::Format("agent %u would never arrive", Index));
		}
	}
	if (const Result<void> Read = From.Finish(); !Read)
	{
		return Read;
	}
	State->Walkers = std::move(Found);
	return {};
}
}
