// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "CrowdCore/CrowdWorld.h"

#include <span>

class FCrowdSimulation;

/// What is near a point of a crowd. In Core's units: metres, on the ground plane.
namespace CrowdAvoidance::Queries
{
/// An agent near by.
struct FNearAgent
{
	uint32 HandleIndex = 0;
	Vec2 Center;
	float Radius = 0.0f;
};

/// Agents of the point's floor whose bodies (bBodies) or centres are within Reach of it, the nearest first.
TArray<FNearAgent> FindAgents(const World& Crowd, Vec2 Point, float Height, float Reach, bool bBodies);

/// Bodies and obstacles around a point, to try places against; good until the crowd changes. The world is asked once and not for each
/// place: where a crowd is spawned, all its agents came since the last step, and every question to the world goes through those.
class FSurroundings
{
public:
	FSurroundings(const FCrowdSimulation& Simulation, Vec2 Point, float Height, float Reach);

	/// Whether a disc there overlaps nothing.
	bool IsFree(Vec2 Center, float Radius) const;

private:
	TArray<FNearAgent> Agents;  ///< Ascending by Center.X.
	float LargestRadius = 0.0f; ///< Of them.
	TArray<std::span<const Vec2>> Outlines;
};

/// Whether a disc overlaps the outline: two points are a wall, more a polygon that is solid inside.
bool Overlaps(std::span<const Vec2> Outline, Vec2 Center, float Radius);
}
