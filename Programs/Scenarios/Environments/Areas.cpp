// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Environments/Environment.h"
#include "Scenarios/Spawners.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance::Scenarios
{
namespace
{
/// How far discs stay away from the sides of an area. [m]
constexpr double WallGap = 0.05;

/// How many discs fit side by side.
int64_t Fitting(double Length, double Radius)
{
	// A length of 0.7 m is meant to hold a disc of 0.3 m and two gaps, whatever 0.3 becomes in single precision.
	constexpr double Rounding = 1e-6;
	const double Fit = std::floor((Length - 2.0 * WallGap) / (2.0 * Radius) + Rounding);
	return static_cast<int64_t>(std::clamp(Fit, 0.0, static_cast<double>(MaxSceneAgents)));
}

int64_t Capacity(const EnvironmentArea& Area, double Radius)
{
	return std::min<int64_t>(Fitting(Area.Width, Radius) * Fitting(Area.Depth, Radius), MaxSceneAgents);
}

/// Appends Count discs, at most the area's capacity.
void FillArea(
	const EnvironmentArea& Area, int64_t Count, double Radius, const Dice& Random, std::vector<Point>& Positions)
{
	if (Count == 0)
	{
		return;
	}
	const double Width = Area.Width - 2.0 * WallGap;
	const double Depth = Area.Depth - 2.0 * WallGap;
	const int64_t MostRows = Fitting(Area.Depth, Radius);
	const int64_t FewestColumns = (Count + MostRows - 1) / MostRows;
	const double Even = std::sqrt(static_cast<double>(Count) * Width / Depth);
	const int64_t Columns = static_cast<int64_t>(std::clamp(
		std::round(Even), static_cast<double>(FewestColumns), static_cast<double>(Fitting(Area.Width, Radius))));
	const int64_t Rows = (Count + Columns - 1) / Columns;
	const double PitchX = Width / static_cast<double>(Columns);
	const double PitchY = Depth / static_cast<double>(Rows);
	for (int64_t I = 0; I < Count; ++I)
	{
		// What is left of the last row is spread over all of them.
		const int64_t Cell = I * (Columns * Rows) / Count;
		const size_t Index = Positions.size();
		const double X = WallGap + (static_cast<double>(Cell % Columns) + 0.5) * PitchX +
			(0.5 * PitchX - Radius) * Random.Signed(0, Index);
		const double Y = WallGap + (static_cast<double>(Cell / Columns) + 0.5) * PitchY +
			(0.5 * PitchY - Radius) * Random.Signed(1, Index);
		Positions.push_back(Area.Corner + Area.Along * X + Area.Along.Left() * Y);
	}
}
}

int64_t AreaCapacity(const std::vector<EnvironmentArea>& Areas, double Radius)
{
	int64_t Sum = 0;
	for (const EnvironmentArea& Area : Areas)
	{
		Sum += Capacity(Area, Radius);
	}
	return Sum;
}

std::vector<Point> FillAreas(const std::vector<EnvironmentArea>& Areas, size_t Count, double Radius, const Dice& Random)
{
	std::vector<Point> Positions;
	Positions.reserve(Count);
	const int64_t Total = std::max<int64_t>(AreaCapacity(Areas, Radius), 1);
	int64_t Before = 0;
	for (const EnvironmentArea& Area : Areas)
	{
		const int64_t After = Before + Capacity(Area, Radius);
		const int64_t Discs = static_cast<int64_t>(Count);
		FillArea(Area, Discs * After / Total - Discs * Before / Total, Radius, Random, Positions);
		Before = After;
	}
	return Positions;
}
}
