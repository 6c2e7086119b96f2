// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/Report.h"

#include "Scenarios/Scene.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

namespace CrowdAvoidance::Bench
{
namespace
{
struct Column
{
	const char* Name;
	std::variant<std::string Row::*, double Row::*> Field;
	bool bMayLack = false; ///< Files from before it was added can be read.
};

// Scripts of others read these names: append, never rename.
const Column Columns[] = {
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
};

std::string NumberCell(double Value)
{
	return std::isnan(Value) ? std::string() : fmt::format("{:.6g}", Value);
}

std::string TextCell(const std::string& Text)
{
	if (Text.find_first_of(",\"\n") == std::string::npos)
	{
		return Text;
	}
	std::string Quoted = "\"";
	for (const char Character : Text)
	{
		Quoted += Character == '"' ? std::string("\"\"") : std::string(1, Character);
	}
	return Quoted + '"';
}

std::vector<std::string> SplitCsvLine(const std::string& Line)
{
	std::vector<std::string> Cells(1);
	bool bQuoted = false;
	for (size_t Index = 0; Index < Line.size(); ++Index)
	{
		const char Character = Line[Index];
		if (Character == '"' && bQuoted && Index + 1 < Line.size() && Line[Index + 1] == '"')
		{
			Cells.back() += '"';
			++Index;
		}
		else if (Character == '"')
		{
			bQuoted = !bQuoted;
		}
		else if (Character == ',' && !bQuoted)
		{
			Cells.emplace_back();
		}
		else if (Character != '\r')
		{
			Cells.back() += Character;
		}
	}
	return Cells;
}

double ParseNumber(
	const std::string& Cell, const std::filesystem::path& File, size_t LineNumber, const char* ColumnName)
{
	if (Cell.empty())
	{
		return NotMeasured;
	}
	double Value = 0.0;
	const char* End = Cell.data() + Cell.size();
	const auto [Stop, Code] = std::from_chars(Cell.data(), End, Value);
	if (Code != std::errc() || Stop != End || !std::isfinite(Value))
	{
		throw Scenarios::InputError(
			fmt::format("{}:{}: {} is \"{}\", which is not a number", File.string(), LineNumber, ColumnName, Cell));
	}
	return Value;
}

/// 250000 as 250,000.
std::string Grouped(double Value)
{
	std::string Digits = fmt::format("{:.0f}", Value);
	for (int Position = static_cast<int>(Digits.size()) - 3; Position > 0; Position -= 3)
	{
		Digits.insert(static_cast<size_t>(Position), 1, ',');
	}
	return Digits;
}

/// Three significant digits, which is more than the noise allows.
std::string Short(double Value)
{
	if (std::isnan(Value))
	{
		return "-";
	}
	if (std::abs(Value) >= 100.0 || Value == 0.0)
	{
		return Grouped(Value);
	}
	const int Decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(std::abs(Value)))), 0, 6);
	return fmt::format("{:.{}f}", Value, Decimals);
}

std::string Times(double Value)
{
	return std::isnan(Value) ? "-" : fmt::format("x{}", Short(Value));
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

std::string RenderTimes(const std::vector<Row>& Rows)
{
	std::vector<std::vector<std::string>> Body;
	for (const Row& Line : Rows)
	{
		Body.push_back({Line.Scene, Line.Contender, Line.Isa, Grouped(Line.Agents), Grouped(Line.Threads),
			Short(Line.MsMedian), Short(Line.MsBest), Short(Line.NsPerAgent), Times(Line.TimesRvo2)});
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
		if (HasPlanner(Line))
		{
			Body.push_back({Line.Scene, Line.Planner, Line.Contender, Line.Isa, Grouped(Line.Agents),
				Grouped(Line.AgentsPresent), Grouped(Line.Threads), Short(Line.MsMedian), Short(Line.MsP99),
				Short(1e3 / Line.MsMedian), Short(Line.PlanNs), Percent(Line.PlanShare), Times(Line.TimesDetour)});
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
		if (!std::isnan(Line.SolveNs))
		{
			Body.push_back({Line.Scene, Line.Contender, Line.Isa, Grouped(Line.Agents), Grouped(Line.Threads),
				Short(Line.SortNs), Short(Line.NeighborsNs), Short(Line.SolveNs), Short(Line.IntegrateNs)});
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
		const auto One = std::find_if(Rows.begin(), Rows.end(),
			[&Many](const Row& Line)
			{
				return Line.Threads == 1.0 && Line.Scene == Many.Scene && Line.Agents == Many.Agents &&
					Line.Contender == Many.Contender && Line.Isa == Many.Isa;
			});
		if (Many.Threads > 1.0 && One != Rows.end())
		{
			Body.push_back({Many.Scene, Many.Contender, Grouped(Many.Agents), Grouped(Many.Threads),
				Short(One->MsMedian), Short(Many.MsMedian), Times(One->MsMedian / Many.MsMedian)});
		}
	}
	return Section("Threads",
		{"Scene", "Contender", "Agents", "Threads", "ms, one thread", "ms, that many", "faster by"}, Body, 2);
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
			Body.push_back({Wide.Scene, Wide.Contender, Wide.Isa, Grouped(Wide.Agents), Grouped(Wide.Threads),
				Short(Wide.NeighborsNs), Times(Scalar->NeighborsNs / Wide.NeighborsNs), Short(Wide.SolveNs),
				Times(Scalar->SolveNs / Wide.SolveNs), Short(Wide.NsPerAgent),
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
	using Key = std::tuple<std::string, std::string, std::string, double>;
	std::map<Key, std::map<double, double>> Series;
	for (const Row& Line : Rows)
	{
		Series[{Line.Scene, Line.Contender, Line.Isa, Line.Threads}][Line.Agents] = Line.NsPerAgent;
	}
	std::vector<std::vector<std::string>> Body;
	for (const auto& [Name, Points] : Series)
	{
		if (Points.size() < 2)
		{
			continue;
		}
		const auto& [Scene, Contender, Isa, Threads] = Name;
		std::string Costs;
		for (const auto& [Agents, Ns] : Points)
		{
			Costs += fmt::format("{}{}: {}", Costs.empty() ? "" : ", ", Grouped(Agents), Short(Ns));
		}
		Body.push_back(
			{Scene, Contender, Isa, Costs, Grouped(Threads), Times(Points.rbegin()->second / Points.begin()->second)});
	}
	return Section("Growth with the crowd (ns per agent by number of agents)",
		{"Scene", "Contender", "ISA", "ns/agent", "Threads", "last / first"}, Body, 4);
}

std::string RenderMemory(const std::vector<Row>& Rows)
{
	std::vector<std::vector<std::string>> Body;
	for (const Row& Line : Rows)
	{
		// A small crowd drowns in what the process grows by anyway.
		if (Line.Threads == 1.0 && Line.Agents >= 10000.0)
		{
			Body.push_back({Line.Scene, Line.Contender, Line.Isa, Grouped(Line.Agents), Short(Line.BytesPerAgent),
				Short(Line.ResidentBytesPerAgent)});
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
			Body.push_back({Line.Scene, Line.Contender, Grouped(Line.Agents), Short(Line.QualitySeconds),
				Short(Line.OverlapsPerFrame), Short(Line.DeepPerFrame), Short(Line.DeepestMeters),
				Percent(Line.DeepestFraction), Percent(Line.ArrivedFraction)});
		}
	}
	return Section("Overlaps (pairs deeper than 1 mm; deep: beyond 10 % of the sum of radii)",
		{"Scene", "Contender", "Agents", "seconds", "pairs/frame", "deep/frame", "deepest, m", "of the sum", "arrived"},
		Body, 2);
}
}

std::string ToCsv(const std::vector<Row>& Rows)
{
	std::string Text;
	for (const Column& Each : Columns)
	{
		Text += fmt::format("{}{}", &Each == Columns ? "" : ",", Each.Name);
	}
	Text += '\n';
	for (const Row& Line : Rows)
	{
		for (const Column& Each : Columns)
		{
			const auto* TextField = std::get_if<std::string Row::*>(&Each.Field);
			Text += &Each == Columns ? "" : ",";
			Text += TextField ? TextCell(Line.**TextField) : NumberCell(Line.*std::get<double Row::*>(Each.Field));
		}
		Text += '\n';
	}
	return Text;
}

std::string ToJson(const std::vector<Row>& Rows, const std::vector<std::string>& Notes)
{
	nlohmann::ordered_json Lines = nlohmann::ordered_json::array();
	for (const Row& Line : Rows)
	{
		nlohmann::ordered_json Object;
		for (const Column& Each : Columns)
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
	std::ifstream Stream(File);
	std::string Text;
	if (!Stream || !std::getline(Stream, Text))
	{
		throw Scenarios::InputError(fmt::format("{}: cannot be read, or is empty", File.string()));
	}
	const std::vector<std::string> Names = SplitCsvLine(Text);
	std::vector<size_t> Places; // Past the last one: not there.
	for (const Column& Each : Columns)
	{
		const auto Found = std::find(Names.begin(), Names.end(), Each.Name);
		if (Found == Names.end() && !Each.bMayLack)
		{
			throw Scenarios::InputError(fmt::format("{}:1: has no column {}", File.string(), Each.Name));
		}
		Places.push_back(static_cast<size_t>(Found - Names.begin()));
	}

	std::vector<Row> Rows;
	for (size_t LineNumber = 2; std::getline(Stream, Text); ++LineNumber)
	{
		const std::vector<std::string> Cells = SplitCsvLine(Text);
		if (Cells.size() != Names.size())
		{
			throw Scenarios::InputError(fmt::format("{}:{}: has {} cells where the first line has {}", File.string(),
				LineNumber, Cells.size(), Names.size()));
		}
		Row Line;
		for (size_t Index = 0; Index < std::size(Columns); ++Index)
		{
			const std::string Cell = Places[Index] < Cells.size() ? Cells[Places[Index]] : std::string();
			if (const auto* TextField = std::get_if<std::string Row::*>(&Columns[Index].Field))
			{
				Line.** TextField = Cell;
			}
			else
			{
				Line.*std::get<double Row::*>(Columns[Index].Field) =
					ParseNumber(Cell, File, LineNumber, Columns[Index].Name);
			}
		}
		Rows.push_back(std::move(Line));
	}
	return Rows;
}

std::string RenderTables(const std::vector<Row>& Rows)
{
	return RenderMachine(Rows) + RenderTimes(Rows) + RenderPlanning(Rows) + RenderStages(Rows) + RenderThreads(Rows) +
		RenderIsas(Rows) + RenderGrowth(Rows) + RenderMemory(Rows) + RenderQuality(Rows);
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
