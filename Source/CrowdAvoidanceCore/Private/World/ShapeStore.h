// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdAgent.h"
#include "CrowdCore/CrowdSnapshot.h"
#include "CrowdCore/CrowdStatus.h"

#include <span>
#include <vector>

namespace CrowdAvoidance
{
/// Reduces points, CrowdMaxShapeVertices squared at the most, to their convex hull, counter-clockwise and without points on its
/// edges. Returns how many are left.
size_t ReduceToHull(std::span<Vec2> Points);

/// Bodies of agents that are not discs, and who has which.
class ShapeStore
{
public:
	Result<ShapeHandle> Add(std::span<const Vec2> Vertices);
	Result<void> Check(ShapeHandle Shape) const;
	float RadiusOf(ShapeHandle Shape) const { return Shapes[Shape.Index].Radius; }

	void Assign(uint32_t Slot, ShapeHandle Shape, float Heading);
	void MakeDisc(uint32_t Slot);
	bool HasAny() const { return Assigned > 0; }
	bool IsShaped(uint32_t Slot) const { return !BodyOf(Slot).empty(); }
	/// The agent's body around its position; empty: a disc.
	std::span<const Vec2> BodyOf(uint32_t Slot) const
	{
		return Slot < Bodies.size() ? std::span<const Vec2>(Bodies[Slot]) : std::span<const Vec2>();
	}
	void Save(SnapshotWriter& To) const;
	/// Into an empty store.
	void Load(SnapshotReader& From, size_t Slots);
	size_t Bytes() const;

private:
	struct Outline
	{
		std::vector<Vec2> Hull;
		float Radius;
	};

	std::vector<Outline> Shapes;
	std::vector<std::vector<Vec2>> Bodies; ///< By slot, turned.
	int Assigned = 0;
};
}
