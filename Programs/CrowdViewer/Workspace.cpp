// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdViewer/Workspace.h"

#include "Scenarios/OutputFile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace CrowdAvoidance::Viewer
{
using Scenarios::InputError;

namespace
{
/// Rates are means over about so much time. [s]
constexpr double RateSeconds = 0.5;
/// Half the width of an empty scene. [m]
constexpr float EmptyReach = 10.0f;

/// What --set says of a model holds for that model only.
void TakeModel(Cli::RunSetup& Setup, const std::string& Former)
{
	if (Setup.Model != Former)
	{
		std::erase_if(
			Setup.Options.Set, [&Former](const auto& Setting) { return Scenarios::OwnerOf(Setting.first) == Former; });
	}
}
}

void Workspace::Open(const std::string& NameOrPath)
{
	if (std::filesystem::path(NameOrPath).extension() != ".crowdrec")
	{
		Cli::RunSetup Setup = Cli::RunSetup::FromScenario(NameOrPath);
		Setup.Model = Current.Model;
		OpenSetup(Setup);
		return;
	}
	auto NewTape = std::make_unique<Playback>(NameOrPath);
	Begin({});
	Tape = std::move(NewTape);
	WatchedAgents.clear();
}

void Workspace::OpenSetup(const Cli::RunSetup& NewSetup)
{
	Crowd NewCrowds = Build(NewSetup, OtherModel, {});
	Current = NewSetup;
	Sliders = {};
	Draft = SceneEditor(NewSetup.ScenarioText);
	WatchedAgents.clear();
	Begin(std::move(NewCrowds));
}

void Workspace::NewScene()
{
	Draft = SceneEditor();
	Cli::RunSetup Empty;
	Empty.Name = "my-scene";
	Empty.ScenarioText = Draft.Text();
	Empty.Model = Current.Model;
	Current = std::move(Empty);
	Sliders = {};
	WatchedAgents.clear();
	Begin({});
}

const Scenarios::Scene* Workspace::Scene() const
{
	if (Tape)
	{
		return &Tape->GetScene();
	}
	return Crowds.empty() ? nullptr : &Crowds.front()->GetScene();
}

Display::Bounds Workspace::WorldBounds() const
{
	return Scene() ? Display::BoundsOf(*Scene())
				   : Display::Bounds{{-EmptyReach, -EmptyReach}, {EmptyReach, EmptyReach}};
}

void Workspace::Change(const std::function<void(Cli::RunSetup&)>& Edit)
{
	RefuseRecording();
	Cli::RunSetup NewSetup = Current;
	Edit(NewSetup);
	TakeModel(NewSetup, Current.Model);
	Crowd NewCrowds = Draft.HasAgents() ? Build(NewSetup, OtherModel, Sliders) : Crowd();
	Current = std::move(NewSetup);
	Begin(std::move(NewCrowds));
}

void Workspace::SetSecondModel(const std::string& Name)
{
	RefuseRecording();
	Crowd NewCrowds = Draft.HasAgents() ? Build(Current, Name, Sliders) : Crowd();
	OtherModel = Name;
	Begin(std::move(NewCrowds));
}

void Workspace::SetKnobs(const Tuning& NewKnobs)
{
	RefuseRecording();
	if (NewKnobs.OfWorld() == Sliders.OfWorld())
	{
		for (const std::unique_ptr<ViewerSession>& Session : Crowds)
		{
			Session->SetTuning(NewKnobs);
		}
		Sliders = NewKnobs;
		return;
	}
	Crowd NewCrowds = Draft.HasAgents() ? Build(Current, OtherModel, NewKnobs) : Crowd();
	Sliders = NewKnobs;
	Begin(std::move(NewCrowds));
}

std::optional<AgentProfile> Workspace::FirstProfile() const
{
	return Crowds.empty() ? std::nullopt : std::optional(Sliders.Apply(Crowds.front()->FileProfile()));
}

void Workspace::SetPlaying(bool bPlay)
{
	bPlaying = bPlay && Scene();
	Due = 0.0;
	if (bPlaying && Tape && Tape->Current() + 1 == Tape->FrameCount())
	{
		Tape->Seek(0);
	}
}

void Workspace::Step()
{
	SetPlaying(false);
	if (Tape)
	{
		Tape->Seek(Tape->Current() + 1);
	}
	StepAll(true);
}

void Workspace::Reset()
{
	SetPlaying(false);
	if (Tape)
	{
		Tape->Seek(0);
		return;
	}
	Begin(Draft.HasAgents() ? Build(Current, OtherModel, Sliders) : Crowd());
}

void Workspace::Advance(double RealSeconds)
{
	if (!bPlaying || !Scene() || RealSeconds <= 0.0)
	{
		return;
	}
	const double Dt = static_cast<double>(Tape ? Tape->Dt() : Scene()->Dt);
	Due += RealSeconds * Speed / Dt;
	double StepSeconds = 0.0;
	for (const std::unique_ptr<ViewerSession>& Session : Crowds)
	{
		StepSeconds += Session->StepMilliseconds() / 1000.0;
	}
	const double Affordable = StepSeconds > 0.0 ? std::max(std::floor(StepBudget / StepSeconds), 1.0) : 1.0;
	const double Steps = Tape ? std::floor(Due) : std::min(std::floor(Due), Affordable);
	// What cannot be kept up with is let go.
	Due = std::min(Due - Steps, 1.0);

	const double Weight = std::min(RealSeconds / RateSeconds, 1.0);
	StepRate = std::lerp(StepRate, Steps / RealSeconds, Weight);
	Managed = std::lerp(Managed, Steps * Dt / RealSeconds, Weight);
	if (Tape && Steps > 0.0)
	{
		const double Last = Tape->FrameCount() - 1;
		Tape->Seek(static_cast<int>(std::min(Tape->Current() + Steps, Last)));
		bPlaying = Tape->Current() < Last;
	}
	for (int Left = static_cast<int>(Steps); !Tape && bPlaying && Left > 0; --Left)
	{
		StepAll(Left == 1);
	}
}

void Workspace::Watch(uint32_t Agent, bool bWatch)
{
	bool bAnywhere = false;
	for (const std::unique_ptr<ViewerSession>& Session : Crowds)
	{
		bAnywhere = Session->Watch(Agent, bWatch) || bAnywhere;
	}
	if (bWatch && bAnywhere)
	{
		WatchedAgents.insert(Agent);
	}
	else if (!bWatch)
	{
		WatchedAgents.erase(Agent);
	}
}

void Workspace::WatchNobody()
{
	const std::set<uint32_t> Before = WatchedAgents;
	for (const uint32_t Agent : Before)
	{
		Watch(Agent, false);
	}
}

void Workspace::SetAgent(uint32_t Agent, const Parameter& Entry, float Value)
{
	RefuseRecording();
	for (const std::unique_ptr<ViewerSession>& Session : Crowds)
	{
		Session->SetAgent(Agent, Entry, Value);
	}
}

std::optional<uint32_t> Workspace::AgentAt(const Display::Snapshot& Frame, Vec2 Point, float Reach)
{
	std::optional<uint32_t> Nearest;
	float Least = Reach;
	for (const Display::SnapshotAgent& Agent : Frame.Agents)
	{
		const float Beside = std::hypot(Agent.Position.X - Point.X, Agent.Position.Y - Point.Y) - Agent.Radius;
		if (Beside <= Least)
		{
			Least = Beside;
			Nearest = Agent.Number;
		}
	}
	return Nearest;
}

void Workspace::SetMeasured(bool bAlways)
{
	bMeasured = bAlways;
	for (const std::unique_ptr<ViewerSession>& Session : Crowds)
	{
		Session->SetMeasured(bAlways);
	}
}

void Workspace::Edit(const std::function<void(SceneEditor&)>& Apply)
{
	RefuseRecording();
	SceneEditor NewDraft = Draft;
	Apply(NewDraft);
	Cli::RunSetup NewSetup = Current;
	NewSetup.ScenarioText = NewDraft.Text();
	Crowd NewCrowds = NewDraft.HasAgents() ? Build(NewSetup, OtherModel, Sliders) : Crowd();
	Draft = std::move(NewDraft);
	Current = std::move(NewSetup);
	Begin(std::move(NewCrowds));
}

void Workspace::Save(const std::string& Path) const
{
	RefuseRecording();
	if (!Draft.HasAgents())
	{
		throw InputError("a scenario needs agents: place some first");
	}
	const std::filesystem::path File = Path;
	if (File.extension() != ".json" || File.stem().empty())
	{
		throw InputError(fmt::format("'{}' must be the name of a .json file", Path));
	}
	const std::string Text = BakeScenario(Current.ScenarioText, File.stem().string(), Current, Sliders);
	Scenarios::ParseScene(Text, Path);
	Scenarios::OutputFile Target(Path, "save");
	Target.Write(Text);
	Target.Commit();
}

void Workspace::StartCheck(uint64_t Steps)
{
	RefuseRecording();
	if (Crowds.empty())
	{
		throw InputError("there is no crowd to check");
	}
	Scenarios::Scene Same = Current.MakeScene();
	for (AgentProfile& Profile : Same.Profiles)
	{
		Profile = Sliders.Apply(Profile);
	}
	Check.Start({Same, Sliders.Apply(Current.MakeOptions(1, EIsa::Scalar))},
		{Same, Sliders.Apply(Current.MakeOptions(0, EIsa::Auto))}, Steps);
}

void Workspace::RefuseRecording() const
{
	if (Tape)
	{
		throw InputError("a recording is open, which can only be played: open a scenario first");
	}
}

Workspace::Crowd Workspace::Build(const Cli::RunSetup& Setup, const std::string& SecondModel, const Tuning& Knobs) const
{
	Crowd NewCrowds;
	NewCrowds.push_back(std::make_unique<ViewerSession>(Setup, Knobs));
	if (!SecondModel.empty())
	{
		Cli::RunSetup Second = Setup;
		Second.Model = SecondModel;
		TakeModel(Second, Setup.Model);
		NewCrowds.push_back(std::make_unique<ViewerSession>(Second, Knobs));
	}
	return NewCrowds;
}

void Workspace::Begin(Crowd NewCrowds)
{
	Crowds = std::move(NewCrowds);
	Tape.reset();
	bPlaying = false;
	Due = 0.0;
	Managed = 0.0;
	StepRate = 0.0;
	Check.Cancel();
	SetMeasured(bMeasured);
	const std::set<uint32_t> Before = std::exchange(WatchedAgents, {});
	for (const uint32_t Agent : Before)
	{
		Watch(Agent, true);
	}
}

void Workspace::StepAll(bool bShow)
{
	bool bFinished = false;
	for (const std::unique_ptr<ViewerSession>& Session : Crowds)
	{
		const bool bWasFinished = Session->IsFinished();
		Session->Step(bShow);
		bFinished = bFinished || (Session->IsFinished() && !bWasFinished);
	}
	// Once, so that whoever wants to see more can play on.
	if (bFinished)
	{
		bPlaying = false;
	}
	for (const std::unique_ptr<ViewerSession>& Session : Crowds)
	{
		if (bFinished && !bShow)
		{
			Session->TakeFrame();
		}
	}
}
}
