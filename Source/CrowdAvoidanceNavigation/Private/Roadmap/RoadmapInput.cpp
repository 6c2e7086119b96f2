// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Roadmap/RoadmapInput.h"

#include <cstdio>
#include <utility>

namespace CrowdAvoidance
{
namespace
{
/// Of all solids together, extra nodes included: the time to build grows with the square of it.
constexpr size_t MostVertices = 16384;
constexpr float LongestLength = 1000.0f;
constexpr double ShortestEdge = 0.001;
constexpr double LeastArea = 1.0e-6;

/// Positive: counter-clockwise.
double SignedArea(const std::vector<DoubleVec2>& Vertices)
{
	double Twice = 0.0;
	for (size_t Index = 0; Index < Vertices.size(); ++Index)
	{
		Twice += Cross(Vertices[Index] - Vertices[0], Vertices[(Index + 1) % Vertices.size()] - Vertices[0]);
	}
	return 0.5 * Twice;
}

Result<void> CheckSolid(size_t Solid, const std::vector<Vec2>& Vertices)
{
	char Field[48];
	std::snprintf(Field, sizeof(Field), "Solids[%zu]", Solid);
	for (size_t Index = 0; Index < Vertices.size(); ++Index)
	{
		if (const Result<void> Check = CheckRoadPoint(Field, Index, Vertices[Index]); !Check)
		{
			return Check;
		}
	}
	for (size_t Index = 0; Index < Vertices.size(); ++Index)
	{
		const Vec2 Next = Vertices[(Index + 1) % Vertices.size()];
		if (Length(DoubleVec2(Next) - DoubleVec2(Vertices[Index])) < ShortestEdge)
		{
			return Error::Format("%s[%zu] is (%g, %g), within %g m of the next vertex; edges must be longer", Field,
				Index, static_cast<double>(Vertices[Index].X), static_cast<double>(Vertices[Index].Y), ShortestEdge);
		}
	}
	return {};
}
}

Result<void> CheckRoadPoint(const char* Field, size_t Index, Vec2 Value)
{
	const bool bFine = std::fabs(Value.X) <= CrowdMaxCoordinate && std::fabs(Value.Y) <= CrowdMaxCoordinate;
	if (!bFine)
	{
		return Error::Format("%s[%zu] is (%g, %g); both must be within %g .. %g", Field, Index,
			static_cast<double>(Value.X), static_cast<double>(Value.Y), static_cast<double>(-CrowdMaxCoordinate),
			static_cast<double>(CrowdMaxCoordinate));
	}
	return {};
}

Result<void> CheckRoadmapDef(const RoadmapDef& Def)
{
	for (const Result<void>& Check :
		{NumberRange{0.0, LongestLength, "m", true}.Check("Radius", static_cast<double>(Def.Radius)),
			NumberRange{0.0, LongestLength, "m"}.Check("Margin", static_cast<double>(Def.Margin))})
	{
		if (!Check)
		{
			return Check;
		}
	}
	size_t Total = Def.ExtraNodes.size();
	for (size_t Solid = 0; Solid < Def.Solids.size(); ++Solid)
	{
		const size_t Count = Def.Solids[Solid].size();
		if (Count < 2 || Count > MostVertices)
		{
			return Error::Format("Solids[%zu] has %zu vertices; it must have 2 .. %zu", Solid, Count, MostVertices);
		}
		Total += Count;
	}
	if (Total > MostVertices)
	{
		return Error::Format(
			"Solids and ExtraNodes have %zu points in all; at most %zu are allowed", Total, MostVertices);
	}
	for (size_t Solid = 0; Solid < Def.Solids.size(); ++Solid)
	{
		if (const Result<void> Check = CheckSolid(Solid, Def.Solids[Solid]); !Check)
		{
			return Check;
		}
	}
	for (size_t Index = 0; Index < Def.ExtraNodes.size(); ++Index)
	{
		if (const Result<void> Check = CheckRoadPoint("ExtraNodes", Index, Def.ExtraNodes[Index]); !Check)
		{
			return Check;
		}
	}
	return {};
}

Result<RoadSolids> MakeRoadSolids(const RoadmapDef& Def)
{
	RoadSolids Solids;
	for (size_t Index = 0; Index < Def.Solids.size(); ++Index)
	{
		std::vector<DoubleVec2> Shape;
		for (const Vec2 Vertex : Def.Solids[Index])
		{
			Shape.emplace_back(Vertex);
		}
		const double Area = SignedArea(Shape);
		if (Shape.size() > 2 && !(std::fabs(Area) > LeastArea))
		{
			return Error::Format(
				"Solids[%zu] encloses an area of %g m2; it must be above %g (two vertices make a wall)", Index,
				std::fabs(Area), LeastArea);
		}
		if (Shape.size() > 2 && Area < 0.0)
		{
			std::reverse(Shape.begin(), Shape.end());
		}
		Solids.Shapes.push_back(std::move(Shape));
	}
	Solids.Finish();
	return Solids;
}

double RoadTolerance(const RoadmapDef& Def)
{
	double Largest = 0.0;
	for (const std::vector<Vec2>& Shape : Def.Solids)
	{
		for (const Vec2 Vertex : Shape)
		{
			Largest =
				std::max({Largest, std::fabs(static_cast<double>(Vertex.X)), std::fabs(static_cast<double>(Vertex.Y))});
		}
	}
	return std::min(1.0e-3 * Def.Radius + 2.5e-7 * Largest, 0.5 * Def.Radius);
}
}
