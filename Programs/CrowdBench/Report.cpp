// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/Report.h"

#include "CrowdBench/Latency.h"
#include "Scenarios/Scene.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace CrowdAvoidance::Bench
{
namespace
{
// Scripts of others read these names: append, never rename.
const CsvColumn<Row> Columns[] = {
	{"date", &Row::Date},
	{"cpu", &Row::Cpu},
	{"cores", &Row::Cores},
	{"compiler", &Row::Compiler},
	{"load_start", &Row::LoadStart},
	{"load_end", &Row::LoadEnd},
	{"scene", &Row::Scene},
	{"agents", &Row::Agents},
	{"contender", &Row::Contender},
	{"isa", &Row::Isa},
	{"threads", &Row::Threads},
	{"rounds", &Row::Rounds},
	{"steps_per_round", &Row::StepsPerRound},
	{"ms_median", &Row::MsMedian},
	{"ms_best", &Row::MsBest},
	{"ns_per_agent", &Row::NsPerAgent},
	{"times_rvo2", &Row::TimesRvo2},
	{"sort_ns", &Row::SortNs},
	{"neighbors_ns", &Row::NeighborsNs},
	{"solve_ns", &Row::SolveNs},
	{"integrate_ns", &Row::IntegrateNs},
	{"bytes_per_agent", &Row::BytesPerAgent},
	{"resident_bytes_per_agent", &Row::ResidentBytesPerAgent},
	{"quality_seconds", &Row::QualitySeconds},
	{"overlaps_per_frame", &Row::OverlapsPerFrame},
	{"deep_per_frame", &Row::DeepPerFrame},
	{"deepest_m", &Row::DeepestMeters},
	{"deepest_fraction", &Row::DeepestFraction},
	{"arrived_fraction", &Row::ArrivedFraction},
	{"planner", &Row::Planner, true},
	{"agents_present", &Row::AgentsPresent, true},
	{"ms_p99", &Row::MsP99, true},
	{"plan_ns", &Row::PlanNs, true},
	{"plan_share", &Row::PlanShare, true},
	{"times_detour", &Row::TimesDetour, true},
	{"pace", &Row::Pace, true},
	{"ms_min", &Row::MsMin, true},
	{"ms_p50", &Row::MsP50, true},
	{"ms_p90", &Row::MsP90, true},
	{"ms_p999", &Row::MsP999, true},
	{"ms_max", &Row::MsMax, true},
	{"times_rvo2_p99", &Row::TimesRvo2P99, true},
	{"avoidance_ms", &Row::AvoidanceMs, true},
	{"avoidance_ms_p99", &Row::AvoidanceMsP99, true},
	{"times_rvo2_avoidance", &Row::TimesRvo2Avoidance, true},
	{"times_rvo2_avoidance_p99", &Row::TimesRvo2AvoidanceP99, true},
	{"step_histogram", &Row::StepHistogram, true},
};

std::string Times(double Value)
{
	return std::isnan(Value) ? "-" : fmt::format("x{}", FormatShort(Value));
}

/// The row of the same contender in the same scene, on so many threads.
std::vector<Row>::const_iterator FindRow(const std::vector<Row>& Rows, const Row& Wanted, double Threads)
{
	return std::find_if(Rows.begin(), Rows.end(),
		[&Wanted, Threads](const Row& Line)
		{
			return Line.Threads == Threads && Line.Scene == Wanted.Scene && Line.Agents == Wanted.Agents &&
				Line.Contender == Wanted.Contender && Line.Isa == Wanted.Isa && Line.Pace == Wanted.Pace;
		});
}

std::string Percent(double Fraction)
{
	return std::isnan(Fraction) ? "-" : fmt::format("{:.0f} %", 100.0 * Fraction);
}

/// A table with its title, or nothing when there are no rows.
std::string Section(const char* Title, const std::vector<std::string>& Header,
	const std::vector<std::vector<std::string>>& Body, size_t TextColumns)
{
	return Body.empty() ? std::string()
						: fmt::format("### {}\n\n{}\n", Title, MarkdownTable(Header, Body, TextColumns));
}

std::string RenderMachine(const std::vector<Row>& Rows)
{
	// Rows of one run share these; a file may hold several runs.
	std::set<std::tuple<std::string, std::string, double, std::string, double, double>> Machines;
	for (const Row& Line : Rows)
	{
		Machines.emplace(Line.Date, Line.Cpu, Line.Cores, Line.Compiler, Line.LoadStart, Line.LoadEnd);
	}
	std::string Text;
	for (const auto& [Date, Cpu, Cores, Compiler, LoadStart, LoadEnd] : Machines)
	{
		Text += fmt::format("{}, {:.0f} cores, {}, {}; load average {:.2f} at the start, {:.2f} at the end.\n", Cpu,
			Cores, Compiler, Date, LoadStart, LoadEnd);
	}
	return Text + '\n';
}

/// Steps with rest between them have a table of their own.
bool IsAtGamePace(const Row& Line)
{
	return Line.Pace == "game";
}

std::string RenderTimes(const std::vector<Row>& Rows)
{
	std::vector<std::vector<std::string>> Body;
	for (const Row& Line : Rows)
	{
		if (IsAtGamePace(Line))
		{
			continue;
		}
		Body.push_back({Line.Scene, Line.Contender, Line.Isa, FormatCount(Line.Agents), FormatCount(Line.Threads),
			FormatShort(Line.MsMedian), FormatShort(Line.MsBest), FormatShort(Line.NsPerAgent), Times(Line.TimesRvo2)});
	}
	return Section("Time of a step",
		{"Scene", "Contender", "ISA", "Agents", "Threads", "ms/step", "best", "ns/agent", "RVO2 / it"}, Body, 3);
}

bool HasPlanner(const Row& Line)
{
	return !Line.Planner.empty() && Line.Planner != "goal";
}

std::string RenderPlanning(const std::vector<Row>& Rows)
{
	std::vector<std::vector<std::string>> Body;
	for (const Row& Line : Rows)
	{
		if (HasPlanner(Line) && !IsAtGamePace(Line))
		{
			Body.push_back({Line.Scene, Line.Planner, Line.Contender, Line.Isa, FormatCount(Line.Agents),
				FormatCount(Line.AgentsPresent), FormatCount(Line.Threads), FormatShort(Line.MsMedian),
				FormatShort(Line.MsP99), FormatShort(1e3 / Line.MsMedian), FormatShort(Line.PlanNs),
				Percent(Line.PlanShare), Times(Line.TimesDetour)});
		}
	}
	return Section("Scenes with a planner (planning: processor ns per agent, and of the time of all stages)",
		{"Scene", "Planner", "Contender", "ISA", "Agents", "present", "Threads", "ms/step", "99th percentile",
			"steps/s", "planning, ns", "planning", "detour / it"},
		Body, 4);
}

std::string RenderStages(const std::vector<Row>& Rows)
{
	std::vector<std::vector<std::string>> Body;
	for (const Row& Line : Rows)
	{
		if (!std::isnan(Line.SolveNs) && !IsAtGamePace(Line))
		{
			Body.push_back({Line.Scene, Line.Contender, Line.Isa, FormatCount(Line.Agents), FormatCount(Line.Threads),
				FormatShort(Line.SortNs), FormatShort(Line.NeighborsNs), FormatShort(Line.SolveNs),
				FormatShort(Line.IntegrateNs)});
		}
	}
	return Section("Where the time goes (processor ns per agent)",
		{"Scene", "Contender", "ISA", "Agents", "Threads", "Sort", "Neighbors", "Solve", "Integrate"}, Body, 3);
}

std::string RenderThreads(const std::vector<Row>& Rows)
{
	std::vector<std::vector<std::string>> Body;
	for (const Row& Many : Rows)
	{
		const auto One = FindRow(Rows, Many, 1.0);
		if (Many.Threads > 1.0 && One != Rows.end())
		{
			Body.push_back({Many.Scene, Many.Contender, Many.Pace, FormatCount(Many.Agents), FormatCount(Many.Threads),
				FormatShort(One->MsMedian), FormatShort(Many.MsMedian), Times(One->MsMedian / Many.MsMedian),
				Times(One->MsP50 / Many.MsP50)});
		}
	}
	return Section("Threads",
		{"Scene", "Contender", "Pace", "Agents", "Threads", "ms, one thread", "ms, that many", "faster by",
			"median step"},
		Body, 3);
}

/// Ratios within rounds: of means and of 99th percentiles, of whole steps and of those without our planning.
std::string RenderRatios(const std::vector<Row>& Rows)
{
	std::vector<std::vector<std::string>> Body;
	for (const Row& Line : Rows)
	{
		if (!std::isnan(Line.TimesRvo2P99) && Line.Contender != "rvo2")
		{
			Body.push_back({Line.Scene, Line.Contender, Line.Isa, Line.Pace, FormatCount(Line.Agents),
				FormatCount(Line.Threads), Times(Line.TimesRvo2), Times(Line.TimesRvo2P99),
				Times(Line.TimesRvo2Avoidance), Times(Line.TimesRvo2AvoidanceP99)});
		}
	}
	return Section("Against RVO2 on as many threads (its time / ours)",
		{"Scene", "Contender", "ISA", "Pace", "Agents", "Threads", "step", "p99", "without planning", "p99"}, Body, 4);
}

std::string RenderIsas(const std::vector<Row>& Rows)
{
	std::vector<std::vector<std::string>> Body;
	for (const Row& Wide : Rows)
	{
		const auto Scalar = std::find_if(Rows.begin(), Rows.end(),
			[&Wide](const Row& Line)
			{
				return Line.Isa == "scalar" && Line.Scene == Wide.Scene && Line.Agents == Wide.Agents &&
					Line.Contender == Wide.Contender && Line.Threads == Wide.Threads;
			});
		if (Scalar != Rows.end())
		{
			Body.push_back({Wide.Scene, Wide.Contender, Wide.Isa, FormatCount(Wide.Agents), FormatCount(Wide.Threads),
				FormatShort(Wide.NeighborsNs), Times(Scalar->NeighborsNs / Wide.NeighborsNs), FormatShort(Wide.SolveNs),
				Times(Scalar->SolveNs / Wide.SolveNs), FormatShort(Wide.NsPerAgent),
				Times(Scalar->NsPerAgent / Wide.NsPerAgent)});
		}
	}
	return Section("Instruction sets (ns per agent, and against scalar)",
		{"Scene", "Contender", "ISA", "Agents", "Threads", "Neighbors", "faster by", "Solve", "faster by", "Step",
			"faster by"},
		Body, 3);
}

std::string RenderGrowth(const std::vector<Row>& Rows)
{
	using Key = std::tuple<std::string, std::string, std::string, double, std::string>;
	std::map<Key, std::map<double, double>> Series;
	for (const Row& Line : Rows)
	{
		Series[{Line.Scene, Line.Contender, Line.Isa, Line.Threads, Line.Pace}][Line.Agents] = Line.NsPerAgent;
	}
	std::vector<std::vector<std::string>> Body;
	for (const auto& [Name, Points] : Series)
	{
		if (Points.size() < 2)
		{
			continue;
		}
		const auto& [Scene, Contender, Isa, Threads, Pace] = Name;
		std::string Costs;
		for (const auto& [Agents, Ns] : Points)
		{
			Costs += fmt::format("{}{}: {}", Costs.empty() ? "" : ", ", FormatCount(Agents), FormatShort(Ns));
		}
		Body.push_back({Scene, Contender, Isa, Pace, Costs, FormatCount(Threads),
			Times(Points.rbegin()->second / Points.begin()->second)});
	}
	return Section("Growth with the crowd (ns per agent by number of agents)",
		{"Scene", "Contender", "ISA", "Pace", "ns/agent", "Threads", "last / first"}, Body, 5);
}

std::string RenderMemory(const std::vector<Row>& Rows)
{
	std::vector<std::vector<std::string>> Body;
	for (const Row& Line : Rows)
	{
		// A small crowd drowns in what the process grows by anyway.
		if (Line.Threads == 1.0 && Line.Agents >= 10000.0 && !IsAtGamePace(Line))
		{
			Body.push_back({Line.Scene, Line.Contender, Line.Isa, FormatCount(Line.Agents),
				FormatShort(Line.BytesPerAgent), FormatShort(Line.ResidentBytesPerAgent)});
		}
	}
	return Section(
		"Memory (bytes per agent)", {"Scene", "Contender", "ISA", "Agents", "held", "growth of the process"}, Body, 3);
}

std::string RenderQuality(const std::vector<Row>& Rows)
{
	std::vector<std::vector<std::string>> Body;
	for (const Row& Line : Rows)
	{
		if (!std::isnan(Line.OverlapsPerFrame))
		{
			Body.push_back({Line.Scene, Line.Contender, FormatCount(Line.Agents), FormatShort(Line.QualitySeconds),
				FormatShort(Line.OverlapsPerFrame), FormatShort(Line.DeepPerFrame), FormatShort(Line.DeepestMeters),
				Percent(Line.DeepestFraction), Percent(Line.ArrivedFraction)});
		}
	}
	return Section("Overlaps (pairs deeper than 1 mm; deep: beyond 10 % of the sum of radii)",
		{"Scene", "Contender", "Agents", "seconds", "pairs/frame", "deep/frame", "deepest, m", "of the sum", "arrived"},
		Body, 2);
}
}

std::string FormatCount(double Value)
{
	std::string Digits = fmt::format("{:.0f}", Value);
	for (int Position = static_cast<int>(Digits.size()) - 3; Position > 0; Position -= 3)
	{
		Digits.insert(static_cast<size_t>(Position), 1, ',');
	}
	return Digits;
}

std::string FormatShort(double Value)
{
	if (std::isnan(Value))
	{
		return "-";
	}
	if (std::abs(Value) >= 100.0 || Value == 0.0)
	{
		return FormatCount(Value);
	}
	const int Decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(std::abs(Value)))), 0, 6);
	return fmt::format("{:.{}f}", Value, Decimals);
}

std::string ToCsv(const std::vector<Row>& Rows)
{
	return WriteCsv<Row>(Columns, Rows);
}

std::string ToJson(const std::vector<Row>& Rows, const std::vector<std::string>& Notes)
{
	nlohmann::ordered_json Lines = nlohmann::ordered_json::array();
	for (const Row& Line : Rows)
	{
		nlohmann::ordered_json Object;
		for (const CsvColumn<Row>& Each : Columns)
		{
			if (const auto* TextField = std::get_if<std::string Row::*>(&Each.Field))
			{
				Object[Each.Name] = Line.**TextField;
			}
			else
			{
				// The same digits as in the CSV file; what was not measured is null.
				const std::string Cell = NumberCell(Line.*std::get<double Row::*>(Each.Field));
				Object[Each.Name] = Cell.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json::parse(Cell);
			}
		}
		Lines.push_back(std::move(Object));
	}
	const nlohmann::ordered_json Document = {{"rows", std::move(Lines)}, {"notes", Notes}};
	return Document.dump(2) + '\n';
}

std::vector<Row> ReadCsv(const std::filesystem::path& File)
{
	std::vector<Row> Rows = ReadCsvRows<Row>(Columns, File);
	for (Row& Line : Rows)
	{
		// The only one before there was a choice.
		Line.Pace = Line.Pace.empty() ? "back to back" : Line.Pace;
	}
	return Rows;
}

std::string RenderTables(const std::vector<Row>& Rows)
{
	return RenderMachine(Rows) + RenderTimes(Rows) + RenderPlanning(Rows) + RenderStages(Rows) + RenderThreads(Rows) +
		RenderIsas(Rows) + RenderGrowth(Rows) + RenderMemory(Rows) + RenderQuality(Rows) + RenderRatios(Rows) +
		RenderLatency(Rows);
}

std::string RenderComparison(const std::vector<Row>& Base, const std::vector<Row>& Now)
{
	std::vector<std::vector<std::string>> Body;
	for (const Row& Line : Now)
	{
		const auto Was = FindRow(Base, Line, Line.Threads);
		if (Was != Base.end())
		{
			Body.push_back({Line.Scene, Line.Contender, Line.Isa, Line.Pace, FormatCount(Line.Agents),
				FormatCount(Line.Threads), FormatShort(Was->MsMedian), FormatShort(Line.MsMedian),
				Times(Was->MsMedian / Line.MsMedian), Times(Was->MsP99 / Line.MsP99)});
		}
	}
	return Section("Against the base",
		{"Scene", "Contender", "ISA", "Pace", "Agents", "Threads", "ms, base", "ms, now", "faster by", "p99"}, Body, 4);
}

std::string MarkdownTable(
	const std::vector<std::string>& Header, const std::vector<std::vector<std::string>>& Body, size_t TextColumns)
{
	std::vector<size_t> Widths;
	for (size_t Index = 0; Index < Header.size(); ++Index)
	{
		size_t Width = std::max<size_t>(Header[Index].size(), 3);
		for (const std::vector<std::string>& Cells : Body)
		{
			Width = std::max(Width, Cells[Index].size());
		}
		Widths.push_back(Width);
	}
	const auto WriteLine = [&](const std::vector<std::string>& Cells)
	{
		std::string Line = "|";
		for (size_t Index = 0; Index < Cells.size(); ++Index)
		{
			Line += Index < TextColumns ? fmt::format(" {:<{}} |", Cells[Index], Widths[Index])
										: fmt::format(" {:>{}} |", Cells[Index], Widths[Index]);
		}
		return Line + '\n';
	};
	std::string Text = WriteLine(Header) + "|";
	for (size_t Index = 0; Index < Header.size(); ++Index)
	{
		Text += fmt::format(" {}{} |", std::string(Widths[Index] - 1, '-'), Index < TextColumns ? "-" : ":");
	}
	Text += '\n';
	for (const std::vector<std::string>& Cells : Body)
	{
		Text += WriteLine(Cells);
	}
	return Text;
}
}
