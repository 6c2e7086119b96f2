// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Pictures/Layers.h"
#include "Scenarios/Suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace CrowdAvoidance::Pictures
{
namespace
{
constexpr size_t LongestName = 60;
constexpr uint32_t MostGroups = 8;

/// "1,000"
std::string Count(uint64_t Value)
{
	std::string Text = std::to_string(Value);
	for (size_t Place = Text.size(); Place > 3;)
	{
		Place -= 3;
		Text.insert(Place, ",");
	}
	return Text;
}

std::string Caption(const PictureOptions& Options, const Display::Snapshot& Crowd)
{
	std::string Text;
	for (const std::string& Part : {Options.Model, Options.Planner})
	{
		Text += Part.empty() ? "" : Scenarios::Printable(Part, LongestName) + "  \u00b7  ";
	}
	return Text +
		fmt::format("{} {}  \u00b7  {:.1f} s", Count(Crowd.Agents.size()),
			Crowd.Agents.size() == 1 ? "agent" : "agents", Crowd.Seconds);
}

std::string State(const PictureOptions& Options, const Display::Snapshot& Crowd)
{
	if (Options.ColorBy == Display::EColorBy::Collision)
	{
		return fmt::format("{} overlapping {}", Count(static_cast<uint64_t>(Crowd.OverlappingPairs)),
			Crowd.OverlappingPairs == 1 ? "pair" : "pairs");
	}
	return fmt::format("{} arrived", Count(static_cast<uint64_t>(Crowd.Arrived)));
}

void DrawStrip(Canvas& Out, const Box& Strip)
{
	Out.ClipTo(Strip);
	Out.SetColor(InsetBackground);
	Out.AddBox(Strip);
	Out.Fill();
}

/// @name Keys of the colourings, from At to the right; each returns its width
/// @{
double DrawSwatches(Canvas& Out, Point At, double Em, std::span<const Display::Color> Colors)
{
	double X = At.X + 0.45 * Em;
	for (const Display::Color Each : Colors)
	{
		Out.SetColor(Each);
		Out.AddDisc({X, At.Y}, 0.45 * Em);
		Out.Fill();
		X += 1.2 * Em;
	}
	return X - At.X - 0.45 * Em;
}

double DrawScale(Canvas& Out, Point At, double Em)
{
	constexpr int Parts = 64;
	const double Width = 9.0 * Em;
	for (int Part = 0; Part < Parts; ++Part)
	{
		const double Left = std::floor(At.X + Width * Part / Parts);
		const double Right = std::floor(At.X + Width * (Part + 1) / Parts);
		Out.SetColor(Display::Scale((Part + 0.5) / Parts));
		Out.AddBox({Left, std::floor(At.Y - 0.4 * Em), Right, std::floor(At.Y + 0.4 * Em)});
		Out.Fill();
	}
	return Width + 0.3 * Em;
}

/// A wheel: an agent that goes from its middle to the rim has the colour there.
double DrawWheel(Canvas& Out, Point At, double Em)
{
	constexpr int Parts = 48;
	const double Radius = 0.95 * Em;
	const Point Middle = {At.X + Radius, At.Y};
	for (int Part = 0; Part < Parts; ++Part)
	{
		const auto Rim = [&](double Share)
		{
			const double Angle = 2.0 * std::numbers::pi * Share / Parts;
			return Point{Middle.X + Radius * std::cos(Angle), Middle.Y - Radius * std::sin(Angle)};
		};
		const double Angle = 2.0 * std::numbers::pi * (Part + 0.5) / Parts;
		Display::SnapshotAgent Walker;
		Walker.Velocity = {static_cast<float>(std::cos(Angle)), static_cast<float>(std::sin(Angle))};
		Out.SetColor(Display::ColorOf(Walker, Display::EColorBy::Heading));
		// A little more than its share, so that no gaps shine through.
		const Point Wedge[] = {Middle, Rim(Part - 0.1), Rim(Part + 1.1)};
		Out.AddPolygon(Wedge);
		Out.Fill();
	}
	return 2.0 * Radius + 0.3 * Em;
}

double DrawGroups(Canvas& Out, Point At, double Em, const Scenarios::Scene& Scene)
{
	uint32_t Groups = 0;
	for (const Scenarios::SceneAgent& Agent : Scene.Agents)
	{
		Groups = std::max(Groups, Agent.Group + 1);
	}
	std::vector<Display::Color> Colors;
	for (uint32_t Group = 0; Group < std::min(Groups, MostGroups); ++Group)
	{
		Display::SnapshotAgent Member;
		Member.Group = Group;
		Colors.push_back(Display::ColorOf(Member, Display::EColorBy::Group));
	}
	return DrawSwatches(Out, At, Em, Colors);
}

double DrawKey(Canvas& Out, Point At, double Em, Display::EColorBy ColorBy, const Scenarios::Scene& Scene)
{
	switch (ColorBy)
	{
	case Display::EColorBy::Heading:
		return DrawWheel(Out, At, Em);
	case Display::EColorBy::Speed:
	case Display::EColorBy::Density:
		return DrawScale(Out, At, Em);
	case Display::EColorBy::Collision:
		return DrawSwatches(Out, At, Em, std::span(&Display::Alarm, 1));
	case Display::EColorBy::Group:
	case Display::EColorBy::Count:
		break;
	}
	return DrawGroups(Out, At, Em, Scene);
}
/// @}

/// Ends at Right. Returns where it begins.
double DrawScaleBar(Canvas& Out, Point Right, double Em, double PixelsPerMeter)
{
	const double Meters = RoundUp(4.0 * Em / PixelsPerMeter);
	const double Length = Meters * PixelsPerMeter;
	const double Left = Right.X - Length;
	Out.SetColor(Display::Text);
	Out.AddLine({Left, Right.Y}, Right);
	Out.AddLine({Left, Right.Y - 0.3 * Em}, {Left, Right.Y + 0.3 * Em});
	Out.AddLine({Right.X, Right.Y - 0.3 * Em}, {Right.X, Right.Y + 0.3 * Em});
	Out.Stroke(std::max(1.0, 0.1 * Em));
	const std::string Words =
		Meters >= 1000.0 ? fmt::format("{:g} km", Meters / 1000.0) : fmt::format("{:g} m", Meters);
	return Left - 0.6 * Em - Out.Text({Left - 0.6 * Em, Right.Y + 0.33 * Em}, Words, 0.9 * Em, EAlign::Right);
}
}

void DrawHeader(Canvas& Out, const Layout& Parts, const Scenarios::Scene& Scene, const PictureOptions& Options,
	const Display::Snapshot& Crowd)
{
	DrawStrip(Out, Parts.Header);
	const std::string Name = Scenarios::Printable(Scene.Name, LongestName);
	const std::string Words = Caption(Options, Crowd);
	const std::string Progress = State(Options, Crowd);
	// All on one line; where that is too long, in smaller letters.
	const double Wide =
		Out.TextWidth(Name, 1.15 * Parts.Em, true) + Out.TextWidth(Words + Progress, Parts.Em) + 4.0 * Parts.Em;
	const double Em = Parts.Em * std::min(1.0, Parts.Header.Width() / Wide);
	const double Y = Parts.Header.Center().Y + 0.36 * Em;
	Out.SetColor(Display::Text);
	const double NameWidth = Out.Text({Em, Y}, Name, 1.15 * Em, EAlign::Left, true);
	Out.SetColor(Display::Text, 0.75);
	Out.Text({2.0 * Em + NameWidth, Y}, Words, Em);
	Out.Text({Parts.Header.Right - Em, Y}, Progress, Em, EAlign::Right);
}

void DrawFooter(
	Canvas& Out, const Layout& Parts, const View& Map, const Scenarios::Scene& Scene, const PictureOptions& Options)
{
	DrawStrip(Out, Parts.Footer);
	const double Em = Parts.Em;
	const double Y = Parts.Footer.Center().Y;
	const double BarLeft = DrawScaleBar(Out, {Parts.Footer.Right - 1.2 * Em, Y}, Em, Map.PixelsPerMeter());
	const double KeyWidth = DrawKey(Out, {Em, Y}, Em, Options.ColorBy, Scene);
	const double WordsLeft = Em + KeyWidth + 0.4 * Em;
	const std::string Words = Display::Coloring(Options.ColorBy).Legend;
	const double Size = Out.FittingSize(Words, 0.9 * Em, BarLeft - Em - WordsLeft);
	if (Size > 0.5 * Em)
	{
		Out.SetColor(Display::Text, 0.75);
		Out.Text({WordsLeft, Y + 0.33 * Em}, Words, Size);
	}
}
}
