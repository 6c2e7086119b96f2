// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdViewer/ViewerSession.h"

#include <string>
#include <variant>
#include <vector>

namespace CrowdAvoidance::Viewer
{
struct PlacedAgent
{
	Vec2 Position;
	std::vector<Vec2> Goals; ///< In turn. Empty: it stands.
};

/// A line of walls, or something solid.
struct PlacedWall
{
	std::vector<Vec2> Points;
	bool bSolid = false;
};

/// The kinds of spawners that can be placed. Docs/Scenarios.md
enum class ESpawnerKind : uint8_t
{
	Block,
	Circle,
	Square,
};

struct PlacedSpawner
{
	ESpawnerKind Kind = ESpawnerKind::Block;
	Vec2 Position; ///< Middle of the front row, or centre.
	Vec2
		Offset; ///< How far they are to walk, and which way; of a circle: a point on it. Zero: they stand, or a circle just large enough.
	int Count = 20;
	float Spacing = 1.0f;    ///< Between neighbours. [m]
	std::vector<Vec2> Goals; ///< For all of them, after Offset.
};

using PlacedItem = std::variant<PlacedAgent, PlacedWall, PlacedSpawner>;

/// A scenario file and what the user has put into it.
class SceneEditor
{
public:
	/// An empty scene.
	SceneEditor();
	/// Adds to a scenario file, which has been parsed before.
	explicit SceneEditor(std::string InBaseText);

	/// Refuses a wall that is too short to be one, and what is no number. Throws InputError.
	void Place(PlacedItem Item);
	/// Gives the agent or spawner that was placed last one more goal. Throws InputError where there is none.
	void PlaceGoal(Vec2 Goal);
	/// Takes back the last of these two; false: nothing is left.
	bool Undo();

	const std::vector<PlacedItem>& Items() const { return Placed; }
	/// Whether the scene has any agents: without them it is no scenario yet.
	bool HasAgents() const;
	/// The scenario file.
	std::string Text() const;

private:
	void Remember() { History.push_back(Placed); }

	std::string BaseText;
	std::vector<PlacedItem> Placed;
	std::vector<std::vector<PlacedItem>> History; ///< Before each change.
};

/// A scenario file with the options, planner and slider settings that it is seen with made its own.
std::string BakeScenario(
	const std::string& ScenarioText, const std::string& Name, const Cli::RunSetup& Setup, const Tuning& Knobs);
}
