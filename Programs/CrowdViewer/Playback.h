// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCli/RunSetup.h"
#include "CrowdCore/CrowdRecording.h"
#include "Display/Snapshot.h"

#include <string>

namespace CrowdAvoidance::Viewer
{
/// The frames of a recording, any of them at any time; walls and bodies come from the scenario that it holds.
class Playback
{
public:
	/// Throws InputError.
	explicit Playback(const std::string& Path);

	int FrameCount() const { return Reader.FrameCount(); }
	/// Number of the frame that is drawn.
	int Current() const { return Number; }
	/// Draws another frame; beyond the ends: the first or the last. Throws InputError, and then the present frame stays.
	void Seek(int Frame);

	const Display::Snapshot& Shown() const { return Frame; }
	const Scenarios::Scene& GetScene() const { return Scene; }
	const std::string& Model() const { return Setup.Model; }
	/// Of a step. [s]
	float Dt() const { return Reader.Dt(); }

private:
	std::string Path;
	RecordingReader Reader;
	Cli::RunSetup Setup;
	Scenarios::Scene Scene;
	Display::Snapshot Frame;
	int Number = 0;
};
}
