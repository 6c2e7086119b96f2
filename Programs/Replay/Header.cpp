// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Replay/Header.h"

#include "Display/Colors.h"
#include "Scenarios/Shapes.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace CrowdAvoidance::Replay
{
namespace
{
using Json = nlohmann::ordered_json;

/// Shades of a colouring that has no steps of its own.
constexpr int Shades = 64;
/// What one shade of the density colouring stands for. [1/m^2]
constexpr double DensityShade = 0.1;

std::string ColorText(Display::Color Color)
{
	return fmt::format("#{:02x}{:02x}{:02x}", Color.R, Color.G, Color.B);
}

/// To the millimetre: floats with all their digits would fill the page.
Json PointJson(Vec2 Point)
{
	const auto Rounded = [](float Value) { return std::round(static_cast<double>(Value) * 1000.0) / 1000.0; };
	return {Rounded(Point.X), Rounded(Point.Y)};
}

Json OutlineJson(const std::vector<Vec2>& Outline)
{
	Json Out = Json::array();
	for (const Vec2 Corner : Outline)
	{
		Out.push_back(PointJson(Corner));
	}
	return Out;
}

Json SceneJson(const Scenarios::Scene& Scene)
{
	Json Out = {{"walls", Json::array()}, {"doors", Json::array()}, {"blocks", Json::array()}, {"links", Json::array()},
		{"exits", OutlineJson(Scene.Exits)}};
	for (const std::vector<Vec2>& Wall : Scene.Obstacles)
	{
		Out["walls"].push_back(OutlineJson(Wall));
	}
	for (const Scenarios::SceneDoor& Door : Scene.Doors)
	{
		Out["doors"].push_back(
			{{"outline", OutlineJson(Door.Outline)}, {"open", Door.bOpen}, {"schedule", Door.Schedule}});
	}
	for (const Scenarios::SceneBlock& Block : Scene.Blocks)
	{
		Out["blocks"].push_back(
			{{"outline", OutlineJson(Block.Outline)}, {"from", Block.From}, {"until", Block.Until}});
	}
	for (const Scenarios::SceneLink& Link : Scene.Links)
	{
		Out["links"].push_back({PointJson(Link.From), PointJson(Link.To)});
	}
	return Out;
}

/// Of agents that are no discs: number, corners around the position, and radius of the disc that fits in.
Json BodiesJson(const Scenarios::Scene& Scene)
{
	Json Out = Json::array();
	for (size_t Agent = 0; Agent < Scene.Agents.size(); ++Agent)
	{
		if (Scene.Agents[Agent].Shape)
		{
			const std::vector<Vec2> Body = Scenarios::BodyOf(Scene, Scene.Agents[Agent]);
			Out.push_back({Agent, OutlineJson(Body), static_cast<double>(Scenarios::InnerRadius(Body))});
		}
	}
	return Out;
}

/// The colours of a colouring as a list that the page has the index for: the group, the 64th of a turn (and last: stands), the
/// share of full speed, the density in steps of DensityShade, or whether it overlaps.
std::vector<std::string> ColorsOf(Display::EColorBy By, const std::vector<uint32_t>& Groups)
{
	std::vector<std::string> Out;
	const auto Add = [&](const Display::SnapshotAgent& Agent)
	{ Out.push_back(ColorText(Display::ColorOf(Agent, By))); };
	Display::SnapshotAgent Agent;
	Agent.MaxSpeed = 1.0f;
	if (By == Display::EColorBy::Group)
	{
		for (const uint32_t Group : Groups)
		{
			Agent.Group = Group;
			Add(Agent);
		}
		return Out;
	}
	if (By == Display::EColorBy::Collision)
	{
		Add(Agent);
		Agent.bOverlaps = true;
		Add(Agent);
		return Out;
	}
	for (int Shade = 0; Shade < Shades; ++Shade)
	{
		const double Angle = 2.0 * std::numbers::pi * Shade / Shades;
		Agent.Velocity = By == Display::EColorBy::Heading
			? Vec2{static_cast<float>(std::cos(Angle)), static_cast<float>(std::sin(Angle))}
			: Vec2{static_cast<float>(Shade) / (Shades - 1), 0.0f};
		Agent.Density = static_cast<float>(DensityShade * Shade);
		Add(Agent);
	}
	if (By == Display::EColorBy::Heading)
	{
		Agent.Velocity = {};
		Add(Agent);
	}
	return Out;
}

Json ColoringsJson(const std::vector<uint32_t>& Groups)
{
	Json Out = Json::array();
	for (int By = 0; By < static_cast<int>(Display::EColorBy::Count); ++By)
	{
		const Display::NamedColoring& Named = Display::Coloring(static_cast<Display::EColorBy>(By));
		Out.push_back({{"name", Named.Name}, {"legend", Named.Legend},
			{"colors", ColorsOf(static_cast<Display::EColorBy>(By), Groups)}});
	}
	return Out;
}

Json KindsJson(bool bAll)
{
	Json Out = Json::array();
	for (int Index = 0; Index < static_cast<int>(EDebugKind::Count); ++Index)
	{
		const EDebugKind Kind = static_cast<EDebugKind>(Index);
		const Display::OverlayStyle& Style = Display::StyleOf(Kind);
		Out.push_back({{"name", DebugKindName(Kind)}, {"color", ColorText(Style.Line)}, {"lineAlpha", Style.LineAlpha},
			{"fillAlpha", Style.FillAlpha}, {"shown", Style.bShown}, {"kept", bAll || Style.bShown},
			{"velocity", IsInVelocitySpace(Kind)}, {"byReason", Style.bByReason}});
	}
	return Out;
}

Json ReasonsJson()
{
	Json Out = Json::array();
	for (int Index = 0; Index < static_cast<int>(EDebugReason::Count); ++Index)
	{
		const EDebugReason Reason = static_cast<EDebugReason>(Index);
		Out.push_back({{"name", DebugReasonName(Reason)}, {"color", ColorText(Display::ReasonColor(Reason))}});
	}
	return Out;
}

std::string SecondsText(double Seconds)
{
	return Seconds < 0.0 ? "never" : fmt::format("{:.1f} s", Seconds);
}

/// Rows of the page's summary: what, and how much.
Json SummaryJson(const Scenarios::Metrics& Metrics)
{
	Json Out = Json::array();
	const auto Add = [&Out](const char* Name, const std::string& Value) { Out.push_back({Name, Value}); };
	Add("Steps", fmt::format("{}", Metrics.Steps));
	Add("Arrived", fmt::format("{} of {}", Metrics.Arrived, Metrics.AgentsWithGoals));
	Add("95 % arrived after", SecondsText(Metrics.Time95));
	Add("Overlapping pairs per frame", fmt::format("{:.3g}", Metrics.OverlapPairsPerFrame));
	Add("Deepest overlap", fmt::format("{:.1f} cm", 100.0 * Metrics.DeepestPenetration));
	return Out;
}
}

std::vector<uint32_t> GroupsOf(const Scenarios::Scene& Scene)
{
	std::vector<uint32_t> Groups;
	for (const Scenarios::SceneAgent& Agent : Scene.Agents)
	{
		Groups.push_back(Agent.Group);
	}
	std::sort(Groups.begin(), Groups.end());
	Groups.erase(std::unique(Groups.begin(), Groups.end()), Groups.end());
	return Groups;
}

std::string MakeHeader(const HeaderInput& Input)
{
	const Display::Bounds Area = Display::BoundsOf(Input.Scene);
	const Json Out = {
		{"title", Input.Info.Title},
		{"description", Input.Scene.Description},
		{"model", Input.Info.Model},
		{"planner", Input.Info.Planner},
		{"dt", static_cast<double>(Input.Scene.Dt)},
		{"agents", Input.Scene.Agents.size()},
		{"frames", Input.Frames.Count()},
		{"stride", Input.Frames.GetStride()},
		{"origin", {static_cast<double>(Input.On.Origin.X), static_cast<double>(Input.On.Origin.Y)}},
		{"quantum", Input.On.Quantum},
		{"bounds", {PointJson(Area.Min), PointJson(Area.Max)}},
		{"densityRadius", static_cast<double>(Display::DensityRadius)},
		{"densityShade", DensityShade},
		{"groups", Input.Groups},
		{"bodies", BodiesJson(Input.Scene)},
		{"sections", Input.Sections},
		{"overlays", Input.Overlays},
		{"summary", SummaryJson(Input.Metrics)},
		{"colors",
			{{"background", ColorText(Display::Background)}, {"grid", ColorText(Display::GridLine)},
				{"wallLine", ColorText(Display::WallLine)}, {"wallFill", ColorText(Display::WallFill)},
				{"door", ColorText(Display::DoorLine)}, {"goal", ColorText(Display::GoalMark)},
				{"selection", ColorText(Display::Selection)}, {"text", ColorText(Display::Text)},
				{"alarm", ColorText(Display::Alarm)}}},
		{"colorings", ColoringsJson(Input.Groups)},
		{"kinds", KindsJson(Input.bAllKinds)},
		{"neighborKind", static_cast<int>(EDebugKind::Neighbor)},
		{"reasons", ReasonsJson()},
		{"scene", SceneJson(Input.Scene)},
	};
	// A name that is no UTF-8 is shown as well as can be.
	return Out.dump(-1, ' ', false, Json::error_handler_t::replace);
}
}
