// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Pictures/Canvas.h"
#include "Pictures/Options.h"
#include "Pictures/Trails.h"

/// What a picture is made of, from the ground up.
namespace CrowdAvoidance::Pictures
{
/// @name The ground
/// Lines that lie a round number of metres apart.
void DrawGrid(Canvas& Out, const View& Map);
/// Those of a scene without repetition, where they are few enough to be marked; otherwise empty.
std::vector<Vec2> GoalsToMark(const Scenarios::Scene& Scene);
/// Walls, doors, what stands there at this time, exits and goals. Em: height of the text. [pixels]
void DrawScene(Canvas& Out, const View& Map, double Em, const Scenarios::Scene& Scene, const std::vector<Vec2>& Goals,
	double Seconds);
/// @}

/// @name The crowd
/// What an agent is painted with: dimmed once it has arrived.
Display::Color PaintOf(const Display::SnapshotAgent& Agent, Display::EColorBy ColorBy);
void DrawTrails(Canvas& Out, const View& Map, const Scenarios::Scene& Scene, const Display::Snapshot& Crowd,
	const Trails& Recent, Display::EColorBy ColorBy);
void DrawAgents(Canvas& Out, const View& Map, const Scenarios::Scene& Scene, const Display::Snapshot& Crowd,
	Display::EColorBy ColorBy);
/// @}

/// @name What a step saw and decided for an agent
/// What an inset is drawn on.
constexpr Display::Color InsetBackground{10, 13, 18};
/// In the world.
void DrawWorldOverlays(Canvas& Out, const View& Map, double Em, const std::vector<DebugGeometry>& Shown);
/// In velocity space: the view that an inset shows, and the inset itself.
View VelocityView(const DebugGeometry& Geometry, const Box& Inset);
void DrawInset(Canvas& Out, const Box& Inset, double Em, const DebugGeometry& Geometry);
/// The words above an inset.
void DrawInsetTitle(Canvas& Out, const Box& Inset, double Em, const std::string& Words);
/// What the colours of all these overlays mean.
void DrawOverlayKey(Canvas& Out, const Box& Key, double Em, const std::vector<DebugGeometry>& Shown);
/// @}

/// @name Round the map
/// Who, how and when.
void DrawHeader(Canvas& Out, const Layout& Parts, const Scenarios::Scene& Scene, const PictureOptions& Options,
	const Display::Snapshot& Crowd);
/// What colours mean, and how long a metre is.
void DrawFooter(
	Canvas& Out, const Layout& Parts, const View& Map, const Scenarios::Scene& Scene, const PictureOptions& Options);
/// @}

/// The smallest of 1, 2, 5, 10, 20 ... (or 0.5, 0.2 ...) that is not below Value, which is above 0.
double RoundUp(double Value);
}
