// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Validation/Output.h"

#include "CrowdBench/Machine.h"
#include "CrowdBench/Report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance::Validation
{
namespace
{
using Json = nlohmann::ordered_json;

/// Three digits that count; whole numbers whole.
std::string NumberText(double Value)
{
	if (!std::isfinite(Value))
	{
		return "";
	}
	const bool bWhole = std::abs(Value) >= 100.0 && std::abs(Value) < 1e15;
	return bWhole || Value == std::round(Value) ? fmt::format("{:.0f}", Value) : fmt::format("{:.3g}", Value);
}

std::string CellText(const Cell& Content)
{
	return Content.bIsNumber ? NumberText(Content.Number) : Content.Text;
}

/// Null for what is not finite: JSON has no such numbers.
Json ToJson(const Cell& Content)
{
	if (!Content.bIsNumber)
	{
		return Content.Text;
	}
	return std::isfinite(Content.Number) ? Json(Content.Number) : Json(nullptr);
}

std::string BandText(const Check& Check)
{
	if (Check.Min == Check.Max)
	{
		return NumberText(Check.Min);
	}
	if (std::isinf(Check.Max))
	{
		return "at least " + NumberText(Check.Min);
	}
	return std::isinf(Check.Min) ? "at most " + NumberText(Check.Max)
								 : fmt::format("{} to {}", NumberText(Check.Min), NumberText(Check.Max));
}

const char* StateName(const Check& Check)
{
	return Check.IsSkipped() ? "skipped" : Check.HasFailed() ? "failed" : "passed";
}

std::string CsvField(const std::string& Text)
{
	if (Text.find_first_of(",\"\n") == std::string::npos)
	{
		return Text;
	}
	std::string Quoted = "\"";
	for (const char Char : Text)
	{
		Quoted += Char == '"' ? std::string("\"\"") : std::string(1, Char);
	}
	return Quoted + '"';
}

std::string ToCsv(const Table& Source)
{
	std::string Text;
	const auto AddLine = [&Text](const auto& Fields, const auto& FieldText)
	{
		for (size_t Index = 0; Index < Fields.size(); ++Index)
		{
			Text += (Index > 0 ? "," : "") + CsvField(FieldText(Fields[Index]));
		}
		Text += '\n';
	};
	AddLine(Source.Columns, [](const std::string& Name) { return Name; });
	for (const std::vector<Cell>& Row : Source.Rows)
	{
		AddLine(Row,
			[](const Cell& Content)
			{
				const bool bShown = Content.bIsNumber && std::isfinite(Content.Number);
				return bShown ? fmt::format("{:.6g}", Content.Number) : Content.Text;
			});
	}
	return Text;
}

/// How many columns from the left hold texts.
size_t TextColumns(const Table& Source)
{
	size_t Count = 0;
	while (!Source.Rows.empty() && Count < Source.Columns.size() && !Source.Rows.front()[Count].bIsNumber)
	{
		++Count;
	}
	return Count;
}

std::string ChecksText(const std::vector<Check>& Checks)
{
	std::vector<std::vector<std::string>> Body;
	for (const Check& Check : Checks)
	{
		Body.push_back({Check.Name, Check.IsSkipped() ? Check.SkipReason : StateName(Check), NumberText(Check.Value),
			BandText(Check)});
	}
	return Bench::MarkdownTable({"Check", "", "Measured", "Must be"}, Body, 2);
}

Json ToJson(const FinishedSuite& Finished)
{
	Json Document = {{"name", Finished.TheSuite->Name}, {"description", Finished.TheSuite->Description},
		{"passed", !HasFailed(Finished.Report)}, {"checks", Json::array()}, {"tables", Json::array()},
		{"plots", Json::array()}, {"notes", Finished.Report.Notes}};
	for (const Check& Check : Finished.Report.Checks)
	{
		Document["checks"].push_back({{"name", Check.Name}, {"state", StateName(Check)}, {"value", ToJson(Check.Value)},
			{"minimum", ToJson(Check.Min)}, {"maximum", ToJson(Check.Max)}, {"reason", Check.SkipReason}});
	}
	for (const Table& Source : Finished.Report.Tables)
	{
		Json Rows = Json::array();
		for (const std::vector<Cell>& Row : Source.Rows)
		{
			Json Cells = Json::array();
			for (const Cell& Content : Row)
			{
				Cells.push_back(ToJson(Content));
			}
			Rows.push_back(Cells);
		}
		Document["tables"].push_back(
			{{"name", Source.Name}, {"title", Source.Title}, {"columns", Source.Columns}, {"rows", Rows}});
	}
	for (const Plot& Picture : Finished.Report.Plots)
	{
		Document["plots"].push_back(fmt::format("{}-{}.svg", Finished.TheSuite->Name, Picture.Name));
	}
	return Document;
}
}

bool HasFailed(const SuiteReport& Report)
{
	return std::any_of(
		Report.Checks.begin(), Report.Checks.end(), [](const Check& Check) { return Check.HasFailed(); });
}

std::string ToText(const FinishedSuite& Finished)
{
	std::string Text;
	for (const Table& Source : Finished.Report.Tables)
	{
		std::vector<std::vector<std::string>> Body;
		for (const std::vector<Cell>& Row : Source.Rows)
		{
			std::vector<std::string> Line;
			std::transform(Row.begin(), Row.end(), std::back_inserter(Line), CellText);
			Body.push_back(Line);
		}
		Text +=
			fmt::format("{}\n\n{}\n", Source.Title, Bench::MarkdownTable(Source.Columns, Body, TextColumns(Source)));
	}
	if (!Finished.Report.Checks.empty())
	{
		Text +=
			fmt::format("Checks of the suite {}\n\n{}\n", Finished.TheSuite->Name, ChecksText(Finished.Report.Checks));
	}
	for (const std::string& Note : Finished.Report.Notes)
	{
		Text += Note + '\n';
	}
	return Text;
}

std::string ToJson(const std::vector<FinishedSuite>& Finished, bool bQuick)
{
	const Bench::Machine Here = Bench::DescribeMachine();
	const double Load = Bench::LoadAverage();
	const bool bPassed = std::none_of(
		Finished.begin(), Finished.end(), [](const FinishedSuite& Each) { return HasFailed(Each.Report); });
	Json Document = {{"date", Here.Date}, {"cpu", Here.Cpu}, {"cores", Here.Cores}, {"compiler", Here.Compiler},
		{"load", Load}, {"quick", bQuick}, {"passed", bPassed}, {"suites", Json::array()}};
	for (const FinishedSuite& Each : Finished)
	{
		Document["suites"].push_back(ToJson(Each));
	}
	return Document.dump(2) + '\n';
}

std::vector<NamedText> ToFiles(const FinishedSuite& Finished)
{
	std::vector<NamedText> Files;
	for (const Table& Source : Finished.Report.Tables)
	{
		Files.push_back({fmt::format("{}-{}.csv", Finished.TheSuite->Name, Source.Name), ToCsv(Source)});
	}
	for (const Plot& Picture : Finished.Report.Plots)
	{
		Files.push_back({fmt::format("{}-{}.svg", Finished.TheSuite->Name, Picture.Name), Picture.Svg});
	}
	return Files;
}
}
