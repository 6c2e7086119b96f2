// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Kernels/StepShared.h"
#include "Obstacles/ObstacleStore.h"

namespace CrowdAvoidance
{
/// The walls that an agent can run into within its horizon, nearest first.
struct NearWalls
{
	const WallSegment* Walls[CrowdMaxWalls];
	float DistanceSq[CrowdMaxWalls];
	int Count = 0;
	bool bTruncated = false; ///< There were more.

	NearWalls(const StepView& View, const ObstacleStore& Obstacles, int Agent);

private:
	void Offer(float NewDistanceSq, const WallSegment& Wall);
};
}
