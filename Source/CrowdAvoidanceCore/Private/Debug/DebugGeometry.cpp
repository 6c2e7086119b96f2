// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdCore/CrowdDebug.h"

#include <iterator>

namespace CrowdAvoidance
{
const char* DebugKindName(EDebugKind Kind)
{
	static constexpr const char* Names[] = {"body", "personal space", "range", "neighbour", "field of view",
		"line of sight", "wall", "path", "corridor", "speed limit", "change limit", "velocity obstacle",
		"reciprocal velocity obstacle", "forbidden region", "forbidden half-plane", "current velocity",
		"desired velocity", "candidate velocity", "chosen velocity"};
	static_assert(std::size(Names) == static_cast<size_t>(EDebugKind::Count));
	return Kind < EDebugKind::Count ? Names[static_cast<size_t>(Kind)] : "unknown";
}

const char* DebugReasonName(EDebugReason Reason)
{
	static constexpr const char* Names[] = {"avoided", "out of range", "out of view", "hidden by a wall",
		"not noticed yet", "too many are nearer", "of a group that is not avoided", "on another floor",
		"not avoided: never yields", "left out: no velocity left with it"};
	static_assert(std::size(Names) == static_cast<size_t>(EDebugReason::Count));
	return Reason < EDebugReason::Count ? Names[static_cast<size_t>(Reason)] : "unknown";
}

DebugItem& DebugGeometry::Add(EDebugKind Kind, std::span<const Vec2> NewPoints)
{
	DebugItem& Item = Items.emplace_back();
	Item.Kind = Kind;
	Item.FirstPoint = static_cast<uint32_t>(Points.size());
	Item.PointCount = static_cast<uint32_t>(NewPoints.size());
	Points.insert(Points.end(), NewPoints.begin(), NewPoints.end());
	return Item;
}

DebugItem& DebugGeometry::AddPolygon(EDebugKind Kind, std::span<const Vec2> NewPoints)
{
	DebugItem& Item = Add(Kind, NewPoints);
	Item.bClosed = true;
	return Item;
}

DebugItem& DebugGeometry::AddDisc(EDebugKind Kind, Vec2 Center, float Radius)
{
	DebugItem& Item = Add(Kind, {&Center, 1});
	Item.Radius = Radius;
	return Item;
}

DebugItem& DebugGeometry::AddLine(EDebugKind Kind, Vec2 From, Vec2 To)
{
	const Vec2 Ends[] = {From, To};
	return Add(Kind, Ends);
}
}
