// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Pictures/Frames.h"

#include "Scenarios/OutputFile.h"
#include "Scenarios/Scene.h"

#include <fmt/format.h>

#include <cmath>
#include <system_error>

namespace CrowdAvoidance::Pictures
{
namespace
{
/// Seconds are sums of steps, and rounded: a moment that is this share of a frame early is on time.
constexpr double Rounding = 1e-4;

[[noreturn]] void Refuse(const std::string& Folder, const char* Flag, const std::string& Why)
{
	throw Scenarios::InputError(fmt::format("{}: cannot write to '{}': {}", Flag, Folder, Why));
}

bool IsFrameName(const std::string& Name)
{
	return Name.starts_with("frame-") && Name.ends_with(".png");
}
}

void PrepareFrameFolder(const std::string& Folder, const char* Flag)
{
	if (Folder.empty())
	{
		Refuse(Folder, Flag, "no folder is named");
	}
	std::error_code Code;
	std::filesystem::create_directories(Folder, Code);
	if (std::error_code Ignored;
		std::filesystem::exists(Folder, Ignored) && !std::filesystem::is_directory(Folder, Ignored))
	{
		Refuse(Folder, Flag, "it is not a folder");
	}
	if (Code)
	{
		Refuse(Folder, Flag, Code.message());
	}
	for (std::filesystem::directory_iterator Entry(Folder, Code), End; !Code && Entry != End; Entry.increment(Code))
	{
		if (IsFrameName(Entry->path().filename().string()))
		{
			Refuse(Folder, Flag, fmt::format("it holds frames already, {}", Entry->path().filename().string()));
		}
	}
	if (Code)
	{
		Refuse(Folder, Flag, Code.message());
	}
	// By writing, since permissions do not tell about read-only disks.
	const Scenarios::OutputFile Dropped(FramePath(Folder, 0).string(), Flag);
}

std::filesystem::path FramePath(const std::string& Folder, uint64_t Number)
{
	return std::filesystem::path(Folder) / fmt::format("frame-{:06}.png", Number);
}

FrameClock::FrameClock(std::optional<double> FramesPerSecond, double Dt)
	: FrameRate(FramesPerSecond.value_or(1.0 / Dt)),
	  bEveryStep(!FramesPerSecond)
{
	const double Most = 1.0 / Dt;
	if (!(FrameRate > 0.0 && FrameRate <= Most * (1.0 + Rounding)))
	{
		throw Scenarios::InputError(
			fmt::format("--fps is {:g}, must be above 0 and at most {:.4g}, since a step of this run takes {:g} s",
				FrameRate, Most, Dt));
	}
}

bool FrameClock::IsDue(double Seconds)
{
	const double Number = std::floor(Seconds * FrameRate + Rounding);
	if (!bEveryStep && Number < Next)
	{
		return false;
	}
	Next = Number + 1.0;
	return true;
}
}
