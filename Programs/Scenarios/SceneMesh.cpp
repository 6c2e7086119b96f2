// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/SceneMesh.h"

#include <algorithm>

namespace CrowdAvoidance::Scenarios
{
NavMeshDef MeshOf(const Scene& InScene)
{
	NavMeshDef Def;
	Def.Min = InScene.GroundMin;
	Def.Max = InScene.GroundMax;
	if (!InScene.bHasGround)
	{
		// Room to step aside round everything there is.
		constexpr float Margin = 10.0f;
		Def.Min = {CrowdMaxCoordinate, CrowdMaxCoordinate};
		Def.Max = {-CrowdMaxCoordinate, -CrowdMaxCoordinate};
		const auto Include = [&Def](Vec2 Point)
		{
			Def.Min = {std::min(Def.Min.X, Point.X - Margin), std::min(Def.Min.Y, Point.Y - Margin)};
			Def.Max = {std::max(Def.Max.X, Point.X + Margin), std::max(Def.Max.Y, Point.Y + Margin)};
		};
		for (const SceneAgent& Agent : InScene.Agents)
		{
			Include(Agent.Position);
			std::for_each(Agent.Goals.begin(), Agent.Goals.end(), Include);
		}
		for (const std::vector<Vec2>& Outline : InScene.Obstacles)
		{
			std::for_each(Outline.begin(), Outline.end(), Include);
		}
	}
	Def.Solids = InScene.Obstacles;
	for (const SceneLink& Link : InScene.Links)
	{
		Def.Links.push_back({Link.From, Link.To, Link.bBothWays});
	}
	for (const SceneDoor& Door : InScene.Doors)
	{
		Def.Doors.push_back({Door.Outline, Door.IsOpen(0.0)});
	}
	Def.CellSize = InScene.CellSize;
	Def.TileSize = InScene.TileSize;
	return Def;
}
}
