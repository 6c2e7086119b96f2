// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Display/Snapshot.h"

#include "Scenarios/Shapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace CrowdAvoidance::Display
{
namespace
{
/// Counts for each agent who is within DensityRadius, in columns of cells of that size: sorted by cell, so that what is near lies
/// in three short runs.
void MeasureDensity(std::vector<SnapshotAgent>& Agents)
{
	using Cell = std::pair<int64_t, int64_t>; // Row, column.
	const auto CellOf = [](const SnapshotAgent& Agent)
	{
		return Cell{static_cast<int64_t>(std::floor(Agent.Position.Y / DensityRadius)),
			static_cast<int64_t>(std::floor(Agent.Position.X / DensityRadius))};
	};
	std::vector<std::pair<Cell, size_t>> Order(Agents.size());
	for (size_t Index = 0; Index < Agents.size(); ++Index)
	{
		Order[Index] = {CellOf(Agents[Index]), Index};
	}
	std::sort(Order.begin(), Order.end());

	constexpr double Area = std::numbers::pi * DensityRadius * DensityRadius;
	// Those who are asked about come in the order of their cells, so each of the three runs only moves on.
	size_t First[3] = {};
	for (const auto& [Home, Index] : Order)
	{
		SnapshotAgent& Agent = Agents[Index];
		int Near = 0;
		for (int Row = 0; Row < 3; ++Row)
		{
			const Cell From = {Home.first + Row - 1, Home.second - 1};
			const Cell To = {Home.first + Row - 1, Home.second + 1};
			while (First[Row] < Order.size() && Order[First[Row]].first < From)
			{
				++First[Row];
			}
			for (size_t At = First[Row]; At < Order.size() && Order[At].first <= To; ++At)
			{
				const Vec2 Other = Agents[Order[At].second].Position;
				const float X = Other.X - Agent.Position.X;
				const float Y = Other.Y - Agent.Position.Y;
				Near += X * X + Y * Y <= DensityRadius * DensityRadius ? 1 : 0;
			}
		}
		Agent.Density = static_cast<float>(Near / Area);
	}
}
}

void TakePositions(const Scenarios::Simulation& Run, Snapshot& Out)
{
	const Scenarios::Scene& Scene = Run.GetScene();
	const AgentsView View = Run.GetWorld().Agents();
	Out.Step = Run.GetWorld().StepCount();
	Out.Seconds = Run.SimulatedSeconds();
	Out.OverlappingPairs = 0;
	Out.MeanDensity = 0.0;
	Out.Arrived = Run.ArrivedCount();
	Out.Agents.resize(static_cast<size_t>(View.Count));
	for (size_t Place = 0; Place < Out.Agents.size(); ++Place)
	{
		SnapshotAgent& Agent = Out.Agents[Place];
		Agent = {};
		Agent.Number = View.HandleIndex[Place];
		const Scenarios::SceneAgent& Source = Scene.Agents.at(Agent.Number);
		Agent.Group = Source.Group;
		Agent.MaxSpeed = Source.MaxSpeed;
		Agent.Position = {View.PositionX[Place], View.PositionY[Place]};
		Agent.Velocity = {View.VelocityX[Place], View.VelocityY[Place]};
		Agent.Radius = View.Radius[Place];
		Agent.bArrived = Run.HasArrived(Agent.Number);
	}
	std::sort(Out.Agents.begin(), Out.Agents.end(),
		[](const SnapshotAgent& A, const SnapshotAgent& B) { return A.Number < B.Number; });
}

void MeasureCrowding(const Scenarios::Scene& Scene, Snapshot& Out)
{
	MeasureDensity(Out.Agents);

	std::vector<float> X, Y, Radius;
	std::vector<std::vector<Vec2>> Bodies;
	double DensitySum = 0.0;
	for (const SnapshotAgent& Agent : Out.Agents)
	{
		X.push_back(Agent.Position.X);
		Y.push_back(Agent.Position.Y);
		Radius.push_back(Agent.Radius);
		if (!Scene.Shapes.empty())
		{
			Bodies.push_back(Scenarios::BodyOf(Scene, Scene.Agents[Agent.Number]));
		}
		DensitySum += Agent.Density;
	}
	Out.MeanDensity = DensitySum / static_cast<double>(std::max<size_t>(Out.Agents.size(), 1));
	std::vector<uint8_t> Overlaps;
	const int Count = static_cast<int>(X.size());
	Out.OverlappingPairs = Scenarios::CountOverlaps(Count, X.data(), Y.data(), Radius.data(), &Overlaps, Bodies).Pairs;
	for (size_t Index = 0; Index < Overlaps.size(); ++Index)
	{
		Out.Agents[Index].bOverlaps = Overlaps[Index] != 0;
	}
}

void TakeSnapshot(const Scenarios::Simulation& Run, Snapshot& Out)
{
	TakePositions(Run, Out);
	MeasureCrowding(Run.GetScene(), Out);
}

Bounds BoundsOf(const Scenarios::Scene& Scene)
{
	Bounds Out = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
	const auto Include = [&Out](Vec2 Point, float Margin)
	{
		Out.Min = {std::min(Out.Min.X, Point.X - Margin), std::min(Out.Min.Y, Point.Y - Margin)};
		Out.Max = {std::max(Out.Max.X, Point.X + Margin), std::max(Out.Max.Y, Point.Y + Margin)};
	};
	for (const std::vector<Vec2>& Obstacle : Scene.Obstacles)
	{
		for (const Vec2 Corner : Obstacle)
		{
			Include(Corner, 0.5f);
		}
	}
	for (const Scenarios::SceneAgent& Agent : Scene.Agents)
	{
		Include(Agent.Position, Agent.Radius + 0.5f);
		for (const Vec2 Goal : Agent.Goals)
		{
			Include(Goal, 0.5f);
		}
	}
	return Scene.Agents.empty() && Scene.Obstacles.empty() ? Bounds{{-1.0f, -1.0f}, {1.0f, 1.0f}} : Out;
}
}
