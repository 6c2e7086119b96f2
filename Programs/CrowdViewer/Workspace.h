// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdViewer/DeterminismCheck.h"
#include "CrowdViewer/Playback.h"
#include "CrowdViewer/SceneEditor.h"
#include "CrowdViewer/ViewerSession.h"

#include <functional>
#include <set>

namespace CrowdAvoidance::Viewer
{
/// Everything that is open, and what can be done with it; the window only shows it.
/// What can fail throws InputError, and then everything is as it was.
class Workspace
{
public:
	/// Steps between two pictures take no longer than this, or one step, so that the window stays alive. [s]
	static constexpr double StepBudget = 0.012;
	static constexpr uint64_t DefaultCheckSteps = 200;

	/// @name What is open: a crowd, two of them side by side, or a recording
	/// A scenario's name, a .json file or a .crowdrec file.
	void Open(const std::string& NameOrPath);
	/// With everything that the command line may say of it.
	void OpenSetup(const Cli::RunSetup& NewSetup);
	void NewScene();
	const std::vector<std::unique_ptr<ViewerSession>>& Sessions() const { return Crowds; }
	/// Null: no recording is open.
	const Playback* Recording() const { return Tape.get(); }
	void Seek(int Frame) { Tape->Seek(Frame); }
	/// Null: there is nothing (an empty scene).
	const Scenarios::Scene* Scene() const;
	/// Of everything there is to see. [m]
	Display::Bounds WorldBounds() const;
	/// @}

	/// @name How it is set up. A change begins again at step 0, unless only profiles are changed
	const Cli::RunSetup& Setup() const { return Current; }
	void Change(const std::function<void(Cli::RunSetup&)>& Edit);
	/// Model of the second crowd. Empty: there is only one.
	const std::string& SecondModel() const { return OtherModel; }
	void SetSecondModel(const std::string& Name);
	const Tuning& Knobs() const { return Sliders; }
	void SetKnobs(const Tuning& NewKnobs);
	/// Of the first profile, with the sliders' say. Empty: there is no crowd.
	std::optional<AgentProfile> FirstProfile() const;
	/// @}

	/// @name Time
	bool IsPlaying() const { return bPlaying; }
	void SetPlaying(bool bPlay);
	void Step();
	void Reset();
	/// Plays on: RealSeconds have gone by.
	void Advance(double RealSeconds);
	/// Simulated seconds for a second of the clock: wanted, and managed lately.
	double Speed = 1.0;
	double ManagedSpeed() const { return Managed; }
	double StepsPerSecond() const { return StepRate; }
	/// @}

	/// @name Watching
	const std::set<uint32_t>& Watched() const { return WatchedAgents; }
	void Watch(uint32_t Agent, bool bWatch);
	void WatchNobody();
	/// Changes one of AgentParameters() of an agent in every crowd, until it begins anew.
	void SetAgent(uint32_t Agent, const Parameter& Entry, float Value);
	/// The agent of the first crowd or the recording that is there. Reach: so far beside it counts too. [m]
	static std::optional<uint32_t> AgentAt(const Display::Snapshot& Frame, Vec2 Point, float Reach);
	/// Count overlaps and densities in crowds of any size.
	void SetMeasured(bool bAlways);
	/// @}

	/// @name Editing
	const SceneEditor& Editor() const { return Draft; }
	void Edit(const std::function<void(SceneEditor&)>& Change);
	/// The whole scene as it is set up, as a scenario file.
	void Save(const std::string& Path) const;
	/// @}

	DeterminismCheck Check;
	/// One thread of plain C++ against all threads and the best instruction set.
	void StartCheck(uint64_t Steps);

private:
	using Crowd = std::vector<std::unique_ptr<ViewerSession>>;
	/// A recording is as it is. Throws InputError.
	void RefuseRecording() const;
	Crowd Build(const Cli::RunSetup& Setup, const std::string& SecondModel, const Tuning& Knobs) const;
	/// After building: everything begins anew.
	void Begin(Crowd NewCrowds);
	void StepAll(bool bShow);

	Cli::RunSetup Current;
	std::string OtherModel;
	Tuning Sliders;
	Crowd Crowds;
	std::unique_ptr<Playback> Tape;
	SceneEditor Draft;
	std::set<uint32_t> WatchedAgents;
	bool bPlaying = false;
	bool bMeasured = false;
	double Due = 0.0; ///< Steps that the clock asks for and nobody has done.
	double Managed = 0.0;
	double StepRate = 0.0;
};
}
