// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Obstacles/NearWalls.h"

#include <algorithm>

namespace CrowdAvoidance
{
namespace
{
/// By distance, then by place, so that the order in which walls came into the world does not matter.
bool Before(float DistanceA, const WallSegment& A, float DistanceB, const WallSegment& B)
{
	if (DistanceA != DistanceB)
	{
		return DistanceA < DistanceB;
	}
	const float KeysA[] = {A.From.X, A.From.Y, A.To.X, A.To.Y};
	const float KeysB[] = {B.From.X, B.From.Y, B.To.X, B.To.Y};
	return std::lexicographical_compare(std::begin(KeysA), std::end(KeysA), std::begin(KeysB), std::end(KeysB));
}

float DistanceSqToWall(const WallSegment& Wall, Vec2 Position)
{
	const Vec2 FromStart = Position - Wall.From;
	const float Along = std::clamp(Dot(FromStart, Wall.Dir), 0.0f, Wall.Length);
	const Vec2 Away = FromStart - Along * Wall.Dir;
	return Dot(Away, Away);
}
}

NearWalls::NearWalls(const StepView& View, const ObstacleStore& Obstacles, int Agent)
{
	const ProfileKernelData& Profile = View.Profiles[View.Aim[Agent].Flags & CROWD_FLAG_PROFILE];
	const Vec2 Position = {View.Motion[Agent].X, View.Motion[Agent].Y};
	const float Reach = Profile.ObstacleHorizon * View.Body[Agent].MaxSpeed + View.Body[Agent].Radius;
	Obstacles.ForEachNear(Position.X, Position.Y,
		[&](uint32_t Index)
		{
			const WallSegment& Wall = Obstacles.Segment(Index);
			// Seen from its solid side, a wall is the business of the edge on the other side.
			const float Side = Cross(Wall.To - Wall.From, Position - Wall.From);
			// Exactly end on both sides see it; the published model, neither.
			const bool bOutside = Side < 0.0f || (Side == 0.0f && !View.bPlain);
			if (bOutside && (Wall.Groups & Profile.Avoids) != 0)
			{
				const float ToWallSq = DistanceSqToWall(Wall, Position);
				if (ToWallSq < Reach * Reach)
				{
					Offer(ToWallSq, Wall);
				}
			}
		});
}

void NearWalls::Offer(float NewDistanceSq, const WallSegment& Wall)
{
	int Place = Count;
	if (Count == CrowdMaxWalls)
	{
		bTruncated = true;
		if (!Before(NewDistanceSq, Wall, DistanceSq[Count - 1], *Walls[Count - 1]))
		{
			return;
		}
		--Place;
	}
	else
	{
		++Count;
	}
	while (Place > 0 && Before(NewDistanceSq, Wall, DistanceSq[Place - 1], *Walls[Place - 1]))
	{
		DistanceSq[Place] = DistanceSq[Place - 1];
		Walls[Place] = Walls[Place - 1];
		--Place;
	}
	DistanceSq[Place] = NewDistanceSq;
	Walls[Place] = &Wall;
}
}
