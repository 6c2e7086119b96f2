// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "CrowdCore/CrowdWorld.h"

class ANavigationData;

namespace CrowdAvoidance
{
/// The borders of the engine's navmesh as walls of a crowd.
///
/// The mesh says where the centres of its agents may be: it ends its own agent radius before whatever is solid. A crowd's agent keeps
/// its radius away from a wall. So walls are put one radius of the mesh outside its borders, where what is solid begins: an agent of the
/// mesh's radius can then go wherever the mesh is, and a way that is just wide enough stays open.
class FCrowdNavWalls
{
public:
	/// Takes the walls anew. WorldOrigin: of the world now. [cm]
	void Take(World& Crowd, const ANavigationData& NavData, const FIntVector& WorldOrigin);

private:
	TArray<ObstacleHandle> Walls;
};
}
