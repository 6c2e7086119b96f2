// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdViewer/ViewerSession.h"

#include "Scenarios/Require.h"

#include <fmt/format.h>

#include <chrono>

namespace CrowdAvoidance::Viewer
{
AgentProfile Tuning::Apply(AgentProfile Profile) const
{
	for (const Parameter& Entry : ProfileParameters().List)
	{
		const auto Found = Values.find(Scenarios::ProfileOwner + "." + Entry.Name);
		if (Found != Values.end())
		{
			Scenarios::Require(Entry.Write(&Profile, Found->second), "parameters", Found->first);
		}
	}
	return Profile;
}

Scenarios::RunOptions Tuning::Apply(Scenarios::RunOptions Options) const
{
	for (const auto& [Key, Value] : Values)
	{
		if (Scenarios::OwnerOf(Key) == Options.World.Model)
		{
			Options.World.Options.push_back({Key.substr(Options.World.Model.size() + 1), Value});
		}
	}
	return Options;
}

Tuning Tuning::OfWorld() const
{
	Tuning Rest = *this;
	std::erase_if(
		Rest.Values, [](const auto& Each) { return Scenarios::OwnerOf(Each.first) == Scenarios::ProfileOwner; });
	return Rest;
}

ViewerSession::ViewerSession(const Cli::RunSetup& Setup, const Tuning& Knobs)
{
	Scenarios::Scene Scene = Setup.MakeScene();
	FileProfiles = Scene.Profiles;
	for (AgentProfile& Profile : Scene.Profiles)
	{
		Profile = Knobs.Apply(Profile);
	}
	Run = std::make_unique<Scenarios::Simulation>(Scene, Knobs.Apply(Setup.MakeOptions(0, EIsa::Auto)));
	TakeFrame();
}

void ViewerSession::Step(bool bShow)
{
	const bool bBefore = !Watched.empty();
	if (bShow && bBefore)
	{
		TakeFrame();
	}
	const auto Start = std::chrono::steady_clock::now();
	bFinished = !Run->Step();
	LastStepMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - Start).count();
	if (bShow && !bBefore)
	{
		TakeFrame();
	}
}

void ViewerSession::SetTuning(const Tuning& Knobs)
{
	// Number 0 is the world's own; those of the scene follow in its order.
	for (uint32_t Index = 0; Index < FileProfiles.size(); ++Index)
	{
		Scenarios::Require(
			Run->GetWorld().SetProfile({Index + 1}, Knobs.Apply(FileProfiles[Index])), GetScene().Name, "profile");
	}
}

std::optional<AgentState> ViewerSession::AgentNow(uint32_t Agent) const
{
	const World& Crowd = Run->GetWorld();
	const Result<AgentState> Now = Crowd.GetAgent(Crowd.HandleOf(Agent));
	return Now ? std::optional(Now.Value()) : std::nullopt;
}

void ViewerSession::SetAgent(uint32_t Agent, const Parameter& Entry, float Value)
{
	World& Crowd = Run->GetWorld();
	if (const AgentHandle Handle = Crowd.HandleOf(Agent); Crowd.IsValid(Handle))
	{
		Scenarios::Require(Crowd.Set(Handle, Entry, Value), GetScene().Name, fmt::format("agent {}", Agent));
	}
}

void ViewerSession::SetMeasured(bool bAlways)
{
	bAlwaysMeasured = bAlways;
	if (bAlways && !bMeasured)
	{
		Display::MeasureCrowding(GetScene(), Frame);
		bMeasured = true;
	}
}

bool ViewerSession::Watch(uint32_t Agent, bool bWatch)
{
	World& Crowd = Run->GetWorld();
	if (!bWatch)
	{
		const auto Found = Watched.find(Agent);
		if (Found != Watched.end() && Crowd.IsValid(Found->second))
		{
			Scenarios::Require(Crowd.Watch(Found->second, false), GetScene().Name, "watch");
		}
		Watched.erase(Agent);
		return true;
	}
	if (Agent >= GetScene().Agents.size())
	{
		return false;
	}
	const AgentHandle Handle = Crowd.HandleOf(Agent);
	if (!Crowd.Watch(Handle))
	{
		return false;
	}
	Watched[Agent] = Handle;
	return true;
}

const DebugGeometry* ViewerSession::DebugOf(uint32_t Agent) const
{
	const auto Found = Watched.find(Agent);
	const DebugGeometry* Geometry = Found == Watched.end() ? nullptr : Run->GetWorld().DebugOf(Found->second);
	return Geometry && Geometry->Step == Frame.Step + 1 ? Geometry : nullptr;
}

void ViewerSession::TakeFrame()
{
	Display::TakePositions(*Run, Frame);
	bMeasured = bAlwaysMeasured || Frame.Agents.size() <= AlwaysMeasured;
	if (bMeasured)
	{
		Display::MeasureCrowding(GetScene(), Frame);
	}
}
}
