// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdViewer/Camera.h"
#include "CrowdViewer/WorldView.h"

#include <imgui.h>

#include <functional>
#include <string>

namespace CrowdAvoidance::Viewer
{
/// What a click into the world does.
enum class ETool : uint8_t
{
	Watch,
	Agent,
	Goal,
	Wall,
	Spawner,
};

/// The window's contents: panels, the view of the world, mouse and keyboard.
class Application
{
public:
	explicit Application(const std::vector<Scenarios::ScenarioInfo>& InScenarios);

	Workspace Work;

	/// One frame of the user interface; Seconds have gone by since the last.
	void Frame(double Seconds);
	/// The world, below the user interface.
	void DrawWorld(Renderer& Target);

	/// @name For scripts
	/// Of something that the window shows; empty: there is no such thing.
	std::string Query(const std::string& Name) const;
	/// Where a point of the (first) world is in the window. [pixels]
	Vec2 ToScreen(Vec2 Point) const { return Eye.ToScreen(Point, ViewOf(0)); }
	/// The same of an agent of the first crowd.
	Vec2 AgentOnScreen(uint32_t Agent) const;
	/// @}

private:
	/// Does what the user wants, which can fail; shows why it did, or takes away the message before.
	bool Try(const std::function<void()>& Action);
	/// The same for what happens by itself: other messages stay.
	bool Attempt(const std::function<void()>& Action);
	void Say(const std::string& Text, bool bBad);

	/// @name Layout
	ScreenRect WorldRect() const;
	/// Of the crowd with this number.
	ScreenRect ViewOf(size_t Session) const;
	/// @}

	/// @name Input
	void HandleKeys();
	void HandleMouse();
	void HandleClick(Vec2 Point, const Display::Snapshot* Frame);
	void UseTool(Vec2 From, Vec2 To);
	void AddWallPoint(Vec2 Point);
	void FinishWall(bool bSolid);
	void Escape();
	Sketch PendingSketch() const;
	/// @}

	/// @name Panels
	void DrawControls();
	void DrawTransport();
	void DrawTape();
	void DrawSceneChoice();
	void DrawModelChoice();
	void DrawParameters();
	void DrawModelOptions(Tuning& Knobs, bool& bChanged);
	void DrawLooks();
	void DrawEditing();
	void DrawToolOptions();
	void DrawTimings();
	void DrawCheck();
	void DrawOpenFile();
	void DrawAgents();
	void DrawAgent(const ViewerSession& Session, uint32_t Agent);
	void DrawAgentParameters(const ViewerSession& Session, uint32_t Agent);
	void DrawVelocities(const DebugGeometry& Geometry);
	void DrawNeighbors(const DebugGeometry& Geometry);
	void DrawStatusBar();
	void DrawMessage();
	void DrawTitles();
	/// @}

	std::vector<Scenarios::ScenarioInfo> Scenarios;
	Camera Eye;
	WorldView View;
	ViewStyle Style;
	bool bFitNext = true;
	float LastWidth = 0.0f; ///< Of a view. [pixels]

	std::optional<Vec2> Reveal; ///< To be in sight in the next frame. [m]

	std::string Message;
	bool bMessageBad = false;

	ETool Tool = ETool::Watch;
	PlacedSpawner SpawnerTemplate;
	std::vector<Vec2> WallPoints;
	std::optional<Vec2> PressPoint; ///< Where the left button went down in the world.
	Vec2 MousePoint;                ///< In the world.
	bool bMouseInWorld = false;
	std::string SavePath = "my-scene.json";
	std::string OpenPath;
	int CheckSteps = static_cast<int>(Workspace::DefaultCheckSteps);
	std::optional<Tuning> Sliding; ///< World parameters while a slider is held: they need a new world.

	std::vector<float> StepHistory; ///< Of the first crowd, lately. [ms]
	uint64_t HistoryStep = 0;
	double FrameRate = 0.0;
};
}
