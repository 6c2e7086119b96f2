// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Models/ClearPath/ClearPathRegions.h"

#include "Obstacles/NearWalls.h"
#include "World/ShapeStore.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
Vec2 NearestOnSegment(Vec2 From, Vec2 To)
{
	const Vec2 Span = To - From;
	const float LengthSq = Dot(Span, Span);
	const float T = LengthSq > 0.0f ? std::clamp(-Dot(From, Span) / LengthSq, 0.0f, 1.0f) : 0.0f;
	return From + T * Span;
}

/// The border's point nearest to the origin; whether the origin is inside.
Vec2 NearestOnHull(std::span<const Vec2> Hull, bool& bInside)
{
	Vec2 Nearest = Hull[0];
	bInside = Hull.size() > 2;
	for (size_t Index = 0; Index < Hull.size(); ++Index)
	{
		const Vec2 From = Hull[Index];
		const Vec2 To = Hull[(Index + 1) % Hull.size()];
		const Vec2 Point = NearestOnSegment(From, To);
		Nearest = Dot(Point, Point) < Dot(Nearest, Nearest) ? Point : Nearest;
		bInside = bInside && Cross(To - From, -From) > 0.0f;
	}
	return Nearest;
}
}

BodyDifference::BodyDifference(std::span<const Vec2> B, std::span<const Vec2> A, Vec2 Offset)
{
	Count = 0;
	for (const Vec2 CornerB : B)
	{
		for (const Vec2 CornerA : A)
		{
			Points[Count++] = CornerB - CornerA + Offset;
		}
	}
	Count = ReduceToHull({Points, Count});
}

BodyCone ConeOf(std::span<const Vec2> Hull, float Grown, Vec2 Across)
{
	bool bInside = false;
	const Vec2 Nearest = NearestOnHull(Hull, bInside);
	const float Distance = std::sqrt(Dot(Nearest, Nearest));

	BodyCone Cone = {AlwaysInside, AlwaysInside, Across, 0.0f};
	if (Distance > 0.0f)
	{
		Cone.Towards = (bInside ? -1.0f : 1.0f) / Distance * Nearest;
	}
	Cone.Gap = (bInside ? -Distance : Distance) - Grown;
	if (!(Cone.Gap > 0.0f))
	{
		return Cone;
	}

	// The outermost tangents to the discs around the corners. All lie within a right angle of Towards.
	Vec2 Left = Cone.Towards;
	Vec2 Right = Cone.Towards;
	for (const Vec2 Corner : Hull)
	{
		const float DistanceSq = Dot(Corner, Corner);
		const Vec2 Along = std::sqrt(std::max(DistanceSq - Grown * Grown, 0.0f)) / DistanceSq * Corner;
		const Vec2 Aside = Grown / DistanceSq * LeftOf(Corner);
		Left = Cross(Left, Along + Aside) > 0.0f ? Along + Aside : Left;
		Right = Cross(Right, Along - Aside) < 0.0f ? Along - Aside : Right;
	}
	Cone.Left = {Left.Y, -Left.X, 0.0f};
	Cone.Right = {-Right.Y, Right.X, 0.0f};
	return Cone;
}

bool AddWallRegions(const StepView& View, const ObstacleStore& Obstacles, const ShapeStore& Shapes,
	ClearPathScratch& Own, int BlockBegin, int Begin, int End)
{
	const auto Store = [&](int Slot, int InBlock, const ForbiddenRegion& Region)
	{
		float* Entry = Own.WallPlanes + static_cast<size_t>(Slot) * 9 * CROWD_BLOCK + InBlock;
		for (const SidePlane& Plane : Region.Planes)
		{
			for (const float Coefficient : {Plane.X, Plane.Y, Plane.C})
			{
				*Entry = Coefficient;
				Entry += CROWD_BLOCK;
			}
		}
	};

	bool bComplete = true;
	int Counts[CROWD_BLOCK];
	int Slots = 0;
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		const NearWalls Near(View, Obstacles, Agent);
		bComplete = bComplete && !Near.bTruncated;
		const Vec2 Position = {View.Motion[Agent].X, View.Motion[Agent].Y};
		const std::span<const Vec2> Body = Shapes.BodyOf(View.Aim[Agent].Slot);
		for (int Slot = 0; Slot < Near.Count; ++Slot)
		{
			const WallSegment& Wall = *Near.Walls[Slot];
			const Vec2 Ends[] = {Wall.From - Position, Wall.To - Position};
			const Vec2 Across = LeftOf(Wall.Dir);
			const BodyCone Cone = Body.empty() ? ConeOf(Ends, View.Body[Agent].Radius, Across)
											   : ConeOf(BodyDifference(Ends, Body, {}).Hull(), 0.0f, Across);
			Store(Slot, Agent - BlockBegin,
				{Cone.Left, Cone.Right, {Cone.Towards.X, Cone.Towards.Y, std::max(Cone.Gap, 0.0f)}});
		}
		Counts[Agent - BlockBegin] = Near.Count;
		Slots = std::max(Slots, Near.Count);
	}
	for (int InBlock = Begin - BlockBegin; InBlock < End - BlockBegin; ++InBlock)
	{
		for (int Slot = Counts[InBlock]; Slot < Slots; ++Slot)
		{
			Store(Slot, InBlock, {AlwaysInside, AlwaysInside, NeverInside});
		}
	}
	Own.WallSlots = Slots;
	return bComplete;
}

bool LeadsIntoWall(const ClearPathScratch& Own, int InBlock, float InvObstacleHorizon, Vec2 Velocity)
{
	bool bInside = false;
	const float* Entry = Own.WallPlanes + InBlock;
	for (int Slot = 0; Slot < Own.WallSlots && !bInside; ++Slot)
	{
		bInside = true;
		for (int Plane = 0; Plane < 3; ++Plane, Entry += 3 * CROWD_BLOCK)
		{
			// Rounding may leave what the model chose on a border a little inside.
			const float C = Entry[2 * CROWD_BLOCK] * (Plane == 2 ? InvObstacleHorizon : 1.0f) + CROWD_VIOLATION;
			bInside = bInside && Entry[0] * Velocity.X + Entry[CROWD_BLOCK] * Velocity.Y > C;
		}
	}
	return bInside;
}
}
