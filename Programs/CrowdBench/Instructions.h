// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdBench/Csv.h"

#include <filesystem>
#include <string>
#include <vector>

/// Instructions that a step takes, which depend on the compilers and not on how busy the machine is.
namespace CrowdAvoidance::Bench
{
/// One model in one scene. The fields are the columns of the CSV file; Instructions.cpp names them.
struct InstructionRow
{
	std::string Scene;
	double Agents = NotMeasured;
	std::string Contender;
	std::string Isa;
	std::string Build;             ///< Compilers, and how they were asked to build.
	double FromStep = NotMeasured; ///< The first step that was counted.
	double Steps = NotMeasured;
	/// @name For each agent that was there and each step, by stage
	/// @{
	double Sort = NotMeasured;
	double Neighbors = NotMeasured;
	double Plan = NotMeasured; ///< Also what the planner does before the step and where agents have come to.
	double Solve = NotMeasured;
	double Integrate = NotMeasured; ///< And everything else.
	double Step = NotMeasured;      ///< All of them.
									/// @}
};

std::string InstructionsToCsv(const std::vector<InstructionRow>& Rows);
/// Throws Scenarios::InputError.
std::vector<InstructionRow> ReadInstructions(const std::filesystem::path& File);
std::string RenderInstructions(const std::vector<InstructionRow>& Rows);

struct Comparison
{
	std::vector<std::string> Growths; ///< A sentence each: what takes more than it may.
	std::vector<std::string> Notes;   ///< What could not be compared, and what takes less.
	int Compared = 0;
};

/// Of what both have counted with the same compilers. Growth: the share by which a stage may grow.
Comparison CompareInstructions(
	const std::vector<InstructionRow>& Base, const std::vector<InstructionRow>& Now, double Growth);
}
