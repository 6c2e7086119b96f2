// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/Contender.h"

#include "Scenarios/Guide.h"
#include "Scenarios/Require.h"

#include <chrono>
#include <optional>
#include <utility>

namespace CrowdAvoidance::Bench
{
namespace
{
/// A guide with the planner of the scene leads the agents: what it does before a step and inside it is in our time. Numbers
/// of agents are the indices of their handles, as the guide wants it.
class CrowdContender final : public Contender
{
public:
	CrowdContender(const ModelType& InModel, EIsa Isa, int InThreads)
		: Contender(InModel.Name, IsaName(Isa), InThreads),
		  Model(InModel),
		  WantedIsa(Isa)
	{}

	void Fill(const Scenarios::Scene& InScene) override
	{
		Scene = &InScene;
		WorldDef Def;
		Def.Isa = WantedIsa;
		Def.Model = Model.Name;
		if (Threads() > 1)
		{
			Scheduler = CreateTbbScheduler(Threads());
			Def.Scheduler = Scheduler.get();
		}
		Def.ReserveAgents = static_cast<int>(InScene.Agents.size());
		Crowd.emplace(Scenarios::Require(World::Create(Def), Scene->Name, "world"));
		Guide = Scenarios::MakeGuide(
			Scenarios::FindPlanner("planner", InScene.Planner).Planner, InScene, *Crowd, Scheduler.get());

		for (const AgentProfile& Profile : InScene.Profiles)
		{
			Profiles.push_back(Scenarios::Require(Crowd->AddProfile(Profile), Scene->Name, "profile"));
		}
		Handles.resize(InScene.Agents.size());
		for (size_t Agent = 0; Agent < Handles.size(); ++Agent)
		{
			Add(Agent);
		}
		Goals.Reset(InScene);
		SendAll();
	}

	double Step() override
	{
		const double Planning = Guide->BeginStep(static_cast<double>(Steps) * Scene->Dt);
		const auto Start = std::chrono::steady_clock::now();
		const Result<StepReport> Report = Crowd->Step(Scene->Dt);
		const std::chrono::duration<double> Elapsed = std::chrono::steady_clock::now() - Start;
		LastTimes = Scenarios::Require(Report, Scene->Name, "step").Times;
		LastTimes.Plan += Planning;
		++Steps;
		if (Goals.NeedsWatching())
		{
			FollowUpArrivals();
		}
		return Planning + Elapsed.count();
	}

	void Read(CrowdFrame& Out) const override
	{
		const AgentsView View = Crowd->Agents();
		Out.Resize(Handles.size());
		Out.bGone.assign(Handles.size(), 1);
		Out.Steps = Steps;
		for (int Slot = 0; Slot < View.Count; ++Slot)
		{
			const uint32_t Agent = View.HandleIndex[Slot];
			Out.X[Agent] = View.PositionX[Slot];
			Out.Y[Agent] = View.PositionY[Slot];
			Out.VelocityX[Agent] = View.VelocityX[Slot];
			Out.VelocityY[Agent] = View.VelocityY[Slot];
			Out.bGone[Agent] = 0;
		}
	}

	void Restore(const CrowdFrame& Frame) override
	{
		// The world gives the index that became free last, so whoever left last comes back first.
		while (!Removed.empty() && !Frame.bGone[Removed.back()])
		{
			Add(Removed.back());
			Removed.pop_back();
		}
		Goals.Reset(*Scene);
		for (const uint32_t Agent : Removed)
		{
			Goals.Finish(Agent);
		}
		for (size_t Agent = 0; Agent < Handles.size(); ++Agent)
		{
			if (!Frame.bGone[Agent])
			{
				Scenarios::Require(
					Crowd->SetPosition(Handles[Agent], {Frame.X[Agent], Frame.Y[Agent]}), Scene->Name, "position");
				Scenarios::Require(Crowd->SetVelocity(Handles[Agent], {Frame.VelocityX[Agent], Frame.VelocityY[Agent]}),
					Scene->Name, "velocity");
			}
		}
		Steps = Frame.Steps;
		SendAll();
	}

	int ArrivedCount() const override
	{
		if (Goals.NeedsWatching())
		{
			return Goals.ArrivedCount();
		}
		const AgentsView View = Crowd->Agents();
		int Count = 0;
		for (size_t Slot = 0; Slot < static_cast<size_t>(View.Count); ++Slot)
		{
			Count += Guide->HasArrived(View, Slot);
		}
		return Count;
	}

	int PresentCount() const override { return Crowd->AgentCount(); }
	const StageTimes* Stages() const override { return &LastTimes; }
	size_t MemoryBytes() const override { return Crowd->MemoryBytes(); }

private:
	void Add(size_t Agent)
	{
		const Scenarios::SceneAgent& Source = Scene->Agents[Agent];
		AgentDef Definition;
		Definition.Position = Source.Position;
		Definition.Velocity = Source.Velocity;
		Definition.DesiredVelocity = Source.Velocity;
		Definition.Height = Source.Height;
		Definition.Radius = Source.Radius;
		Definition.MaxSpeed = Source.MaxSpeed;
		Definition.PreferredSpeed = Source.PreferredSpeed;
		Definition.MaxAcceleration = Source.MaxAcceleration;
		Definition.Responsibility = Source.Responsibility;
		Definition.Profile = Profiles.empty() ? ProfileHandle{} : Profiles[Source.Profile];
		Handles[Agent] = Scenarios::Require(Crowd->AddAgent(Definition), Scene->Name, "agent");
		CROWD_ASSERT(Handles[Agent].Index == Agent);
	}

	/// Everybody who has not arrived for good to its present goal.
	void SendAll()
	{
		for (size_t Agent = 0; Agent < Handles.size(); ++Agent)
		{
			if (!Goals.IsDone(Agent))
			{
				Send(Agent);
			}
		}
		Guide->GetReady();
	}

	void Send(size_t Agent)
	{
		if (const Vec2* Goal = Goals.Goal(Agent))
		{
			Guide->Send(Handles[Agent], *Goal, Goals.IsLeaving(Agent));
		}
	}

	void FollowUpArrivals()
	{
		// Goals and removals end the view, so those that arrived are collected first.
		Reached.clear();
		const AgentsView View = Crowd->Agents();
		for (size_t Slot = 0; Slot < static_cast<size_t>(View.Count); ++Slot)
		{
			const uint32_t Agent = View.HandleIndex[Slot];
			if (!Goals.IsDone(Agent) && Guide->HasArrived(View, Slot) && Goals.Goal(Agent))
			{
				Reached.push_back(Agent);
			}
		}
		for (const uint32_t Agent : Reached)
		{
			if (Goals.Advance(Agent))
			{
				Send(Agent);
			}
			else if (Scene->Agents[Agent].bLeaves)
			{
				Scenarios::Require(Crowd->RemoveAgent(Handles[Agent]), Scene->Name, "agent");
				Removed.push_back(Agent);
			}
		}
	}

	ModelType Model;
	EIsa WantedIsa;
	const Scenarios::Scene* Scene = nullptr;
	std::unique_ptr<TaskScheduler> Scheduler;
	std::optional<World> Crowd;
	std::unique_ptr<Scenarios::Guide> Guide; // After the world, which must go last.
	std::vector<ProfileHandle> Profiles;     // As in the scene.
	std::vector<AgentHandle> Handles;        // By scene order; of the past for those who have left.
	std::vector<uint32_t> Removed;           // Who have left, in that order.
	std::vector<uint32_t> Reached;           // Who have arrived in this step.
	int64_t Steps = 0;
	GoalTracker Goals;
	StageTimes LastTimes;
};
}

std::unique_ptr<Contender> CreateCrowdContender(const ModelType& Model, EIsa Isa, int Threads)
{
	return std::make_unique<CrowdContender>(Model, Isa, Threads);
}
}
