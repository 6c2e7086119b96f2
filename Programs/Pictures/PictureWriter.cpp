// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Pictures/PictureWriter.h"

#include "Pictures/Layers.h"
#include "Scenarios/Require.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace CrowdAvoidance::Pictures
{
namespace
{
/// Round the scene in a film. [m]
constexpr float FilmMargin = 2.0f;
/// Round everybody in a still, as a share of the larger side.
constexpr float StillMargin = 0.02f;

Display::Bounds Grown(const Display::Bounds& From, float By)
{
	return {{From.Min.X - By, From.Min.Y - By}, {From.Max.X + By, From.Max.Y + By}};
}
}

PictureWriter::PictureWriter(Scenarios::Simulation& Run, const PictureOptions& InOptions)
	: Options(InOptions),
	  Scene(Run.GetScene()),
	  SceneBounds(Display::BoundsOf(Scene)),
	  Goals(GoalsToMark(Scene)),
	  Recent(Scene.Agents.size(), InOptions.TrailSeconds)
{
	CheckOptions(Options, Scene);
	for (const uint32_t Agent : Options.Watch)
	{
		const AgentHandle Handle = Run.GetWorld().HandleOf(Agent);
		Scenarios::Require(Run.GetWorld().Watch(Handle), Scene.Name, fmt::format("--watch {}", Agent));
		Watched.push_back(Handle);
	}
}

void PictureWriter::AddFrame(const Scenarios::Simulation& Run)
{
	if (Watched.empty() || !bStarted)
	{
		Display::TakePositions(Run, Shown);
	}
	else
	{
		std::swap(Shown, Latest);
	}
	if (!Watched.empty())
	{
		Display::TakePositions(Run, Latest);
		TakeOverlays(Run);
	}
	bStarted = true;
	Recent.Add(Shown);
}

void PictureWriter::TakeOverlays(const Scenarios::Simulation& Run)
{
	Overlays.clear();
	for (const AgentHandle Agent : Watched)
	{
		const DebugGeometry* const Geometry = Run.GetWorld().DebugOf(Agent);
		if (Geometry && Geometry->Step > 0)
		{
			Overlays.push_back(*Geometry);
		}
	}
}

View PictureWriter::StillView() const
{
	if (Options.View)
	{
		return View(*Options.View, GetLayout().Map);
	}
	Display::Bounds Bounds = SceneBounds;
	for (const Display::SnapshotAgent& Agent : Shown.Agents)
	{
		Bounds.Min = {std::min(Bounds.Min.X, Agent.Position.X - Agent.Radius),
			std::min(Bounds.Min.Y, Agent.Position.Y - Agent.Radius)};
		Bounds.Max = {std::max(Bounds.Max.X, Agent.Position.X + Agent.Radius),
			std::max(Bounds.Max.Y, Agent.Position.Y + Agent.Radius)};
	}
	const float Larger = std::max(Bounds.Max.X - Bounds.Min.X, Bounds.Max.Y - Bounds.Min.Y);
	return View(Grown(Bounds, StillMargin * Larger), GetLayout().Map);
}

View PictureWriter::FilmView() const
{
	return View(Options.View.value_or(Grown(SceneBounds, FilmMargin)), GetLayout().Map);
}

std::string PictureWriter::Draw()
{
	return Draw(StillView());
}

std::string PictureWriter::DrawFilmFrame()
{
	return Draw(FilmView());
}

std::string PictureWriter::Draw(const View& Map)
{
	Display::MeasureCrowding(Scene, Shown);
	const Layout Parts = GetLayout();
	Canvas Out(Options.Width, Options.Height);
	Out.SetColor(Display::Background);
	Out.AddBox({0.0, 0.0, static_cast<double>(Options.Width), static_cast<double>(Options.Height)});
	Out.Fill();

	Out.ClipTo(Parts.Map);
	DrawGrid(Out, Map);
	DrawScene(Out, Map, Parts.Em, Scene, Goals, Shown.Seconds);
	DrawTrails(Out, Map, Scene, Shown, Recent, Options.ColorBy);
	DrawAgents(Out, Map, Scene, Shown, Options.ColorBy);
	DrawWorldOverlays(Out, Map, Parts.Em, Overlays);
	if (Parts.bFurniture)
	{
		DrawPanel(Out, Parts);
		DrawHeader(Out, Parts, Scene, Options, Shown);
		DrawFooter(Out, Parts, Map, Scene, Options);
	}
	return Out.ToPng();
}

void PictureWriter::DrawPanel(Canvas& Out, const Layout& Parts) const
{
	if (Parts.Insets.empty())
	{
		return;
	}
	for (size_t Inset = 0; Inset < Parts.Insets.size(); ++Inset)
	{
		DrawInsetOf(Out, Parts, Inset);
	}
	DrawOverlayKey(Out, Parts.Key, Parts.Em, Overlays);
}

void PictureWriter::DrawInsetOf(Canvas& Out, const Layout& Parts, size_t Inset) const
{
	const AgentHandle Agent = Watched[Inset];
	const auto Overlay =
		std::find_if(Overlays.begin(), Overlays.end(), [&](const DebugGeometry& Each) { return Each.Agent == Agent; });
	if (Overlay != Overlays.end())
	{
		DrawInsetTitle(Out, Parts.Insets[Inset], Parts.Em,
			fmt::format("agent {}: what step {} allowed", Agent.Index, Overlay->Step));
		DrawInset(Out, Parts.Insets[Inset], Parts.Em, *Overlay);
		return;
	}
	const char* const Why = Latest.Step == 0 ? "no step yet" : "has left";
	DrawInsetTitle(Out, Parts.Insets[Inset], Parts.Em, fmt::format("agent {}: {}", Agent.Index, Why));
}
}
