// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/Environments/Geometry.h"
#include "Scenarios/JsonReader.h"

namespace CrowdAvoidance::Scenarios
{
/// @name The fields "shape" and "heading" of an agent, in scenario files and in the state of `crowd step`
/// A body as ShapeOutline makes it of the vertices. The field must be there.
std::vector<Vec2> ReadShape(const ObjectReader& Agent);
/// [rad]
float ReadHeading(const ObjectReader& Agent, float Default);
/// @}

/// Collects the shapes of a scene, each once.
class ShapeCatalog
{
public:
	explicit ShapeCatalog(std::vector<std::vector<Vec2>>& InShapes) : Shapes(InShapes) {}

	/// Where it is among them.
	uint32_t Add(std::vector<Vec2> Outline);
	/// Of the smallest disc around the agent's position that holds the shape. [m]
	float RadiusOf(uint32_t Shape) const;

private:
	std::vector<std::vector<Vec2>>& Shapes;
	std::map<std::vector<std::pair<float, float>>, uint32_t> Known; ///< By coordinates.
};

/// The agent's body around its position, turned as it is; empty: a disc.
std::vector<Vec2> BodyOf(const Scene& InScene, const SceneAgent& Agent);
/// Of the largest disc around the agent's position that the body holds; 0 where that is not in it. [m]
float InnerRadius(const std::vector<Vec2>& Body);

/// Where somebody's body is.
struct PlacedBody
{
	std::span<const Vec2> Outline; ///< Convex, counter-clockwise, around Center; empty: a disc.
	double Radius = 0.0;           ///< Of the disc. [m]
	Point Center;
};
/// How deep two bodies reach into each other: the least move that parts them. Below 0: how far apart they are. [m]
double BodyDepth(const PlacedBody& A, const PlacedBody& B);
}
