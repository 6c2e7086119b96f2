// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Validation/ReferenceTable.h"

#include "Scenarios/ContentFolder.h"
#include "Scenarios/JsonReader.h"
#include "Scenarios/Suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

namespace CrowdAvoidance::Validation
{
using Scenarios::InputError;

ReferenceTable::ReferenceTable(const std::string& FileName)
{
	const std::filesystem::path File = Scenarios::ContentFolder() / "Validation" / FileName;
	Path = File.string();
	std::istringstream Lines(Scenarios::ReadFile(File));
	int LineNumber = 0;
	for (std::string Line; std::getline(Lines, Line);)
	{
		++LineNumber;
		if (Line.empty() || Line.front() == '#')
		{
			continue;
		}
		std::vector<std::string> Cells;
		std::istringstream Fields(Line);
		for (std::string Field; std::getline(Fields, Field, ',');)
		{
			Cells.push_back(Field);
		}
		if (Columns.empty())
		{
			Columns = Cells;
			continue;
		}
		if (Cells.size() != Columns.size())
		{
			throw InputError(
				fmt::format("{}:{}: has {} values, must have {}", Path, LineNumber, Cells.size(), Columns.size()));
		}
		Rows.push_back(Cells);
	}
}

const std::string& ReferenceTable::Text(size_t Row, const std::string& Column) const
{
	const auto Found = std::find(Columns.begin(), Columns.end(), Column);
	if (Found == Columns.end())
	{
		throw InputError(fmt::format("{}: has no column '{}'", Path, Column));
	}
	return Rows.at(Row)[static_cast<size_t>(Found - Columns.begin())];
}

double ReferenceTable::Number(size_t Row, const std::string& Column) const
{
	const std::string& Source = Text(Row, Column);
	double Value = 0.0;
	const auto [End, Code] = std::from_chars(Source.data(), Source.data() + Source.size(), Value);
	if (Code != std::errc() || End != Source.data() + Source.size() || !std::isfinite(Value))
	{
		throw InputError(
			fmt::format("{}: {} of row {} is {}, must be a number", Path, Column, Row + 1, Scenarios::Quoted(Source)));
	}
	return Value;
}
}
