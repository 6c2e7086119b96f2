// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/Instructions.h"

#include "CrowdBench/Report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance::Bench
{
namespace
{
// Scripts of others read these names: append, never rename.
const CsvColumn<InstructionRow> Columns[] = {
	{"scene", &InstructionRow::Scene},
	{"agents", &InstructionRow::Agents},
	{"contender", &InstructionRow::Contender},
	{"isa", &InstructionRow::Isa},
	{"build", &InstructionRow::Build},
	{"from_step", &InstructionRow::FromStep},
	{"steps", &InstructionRow::Steps},
	{"sort", &InstructionRow::Sort},
	{"neighbors", &InstructionRow::Neighbors},
	{"plan", &InstructionRow::Plan},
	{"solve", &InstructionRow::Solve},
	{"integrate", &InstructionRow::Integrate},
	{"step", &InstructionRow::Step},
};

/// The last of them: stages, and the whole step.
const std::span<const CsvColumn<InstructionRow>> Stages = std::span(Columns).last(6);

double CountOf(const InstructionRow& Line, const CsvColumn<InstructionRow>& Stage)
{
	return Line.*std::get<double InstructionRow::*>(Stage.Field);
}

std::string NameOf(const InstructionRow& Line)
{
	return fmt::format("{}, {:.0f} agents, {}, {}", Line.Scene, Line.Agents, Line.Contender, Line.Isa);
}

/// Whether both are about the same steps.
bool IsSame(const InstructionRow& A, const InstructionRow& B)
{
	return NameOf(A) == NameOf(B) && A.FromStep == B.FromStep && A.Steps == B.Steps;
}

void CompareStages(const InstructionRow& Base, const InstructionRow& Now, double Growth, Comparison& Out)
{
	++Out.Compared;
	for (const CsvColumn<InstructionRow>& Each : Stages)
	{
		const double Was = CountOf(Base, Each);
		const double Is = CountOf(Now, Each);
		const std::string Text = fmt::format("{}, {}: {} instructions an agent and step, {} in the base ({:+.1f} %)",
			NameOf(Now), Each.Name, NumberCell(Is), NumberCell(Was), 100.0 * (Is / Was - 1.0));
		// What is missing is no less than before.
		if (!(Is <= Was * (1.0 + Growth)))
		{
			Out.Growths.push_back(Text);
		}
		else if (Is < Was * (1.0 - Growth))
		{
			Out.Notes.push_back(Text);
		}
	}
}
}

std::string InstructionsToCsv(const std::vector<InstructionRow>& Rows)
{
	return WriteCsv<InstructionRow>(Columns, Rows);
}

std::vector<InstructionRow> ReadInstructions(const std::filesystem::path& File)
{
	return ReadCsvRows<InstructionRow>(Columns, File);
}

std::string RenderInstructions(const std::vector<InstructionRow>& Rows)
{
	std::vector<std::vector<std::string>> Body;
	for (const InstructionRow& Line : Rows)
	{
		Body.push_back({Line.Scene, Line.Contender, Line.Isa, FormatCount(Line.Agents)});
		for (const CsvColumn<InstructionRow>& Each : Stages)
		{
			Body.back().push_back(FormatShort(CountOf(Line, Each)));
		}
	}
	return MarkdownTable(
		{"Scene", "Contender", "ISA", "Agents", "Sort", "Neighbors", "Plan", "Solve", "Integrate", "Step"}, Body, 3);
}

Comparison CompareInstructions(
	const std::vector<InstructionRow>& Base, const std::vector<InstructionRow>& Now, double Growth)
{
	Comparison Out;
	for (const InstructionRow& Line : Now)
	{
		const auto Found =
			std::find_if(Base.begin(), Base.end(), [&Line](const InstructionRow& Each) { return IsSame(Each, Line); });
		if (Found == Base.end())
		{
			Out.Notes.push_back(fmt::format("{}: not in the base", NameOf(Line)));
		}
		else if (Found->Build != Line.Build)
		{
			Out.Notes.push_back(fmt::format(
				"{}: not compared, the base is of {}, this build of {}", NameOf(Line), Found->Build, Line.Build));
		}
		else
		{
			CompareStages(*Found, Line, Growth, Out);
		}
	}
	return Out;
}
}
