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

/// A disc is its centre, grown by its radius.
std::vector<Point> CornersOf(const PlacedBody& Body)
{
	std::vector<Point> Corners;
	for (const Vec2 Corner : Body.Outline)
	{
		Corners.push_back(Body.Center + Point{Corner.X, Corner.Y});
	}
	return Corners.empty() ? std::vector<Point>{Body.Center} : Corners;
}

/// Of all edges of a polygon, how far the other one lies outside of that from which it is farthest; below 0: it reaches over
/// each of them, over one by no more than that. A point has no edges.
double Separation(const std::vector<Point>& Polygon, const std::vector<Point>& Other)
{
	double Greatest = -std::numeric_limits<double>::infinity();
	for (size_t Corner = 0; Polygon.size() > 2 && Corner < Polygon.size(); ++Corner)
	{
		const Point Edge = Polygon[(Corner + 1) % Polygon.size()] - Polygon[Corner];
		double Nearest = std::numeric_limits<double>::infinity();
		for (const Point& Each : Other)
		{
			const Point Offset = Each - Polygon[Corner];
			Nearest = std::min(Nearest, (Offset.X * Edge.Y - Offset.Y * Edge.X) / Edge.Length());
		}
		Greatest = std::max(Greatest, Nearest);
	}
	return Greatest;
}

/// Between the corners of one polygon and the edges of another.
double CornerDistance(const std::vector<Point>& Polygon, const std::vector<Point>& Corners)
{
	double Nearest = std::numeric_limits<double>::infinity();
	for (size_t Corner = 0; Corner < Polygon.size(); ++Corner)
	{
		const Point Edge = Polygon[(Corner + 1) % Polygon.size()] - Polygon[Corner];
		for (const Point& Each : Corners)
		{
			const Point Offset = Each - Polygon[Corner];
			const double Along = (Offset.X * Edge.X + Offset.Y * Edge.Y) / std::max(Edge.SquaredLength(), 1e-30);
			Nearest = std::min(Nearest, (Offset - Edge * std::clamp(Along, 0.0, 1.0)).Length());
		}
	}
	return Nearest;
}
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

double BodyDepth(const PlacedBody& A, const PlacedBody& B)
{
	const std::vector<Point> CornersA = CornersOf(A);
	const std::vector<Point> CornersB = CornersOf(B);
	double Distance = std::max(Separation(CornersA, CornersB), Separation(CornersB, CornersA));
	if (!(Distance <= 0.0 && std::isfinite(Distance)))
	{
		Distance = std::min(CornerDistance(CornersA, CornersB), CornerDistance(CornersB, CornersA));
	}
	return (A.Outline.empty() ? A.Radius : 0.0) + (B.Outline.empty() ? B.Radius : 0.0) - Distance;
}
}
