// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

/// Pictures one after the other, for a tool that makes a video of them.
namespace CrowdAvoidance::Pictures
{
/// Makes the folder where it is missing. Throws InputError that names the flag where it cannot be written to, or holds pictures
/// of this kind already: those of two runs would make one film.
void PrepareFrameFolder(const std::string& Folder, const char* Flag);

/// Folder/frame-000042.png
std::filesystem::path FramePath(const std::string& Folder, uint64_t Number);

/// Says which moments of a run become frames.
class FrameClock
{
public:
	/// FramesPerSecond of simulated time; empty: every step. Dt: of the run. [s] Throws InputError where it is faster than the run
	/// has steps.
	FrameClock(std::optional<double> FramesPerSecond, double Dt);

	/// Whether this moment is one. To be asked at the start and after every step. [s]
	bool IsDue(double Seconds);
	/// What the video tool has to be told so that the film runs as fast as the crowd does.
	double Rate() const { return FrameRate; }

private:
	double FrameRate;
	bool bEveryStep;
	double Next = 0.0; ///< Number of the next frame.
};
}
