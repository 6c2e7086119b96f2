// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "World/ShapeStore.h"

#include "World/Checks.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
constexpr float SmallestExtent = 0.001f;
constexpr float LargestExtent = 1000.0f;
}

size_t ReduceToHull(std::span<Vec2> Points)
{
	std::sort(Points.begin(), Points.end(), [](Vec2 A, Vec2 B) { return A.X != B.X ? A.X < B.X : A.Y < B.Y; });
	const size_t Distinct = static_cast<size_t>(std::unique(Points.begin(), Points.end()) - Points.begin());
	if (Distinct < 3)
	{
		return Distinct;
	}
	// Andrew's monotone chain: the lower border from left to right, then the upper one back to where it began.
	Vec2 Hull[CrowdMaxShapeVertices * CrowdMaxShapeVertices + 1];
	size_t Count = 0;
	const auto Extend = [&](Vec2 Point, size_t Start)
	{
		while (Count >= Start + 2 && Cross(Hull[Count - 1] - Hull[Count - 2], Point - Hull[Count - 1]) <= 0.0f)
		{
			--Count;
		}
		Hull[Count++] = Point;
	};
	for (size_t Index = 0; Index < Distinct; ++Index)
	{
		Extend(Points[Index], 0);
	}
	const size_t Turn = Count - 1;
	for (size_t Index = Distinct - 1; Index-- > 0;)
	{
		Extend(Points[Index], Turn);
	}
	--Count;
	std::copy(Hull, Hull + Count, Points.begin());
	return Count;
}

Result<std::vector<Vec2>> ShapeOutline(std::span<const Vec2> Vertices)
{
	if (Vertices.size() < 3 || Vertices.size() > CrowdMaxShapeVertices)
	{
		return Error::Format("Vertices has %zu entries; it must have 3 .. %d", Vertices.size(), CrowdMaxShapeVertices);
	}
	for (const Vec2 Vertex : Vertices)
	{
		if (!(std::fabs(Vertex.X) <= LargestExtent && std::fabs(Vertex.Y) <= LargestExtent))
		{
			return Error::Format("a vertex is (%g, %g); both must be within %g .. %g", static_cast<double>(Vertex.X),
				static_cast<double>(Vertex.Y), static_cast<double>(-LargestExtent), static_cast<double>(LargestExtent));
		}
	}
	std::vector<Vec2> Hull(Vertices.begin(), Vertices.end());
	Hull.resize(ReduceToHull(Hull));
	float TwiceArea = 0.0f;
	for (size_t Index = 0; Index < Hull.size(); ++Index)
	{
		TwiceArea += Cross(Hull[Index], Hull[(Index + 1) % Hull.size()]);
	}
	if (!(TwiceArea > SmallestExtent * SmallestExtent))
	{
		return Error::Format("the shape has an area of %g; it must be above %g", static_cast<double>(0.5f * TwiceArea),
			static_cast<double>(0.5f * SmallestExtent * SmallestExtent));
	}
	return Hull;
}

Result<ShapeHandle> ShapeStore::Add(std::span<const Vec2> Vertices)
{
	Result<std::vector<Vec2>> Hull = ShapeOutline(Vertices);
	if (!Hull)
	{
		return Hull.GetError();
	}
	float RadiusSq = 0.0f;
	for (const Vec2 Vertex : Hull.Value())
	{
		RadiusSq = std::max(RadiusSq, Dot(Vertex, Vertex));
	}
	Shapes.push_back({std::move(Hull.Value()), std::min(std::sqrt(RadiusSq), LargestExtent)});
	return ShapeHandle{static_cast<uint32_t>(Shapes.size() - 1)};
}

Result<void> ShapeStore::Check(ShapeHandle Shape) const
{
	if (Shape.Index >= Shapes.size())
	{
		return Error::Format("Shape is %u; it must be below %zu", Shape.Index, Shapes.size());
	}
	return {};
}

void ShapeStore::Assign(uint32_t Slot, ShapeHandle Shape, float Heading)
{
	MakeDisc(Slot);
	if (Slot >= Bodies.size())
	{
		Bodies.resize(Slot + 1);
	}
	const float Cos = std::cos(Heading);
	const float Sin = std::sin(Heading);
	for (const Vec2 Vertex : Shapes[Shape.Index].Hull)
	{
		Bodies[Slot].push_back({Cos * Vertex.X - Sin * Vertex.Y, Sin * Vertex.X + Cos * Vertex.Y});
	}
	++Assigned;
}

void ShapeStore::MakeDisc(uint32_t Slot)
{
	if (!BodyOf(Slot).empty())
	{
		Bodies[Slot].clear();
		--Assigned;
	}
}

void ShapeStore::Save(SnapshotWriter& To) const
{
	To.Section("shapes");
	To.Count(Shapes.size());
	for (const Outline& Item : Shapes)
	{
		To(Item.Hull);
	}
	// As they are turned: a cosine need not have the same last bit everywhere.
	To.Count(static_cast<uint64_t>(Assigned));
	for (uint32_t Slot = 0; Slot < Bodies.size(); ++Slot)
	{
		if (!Bodies[Slot].empty())
		{
			To(Slot, Bodies[Slot]);
		}
	}
}

void ShapeStore::Load(SnapshotReader& From, size_t Slots)
{
	From.Section("shapes");
	std::vector<Vec2> Vertices;
	for (size_t Left = From.Count(); Left > 0 && From.IsGood(); --Left)
	{
		From(Vertices);
		if (const Result<ShapeHandle> Added = Add(Vertices); !Added)
		{
			From.Refuse(Added.GetError());
		}
	}
	int64_t LastSlot = -1;
	for (size_t Left = From.Count(); Left > 0 && From.IsGood(); --Left)
	{
		uint32_t Slot = 0;
		From.Within("a body's slot", Slot, LastSlot + 1, static_cast<double>(Slots) - 1);
		From(Vertices);
		LastSlot = Slot;
		const bool bInReach = std::all_of(
			Vertices.begin(), Vertices.end(), [](Vec2 Vertex) { return Length(Vertex) <= 1.5f * LargestExtent; });
		if (Vertices.size() < 3 || Vertices.size() > CrowdMaxShapeVertices || !bInReach)
		{
			From.Refuse(Error::Format(
				"a body has %zu vertices, or some that are too far away; it must have 3 .. %d within %g m",
				Vertices.size(), CrowdMaxShapeVertices, 1.5 * static_cast<double>(LargestExtent)));
			return;
		}
		Bodies.resize(size_t{Slot} + 1);
		Bodies[Slot] = Vertices;
		++Assigned;
	}
}

size_t ShapeStore::Bytes() const
{
	size_t Total = Shapes.capacity() * sizeof(Outline) + Bodies.capacity() * sizeof(Bodies[0]);
	for (const Outline& Item : Shapes)
	{
		Total += Item.Hull.capacity() * sizeof(Vec2);
	}
	for (const std::vector<Vec2>& Body : Bodies)
	{
		Total += Body.capacity() * sizeof(Vec2);
	}
	return Total;
}
}
