// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace CrowdAvoidance::Bench
{
/// A number that was not measured: an empty cell.
constexpr double NotMeasured = std::numeric_limits<double>::quiet_NaN();

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
};

std::string ToCsv(const std::vector<Row>& Rows);
/// An object of rows and notes.
std::string ToJson(const std::vector<Row>& Rows, const std::vector<std::string>& Notes);
/// Files of older versions lack columns; those stay not measured. Throws InputError that names file, line and column.
std::vector<Row> ReadCsv(const std::filesystem::path& File);

/// All tables as Markdown. A table for which the rows hold nothing is left out.
std::string RenderTables(const std::vector<Row>& Rows);

/// A Markdown table; the cells of the first TextColumns columns are left-aligned, the others right.
std::string MarkdownTable(
	const std::vector<std::string>& Header, const std::vector<std::vector<std::string>>& Body, size_t TextColumns);
}
