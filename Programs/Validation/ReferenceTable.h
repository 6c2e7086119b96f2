// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace CrowdAvoidance::Validation
{
/// Values to compare with, from a file of Content/Validation/: comma-separated, names of the columns in the first line, lines
/// that begin with # are comments and say where the values come from.
class ReferenceTable
{
public:
	/// Throws Scenarios::InputError that names the file and the line.
	explicit ReferenceTable(const std::string& FileName);

	size_t RowCount() const { return Rows.size(); }
	/// Both throw Scenarios::InputError where the column is missing.
	const std::string& Text(size_t Row, const std::string& Column) const;
	double Number(size_t Row, const std::string& Column) const;

private:
	std::string Path;
	std::vector<std::string> Columns;
	std::vector<std::vector<std::string>> Rows;
};
}
