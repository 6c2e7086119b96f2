// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/Csv.h"

#include "Scenarios/Scene.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <fstream>

namespace CrowdAvoidance::Bench
{
namespace
{
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
}

CsvText CsvText::Read(const std::filesystem::path& File)
{
	std::ifstream Stream(File);
	std::string Text;
	if (!Stream || !std::getline(Stream, Text))
	{
		throw Scenarios::InputError(fmt::format("{}: cannot be read, or is empty", File.string()));
	}
	CsvText Out = {File, SplitCsvLine(Text), {}};
	for (size_t LineNumber = 2; std::getline(Stream, Text); ++LineNumber)
	{
		Out.Lines.push_back(SplitCsvLine(Text));
		if (Out.Lines.back().size() != Out.Names.size())
		{
			throw Scenarios::InputError(fmt::format("{}:{}: has {} cells where the first line has {}", File.string(),
				LineNumber, Out.Lines.back().size(), Out.Names.size()));
		}
	}
	return Out;
}

size_t CsvText::Find(const char* Name, bool bMayLack) const
{
	const auto Found = std::find(Names.begin(), Names.end(), Name);
	if (Found == Names.end() && !bMayLack)
	{
		throw Scenarios::InputError(fmt::format("{}:1: has no column {}", File.string(), Name));
	}
	return static_cast<size_t>(Found - Names.begin());
}

double CsvText::Number(size_t Line, size_t Column) const
{
	const std::string& Cell = Lines[Line][Column];
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
			fmt::format("{}:{}: {} is \"{}\", which is not a number", File.string(), Line + 2, Names[Column], Cell));
	}
	return Value;
}

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
}
