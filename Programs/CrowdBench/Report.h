// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdBench/Csv.h"

#include <filesystem>
#include <string>
#include <vector>

namespace CrowdAvoidance::Bench
{
/// One contender in one scene. The fields are the columns of the CSV file; Report.cpp names them.
struct Row
{
	std::string Date;
	std::string Cpu;
	double Cores = NotMeasured;
	std::string Compiler;
	double LoadStart = NotMeasured;
	double LoadEnd = NotMeasured;
	std::string Scene;
	double Agents = NotMeasured;
	std::string Contender;
	std::string Isa;
	double Threads = NotMeasured;
	double Rounds = NotMeasured;
	double StepsPerRound = NotMeasured;
	double MsMedian = NotMeasured;
	double MsBest = NotMeasured;
	double NsPerAgent = NotMeasured; ///< From the median, for each agent that was there.
	double TimesRvo2 = NotMeasured;  ///< How many times as fast as RVO2 on as many threads.
	double SortNs = NotMeasured;     ///< Stages: processor time per agent and step, summed over threads.
	double NeighborsNs = NotMeasured;
	double SolveNs = NotMeasured;
	double IntegrateNs = NotMeasured;
	double BytesPerAgent = NotMeasured;         ///< As the simulator counts.
	double ResidentBytesPerAgent = NotMeasured; ///< Growth of the process by filling and warming up.
	double QualitySeconds = NotMeasured;        ///< Simulated, over which overlaps were counted.
	double OverlapsPerFrame = NotMeasured;
	double DeepPerFrame = NotMeasured;
	double DeepestMeters = NotMeasured;
	double DeepestFraction = NotMeasured; ///< Of the sum of radii.
	double ArrivedFraction = NotMeasured; ///< At the end of that time.
	std::string Planner;                  ///< That the scene asks for. Peers bring their own.
	double AgentsPresent = NotMeasured;   ///< Mean of the timed steps: agents may leave.
	double MsP99 = NotMeasured;           ///< Of all timed steps.
	double PlanNs = NotMeasured;          ///< Another stage, where there is a planner.
	double PlanShare = NotMeasured;       ///< Of the processor time of all stages.
	double TimesDetour = NotMeasured;     ///< How many times as fast as DetourCrowd, which has one thread.
	std::string Pace;           ///< When steps begin: "back to back", or "game": at the beginning of each frame.
	double MsMin = NotMeasured; ///< These, too, of all timed steps.
	double MsP50 = NotMeasured;
	double MsP90 = NotMeasured;
	double MsP999 = NotMeasured;
	double MsMax = NotMeasured;
	double TimesRvo2P99 = NotMeasured;       ///< The same ratio of 99th percentiles of a round.
	double AvoidanceMs = NotMeasured;        ///< A step without its planning; the median as MsMedian.
	double AvoidanceMsP99 = NotMeasured;     ///< Of all timed steps.
	double TimesRvo2Avoidance = NotMeasured; ///< Without our planning, of which RVO2's time has none.
	double TimesRvo2AvoidanceP99 = NotMeasured;
	std::string StepHistogram; ///< See Latency.h.
};

std::string ToCsv(const std::vector<Row>& Rows);
/// An object of rows and notes.
std::string ToJson(const std::vector<Row>& Rows, const std::vector<std::string>& Notes);
/// Files of older versions lack columns; those stay not measured. Throws InputError that names file, line and column.
std::vector<Row> ReadCsv(const std::filesystem::path& File);

/// All tables as Markdown. A table for which the rows hold nothing is left out.
std::string RenderTables(const std::vector<Row>& Rows);

/// Times against those of the same contenders in another file, which may be of another machine or day: to look at, not to judge by.
std::string RenderComparison(const std::vector<Row>& Base, const std::vector<Row>& Now);

/// 250000 as 250,000.
std::string FormatCount(double Value);
/// Three significant digits, which is more than the noise allows; a dash where nothing was measured.
std::string FormatShort(double Value);

/// A Markdown table; the cells of the first TextColumns columns are left-aligned, the others right.
std::string MarkdownTable(
	const std::vector<std::string>& Header, const std::vector<std::vector<std::string>>& Body, size_t TextColumns);
}
