// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdViewer/Renderer.h"
#include "CrowdViewer/Workspace.h"

#include <array>

namespace CrowdAvoidance::Viewer
{
/// What the user wants to see.
struct ViewStyle
{
	Display::EColorBy ColorBy = Display::EColorBy::Group;
	std::array<bool, static_cast<size_t>(EDebugKind::Count)> bShown{};
	bool bGrid = true;

	ViewStyle();
	bool Shows(EDebugKind Kind) const { return bShown[static_cast<size_t>(Kind)]; }
};

/// What the mouse is about to place. [m]
struct Sketch
{
	std::vector<Vec2> Line;
	std::optional<Vec2> Spot; ///< An agent's body.
};

/// Turns crowds, walls and debug geometry into discs, lines and triangles.
class WorldView
{
public:
	/// Distance between grid lines that suits the scale. [m]
	static float GridSpacing(float Scale);

	/// One crowd, or (Session is null) the recording or the empty scene, where BeginView has been called.
	void Draw(Renderer& Target, const Camera& Eye, const ScreenRect& View, const Workspace& Work,
		const ViewerSession* Session, const ViewStyle& Style, const Sketch& Pending);

private:
	void AddGrid(const Camera& Eye, const ScreenRect& View);
	void AddOutline(std::span<const Vec2> Outline, Rgba Color, float Width);
	void AddFan(std::span<const Vec2> Outline);
	void AddScene(const Scenarios::Scene& Scene, double Seconds);
	void AddFilled(std::span<const Vec2> Convex, Rgba Color);
	void AddAgents(const Scenarios::Scene& Scene, const Display::Snapshot& Frame, Display::EColorBy By);
	void AddOverlay(const DebugGeometry& Geometry, const ViewStyle& Style);
	void AddOverlayItem(const DebugGeometry& Geometry, const DebugItem& Item);
	void AddArrow(Vec2 From, Vec2 Offset, Rgba Color);
	void AddCross(Vec2 At, Rgba Color);
	void AddPlaced(const SceneEditor& Editor);
	void Flush(Renderer& Target);

	std::vector<Vec2> Fans;
	std::vector<FillVertex> Triangles;
	std::vector<LineInstance> Lines;
	std::vector<DiscInstance> Discs;
};
}
