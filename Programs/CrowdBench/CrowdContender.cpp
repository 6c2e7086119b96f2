// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/Contender.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace CrowdAvoidance::Bench
{
namespace
{
/// The value, or an InputError with Core's own words: a scene that Core refuses is bad input, not a bug.
template <typename T>
T Need(Result<T> Outcome, const char* What)
{
	if (!Outcome)
	{
		throw Scenarios::InputError(fmt::format("{}: {}", What, Outcome.ErrorText()));
	}
	return std::move(Outcome.Value());
}

void Need(const Result<void>& Outcome, const char* What)
{
	if (!Outcome)
	{
		throw Scenarios::InputError(fmt::format("{}: {}", What, Outcome.ErrorText()));
	}
}

/// Goals go into the world, which turns them into desired velocities inside its step: that work is in our time.
class CrowdContender final : public Contender
{
public:
	CrowdContender(const Scenarios::NamedModel& InModel, EIsa Isa, int InThreads)
		: Contender(InModel.Name, IsaName(Isa), InThreads),
		  Model(InModel),
		  WantedIsa(Isa)
	{}

	void Fill(const Scenarios::Scene& InScene) override
	{
		Scene = &InScene;
		WorldDef Def;
		Def.Isa = WantedIsa;
		Def.Model = Model.Model;
		Def.bPlain = Model.bPlain;
		if (Threads() > 1)
		{
			Scheduler = CreateTbbScheduler(Threads());
			Def.Scheduler = Scheduler.get();
		}
		Def.ReserveAgents = static_cast<int>(InScene.Agents.size());
		Crowd = Need(World::Create(Def), "world");

		std::vector<ProfileHandle> Profiles;
		for (const AgentProfile& Profile : InScene.Profiles)
		{
			Profiles.push_back(Need(Crowd.AddProfile(Profile), "profile"));
		}
		for (const std::vector<Vec2>& Vertices : InScene.Obstacles)
		{
			Need(Crowd.AddObstacle({.Vertices = Vertices}), "obstacle");
		}
		for (const Scenarios::SceneAgent& Agent : InScene.Agents)
		{
			AgentDef Definition;
			Definition.Position = Agent.Position;
			Definition.Velocity = Agent.Velocity;
			Definition.DesiredVelocity = Agent.Velocity;
			Definition.Height = Agent.Height;
			Definition.Radius = Agent.Radius;
			Definition.MaxSpeed = Agent.MaxSpeed;
			Definition.PreferredSpeed = Agent.PreferredSpeed;
			Definition.MaxAcceleration = Agent.MaxAcceleration;
			Definition.Responsibility = Agent.Responsibility;
			Definition.Profile = Profiles.empty() ? ProfileHandle{} : Profiles[Agent.Profile];
			const AgentHandle Handle = Need(Crowd.AddAgent(Definition), "agent");
			if (Handle.Index >= AgentOfIndex.size())
			{
				AgentOfIndex.resize(Handle.Index + 1);
			}
			AgentOfIndex[Handle.Index] = static_cast<uint32_t>(Handles.size());
			Handles.push_back(Handle);
		}
		SetFirstGoals();
	}

	double Step() override
	{
		const auto Start = std::chrono::steady_clock::now();
		const Result<StepReport> Report = Crowd.Step(Scene->Dt);
		const std::chrono::duration<double> Elapsed = std::chrono::steady_clock::now() - Start;
		LastTimes = Need(Report, "step").Times;
		if (Goals.HasMultipleGoals())
		{
			SetNextGoals();
		}
		return Elapsed.count();
	}

	void Read(CrowdFrame& Out) const override
	{
		const AgentsView View = Crowd.Agents();
		Out.Resize(Handles.size());
		for (int Slot = 0; Slot < View.Count; ++Slot)
		{
			const uint32_t Agent = AgentOfIndex[View.HandleIndex[Slot]];
			Out.X[Agent] = View.PositionX[Slot];
			Out.Y[Agent] = View.PositionY[Slot];
			Out.VelocityX[Agent] = View.VelocityX[Slot];
			Out.VelocityY[Agent] = View.VelocityY[Slot];
		}
	}

	void Restore(const CrowdFrame& Frame) override
	{
		for (size_t Agent = 0; Agent < Handles.size(); ++Agent)
		{
			Need(Crowd.SetPosition(Handles[Agent], {Frame.X[Agent], Frame.Y[Agent]}), "position");
			Need(Crowd.SetVelocity(Handles[Agent], {Frame.VelocityX[Agent], Frame.VelocityY[Agent]}), "velocity");
		}
		SetFirstGoals();
	}

	int ArrivedCount() const override
	{
		if (Goals.HasMultipleGoals())
		{
			return Goals.ArrivedCount();
		}
		const AgentsView View = Crowd.Agents();
		int Count = 0;
		for (int Slot = 0; Slot < View.Count; ++Slot)
		{
			Count += (View.Flags[Slot] & AgentsView::AgentFlagArrived) != 0;
		}
		return Count;
	}

	const StageTimes* Stages() const override { return &LastTimes; }
	size_t MemoryBytes() const override { return Crowd.MemoryBytes(); }

private:
	void SetFirstGoals()
	{
		Goals.Reset(*Scene);
		for (size_t Agent = 0; Agent < Handles.size(); ++Agent)
		{
			if (const Vec2* Goal = Goals.Goal(Agent))
			{
				Need(Crowd.SetGoal(Handles[Agent], *Goal, Scene->ArrivalRadius), "goal");
			}
		}
	}

	void SetNextGoals()
	{
		// SetGoal ends the view, so those that arrived are collected first.
		std::vector<uint32_t> Reached;
		const AgentsView View = Crowd.Agents();
		for (int Slot = 0; Slot < View.Count; ++Slot)
		{
			if (View.Flags[Slot] & AgentsView::AgentFlagArrived)
			{
				Reached.push_back(AgentOfIndex[View.HandleIndex[Slot]]);
			}
		}
		for (const uint32_t Agent : Reached)
		{
			if (Goals.Advance(Agent))
			{
				Need(Crowd.SetGoal(Handles[Agent], *Goals.Goal(Agent), Scene->ArrivalRadius), "goal");
			}
		}
	}

	Scenarios::NamedModel Model;
	EIsa WantedIsa;
	const Scenarios::Scene* Scene = nullptr;
	std::unique_ptr<TaskScheduler> Scheduler;
	World Crowd;
	std::vector<AgentHandle> Handles;   // By scene order.
	std::vector<uint32_t> AgentOfIndex; // Scene order by AgentHandle::Index.
	GoalTracker Goals;
	StageTimes LastTimes;
};
}

std::unique_ptr<Contender> CreateCrowdContender(const Scenarios::NamedModel& Model, EIsa Isa, int Threads)
{
	return std::make_unique<CrowdContender>(Model, Isa, Threads);
}
}
