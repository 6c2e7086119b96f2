// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/Contender.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace CrowdAvoidance::Bench
{
void GoalTracker::Reset(const Scenarios::Scene& InScene)
{
	Scene = &InScene;
	GoalIndex.assign(InScene.Agents.size(), 0);
	bDone.assign(InScene.Agents.size(), 0);
	Arrived = 0;
}

const Vec2* GoalTracker::Goal(size_t Agent) const
{
	const std::vector<Vec2>& Goals = Scene->Agents[Agent].Goals;
	return Goals.empty() ? nullptr : &Goals[GoalIndex[Agent]];
}

bool GoalTracker::IsLeaving(size_t Agent) const
{
	const Scenarios::SceneAgent& Definition = Scene->Agents[Agent];
	return Definition.bLeaves && GoalIndex[Agent] + 1 == Definition.Goals.size();
}

bool GoalTracker::Advance(size_t Agent)
{
	const size_t GoalCount = Scene->Agents[Agent].Goals.size();
	if (GoalIndex[Agent] + 1 < GoalCount)
	{
		++GoalIndex[Agent];
		return true;
	}
	if (Scene->bCycleGoals && GoalCount > 1)
	{
		GoalIndex[Agent] = 0;
		return true;
	}
	Finish(Agent);
	return false;
}

void GoalTracker::Finish(size_t Agent)
{
	Arrived += bDone[Agent] ? 0 : 1;
	bDone[Agent] = 1;
}

Vec2 GoalTracker::Follow(size_t Agent, Vec2 Position)
{
	const Scenarios::SceneAgent& Definition = Scene->Agents[Agent];
	const Vec2* Target = Goal(Agent);
	if (!Target)
	{
		return Definition.Velocity;
	}
	Vec2 ToTarget{Target->X - Position.X, Target->Y - Position.Y};
	float Distance = std::hypot(ToTarget.X, ToTarget.Y);
	if (Distance <= Scene->ArrivalRadius && Advance(Agent))
	{
		Target = Goal(Agent);
		ToTarget = {Target->X - Position.X, Target->Y - Position.Y};
		Distance = std::hypot(ToTarget.X, ToTarget.Y);
	}
	if (bDone[Agent] || Distance == 0.0f)
	{
		return {};
	}
	const float Speed = std::min(Definition.PreferredSpeed, Distance / Scene->Dt);
	return {ToTarget.X / Distance * Speed, ToTarget.Y / Distance * Speed};
}

Contender::Contender(std::string InName, std::string InIsa, int InThreads)
	: ContenderName(std::move(InName)),
	  IsaText(std::move(InIsa)),
	  ThreadCount(InThreads)
{}
}
