// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Replay/FrameLog.h"

#include "Replay/Packing.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace CrowdAvoidance::Replay
{
namespace
{
/// Fine enough for a smooth motion, and for speeds from positions, of the smallest agent.
constexpr double QuantaInRadius = 60.0;
constexpr double FinestQuantum = 0.0001;
constexpr double CoarsestQuantum = 0.005;
/// What fits into 16 bits.
constexpr double MostQuanta = 65535.0;
/// Of radii [m] and speeds [m/s].
constexpr double SizeQuantum = 0.0001;
/// Of mean densities. [1/m^2]
constexpr double DensityQuantum = 0.001;

constexpr Vec2 Gone = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::quiet_NaN()};

bool IsGone(Vec2 Position)
{
	return std::isnan(Position.X);
}

/// Numbers along a line, each as the difference from where the two before it point to.
class LineWriter
{
public:
	void Add(int32_t Value, NumberWriter& Out)
	{
		const int32_t Foretold = Known == 0 ? 0 : Known == 1 ? Last : 2 * Last - BeforeLast;
		Out.AddSigned(Value - Foretold);
		BeforeLast = Last;
		Last = Value;
		++Known;
	}

private:
	int Known = 0;
	int32_t Last = 0;
	int32_t BeforeLast = 0;
};
}

int32_t Grid::X(Vec2 Point) const
{
	return Quantize(static_cast<double>(Point.X) - Origin.X, Quantum);
}

int32_t Grid::Y(Vec2 Point) const
{
	return Quantize(static_cast<double>(Point.Y) - Origin.Y, Quantum);
}

FrameLog::FrameLog(const Scenarios::Scene& InScene, size_t InMostFrames)
	: TheScene(InScene),
	  MostFrames(InMostFrames),
	  ArrivedAt(InScene.Agents.size(), UINT64_MAX)
{}

bool FrameLog::Add(const Scenarios::Simulation& Run)
{
	const uint64_t Number = Added++;
	if (!Keeps(Number))
	{
		return false;
	}
	Display::TakeSnapshot(Run, Scratch);
	Frame& New = Frames.emplace_back();
	New.Step = Scratch.Step;
	New.OverlappingPairs = Scratch.OverlappingPairs;
	New.Arrived = Scratch.Arrived;
	New.MeanDensity = Scratch.MeanDensity;
	New.Positions.assign(TheScene.Agents.size(), Gone);
	New.Overlaps.assign(TheScene.Agents.size(), false);
	for (const Display::SnapshotAgent& Agent : Scratch.Agents)
	{
		New.Positions[Agent.Number] = Agent.Position;
		New.Overlaps[Agent.Number] = Agent.bOverlaps;
	}
	for (uint32_t Agent = 0; Agent < ArrivedAt.size(); ++Agent)
	{
		if (ArrivedAt[Agent] == UINT64_MAX && Run.HasArrived(Agent))
		{
			ArrivedAt[Agent] = Number;
		}
	}
	if (Frames.size() <= MostFrames)
	{
		return false;
	}
	DropEverySecond();
	return true;
}

void FrameLog::DropEverySecond()
{
	Stride *= 2;
	for (size_t Index = 1; 2 * Index < Frames.size(); ++Index)
	{
		Frames[Index] = std::move(Frames[2 * Index]);
	}
	Frames.resize((Frames.size() + 1) / 2);
}

size_t FrameLog::PresentFrames(size_t Agent) const
{
	const auto Leaves = std::partition_point(
		Frames.begin(), Frames.end(), [Agent](const Frame& Each) { return !IsGone(Each.Positions[Agent]); });
	return static_cast<size_t>(Leaves - Frames.begin());
}

Grid FrameLog::ChooseGrid() const
{
	Display::Bounds Area = Display::BoundsOf(TheScene);
	double Smallest = CoarsestQuantum * QuantaInRadius;
	for (const Scenarios::SceneAgent& Agent : TheScene.Agents)
	{
		Smallest = std::min(Smallest, static_cast<double>(Agent.Radius));
	}
	for (const Frame& Each : Frames)
	{
		for (const Vec2 Position : Each.Positions)
		{
			if (!IsGone(Position))
			{
				Area.Min = {std::min(Area.Min.X, Position.X), std::min(Area.Min.Y, Position.Y)};
				Area.Max = {std::max(Area.Max.X, Position.X), std::max(Area.Max.Y, Position.Y)};
			}
		}
	}
	const double Extent =
		std::max(static_cast<double>(Area.Max.X) - Area.Min.X, static_cast<double>(Area.Max.Y) - Area.Min.Y);
	const double Quantum = std::clamp(Smallest / QuantaInRadius, FinestQuantum, CoarsestQuantum);
	return {Area.Min, std::max(Quantum, Extent / MostQuanta)};
}

std::string FrameLog::EncodeAgents(const Grid& On, const std::vector<uint32_t>& Groups) const
{
	NumberWriter Out;
	for (size_t Index = 0; Index < TheScene.Agents.size(); ++Index)
	{
		const Scenarios::SceneAgent& Agent = TheScene.Agents[Index];
		// In kept frames; one that has arrived between two of them has in the latter.
		const uint64_t Arrived =
			ArrivedAt[Index] == UINT64_MAX ? Frames.size() : (ArrivedAt[Index] + Stride - 1) / Stride;
		Out.Add(static_cast<uint32_t>(PresentFrames(Index)));
		Out.Add(static_cast<uint32_t>(std::min<uint64_t>(Arrived, Frames.size())));
		Out.Add(static_cast<uint32_t>(Quantize(Agent.Radius, SizeQuantum)));
		Out.Add(static_cast<uint32_t>(Quantize(Agent.MaxSpeed, SizeQuantum)));
		Out.Add(static_cast<uint32_t>(std::lower_bound(Groups.begin(), Groups.end(), Agent.Group) - Groups.begin()));
		Out.Add(static_cast<uint32_t>(Agent.Goals.size()));
		for (const Vec2 Goal : Agent.Goals)
		{
			Out.AddSigned(On.X(Goal));
			Out.AddSigned(On.Y(Goal));
		}
	}
	return Out.Bytes();
}

std::string FrameLog::EncodeFrames() const
{
	NumberWriter Out;
	uint64_t LastStep = 0;
	for (const Frame& Each : Frames)
	{
		Out.Add(static_cast<uint32_t>(Each.Step - LastStep));
		Out.Add(static_cast<uint32_t>(Each.OverlappingPairs));
		Out.Add(static_cast<uint32_t>(Each.Arrived));
		Out.Add(static_cast<uint32_t>(Quantize(Each.MeanDensity, DensityQuantum)));
		LastStep = Each.Step;
	}
	return Out.Bytes();
}

std::string FrameLog::EncodePositions(const Grid& On, int32_t (Grid::*Axis)(Vec2) const) const
{
	NumberWriter Out;
	for (size_t Agent = 0; Agent < TheScene.Agents.size(); ++Agent)
	{
		LineWriter Line;
		const size_t Present = PresentFrames(Agent);
		for (size_t Index = 0; Index < Present; ++Index)
		{
			Line.Add((On.*Axis)(Frames[Index].Positions[Agent]), Out);
		}
	}
	return Out.Bytes();
}

std::string FrameLog::EncodeOverlaps() const
{
	NumberWriter Out;
	for (size_t Agent = 0; Agent < TheScene.Agents.size(); ++Agent)
	{
		const size_t Present = PresentFrames(Agent);
		bool bNow = false;
		uint32_t Run = 0;
		for (size_t Index = 0; Index < Present; ++Index)
		{
			if (Frames[Index].Overlaps[Agent] != bNow)
			{
				Out.Add(Run);
				Run = 0;
				bNow = !bNow;
			}
			++Run;
		}
		Out.Add(Run);
	}
	return Out.Bytes();
}
}
