// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Kernels/StepShared.h"
#include "Obstacles/ObstacleStore.h"

namespace CrowdAvoidance
{
/// NearWallsKernel.ispc says what it does.
using FindNearWallsFunction = uint64_t (*)(
	const uint32_t* Columns, int Stride, int Count, float X, float Y, float ReachSq, int bEndOn, float* DistanceSq);
uint64_t FindNearWallsScalar(
	const uint32_t* Columns, int Stride, int Count, float X, float Y, float ReachSq, int bEndOn, float* DistanceSq);
FindNearWallsFunction FindNearWallsFor(EIsa Isa);

struct WallSeeker
{
	Vec2 Position;
	float ReachSq;
	uint32_t Avoids;
	bool bEndOn; ///< Exactly end on both sides of a wall are seen; by the published model, neither.
};

/// The walls that an agent can run into within its horizon, nearest first.
struct NearWalls
{
	const WallSegment* Walls[CrowdMaxWalls];
	float DistanceSq[CrowdMaxWalls];
	int Count = 0;
	bool bTruncated = false; ///< There were more.

	NearWalls(const StepView& View, const ObstacleStore& Obstacles, int Agent);
	/// Of an agent whose list has been found already.
	NearWalls(
		const StepView& View, const ObstacleStore& Obstacles, int Agent, uint32_t List, FindNearWallsFunction FindNear);

private:
	void OfferShort(const ObstacleStore& Obstacles, const WallSeeker& Seeker, std::span<const uint32_t> Segments);
	void OfferLong(
		const ObstacleStore& Obstacles, const WallSeeker& Seeker, const WallList& List, FindNearWallsFunction FindNear);
	void Offer(float NewDistanceSq, const WallSegment& Wall);
};

/// Calls Visit(Agent, const NearWalls&) for those of Begin .. End - 1 that may have walls near.
template <typename Visitor>
void ForEachNearWalls(const StepView& View, const ObstacleStore& Obstacles, FindNearWallsFunction FindNear, int Begin,
	int End, Visitor&& Visit)
{
	// First where all their lists are, then what is in them: most agents of most crowds have none.
	int Agents[CROWD_BLOCK];
	uint32_t Lists[CROWD_BLOCK];
	int Count = 0;
	const bool bLong = !Obstacles.Long().empty();
	WallCells::LastPage Last;
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		const uint32_t List = Obstacles.FindList({View.Motion[Agent].X, View.Motion[Agent].Y}, Last);
		Agents[Count] = Agent;
		Lists[Count] = List;
		Count += List != 0 || bLong ? 1 : 0;
	}
	for (int Index = 0; Index < Count; ++Index)
	{
		Visit(Agents[Index], NearWalls(View, Obstacles, Agents[Index], Lists[Index], FindNear));
	}
}
}
