// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// Tables of results in files: a struct a line, a field a column.
namespace CrowdAvoidance::Bench
{
/// A number that was not measured: an empty cell.
constexpr double NotMeasured = std::numeric_limits<double>::quiet_NaN();

template <typename RowType>
struct CsvColumn
{
	const char* Name;
	std::variant<std::string RowType::*, double RowType::*> Field;
	bool bMayLack = false; ///< Files from before it was added can be read.
};

/// What a file holds: every line has as many cells as there are names.
struct CsvText
{
	std::filesystem::path File;
	std::vector<std::string> Names;
	std::vector<std::vector<std::string>> Lines;

	/// Throws Scenarios::InputError that names file and line.
	static CsvText Read(const std::filesystem::path& File);
	/// Where the column is, past the last one where it is not. Throws where it must be.
	size_t Find(const char* Name, bool bMayLack) const;
	/// Throws Scenarios::InputError that names file, line and column.
	double Number(size_t Line, size_t Column) const;
};

/// Six significant digits; nothing for what was not measured.
std::string NumberCell(double Value);
/// In quotes where it has to be.
std::string TextCell(const std::string& Text);

template <typename RowType>
std::string CellOf(const RowType& Line, const CsvColumn<RowType>& Column)
{
	const auto* TextField = std::get_if<std::string RowType::*>(&Column.Field);
	return TextField ? TextCell(Line.**TextField) : NumberCell(Line.*std::get<double RowType::*>(Column.Field));
}

template <typename RowType>
std::string WriteCsv(std::span<const CsvColumn<RowType>> Columns, const std::vector<RowType>& Rows)
{
	std::string Text;
	for (const CsvColumn<RowType>& Each : Columns)
	{
		Text += std::string(&Each == &Columns.front() ? "" : ",") + Each.Name;
	}
	Text += '\n';
	for (const RowType& Line : Rows)
	{
		for (const CsvColumn<RowType>& Each : Columns)
		{
			Text += (&Each == &Columns.front() ? "" : ",") + CellOf(Line, Each);
		}
		Text += '\n';
	}
	return Text;
}

/// Files of older versions lack columns; those stay not measured. Throws Scenarios::InputError.
template <typename RowType>
std::vector<RowType> ReadCsvRows(std::span<const CsvColumn<RowType>> Columns, const std::filesystem::path& File)
{
	const CsvText Text = CsvText::Read(File);
	std::vector<RowType> Rows(Text.Lines.size());
	for (const CsvColumn<RowType>& Each : Columns)
	{
		const size_t Place = Text.Find(Each.Name, Each.bMayLack);
		for (size_t Line = 0; Place < Text.Names.size() && Line < Rows.size(); ++Line)
		{
			if (const auto* TextField = std::get_if<std::string RowType::*>(&Each.Field))
			{
				Rows[Line].** TextField = Text.Lines[Line][Place];
			}
			else
			{
				Rows[Line].*std::get<double RowType::*>(Each.Field) = Text.Number(Line, Place);
			}
		}
	}
	return Rows;
}
}
