// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/Latency.h"

#include "CrowdBench/Timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <utility>

namespace CrowdAvoidance::Bench
{
namespace
{
constexpr double BinsPerOctave = 4.0;
constexpr double LongestBar = 60.0;

using Bin = std::pair<double, double>; // From so many microseconds on; so many steps.

std::vector<Bin> ReadHistogram(const std::string& Text)
{
	std::vector<Bin> Bins;
	const char* At = Text.c_str();
	for (;;)
	{
		char* End = nullptr;
		const double From = std::strtod(At, &End);
		if (End == At || *End != ':')
		{
			return Bins;
		}
		At = End + 1;
		const double Count = std::strtod(At, &End);
		Bins.emplace_back(From, Count);
		At = End;
	}
}

std::string RenderBars(const Row& Line)
{
	const std::vector<Bin> Bins = ReadHistogram(Line.StepHistogram);
	double Most = 1.0;
	for (const auto& [From, Count] : Bins)
	{
		Most = std::max(Most, Count);
	}
	std::string Text =
		fmt::format("    {}, {:.0f} agents, {}, {:.0f} thread{}, {}: steps that took so many us or more\n", Line.Scene,
			Line.Agents, Line.Contender, Line.Threads, Line.Threads == 1.0 ? "" : "s", Line.Pace);
	for (const auto& [From, Count] : Bins)
	{
		// A single step is seen, too: it may be the one that a player notices.
		const auto Length = static_cast<size_t>(std::ceil(LongestBar * Count / Most));
		Text += fmt::format("    {:>9} {} {:.0f}\n", FormatShort(From), std::string(Length, '#'), Count);
	}
	return Text + '\n';
}
}

void FillLatency(const std::vector<double>& StepSeconds, bool bHistogram, Row& Out)
{
	Out.MsMin = 1e3 * Percentile(StepSeconds, 0.0);
	Out.MsP50 = 1e3 * Percentile(StepSeconds, 0.5);
	Out.MsP90 = 1e3 * Percentile(StepSeconds, 0.9);
	Out.MsP99 = 1e3 * Percentile(StepSeconds, 0.99);
	Out.MsP999 = 1e3 * Percentile(StepSeconds, 0.999);
	Out.MsMax = 1e3 * Percentile(StepSeconds, 1.0);
	Out.StepHistogram = bHistogram ? Histogram(StepSeconds) : std::string();
}

std::string Histogram(const std::vector<double>& StepSeconds)
{
	std::map<int, int> Counts;
	for (const double Seconds : StepSeconds)
	{
		++Counts[static_cast<int>(std::floor(BinsPerOctave * std::log2(std::max(1e6 * Seconds, 1e-3))))];
	}
	std::string Text;
	for (const auto& [Bin, Count] : Counts)
	{
		Text += fmt::format("{}{:.4g}:{}", Text.empty() ? "" : " ", std::exp2(Bin / BinsPerOctave), Count);
	}
	return Text;
}

std::string RenderLatency(const std::vector<Row>& Rows)
{
	std::vector<std::vector<std::string>> Body;
	std::string Bars;
	for (const Row& Line : Rows)
	{
		if (Line.StepHistogram.empty())
		{
			continue;
		}
		Body.push_back({Line.Scene, Line.Contender, Line.Isa, Line.Pace, FormatCount(Line.Agents),
			FormatCount(Line.Threads), FormatCount(Line.Rounds * Line.StepsPerRound)});
		for (const double Ms : {Line.MsMin, Line.MsP50, Line.MsP90, Line.MsP99, Line.MsP999, Line.MsMax})
		{
			Body.back().push_back(FormatShort(1e3 * Ms));
		}
		Body.back().push_back(FormatShort(Line.MsP99 / Line.MsP50));
		Bars += RenderBars(Line);
	}
	if (Body.empty())
	{
		return {};
	}
	return fmt::format("### Latency of a step (microseconds)\n\n{}\n{}",
		MarkdownTable({"Scene", "Contender", "ISA", "Pace", "Agents", "Threads", "steps", "min", "p50", "p90", "p99",
						  "p99.9", "max", "p99/p50"},
			Body, 4),
		Bars);
}
}
