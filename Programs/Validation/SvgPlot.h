// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

/// Plots as SVG text, with nothing but the standard library: axes with round numbers, a grid, a legend. Values that cannot be
/// drawn (not finite, or not above zero on a logarithmic axis) are left out.
namespace CrowdAvoidance::Validation
{
struct LineSeries
{
	std::string Label;
	std::vector<double> X;
	std::vector<double> Y;   ///< As many as X.
	bool bReference = false; ///< Of somebody else: drawn dashed, with hollow markers.
};

struct LinePlot
{
	std::string Title;
	std::string XLabel;
	std::string YLabel;
	bool bLogX = false;
	bool bLogY = false;
	std::vector<LineSeries> Series;
};

struct BarSeries
{
	std::string Label;
	std::vector<double> Values; ///< One for each group.
};

/// Bars side by side in groups, from zero upwards, each with its value above it.
struct BarPlot
{
	std::string Title;
	std::string YLabel;
	std::vector<std::string> Groups;
	std::vector<BarSeries> Series;
};

std::string RenderSvg(const LinePlot& Plot);
std::string RenderSvg(const BarPlot& Plot);
}
