// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/PictureFlags.h"

#include "CrowdCli/Flags.h"
#include "Scenarios/Suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace CrowdAvoidance::Cli
{
namespace
{
constexpr Range FrameRateRange{0.0, 1000.0, "frames per second", true};
constexpr Range ViewRange{-1.0e7, 1.0e7, "m"};

Display::EColorBy ParseColoring(const std::string& Text)
{
	std::vector<std::string> Names;
	for (int By = 0; By < static_cast<int>(Display::EColorBy::Count); ++By)
	{
		Names.emplace_back(Display::Coloring(static_cast<Display::EColorBy>(By)).Name);
		if (Text == Names.back())
		{
			return static_cast<Display::EColorBy>(By);
		}
	}
	throw InputError(fmt::format("--color is the unknown {}{}; there are {}", Scenarios::Quoted(Text),
		Scenarios::Suggestion(Text, Names), fmt::join(Names, ", ")));
}

void TakeSize(const std::string& Text, Pictures::PictureOptions& Out)
{
	const std::vector<std::string> Parts = Split(Text, 'x');
	if (Parts.size() != 2)
	{
		throw InputError(
			fmt::format("--size is {}, must be WIDTHxHEIGHT in pixels, such as 1600x900", Scenarios::Quoted(Text)));
	}
	const auto Pixels = [](const std::string& Part)
	{ return static_cast<int>(ParseInteger("--size", Part, Pictures::MinPictureSize, Pictures::MaxPictureSize)); };
	Out.Width = Pixels(Parts[0]);
	Out.Height = Pixels(Parts[1]);
}

Display::Bounds ParseView(const std::string& Text)
{
	const std::vector<std::string> Parts = Split(Text, ',');
	if (Parts.size() != 4)
	{
		throw InputError(fmt::format(
			"--view is {}, must be four numbers in metres: left,bottom,right,top", Scenarios::Quoted(Text)));
	}
	const auto Meters = [&](size_t Index)
	{ return static_cast<float>(ParseNumber("--view", Parts[Index], ViewRange)); };
	return {{Meters(0), Meters(1)}, {Meters(2), Meters(3)}};
}
}

void AddPictureFlags(CLI::App& Verb, RunOutputs& Outputs)
{
	Pictures::PictureOptions& Look = Outputs.Look;
	const auto AddText = [&Verb](
							 const char* Flag, std::function<void(const std::string&)> Take, const char* Description)
	{ Verb.add_option_function<std::string>(Flag, std::move(Take), Description); };
	Verb.add_option("--html", Outputs.Html, "write a page that plays the run in a browser");
	Verb.add_option("--png", Outputs.Png, "write a picture of the last frame");
	Verb.add_option("--frames", Outputs.Frames, "write a picture of every frame into this folder, for a video tool");
	AddNumberOption(
		Verb, "--fps", Outputs.FrameRate, FrameRateRange, "frames in a simulated second (default: one each step)");
	AddText(
		"--watch", [&Look](const std::string& Text) { Look.Watch = ParseAgents("--watch", Text); },
		"agents, by number and separated by commas, whose neighbours and velocity obstacles are shown (pictures: at "
		"most four)");
	AddText(
		"--color", [&Look](const std::string& Text) { Look.ColorBy = ParseColoring(Text); },
		"what colours in pictures say: group (default), heading, speed, density, collision");
	AddText(
		"--size", [&Look](const std::string& Text) { TakeSize(Text, Look); }, "of pictures (default: 1600x900)");
	AddText(
		"--view", [&Look](const std::string& Text) { Look.View = ParseView(Text); },
		"left,bottom,right,top: the part that pictures show, in metres (default: everything)");
	AddText(
		"--trail",
		[&Look](const std::string& Text) {
			Look.TrailSeconds = ParseNumber("--trail", Text, {0.0, Pictures::MaxTrailSeconds, "s"});
		},
		"how much of its way an agent draws behind it in pictures, in seconds (default: 1.5)");
}

void CheckPictureFlags(const CLI::App& Verb)
{
	const auto IsGiven = [&Verb](const char* Flag) { return Verb.count(Flag) > 0; };
	for (const char* Flag : {"--html", "--png", "--frames"})
	{
		if (IsGiven(Flag) && Verb.get_option(Flag)->as<std::string>().empty())
		{
			throw InputError(fmt::format(
				"{} is empty, must be a {}", Flag, std::string_view(Flag) == "--frames" ? "folder" : "file"));
		}
	}
	const bool bPictures = IsGiven("--png") || IsGiven("--frames");
	for (const char* Flag : {"--color", "--size", "--view", "--trail"})
	{
		if (IsGiven(Flag) && !bPictures)
		{
			throw InputError(fmt::format("{} says how pictures look: it needs --png or --frames", Flag));
		}
	}
	if (IsGiven("--fps") && !IsGiven("--frames"))
	{
		throw InputError("--fps says how many pictures are written: it needs --frames");
	}
	if (IsGiven("--watch") && !bPictures && !IsGiven("--html"))
	{
		throw InputError("--watch says whose overlay is shown: it needs --html, --png or --frames");
	}
}
}
