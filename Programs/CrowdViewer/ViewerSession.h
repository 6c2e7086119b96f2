// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCli/RunSetup.h"
#include "Display/Snapshot.h"

#include <map>
#include <memory>
#include <optional>

namespace CrowdAvoidance::Viewer
{
/// What the sliders set, by the names that --set has: "profile.agentHorizon", "orca.sideBias". Whatever is not there is as the
/// scenario or the model has it.
struct Tuning
{
	std::map<std::string, double> Values;

	AgentProfile Apply(AgentProfile Profile) const;
	Scenarios::RunOptions Apply(Scenarios::RunOptions Options) const;
	/// Those that a running world does not take: it has to be made anew.
	Tuning OfWorld() const;

	friend bool operator==(const Tuning&, const Tuning&) = default;
};

/// Counting overlaps and densities costs more than drawing; larger crowds have it only when the colours ask for it.
constexpr size_t AlwaysMeasured = 20'000;

/// One crowd on its way, and the frame of it that is drawn.
class ViewerSession
{
public:
	/// Throws InputError.
	ViewerSession(const Cli::RunSetup& Setup, const Tuning& Knobs);

	/// One step. bShow: the frame is drawn. Where somebody is watched it is the one before the step, which is what debug geometry is
	/// about; otherwise the one after.
	void Step(bool bShow);
	/// Draws the present frame from now on.
	void TakeFrame();
	/// Reaches the running world: profiles only.
	void SetTuning(const Tuning& Knobs);
	/// As the agent is now; empty: it has left.
	std::optional<AgentState> AgentNow(uint32_t Agent) const;
	/// Changes one of AgentParameters() of an agent in the running world; nothing where it has left. Throws InputError.
	void SetAgent(uint32_t Agent, const Parameter& Entry, float Value);
	/// Overlaps and densities whatever the size of the crowd.
	void SetMeasured(bool bAlways);

	/// False: the agent does not exist (any more), or too many are watched.
	bool Watch(uint32_t Agent, bool bWatch);
	/// Of a watched agent and the frame that is drawn; null where there is none (yet).
	const DebugGeometry* DebugOf(uint32_t Agent) const;

	const Display::Snapshot& Shown() const { return Frame; }
	bool IsMeasured() const { return bMeasured; }
	/// The first one as the scenario has it.
	const AgentProfile& FileProfile() const { return FileProfiles.front(); }
	const Scenarios::Scene& GetScene() const { return Run->GetScene(); }
	const StepReport& LastReport() const { return Run->LastReport(); }
	const char* Trouble(uint32_t Agent) const { return Run->Trouble(Agent); }
	uint64_t Steps() const { return Run->GetWorld().StepCount(); }
	uint64_t StateHash() const { return Run->GetWorld().StateHash(); }
	EIsa Isa() const { return Run->GetWorld().ActiveIsa(); }
	/// The scenario's stop rule has been met.
	bool IsFinished() const { return bFinished; }
	/// The last step, planning included, by the clock. [ms]
	double StepMilliseconds() const { return LastStepMs; }

private:
	std::vector<AgentProfile> FileProfiles; ///< As the scenario has them.
	std::unique_ptr<Scenarios::Simulation> Run;
	std::map<uint32_t, AgentHandle> Watched;
	Display::Snapshot Frame;
	double LastStepMs = 0.0;
	bool bAlwaysMeasured = false;
	bool bMeasured = false;
	bool bFinished = false;
};
}
