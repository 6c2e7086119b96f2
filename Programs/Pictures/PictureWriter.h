// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Pictures/Layout.h"
#include "Pictures/Options.h"
#include "Pictures/Trails.h"

namespace CrowdAvoidance::Pictures
{
class Canvas;

/// Draws a run. Docs/Pictures.md
///
/// Debug geometry shows what a step saw, which is the crowd before it. So that both fit, a picture with watched agents shows the
/// frame before the one added last.
class PictureWriter
{
public:
	/// Watches the agents that the options name. The run's scene must outlive this. Throws InputError.
	PictureWriter(Scenarios::Simulation& Run, const PictureOptions& InOptions);

	/// At the start and after every step.
	void AddFrame(const Scenarios::Simulation& Run);

	/// A PNG file of the frame added last. Without PictureOptions::View it shows the scene and everybody who has run out of it.
	/// Throws InputError, as does DrawFilmFrame.
	std::string Draw();
	/// The same for a film, whose view must not jump: the scene with a margin.
	std::string DrawFilmFrame();

protected:
	/// @name What the last picture showed, and where
	Layout GetLayout() const { return LayOut(Options.Width, Options.Height, Options.Watch.size()); }
	View StillView() const;
	View FilmView() const;
	/// Of the agents in the order of PictureOptions::Watch; without those who have left and before the first step.
	std::vector<DebugGeometry> Overlays;
	Display::Snapshot Shown;
	/// @}

private:
	void TakeOverlays(const Scenarios::Simulation& Run);
	std::string Draw(const View& Map);
	void DrawPanel(Canvas& Out, const Layout& Parts) const;
	void DrawInsetOf(Canvas& Out, const Layout& Parts, size_t Inset) const;

	PictureOptions Options;
	const Scenarios::Scene& Scene;
	Display::Bounds SceneBounds;
	std::vector<Vec2> Goals;
	std::vector<AgentHandle> Watched;
	Trails Recent;
	Display::Snapshot Latest; ///< Only where somebody is watched: then Shown is the frame before it.
	bool bStarted = false;
};
}
