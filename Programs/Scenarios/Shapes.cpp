// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace CrowdAvoidance::Scenarios
{
namespace
{
constexpr Range HeadingRange{-1000.0, 1000.0, "rad"};
constexpr Range VertexRange{-1000.0, 1000.0, "m"};
/// Of any agent, as in a world: the corners of the very largest bodies lie beyond it. [m]
constexpr float LargestRadius = 1000.0f;
}

std::vector<Vec2> ReadShape(const ObjectReader& Agent)
{
	const FileContext& Context = Agent.GetContext();
	const std::string Path = Agent.PathOf("shape");
	const Json& Points = ReadArray(Context, Agent.Get("shape"), Path, 3, CrowdMaxShapeVertices);
	std::vector<Vec2> Vertices;
	for (size_t Vertex = 0; Vertex < Points.size(); ++Vertex)
	{
		Vertices.push_back(ReadPoint(Context, Points[Vertex], fmt::format("{}[{}]", Path, Vertex), VertexRange));
	}
	Result<std::vector<Vec2>> Outline = ShapeOutline(Vertices);
	if (!Outline)
	{
		Context.Refuse(Path, fmt::format("is refused: {}", Outline.ErrorText()));
	}
	return std::move(Outline.Value());
}

float ReadHeading(const ObjectReader& Agent, float Default)
{
	return static_cast<float>(Agent.Number("heading", HeadingRange, Default));
}

uint32_t ShapeCatalog::Add(std::vector<Vec2> Outline)
{
	std::vector<std::pair<float, float>> Coordinates;
	for (const Vec2 Vertex : Outline)
	{
		Coordinates.emplace_back(Vertex.X, Vertex.Y);
	}
	const auto [Found, bNew] = Known.try_emplace(std::move(Coordinates), static_cast<uint32_t>(Shapes.size()));
	if (bNew)
	{
		Shapes.push_back(std::move(Outline));
	}
	return Found->second;
}

float ShapeCatalog::RadiusOf(uint32_t Shape) const
{
	float Radius = 0.0f;
	for (const Vec2 Vertex : Shapes[Shape])
	{
		Radius = std::max(Radius, Length(Vertex));
	}
	return std::min(Radius, LargestRadius);
}

std::vector<Vec2> BodyOf(const Scene& InScene, const SceneAgent& Agent)
{
	std::vector<Vec2> Body;
	if (Agent.Shape)
	{
		const float Cos = std::cos(Agent.Heading);
		const float Sin = std::sin(Agent.Heading);
		for (const Vec2 Vertex : InScene.Shapes[*Agent.Shape])
		{
			Body.push_back({Cos * Vertex.X - Sin * Vertex.Y, Sin * Vertex.X + Cos * Vertex.Y});
		}
	}
	return Body;
}

float InnerRadius(const std::vector<Vec2>& Body)
{
	float Radius = std::numeric_limits<float>::max();
	for (size_t Corner = 0; Corner < Body.size(); ++Corner)
	{
		const Vec2 Edge = Body[(Corner + 1) % Body.size()] - Body[Corner];
		Radius = std::min(Radius, Cross(Body[Corner], Edge) / Length(Edge));
	}
	return std::max(Radius, 0.0f);
}
}
