// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The parts of the validation library that need no crowd: plots, checks, reference files, output. And its quickest suite.

#include "Scenarios/Scene.h"
#include "Validation/Output.h"
#include "Validation/ReferenceTable.h"
#include "Validation/StepTiming.h"
#include "Validation/SvgPlot.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace CrowdAvoidance::Validation::ValidationTest
{
namespace
{
constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double Infinity = std::numeric_limits<double>::infinity();

/// Whether every & begins one of the entities that XML knows by itself, and there is no other markup.
bool IsPlainText(std::string_view Text)
{
	for (size_t Place = Text.find_first_of("<>&"); Place != std::string_view::npos;
		 Place = Text.find_first_of("<>&", Place + 1))
	{
		const std::string_view Rest = Text.substr(Place);
		if (!Rest.starts_with("&amp;") && !Rest.starts_with("&lt;") && !Rest.starts_with("&gt;") &&
			!Rest.starts_with("&quot;"))
		{
			return false;
		}
	}
	return true;
}

/// Whether this is ' name="value"', any number of times, and perhaps blanks at the end.
bool AreAttributes(std::string_view Text)
{
	while (Text.find_first_not_of(" \n") != std::string_view::npos)
	{
		const size_t Name = Text.find_first_not_of(" \n");
		const size_t Equals = Text.find("=\"");
		const size_t Quote = Equals == std::string_view::npos ? Equals : Text.find('"', Equals + 2);
		if (Name == 0 || Quote == std::string_view::npos || Equals == Name ||
			Text.substr(Name, Equals - Name).find_first_of(" \n") != std::string_view::npos ||
			!IsPlainText(Text.substr(Equals + 2, Quote - Equals - 2)))
		{
			return false;
		}
		Text = Text.substr(Quote + 1);
	}
	return true;
}

/// What keeps a text from being well-formed XML of elements, attributes and escaped text; empty when nothing does.
std::string XmlTrouble(const std::string& Xml)
{
	std::vector<std::string> Open;
	bool bRootSeen = false;
	std::string_view Rest = Xml;
	while (Rest.find('<') != std::string_view::npos)
	{
		const size_t Start = Rest.find('<');
		const size_t End = Rest.find('>', Start);
		const bool bTextAllowed = !Open.empty();
		if (End == std::string_view::npos || !IsPlainText(Rest.substr(0, Start)) || (!bTextAllowed && Start > 0))
		{
			return "bad text before '" + std::string(Rest.substr(Start, 40)) + "'";
		}
		std::string_view Tag = Rest.substr(Start + 1, End - Start - 1);
		Rest = Rest.substr(End + 1);
		if (Tag.starts_with("/"))
		{
			if (Open.empty() || Tag.substr(1) != Open.back())
			{
				return "unexpected end of " + std::string(Tag);
			}
			Open.pop_back();
			continue;
		}
		const bool bEmpty = Tag.ends_with("/");
		Tag.remove_suffix(bEmpty ? 1 : 0);
		const size_t NameEnd = std::min(Tag.find_first_of(" \n"), Tag.size());
		if (NameEnd == 0 || !AreAttributes(Tag.substr(NameEnd)) || (Open.empty() && bRootSeen))
		{
			return "bad element '" + std::string(Tag) + "'";
		}
		bRootSeen = true;
		if (!bEmpty)
		{
			Open.push_back(std::string(Tag.substr(0, NameEnd)));
		}
	}
	const bool bComplete = bRootSeen && Open.empty() && Rest.find_first_not_of(" \n") == std::string_view::npos;
	return bComplete ? "" : "elements are left open, or something follows the root";
}

bool HasNumberTrouble(const std::string& Svg)
{
	return Svg.find("nan") != std::string::npos || Svg.find("inf") != std::string::npos;
}

size_t Count(const std::string& Text, const std::string& Part)
{
	size_t Found = 0;
	for (size_t Place = Text.find(Part); Place != std::string::npos; Place = Text.find(Part, Place + 1))
	{
		++Found;
	}
	return Found;
}

TEST(Validation, TheXmlCheckFindsMistakes)
{
	EXPECT_EQ(XmlTrouble("<a b=\"1\"><c/>x &amp; y</a>\n"), "");
	for (const char* Bad : {"", "<a>", "<a></b>", "<a b=1/>", "<a>&</a>", "<a>1 < 2</a>", "<a/><b/>", "<a/>x"})
	{
		EXPECT_NE(XmlTrouble(Bad), "") << Bad;
	}
}

TEST(Validation, LinePlotsAreWellFormed)
{
	LinePlot Plot = {.Title = "a < b & \"c\"\n",
		.XLabel = "x",
		.YLabel = "y",
		.Series = {{.Label = "one", .X = {0, 1, 2, 3}, .Y = {5, NotANumber, 7, Infinity}},
			{.Label = "two", .X = {1}, .Y = {2}, .bReference = true}, {.Label = "none", .X = {}, .Y = {}}}};
	const std::string Svg = RenderSvg(Plot);
	EXPECT_EQ(XmlTrouble(Svg), "") << Svg;
	EXPECT_FALSE(HasNumberTrouble(Svg)) << Svg;
	// Three points, and one marker for each series in the legend.
	EXPECT_EQ(Count(Svg, "<circle"), 3u + 3u);
	EXPECT_EQ(XmlTrouble(RenderSvg(LinePlot{})), "");
}

TEST(Validation, LogarithmicAxesHaveRoundNumbers)
{
	LinePlot Plot = {.Title = "",
		.XLabel = "",
		.YLabel = "",
		.bLogX = true,
		.bLogY = true,
		.Series = {{.Label = "", .X = {500, 20000, -1, 0}, .Y = {30, 4000, 1, 1}}}};
	std::string Svg = RenderSvg(Plot);
	EXPECT_FALSE(HasNumberTrouble(Svg)) << Svg;
	// From 500 to 20,000 across and from 20 to 5,000 upwards.
	for (const char* Tick : {">20<", ">50<", ">100<", ">200<", ">10,000<", ">20,000<"})
	{
		EXPECT_EQ(Count(Svg, Tick), 1u) << Tick;
	}
	for (const char* Tick : {">500<", ">1,000<", ">2,000<", ">5,000<"})
	{
		EXPECT_EQ(Count(Svg, Tick), 2u) << Tick;
	}
	EXPECT_EQ(Count(Svg, ">10<") + Count(Svg, ">50,000<"), 0u);
	EXPECT_EQ(Count(Svg, "<circle"), 2u + 1u);
	// Many decades, and only one value, and values that are barely numbers.
	Plot.Series[0] = {.Label = "", .X = {1e-9, 1e9}, .Y = {1, 1}};
	Svg = RenderSvg(Plot);
	EXPECT_FALSE(HasNumberTrouble(Svg)) << Svg;
	EXPECT_LT(Count(Svg, "<text"), 40u);
	Plot.Series[0] = {.Label = "", .X = {std::numeric_limits<double>::denorm_min()}, .Y = {1}};
	EXPECT_FALSE(HasNumberTrouble(RenderSvg(Plot)));
}

TEST(Validation, BarPlotsAreWellFormed)
{
	const BarPlot Plot = {.Title = "bars",
		.YLabel = "%",
		.Groups = {"first", "second <"},
		.Series = {{"a", {1.0, 20.0}}, {"b", {NotANumber, 0.0}}}};
	const std::string Svg = RenderSvg(Plot);
	EXPECT_EQ(XmlTrouble(Svg), "") << Svg;
	EXPECT_FALSE(HasNumberTrouble(Svg)) << Svg;
	// The background, three bars, two in the legend.
	EXPECT_EQ(Count(Svg, "<rect"), 1u + 3u + 2u);
	EXPECT_EQ(XmlTrouble(RenderSvg(BarPlot{})), "");
	EXPECT_EQ(Count(Svg, "rotate(-18"), 0u);
	// Names that are wider than their bars are turned.
	BarPlot Many = {.Title = "", .YLabel = "", .Groups = {}, .Series = {{"a", {}}}};
	for (int Group = 0; Group < 10; ++Group)
	{
		Many.Groups.push_back("a long name " + std::to_string(Group));
		Many.Series[0].Values.push_back(1.0);
	}
	EXPECT_EQ(XmlTrouble(RenderSvg(Many)), "");
	EXPECT_EQ(Count(RenderSvg(Many), "rotate(-18"), 10u);
}

TEST(Validation, ChecksCompareWithTheirBand)
{
	const auto Check = [](double Value, double Min, double Max)
	{ return Validation::Check{.Name = "", .Value = Value, .Min = Min, .Max = Max, .SkipReason = {}}; };
	EXPECT_FALSE(Check(0.0, 0.0, 0.0).HasFailed());
	EXPECT_TRUE(Check(1.0, 0.0, 0.0).HasFailed());
	EXPECT_FALSE(Check(4.0, 4.0, Infinity).HasFailed());
	EXPECT_TRUE(Check(3.9, 4.0, Infinity).HasFailed());
	EXPECT_TRUE(Check(NotANumber, -Infinity, Infinity).HasFailed());
	Validation::Check Skipped = Check(NotANumber, 4.0, Infinity);
	Skipped.SkipReason = "skipped: no avx2 here";
	EXPECT_FALSE(Skipped.HasFailed());
}

TEST(Validation, OutputHoldsWhatTheReportHolds)
{
	const Suite Named = {"suite", "for tests", nullptr};
	FinishedSuite Finished = {&Named, {}};
	Finished.Report.Tables.push_back({"table", "The table", {"what", "a, b"}, {{"x \"y\"", 1.5}, {"z", NotANumber}}});
	Finished.Report.Plots.push_back({"plot", RenderSvg(LinePlot{})});
	Finished.Report.Checks.push_back({.Name = "check", .Value = 3.0, .Min = 4.0, .SkipReason = {}});
	Finished.Report.Notes.push_back("A note.");

	const std::string Text = ToText(Finished);
	for (const char* Part : {"The table", "| z ", "check", "failed", "at least 4", "A note."})
	{
		EXPECT_NE(Text.find(Part), std::string::npos) << Part << "\n" << Text;
	}
	const std::vector<NamedText> Files = ToFiles(Finished);
	ASSERT_EQ(Files.size(), 2u);
	EXPECT_EQ(Files[0].FileName, "suite-table.csv");
	EXPECT_EQ(Files[0].Text, "what,\"a, b\"\n\"x \"\"y\"\"\",1.5\nz,\n");
	EXPECT_EQ(Files[1].FileName, "suite-plot.svg");

	const nlohmann::json Document = nlohmann::json::parse(ToJson({Finished}, false));
	EXPECT_EQ(Document.at("passed"), false);
	const nlohmann::json& First = Document.at("suites").at(0);
	EXPECT_EQ(First.at("tables").at(0).at("rows").dump(), R"([["x \"y\"",1.5],["z",null]])");
	EXPECT_EQ(First.at("checks").at(0).at("state"), "failed");
	EXPECT_TRUE(First.at("checks").at(0).at("maximum").is_null());
	EXPECT_EQ(First.at("plots").at(0), "suite-plot.svg");
}

TEST(Validation, RatiosAreTakenWithinRounds)
{
	const auto Times = [](std::vector<double> Walls)
	{
		RoundTimes Rounds(Walls.size());
		for (size_t Round = 0; Round < Walls.size(); ++Round)
		{
			Rounds[Round].Wall = Walls[Round];
		}
		return Rounds;
	};
	const auto Wall = [](const StageTimes& Round) { return Round.Wall; };
	EXPECT_EQ(MedianTime(Times({3.0, 1.0, 2.0}), Wall), 2.0);
	EXPECT_EQ(MedianRatio(Times({2.0, 20.0, 6.0}), Times({1.0, 10.0, 2.0}), Wall), 2.0);
	EXPECT_EQ(MedianRatio(Times({2.0, 6.0}), Times({0.0, 2.0}), Wall), 3.0);
	EXPECT_TRUE(std::isnan(MedianRatio(Times({2.0}), Times({0.0}), Wall)));
}

TEST(Validation, ReferenceFilesAreReadOrNamed)
{
	const ReferenceTable Steps("clearpath-steps.csv");
	ASSERT_EQ(Steps.RowCount(), 6u);
	EXPECT_EQ(Steps.Number(1, "sharePercent"), 39.0);
	EXPECT_EQ(Steps.Text(5, "step"), "total");
	const auto Complaint = [](const auto& Action) -> std::string
	{
		try
		{
			Action();
		}
		catch (const Scenarios::InputError& Problem)
		{
			return Problem.what();
		}
		return "";
	};
	EXPECT_NE(Complaint([&] { Steps.Text(0, "shares"); }).find("shares"), std::string::npos);
	EXPECT_NE(Complaint([&] { Steps.Number(5, "step"); }).find("'total'"), std::string::npos);
	EXPECT_NE(Complaint([] { ReferenceTable("missing.csv"); }).find("missing.csv"), std::string::npos);
}

TEST(Validation, TheSuiteOfScenesCountsWhatItRan)
{
	const auto Found = std::find_if(
		Suites().begin(), Suites().end(), [](const Suite& Each) { return std::string_view(Each.Name) == "scenes"; });
	ASSERT_NE(Found, Suites().end());
	SuiteOptions Options;
	Options.bQuick = true;
	std::vector<std::string> Parts;
	Options.OnProgress = [&Parts](const std::string& Part, uint64_t, uint64_t)
	{
		if (Parts.empty() || Parts.back() != Part)
		{
			Parts.push_back(Part);
		}
	};
	const SuiteReport Report = Found->Run(Options);
	ASSERT_EQ(Report.Tables.size(), 1u);
	const Table& Runs = Report.Tables[0];
	const auto Number = [&Runs](const std::vector<Cell>& Row, std::string_view Column)
	{
		const auto Place = std::find(Runs.Columns.begin(), Runs.Columns.end(), Column);
		return Place == Runs.Columns.end() ? NotANumber : Row[static_cast<size_t>(Place - Runs.Columns.begin())].Number;
	};
	// Nine scenes with two planners, and the one that a roadmap cannot do.
	EXPECT_EQ(Runs.Rows.size(), 9u * 2u + 1u);
	EXPECT_EQ(Parts.size(), Runs.Rows.size());
	EXPECT_EQ(Report.Checks.size(), 10u * 3u);
	for (const std::vector<Cell>& Row : Runs.Rows)
	{
		SCOPED_TRACE(Row[0].Text + ", " + Row[1].Text);
		ASSERT_EQ(Row.size(), Runs.Columns.size());
		// The car has no goal, nor have those who block the way.
		const double WithoutGoals = Row[0].Text == "car" ? 1.0 : Row[0].Text == "blocked" ? 12.0 : 0.0;
		EXPECT_EQ(Number(Row, "With goals"), Number(Row, "Agents") - WithoutGoals);
		EXPECT_LE(Number(Row, "Arrived"), Number(Row, "With goals"));
		EXPECT_EQ(Number(Row, "Arrived, %"), 100.0 * Number(Row, "Arrived") / Number(Row, "With goals"));
		EXPECT_EQ(Number(Row, "Arrived") == Number(Row, "With goals"), !std::isnan(Number(Row, "All after, s")));
		EXPECT_EQ(Number(Row, "Arrived") == Number(Row, "With goals"), Row[3].Text.empty()) << Row[3].Text;
		EXPECT_EQ(std::isnan(Number(Row, "Steps off the mesh")), Row[1].Text == "roadmap");
		EXPECT_GT(Number(Row, "Simulated, s"), 0.0);
	}
	// A check has the worst of its scene's runs.
	double Least = 100.0;
	double Crossings = 0.0;
	for (const std::vector<Cell>& Row : Runs.Rows)
	{
		if (Row[0].Text == "evac-500")
		{
			Least = std::min(Least, Number(Row, "Arrived, %"));
			Crossings = std::max(Crossings, Number(Row, "Wall crossings"));
		}
	}
	const std::span<const Check> Last = std::span(Report.Checks).last(3);
	EXPECT_EQ(Last[0].Value, Least) << Last[0].Name;
	EXPECT_EQ(Last[0].Min, 99.0) << Last[0].Name;
	EXPECT_EQ(Last[1].Value, Crossings) << Last[1].Name;
	EXPECT_EQ(Last[1].Max, 0.0) << Last[1].Name;
	EXPECT_EQ(Last[2].Max, 0.0) << Last[2].Name;
}
}
}
