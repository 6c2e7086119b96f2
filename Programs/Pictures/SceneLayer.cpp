// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Pictures/Layers.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace CrowdAvoidance::Pictures
{
namespace
{
/// More marks than this would say nothing.
constexpr size_t MostGoals = 50;
/// Grid lines are at least so far apart. [pixels]
constexpr double LeastGrid = 48.0;

std::vector<Point> ToPixels(const View& Map, std::span<const Vec2> Places)
{
	std::vector<Point> Out;
	Out.reserve(Places.size());
	for (const Vec2 Place : Places)
	{
		Out.push_back(Map.ToPixel(Place));
	}
	return Out;
}

double LineWidth(double Em)
{
	return std::max(2.0, Em / 8.0);
}

/// Outlines are as wide as a wall of so much, until that would be too wide: seen from far away they are faint, and what is inside
/// remains to be seen. [m]
constexpr double OutlineWidth = 0.08;

void DrawPolygon(Canvas& Out, const View& Map, double Em, std::span<const Vec2> Outline)
{
	const std::vector<Point> Corners = ToPixels(Map, Outline);
	Out.AddPolygon(Corners);
	Out.SetColor(Display::WallFill);
	Out.Fill();
	const double Width = std::min(OutlineWidth * Map.PixelsPerMeter(), LineWidth(Em));
	Out.AddPolygon(Corners);
	Out.SetColor(Display::WallLine, std::clamp(Width, 0.3, 1.0));
	Out.Stroke(std::max(Width, 1.0));
}

void DrawSolid(Canvas& Out, const View& Map, double Em, std::span<const Vec2> Outline)
{
	if (Outline.size() != 2)
	{
		DrawPolygon(Out, Map, Em, Outline);
		return;
	}
	Out.AddLine(Map.ToPixel(Outline[0]), Map.ToPixel(Outline[1]));
	Out.SetColor(Display::WallLine);
	Out.Stroke(LineWidth(Em));
}

void DrawDoor(Canvas& Out, const View& Map, double Em, const Scenarios::SceneDoor& Door, double Seconds)
{
	const bool bOpen = Door.IsOpen(Seconds);
	Out.AddPolygon(ToPixels(Map, Door.Outline));
	Out.SetDash(bOpen ? 0.3 * Em : 0.0);
	Out.FillAndStroke(Display::DoorLine, bOpen ? 0.0 : 0.85, bOpen ? 0.7 : 1.0, LineWidth(Em));
	Out.SetDash(0.0);
}

void DrawGoal(Canvas& Out, const View& Map, double Em, Vec2 Goal)
{
	const Point At = Map.ToPixel(Goal);
	if (!Map.CanSee(At, Em))
	{
		return;
	}
	const double Arm = 0.35 * Em;
	Out.AddLine({At.X - Arm, At.Y}, {At.X + Arm, At.Y});
	Out.AddLine({At.X, At.Y - Arm}, {At.X, At.Y + Arm});
	Out.SetColor(Display::GoalMark, 0.55);
	Out.Stroke(LineWidth(Em));
}

void DrawExit(Canvas& Out, const View& Map, double Em, Vec2 Exit)
{
	const Point At = Map.ToPixel(Exit);
	if (!Map.CanSee(At, Em))
	{
		return;
	}
	const double Arm = 0.45 * Em;
	const Point Diamond[] = {{At.X - Arm, At.Y}, {At.X, At.Y - Arm}, {At.X + Arm, At.Y}, {At.X, At.Y + Arm}};
	Out.AddPolygon(Diamond);
	Out.FillAndStroke(Display::GoalMark, 0.35, 0.9, LineWidth(Em));
}
}

double RoundUp(double Value)
{
	const double Decade = std::pow(10.0, std::floor(std::log10(Value)));
	for (const double Factor : {1.0, 2.0, 5.0})
	{
		// What the power of ten lacks by rounding is forgiven.
		if (Factor * Decade >= Value * (1.0 - 1e-9))
		{
			return Factor * Decade;
		}
	}
	return 10.0 * Decade;
}

void DrawGrid(Canvas& Out, const View& Map)
{
	const double Step = RoundUp(std::max(LeastGrid / Map.PixelsPerMeter(), 1.0));
	const Box Shown = Map.Meters();
	const Box& Pixels = Map.Pixels();
	const auto Draw = [&](double From, double To, auto AddLineAt)
	{
		const double First = std::ceil(From / Step);
		const int Count = static_cast<int>(std::floor(To / Step) - First) + 1;
		for (int Line = 0; Line < Count; ++Line)
		{
			AddLineAt(((First + Line) * Step - From) * Map.PixelsPerMeter());
		}
	};
	// Half a pixel off: lines of one pixel are sharp there.
	Draw(Shown.Left, Shown.Right,
		[&](double Offset)
		{
			const double X = std::floor(Pixels.Left + Offset) + 0.5;
			Out.AddLine({X, Pixels.Top}, {X, Pixels.Bottom});
		});
	Draw(Shown.Bottom, Shown.Top,
		[&](double Offset)
		{
			const double Y = std::floor(Pixels.Bottom - Offset) + 0.5;
			Out.AddLine({Pixels.Left, Y}, {Pixels.Right, Y});
		});
	Out.SetColor(Display::GridLine);
	Out.Stroke(1.0);
}

std::vector<Vec2> GoalsToMark(const Scenarios::Scene& Scene)
{
	std::set<std::pair<float, float>> Distinct;
	for (const Scenarios::SceneAgent& Agent : Scene.Agents)
	{
		for (size_t Goal = 0; Goal < Agent.Goals.size(); ++Goal)
		{
			const bool bExit = Agent.bLeaves && Goal + 1 == Agent.Goals.size();
			if (!bExit)
			{
				Distinct.insert({Agent.Goals[Goal].X, Agent.Goals[Goal].Y});
			}
		}
		if (Distinct.size() > MostGoals)
		{
			return {};
		}
	}
	std::vector<Vec2> Out;
	for (const auto& [X, Y] : Distinct)
	{
		Out.push_back({X, Y});
	}
	return Out;
}

void DrawScene(Canvas& Out, const View& Map, double Em, const Scenarios::Scene& Scene, const std::vector<Vec2>& Goals,
	double Seconds)
{
	for (const std::vector<Vec2>& Obstacle : Scene.Obstacles)
	{
		DrawSolid(Out, Map, Em, Obstacle);
	}
	for (const Scenarios::SceneBlock& Block : Scene.Blocks)
	{
		if (Block.Stands(Seconds))
		{
			DrawSolid(Out, Map, Em, Block.Outline);
		}
	}
	for (const Scenarios::SceneDoor& Door : Scene.Doors)
	{
		DrawDoor(Out, Map, Em, Door, Seconds);
	}
	for (const Vec2 Goal : Goals)
	{
		DrawGoal(Out, Map, Em, Goal);
	}
	if (Scene.Exits.size() <= MostGoals)
	{
		for (const Vec2 Exit : Scene.Exits)
		{
			DrawExit(Out, Map, Em, Exit);
		}
	}
}
}
