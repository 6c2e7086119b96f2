// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Pictures/Layers.h"
#include "Scenarios/Shapes.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace CrowdAvoidance::Pictures
{
namespace
{
/// Smaller agents are dots, and draw no trail. [pixels]
constexpr double LeastDisc = 1.5;
/// Larger agents have a rim, which keeps those who touch apart. [pixels]
constexpr double LeastRim = 3.0;
/// Larger agents show which way they go. [pixels]
constexpr double LeastNose = 6.0;
/// Slower ones go nowhere. [m/s]
constexpr float LeastNoseSpeed = 0.05f;
/// Of a body that is no disc, whose sides may be near each other. [pixels]
constexpr double WidestBodyRim = 1.5;
/// Of a trail where it is newest.
constexpr double TrailAlpha = 0.55;

/// Somebody who can be seen.
struct Mark
{
	uint32_t Number = 0;
	Point At;
	double Radius = 0.0;      ///< [pixels]
	std::vector<Point> Body;  ///< Its corners; empty: a disc.
	double InnerRadius = 0.0; ///< The same as Radius for a disc. [pixels]
	Vec2 Velocity;
	Display::Color Paint;
	uint8_t Rank = 0; ///< Higher ranks cover lower ones.
};

Display::Color Dimmed(Display::Color Bright)
{
	const auto Mix = [](uint8_t Part, uint8_t Ground) { return static_cast<uint8_t>((Part + Ground) / 2); };
	return {Mix(Bright.R, Display::Background.R), Mix(Bright.G, Display::Background.G),
		Mix(Bright.B, Display::Background.B)};
}

/// By rank, then by colour: a colour is set, and its path drawn, once for everybody who has it.
std::vector<Mark> MarksOf(
	const View& Map, const Scenarios::Scene& Scene, const Display::Snapshot& Crowd, Display::EColorBy ColorBy)
{
	std::vector<Mark> Out;
	for (const Display::SnapshotAgent& Agent : Crowd.Agents)
	{
		const Point At = Map.ToPixel(Agent.Position);
		const double Radius = static_cast<double>(Agent.Radius) * Map.PixelsPerMeter();
		if (Map.CanSee(At, Radius + 1.0))
		{
			const bool bAlarm = ColorBy == Display::EColorBy::Collision && Agent.bOverlaps;
			const uint8_t Rank = bAlarm ? 2 : Agent.bArrived ? 0 : 1;
			const std::vector<Vec2> Body = Scenarios::BodyOf(Scene, Scene.Agents[Agent.Number]);
			const double InnerRadius =
				Body.empty() ? Radius : static_cast<double>(Scenarios::InnerRadius(Body)) * Map.PixelsPerMeter();
			Mark& Each = Out.emplace_back(
				Mark{Agent.Number, At, Radius, {}, InnerRadius, Agent.Velocity, PaintOf(Agent, ColorBy), Rank});
			for (const Vec2 Corner : Body)
			{
				Each.Body.push_back(Map.ToPixel(Agent.Position + Corner));
			}
		}
	}
	const auto KeyOf = [](const Mark& Each)
	{ return std::tuple(Each.Rank, Each.Paint.R, Each.Paint.G, Each.Paint.B, Each.Number); };
	std::sort(Out.begin(), Out.end(), [&](const Mark& A, const Mark& B) { return KeyOf(A) < KeyOf(B); });
	return Out;
}

/// Calls Draw for each run of marks of one rank and colour.
template <typename Function>
void ForEachPaint(std::span<const Mark> Marks, const Function& Draw)
{
	for (size_t Begin = 0; Begin < Marks.size();)
	{
		size_t End = Begin + 1;
		while (End < Marks.size() && Marks[End].Rank == Marks[Begin].Rank && Marks[End].Paint == Marks[Begin].Paint)
		{
			++End;
		}
		Draw(Marks.subspan(Begin, End - Begin));
		Begin = End;
	}
}

void DrawNose(Canvas& Out, const Mark& Each)
{
	const double Speed = std::hypot(Each.Velocity.X, Each.Velocity.Y);
	if (Each.InnerRadius < LeastNose || Speed < LeastNoseSpeed)
	{
		return;
	}
	const Point Along = {Each.Velocity.X / Speed * Each.InnerRadius, -Each.Velocity.Y / Speed * Each.InnerRadius};
	Out.AddLine(
		{Each.At.X + 0.4 * Along.X, Each.At.Y + 0.4 * Along.Y}, {Each.At.X + 0.8 * Along.X, Each.At.Y + 0.8 * Along.Y});
	Out.SetColor(Display::Background, 0.75);
	Out.Stroke(0.2 * Each.InnerRadius);
}

/// Its border, for a disc so far inside.
void AddOutline(Canvas& Out, const Mark& Each, double Inside)
{
	if (Each.Body.empty())
	{
		Out.AddDisc(Each.At, Each.Radius - Inside);
	}
	else
	{
		Out.AddPolygon(Each.Body);
	}
}

void DrawAgent(Canvas& Out, const Mark& Each)
{
	Out.SetColor(Each.Paint);
	AddOutline(Out, Each, 0.0);
	Out.Fill();
	if (Each.Radius >= LeastRim)
	{
		const double Widest = Each.Body.empty() ? Each.Radius : WidestBodyRim;
		const double Rim = std::min(std::max(0.14 * Each.Radius, 0.7), Widest);
		Out.SetColor(Display::Background, 0.6);
		AddOutline(Out, Each, 0.5 * Rim);
		Out.Stroke(Rim);
	}
	DrawNose(Out, Each);
}

/// The part of everybody's trail that begins with a sample, to the next one or to where they are now.
void AddTrailPart(
	Canvas& Out, const View& Map, std::span<const Mark> Marks, const std::deque<Trails::Sample>& Samples, size_t Part)
{
	for (const Mark& Each : Marks)
	{
		const Point From = Map.ToPixel(Samples[Part].Positions[Each.Number]);
		const Point To = Part + 1 < Samples.size() ? Map.ToPixel(Samples[Part + 1].Positions[Each.Number]) : Each.At;
		Out.AddLine(From, To);
	}
}
}

Display::Color PaintOf(const Display::SnapshotAgent& Agent, Display::EColorBy ColorBy)
{
	const Display::Color Paint = Display::ColorOf(Agent, ColorBy);
	return Agent.bArrived && Paint != Display::Alarm ? Dimmed(Paint) : Paint;
}

void DrawTrails(Canvas& Out, const View& Map, const Scenarios::Scene& Scene, const Display::Snapshot& Crowd,
	const Trails& Recent, Display::EColorBy ColorBy)
{
	std::vector<Mark> Marks = MarksOf(Map, Scene, Crowd, ColorBy);
	std::erase_if(Marks, [](const Mark& Each) { return Each.Radius < LeastDisc; });
	const std::deque<Trails::Sample>& Samples = Recent.Samples();
	// Round ends would overlap, and shine through each other as beads.
	Out.SetRoundEnds(false);
	ForEachPaint(Marks,
		[&](std::span<const Mark> Same)
		{
			for (size_t Part = 0; Part < Samples.size(); ++Part)
			{
				const double Age = (Crowd.Seconds - Samples[Part].Seconds) / Recent.Seconds();
				AddTrailPart(Out, Map, Same, Samples, Part);
				Out.SetColor(Same.front().Paint, TrailAlpha * std::clamp(1.1 - Age, 0.1, 1.0));
				Out.Stroke(std::clamp(0.5 * Same.front().Radius, 1.0, 6.0));
			}
		});
	Out.SetRoundEnds(true);
}

void DrawAgents(Canvas& Out, const View& Map, const Scenarios::Scene& Scene, const Display::Snapshot& Crowd,
	Display::EColorBy ColorBy)
{
	const std::vector<Mark> Marks = MarksOf(Map, Scene, Crowd, ColorBy);
	ForEachPaint(Marks,
		[&](std::span<const Mark> Same)
		{
			for (const Mark& Each : Same)
			{
				if (Each.Radius < LeastDisc)
				{
					Out.AddDot(Each.At, 2.0 * Each.Radius);
				}
			}
			Out.SetColor(Same.front().Paint);
			Out.Fill();
			for (const Mark& Each : Same)
			{
				if (Each.Radius >= LeastDisc)
				{
					DrawAgent(Out, Each);
				}
			}
		});
}
}
