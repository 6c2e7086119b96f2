// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Obstacles/NearWalls.h"

#include "Kernels/KernelSet.h"

#include <algorithm>
#include <bit>

CROWD_DECLARE_KERNEL(FindNearWalls, uint64_t, const uint32_t*, int, int, float, float, float, int, float*)

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

uint32_t ListOf(const StepView& View, const ObstacleStore& Obstacles, int Agent)
{
	WallCells::LastPage None;
	return Obstacles.FindList({View.Motion[Agent].X, View.Motion[Agent].Y}, None);
}
}

FindNearWallsFunction FindNearWallsFor(EIsa Isa)
{
	static constexpr KernelSet<FindNearWallsFunction> Kernels = CROWD_KERNEL_SET(FindNearWalls, FindNearWallsScalar);
	return Kernels.For(Isa);
}

NearWalls::NearWalls(const StepView& View, const ObstacleStore& Obstacles, int Agent)
	: NearWalls(View, Obstacles, Agent, ListOf(View, Obstacles, Agent), FindNearWallsScalar)
{}

NearWalls::NearWalls(
	const StepView& View, const ObstacleStore& Obstacles, int Agent, uint32_t List, FindNearWallsFunction FindNear)
{
	const ProfileKernelData& Profile = View.Profiles[View.Aim[Agent].Flags & CROWD_FLAG_PROFILE];
	const float Reach = Profile.ObstacleHorizon * View.Body[Agent].MaxSpeed + View.Body[Agent].Radius;
	const WallSeeker Seeker = {
		{View.Motion[Agent].X, View.Motion[Agent].Y}, Reach * Reach, Profile.Avoids, !View.bPlain};
	const WallList Listed = Obstacles.ListAt(List);
	if (Listed.Columns)
	{
		OfferLong(Obstacles, Seeker, Listed, FindNear);
	}
	else
	{
		OfferShort(Obstacles, Seeker, Listed.Segments);
	}
	OfferShort(Obstacles, Seeker, Obstacles.Long());
}

inline void NearWalls::OfferShort(
	const ObstacleStore& Obstacles, const WallSeeker& Seeker, std::span<const uint32_t> Segments)
{
	for (const uint32_t Index : Segments)
	{
		const WallSegment& Wall = Obstacles.Segment(Index);
		// Seen from its solid side, a wall is the business of the edge on the other side.
		const float Side = Cross(Wall.To - Wall.From, Seeker.Position - Wall.From);
		const bool bOutside = Side < 0.0f || (Side == 0.0f && Seeker.bEndOn);
		if (bOutside && (Wall.Groups & Seeker.Avoids) != 0)
		{
			const float ToWallSq = DistanceSqToWall(Wall, Seeker.Position);
			if (ToWallSq < Seeker.ReachSq)
			{
				Offer(ToWallSq, Wall);
			}
		}
	}
}

void NearWalls::OfferLong(
	const ObstacleStore& Obstacles, const WallSeeker& Seeker, const WallList& List, FindNearWallsFunction FindNear)
{
	for (size_t First = 0; First < List.Segments.size(); First += CROWD_WALL_CHUNK)
	{
		float ToWallSq[CROWD_WALL_CHUNK];
		const size_t Chunk = std::min<size_t>(CROWD_WALL_CHUNK, List.Segments.size() - First);
		uint64_t Near = FindNear(List.Columns + First, static_cast<int>(List.Stride), static_cast<int>(Chunk),
			Seeker.Position.X, Seeker.Position.Y, Seeker.ReachSq, Seeker.bEndOn ? 1 : 0, ToWallSq);
		for (; Near != 0; Near &= Near - 1)
		{
			const size_t Entry = static_cast<size_t>(std::countr_zero(Near));
			const WallSegment& Wall = Obstacles.Segment(List.Segments[First + Entry]);
			if ((Wall.Groups & Seeker.Avoids) != 0)
			{
				Offer(ToWallSq[Entry], Wall);
			}
		}
	}
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
