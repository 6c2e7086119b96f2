// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Pictures/PictureWriter.h"

#include <vector>

namespace CrowdAvoidance::Pictures
{
/// Agents of radius 0.5 m that keep the velocity they have.
inline Scenarios::Scene MakeScene(const std::vector<std::pair<Vec2, Vec2>>& PositionsAndVelocities)
{
	Scenarios::Scene Scene;
	Scene.Name = "test";
	Scene.Profiles.emplace_back();
	for (const auto& [Position, Velocity] : PositionsAndVelocities)
	{
		Scenarios::SceneAgent Agent;
		Agent.Position = Position;
		Agent.Velocity = Agent.DesiredVelocity = Velocity;
		Agent.Radius = 0.5f;
		Agent.MaxSpeed = 2.0f;
		Agent.Group = static_cast<uint32_t>(Scene.Agents.size());
		Scene.Agents.push_back(Agent);
	}
	return Scene;
}

inline Scenarios::RunOptions Serial(std::string Model = "orca")
{
	return {.World = {.Model = Model, .Isa = EIsa::Scalar}, .Threads = 1};
}

/// One that says what it has drawn where.
struct OpenWriter : PictureWriter
{
	using PictureWriter::FilmView;
	using PictureWriter::GetLayout;
	using PictureWriter::Overlays;
	using PictureWriter::PictureWriter;
	using PictureWriter::Shown;
	using PictureWriter::StillView;
};

/// 800 x 600 pixels; 20 m x 10 m round the origin can be seen.
inline PictureOptions CloseUp()
{
	PictureOptions Options;
	Options.Width = 800;
	Options.Height = 600;
	Options.View = Display::Bounds{{-10.0f, -5.0f}, {10.0f, 5.0f}};
	return Options;
}
}
