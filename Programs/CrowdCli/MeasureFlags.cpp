// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/MeasureFlags.h"

#include "Scenarios/Suggest.h"

#include <fmt/format.h>

namespace CrowdAvoidance::Cli
{
namespace
{
double ParseUnit(const std::string& Text)
{
	if (Text != "m" && Text != "cm")
	{
		throw InputError(fmt::format("--unit is {}, must be m or cm", Scenarios::Quoted(Text)));
	}
	return Text == "m" ? 1.0 : 0.01;
}
}

Scenarios::MeasureOptions MeasureFlags::ToOptions() const
{
	Scenarios::MeasureOptions Options;
	Options.PairsOf = PairsOf;
	if (!Reference.empty())
	{
		Options.Reference =
			std::make_shared<const Scenarios::TrajectorySet>(Scenarios::ReadTrajectories(Reference, Format));
	}
	return Options;
}

void AddMeasureFlags(CLI::App& Verb, MeasureFlags& Target)
{
	Verb.add_option_function<std::string>(
		"--pairs", [&Target](const std::string& Text) { Target.PairsOf = ParseAgents("--pairs", Text); },
		"agents, by number and separated by commas, at most 16, whose encounters with each other are measured "
		"(default: all where that makes no more than 16 pairs)");
	Verb.add_option("--reference", Target.Reference, "trajectories to measure the difference from");
	AddTrajectoryFlags(Verb, Target.Format, "--reference");
}

void CheckMeasureFlags(const CLI::App& Verb)
{
	if (Verb.count("--reference") > 0 && Verb.get_option("--reference")->as<std::string>().empty())
	{
		throw InputError("--reference is empty, must be a file");
	}
	if (Verb.count("--pairs") > 0 && Verb.count("--metrics") == 0)
	{
		throw InputError("--pairs says what is measured: it needs --metrics");
	}
	CheckTrajectoryFlags(Verb, "--reference");
}

void AddTrajectoryFlags(CLI::App& Verb, Scenarios::TrajectoryFormat& Target, const char* Owner)
{
	Verb.add_option_function<std::string>(
		"--unit", [&Target](const std::string& Text) { Target.UnitMeters = ParseUnit(Text); },
		fmt::format("unit of {}, m or cm, whatever its comments say", Owner));
	Verb.add_option_function<std::string>(
		"--framerate",
		[&Target](const std::string& Text)
		{ Target.FrameRate = ParseNumber("--framerate", Text, Scenarios::FrameRateRange); },
		fmt::format("frames a second of {}, whatever its comments say", Owner));
}

void CheckTrajectoryFlags(const CLI::App& Verb, const char* Owner)
{
	for (const char* Flag : {"--unit", "--framerate"})
	{
		if (Verb.count(Flag) > 0 && Verb.count(Owner) == 0)
		{
			throw InputError(fmt::format("{} says how files are read: it needs {}", Flag, Owner));
		}
	}
}
}
