// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/TrajectoryText.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Behaviour and speed against reference values: what `crowd validate` runs. Docs/Validation.md shows what comes out.
namespace CrowdAvoidance::Validation
{
constexpr double NotMeasured = std::numeric_limits<double>::quiet_NaN();

/// A text or a number.
struct Cell
{
	std::string Text;
	double Number = 0.0; ///< Not finite: NotMeasured.
	bool bIsNumber = false;

	Cell(std::string InText) : Text(std::move(InText)) {}
	Cell(const char* InText) : Text(InText) {}
	Cell(double InNumber) : Number(InNumber), bIsNumber(true) {}
};

struct Table
{
	std::string Name; ///< Part of the file's name: lower case, hyphens.
	std::string Title;
	std::vector<std::string> Columns;
	std::vector<std::vector<Cell>> Rows; ///< As many cells as columns.
};

struct Plot
{
	std::string Name; ///< As Table::Name.
	std::string Svg;
};

/// A measured value and the band that it must lie in, bounds included.
struct Check
{
	std::string Name;
	double Value = NotMeasured;
	double Min = -std::numeric_limits<double>::infinity();
	double Max = std::numeric_limits<double>::infinity();
	std::string SkipReason; ///< Not empty: this machine or this run has nothing to measure it with.

	bool IsSkipped() const { return !SkipReason.empty(); }
	bool HasFailed() const { return !IsSkipped() && !(Value >= Min && Value <= Max); }
};

/// What a suite has found out.
struct SuiteReport
{
	std::vector<Table> Tables;
	std::vector<Plot> Plots;
	std::vector<Check> Checks;
	std::vector<std::string> Notes; ///< Whole sentences.
};

/// Trajectory files of people, for suites that compare with them.
struct DataFolder
{
	std::string Path;
	Scenarios::TrajectoryFormat Format;
	uint64_t Seed = 1; ///< Of what is chosen at random.
};

struct SuiteOptions
{
	int Threads = 1;                ///< At most. [1 .. 256]
	bool bQuick = false;            ///< Small and short, to try the tool itself; timings are not checked.
	std::optional<DataFolder> Data; ///< Compare with these and with nothing else; of suites with Suite::bTakesData.
	/// Told now and then how far a part of the suite has come. May throw to end the suite.
	std::function<void(const std::string& Part, uint64_t Done, uint64_t Total)> OnProgress = [](auto&&...) {};
};

struct Suite
{
	const char* Name;
	const char* Description;
	/// Throws Scenarios::InputError where the scenarios or the reference files are unusable.
	SuiteReport (*Run)(const SuiteOptions& Options);
	bool bLong = false; ///< Takes so long that it runs only where it is named.
	bool bTakesData = false;
};

std::span<const Suite> Suites();

SuiteReport RunClearPathSuite(const SuiteOptions& Options);
SuiteReport RunNavMeshSuite(const SuiteOptions& Options);
SuiteReport RunRcapSuite(const SuiteOptions& Options);
SuiteReport RunScenesSuite(const SuiteOptions& Options);
SuiteReport RunLargeScenesSuite(const SuiteOptions& Options);
}
